"""The worked examples of the rulebook, each through the whole of an aid.

Three have no number that an aid works out (the Dutch city, Own Monument, an empty village):
`tests/scenarios/test_told_rules.py` shows that the look-up tells them.
"""

from __future__ import annotations

import pytest

from campaigns.aids import combat, jacques, jean, resistance, the_search, verdict
from campaigns.aids.combat import Act, Combat
from campaigns.aids.liberation import Module
from campaigns.aids.verdict import Left, Luysa, Seat
from campaigns.rules.changes import apply
from campaigns.rules.state import State
from tests.campaigns.aids.automa import CARDS
from tests.campaigns.aids.sea import BOARD, after, at


class TestUprising:
    @pytest.mark.fact("U193", "U195")
    def test_a_village_with_two_marked_neighbours_scores_six(self) -> None:
        state = at(marker__2__england=1, marker__3__france=1, marker__5__spain=1)
        _left, got = combat.use(state, Combat(Module.UPRISING, "england", 4), Act.VILLAGE, BOARD, "2")
        assert (got.gain.points, got.gain.doubloons) == (6, 0)

    @pytest.mark.fact("U185", "U186", "U190")
    def test_a_city_where_four_were_occupied_brings_3_doubloons_and_4_points_for_6(self) -> None:
        state = at(marker__14__france=1, marker__4__spain=1, marker__5__spain=1, marker__11__england=1)
        left, got = combat.use(state, Combat(Module.UPRISING, "france", 6), Act.CITY, BOARD, "14")
        assert (left.value - 6, got.gain.doubloons, got.gain.points) == (-6, 3, 4)

    @pytest.mark.fact("U166")
    def test_a_full_tile_with_five_combat_tokens_brings_3_doubloons_and_5_points(self) -> None:
        assert resistance.full(5) == (3, 5)


class TestLiberation:
    @pytest.mark.fact("U244", "U247", "U248")
    @pytest.mark.parametrize(("upgrade", "lowered"), [(Act.MORE_CITY, -11), (Act.MORE_VILLAGE, -10)])
    def test_a_city_a_village_and_the_upgrade_lower_the_value_by_eleven_or_ten(
        self, upgrade: Act, lowered: int
    ) -> None:
        state = at(marker__4__france=1, marker__5__france=1, marker__2__france=1, marker__3__france=1)
        fight = Combat(Module.LIBERATION, "france", 11, upgraded=True)
        spaces = {Act.CITY: "4", Act.VILLAGE: "2", Act.MORE_CITY: "5", Act.MORE_VILLAGE: "3"}
        for act in (Act.CITY, Act.VILLAGE, upgrade):
            fight, _got = combat.use(state, fight, act, BOARD, spaces[act])
        assert fight.value - 11 == lowered
        assert combat.cost(Module.LIBERATION, fight.done) == -lowered

    @pytest.mark.fact("U251", "U362", "U364")
    def test_a_home_port_s_action_costs_2_for_4_doubloons_and_2_points(self) -> None:
        fight = Combat(Module.LIBERATION, "spain", 2, port="spain")
        left, got = combat.use(State(), fight, Act.HOME_PORT, BOARD)
        assert (left.value - 2, got.gain.doubloons, got.gain.points) == (-2, 4, 2)


class TestJacques:
    @pytest.mark.fact("U223", "U228")
    @pytest.mark.parametrize(
        ("cards", "ended", "points"), [("a1,a2,a3,b3,b4", True, 50), ("a1,a2,b3,b4,b2", False, 40)]
    )
    def test_a_round_of_five_cards_brings_their_points_and_15_if_he_ended_it(
        self, cards: str, ended: bool, points: int
    ) -> None:
        state = State({"round": 2, "jacques:level": "medium", "jacques:shown": cards, "jacques:ended": ended})
        closed = apply(state, jacques.close_round(state, CARDS, cards.split(",")))
        assert jacques.score(closed) == points

    @pytest.mark.fact("U231", "U233")
    @pytest.mark.parametrize(("explorer", "quests", "points"), [(1, -1, 0), (0, 1, 5)])
    def test_an_explorer_ahead_and_fewer_quests_make_0_level_and_more_5(
        self, explorer: int, quests: int, points: int
    ) -> None:
        assert jacques.final([explorer], [quests]) == (points,)
        assert Seat(100, explorer, quests).final == 100 + points


class TestJean:
    @pytest.mark.fact("U324", "U325")
    def test_four_demanded_and_one_paid_bring_him_nine(self) -> None:
        state = State({"round": 3, "jean:level": "5", "jean:deck": "b7"})
        state = apply(state, jean.reveal(state, CARDS))
        assert jean.demand(CARDS["jean_b7"], 3) == 4
        assert jean.score(apply(state, jean.pay(state, CARDS, 1))) == 9


class TestTogether:
    @pytest.mark.fact("U101")
    def test_no_marker_is_left_but_one_of_three_is_not_ahead(self) -> None:
        seats = [Seat(151), Seat(151), Seat(150)]
        assert not verdict.together(seats, 150, verdict.markers_on_board(State())).won
        assert verdict.together(seats[:2], 150, []).won

    @pytest.mark.fact("U114", "U115")
    def test_no_marker_is_left_and_all_are_ahead_but_luysa_is_not_free(self) -> None:
        assert not verdict.together([Seat(151)], 150, [], verdict.luysa(State({"search:found": "14"}))).won
        assert verdict.together([Seat(151)], 150, [], Luysa.FREED).won
        assert not verdict.together([Seat(151)], 150, [Left("2", "spain", 1)], Luysa.FREED).won


class TestTheSearch:
    @pytest.mark.fact("U006", "U257", "U260")
    def test_21_clues_lie_on_the_board_with_four_players(self) -> None:
        state = after(State(), the_search.begin(State(), players=4, greens=5, reds=2))
        assert sum(the_search.left(state).values()) == 21
