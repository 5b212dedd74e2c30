"""How a table reads what the rules leave open: who is asked, what it changes, what the next game takes over."""

from __future__ import annotations

import pytest

from campaigns.aids import deeds, readings, resistance
from campaigns.aids.combat import Act
from campaigns.aids.fight import fight
from campaigns.rules.state import State
from tests.campaigns.aids.sea import after, at, refused, sea_desk

UPRISING = sea_desk("uprising", "resistance_tiles")
LIBERATION = sea_desk("liberation", "resistance_tiles")


BEGUN = at(count__laid_out=True, search__greens=4)


def begun(state: State) -> State:
    """The same with markers and clues laid out."""
    return State({**BEGUN.values, **state.values})


def agreed(state: State, desk: object, name: str, yes: bool = True) -> State:
    state = begun(state)
    return after(state, readings.agree(state, desk, readings.READINGS[name].aid, name, yes))  # type: ignore[arg-type]


class TestWhoIsAsked:
    @pytest.mark.parametrize(
        ("modules", "players", "asked"),
        [
            (("uprising", "resistance_tiles"), 3, {"ring", "tokens_each", "from_tile", "city_each", "influence_once"}),
            (("liberation", "resistance_tiles"), 3, {"ring", "tokens_each", "any_nation", "influence_once"}),
            ((), 2, set()),
        ],
    )
    def test_about_markers(self, modules: tuple[str, ...], players: int, asked: set[str]) -> None:
        found = readings.asked(State(), sea_desk(*modules, players=players), "markers")
        assert (set(found), set(found.values())) == (asked, {False} if asked else set())

    @pytest.mark.parametrize(("players", "own"), [(1, {"eleven"}), (2, set()), (3, set()), (4, {"four_counts"})])
    def test_about_clues(self, players: int, own: set[str]) -> None:
        found = readings.asked(State(), sea_desk(players=players), "search")
        assert found == {"green_pays": False} | dict.fromkeys(own, True)

    def test_and_nobody_else(self) -> None:
        for desk, aid, name in (
            (sea_desk(players=3), "search", "eleven"),
            (sea_desk(players=1), "search", "four_counts"),
            (UPRISING, "markers", "any_nation"),
            (LIBERATION, "markers", "green_pays"),
            (LIBERATION, "markers", "wind"),
        ):
            assert refused(lambda d=desk, a=aid, n=name: readings.agree(BEGUN, d, a, n, True)) == "no_such_question"

    @pytest.mark.parametrize(("aid", "name"), [("markers", "ring"), ("search", "green_pays")])
    def test_and_not_before_it_is_laid_out(self, aid: str, name: str) -> None:
        assert refused(lambda: readings.agree(State(), LIBERATION, aid, name, True)) == "not_begun"

    def test_and_can_change_its_mind(self) -> None:
        desk = sea_desk(players=1)
        assert refused(lambda: readings.agree(BEGUN, desk, "search", "eleven", True)) == "nothing_changed"
        other = agreed(State(), desk, "eleven", yes=False)
        assert readings.other(other, desk, "search") == {"eleven"}
        assert readings.other(agreed(other, desk, "eleven"), desk, "search") == frozenset()


class TestWhatItChanges:
    @pytest.mark.fact("U165")
    def test_in_a_ring_the_fourth_square_touches_the_first(self) -> None:
        state = at(square__0__1="france", marker__4__france=1)
        fields = {"space": "4", "nation": "france", "to": "square:0:4"}
        assert deeds.do("markers", "free", begun(state), LIBERATION, fields)
        ring = agreed(state, LIBERATION, "ring")
        assert refused(lambda: deeds.do("markers", "free", ring, LIBERATION, fields)) == "same_nation_beside"

    @pytest.mark.fact("U245")
    def test_anybodys_marker_where_it_is_read_so(self) -> None:
        state = at(marker__4__spain=1)
        asked = {"nation": "france", "token": "9"}
        hindered = fight(state, LIBERATION, asked)["options"][0]
        assert (hindered["act"], hindered["hindered"]) == (Act.CITY, "no_marker_to_free")
        option = fight(agreed(state, LIBERATION, "any_nation"), LIBERATION, asked)["options"][0]
        assert [target[0] for target in option["targets"]] == ["4"]

    @pytest.mark.fact("U186")
    def test_three_doubloons_for_each_city_where_it_is_read_so(self) -> None:
        """Cities 4, 5 and 13 are occupied."""
        state = at(marker__4__france=1, marker__5__spain=1, marker__13__england=1, marker__2__france=1)
        asked = {"nation": "france", "token": "6"}
        gains = []
        for one in (state, agreed(state, UPRISING, "city_each")):
            (target,) = fight(one, UPRISING, asked)["options"][0]["targets"]
            gains.append(tuple(target[1]))
        assert gains == [(3, 3), (9, 3)]

    @pytest.mark.fact("U183", "U362")
    @pytest.mark.parametrize(("influence", "each", "once"), [(3, 6, 2), (1, 2, 2), (-2, -4, -2), (0, 0, 0)])
    def test_two_points_for_each_influence_or_once(self, influence: int, each: int, once: int) -> None:
        asked = {"nation": "france", "token": "6", "influence": str(influence)}
        found = [
            fight(state, UPRISING, asked)["instead"] for state in (State(), agreed(State(), UPRISING, "influence_once"))
        ]
        assert found == [each, once]

    def test_a_marker_goes_back_from_a_tile_where_it_is_read_so(self) -> None:
        state = at(square__0__2="france")
        fields = {"nation": "france", "source": "square:0:2"}
        assert refused(lambda: deeds.do("markers", "give-back", begun(state), UPRISING, fields)) == "not_from_a_tile"
        other = agreed(state, UPRISING, "from_tile")
        assert after(other, deeds.do("markers", "give-back", other, UPRISING, fields))["square:0:2"] is None

    @pytest.mark.fact("U166")
    @pytest.mark.parametrize(
        ("tokens", "once", "each"), [(0, (3, 0), (0, 0)), (1, (3, 1), (3, 1)), (4, (3, 4), (12, 4))]
    )
    def test_a_full_tile(self, tokens: int, once: tuple[int, int], each: tuple[int, int]) -> None:
        assert resistance.full(tokens) == once
        assert resistance.full(tokens, doubloons_each=True) == each


class TestTheNextGame:
    def test_takes_over_what_was_read_otherwise(self) -> None:
        desk = sea_desk(
            "liberation", "resistance_tiles", players=4, markers={"4": 1}, before=frozenset({"ring", "four_counts"})
        )
        markers = after(State(), deeds.do("markers", "begin", State(), desk, {}))
        assert readings.other(markers, desk, "markers") == {"ring"}
        search = after(State(), deeds.do("search", "begin", State(), desk, {"greens": "4", "reds": "2"}))
        assert readings.other(search, desk, "search") == {"four_counts"}

    def test_takes_nothing_over_that_it_does_not_ask(self) -> None:
        desk = sea_desk("uprising", "resistance_tiles", markers={"4": 1}, before=frozenset({"any_nation", "eleven"}))
        begun = after(State(), deeds.do("markers", "begin", State(), desk, {}))
        assert not [subject for subject in begun.values if subject.startswith("reads:")]


class TestWhatASquareBrings:
    STATE = at(marker__4__france=1, marker__2__england=1)

    def brought(self, state: State, square: int, **more: str) -> tuple[object, ...]:
        fields = {"space": "4", "nation": "france", "to": f"square:1:{square}"} | more
        changes = deeds.do("markers", "free", begun(state), LIBERATION, fields)
        return tuple(resistance.brought(1, square, changes, action=bool(more.get("action"))))

    @pytest.mark.fact("U190", "U195")
    @pytest.mark.parametrize(("square", "reward"), [(1, "disc"), (2, None), (3, "worker"), (4, None)])
    def test_is_told(self, square: int, reward: str | None) -> None:
        assert self.brought(self.STATE, square) == (square, reward, 1, False)

    @pytest.mark.fact("U172")
    def test_counts_twice_by_the_tiles_own_village_action(self) -> None:
        fields = {"space": "2", "nation": "england", "to": "square:1:3", "action": "1"}
        changes = deeds.do("markers", "free", begun(self.STATE), LIBERATION, fields)
        assert resistance.brought(1, 3, changes, action=True) == (3, "worker", 2, False)

    @pytest.mark.fact("U171")
    def test_not_so_in_a_city(self) -> None:
        assert refused(lambda: self.brought(self.STATE, 3, action="1")) == "only_in_a_village"

    @pytest.mark.fact("U170")
    def test_for_three_combat_points(self) -> None:
        fields = {"space": "2", "nation": "england", "to": "out", "action": "1", "points": "2"}
        assert (
            refused(lambda: deeds.do("markers", "free", begun(self.STATE), LIBERATION, fields))
            == "too_few_combat_points"
        )

    def test_fills_the_tile_with_the_fourth(self) -> None:
        state = at(marker__4__france=1, square__1__1="spain", square__1__2="england", square__1__4="spain")
        assert self.brought(state, 3) == (3, "worker", 1, True)


class TestAPlannedCombat:
    SEA = at(marker__4__france=1, marker__5__france=1, marker__2__france=1, marker__3__spain=1)

    @pytest.mark.fact("U179", "U180")
    def test_spends_its_value_on_a_city_and_a_village_once_each(self) -> None:
        asked = {"nation": "france", "token": "10", "done": "city@4,village@2"}
        found = fight(self.SEA, UPRISING, asked)
        assert (found["value"], found["left"], found["done"]) == (10, 0, "city@4,village@2")
        assert {option["act"]: option["hindered"] for option in found["options"]} == {
            "city": "already_done",
            "village": "already_done",
        }

    @pytest.mark.fact("U193")
    def test_counts_the_board_without_what_was_freed_before(self) -> None:
        """2 has the neighbours 1, 3 and 5; with the city at 5 freed first only 3 is marked."""
        gains = [
            fight(self.SEA, UPRISING, {"nation": "france", "token": "10", "done": done})["gain"]
            for done in ("village@2", "city@5,village@2")
        ]
        assert gains == [(0, 6), (3, 2 + 3)]

    def test_is_refused_what_it_cannot_do(self) -> None:
        for done, code in (
            ("city@4,city@5", "already_done"),
            ("city@4,village@2", "value_too_low"),
            ("village@4", "no_marker_there"),
            ("home_port@", "no_such_action"),
            ("feast@4", "no_such_action"),
            ("city", "no_marker_there"),
        ):
            asked = {"nation": "france", "token": "6", "done": done}
            assert refused(lambda a=asked: fight(self.SEA, UPRISING, a)) == code  # type: ignore[misc]

    def test_frees_nobodys_marker_with_a_home_port(self) -> None:
        asked = {"nation": "france", "token": "5", "port": "1", "done": "home_port@,village@2"}
        found = fight(self.SEA, LIBERATION, asked)
        assert ([space for _act, space, _gain in found["steps"]], found["gain"]) == (["", "2"], (4, 2))

    def test_of_anybodys_takes_the_nation_that_lies_there(self) -> None:
        state = agreed(self.SEA, LIBERATION, "any_nation")
        found = fight(state, LIBERATION, {"nation": "france", "token": "3", "done": "village@3"})
        assert (found["left"], [option["hindered"] for option in found["options"]][1]) == (0, "already_done")
