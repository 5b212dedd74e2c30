"""What a set-up list is worked out from, and what it is made of: frozen values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that tonight's table needs: where it is taken from ("box" or "bag") and the space it goes to, if known."""

    tile: str
    taken_from: str
    space: str | None = None


@dataclass(frozen=True, slots=True)
class TableState:
    """What a campaign brings to the table: its tiles, its story cards in play, and whether this is its first game."""

    first_game: bool
    story_cards: tuple[int, ...]
    tiles: tuple[Laid, ...]


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
    """A number of a step: `fixed`, plus `per_player` for everyone at the table; or `by_seat`, in turn order."""

    fixed: int = 0
    per_player: int = 0
    by_seat: tuple[int, ...] = ()

    def at(self, place: int, players: int) -> int:
        """What it comes to for the place in turn order (from 0) at a table of `players`.

        Raises IndexError where `by_seat` knows no such place.
        """
        return self.by_seat[place] if self.by_seat else self.fixed + self.per_player * players


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a set-up, as the content files say it; `setup.checklist` makes lines of it.

    `game` is "first", "later" or "" for both. `each` is "tile", "card", "seat" or "" for a single line; `taken_from`
    ("box", "bag" or "") picks the tiles. All of `modules` and none of `without_modules` must be in play.
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
    amounts: Mapping[str, Amount] = field(default_factory=dict)
    open: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a set-up list. `step` names the text, `values` fills it, `reasons` says why it is there.

    `id` is stable: the step, or the step and the piece or place in turn order it is repeated for.
    `piece` is the tile or card that it moves ("L30", "150"). `open` marks what the sources leave open.
    """

    id: str
    step: str
    area: str
    reasons: tuple[str, ...]
    values: Mapping[str, int | str] = field(default_factory=dict)
    piece: str | None = None
    open: bool = False

    @property
    def amount(self) -> str:
        """What a tick on this line counts for: a changed amount makes it a line to do again."""
        return ",".join(f"{key}={value}" for key, value in sorted(self.values.items()))
