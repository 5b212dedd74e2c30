"""What a set-up list is worked out from, and what it is made of: frozen values."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenarios.lot import Lot

LONGEST = 80
"""Characters of an amount at most; a longer one is told by its hash."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that tonight's table needs: where it is taken from, and the space it goes to, if known.

    `taken_from` is "box", "bag" (of the campaign that plays), "other_bag" (its own, but another campaign of the copy
    used it last) or "borrowed" (for an evening of its own, from the campaign that keeps it).
    """

    tile: str
    taken_from: str
    space: str | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A legacy tile drawn by the object of a project card: the column of the scenario card, and what is known so far.

    `tile` is None until the group says what its card lists, or where that tile lies already.
    """

    column: int
    object: str = ""
    tile: str | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """What a campaign brings to the table: its tiles, its story cards in play, and whether this is its first game.

    `draws` are the drawn tiles as far as they are known; a column that is not named is still to be drawn. `projects`
    are the numbered project cards that its story brought into the deck.
    """

    first_game: bool
    story_cards: tuple[int, ...]
    tiles: tuple[Laid, ...]
    draws: tuple[Draw, ...] = ()
    projects: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatTonight:
    """A place at tonight's table, in turn order: the campaign's seat or a guest's name, and a colour."""

    seat: int | None
    guest: str
    colour: str


@dataclass(frozen=True, slots=True)
class Party:
    """Who plays tonight, in turn order."""

    seats: tuple[SeatTonight, ...]


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of a step: `fixed`, plus `per_player` for everyone at the table; or one out of a table.

    `by_seat` goes by the place in turn order, `by_players` by the number of people, `by_level` by the opponent's level.
    """

    fixed: int = 0
    per_player: int = 0
    by_seat: tuple[int, ...] = ()
    by_players: tuple[int, ...] = ()
    by_level: Mapping[str, int] = field(default_factory=dict)

    def at(self, place: int, players: int, level: str = "") -> int:
        """What it comes to for the place in turn order (from 0) at a table of `players`.

        Raises IndexError where `by_seat` or `by_players` ends before, KeyError for a level that `by_level` lacks.
        """
        if self.by_level:
            return self.by_level[level]
        if self.by_players:
            return self.by_players[players - 1]
        return self.by_seat[place] if self.by_seat else self.fixed + self.per_player * players


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a set-up, as the content files say it; `setup.checklist` makes lines of it.

    `game` is "first", "later" or "" for both. `each` is "tile" (that lies tonight), "card" (in play), "start" (the card
    that starts the game), "draw" (a drawn tile), "project" (a numbered one in the deck), "seat" or "" for a single
    line. `taken_from` (as in `Laid`, or "" for all, drawn ones among them) and `tiles` (none for all) pick the tiles.
    All of `modules` and none of `without_modules` must be in play. `cards` (starting cards, 0 is the archive),
    `players` and `opponent` narrow it down where they say something. The reasons "scenario", "level" and "opponent" and
    the section "scenario" stand for tonight's. `choices` are the words that a step of the kind "choice" or "seat"
    offers; `chosen` is the choice of an earlier step that a seat needs to have this line, `step:choice`. `lot` is
    what the log can draw for the group.
    """

    key: str
    scenarios: frozenset[str]
    area: str
    position: int
    reasons: tuple[str, ...]
    game: str = ""
    each: str = ""
    taken_from: str = ""
    modules: frozenset[str] = frozenset()
    without_modules: frozenset[str] = frozenset()
    cards: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    opponent: str = ""
    tiles: frozenset[str] = frozenset()
    amounts: Mapping[str, Amount] = field(default_factory=dict)
    open: bool = False
    section: str = ""
    printed: str = ""
    choices: tuple[str, ...] = ()
    chosen: str = ""
    lot: Lot | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a set-up list. `step` names the text, `values` fills it, `reasons` says why it is there.

    `id` is stable: the step, or the step and the piece, column or place in turn order it is repeated for.
    `piece` is the tile or card that it moves ("L30", "150"). `open` marks what the sources leave open; `section` is the
    part of the rulebook that says it, empty where a line was stored before sections were known. `printed` is the kind
    of `scenarios.printed` that only a card or tile can tell; empty where nothing has to be asked. `told` names the
    words that serve a line whose table is known: "known", a nation, "none", or what the group chose.
    """

    id: str
    step: str
    area: str
    reasons: tuple[str, ...]
    values: Mapping[str, int | str] = field(default_factory=dict)
    piece: str | None = None
    open: bool = False
    section: str = ""
    printed: str = ""
    told: str = ""

    @property
    def amount(self) -> str:
        """What a tick on this line counts for: a changed amount makes it a line to do again."""
        rows = [f"{key}={value}" for key, value in sorted(self.values.items())]
        whole = ",".join([*rows, *filter(None, [self.told])])
        return whole if len(whole) <= LONGEST else hashlib.sha256(whole.encode()).hexdigest()
