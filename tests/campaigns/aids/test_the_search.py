"""The Search: 22 clues, where they lie, what they fill, and how Luysa is found and freed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.aids import readings, the_search
from campaigns.aids.the_search import Colour
from campaigns.rules.changes import Change, apply, inverse
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State, Value
from tests.campaigns.aids.sea import after, refused, sea_desk

ELEVEN_SPACES = ["2", "3", "6", "8", "10", *map(str, range(14, 20))]


def searching(players: int = 3, greens: int = 4, reds: int = 2, **more: Value) -> State:
    """A search that has just begun; the game is in round 1 unless `round` says otherwise."""
    state = State({"round": 1} | more)
    return after(state, the_search.begin(state, players=players, greens=greens, reds=reds))


def agreed(state: State, reading: str, *, yes: bool = True) -> tuple[Change, ...]:
    """The table of The Rescue reads a question so; as many play as the state was begun with."""
    players = 4 if state["search:four_counts"] is not None else 1 if state["search:eleven"] is not None else 3
    return readings.agree(state, sea_desk("liberation", "search", players=players), "search", reading, yes)


def turned(state: State, *clues: tuple[str, str]) -> State:
    for space, colour in clues:
        state = after(state, the_search.turn_up(state, space, colour))
    return state


def clues_of(state: State) -> int:
    """All clues that the state knows of, counted from its subjects alone."""
    counted = ("clue:", "search:green", "search:red", "search:gone")
    fit = {"search:greens", "search:reds"}
    there = [v for s, v in state.values.items() if s.startswith(counted) and s not in fit]
    return sum(int(v or 0) for v in there) + (1 if state["search:covered"] else 0)


class TestSetUp:
    @pytest.mark.fact("U006", "U259")
    @pytest.mark.parametrize("players", [1, 3])
    def test_lays_two_clues_on_each_of_eleven_spaces(self, players: int) -> None:
        state = searching(players)
        assert the_search.left(state) == dict.fromkeys(ELEVEN_SPACES, 2)
        assert state["search:covered"] is None
        assert clues_of(state) == 22

    @pytest.mark.fact("U256", "U257", "U260")
    @pytest.mark.parametrize(("players", "covered"), [(2, "green"), (4, "red")])
    def test_covers_a_space_and_lays_one_clue_less_at_2(self, players: int, covered: str) -> None:
        state = searching(players)
        assert the_search.left(state) == dict.fromkeys(ELEVEN_SPACES, 2) | {"2": 1}
        assert sum(the_search.left(state).values()) == 21
        assert state["search:covered"] == covered
        assert clues_of(state) == 22

    @pytest.mark.parametrize(
        ("players", "greens", "reds", "code"),
        [
            (0, 4, 2, "no_such_number_of_players"),
            (5, 4, 2, "no_such_number_of_players"),
            (3, 0, 2, "spaces_missing"),
            (3, 4, 0, "spaces_missing"),
            (3, 23, 2, "spaces_missing"),
            (2, 1, 2, "spaces_missing"),
            (4, 4, 1, "spaces_missing"),
        ],
    )
    def test_refuses(self, players: int, greens: int, reds: int, code: str) -> None:
        assert refused(lambda: the_search.begin(State(), players=players, greens=greens, reds=reds)) == code

    def test_comes_once(self) -> None:
        assert refused(lambda: the_search.begin(searching(), players=3, greens=4, reds=2)) == "search_is_here"


class TestTurningUp:
    @pytest.mark.fact("U263", "U266")
    def test_lays_a_clue_on_a_space_of_its_colour(self) -> None:
        state = turned(searching(), ("2", "green"), ("2", "red"))
        assert "2" not in the_search.left(state)
        assert (state["search:green"], state["search:red"]) == (1, 1)

    @pytest.mark.parametrize(
        ("space", "colour", "code"),
        [
            ("4", "red", "no_clue_there"),
            ("x y", "red", "no_clue_there"),
            ("2", "blue", "no_such_colour"),
        ],
    )
    def test_refuses(self, space: str, colour: str, code: str) -> None:
        assert refused(lambda: the_search.turn_up(searching(), space, colour)) == code

    def test_needs_a_clue_that_is_still_there(self) -> None:
        state = turned(searching(), ("2", "green"), ("2", "green"))
        assert refused(lambda: the_search.turn_up(state, "2", "green")) == "no_clue_there"

    def test_needs_the_search(self) -> None:
        assert refused(lambda: the_search.turn_up(State(), "2", "red")) == "search_not_here"

    def test_ends_with_the_game(self) -> None:
        assert refused(lambda: the_search.turn_up(searching(round=5), "2", "red")) == "game_is_over"

    @pytest.mark.fact("U264")
    @pytest.mark.parametrize("colour", list(Colour))
    def test_stops_while_both_red_spaces_are_full(self, colour: str) -> None:
        state = turned(searching(), ("2", "red"), ("3", "red"))
        assert refused(lambda: the_search.turn_up(state, "6", colour)) == "red_spaces_are_full"

    @pytest.mark.fact("U257", "U258", "U366")
    def test_stops_with_four_players_at_the_first_red_clue(self) -> None:
        state = searching(4)
        assert the_search.card(state)[Colour.RED] == (0, 1)
        state = turned(state, ("3", "red"))
        assert refused(lambda: the_search.turn_up(state, "6", "green")) == "red_spaces_are_full"

    @pytest.mark.fact("U366")
    def test_stops_with_four_players_at_the_second_where_they_read_it_so(self) -> None:
        state = searching(4)
        state = turned(after(state, agreed(state, "four_counts", yes=False)), ("3", "red"), ("3", "red"))
        assert refused(lambda: the_search.turn_up(state, "6", "green")) == "red_spaces_are_full"

    def test_with_two_players_the_covered_green_space_blocks_no_red_one(self) -> None:
        assert the_search.card(searching(2)) == {Colour.GREEN: (0, 3), Colour.RED: (0, 2)}


class TestPaying:
    @pytest.mark.fact("U265")
    def test_takes_red_clues_off_for_good_and_the_search_goes_on(self) -> None:
        state = turned(searching(), ("2", "red"), ("3", "red"))
        state = after(state, the_search.pay_red(state, 2))
        assert (state["search:red"], state["search:gone"]) == (None, 2)
        assert turned(state, ("6", "red"))["search:red"] == 1

    @pytest.mark.fact("U258")
    def test_never_takes_the_one_that_covers_a_space(self) -> None:
        state = turned(searching(4), ("3", "red"))
        assert refused(lambda: the_search.pay_red(state, 2)) == "no_such_clues_on_the_card"
        state = after(state, the_search.pay_red(state))
        assert refused(lambda: the_search.pay_red(state)) == "no_such_clues_on_the_card"
        assert state["search:covered"] == "red"

    @pytest.mark.fact("U265")
    def test_may_take_green_ones_where_a_group_reads_it_so(self) -> None:
        state = turned(searching(), ("2", "green"))
        assert refused(lambda: the_search.pay_green(state)) == "green_stays"
        state = after(state, agreed(state, "green_pays"))
        assert after(state, the_search.pay_green(state))["search:gone"] == 1

    @pytest.mark.parametrize("many", [0, -1])
    def test_takes_one_at_least(self, many: int) -> None:
        assert refused(lambda: the_search.pay_red(searching(), many)) == "no_such_count"

    def test_needs_the_search(self) -> None:
        assert refused(lambda: the_search.pay_red(State())) == "search_not_here"


class TestFinding:
    @pytest.mark.fact("U267", "U268", "U269")
    def test_comes_with_the_last_green_space_and_clears_every_clue(self) -> None:
        state = turned(searching(), ("2", "green"), ("3", "red"), ("3", "green"), ("6", "green"), ("8", "green"))
        assert state["search:found"] == "8"
        assert the_search.left(state) == {}
        assert (state["search:green"], state["search:red"], state["search:gone"]) == (None, None, 22)

    @pytest.mark.fact("U258", "U267")
    @pytest.mark.parametrize(("players", "needed"), [(1, 4), (2, 3), (3, 4), (4, 4)])
    def test_needs_no_clue_on_the_space_that_is_covered(self, players: int, needed: int) -> None:
        state = searching(players)
        for taken, space in enumerate(["3", "6", "8", "10"][:needed], start=1):
            assert state["search:found"] is None
            state = turned(state, (space, "green"))
            assert (state["search:found"] == space) is (taken == needed)
        assert state["search:covered"] is None

    @pytest.mark.fact("U270")
    @pytest.mark.parametrize("last", ["green", "red"])
    def test_comes_alone_when_eleven_clues_are_left(self, last: str) -> None:
        state = searching(1, greens=11)
        for space in ELEVEN_SPACES[:10]:
            state = turned(state, (space, "green"))
        assert state["search:found"] is None
        assert sum(the_search.left(state).values()) == 12
        assert turned(state, ("19", last))["search:found"] == "19"

    @pytest.mark.fact("U270")
    def test_does_not_come_so_where_card_192_is_read_otherwise_or_with_more_players(self) -> None:
        alone = searching(1, greens=12)
        for state in (after(alone, agreed(alone, "eleven", yes=False)), searching(3, greens=12)):
            here = turned(state, *((space, "green") for space in ELEVEN_SPACES))
            assert here["search:found"] is None
            assert turned(here, ("2", "green"))["search:found"] == "2"

    def test_ends_the_search(self) -> None:
        state = turned(searching(greens=1), ("14", "green"))
        assert refused(lambda: the_search.turn_up(state, "15", "green")) == "already_found"
        assert refused(lambda: the_search.pay_red(state)) == "already_found"


def found(number: int) -> State:
    """Luysa was found at 14; it is now that round, 5 after the last."""
    state = turned(searching(greens=1), ("14", "green"))
    return after(state, [Change("round", 1, number)] if number != 1 else [])


class TestFreeing:
    @pytest.mark.fact("U271", "U273")
    @pytest.mark.parametrize("number", [1, 2, 3, 4])
    def test_by_combat_comes_before_the_game_ends_where_she_is(self, number: int) -> None:
        state = found(number)
        assert refused(lambda: the_search.free_luysa(state, "combat", ship="15")) == "ship_is_elsewhere"
        assert after(state, the_search.free_luysa(state, "combat", ship="14"))["search:freed"] == "combat"
        assert after(state, the_search.free_luysa(state, "combat"))["search:freed"] == "combat"

    def test_by_combat_is_over_with_the_game(self) -> None:
        assert refused(lambda: the_search.free_luysa(found(5), "combat", ship="14")) == "game_is_over"

    @pytest.mark.fact("U271", "U272")
    @pytest.mark.parametrize("number", [4, 5])
    def test_by_ransom_costs_one_player_15_doubloons_at_the_end(self, number: int) -> None:
        state = found(number)
        assert after(state, the_search.free_luysa(state, "ransom", doubloons=15))["search:freed"] == "ransom"
        assert refused(lambda: the_search.free_luysa(state, "ransom", doubloons=14)) == "ransom_too_small"

    @pytest.mark.fact("U271")
    def test_by_ransom_does_not_come_earlier(self) -> None:
        assert refused(lambda: the_search.free_luysa(found(3), "ransom")) == "ransom_at_the_end"

    def test_needs_her_found_and_captive(self) -> None:
        assert refused(lambda: the_search.free_luysa(State(), "combat")) == "search_not_here"
        assert refused(lambda: the_search.free_luysa(searching(), "combat")) == "not_found_yet"
        state = after(found(4), the_search.free_luysa(found(4), "combat"))
        assert refused(lambda: the_search.free_luysa(state, "ransom")) == "already_freed"
        assert refused(lambda: the_search.free_luysa(found(4), "prayer")) == "no_such_way"


def tap(state: State, dice: random.Random) -> tuple[Change, ...]:
    """Something that dice choose; nothing where the rules refuse it."""
    try:
        if dice.random() < 0.25:
            return the_search.pay_red(state, dice.randint(0, 2))
        return the_search.turn_up(state, dice.choice(ELEVEN_SPACES), dice.choice(list(Colour)))
    except Refusal:
        return ()


class TestConservation:
    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(
        players=st.integers(1, 4),
        greens=st.integers(2, 12),
        seed=st.integers(min_value=0),
        counts=st.booleans(),
    )
    def test_all_22_clues_stay_known_until_the_end(self, players: int, greens: int, seed: int, counts: bool) -> None:
        dice = random.Random(seed)
        state = searching(players, greens)
        if players == 4 and not counts:
            state = after(state, agreed(state, "four_counts", yes=False))
        for _ in range(40):
            state = after(state, tap(state, dice))
            assert clues_of(state) == 22
            if not state["search:found"]:
                sides = the_search.card(state)
                assert sides[Colour.RED].lying <= sides[Colour.RED].room
                assert sides[Colour.GREEN].lying < sides[Colour.GREEN].room

    def test_undone_to_the_end_nothing_is_left(self) -> None:
        dice, state = random.Random(5), State()
        done = [the_search.begin(state, players=2, greens=5, reds=2)]
        state = apply(state, done[0])
        while not state["search:found"]:
            done.append(tap(state, dice))
            state = apply(state, done[-1])
        for changes in reversed(done):
            state = apply(state, inverse(changes))
        assert dict(state.values) == {}
