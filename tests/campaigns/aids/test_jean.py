"""Jean at the table: The Uprising (U323 to U325) and the base game's solo rules."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.aids import jean
from campaigns.rules.state import State
from cards.reference import Action
from tests.campaigns.aids.automa import CARDS, JEAN, Table, refusal

PILES = {
    "1": ("a1", "a2", "a3", "a4", "a5"),
    "2": ("c5", "a1", "a2", "a3", "a4", "a5"),
    "3": ("b7", "c1", "a1", "a2", "a3", "a4", "a5"),
    "4": ("b2", "b3", "c4", "a1", "a2", "a3", "a4", "a5"),
    "5": ("b1", "b6", "b7", "c3", "a1", "a2", "a3", "a4", "a5"),
}


def with_jean(level: str = "1", running: int = 1, *, by_hand: bool = False) -> Table:
    table = Table(running)
    return table.does(jean.begin(table.state, level, None if by_hand else PILES[level]))


def turns(table: Table, count: int) -> Table:
    for _card in range(count):
        table.does(jean.reveal(table.state, CARDS))
    return table


def types(table: Table, cards: str) -> Table:
    for card in cards.split():
        table.does(jean.reveal(table.state, CARDS, card))
    return table


def said(card: str, running: int) -> tuple[Action, ...]:
    return jean.actions(CARDS[f"jean_{card}"], running)


class TestPreparing:
    @pytest.mark.parametrize(
        ("level", "kinds"), [("1", "aaaaa"), ("2", "aaaaac"), ("3", "aaaaabc"), ("4", "aaaaabbc"), ("5", "aaaaabbbc")]
    )
    def test_takes_so_many_cards_of_each_kind(self, level: str, kinds: str) -> None:
        for chance in range(30):
            deck = jean.prepare(level, CARDS, Random(chance))
            assert "".join(sorted(card[0] for card in deck)) == kinds
            assert len(set(deck)) == len(deck)

    def test_chooses_among_all_of_them(self) -> None:
        assert {card for chance in range(200) for card in jean.prepare("5", CARDS, Random(chance))} == set(JEAN)

    def test_knows_five_levels(self) -> None:
        assert refusal(lambda: jean.prepare("6", CARDS, Random(1))) == "no_such_level"


class TestBeginning:
    def test_can_be_at_set_up_and_taken_back(self) -> None:
        table = with_jean("2", 0)
        assert table.state.values == {"jean:level": "2", "jean:deck": "c5,a1,a2,a3,a4,a5"}
        assert table.undo_all() == State()

    def test_is_refused_twice_after_the_end_and_at_no_level(self) -> None:
        state = with_jean().state
        assert refusal(lambda: jean.begin(state, "1")) == "jean_is_here"
        assert refusal(lambda: jean.begin(State({"round": 5}), "1")) == "round_not_running"
        assert refusal(lambda: jean.begin(State(), "0")) == "no_such_level"

    def test_comes_before_everything_else(self) -> None:
        state = State({"round": 1})
        assert refusal(lambda: jean.reveal(state, CARDS)) == "jean_not_here"
        assert refusal(lambda: jean.told(state, CARDS)) == "jean_not_here"
        assert refusal(lambda: jean.pay(state, CARDS, 1)) == "jean_not_here"
        assert refusal(lambda: jean.count(state, "cards", 1)) == "jean_not_here"
        assert refusal(lambda: jean.score_income(state)) == "jean_not_here"
        assert refusal(lambda: jean.used_up(state)) == "jean_not_here"


class TestTurn:
    @pytest.mark.parametrize("running", [0, 5])
    def test_is_in_a_round(self, running: int) -> None:
        state = State({**with_jean(running=0).state.values, "round": running})
        assert refusal(lambda: jean.reveal(state, CARDS)) == "round_not_running"
        assert refusal(lambda: jean.told(state, CARDS)) == "round_not_running"
        assert refusal(lambda: jean.pay(state, CARDS, 1)) == "round_not_running"
        assert refusal(lambda: jean.score_income(state)) == "round_not_running"

    def test_turns_up_the_top_card(self) -> None:
        table = with_jean("3")
        assert jean.told(table.state, CARDS) is None
        turns(table, 2)
        assert jean.told(table.state, CARDS) == jean.Told(
            "c1", 2, "upper", 1, (Action("points", 4), Action("remove_disc", 1))
        )

    def test_shuffles_a_deck_that_is_used_up(self) -> None:
        table = turns(with_jean("1"), 5)
        assert jean.used_up(table.state)
        table.does(jean.reveal(table.state, CARDS, order=["a3", "a5", "a1", "a2", "a4"]))
        assert (table.state["jean:shown"], table.state["jean:deck"]) == ("a3", "a5,a1,a2,a4")
        assert not jean.used_up(table.state)
        assert table.undo_all() == State({"round": 1})

    def test_keeps_the_order_of_the_deck_over_a_round_s_end(self) -> None:
        table = turns(turns(with_jean("1"), 2).into_round(2), 1)
        assert (table.state["jean:shown"], table.state["jean:deck"]) == ("a1,a2,a3", "a4,a5")

    def test_shuffles_no_other_cards(self) -> None:
        state = turns(with_jean("1"), 5).state
        with pytest.raises(ValueError, match="no order of a1,a2,a3,a4,a5"):
            jean.reveal(state, CARDS)


class TestByHand:
    def test_shows_what_was_typed_and_shuffles_unseen(self) -> None:
        table = types(with_jean("1", by_hand=True), "A5 a1 a2 a3 a4 a2")
        assert (table.state["jean:shown"], table.state["jean:deck"]) == ("a2", "?,?,?,?")
        assert table.state["jean:known"] == "a1,a2,a3,a4,a5"
        assert table.undo_all() == State({"round": 1})

    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ("", "card_missing"),
            ("a9", "no_such_card_of_his"),
            ("c1", "card_already_shown"),
            ("c2", "card_not_in_his_deck"),
            ("b1", "card_not_in_his_deck"),
        ],
    )
    def test_refuses_what_can_be_no_card_of_the_level(self, typed: str, code: str) -> None:
        state = types(with_jean("2", by_hand=True), "c1").state
        assert refusal(lambda: jean.reveal(state, CARDS, typed)) == code

    def test_lets_the_group_know_better(self) -> None:
        state = types(with_jean("2", by_hand=True), "c1").state
        assert jean.reveal(state, CARDS, "c2", anyway=True)


class TestWhatACardSays:
    def test_changes_after_round_two(self) -> None:
        for early in (1, 2):
            assert said("b1", early) == (Action("points", 4), Action("explore", 2))
            assert said("c3", early) == (Action("points", 4), Action("explore", 3))
        for late in (3, 4):
            assert said("b1", late) == said("c3", late) == (Action("points", 4), Action("explore", 4))

    def test_leaves_out_what_is_nothing(self) -> None:
        assert said("b2", 2) == (Action("quest_from_pile", 1),)
        assert said("b5", 3) == (Action("remove_disc", 1), Action("points", 4))

    def test_keeps_what_has_no_number(self) -> None:
        assert said("c4", 1) == (Action("combat", villages=1), Action("influence", 3), Action("points", 2))

    @pytest.mark.fact("U323", "U325")
    @pytest.mark.parametrize(("card", "demands"), [("b7", [1, 1, 4, 4]), ("c5", [2, 2, 4, 4]), ("a1", [0, 0, 0, 0])])
    def test_demands_combat_points(self, card: str, demands: list[int]) -> None:
        assert [jean.demand(CARDS[f"jean_{card}"], running) for running in (1, 2, 3, 4)] == demands


class TestPaying:
    @pytest.mark.fact("U324")
    def test_of_too_few_gives_three_points_for_each_missing_one(self) -> None:
        assert jean.missing_combat(4, 1) == 9  # U-X8
        assert jean.missing_combat(2, 0) == 6
        assert jean.missing_combat(2, 2) == 0

    @pytest.mark.fact("U323", "U324", "U325")
    @pytest.mark.parametrize(("running", "paid", "points"), [(1, 0, 6), (2, 2, 0), (3, 1, 9), (4, 0, 12)])
    def test_is_scored_once_for_a_card(self, running: int, paid: int, points: int) -> None:
        table = turns(with_jean("2", running), 1)
        table.does(jean.pay(table.state, CARDS, paid))
        assert jean.score(table.state) == points
        assert refusal(lambda: jean.pay(table.state, CARDS, 0)) == "already_paid"
        turns(table, 1)
        assert table.state["jean:paid"] is None
        assert table.undo_all() == State({"round": running})

    @pytest.mark.parametrize("paid", [-1, 3])
    def test_is_never_more_than_demanded_or_less_than_nothing(self, paid: int) -> None:
        state = turns(with_jean("2"), 1).state
        assert refusal(lambda: jean.pay(state, CARDS, paid)) == "paid_too_much"

    def test_needs_a_card_that_demands(self) -> None:
        table = with_jean("1")
        assert refusal(lambda: jean.pay(table.state, CARDS, 0)) == "no_combat_demanded"
        assert refusal(lambda: jean.pay(turns(table, 1).state, CARDS, 0)) == "no_combat_demanded"


class TestCounters:
    @pytest.mark.parametrize("name", list(jean.COUNTERS))
    def test_go_from_nothing_to_their_most(self, name: str) -> None:
        table = with_jean()
        table.does(jean.count(table.state, name, jean.COUNTERS[name]))
        assert refusal(lambda: jean.count(table.state, name, 1)) == "counter_too_high"
        table.does(jean.count(table.state, name, -jean.COUNTERS[name]))
        assert refusal(lambda: jean.count(table.state, name, -1)) == "counter_below_zero"

    def test_are_these(self) -> None:
        assert set(jean.COUNTERS) == {
            *("points", "cards", "discs", "quests", "combat", "explorer"),
            *("influence_france", "influence_spain", "influence_england"),
        }
        assert refusal(lambda: jean.count(with_jean().state, "level", 1)) == "no_such_counter"


class TestIncome:
    def test_of_discs_is_by_their_number(self) -> None:
        points = [jean.income(0, discs) for discs in range(25)]
        assert points[:7] == [0, 0, 1, 2, 3, 4, 6]
        assert points[22:] == [38, 38, 38]
        assert points == sorted(points)

    def test_of_cards_is_one_each(self) -> None:
        assert jean.income(7, 5) == 11

    def test_is_scored_once_a_round(self) -> None:
        table = with_jean()
        table.does(jean.count(table.state, "cards", 2)).does(jean.count(table.state, "discs", 6))
        table.does(jean.score_income(table.state))
        assert jean.score(table.state) == 8
        assert refusal(lambda: jean.score_income(table.state)) == "income_already_scored"
        assert table.undo_all() == State({"round": 1})
        table.into_round(2)
        table.does(jean.score_income(table.state))
        assert jean.score(table.state) == 16


class TestFinal:
    def final(self, **more: int) -> jean.Final:
        level = {"quests": 0, "player_quests": 0, "upgrades": 0, "player_upgrades": 0, "explorer_lead": 0}
        return jean.final(**{**level, **more})

    @pytest.mark.parametrize(("lead", "points"), [(-2, 0), (0, 0), (1, 10), (2, 10), (3, 20), (4, 30), (9, 30)])
    def test_rewards_a_lead_in_quests_and_upgrades(self, lead: int, points: int) -> None:
        assert self.final(quests=3 + lead, player_quests=3).more_quests == points
        assert self.final(upgrades=3 + lead, player_upgrades=3).more_upgrades == points

    @pytest.mark.parametrize(
        ("lead", "points"), [(-3, 0), (0, 0), (1, 10), (7, 10), (8, 20), (10, 20), (11, 30), (30, 30)]
    )
    def test_rewards_an_explorer_ahead(self, lead: int, points: int) -> None:
        assert self.final(explorer_lead=lead).explorer == points

    def test_counts_at_most_twelve_upgrades_of_two_discs(self) -> None:
        assert [jean.upgrades_of(discs) for discs in (0, 1, 2, 7, 24, 30)] == [0, 0, 1, 3, 12, 12]
        assert self.final(upgrades=20, player_upgrades=12).total == 0

    def test_adds_up(self) -> None:
        said = jean.final(quests=6, player_quests=4, upgrades=9, player_upgrades=6, explorer_lead=8)
        assert said == jean.Final(quests=30, more_quests=10, more_upgrades=20, explorer=20)
        assert said.total == 80


class TestWhateverHappens:
    @given(st.sampled_from(sorted(PILES)), st.integers(0, 2**32), st.integers(0, 60))
    def test_keeps_the_cards_of_the_level_and_can_be_taken_back(self, level: str, chance: int, cards: int) -> None:
        rng, table = Random(chance), Table()
        deck = jean.prepare(level, CARDS, rng)
        table.does(jean.begin(table.state, level, deck))
        for _card in range(cards):
            shown = str(table.state["jean:shown"] or "").split(",")
            table.does(jean.reveal(table.state, CARDS, order=rng.sample(shown, len(shown))))
            held = ",".join(str(table.state[f"jean:{part}"] or "") for part in ("deck", "shown"))
            assert sorted(filter(None, held.split(","))) == sorted(deck)
        assert table.undo_all() == table.start

    @given(st.lists(st.tuples(st.sampled_from(sorted(jean.COUNTERS)), st.integers(-3, 5)), max_size=30))
    def test_counters_can_be_taken_back(self, steps: list[tuple[str, int]]) -> None:
        table = with_jean()
        for name, by in steps:
            if 0 <= int(table.state[f"jean:{name}"] or 0) + by <= jean.COUNTERS[name]:
                table.does(jean.count(table.state, name, by))
        assert table.undo_all() == State({"round": 1})
