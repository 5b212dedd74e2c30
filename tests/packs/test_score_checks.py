"""Score sheets that cannot be counted are refused. Each rule is broken once, in an otherwise right sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenarios.packs.checks import check
from scenarios.packs.loader import load
from scenarios.packs.pack import read_packs
from scenarios.packs.reader import PackError

if TYPE_CHECKING:
    from sample_packs import Shelf

SCORE = """\
fields:
  - {key: shells, rows: 2}
  - {key: beaches, rows: 2}
  - {key: hidden, at_most: [shells]}
  - {key: alone, maximum: 1, ticked: true}
  - {key: coins}
categories:
  - {key: shells, formula: table, of: [beaches], times: shells, table: [{from: 0, points: 1}, {from: 3, points: 2}]}
  - {key: hidden, formula: times, of: [hidden], points: 2}
  - {key: alone, formula: times, of: [alone], weight: lonely}
  - {key: coins, formula: whole, of: [coins], per: 10, cap: 5, secret: true}
weights:
  - {key: lonely}
order:
  - {measure: total}
  - {measure: entered, of: [hidden]}
tie: open
"""
WORDS = """\
score:
  fields: {shells: {name: Shells}, beaches: {name: Beaches}, hidden: {name: Hidden}, alone: {name: Alone},
    coins: {name: Coins}}
  categories: {shells: {name: Shells}, hidden: {name: Hidden}, alone: {name: Alone},
    coins: {name: Coins, hint: Ten each.}}
  weights: {lonely: {name: Lonely}}
  tie: Most points.
  open: Nobody says.
"""


@pytest.fixture
def counted(shelf: Shelf) -> Shelf:
    """The two packs with a score sheet of the island."""
    shelf.put("island", "score.yaml", SCORE)
    path = shelf.folder / "island" / "text.en.yaml"
    path.write_text(path.read_text() + WORDS)
    return shelf


def faults(shelf: Shelf) -> list[str]:
    try:
        return [str(fault) for fault in check(read_packs(shelf.folder))]
    except PackError as error:
        return [str(fault) for fault in error.faults]


def test_is_right_before_anything_is_broken(counted: Shelf) -> None:
    assert faults(counted) == []


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("formula: table", "formula: tables", "categories.0.formula: input should be"),
        ("per: 10, ", "", "categories.3: whole goes with per, points"),
        ("points: 2}\n  - {key: alone", "per: 2}\n  - {key: alone", "categories.1: times goes with points, weight"),
        ("weight: lonely}", "weight: lonely, points: 3}", "categories.2: times goes with points or with a weight"),
        ("of: [alone], weight: lonely", "of: [alone]", "categories.2: times goes with points or with a weight"),
        ("{from: 3, points: 2}", "{from: 0, points: 2}", "categories.0: the steps of the table do not rise"),
        ("times: shells, ", "", "categories.0: a table that counts every row begins above 0"),
        ("maximum: 1, ticked", "maximum: 2, ticked", "fields.3: is ticked, so it is one number from 0 to 1"),
        ("{key: coins}", "{key: coins, minimum: 9, maximum: 3}", "fields.4: has a minimum above its maximum"),
        ("rows: 2}\n  - {key: beaches", "rows: 0}\n  - {key: beaches", "fields.0.rows: input should be greater"),
        ("{measure: total}", "{measure: total, of: [coins]}", "order.0: names what it compares"),
        ("tie: open", "tie: dice", "tie: input should be"),
        ("cap: 5", "most: 5", "categories.3.most: is no key that is known here"),
    ],
)
def test_slips_of_shape_are_named(counted: Shelf, before: str, after: str, expected: str) -> None:
    counted.change("island/score.yaml", before, after)
    assert any(expected in fault for fault in faults(counted)), faults(counted)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("of: [beaches]", "of: [reefs]", "categories.0.of: there is no field reefs"),
        ("at_most: [shells]", "at_most: [reefs]", "fields.2.at_most: there is no other field reefs"),
        ("at_most: [shells]", "instead_of: [hidden]", "fields.2.instead_of: there is no other field hidden"),
        ("weight: lonely", "weight: lost", "categories.2.weight: there is no weight lost"),
        ("weight: lonely", "points: 3", "weights.0: is used nowhere"),
        ("beaches, rows: 2", "beaches, rows: 3", "categories.0.times: has not as many rows as the table counts"),
        ("of: [coins]", "of: [alone]", "fields.4: is counted nowhere"),
        ("of: [coins]", "of: [coins, alone]", "categories.2.of: alone is secret, so what counts it is secret too"),
        ("of: [hidden]}\n", "of: [reefs]}\n", "order.1.of: there is no reefs among the entered"),
        ("{key: coins}", "{key: coins}\n  - {key: coins}", "fields.4.key: coins is used twice"),
        ("{key: hidden, at_most", "{key: veiled, at_most", "text.en.yaml"),
    ],
)
def test_what_does_not_fit_is_named(counted: Shelf, before: str, after: str, expected: str) -> None:
    counted.change("island/score.yaml", before, after)
    assert any(expected in fault for fault in faults(counted)), faults(counted)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (",\n    coins: {name: Coins}}", "}", "score.fields: coins has no text"),
        ("lonely: {name: Lonely}", "lost: {name: Lonely}", "score.weights.lost: is a text without an entry"),
        ("  tie: Most points.\n", "", "score: does not say how it is ranked"),
        ("  open: Nobody says.\n", "", "score: says what is left open if and only if the tie is"),
    ],
)
def test_words_that_do_not_fit_are_named(counted: Shelf, before: str, after: str, expected: str) -> None:
    counted.change("island/text.en.yaml", before, after)
    assert any(expected in fault for fault in faults(counted)), faults(counted)


def test_words_without_a_sheet_are_named(counted: Shelf) -> None:
    (counted.folder / "island" / "score.yaml").unlink()
    assert any("words without a score sheet" in fault for fault in faults(counted))


def test_a_second_sheet_among_boxes_that_are_played_together_is_refused(counted: Shelf) -> None:
    counted.put("reef", "score.yaml", SCORE)
    assert any("a box that it needs counts already" in fault for fault in faults(counted))


@pytest.mark.django_db
def test_a_sheet_becomes_one_row_and_is_loaded_once(counted: Shelf) -> None:
    assert load(counted.folder).models["ScoreSheet"].added == 1
    assert not load(counted.folder).differs
