"""Jacques at the table, by The Uprising, Jacques (U198 to U235)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.aids import jacques
from campaigns.rules.changes import apply
from campaigns.rules.state import State
from tests.campaigns.aids.automa import AREAS, CARDS, Table, refusal

PILES = {
    "simple": ("a1", "a2", "a3", "a4", "a5", "a6", "a7"),
    "medium": ("a1", "a2", "a3", "a4", "b1", "b2", "a5"),
    "hard": ("a1", "a2", "a3", "b2", "b1", "b3", "b4"),
    "very_hard": ("b3", "b4", "b1", "b2", "a1", "b5", "a2"),
}
"""A deck of each level, top first. The fifth card of "hard" ends a round."""

LEVELS = st.sampled_from(sorted(PILES))


def with_him(level: str = "hard", running: int = 1, *, by_hand: bool = False) -> Table:
    table = Table(running)
    return table.does(jacques.begin(table.state, level, None if by_hand else PILES[level]))


def turns(table: Table, count: int) -> Table:
    for _card in range(count):
        table.does(jacques.reveal(table.state, CARDS))
    return table


def types(table: Table, cards: str) -> Table:
    for card in cards.split():
        table.does(jacques.reveal(table.state, CARDS, card))
    return table


def closes(table: Table) -> Table:
    shown = str(table.state["jacques:shown"] or "").split(",")
    order = [card for card in reversed(shown) if card]
    return table.does(jacques.close_round(table.state, CARDS, order))


class TestPreparing:
    @pytest.mark.fact("U203", "U204", "U205", "U206")
    @pytest.mark.parametrize(
        ("level", "a", "b"), [("simple", 7, 0), ("medium", 5, 2), ("hard", 3, 4), ("very_hard", 2, 5)]
    )
    def test_leaves_so_many_cards_of_each_kind(self, level: str, a: int, b: int) -> None:
        for chance in range(50):
            kinds = [card[0] for card in jacques.prepare(level, CARDS, Random(chance))]
            assert (kinds.count("a"), kinds.count("b")) == (a, b)

    @pytest.mark.fact("U200", "U201", "U202")
    def test_chooses_among_all_twelve_and_shuffles_seven(self) -> None:
        decks = [jacques.prepare("hard", CARDS, Random(chance)) for chance in range(200)]
        assert {card for deck in decks for card in deck} == set(AREAS)
        assert all(len(set(deck)) == len(deck) == 7 for deck in decks)
        assert {deck[0][0] for deck in decks} == {"a", "b"}

    def test_knows_four_levels(self) -> None:
        assert refusal(lambda: jacques.prepare("captain", CARDS, Random(1))) == "no_such_level"


class TestBeginning:
    @pytest.mark.fact("U207")
    def test_is_without_points(self) -> None:
        table = with_him(running=0)
        assert jacques.score(table.state) == 0
        assert table.state.values == {"jacques:level": "hard", "jacques:deck": "a1,a2,a3,b2,b1,b3,b4"}
        assert table.undo_all() == State()

    def test_by_hand_knows_no_card(self) -> None:
        assert with_him(by_hand=True).state["jacques:deck"] == "?,?,?,?,?,?,?"

    @pytest.mark.parametrize("running", [0, 1, 2, 3, 4])
    def test_can_be_in_any_round(self, running: int) -> None:
        assert with_him(running=running).state.round() == running

    def test_is_refused_twice_after_the_end_and_at_no_level(self) -> None:
        state = with_him().state
        assert refusal(lambda: jacques.begin(state, "hard")) == "jacques_is_here"
        assert refusal(lambda: jacques.begin(State({"round": 5}), "hard")) == "round_not_running"
        assert refusal(lambda: jacques.begin(State(), "captain")) == "no_such_level"

    def test_with_the_deck_of_another_level_is_an_error(self) -> None:
        with pytest.raises(ValueError, match="jacques"):
            jacques.begin(State(), "simple", PILES["hard"])


class TestWithoutHim:
    def test_nothing_can_be_done(self) -> None:
        state = State({"round": 1})
        assert refusal(lambda: jacques.reveal(state, CARDS)) == "jacques_not_here"
        assert refusal(lambda: jacques.pass_turn(state)) == "jacques_not_here"
        assert refusal(lambda: jacques.player_ended(state)) == "jacques_not_here"
        assert refusal(lambda: jacques.close_round(state, CARDS)) == "jacques_not_here"
        assert refusal(lambda: jacques.count(state, "quests", 1)) == "jacques_not_here"
        assert jacques.told(state, CARDS) == ""

    @pytest.mark.parametrize("running", [0, 5])
    def test_nor_before_the_first_round_and_after_the_last(self, running: int) -> None:
        state = State({**with_him(running=0).state.values, "round": running})
        assert refusal(lambda: jacques.reveal(state, CARDS)) == "round_not_running"
        assert refusal(lambda: jacques.pass_turn(state)) == "round_not_running"
        assert refusal(lambda: jacques.player_ended(state)) == "round_not_running"
        assert refusal(lambda: jacques.close_round(state, CARDS)) == "round_not_running"


class TestTurn:
    @pytest.mark.fact("U210", "U211", "U212")
    def test_counts_the_first_area_of_the_first_card_the_second_of_the_second(self) -> None:
        table = with_him("hard")
        assert (jacques.area(table.state), jacques.told(table.state, CARDS)) == (0, "")
        said = []
        for _card in range(5):
            turns(table, 1)
            said.append((jacques.area(table.state), jacques.told(table.state, CARDS)))
        # a1, a2, a3, b2, b1
        assert said == [(1, "D5"), (2, "X1"), (3, "D11"), (4, "X2"), (5, "END")]
        assert all(len(CARDS[f"jacques_{card}"].areas) == 7 for card in AREAS)

    @pytest.mark.fact("U212", "U229")
    def test_begins_anew_in_each_round_with_the_next_card_of_the_deck(self) -> None:
        table = closes(turns(with_him("hard"), 4)).into_round(2)
        assert table.state["jacques:deck"] == "b1,b3,b4,b2,a3,a2,a1"
        turns(table, 1)
        assert (jacques.area(table.state), jacques.told(table.state, CARDS)) == (1, "X2")

    @pytest.mark.fact("U222")
    @pytest.mark.parametrize("running", [1, 2, 3])
    def test_shows_no_card_after_an_end(self, running: int) -> None:
        state = turns(with_him("hard", running), 5).state
        assert state["jacques:left"] == 1
        assert refusal(lambda: jacques.reveal(state, CARDS)) == "he_ends_the_round"

    @pytest.mark.fact("U224")
    def test_leaves_two_turns_in_round_four(self) -> None:
        state = turns(with_him("hard", 4), 5).state
        assert state["jacques:left"] == 2
        assert refusal(lambda: jacques.reveal(state, CARDS)) == "he_ends_the_round"

    @pytest.mark.fact("U210", "U222", "U226")
    def test_is_a_card_or_a_turn_to_count_after_everybody_s(self) -> None:
        table = with_him("hard", 4)
        for _turn in range(7):
            table.does(jacques.everybody_had_a_turn(table.state, CARDS))
        assert jacques.area(table.state) == 5
        assert table.state["jacques:ended"] is True
        assert refusal(lambda: jacques.everybody_had_a_turn(table.state, CARDS)) == "round_has_ended"

    def test_needs_a_card(self) -> None:
        state = State({"round": 1, "jacques:level": "simple", "jacques:shown": ",".join(PILES["simple"])})
        assert refusal(lambda: jacques.reveal(state, CARDS)) == "no_card_left"


class TestEndOfARound:
    @pytest.mark.fact("U222", "U223")
    def test_comes_after_one_more_turn_of_everybody(self) -> None:
        table = turns(with_him("hard"), 5)
        table.does(jacques.pass_turn(table.state))
        assert table.state["jacques:ended"] is True
        assert table.state["jacques:left"] is None
        assert refusal(lambda: jacques.reveal(table.state, CARDS)) == "round_has_ended"
        assert refusal(lambda: jacques.pass_turn(table.state)) == "round_has_ended"
        assert refusal(lambda: jacques.player_ended(table.state)) == "round_has_ended"

    @pytest.mark.fact("U224", "U225", "U226")
    def test_comes_after_two_more_in_round_four(self) -> None:
        table = turns(with_him("hard", 4), 5)
        table.does(jacques.pass_turn(table.state))
        assert (table.state["jacques:left"], table.state["jacques:ended"]) == (1, None)
        table.does(jacques.pass_turn(table.state))
        assert (table.state["jacques:left"], table.state["jacques:ended"]) == (None, True)
        assert jacques.round_points(table.state, CARDS) == 15 + 20 + 15  # a1, a2, a3, b2, b1

    @pytest.mark.fact("U222", "U223")
    @pytest.mark.parametrize("shown", [0, 3, 5])
    def test_by_a_player_gives_him_nothing_extra(self, shown: int) -> None:
        table = turns(with_him("hard"), shown)
        cards = jacques.round_points(table.state, CARDS)
        table.does(jacques.player_ended(table.state))
        assert (table.state["jacques:left"], table.state["jacques:ended"]) == (None, False)
        assert refusal(lambda: jacques.reveal(table.state, CARDS)) == "round_has_ended"
        assert jacques.score(closes(table).state) == cards

    @pytest.mark.fact("U223")
    def test_by_a_player_while_his_turns_are_counted_gives_him_nothing_extra_either(self) -> None:
        table = turns(with_him("hard", 4), 5)
        table.does(jacques.pass_turn(table.state))
        table.does(jacques.player_ended(table.state))
        assert jacques.score(closes(table).state) == 35

    def test_that_nobody_told_was_a_player_s(self) -> None:
        assert jacques.score(closes(turns(with_him("hard"), 5)).state) == 35

    def test_is_counted_only_after_he_showed_it(self) -> None:
        state = turns(with_him("hard"), 4).state
        assert refusal(lambda: jacques.pass_turn(state)) == "he_does_not_end_the_round"


class TestScoring:
    @pytest.mark.fact("U227", "U228", "U229")
    def test_counts_the_shown_cards_and_puts_them_under_the_deck(self) -> None:
        table = turns(with_him("hard"), 5)
        table.does(jacques.pass_turn(table.state))
        table.does(jacques.close_round(table.state, CARDS, ["b1", "a1", "a3", "b2", "a2"]))
        assert table.state.values == {
            "round": 1,
            "jacques:level": "hard",
            "jacques:deck": "b3,b4,b1,a1,a3,b2,a2",
            "jacques:points": 50,
        }
        assert table.undo_all() == State({"round": 1})

    @pytest.mark.fact("U228")
    def test_adds_up_over_the_rounds_the_fourth_too(self) -> None:
        table = with_him("simple")
        for running in (1, 2, 3, 4):
            closes(turns(table.into_round(running), 2))
        assert jacques.score(table.state) == 4 * 10

    def test_needs_the_cards_that_were_shown(self) -> None:
        state = turns(with_him("hard"), 2).state
        with pytest.raises(ValueError, match="no order of a1,a2"):
            jacques.close_round(state, CARDS, ["a1", "a3"])

    @pytest.mark.fact("U223", "U228")
    def test_of_the_worked_examples(self) -> None:
        assert jacques.worth((5, 5, 5, 10, 10), ended=True) == 50  # U-X4
        assert jacques.worth((5, 5, 10, 10, 10), ended=False) == 40  # U-X15

    def test_of_a_round_without_a_card_changes_nothing(self) -> None:
        assert jacques.close_round(with_him().state, CARDS) == ()


class TestCounters:
    @pytest.mark.fact("U215", "U219")
    def test_of_quests_and_points_go_up_and_down(self) -> None:
        table = with_him()
        table.does(jacques.count(table.state, "quests", 2)).does(jacques.count(table.state, "points", 31))
        table.does(jacques.count(table.state, "quests", -1))
        assert (table.state["jacques:quests"], jacques.score(table.state)) == (1, 31)
        assert table.undo_all() == State({"round": 1})

    def test_are_these_two_and_never_below_0(self) -> None:
        state = with_him().state
        assert refusal(lambda: jacques.count(state, "ended", 1)) == "no_such_counter"
        assert refusal(lambda: jacques.count(state, "quests", -1)) == "counter_below_zero"


class TestByHand:
    def test_shows_what_was_typed(self) -> None:
        table = types(with_him(by_hand=True), " A3 b2")
        assert jacques.told(table.state, CARDS) == "X2"
        assert table.state["jacques:known"] == "a3,b2"
        assert table.state["jacques:deck"] == "?,?,?,?,?"

    @pytest.mark.parametrize(
        ("typed", "code"),
        [
            ("", "card_missing"),
            ("  ", "card_missing"),
            ("b9", "no_such_card_of_his"),
            ("c1", "no_such_card_of_his"),
            ("a1", "card_already_shown"),
        ],
    )
    def test_refuses_what_can_be_no_card(self, typed: str, code: str) -> None:
        state = types(with_him(by_hand=True), "a1 b1").state
        assert refusal(lambda: jacques.reveal(state, CARDS, typed)) == code
        assert refusal(lambda: jacques.reveal(state, CARDS, typed, anyway=True)) == code

    @pytest.mark.fact("U203", "U206")
    def test_refuses_one_more_of_a_kind_than_the_level_has(self) -> None:
        simple = with_him("simple", by_hand=True).state
        assert refusal(lambda: jacques.reveal(simple, CARDS, "b1")) == "card_not_in_his_deck"
        state = types(with_him("very_hard", by_hand=True), "a1 a2").state
        assert refusal(lambda: jacques.reveal(state, CARDS, "a3")) == "card_not_in_his_deck"
        assert jacques.reveal(state, CARDS, "b1")
        assert jacques.reveal(state, CARDS, "a3", anyway=True)

    @pytest.mark.fact("U229")
    def test_knows_that_shown_cards_lie_under_those_that_nobody_saw(self) -> None:
        table = closes(types(with_him(by_hand=True), "a1 a2 b1 b2 b3")).into_round(2)
        assert table.state["jacques:deck"] == "?,?,?,?,?,?,?"
        assert refusal(lambda: jacques.reveal(table.state, CARDS, "a1")) == "card_lies_deeper"
        assert jacques.reveal(table.state, CARDS, "a1", anyway=True)
        types(table, "a5 b4 a1")
        assert jacques.told(table.state, CARDS) == "D11"

    def test_knows_his_deck_after_two_rounds(self) -> None:
        table = closes(types(with_him(by_hand=True), "a1 a2 b1 b2 b3")).into_round(2)
        closes(types(table, "a5 b4")).into_round(3)
        assert table.state["jacques:known"] == "a1,a2,a5,b1,b2,b3,b4"
        for missing in sorted(set(AREAS) - {"a1", "a2", "a5", "b1", "b2", "b3", "b4"}):
            assert refusal(lambda card=missing: jacques.reveal(table.state, CARDS, card)) == "card_not_in_his_deck"

    def test_stays_by_hand_when_all_seven_lie_open(self) -> None:
        table = closes(types(with_him("simple", by_hand=True), "a5 a4 a6 a1 a2 a3 a7"))
        assert table.state["jacques:deck"] == "?,?,?,?,?,?,?"

    def test_can_begin_in_the_middle_of_a_round(self) -> None:
        table = types(with_him("medium", 3, by_hand=True), "a1 a2 a4 a5 b1")
        assert table.state["jacques:left"] == 1
        table.does(jacques.count(table.state, "points", 90)).does(jacques.pass_turn(table.state))
        closes(table)
        assert jacques.score(table.state) == 90 + 30 + 15
        assert table.undo_all() == State({"round": 3})


class TestFinal:
    @pytest.mark.fact("U231", "U233")
    def test_gives_or_takes_five_for_each_of_the_two(self) -> None:
        assert jacques.final([1, -1, 0, 1], [-1, -1, 1, 1]) == (0, -10, 5, 10)  # U-X5 first, U-X6 third

    def test_compares_every_player_twice(self) -> None:
        with pytest.raises(ValueError, match="shorter"):
            jacques.final([1, 0], [1])
        with pytest.raises(ValueError, match="2"):
            jacques.final([2], [1])


def deck_of(state: State) -> list[str]:
    """All cards that the state holds, in no order."""
    held = (str(state[f"jacques:{part}"]) for part in ("deck", "shown") if state[f"jacques:{part}"])
    return sorted(card for part in held for card in part.split(","))


class TestWhateverHappens:
    @given(LEVELS, st.integers(0, 2**32), st.lists(st.sampled_from("rrrrpxcq"), max_size=40))
    def test_keeps_seven_cards_and_can_be_taken_back(self, level: str, chance: int, actions: list[str]) -> None:
        rng = Random(chance)
        table = Table()
        deck = jacques.prepare(level, CARDS, rng)
        table.does(jacques.begin(table.state, level, deck))
        for action in actions:
            before = jacques.score(table.state)
            happens(table, action, rng)
            assert deck_of(table.state) == sorted(deck)
            assert jacques.score(table.state) >= before
        assert table.undo_all() == table.start


def happens(table: Table, action: str, rng: Random) -> None:
    """One action of the group, if the rules allow it."""
    state = table.state
    ended, left = state["jacques:ended"] is not None, bool(state["jacques:left"])
    if action == "r" and not ended and not left:
        table.does(jacques.reveal(state, CARDS))
    elif action == "p" and not ended and left:
        table.does(jacques.pass_turn(state))
    elif action == "x" and not ended:
        table.does(jacques.player_ended(state))
    elif action == "c":
        shown = [card for card in str(state["jacques:shown"] or "").split(",") if card]
        table.does(jacques.close_round(state, CARDS, rng.sample(shown, len(shown))))
    else:
        table.does(jacques.count(state, "quests", 1))


def game(level: str, rng: Random, ends: set[int]) -> int:
    """His points if he ends each round himself; `ends` learns which card of a round showed it."""
    deck = jacques.prepare(level, CARDS, rng)
    state = apply(State(), jacques.begin(State(), level, deck))
    whole = sorted(deck)
    for running in (1, 2, 3, 4):
        state = State({**state.values, "round": running})
        while state["jacques:ended"] is None:
            state = apply(state, jacques.everybody_had_a_turn(state, CARDS))
            assert deck_of(state) == whole
        ends.add(jacques.area(state))
        shown = str(state["jacques:shown"]).split(",")
        state = apply(state, jacques.close_round(state, CARDS, rng.sample(shown, len(shown))))
        assert deck_of(state) == whole
    return jacques.score(state)


MEAN = {"simple": 186, "medium": 215, "hard": 240, "very_hard": 252}


class TestManyGames:
    @pytest.mark.fact("U222", "U224", "U228", "U229")
    @pytest.mark.parametrize("games", [2_000, pytest.param(20_000, marks=pytest.mark.long)])
    @pytest.mark.parametrize("level", list(MEAN))
    def test_end_by_card_five_to_seven_and_bring_him_the_expected_points(self, level: str, games: int) -> None:
        rng, ends = Random(f"{level} {games}"), set[int]()
        points = [game(level, rng, ends) for _game in range(games)]
        assert ends <= {5, 6, 7}
        assert abs(sum(points) / games - MEAN[level]) <= 2
