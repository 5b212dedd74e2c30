"""What the page says when an area of a card of Jacques counts, for every card and every area that he has."""

from __future__ import annotations

import pytest

from campaigns.aids import jacques
from campaigns.rules.changes import apply
from campaigns.rules.state import State
from scenarios import automa
from tests.campaigns.aids.automa import AREAS, CARDS

CITIES = {"4", "5", "11", "13", "14", "17"}
"""Cities with a market; 17 is one with L1."""


def said(card: str) -> str:
    """The sentence for the first area of a card that opens a round, through the deck and the page's words."""
    state = State({"round": 1, "jacques:level": "hard", "jacques:deck": card})
    return automa.area(jacques.told(apply(state, jacques.reveal(state, CARDS)), CARDS))


def areas(kind: str) -> set[str]:
    return {area for card in AREAS.values() for area in card.split() if area.startswith(kind)}


class TestAnArea:
    @pytest.mark.fact("U213")
    def test_of_a_city_brings_a_disc_to_its_market_unless_that_is_full(self) -> None:
        assert said("a3") == "A disc goes to the market of city 4, unless it is full."
        assert {area[1:] for area in areas("D")} == CITIES

    @pytest.mark.fact("U215", "U216")
    def test_of_quests_takes_the_lowest_numbered_one_or_the_top_of_the_pile(self) -> None:
        assert areas("Q") == {"Q2-7", "Q2-19"}
        for area, last in (("Q2-7", 7), ("Q2-19", 19)):
            told = automa.area(area)
            assert f"the lowest numbered location from 2 to {last}" in told
            assert "else the top one of the pile" in told

    @pytest.mark.fact("U218", "U219")
    def test_of_the_explorer_moves_him_as_far_as_shown_or_to_a_quest(self) -> None:
        assert areas("X") == {"X1", "X2"}
        assert "up to 2 spaces" in said("b1")
        assert "up to 1 space " in said("a2")
        assert all("stops at a quest in reach, which he takes" in automa.area(area) for area in areas("X"))

    @pytest.mark.fact("U222", "U224")
    def test_of_an_end_gives_everybody_one_turn_more_or_two_in_round_four(self) -> None:
        told = automa.area("END")
        assert "ends the round after one more turn of everybody" in told
        assert "in round four the game after two more" in told
