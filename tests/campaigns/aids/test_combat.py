"""What a fight against a nation can do, costs and gives, by the module of the evening."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.aids import combat
from campaigns.aids.combat import Act, Board, Combat
from campaigns.aids.liberation import Module
from campaigns.rules.state import State
from cards.board import LocationKind, Nation
from tests.campaigns.aids.sea import BOARD, EDGES, ENGLAND, FRANCE, LOCATIONS, SPAIN, at, refused

if TYPE_CHECKING:
    from campaigns.aids.combat import Option

WITH_L1 = Board(LOCATIONS, EDGES, frozenset({"L1", "L4"}))
UPRISING = Combat(Module.UPRISING, "france", 20)
LIBERATION = Combat(Module.LIBERATION, "france", 20)
SEA = at(
    marker__2__france=1,
    marker__3__spain=1,
    marker__4__france=2,
    marker__5__england=1,
    marker__6__france=1,
    marker__11__spain=1,
    marker__14__france=1,
    marker__17__france=1,
)
"""Cities 4, 5, 11 and 14 are occupied; 17 is a village while L1 does not lie there."""


def options(state: State, fight: Combat, board: Board = BOARD) -> dict[Act, Option]:
    return {option.act: option for option in combat.actions(state, fight, board)}


def spaces(option: Option) -> list[str]:
    return [target.space for target in option.targets]


class TestTheBoard:
    def test_has_a_city_at_17_with_l1(self) -> None:
        assert BOARD.kind("17") is LocationKind.VILLAGE
        assert WITH_L1.kind("17") is LocationKind.CITY

    def test_has_what_a_tile_brings_while_it_lies(self) -> None:
        assert BOARD.kind("9a") is None
        assert WITH_L1.kind("9a") is LocationKind.CITY
        assert BOARD.kind("99") is None

    def test_has_markers_on_villages_and_cities_only(self) -> None:
        assert set(BOARD.places()) == {str(space) for space in range(1, 20)}
        assert set(WITH_L1.places()) == {*map(str, range(1, 20)), "9a"}


class TestTheValue:
    @pytest.mark.fact("U181")
    def test_rises_by_one_for_each_worker_and_each_combat_point(self) -> None:
        assert combat.value(5) == 5
        assert combat.value(5, workers=2, points=3) == 10

    @pytest.mark.parametrize("wrong", [{"token": -1}, {"token": 1, "workers": -1}, {"token": 1, "points": -1}])
    def test_is_made_of_what_can_be(self, wrong: dict[str, int]) -> None:
        assert refused(lambda: combat.value(**wrong)) == "no_such_count"


class TestTheBaseRules:
    def test_are_not_worked_out(self) -> None:
        assert combat.actions(SEA, Combat(Module.BASE, "france", 20), BOARD) == ()

    @pytest.mark.fact("U177")
    def test_hold_when_uprising_fights_for_the_nation(self) -> None:
        assert combat.actions(SEA, replace(UPRISING, against=False), BOARD) == ()


class TestUprising:
    @pytest.mark.fact("U179", "U180", "U182", "U363")
    def test_knows_two_actions_once_each(self) -> None:
        assert list(options(SEA, replace(UPRISING, upgraded=True, port="france"))) == [Act.CITY, Act.VILLAGE]
        assert refused(lambda: combat.cost(Module.UPRISING, [Act.MORE_CITY])) == "no_such_action"
        assert refused(lambda: combat.cost(Module.UPRISING, [Act.CITY, Act.CITY])) == "already_done"
        assert combat.cost(Module.UPRISING, [Act.CITY, Act.VILLAGE]) == 10

    @pytest.mark.fact("U185", "U186", "U187", "U190")
    def test_frees_a_city_for_3_doubloons_and_a_point_for_each_occupied_city(self) -> None:
        """The rulebook's example: a French marker leaves Cartagena (14); here four cities were occupied before."""
        left, got = combat.use(SEA, replace(UPRISING, value=7), Act.CITY, BOARD, "14")
        assert left.value - 7 == -6
        assert got.gain == (3, 4)
        assert got.because == ("4", "5", "11", "14")

    @pytest.mark.fact("U186")
    def test_may_pay_the_doubloons_for_each_occupied_city(self) -> None:
        option = options(SEA, replace(UPRISING, doubloons_each=True))[Act.CITY]
        assert {target.gain for target in option.targets} == {(12, 4)}

    def test_counts_a_city_that_a_tile_makes(self) -> None:
        option = options(SEA, UPRISING, WITH_L1)[Act.CITY]
        assert spaces(option) == ["4", "14", "17"]
        assert {target.gain for target in option.targets} == {(3, 5)}

    @pytest.mark.fact("U187", "U189", "U192")
    def test_frees_only_markers_of_the_nation_it_fights(self) -> None:
        found = options(SEA, replace(UPRISING, any_nation=True))
        assert spaces(found[Act.CITY]) == ["4", "14"]
        assert spaces(found[Act.VILLAGE]) == ["2", "6", "17"]
        hindered = options(at(marker__4__spain=1), UPRISING)
        assert {option.hindered for option in hindered.values()} == {"no_marker_to_free"}

    @pytest.mark.fact("U191", "U193", "U194", "U195")
    def test_frees_a_village_for_3_points_for_each_marked_neighbour(self) -> None:
        """The rulebook's example: an English marker leaves 2, and two of 1, 3 and 5 hold markers."""
        state = at(marker__2__england=1, marker__3__spain=1, marker__5__england=1, marker__6__spain=1)
        left, got = combat.use(state, replace(UPRISING, nation="england", value=4), Act.VILLAGE, BOARD, "2")
        assert left.value == 0
        assert got.gain == (0, 6)
        assert got.because == ("3", "5")

    def test_shows_no_flag(self) -> None:
        assert not any(option.flag for option in combat.actions(SEA, UPRISING, BOARD))


class TestLiberation:
    @pytest.mark.fact("U244", "U246", "U363")
    def test_frees_a_city_for_5_and_a_village_for_3_and_pays_by_the_flag_only(self) -> None:
        found = options(SEA, LIBERATION)
        assert {act: option.cost for act, option in found.items()} == {Act.CITY: 5, Act.VILLAGE: 3}
        assert {act: option.flag for act, option in found.items()} == {Act.CITY: True, Act.VILLAGE: False}
        assert {target.gain for option in found.values() for target in option.targets} == {(0, 0)}
        assert spaces(found[Act.CITY]) == ["4", "14"]

    @pytest.mark.fact("U245")
    def test_may_free_anybodys_marker(self) -> None:
        found = options(SEA, replace(LIBERATION, any_nation=True))
        assert spaces(found[Act.CITY]) == ["4", "5", "11", "14"]
        assert spaces(found[Act.VILLAGE]) == ["2", "3", "6", "17"]

    @pytest.mark.fact("U247", "U248")
    def test_has_one_more_with_the_upgrade(self) -> None:
        fight = replace(LIBERATION, upgraded=True)
        found = options(SEA, fight)
        assert (found[Act.MORE_CITY].cost, found[Act.MORE_VILLAGE].cost) == (3, 2)
        assert found[Act.MORE_CITY].flag
        assert combat.cost(Module.LIBERATION, [Act.CITY, Act.VILLAGE, Act.MORE_CITY]) == 11
        assert combat.cost(Module.LIBERATION, [Act.CITY, Act.VILLAGE, Act.MORE_VILLAGE]) == 10
        both = [Act.MORE_CITY, Act.MORE_VILLAGE]
        assert refused(lambda: combat.cost(Module.LIBERATION, both)) == "already_done"
        then, _ = combat.use(SEA, fight, Act.MORE_CITY, BOARD, "14")
        assert options(SEA, then)[Act.MORE_VILLAGE].hindered == "already_done"
        assert options(SEA, then)[Act.CITY].hindered == ""

    @pytest.mark.fact("U243", "U248")
    def test_holds_a_city_and_a_village_once_each(self) -> None:
        then, _ = combat.use(SEA, LIBERATION, Act.CITY, BOARD, "4")
        then, _ = combat.use(SEA, then, Act.VILLAGE, BOARD, "6")
        assert then.value == 12
        assert refused(lambda: combat.use(SEA, then, Act.CITY, BOARD, "14")) == "already_done"
        assert refused(lambda: combat.use(SEA, then, Act.VILLAGE, BOARD, "2")) == "already_done"

    @pytest.mark.fact("U139", "U251", "U364")
    def test_keeps_the_home_ports_action_against_its_nation(self) -> None:
        """The rulebook's reckoning: 2 of the value for 4 doubloons and 2 points in place of an influence."""
        left, got = combat.use(SEA, replace(LIBERATION, value=2, port="france"), Act.HOME_PORT, BOARD)
        assert left.value - 2 == -2
        assert got.gain == (4, 2)
        assert Act.HOME_PORT not in options(SEA, replace(LIBERATION, port="spain"))


class TestUse:
    def test_needs_value_enough(self) -> None:
        assert refused(lambda: combat.use(SEA, replace(LIBERATION, value=4), Act.CITY, BOARD, "4")) == "value_too_low"

    def test_needs_a_marker_there(self) -> None:
        assert refused(lambda: combat.use(SEA, LIBERATION, Act.CITY, BOARD, "5")) == "no_marker_there"
        assert refused(lambda: combat.use(State(), LIBERATION, Act.CITY, BOARD, "5")) == "no_marker_to_free"

    def test_needs_an_action_of_the_evening(self) -> None:
        assert refused(lambda: combat.use(SEA, LIBERATION, Act.MORE_CITY, BOARD, "4")) == "no_such_action"
        assert refused(lambda: combat.use(SEA, UPRISING, Act.HOME_PORT, BOARD)) == "no_such_action"

    def test_needs_a_nation(self) -> None:
        assert refused(lambda: combat.actions(SEA, replace(UPRISING, nation="dutch"), BOARD)) == "no_such_nation"

    @settings(max_examples=200, deadline=None, derandomize=True)
    @given(
        module=st.sampled_from(Module),
        nation=st.sampled_from(Nation),
        value=st.integers(0, 20),
        upgraded=st.booleans(),
        port=st.sampled_from(["", *Nation]),
        picks=st.lists(st.sampled_from(Act), max_size=8),
        markers=st.dictionaries(st.sampled_from(BOARD.places()), st.sampled_from(Nation), max_size=19),
    )
    def test_never_spends_more_than_there_is(
        self,
        module: Module,
        nation: Nation,
        value: int,
        upgraded: bool,
        port: str,
        picks: list[Act],
        markers: dict[str, Nation],
    ) -> None:
        state = State({f"marker:{space}:{whose}": 1 for space, whose in markers.items()})
        fight = Combat(module, nation.value, value, upgraded=upgraded, port=port)
        for act in picks:
            option = options(state, fight).get(act)
            if option is None or option.hindered:
                continue
            fight, target = combat.use(state, fight, act, BOARD, option.targets[0].space)
            assert target.gain.doubloons >= 0
            assert target.gain.points >= 0
        assert value - fight.value == combat.cost(module, fight.done)
        assert fight.value >= 0


class TestInfluence:
    @pytest.mark.fact("U126", "U183", "U253", "U362")
    @pytest.mark.parametrize(("influence", "points"), [(0, 0), (1, 2), (3, 6), (-1, -2), (-2, -4)])
    def test_becomes_two_points_each(self, influence: int, points: int) -> None:
        assert combat.points_instead(influence) == points

    @pytest.mark.parametrize(("influence", "points"), [(0, 0), (1, 2), (3, 2), (-2, -2)])
    def test_may_be_read_as_two_points_in_all(self, influence: int, points: int) -> None:
        assert combat.points_instead(influence, each=False) == points


class TestTheVillageAction:
    @pytest.mark.fact("U170")
    def test_frees_a_marker_of_any_nation_for_three_combat_points(self) -> None:
        assert combat.village_action(at(marker__2__spain=1, marker__2__england=1), "2", 3, BOARD) == (SPAIN, ENGLAND)
        assert combat.village_action(SEA, "6", 9, BOARD) == (FRANCE,)
        assert refused(lambda: combat.village_action(SEA, "6", 2, BOARD)) == "too_few_combat_points"

    @pytest.mark.fact("U171")
    def test_does_not_work_in_a_city(self) -> None:
        assert refused(lambda: combat.village_action(SEA, "4", 9, BOARD)) == "only_in_a_village"
        assert combat.village_action(SEA, "17", 9, BOARD) == (FRANCE,)
        assert refused(lambda: combat.village_action(SEA, "17", 9, WITH_L1)) == "only_in_a_village"

    def test_needs_a_marker(self) -> None:
        assert refused(lambda: combat.village_action(SEA, "7", 9, BOARD)) == "no_marker_to_free"
