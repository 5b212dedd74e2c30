"""The locks promise: exact, hashed, the same versions for tests and service, and no word of where they come from."""

from __future__ import annotations

import re

import pytest

from tests.start.conftest import ROOT

LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-hosted.lock"]


def pins_of(lock: str) -> dict[str, str]:
    """Library and version; a marker such as `; sys_platform == "win32"` belongs to the version."""
    lines = (ROOT / lock).read_text().splitlines()
    return dict(line.removesuffix(" \\").split("==", 1) for line in lines if re.match(r"\w", line))


@pytest.mark.parametrize("lock", LOCKS)
class TestLock:
    def test_names_no_registry_and_no_machine(self, lock: str) -> None:
        # No address, and no path of more than one step: those only name machines.
        assert not re.search(r"://|--(extra-)?index|--find-links|/\w+/", (ROOT / lock).read_text())

    def test_has_a_hash_for_everything(self, lock: str) -> None:
        blocks = re.split(r"\n(?=\w)", (ROOT / lock).read_text())
        assert len(blocks) == len(pins_of(lock))
        assert all("--hash=sha256:" in block for block in blocks)

    def test_knows_windows(self, lock: str) -> None:
        assert "sys_platform == 'win32'" in pins_of(lock)["tzdata"]


@pytest.mark.parametrize("lock", LOCKS[1:])
def test_what_is_tested_and_hosted_is_what_is_served(lock: str) -> None:
    assert pins_of("requirements.lock").items() <= pins_of(lock).items()


def test_the_way_to_renew_them_is_written_down() -> None:
    told = (ROOT / "docs" / "how-to" / "lock.md").read_text()
    assert all(lock in told for lock in LOCKS)
