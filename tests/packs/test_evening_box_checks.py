"""A box of single evenings: right as it stands, and refused with each of its rules broken once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenarios.packs.checks import check
from scenarios.packs.pack import read_packs
from scenarios.packs.reader import PackError

if TYPE_CHECKING:
    from sample_packs import Shelf

COVE = {
    "box.yaml": "id: cove\nversion: 1\n",
    "lines.yaml": "lines:\n  - {key: cove, evenings: true}\n",
    "modules.yaml": "modules:\n  - {key: fog}\n  - {key: gale, requires: [fog]}\n",
    "scenarios.yaml": """\
scenarios:
  - key: cove
    mode: competitive
    players: [2, 3]
    rounds: 2
    optional_modules: [fog]
    one_by_one: true
""",
    "setup.yaml": """\
steps:
  - {key: coins, scenarios: [cove], area: player, position: 10, each: seat, reasons: [players],
     amounts: {doubloons: {by_seat: [1, 2, 3]}}}
  - {key: hat, scenarios: [cove], area: player, position: 20, each: seat, reasons: [base],
     printed: seat, choices: [red, blue]}
  - {key: feather, scenarios: [cove], area: player, position: 30, each: seat, chosen: "hat:red", reasons: [base]}
""",
    "turn.yaml": """\
turn:
  - {key: tide, part: phase}
  - {key: fish, part: action, of: tide, modules: [fog]}
""",
    "text.en.yaml": """\
box: {name: Cove, summary: An invented box.}
lines:
  cove: {name: Cove, summary: Single games.}
modules:
  fog: {name: Fog, summary: A module.}
  gale: {name: Gale, summary: A module.}
scenarios:
  cove: {name: Cove, summary: A scenario.}
steps:
  coins: {line: "Place {seat} takes {doubloons}.", why: It is fair.}
  hat:
    line: Place {seat} takes a hat.
    why: It suits.
    told: {red: A red hat., blue: A blue one.}
    choices: {red: Red, blue: Blue}
  feather: {line: "Place {seat} takes a feather.", why: It belongs to red.}
turn:
  tide: {name: Tide, summary: The water comes.}
  fish: {name: Fish, summary: Cast a net.}
""",
}


@pytest.fixture
def cove(shelf: Shelf) -> Shelf:
    """The shelf with one box more, by files alone."""
    for file, text in COVE.items():
        shelf.put("cove", file, text)
    return shelf


def faults(shelf: Shelf) -> list[str]:
    try:
        return [str(fault) for fault in check(read_packs(shelf.folder))]
    except PackError as error:
        return [str(fault) for fault in error.faults]


def test_the_box_is_right(cove: Shelf) -> None:
    assert faults(cove) == []


@pytest.mark.parametrize(
    ("where", "before", "after", "expected"),
    [
        ("lines", "evenings: true", "evenings: true, scenario: cove", "2: lines.0: is a line of evenings"),
        ("lines", ", evenings: true", "", "2: lines.0: needs first_story_card and scenario, or evenings"),
        ("scenarios", "[fog]", "[fog, gale]", "6: scenarios.0.optional_modules.1: gale is chosen alone"),
        ("scenarios", "players: [2, 3]", "players: []", "4: scenarios.0.players: tuple should have at least 1"),
        ("scenarios", "rounds: 2", "rounds: 0", "5: scenarios.0.rounds: input should be greater"),
        ("setup", "[1, 2, 3]", "[1, 2]", "steps.0.amounts: doubloons has no number for 3 people"),
        ("setup", "hat:red", "hat:green", "steps.2.chosen: hat:green is no choice that a seat has before"),
        ("setup", "hat:red", "coins:red", "steps.2.chosen: coins:red is no choice that a seat has before"),
        ("setup", "position: 30", "position: 15", "steps.2.chosen: hat:red is no choice that a seat has before"),
        ("setup", ", choices: [red, blue]", "", "steps.1.choices: belong to steps that print a choice"),
        ("setup", "each: seat, chosen", "chosen", "steps.2.each: is seat where everybody at the table chooses"),
        ("turn", "of: tide", "of: ebb", "3: turn.1.of: there is no part ebb"),
        ("turn", "[fog]", "[mist]", "3: turn.1.modules.0: there is no module mist"),
        ("turn", "part: phase", "part: stage", "2: turn.0.part: input should be"),
        ("text.en", "  fish: {name: Fish, summary: Cast a net.}\n", "", "turn.fish: has no text"),
    ],
)
def test_a_broken_rule_is_named_with_its_line(cove: Shelf, where: str, before: str, after: str, expected: str) -> None:
    cove.change(f"cove/{where}.yaml", before, after)
    assert any(expected in fault for fault in faults(cove)), faults(cove)
