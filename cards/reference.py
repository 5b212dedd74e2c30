"""What people look up, as frozen values: rules that are understood alone, and the cards of opponents."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Chapter(StrEnum):
    """The part of the book that a rule stands in."""

    SETUP = "setup"
    BASE = "base"
    FIRST_GAME = "first_game"
    OPTIONS = "options"
    CAMPAIGN = "campaign"
    UNREST = "unrest"
    ALL_INCLUSIVE = "all_inclusive"
    COOP_CARIBBEAN = "coop_caribbean"
    RESCUE = "rescue"
    HOME_PORTS = "home_ports"
    RESISTANCE_TILES = "resistance_tiles"
    UPRISING = "uprising"
    LIBERATION = "liberation"
    JACQUES = "jacques"
    SEARCH = "search"
    LEGACY_TILES = "legacy_tiles"
    CARDS = "cards"
    SOLO = "solo"
    COMPONENTS = "components"
    TURN = "turn"
    SCORING = "scoring"


class RuleKind(StrEnum):
    """What a rule is about."""

    RULE = "rule"
    EFFECT = "effect"
    """What a project card or one of its symbols does."""
    PROMO = "promo"


class Moment(StrEnum):
    """When in a game a rule matters."""

    SET_UP = "set_up"
    TURN = "turn"
    MOVEMENT = "movement"
    VILLAGE = "village"
    CITY = "city"
    COMBAT = "combat"
    EXPLORER = "explorer"
    END_OF_ROUND = "end_of_round"
    END_OF_GAME = "end_of_game"
    BETWEEN_GAMES = "between_games"


@dataclass(frozen=True, slots=True)
class Rule:
    """One answer to one question; its words are `name`, `text` and, where the sources leave something open, `open`.

    It is in force where all that it names holds: one of `scenarios`, all `modules`, none of `without_modules`, one of
    `tiles` on the board, the number of `players`, the `opponent`. `about` names what it touches as `kind:id`, `places`
    the spaces of the board that it speaks of.
    """

    key: str
    box: str
    chapter: Chapter
    kind: RuleKind
    moments: tuple[Moment, ...]
    places: tuple[str, ...]
    scenarios: frozenset[str]
    modules: frozenset[str]
    without_modules: frozenset[str]
    tiles: tuple[str, ...]
    players: frozenset[int]
    opponent: str
    about: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Action:
    """What a card of Jean does. `count` is for every round, or `early` holds in rounds 1 and 2 and `late` after.

    `nation` is whose influence it is, `villages` how many more a combat takes, `missing` the points for each combat
    point that a player lacks.
    """

    do: str
    count: int | None = None
    early: int | None = None
    late: int | None = None
    nation: str | None = None
    villages: int | None = None
    missing: int | None = None


@dataclass(frozen=True, slots=True)
class AutomaCard:
    """A card of an opponent's deck `a`, `b` or `c`; the key is ours.

    Jacques: `areas` from the first to the last, `points` at the end of a round. Jean: `steps` of the ship, the `route`
    at a fork, the card of the `display`, `actions`.
    """

    key: str
    box: str
    opponent: str
    deck: str
    points: int
    areas: tuple[str, ...]
    steps: int
    route: str
    display: int
    actions: tuple[Action, ...]
    facts: tuple[str, ...]
