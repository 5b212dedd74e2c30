"""Every box of single evenings at every size of table and with every option: the whole list.

The lists stand in `expected/boxes/`, written from the facts and not by the code. `chosen` is what seats chose where a
step asks them, by step and place from 1.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from cards.models import Box
from scenarios import book, printed
from scenarios.printed import PrintedTables
from scenarios.setup import checklist
from scenarios.table import Line, Party, SeatTonight, TableState

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parent / "expected" / "boxes"
NAMES = sorted(path.stem for path in FOLDER.iterdir())
TABLES = {
    "pirates": {2, 3, 4},
    "endeavor_a": {2, 3, 4},
    "endeavor_b": {4, 5},
    "merchants": {2, 3, 4},
}
OPTIONS = {
    "pirates": ("pirates_own_map",),
    "endeavor_a": ("endeavor_exploits", "endeavor_three_at_once"),
    "endeavor_b": ("endeavor_exploits", "endeavor_three_at_once"),
    "merchants": (),
}


def read(name: str) -> dict[str, Any]:
    """One table with its whole list."""
    return yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))


def laid_out(table: dict[str, Any]) -> tuple[Line, ...]:
    """The list that the book makes for a table."""
    content = table["box"], Box.objects.get(id=table["box"]).content_hash
    said = {}
    for asks, choice in table["chosen"].items():
        step, _sep, place = asks.partition(":")
        said[printed.key(step, 0, {"seat": int(place)})] = choice
    return checklist(
        steps=book.steps(*content, table["scenario"]),
        scenario=table["scenario"],
        card=0,
        modules=frozenset(table["modules"]),
        party=Party(tuple(SeatTonight(place, "", "") for place in range(table["players"]))),
        table=TableState(first_game=False, story_cards=(), tiles=()),
        tables=PrintedTables(said),
    )


def wanted() -> Iterator[tuple[str, int, frozenset[str]]]:
    for scenario, sizes in TABLES.items():
        options = OPTIONS[scenario]
        picks = [frozenset(pick) for many in range(len(options) + 1) for pick in combinations(options, many)]
        yield from ((scenario, players, pick) for players in sizes for pick in picks)


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_list_is_as_expected(name: str, packs: None) -> None:
    table = read(name)
    made = [[line.id, line.area, line.amount, list(line.reasons), line.open] for line in laid_out(table)]
    assert made == table["lines"]


@pytest.mark.parametrize("name", NAMES)
def test_every_line_has_words_without_a_gap(name: str, packs: None) -> None:
    table = read(name)
    content = table["box"], Box.objects.get(id=table["box"]).content_hash
    for line in laid_out(table):
        said = [book.line_text(*content, line, "en"), book.line_why(*content, line, "en")]
        assert all(said), line.id
        assert "?" not in "".join(said), line.id
        assert bool(book.line_open(*content, line, "en")) == line.open, line.id


def test_there_is_a_list_for_every_table_and_every_set_of_options() -> None:
    have = [(table["scenario"], table["players"], frozenset(table["modules"])) for table in map(read, NAMES)]
    assert set(have) == set(wanted())


def test_the_content_seats_as_many_as_the_lists_say(packs: None) -> None:
    for box in ("pirates", "endeavor", "merchants"):
        for key, way in book.scenarios(box, Box.objects.get(id=box).content_hash).items():
            assert set(way.players) == TABLES[key]
            assert way.optional_modules == set(OPTIONS[key])


def test_every_choice_of_a_seat_has_a_list() -> None:
    chosen = {(asks.partition(":")[0], said) for name in NAMES for asks, said in read(name)["chosen"].items()}
    assert chosen == {
        ("starting_building", "house"),
        ("starting_building", "dock"),
        ("captain_and_ship", "sloop"),
        ("captain_and_ship", "flute"),
    }
