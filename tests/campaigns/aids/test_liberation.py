"""Ownership markers: 13 of each nation, wherever they are; who frees them, and where they go."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.aids import liberation
from campaigns.aids.liberation import Module
from campaigns.rules.changes import apply, inverse
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State
from cards.board import Nation
from tests.campaigns.aids.sea import BOARD, EDGES, ENGLAND, FRANCE, NATIONS, SPAIN, after, at, of_unrest, refused

PLACES = BOARD.places()
THREE_PLAYERS = {"2": 1, "3": 1, "6": 1, "7": 1, "4": 2, "5": 2}
"""What the rulebook tells of cards 74, 185 and 193: French markers with three players (U094, U107)."""


def unrest(card: int = 79) -> State:
    return after(State(), liberation.begin(State(), of_unrest(card), NATIONS, unused_to_box=False))


def everywhere(state: State) -> Counter[str]:
    """All markers that a state knows of, by nation, counted from its subjects alone."""
    found: Counter[str] = Counter()
    for subject, value in state.values.items():
        if subject.startswith("square:"):
            found[str(value)] += 1
        elif subject.startswith(("marker:", "out:")):
            found[subject.split(":")[-1]] += int(value or 0)
    return found


class TestSetUp:
    @pytest.mark.fact("U066", "U067", "U068")
    def test_of_unrest_is_one_marker_on_each_of_2_to_19(self) -> None:
        board = liberation.held(unrest())
        assert board == liberation.held(unrest(184))
        assert list(board) == [str(space) for space in range(2, 20)]
        assert [board[str(space)] for space in range(2, 8)] == [{FRANCE: 1}] * 6
        assert [board[str(space)] for space in range(8, 14)] == [{SPAIN: 1}] * 6
        assert [board[str(space)] for space in range(14, 20)] == [{ENGLAND: 1}] * 6

    @pytest.mark.fact("U069")
    def test_of_unrest_puts_none_on_what_a_tile_brings(self) -> None:
        assert "9a" not in liberation.held(unrest())

    @pytest.mark.fact("U070")
    def test_of_unrest_leaves_seven_of_each_nation_aside(self) -> None:
        assert liberation.left(unrest()) == {FRANCE: 7, SPAIN: 7, ENGLAND: 7}

    @pytest.mark.fact("U091", "U092", "U094", "U107")
    def test_by_the_cards_table_puts_the_unused_into_the_box(self) -> None:
        state = after(State(), liberation.begin(State(), THREE_PLAYERS, NATIONS, unused_to_box=True))
        assert liberation.held(state)["4"] == {FRANCE: 2}
        assert sum(there[FRANCE] for there in liberation.held(state).values()) == 8
        assert state["out:france"] == 5
        assert state["out:spain"] == 13
        assert liberation.left(state) == {FRANCE: 0, SPAIN: 0, ENGLAND: 0}

    @pytest.mark.fact("U359")
    def test_may_leave_them_aside_where_a_group_reads_card_193_so(self) -> None:
        state = after(State(), liberation.begin(State(), THREE_PLAYERS, NATIONS, unused_to_box=False))
        assert liberation.left(state) == {FRANCE: 5, SPAIN: 13, ENGLAND: 13}

    def test_passes_over_a_row_that_says_none(self) -> None:
        state = after(State(), liberation.begin(State(), {"2": 0}, NATIONS, unused_to_box=False))
        assert liberation.laid_out(state)
        assert liberation.held(state) == {}

    @pytest.mark.parametrize(
        ("markers", "code"),
        [
            ({"1": 1}, "no_nation_there"),
            ({"2": -1}, "no_such_count"),
            ({"2": 9, "3": 5}, "too_few_markers"),
        ],
    )
    def test_refuses(self, markers: dict[str, int], code: str) -> None:
        assert refused(lambda: liberation.begin(State(), markers, NATIONS, unused_to_box=True)) == code

    def test_may_lay_out_all_thirteen_of_a_nation(self) -> None:
        state = after(State(), liberation.begin(State(), {"4": 9, "5": 4}, NATIONS, unused_to_box=True))
        assert state["out:france"] is None

    def test_knows_three_nations(self) -> None:
        assert (
            refused(lambda: liberation.begin(State(), {"2": 1}, {"2": "dutch"}, unused_to_box=True)) == "no_such_nation"
        )

    def test_comes_once(self) -> None:
        again = refused(lambda: liberation.begin(unrest(), of_unrest(79), NATIONS, unused_to_box=False))
        assert again == "markers_are_laid_out"


class TestFreeing:
    @pytest.mark.fact("U161", "U168")
    def test_out_of_the_game(self) -> None:
        state = after(unrest(), liberation.free(unrest(), "14", "england", "out"))
        assert "14" not in liberation.held(state)
        assert state["out:england"] == 1
        assert liberation.left(state)[ENGLAND] == 7

    @pytest.mark.fact("U161", "U188", "U192", "U245")
    def test_onto_a_square(self) -> None:
        state = after(unrest(), liberation.free(unrest(), "14", "england", "square:1:3"))
        assert state["square:1:3"] == "england"
        assert state["out:england"] is None
        assert liberation.left(state)[ENGLAND] == 7

    def test_back_to_the_supply(self) -> None:
        state = after(unrest(), liberation.free(unrest(), "14", "england", "supply"))
        assert liberation.left(state)[ENGLAND] == 8

    def test_leaves_the_others_of_a_city(self) -> None:
        state = at(marker__4__france=2, marker__4__spain=1)
        assert liberation.held(after(state, liberation.free(state, "4", "france", "out"))) == {
            "4": {FRANCE: 1, SPAIN: 1}
        }

    @pytest.mark.fact("U163")
    def test_what_take_removes_never_goes_on_a_tile(self) -> None:
        assert (
            refused(lambda: liberation.free(unrest(), "2", "france", "square:0:1", taken=True)) == "taken_markers_leave"
        )
        assert after(unrest(), liberation.free(unrest(), "2", "france", "out", taken=True))["out:france"] == 1

    @pytest.mark.parametrize(
        ("space", "nation", "to", "code"),
        [
            ("2", "spain", "out", "no_marker_there"),
            ("9a", "spain", "out", "no_marker_there"),
            ("not a space", "spain", "out", "no_marker_there"),
            ("2", "dutch", "out", "no_such_nation"),
            ("2", "france", "", "no_such_goal"),
            ("2", "france", "bag", "no_such_goal"),
            ("2", "france", "square", "no_such_goal"),
            ("2", "france", "square:0", "no_such_goal"),
            ("2", "france", "square:0:1:1", "no_such_goal"),
            ("2", "france", "square:-1:1", "no_such_goal"),
            ("2", "france", "square:0:" + "1" * 5000, "no_such_goal"),
            ("2", "france", "square:4:1", "no_such_player"),
            ("2", "france", "square:0:5", "no_such_square"),
            ("2", "france", "square:0:0", "no_such_square"),
        ],
    )
    def test_refuses(self, space: str, nation: str, to: str, code: str) -> None:
        assert refused(lambda: liberation.free(unrest(), space, nation, to)) == code

    @pytest.mark.fact("U164", "U165")
    def test_refuses_a_square_beside_its_nation(self) -> None:
        state = after(unrest(), liberation.free(unrest(), "2", "france", "square:0:1"))
        assert refused(lambda: liberation.free(state, "3", "france", "square:0:2")) == "same_nation_beside"
        assert refused(lambda: liberation.free(state, "8", "spain", "square:0:1")) == "square_is_taken"
        assert refused(lambda: liberation.free(state, "3", "france", "square:0:4", ring=True)) == "same_nation_beside"
        assert after(state, liberation.free(state, "3", "france", "square:0:4"))["square:0:4"] == "france"

    @pytest.mark.fact("U166")
    def test_the_fourth_takes_all_four_out_of_the_game(self) -> None:
        state = at(square__0__1="france", square__0__2="spain", square__0__3="france", marker__9__spain=1, out__spain=2)
        full = after(state, liberation.free(state, "9", "spain", "square:0:4"))
        assert dict(full.values) == {"out:spain": 4, "out:france": 2}


class TestPlacing:
    @pytest.mark.fact("U249")
    @pytest.mark.parametrize("told", [False, True])
    def test_happens_in_liberation_only_when_the_scenario_tells(self, told: bool) -> None:
        def put() -> State:
            return after(
                unrest(),
                liberation.put(unrest(), "9a", "spain", module=Module.LIBERATION, places=("9a",), told=told),
            )

        if told:
            assert liberation.held(put())["9a"] == {SPAIN: 1}
        else:
            assert refused(put) == "markers_are_not_placed"

    def test_is_nothing_that_liberation_does_by_itself(self) -> None:
        act = refused(lambda: liberation.put(unrest(), "2", "france", module=Module.LIBERATION, places=PLACES))
        assert act == "markers_are_not_placed"

    @pytest.mark.fact("U071", "U361")
    def test_takes_unrests_markers_from_those_set_aside(self) -> None:
        state = at(marker__8__spain=12)
        put = after(state, liberation.put(state, "8", "spain", module=Module.LIBERATION, places=PLACES, told=True))
        assert liberation.held(put) == {"8": {SPAIN: 13}}

    @pytest.mark.parametrize(
        "state", [at(marker__8__spain=13), at(out__spain=13), at(marker__2__spain=6, out__spain=7)]
    )
    def test_needs_a_marker_in_the_supply(self, state: State) -> None:
        act = refused(lambda: liberation.put(state, "9", "spain", module=Module.BASE, places=PLACES))
        assert act == "no_marker_left"

    @pytest.mark.fact("U177")
    @pytest.mark.parametrize("module", [Module.BASE, Module.UPRISING])
    def test_follows_the_base_rules_elsewhere(self, module: Module) -> None:
        state = after(State(), liberation.put(State(), "1", "france", module=module, places=PLACES))
        assert liberation.held(state) == {"1": {FRANCE: 1}}
        assert liberation.left(state)[FRANCE] == 12

    @pytest.mark.parametrize(
        ("space", "nation", "code"), [("20", "spain", "no_such_place"), ("2", "x", "no_such_nation")]
    )
    def test_refuses(self, space: str, nation: str, code: str) -> None:
        assert refused(lambda: liberation.put(State(), space, nation, module=Module.BASE, places=PLACES)) == code


class TestGivingBack:
    @pytest.mark.fact("U304")
    def test_takes_a_marker_that_is_out_of_the_game(self) -> None:
        state = at(out__spain=1)
        assert dict(after(state, liberation.give_back(state, "spain", module=Module.UPRISING)).values) == {}
        assert refused(lambda: liberation.give_back(state, "france", module=Module.BASE)) == "no_marker_out"

    @pytest.mark.fact("U305")
    def test_may_take_one_of_a_resistance_tile(self) -> None:
        state = at(square__0__2="spain", out__france=1)
        back = after(state, liberation.give_back(state, "spain", module=Module.UPRISING, source="square:0:2"))
        assert liberation.left(back)[SPAIN] == 13

    @pytest.mark.parametrize(
        ("source", "code"),
        [("square:0:1", "no_marker_out"), ("square:9:1", "no_such_player"), ("tile", "no_such_goal")],
    )
    def test_needs_the_marker_where_it_comes_from(self, source: str, code: str) -> None:
        state = at(square__0__2="spain")
        act = refused(lambda: liberation.give_back(state, "spain", module=Module.UPRISING, source=source))
        assert act == code

    @pytest.mark.fact("U305")
    def test_costs_the_card_in_liberation(self) -> None:
        act = refused(lambda: liberation.give_back(at(out__spain=1), "spain", module=Module.LIBERATION))
        assert act == "card_leaves_instead"


class TestWhatLies:
    def test_stands_in_the_order_of_the_board(self) -> None:
        state = at(
            marker__10__spain=1, marker__9a__spain=1, marker__9__spain=1, marker__2__spain=1, marker__2__france=1
        )
        assert list(liberation.held(state)) == ["2", "9", "9a", "10"]
        assert list(liberation.held(state)["2"]) == [FRANCE, SPAIN]

    def test_is_thirteen_of_each_nation_at_first(self) -> None:
        assert liberation.left(State()) == {FRANCE: 13, SPAIN: 13, ENGLAND: 13}

    @pytest.mark.fact("U178", "U241")
    def test_tells_who_has_fewest_and_most(self) -> None:
        state = at(marker__4__france=2, marker__8__spain=1, marker__14__england=1, marker__15__england=1)
        assert liberation.fewest_most(state) == ((SPAIN,), (FRANCE, ENGLAND))
        assert liberation.fewest_most(State()) == (tuple(Nation), tuple(Nation))

    @pytest.mark.fact("U137", "U138")
    def test_tells_who_controls_fewest_locations(self) -> None:
        state = at(marker__4__france=2, marker__8__spain=1, marker__14__england=1, marker__15__england=1)
        assert liberation.fewest_most(state, locations=True) == ((FRANCE, SPAIN), (ENGLAND,))

    @pytest.mark.fact("U193", "U194", "U195")
    def test_tells_which_neighbours_hold_a_marker(self) -> None:
        """The rulebook's location 2 has the neighbours 1, 3 and 5."""
        state = at(marker__1__spain=1, marker__2__england=1, marker__5__france=1, marker__4__france=1)
        assert liberation.neighbours_held(state, "2", EDGES) == ("1", "5")

    def test_joins_what_a_tile_joins_while_it_lies(self) -> None:
        state = at(marker__13__spain=1)
        assert liberation.neighbours_held(state, "2", EDGES) == ()
        assert liberation.neighbours_held(state, "2", EDGES, ["L36"]) == ("13",)


def step(state: State, dice: random.Random) -> State:
    """One action that dice choose, also ones that are refused."""
    space, nation = dice.choice(PLACES), dice.choice([n.value for n in Nation])
    to = dice.choice(["out", "supply", f"square:{dice.randrange(4)}:{dice.randint(1, 4)}"])
    ring = dice.random() < 0.5
    acts = [
        lambda: liberation.free(state, space, nation, to, ring=ring),
        lambda: liberation.free(state, space, nation, to, taken=True),
        lambda: liberation.put(state, space, nation, module=Module.BASE, places=PLACES),
        lambda: liberation.give_back(state, nation, module=Module.BASE, source=to),
    ]
    try:
        return after(state, dice.choice(acts)())
    except Refusal:
        return state


class TestConservation:
    @settings(max_examples=150, deadline=None, derandomize=True)
    @given(st.integers(min_value=0), st.booleans(), st.integers(min_value=1, max_value=60))
    def test_every_nation_has_thirteen_markers_whatever_happens(self, seed: int, box: bool, steps: int) -> None:
        dice = random.Random(seed)
        state = after(State(), liberation.begin(State(), of_unrest(79), NATIONS, unused_to_box=box))
        for _ in range(steps):
            state = step(state, dice)
            known, supply = everywhere(state), liberation.left(state)
            assert all(known[nation] + supply[nation] == 13 and supply[nation] >= 0 for nation in Nation)
            for place in range(4):
                assert not all(state[f"square:{place}:{square}"] for square in range(1, 5))

    def test_undone_to_the_end_nothing_is_left(self) -> None:
        dice, state = random.Random(7), State()
        done = [liberation.begin(state, of_unrest(79), NATIONS, unused_to_box=True)]
        state = apply(state, done[0])
        for space, nation in NATIONS.items():
            done.append(liberation.free(state, space, nation, dice.choice(["out", "supply"])))
            state = apply(state, done[-1])
        assert liberation.held(state) == {}
        for changes in reversed(done):
            state = apply(state, inverse(changes))
        assert dict(state.values) == {}
