"""What the tests of the log have in common."""

from __future__ import annotations

import hashlib

import pytest

from campaigns import crew


@pytest.fixture(autouse=True)
def _quick_hash(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of recovery codes is slow on purpose, and hundreds of campaigns begin here; `test_crew.py` keeps it."""
    if request.module.__name__ != "tests.campaigns.test_crew":
        monkeypatch.setattr(crew, "_hashed", lambda typed: hashlib.sha256(typed.encode()).hexdigest())
