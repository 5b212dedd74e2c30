"""The shelf of invented packs that tests break on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sample_packs import ISLAND, REEF, Shelf

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Two packs that are right: `island`, and `reef`, which needs it."""
    made = Shelf(tmp_path / "packs")
    for box, files in (("island", ISLAND), ("reef", REEF)):
        for file, text in files.items():
            made.put(box, file, text)
    return made
