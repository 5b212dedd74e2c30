"""What comes next: the campaign's page always says one thing to do."""

from __future__ import annotations

import pytest

from campaigns.course import Next, Step, what_next
from campaigns.models import Draft, Play


def play(*readings: int) -> Play:
    """Game 3 under way, with the readings after these rounds written."""
    return Play(number=4, game=3, readings=list(readings))


class TestWhatComesNext:
    def test_is_a_game_if_none_is_under_way(self) -> None:
        assert what_next(None, 2, 0, None) == Next(Step.TONIGHT, 3)

    def test_is_the_set_up_before_the_first_round(self) -> None:
        assert what_next(play(), 2, 0, None) == Next(Step.SET_UP, 3)

    def test_is_the_first_round_after_it(self) -> None:
        assert what_next(play(), 2, 1, None) == Next(Step.ROUND, 3, 1)

    @pytest.mark.parametrize("round_", [2, 3, 4])
    def test_is_the_reading_after_a_round(self, round_: int) -> None:
        read = range(1, round_ - 1)
        assert what_next(play(*read), 2, round_, None) == Next(Step.READ, 3, round_ - 1)

    @pytest.mark.parametrize("round_", [2, 3, 4])
    def test_is_the_next_round_after_the_reading(self, round_: int) -> None:
        assert what_next(play(*range(1, round_)), 2, round_, None) == Next(Step.ROUND, 3, round_)

    def test_is_the_earliest_reading_that_is_missing(self) -> None:
        assert what_next(play(2), 2, 4, None) == Next(Step.READ, 3, 1)
        assert what_next(play(1, 2), 2, 5, None) == Next(Step.READ, 3, 3)

    def test_is_the_closing_after_the_last_round(self) -> None:
        assert what_next(play(1, 2, 3), 2, 5, None) == Next(Step.CLOSE, 3, 4)

    @pytest.mark.parametrize("after", [1, 4])
    def test_is_the_draft_that_is_open(self, after: int) -> None:
        assert what_next(play(), 2, 5, Draft(after=after)) == Next(Step.DRAFT, 3, after)

    def test_is_the_round_that_was_reopened_under_a_draft(self) -> None:
        assert what_next(play(), 2, 1, Draft(after=1)) == Next(Step.ROUND, 3, 1)

    @pytest.mark.parametrize("round_", range(6))
    def test_is_the_draft_of_what_happens_now_whatever_the_round(self, round_: int) -> None:
        assert what_next(play(1, 2, 3), 2, round_, Draft(after=0)) == Next(Step.DRAFT, 3, 0)


class TestAnEveningOfItsOwn:
    """It has rounds and a closing and no story between them."""

    def aside(self) -> Play:
        return Play(number=4, game=3, status="aside", readings=[])

    def test_is_set_up_first(self) -> None:
        assert what_next(self.aside(), 2, 0, None) == Next(Step.SET_UP, 3)

    @pytest.mark.parametrize("round_", [1, 2, 3, 4])
    def test_goes_on_round_by_round(self, round_: int) -> None:
        assert what_next(self.aside(), 2, round_, None) == Next(Step.ROUND, 3, round_)

    def test_ends_with_its_closing(self) -> None:
        assert what_next(self.aside(), 2, 5, None) == Next(Step.CLOSE, 3, 4)
        assert what_next(self.aside(), 2, 5, Draft(after=4)) == Next(Step.DRAFT, 3, 4)
