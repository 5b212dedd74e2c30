"""The shape of `score.yaml`: what is counted at the end of a game, and the words of it. Meanings: scenarios/scoring.py.

Fields, categories and weights are told apart by where they stand, so a field and its category may have one key.
"""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from scenarios.packs.shapes import Content, Facts, Key, Words
from scenarios.scoring import Formula, Measure, Tie

Points = Annotated[int, Field(ge=1, le=999)]
Limit = Annotated[int, Field(ge=0, le=9_999)]
Keys = Annotated[tuple[Key, ...], Field(min_length=1)]


class FieldEntry(Content):
    """A number that each player enters; `ticked` is a box to tick, `rows` several of a kind."""

    key: Key
    rows: Annotated[int, Field(ge=1, le=8)] = 1
    minimum: Annotated[int, Field(ge=-999, le=999)] = 0
    maximum: Limit = 999
    ticked: bool = False
    at_most: tuple[Key, ...] = ()
    instead_of: tuple[Key, ...] = ()
    facts: Facts = ()

    @model_validator(mode="after")
    def _can_be_entered(self) -> Self:
        if self.minimum > self.maximum:
            raise ValueError("has a minimum above its maximum")
        if self.ticked and (self.minimum, self.maximum, self.rows) != (0, 1, 1):
            raise ValueError("is ticked, so it is one number from 0 to 1")
        return self


class StepEntry(Content):
    """From `start` on a table gives `points`."""

    start: Annotated[Limit, Field(alias="from")]
    points: Annotated[int, Field(ge=0, le=999)]


class CategoryEntry(Content):
    """What gives points, by one formula; keys that belong to another formula are refused."""

    key: Key
    formula: Annotated[Formula, Field(strict=False)]
    of: Keys
    points: Points | None = None
    weight: Key | None = None
    per: Points | None = None
    table: tuple[StepEntry, ...] = ()
    times: Key | None = None
    cap: Limit | None = None
    secret: bool = False
    facts: Facts = ()

    @model_validator(mode="after")
    def _fits_its_formula(self) -> Self:
        said = {name for name in ("points", "weight", "per", "table", "times") if getattr(self, name)}
        needs, may = _OF_A_FORMULA[self.formula]
        if not needs <= said or not said <= needs | may:
            raise ValueError(f"{self.formula} goes with {', '.join(sorted(needs | may)) or 'nothing else'}")
        if self.formula is Formula.TIMES and len(said) != 1:
            raise ValueError("times goes with points or with a weight")
        starts = [step.start for step in self.table]
        if starts != sorted(set(starts)):
            raise ValueError("the steps of the table do not rise")
        if self.table and not self.times and not self.table[0].start:
            raise ValueError("a table that counts every row begins above 0, or empty rows would count")
        return self


_OF_A_FORMULA = {
    Formula.ENTERED: (frozenset[str](), frozenset[str]()),
    Formula.TIMES: (frozenset[str](), frozenset({"points", "weight"})),
    Formula.WHOLE: (frozenset({"per"}), frozenset({"points"})),
    Formula.TABLE: (frozenset({"table"}), frozenset({"times"})),
    Formula.PENALTY: (frozenset({"points"}), frozenset[str]()),
}
"""What an entry of each formula has to say, and what it can say."""


class WeightEntry(Content):
    """Points that no source tells: a group reads them off its box once."""

    key: Key
    facts: Facts = ()


class CriterionEntry(Content):
    """One step of the ranking; `of` names categories or fields, the total needs none."""

    measure: Annotated[Measure, Field(strict=False)]
    of: tuple[Key, ...] = ()

    @model_validator(mode="after")
    def _names_what_it_compares(self) -> Self:
        if bool(self.of) == (self.measure is Measure.TOTAL):
            raise ValueError("names what it compares, and the total names nothing")
        return self


class ScoreFile(Content):
    """score.yaml: how the box counts. Without fields it leaves the count to the group."""

    fields: tuple[FieldEntry, ...] = ()
    categories: tuple[CategoryEntry, ...] = ()
    weights: tuple[WeightEntry, ...] = ()
    order: tuple[CriterionEntry, ...] = (CriterionEntry(measure=Measure.TOTAL),)
    tie: Annotated[Tie, Field(strict=False)] = Tie.OPEN
    goal: Points | None = None
    facts: Facts = ()


class ScoreName(Content):
    """`name` is what the sheet calls it; `hint` says how to count it, `open` what the sources leave open."""

    name: Annotated[Words, StringConstraints(max_length=80)]
    hint: Words | None = None
    open: Words | None = None


class ScoreWords(Content):
    """The words of the sheet in one language. `tie` says how it is ranked, `open` what is left open about that."""

    fields: dict[Key, ScoreName] = {}
    categories: dict[Key, ScoreName] = {}
    weights: dict[Key, ScoreName] = {}
    tie: Words | None = None
    open: Words | None = None

    def said(self) -> dict[str, str]:
        """The texts by `tie`, `open` or `<fields, categories or weights>:<key>:<name, hint or open>`."""
        plain = {name: words for name in ("tie", "open") if (words := getattr(self, name))}
        listed = {
            f"{part}:{key}:{name}": words
            for part in PARTS
            for key, named in getattr(self, part).items()
            for name, words in named.model_dump(exclude_none=True).items()
        }
        return {**plain, **listed}


PARTS = ("fields", "categories", "weights")
"""The lists of a sheet whose entries have a key and words."""
