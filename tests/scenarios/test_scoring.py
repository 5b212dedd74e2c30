"""The formulas of a score sheet, what cannot have been entered, and the ranking: on invented sheets, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring import (
    Category,
    Criterion,
    Fault,
    Field,
    Formula,
    Impossible,
    Measure,
    Scoring,
    Sheet,
    Step,
    Tie,
    Wrong,
    faults,
    open_total,
    places,
    ranking,
    score,
)

COINS, SHELLS, LOST = Field("coins"), Field("shells", rows=2), Field("lost")
BEACHES = Field("beaches", rows=2)
STEPS = (Step(0, 2), Step(3, 3), Step(7, 5))


def counted(category: Category, **entered: int) -> int | None:
    """The points that one category makes of what was entered; `shells_1` stands for the first row of shells."""
    sheet = Scoring((COINS, SHELLS, LOST, BEACHES), (category,))
    return score(sheet, {name.replace("_", "."): value for name, value in entered.items()}).points[category.key]


class TestFormulas:
    def test_what_is_entered_counts_itself_all_rows_together(self) -> None:
        assert counted(Category("a", Formula.ENTERED, ("coins", "shells")), coins=3, shells_1=4, shells_2=10) == 17

    def test_a_count_gives_points_for_each(self) -> None:
        assert counted(Category("a", Formula.TIMES, ("shells",), points=4), shells_1=2, shells_2=1) == 12

    @pytest.mark.parametrize(("coins", "points"), [(0, 0), (4, 0), (5, 2), (9, 2), (10, 4)])
    def test_only_whole_groups_count(self, coins: int, points: int) -> None:
        assert counted(Category("a", Formula.WHOLE, ("coins",), points=2, per=5), coins=coins) == points

    @pytest.mark.parametrize(("coins", "points"), [(49, 4), (50, 5), (59, 5), (60, 5), (999, 5)])
    def test_no_more_than_the_cap(self, coins: int, points: int) -> None:
        assert counted(Category("a", Formula.WHOLE, ("coins",), per=10, cap=5), coins=coins) == points

    @pytest.mark.parametrize(("coins", "points"), [(0, 2), (2, 2), (3, 3), (6, 3), (7, 5), (500, 5)])
    def test_a_table_gives_what_its_step_says(self, coins: int, points: int) -> None:
        assert counted(Category("a", Formula.TABLE, ("coins",), table=STEPS, times="lost"), coins=coins, lost=1) == (
            points
        )

    def test_a_table_counts_row_by_row_as_often_as_the_row_says(self) -> None:
        by_beach = Category("a", Formula.TABLE, ("beaches",), table=STEPS, times="shells")
        assert counted(by_beach, shells_1=2, beaches_1=3, shells_2=1, beaches_2=7) == 2 * 3 + 5
        assert counted(by_beach, beaches_1=3, beaches_2=7) == 0

    def test_below_its_first_step_a_table_gives_nothing(self) -> None:
        twelve = Category("a", Formula.TABLE, ("shells",), table=(Step(12, 1),))
        assert counted(twelve, shells_1=11) == 0
        assert counted(twelve, shells_1=12, shells_2=20) == 2

    def test_a_penalty_is_taken_off(self) -> None:
        assert counted(Category("a", Formula.PENALTY, ("coins", "lost"), points=2), coins=1, lost=3) == -8

    def test_the_total_may_be_negative(self) -> None:
        sheet = Scoring((COINS, LOST), (Category("a", Formula.PENALTY, ("lost",)),))
        assert score(sheet, {"lost": 3}).total == -3

    def test_nothing_entered_is_nothing(self) -> None:
        sheet = score(Scoring((COINS,), (Category("a", Formula.ENTERED, ("coins",)),)), {})
        assert (dict(sheet.points), sheet.total) == ({"a": 0}, 0)


class TestWeights:
    sheet = Scoring((COINS, LOST), (Category("a", Formula.TIMES, ("coins",), weight="coin"),), weights=("coin",))

    def test_are_what_the_box_tells(self) -> None:
        assert score(self.sheet, {"coins": 3}, {"coin": 2}).total == 6

    def test_that_nobody_told_leave_the_total_open(self) -> None:
        found = score(self.sheet, {"coins": 3})
        assert (found.points["a"], found.total, found.lacking) == (None, None, {"coin"})

    def test_are_not_needed_for_nothing(self) -> None:
        found = score(self.sheet, {"coins": 0})
        assert (found.total, found.lacking) == (0, frozenset())


class TestWhatCannotBe:
    sheet = Scoring(
        (
            Field("coins", minimum=1, maximum=9),
            SHELLS,
            Field("hidden", at_most=("shells",)),
            Field("level", instead_of=("lost",)),
            LOST,
        ),
        (Category("a", Formula.ENTERED, ("coins",)),),
    )

    @pytest.mark.parametrize(
        ("entered", "fault"),
        [
            ({"shells.2": -1}, Fault(Wrong.TOO_FEW, "shells.2", 0)),
            ({"coins": 0}, Fault(Wrong.TOO_FEW, "coins", 1)),
            ({"coins": 10}, Fault(Wrong.TOO_MANY, "coins", 9)),
            ({"hidden": 1}, Fault(Wrong.MORE_THAN, "hidden", 0, "shells")),
            ({"hidden": 6, "shells.1": 2, "shells.2": 3}, Fault(Wrong.MORE_THAN, "hidden", 5, "shells")),
            ({"level": 7, "lost": 1}, Fault(Wrong.TWO_WAYS, "level", 0, "lost")),
            ({"anchor": 1}, Fault(Wrong.NOT_ASKED, "anchor")),
            ({"shells": 1}, Fault(Wrong.NOT_ASKED, "shells")),
        ],
    )
    def test_is_named_with_its_field(self, entered: dict[str, int], fault: Fault) -> None:
        assert faults(self.sheet, entered) == (fault,)
        with pytest.raises(Impossible) as refused:
            score(self.sheet, entered)
        assert refused.value.faults == (fault,)

    @pytest.mark.parametrize(
        "entered",
        [{"coins": 1}, {"coins": 9}, {"hidden": 5, "shells.1": 2, "shells.2": 3}, {"level": 7, "lost": 0}, {"lost": 4}],
    )
    def test_ends_at_the_border(self, entered: dict[str, int]) -> None:
        assert faults(self.sheet, entered) == ()

    def test_is_named_field_by_field(self) -> None:
        found = faults(self.sheet, {"coins": 10, "shells.1": -1, "hidden": 2})
        assert [fault.name for fault in found] == ["coins", "shells.1", "hidden"]


def sheets(*totals: int, **entered: tuple[int, ...]) -> list[Sheet]:
    """Sheets with a total each, and with further sums by field."""
    return [Sheet({"a": total}, {name: sums[at] for name, sums in entered.items()}) for at, total in enumerate(totals)]


class TestRanking:
    by_total = Scoring((), (), tie=Tie.OPEN)
    then_coins = Scoring(
        (), (), order=(Criterion(Measure.TOTAL), Criterion(Measure.ENTERED, ("coins",))), tie=Tie.SHARED
    )

    def test_more_is_ahead(self) -> None:
        found = ranking(self.by_total, sheets(70, 90, 80))
        assert [placed.place for placed in found.placed] == [3, 1, 2]
        assert (found.winners, found.decided, found.tie) == ((1,), Criterion(Measure.TOTAL), None)

    def test_after_two_seconds_comes_a_fourth(self) -> None:
        assert [placed.place for placed in ranking(self.by_total, sheets(9, 8, 8, 7)).placed] == [1, 2, 2, 4]

    def test_the_next_criterion_parts_who_is_level(self) -> None:
        found = ranking(self.then_coins, sheets(90, 90, 95, coins=(3, 2, 0)))
        assert [placed.place for placed in found.placed] == [2, 3, 1]
        assert found.decided == Criterion(Measure.TOTAL)
        found = ranking(self.then_coins, sheets(90, 90, 80, coins=(2, 3, 9)))
        assert (found.winners, found.decided) == ((1,), Criterion(Measure.ENTERED, ("coins",)))

    def test_who_is_level_in_all_shares_the_victory_where_the_rules_say_so(self) -> None:
        found = ranking(self.then_coins, sheets(90, 90, 88, coins=(3, 3, 9)))
        assert (found.winners, found.tie) == ((0, 1), Tie.SHARED)

    def test_a_tie_that_nobody_breaks_is_said_to_be_open(self) -> None:
        found = ranking(self.by_total, sheets(90, 90))
        assert (found.winners, found.tie, found.decided) == ((0, 1), Tie.OPEN, None)

    def test_only_who_reached_the_goal_has_a_place(self) -> None:
        to_ten = Scoring((), (), order=(Criterion(Measure.ENTERED, ("coins",)),), goal=10)
        found = ranking(to_ten, sheets(9, 10, 12, coins=(99, 5, 3)))
        assert [placed.place for placed in found.placed] == [None, 1, 2]
        assert ranking(to_ten, sheets(9, 8, coins=(1, 2))).winners == ()

    def test_a_sum_of_categories_is_a_criterion(self) -> None:
        track = Scoring((), (), order=(Criterion(Measure.CATEGORIES, ("a", "b")),))
        found = ranking(track, [Sheet({"a": 1, "b": 5, "c": 0}), Sheet({"a": 2, "b": 3, "c": 90})])
        assert found.winners == (0,)

    def test_an_unknown_total_cannot_be_ranked(self) -> None:
        with pytest.raises(ValueError, match="not known"):
            ranking(self.by_total, [Sheet({"a": None})])

    def test_one_player_alone_is_first(self) -> None:
        found = ranking(self.by_total, sheets(-4))
        assert (found.winners, found.decided) == ((0,), None)


class TestSecrets:
    sheet = Scoring(
        (COINS, SHELLS),
        (Category("a", Formula.ENTERED, ("coins",)), Category("b", Formula.ENTERED, ("shells",), secret=True)),
    )

    def test_are_the_fields_of_secret_categories_row_by_row(self) -> None:
        assert self.sheet.secret_names == {"shells.1", "shells.2"}

    def test_are_not_in_the_open_total(self) -> None:
        found = score(self.sheet, {"coins": 3, "shells.1": 20})
        assert (open_total(self.sheet, found), found.total) == (3, 23)


class TestWhatever:
    numbers = st.lists(st.integers(-99, 99), min_size=1, max_size=6)

    @given(numbers, st.randoms(use_true_random=False))
    def test_places_do_not_depend_on_the_order_of_players(self, totals: list[int], random: object) -> None:
        order = list(range(len(totals)))
        random.shuffle(order)  # type: ignore[attr-defined]
        before = places([(total,) for total in totals])
        after = places([(totals[at],) for at in order])
        assert [before[at] for at in order] == list(after)

    @given(numbers)
    def test_there_is_a_first_and_nobody_is_ahead_of_them(self, totals: list[int]) -> None:
        found = ranking(Scoring((), ()), sheets(*totals))
        assert {totals[at] for at in found.winners} == {max(totals)}
