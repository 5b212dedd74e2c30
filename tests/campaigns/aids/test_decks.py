"""The deck of an opponent in a play's stream, and the counters beside it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.aids import decks
from campaigns.aids.decks import HIDDEN, Deck
from campaigns.rules.changes import apply
from campaigns.rules.state import State
from cards import catalogue
from tests import factories
from tests.campaigns.aids.automa import CARDS, refusal


class TestDeck:
    def test_that_nobody_began_is_empty(self) -> None:
        deck = Deck.read(State(), "jean")
        assert deck == Deck("jean", ())
        assert deck.held() == {"jean:deck": None, "jean:shown": None, "jean:known": None}

    @given(st.lists(st.sampled_from("abc"), unique=True), st.lists(st.sampled_from("xyz"), unique=True))
    def test_is_read_as_it_was_written(self, pile: list[str], shown: list[str]) -> None:
        deck = Deck("jean", tuple(pile), tuple(shown), frozenset(shown))
        assert Deck.read(State(deck.held()), "jean") == deck
        assert deck.size == len(pile) + len(shown)

    def test_drawn_by_hand_is_known_by_its_hidden_or_typed_cards(self) -> None:
        assert Deck("jean", (HIDDEN,)).by_hand
        assert Deck("jean", (), ("a1",), frozenset({"a1"})).by_hand
        assert not Deck("jean", ("a2",), ("a1",)).by_hand

    @pytest.mark.parametrize("order", [(), ("a1",), ("a1", "a3"), ("a1", "a2", "a2")])
    def test_takes_no_other_cards_under_it(self, order: tuple[str, ...]) -> None:
        with pytest.raises(ValueError, match="no order of a1,a2"):
            Deck("jean", ("b1",), ("a1", "a2")).put_under(order)


class TestDealing:
    def test_is_the_same_for_the_same_chance(self) -> None:
        counts = {"a": 3, "b": 4}
        assert decks.deal("jacques", counts, CARDS, Random(7)) == decks.deal("jacques", counts, CARDS, Random(7))

    @pytest.mark.parametrize("pile", ["a1 a2 b1", "a1 a1 b1 b2", "a1 a2 b1 b2 c1", "a1 a2 a3 b1", ""])
    def test_of_other_cards_than_the_level_has_is_an_error(self, pile: str) -> None:
        with pytest.raises(ValueError, match="jacques"):
            decks.opened("jacques", {"a": 2, "b": 2}, pile.split())


class TestCounter:
    def test_goes_up_and_down_and_is_nothing_at_0(self) -> None:
        state = apply(State(), decks.counted(State(), "jean:quests", 2))
        assert state["jean:quests"] == 2
        assert apply(state, decks.counted(state, "jean:quests", -2)) == State()

    def test_does_not_change_by_0(self) -> None:
        assert decks.counted(State(), "jean:quests", 0) == ()

    def test_has_a_lowest_and_a_highest_number(self) -> None:
        assert refusal(lambda: decks.counted(State(), "jean:quests", -1)) == "counter_below_zero"
        assert decks.counted(State(), "jean:quests", 9, 9)
        assert refusal(lambda: decks.counted(State(), "jean:quests", 10, 9)) == "counter_too_high"


@pytest.mark.django_db
class TestBox:
    def test_holds_the_cards_that_these_tests_play_with(self, packs: None) -> None:
        def said(card: object) -> object:
            return {name: getattr(card, name) for name in ("points", "areas", "steps", "route", "display", "actions")}

        held = catalogue.automa_cards("uprising", factories.content())
        assert {key: said(card) for key, card in held.items()} == {key: said(card) for key, card in CARDS.items()}
