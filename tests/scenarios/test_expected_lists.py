"""Every scenario card at every size of table: the whole set-up list, written by hand before there was code for it.

The lists stand in `expected/`, one file for each table. No draw is known in them: a drawn tile is a column only, and it
comes after the deck of project cards that is drawn from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cards.models import Box
from scenarios import book
from scenarios.setup import checklist
from scenarios.table import Laid, Line, Party, SeatTonight, TableState

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parent / "expected"
FIRST_CARD = 150
CARDS = (FIRST_CARD, 184, 79, 78, 74, 193, 185)
NAMES = sorted(
    [f"{card}-{players}" for card in CARDS for players in (1, 2, 3, 4)] + ["150-1-jean", "archive-uprising-3"]
)
AREAS = {"board", "bag", "tiles", "cards", "player"}

Row = tuple[str, str, str, tuple[str, ...], bool]
"""Line id, area, amount, reasons, open."""


def read(name: str) -> dict[str, Any]:
    """One table with its whole list."""
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))


def expected_rows(name: str) -> list[Row]:
    return [
        (line, area, amount, tuple(reasons), is_open) for line, area, amount, reasons, is_open in read(name)["lines"]
    ]


def laid_out(name: str) -> tuple[Line, ...]:
    """The list that the book makes for the table of the file."""
    table, content = read(name), ("uprising", Box.objects.get(id="uprising").content_hash)
    return checklist(
        steps=book.steps(*content, table["scenario"]),
        scenario=table["scenario"],
        card=table["card"],
        modules=frozenset(table["modules"]),
        party=Party(tuple(SeatTonight(place, "", "blue") for place in range(table["players"]))),
        table=TableState(
            first_game=table["card"] == FIRST_CARD,
            story_cards=tuple(table["story_cards"]),
            tiles=tuple(Laid(*tile) for tile in table["tiles"]),
            draws=(),
        ),
        opponent=table["opponent"],
        level=table["level"],
    )


def rows(lines: tuple[Line, ...]) -> list[Row]:
    return [(line.id, line.area, line.amount, tuple(line.reasons), line.open) for line in lines]


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_list_is_as_expected(name: str, packs: None) -> None:
    assert rows(laid_out(name)) == expected_rows(name)


class TestTheFiles:
    def test_are_all_there(self) -> None:
        assert sorted(path.stem for path in FOLDER.glob("*.yaml")) == NAMES
        assert len(NAMES) == 30

    @pytest.mark.parametrize("name", NAMES)
    def test_are_of_the_table_they_are_named_after(self, name: str) -> None:
        table = read(name)
        card = {FIRST_CARD: "150", 0: "archive"}.get(table["card"], str(table["card"]))
        assert name.split("-")[0] == card
        assert str(table["players"]) in name.split("-")[1:]
        assert table["opponent"] == (
            "jean" if name.endswith("-jean") else "jacques" if "jacques" in table["modules"] else ""
        )
        assert bool(table["opponent"]) == bool(table["level"])

    @pytest.mark.parametrize("name", NAMES)
    def test_say_why_of_every_line_and_name_none_twice(self, name: str) -> None:
        lines = expected_rows(name)
        assert all(reasons and all(reasons) for *_, reasons, _ in lines)
        assert len({line for line, *_ in lines}) == len(lines)
        assert {area for _, area, *_ in lines} <= AREAS
