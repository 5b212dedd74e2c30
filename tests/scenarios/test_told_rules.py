"""Rules that hands and heads follow and no aid works out: the look-up tells each of them where it counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cards.models import Box
from scenarios import reference
from scenarios.reference import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenarios.reference import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

PORTS = frozenset({"home_ports"})
FREEING = PORTS | {"liberation", "resistance_tiles"}
TABLES = {
    "uprising": Table("all_inclusive", PORTS | {"uprising", "resistance_tiles"}, 3, frozenset({"L1"})),
    "unrest": Table("unrest", FREEING, 3, frozenset({"L1"})),
    "together": Table("coop_caribbean", FREEING | {"jacques"}, 3, frozenset({"L1"}), "jacques"),
    "rescue": Table("rescue", FREEING | {"jacques", "search"}, 3, frozenset({"L1"}), "jacques"),
}
LIBERATION, JACQUES = {"unrest", "together", "rescue"}, {"together", "rescue"}

TOLD: list[tuple[str, str, set[str], tuple[str, ...]]] = [
    ("U093", "coop_caribbean_win", {"together"}, ("Nations score nothing",)),
    ("U099", "coop_caribbean_turns", {"together"}, ("clockwise",)),
    ("U104", "options_rescue", {"rescue"}, ("Luysa", "prisoner", "find her", "free")),
    ("U169", "resistance_tiles_unlocked", set(TABLES), ("4 doubloons", "village action")),
    ("U173", "resistance_tiles_undertaker", set(TABLES), ("each liberation",)),
    ("U196", "uprising_cards_in_combat", {"uprising"}, ("only in a fight for a nation", "Galleon")),
    ("U214", "jacques_market", JACQUES, ("no disc", "another piece")),
    ("U217", "jacques_quest", JACQUES, ("more than one quest", "you pick")),
    ("U220", "jacques_explorer", JACQUES, ("shortest path", "nothing on the track has an effect")),
    ("U221", "jacques_explorer", JACQUES, ("jumps over occupied spaces", "others jump over it")),
    ("U230", "jacques_game_end", JACQUES, ("final scoring",)),
    ("U250", "liberation_ignored_effects", LIBERATION, ("influence marker", "next title of nobility")),
    ("U254", "liberation_three_markers", LIBERATION, ("Amaro Pargo", "Mary Read", "changes nothing")),
    ("U262", "search_reveal", {"rescue"}, ("after the move", "ahead of your main action")),
]


def entries() -> Mapping[str, Entry]:
    return reference.entries(reference.content_of(Box.objects.all()), "en")


@pytest.mark.parametrize(("fact", "rule", "tables", "words"), TOLD, ids=[row[0] for row in TOLD])
def test_a_rule_of_hands_and_heads_is_told_where_it_counts(
    fact: str, rule: str, tables: set[str], words: tuple[str, ...]
) -> None:
    entry = entries()[f"rule:{rule}"]
    assert fact in entry.facts
    assert [word for word in words if word not in entry.text] == []
    assert {name for name, table in TABLES.items() if reference.in_force(entry, table)} == tables


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("rule:legacy_tiles_l37_city_action", "2 assistants and 3 workers make 5, so you receive 5 doubloons and 5"),
        ("promo:cards_own_monument", "2 points for every title of nobility"),
        ("effect:cards_empty_village", "1 doubloon for every movement point that the voyage took, up to 5 doubloons"),
    ],
)
def test_a_worked_example_that_no_aid_works_out_is_told(key: str, words: str) -> None:
    """The Dutch city (L37), three titles with Own Monument, seven movement points into an empty village."""
    assert words in entries()[key].text
