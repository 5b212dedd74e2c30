"""The shape of what people look up: `rules.yaml`, `automa.yaml` and `facts.yaml`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from cards.reference import Chapter, Moment, RuleKind
from scenarios.packs.shapes import Content, Count, FactId, Facts, Key, Number, Space, TileKey, Words

About = Annotated[
    str,
    StringConstraints(
        pattern=r"^(tile|module|scenario|port|location|card|automa|opponent):[A-Za-z0-9_]+$", max_length=80
    ),
]


class RuleEntry(Content):
    """One answer to one question: see `cards.reference.Rule`."""

    key: Key
    chapter: Annotated[Chapter, Field(strict=False)]
    kind: Annotated[RuleKind, Field(strict=False)] = RuleKind.RULE
    moments: tuple[Annotated[Moment, Field(strict=False)], ...] = ()
    places: tuple[Space, ...] = ()
    scenarios: tuple[Key, ...] = ()
    modules: tuple[Key, ...] = ()
    without_modules: tuple[Key, ...] = ()
    tiles: tuple[TileKey, ...] = ()
    players: tuple[Annotated[int, Field(ge=1, le=8)], ...] = ()
    opponent: Literal[""] | Key = ""
    about: tuple[About, ...] = ()
    facts: Annotated[Facts, Field(min_length=1)]


class RulesFile(Content):
    """rules.yaml: the rules, effects and promos of the box."""

    rules: tuple[RuleEntry, ...] = ()


class RuleWords(Content):
    """`text` is understood alone; `open` says what the sources leave open."""

    name: Annotated[Words, StringConstraints(max_length=80)]
    text: Words
    open: Words | None = None

    def said(self) -> dict[str, str]:
        """The texts by the name of their field."""
        return dict(self.model_dump(exclude_none=True))


class ActionEntry(Content):
    """What a card of Jean does: see `cards.reference.Action`."""

    do: Literal["explore", "influence", "combat", "points", "quest_from_pile", "remove_disc", "pay_combat"]
    count: Count | None = None
    early: Count | None = None
    late: Count | None = None
    nation: Literal["france", "spain", "england"] | None = None
    villages: Count | None = None
    missing: Count | None = None

    @model_validator(mode="after")
    def _counts_once(self) -> Self:
        if (self.early is None) != (self.late is None) or (self.count is not None and self.early is not None):
            raise ValueError("has either a count, or early and late, or none of them")
        return self


class AutomaEntry(Content):
    """A card of an opponent: areas for Jacques; steps, route, display and actions for Jean."""

    key: Key
    opponent: Key
    deck: Literal["a", "b", "c"]
    points: Count = 0
    areas: tuple[Annotated[str, StringConstraints(pattern=r"^(D\d{1,2}|Q\d{1,2}-\d{1,2}|X\d|END)$")], ...] = ()
    steps: Count = 0
    route: Literal["", "upper", "lower"] = ""
    display: Count = 0
    actions: tuple[ActionEntry, ...] = ()
    facts: Facts = ()


class AutomaFile(Content):
    """automa.yaml: the cards of the opponents."""

    automa: tuple[AutomaEntry, ...] = ()


class FactRange(Content):
    """The fact ids `letter` + `first` to `last`, with as many digits as the sources give them."""

    letter: Annotated[str, StringConstraints(pattern=r"^[A-Z]{1,2}$")]
    first: Number
    last: Number
    digits: Annotated[int, Field(ge=2, le=3)]

    def ids(self) -> tuple[str, ...]:
        return tuple(f"{self.letter}{number:0{self.digits}}" for number in range(self.first, self.last + 1))


class FactsFile(Content):
    """facts.yaml: which facts the look-up has to tell, and the few that it leaves out, each with its reason."""

    facts: tuple[FactRange, ...] = ()
    left_out: dict[FactId, Words] = {}
