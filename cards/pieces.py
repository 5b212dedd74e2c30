"""The pieces of a box as frozen values: what rules, set-up and pages share about cardboard."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


class CardKind(StrEnum):
    """What a card number stands for. Numbers are sparse: not every number of a kind was printed."""

    SCENARIO = "scenario"
    STORY = "story"
    STORY_AND_SCENARIO = "story_and_scenario"
    """A story card that also sets the next game up (184, 185); the archive can hold it."""
    SEARCH = "search"
    PROJECT = "project"


class TileKind(StrEnum):
    """Whether a legacy tile belongs to a campaign or to a module."""

    CAMPAIGN = "campaign"
    """Where it lies is part of a campaign's legacy."""
    MODULE = "module"
    """Laid out by a module, never archived, never a legacy change."""


@dataclass(frozen=True, slots=True)
class CardNumber:
    """One possible number on the back of a card. `line` names the campaign of a story card.

    `sure` is false where the sources leave the kind open (100 to 106): the group says what its card is.
    """

    number: int
    kind: CardKind
    box: str
    line: str | None
    sure: bool
    public: bool
    facts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Tile:
    """One legacy tile. `space` is where the board takes it, `None` where only the tile or a card says so.

    `public` tiles are told by the rulebook to everyone before the first game; all others stand behind the wall.
    """

    id: str
    box: str
    kind: TileKind
    copies: int
    space: str | None
    number_sure: bool
    public: bool
    facts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Port:
    """One Home Port. What it does is words only; `facts` names the sources of them."""

    id: str
    box: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """All cards and tiles that a copy of `box` holds, with those of the boxes it needs."""

    box: str
    cards: Mapping[int, CardNumber]
    tiles: Mapping[str, Tile]
