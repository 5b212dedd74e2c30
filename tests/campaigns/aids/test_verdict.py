"""Who has won, by The Uprising (U101, U114, U115, U231 to U235, U368)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns.aids import verdict
from campaigns.aids.verdict import Against, Condition, Left, Luysa, Placed, Seat
from campaigns.rules.state import State

POINTS = st.lists(st.integers(-20, 300), min_size=1, max_size=4)
BEATEN = 150
"""Points of Jacques."""


class TestRanking:
    def test_shares_a_place_among_the_level(self) -> None:
        assert verdict.ranking([90, 120, 90, 70]) == (Placed(90, 2), Placed(120, 1), Placed(90, 2), Placed(70, 4))

    def test_can_have_several_winners(self) -> None:
        assert verdict.winners([100, 80, 100]) == (0, 2)
        assert verdict.winners([80]) == (0,)
        assert verdict.winners([]) == ()

    @given(POINTS)
    def test_is_by_points_alone(self, points: list[int]) -> None:
        placed = verdict.ranking(points)
        assert [one.points for one in placed] == points
        assert all((one.place < two.place) == (one.points > two.points) for one in placed for two in placed)
        assert {points[index] for index in verdict.winners(points)} == {max(points)}


class TestTogether:
    @pytest.mark.fact("U101")
    def test_wins_with_no_marker_left_and_everybody_ahead(self) -> None:
        end = verdict.together([Seat(151), Seat(200)], BEATEN, [])
        assert end.conditions == {Condition.MARKERS_GONE: True, Condition.ALL_AHEAD: True}
        assert end.won

    @pytest.mark.fact("U101")
    def test_is_lost_by_one_player_who_is_not_ahead(self) -> None:
        end = verdict.together([Seat(180), Seat(160), Seat(148)], BEATEN, [])  # U-X10
        assert not end.won
        assert [player.missing for player in end.players] == [0, 0, 3]
        assert end.conditions == {Condition.MARKERS_GONE: True, Condition.ALL_AHEAD: False}

    @pytest.mark.fact("U101", "U234")
    def test_takes_as_many_points_for_too_few(self) -> None:
        end = verdict.together([Seat(BEATEN)], BEATEN, [])
        assert not end.won
        assert end.players[0].missing == 1

    @pytest.mark.fact("U101")
    def test_is_lost_by_one_marker(self) -> None:
        left = [Left("5", "france", 2), Left("9", "spain", 0), Left("14", "england", 1)]
        end = verdict.together([Seat(300)], BEATEN, left)
        assert not end.won
        assert end.markers == (left[0], left[2])
        assert end.markers_left == 3

    @pytest.mark.fact("U368")
    def test_compares_the_points_after_explorers_and_quests(self) -> None:
        assert verdict.together([Seat(148, explorer=1)], BEATEN, []).won
        assert not verdict.together([Seat(155, quests=-1)], BEATEN, []).won
        assert verdict.together([Seat(151, explorer=1, quests=-1)], BEATEN, []).won

    def test_needs_a_player(self) -> None:
        with pytest.raises(ValueError, match=r"\[\]"):
            verdict.together([], BEATEN, [])


class TestTheRescue:
    @pytest.mark.fact("U114", "U115")
    @pytest.mark.parametrize(("luysa", "won"), [(Luysa.HIDDEN, False), (Luysa.FOUND, False), (Luysa.FREED, True)])
    def test_needs_luysa_freed_too(self, luysa: Luysa, won: bool) -> None:
        end = verdict.together([Seat(151)], BEATEN, [], luysa)  # U-X11
        assert end.won is won
        assert end.luysa == luysa
        assert list(end.conditions.values()) == [True, won, True]

    @pytest.mark.fact("U115")
    def test_is_lost_by_any_of_the_three(self) -> None:
        marker = [Left("2", "france", 1)]
        assert not verdict.together([Seat(151)], BEATEN, marker, Luysa.FREED).won
        assert not verdict.together([Seat(150)], BEATEN, [], Luysa.FREED).won

    @given(POINTS, st.integers(0, 3), st.sampled_from([None, *Luysa]))
    def test_is_won_if_nothing_is_missing(self, points: list[int], markers: int, luysa: Luysa | None) -> None:
        end = verdict.together([Seat(own) for own in points], BEATEN, [Left("2", "france", markers)], luysa)
        missing = end.markers_left or any(player.missing for player in end.players)
        assert end.won is (not missing and luysa in (None, Luysa.FREED))


class TestAlone:
    @pytest.mark.fact("U234", "U231", "U233")
    def test_wins_with_more_points_than_jacques(self) -> None:
        assert verdict.alone(Seat(151), BEATEN) == Against(151, BEATEN)
        assert verdict.alone(Seat(151), BEATEN).won
        assert not verdict.alone(Seat(150), BEATEN).won
        assert verdict.alone(Seat(145, 1, 1), BEATEN) == Against(155, BEATEN)

    @pytest.mark.fact("U235")
    def test_has_the_other_conditions_in_a_cooperative_game(self) -> None:
        assert not verdict.together([Seat(200)], BEATEN, [Left("2", "france", 1)]).won

    def test_wins_with_more_points_than_jean(self) -> None:
        assert verdict.alone_with_jean(101, 100).won
        assert verdict.alone_with_jean(100, 100).missing == 1


class TestWhatTheStreamKnows:
    def test_lists_markers_in_the_order_of_the_board(self) -> None:
        state = State(
            {
                "round": 4,
                "marker:14:england": 1,
                "marker:9a:spain": 1,
                "marker:9:spain": 2,
                "marker:9:france": 1,
                "marker:L37:england": 1,
                "out:spain": 3,
            }
        )
        assert verdict.markers_on_board(state) == (
            Left("9", "france", 1),
            Left("9", "spain", 2),
            Left("9a", "spain", 1),
            Left("14", "england", 1),
            Left("L37", "england", 1),
        )
        assert verdict.markers_on_board(State()) == ()

    @pytest.mark.fact("U114", "U271")
    def test_says_what_became_of_luysa(self) -> None:
        assert verdict.luysa(State()) == Luysa.HIDDEN
        assert verdict.luysa(State({"search:freed": "ransom"})) == Luysa.HIDDEN
        assert verdict.luysa(State({"search:found": "17"})) == Luysa.FOUND
        assert verdict.luysa(State({"search:found": "17", "search:freed": "combat"})) == Luysa.FREED
