"""The count at the end of a game: points by category from what players enter, and who is in which place. Pure.

What counts, how much, what can be entered and how a tie is broken are content (`score.yaml`); here stand the few kinds
of formula that it is written in.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence


class Formula(StrEnum):
    """How a category makes points of what was entered."""

    ENTERED = "entered"
    """The entered numbers themselves, added up."""
    TIMES = "times"
    """Their sum times `points`, or times a weight that only the box tells."""
    WHOLE = "whole"
    """`points` for each whole `per` of their sum."""
    TABLE = "table"
    """What a table with steps gives for each row, times the number in the row of another field if one is named."""
    PENALTY = "penalty"
    """Their sum times `points`, taken off."""


class Tie(StrEnum):
    """What is left when no criterion parts the first any more."""

    SHARED = "shared"
    """They share the victory."""
    OPEN = "open"
    """The sources do not say."""


class Measure(StrEnum):
    """What a criterion compares; whoever has more is ahead."""

    TOTAL = "total"
    CATEGORIES = "categories"
    ENTERED = "entered"


class Wrong(StrEnum):
    """Why something cannot have been entered."""

    NOT_ASKED = "score_not_asked"
    TOO_FEW = "score_too_few"
    TOO_MANY = "score_too_many"
    MORE_THAN = "score_more_than"
    TWO_WAYS = "score_two_ways"


class Step(NamedTuple):
    """From so many on a table gives so many points."""

    start: int
    points: int


class Fault(NamedTuple):
    """What is wrong with the number entered under `name`; `limit` is what it may be, `other` the field it clashes with.

    Of MORE_THAN the limit is the sum of `other`; of TWO_WAYS there is none.
    """

    code: Wrong
    name: str
    limit: int = 0
    other: str = ""


class Impossible(ValueError):
    """Numbers that no game can end with; `faults` names them field by field."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__(", ".join(f"{fault.name}: {fault.code}" for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Field:
    """A number that each player enters, or several in `rows`. `ticked` ones are 1 or 0.

    It is at most the sum of the fields `at_most`; `instead_of` are the fields that say the same in another way, so
    that only one of the ways is entered.
    """

    key: str
    rows: int = 1
    minimum: int = 0
    maximum: int = 999
    ticked: bool = False
    at_most: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What its numbers are entered under, one for each row."""
        return (self.key,) if self.rows == 1 else tuple(f"{self.key}.{row}" for row in range(1, self.rows + 1))


@dataclass(frozen=True, slots=True)
class Category:
    """What gives points. `of` are the fields that the formula counts; no more than `cap` points come of it.

    `secret` ones are known to whoever owns them until the count is opened. `weight` names the points that only the box
    tells, `times` the field whose rows say how often a table's points count.
    """

    key: str
    formula: Formula
    of: tuple[str, ...]
    points: int = 1
    weight: str = ""
    per: int = 1
    table: tuple[Step, ...] = ()
    times: str = ""
    cap: int | None = None
    secret: bool = False
    facts: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[str, ...]:
        """All fields that the points come from."""
        return (*self.of, *((self.times,) if self.times else ()))


@dataclass(frozen=True, slots=True)
class Criterion:
    """One step of the ranking: the sum of categories or of entered numbers, or the total."""

    measure: Measure
    of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a box counts. `order` ranks, the first criterion first; only who has `goal` points can win."""

    fields: tuple[Field, ...]
    categories: tuple[Category, ...]
    weights: tuple[str, ...] = ()
    order: tuple[Criterion, ...] = (Criterion(Measure.TOTAL),)
    tie: Tie = Tie.OPEN
    goal: int | None = None
    facts: tuple[str, ...] = ()

    @property
    def secret_fields(self) -> frozenset[str]:
        """The fields that belong to secret categories."""
        return frozenset(key for category in self.categories if category.secret for key in category.counted)

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that can be entered for a player."""
        return tuple(name for one in self.fields for name in one.names)

    @property
    def secret_names(self) -> frozenset[str]:
        """The names of secret fields."""
        return frozenset(name for one in self.fields if one.key in self.secret_fields for name in one.names)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The points of one player by category, in the order of the sheet; `None` where the box's weight is not known.

    `sums` are the entered numbers by field, all rows together; `lacking` the weights that somebody has to tell first.
    """

    points: Mapping[str, int | None]
    sums: Mapping[str, int] = field(default_factory=dict)
    lacking: frozenset[str] = frozenset()

    @property
    def total(self) -> int | None:
        """The sum, `None` while a category is not known."""
        known = [points for points in self.points.values() if points is not None]
        return sum(known) if len(known) == len(self.points) else None


class Placed(NamedTuple):
    """The total of a player and the place it makes; `None` for who has not reached the goal."""

    total: int
    place: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Places in the order of the players, and the positions of the winners.

    `decided` is the criterion that parted the winners from all others, `None` where there is nobody else. `tie` says
    what several winners are: shared by the rules, or left open.
    """

    placed: tuple[Placed, ...]
    winners: tuple[int, ...]
    decided: Criterion | None = None
    tie: Tie | None = None


def faults(scoring: Scoring, entered: Mapping[str, int]) -> tuple[Fault, ...]:
    """What of the entered numbers cannot be, in the order of the sheet; numbers that are missing count as nothing."""
    found = [Fault(Wrong.NOT_ASKED, name) for name in sorted(set(entered) - set(scoring.names))]
    sums = _sums(scoring, entered)
    for one in scoring.fields:
        said = {name: entered[name] for name in one.names if name in entered}
        found += [Fault(Wrong.TOO_FEW, name, one.minimum) for name, value in said.items() if value < one.minimum]
        found += [Fault(Wrong.TOO_MANY, name, one.maximum) for name, value in said.items() if value > one.maximum]
        if said and one.at_most and sums[one.key] > (limit := sum(sums[other] for other in one.at_most)):
            found.append(Fault(Wrong.MORE_THAN, one.names[0], limit, one.at_most[0]))
        if said and (other := next((key for key in one.instead_of if sums[key]), "")):
            found.append(Fault(Wrong.TWO_WAYS, one.names[0], other=other))
    return tuple(found)


def score(scoring: Scoring, entered: Mapping[str, int], weights: Mapping[str, int] | None = None) -> Sheet:
    """The sheet of one player. `weights` are what the box tells, as far as known: nothing needs them for a count of 0.

    Raises Impossible with every fault of `entered`.
    """
    if found := faults(scoring, entered):
        raise Impossible(found)
    sums, known = _sums(scoring, entered), weights or {}
    rows = {one.key: tuple(entered.get(name, 0) for name in one.names) for one in scoring.fields}
    lacking = frozenset(
        one.weight for one in scoring.categories if one.weight and one.weight not in known and _sum(one.of, sums)
    )
    points = {one.key: None if one.weight in lacking else _points(one, rows, known) for one in scoring.categories}
    return Sheet(MappingProxyType(points), MappingProxyType(sums), lacking)


def ranking(scoring: Scoring, sheets: Sequence[Sheet]) -> Ranking:
    """Who is in which place. Who has as much in every criterion shares a place; after two seconds comes a fourth.

    Who has not reached the goal has no place: the rules compare only those who have. ValueError for an unknown total.
    """
    totals = [_known(sheet.total) for sheet in sheets]
    reached = [at for at, total in enumerate(totals) if scoring.goal is None or total >= scoring.goal]
    keys = {at: tuple(_measured(criterion, sheets[at]) for criterion in scoring.order) for at in reached}
    placed = dict(zip(reached, places(list(keys.values())), strict=True))
    winners = tuple(at for at in reached if placed[at] == 1)
    return Ranking(
        placed=tuple(Placed(total, placed.get(at)) for at, total in enumerate(totals)),
        winners=winners,
        decided=_decided(scoring.order, keys, winners),
        tie=scoring.tie if len(winners) > 1 else None,
    )


def places(keys: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each key, the greatest first; equal keys share one."""
    return tuple(1 + sum(other > own for other in keys) for own in keys)


def open_total(scoring: Scoring, sheet: Sheet) -> int | None:
    """What the sheet makes without secret categories, `None` while one of the others is not known."""
    secret = {category.key for category in scoring.categories if category.secret}
    return Sheet({key: points for key, points in sheet.points.items() if key not in secret}).total


def stands(table: Iterable[Step], value: int) -> int:
    """The points that a table gives for a value; nothing below its first step."""
    return next((step.points for step in sorted(table, reverse=True) if value >= step.start), 0)


def _points(category: Category, rows: Mapping[str, tuple[int, ...]], weights: Mapping[str, int]) -> int:
    found = sum(value for key in category.of for value in rows[key])
    each = weights.get(category.weight, 0) if category.weight else category.points
    match category.formula:
        case Formula.ENTERED:
            made = found
        case Formula.TIMES:
            made = found * each
        case Formula.WHOLE:
            made = found // category.per * each
        case Formula.TABLE:
            made = _by_table(category, rows)
        case Formula.PENALTY:
            made = -found * each
    return made if category.cap is None else min(made, category.cap)


def _by_table(category: Category, rows: Mapping[str, tuple[int, ...]]) -> int:
    values = [value for key in category.of for value in rows[key]]
    often = rows[category.times] if category.times else (1,) * len(values)
    return sum(stands(category.table, value) * times for value, times in zip(values, often, strict=True))


def _measured(criterion: Criterion, sheet: Sheet) -> int:
    match criterion.measure:
        case Measure.TOTAL:
            return _known(sheet.total)
        case Measure.CATEGORIES:
            return sum(_known(sheet.points[key]) for key in criterion.of)
        case Measure.ENTERED:
            return _sum(criterion.of, sheet.sums)


def _decided(
    order: tuple[Criterion, ...], keys: Mapping[int, tuple[int, ...]], winners: tuple[int, ...]
) -> Criterion | None:
    """The last criterion that was needed to part the winners from everybody else."""
    others = [key for at, key in keys.items() if at not in winners]
    if not winners or not others:
        return None
    best = keys[winners[0]]
    return order[max(next(at for at in range(len(order)) if key[at] != best[at]) for key in others)]


def _sums(scoring: Scoring, entered: Mapping[str, int]) -> dict[str, int]:
    return {one.key: sum(entered.get(name, 0) for name in one.names) for one in scoring.fields}


def _sum(keys: Collection[str], sums: Mapping[str, int]) -> int:
    return sum(sums[key] for key in keys)


def _known(points: int | None) -> int:
    if points is None:
        raise ValueError("a category of the sheet is not known")
    return points
