"""The Resistance tiles: four squares in a row, no equal neighbours, and what a full one brings."""

from __future__ import annotations

from itertools import product

import pytest

from campaigns.aids import resistance
from campaigns.rules.state import State
from tests.campaigns.aids.sea import ENGLAND, FRANCE, SPAIN, at, refused

BESIDE_IN_A_ROW = {1: {2}, 2: {1, 3}, 3: {2, 4}, 4: {3}}
BESIDE_IN_A_RING = {1: {2, 4}, 2: {1, 3}, 3: {2, 4}, 4: {1, 3}}


class TestTheTile:
    def test_is_empty_at_first(self) -> None:
        assert resistance.tile(State(), 0) == (None, None, None, None)

    def test_shows_what_lies_where(self) -> None:
        assert resistance.tile(at(square__2__3="spain", square__1__1="france"), 2) == (None, None, SPAIN, None)

    @pytest.mark.fact("U003")
    def test_is_one_for_each_of_four_players(self) -> None:
        assert resistance.tile(State(), 3) == (None, None, None, None)
        assert refused(lambda: resistance.tile(State(), 4)) == "no_such_player"
        assert refused(lambda: resistance.tile(State(), -1)) == "no_such_player"


class TestASquare:
    @pytest.mark.fact("U164", "U165")
    @pytest.mark.parametrize(("lying", "wanted"), list(product((1, 2, 3, 4), repeat=2)))
    def test_takes_no_marker_beside_one_of_its_nation(self, lying: int, wanted: int) -> None:
        state = State({f"square:0:{lying}": "france"})
        fits = wanted != lying and wanted not in BESIDE_IN_A_ROW[lying]
        assert (wanted in resistance.open_squares(state, 0, FRANCE)) is fits
        if fits:
            resistance.may(state, 0, wanted, FRANCE)
        else:
            code = "square_is_taken" if wanted == lying else "same_nation_beside"
            assert refused(lambda: resistance.may(state, 0, wanted, FRANCE)) == code

    @pytest.mark.fact("U165")
    @pytest.mark.parametrize(("lying", "wanted"), list(product((1, 2, 3, 4), repeat=2)))
    def test_may_be_read_as_part_of_a_ring(self, lying: int, wanted: int) -> None:
        state = State({f"square:0:{lying}": "france"})
        fits = wanted != lying and wanted not in BESIDE_IN_A_RING[lying]
        assert (wanted in resistance.open_squares(state, 0, FRANCE, ring=True)) is fits

    @pytest.mark.fact("U164")
    def test_takes_another_nation_beside(self) -> None:
        assert resistance.open_squares(at(square__0__2="france"), 0, SPAIN) == (1, 3, 4)

    @pytest.mark.fact("U168")
    def test_may_be_there_for_nobody(self) -> None:
        state = at(square__0__1="france", square__0__2="spain", square__0__4="france")
        assert resistance.open_squares(state, 0, FRANCE) == ()
        assert resistance.open_squares(state, 0, SPAIN) == ()
        assert resistance.open_squares(state, 0, ENGLAND) == (3,)

    def test_looks_at_its_own_tile_only(self) -> None:
        assert resistance.open_squares(at(square__1__1="france"), 0, FRANCE) == (1, 2, 3, 4)

    @pytest.mark.parametrize("square", [0, 5, -1])
    def test_is_one_of_four(self, square: int) -> None:
        assert refused(lambda: resistance.may(State(), 0, square, FRANCE)) == "no_such_square"
        assert refused(lambda: resistance.completes(State(), 0, square)) == "no_such_square"
        assert refused(lambda: resistance.reward(square)) == "no_such_square"


class TestLaying:
    def test_says_what_the_square_becomes(self) -> None:
        state = at(square__0__1="france")
        assert resistance.laid(state, 0, 4, FRANCE) == {"square:0:4": "france"}
        assert refused(lambda: resistance.laid(state, 0, 2, FRANCE)) == "same_nation_beside"

    @pytest.mark.fact("U166")
    def test_empties_a_tile_that_it_fills(self) -> None:
        state = at(square__0__1="france", square__0__2="spain", square__0__3="france", out__spain=1)
        emptied = {f"square:0:{square}": None for square in (1, 2, 3, 4)}
        assert resistance.laid(state, 0, 4, ENGLAND) == {**emptied, "out:france": 2, "out:spain": 2, "out:england": 1}


class TestTheReward:
    @pytest.mark.fact("U190", "U195")
    def test_is_known_of_two_squares(self) -> None:
        assert [resistance.reward(square)[0] for square in (1, 2, 3, 4)] == ["disc", None, "worker", None]

    @pytest.mark.fact("U161", "U172")
    def test_is_given_twice_for_the_tiles_own_village_action(self) -> None:
        assert resistance.reward(1) == ("disc", 1)
        assert resistance.reward(1, action=True) == ("disc", 2)
        assert resistance.reward(4, action=True) == (None, 2)


class TestAFullTile:
    @pytest.mark.fact("U166")
    @pytest.mark.parametrize("last", [1, 2, 3, 4])
    def test_is_full_with_the_fourth_marker(self, last: int) -> None:
        nations = ("france", "spain", "france", "spain")
        state = State({f"square:0:{n}": nation for n, nation in enumerate(nations, start=1) if n != last})
        assert resistance.completes(state, 0, last)
        assert not resistance.completes(State(), 0, last)
        assert not resistance.completes(state, 0, last % 4 + 1)

    @pytest.mark.fact("U166")
    def test_pays_three_doubloons_and_a_point_for_each_combat_token(self) -> None:
        """The rulebook's reckoning with five tokens."""
        assert resistance.full(5) == (3, 5)
        assert resistance.full(0) == (3, 0)

    def test_may_be_read_as_three_doubloons_for_each_token(self) -> None:
        assert resistance.full(5, doubloons_each=True) == (15, 5)

    def test_needs_tokens_that_can_be(self) -> None:
        assert refused(lambda: resistance.full(-1)) == "no_such_count"
