"""The state of a stream: a mapping from subject to value, with names for what the rules ask it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Value = str | int | bool | None
"""What a subject can have: JSON's plain values. `None` is "nothing yet"."""


class Place(StrEnum):
    """Where a piece is. A tile can lie on or belong to a space: `board@17`, `bag@17`."""

    BOX = "box"
    BAG = "bag"
    BOARD = "board"
    TABLE = "table"
    """Beside the board; a story card in play lies there during a game."""
    DECK = "deck"
    """Project cards that the story brought: they stay in the deck of the campaign's games."""
    GONE = "gone"
    """Out of the campaign but known to it: a card read to its end, a tile that the story took away."""


class Spot(NamedTuple):
    """A place, and the space of the board that belongs to it (`None` where there is none or nobody said)."""

    place: Place
    space: str | None = None

    @classmethod
    def read(cls, value: Value) -> Spot:
        """The spot that a stored value means; nothing stored is the box. ValueError for a word that is no place."""
        place, _, space = str(value or Place.BOX).partition("@")
        return cls(Place(place), space or None)

    def __str__(self) -> str:
        return f"{self.place}@{self.space}" if self.space else str(self.place)

    def bagged(self, kind: str) -> Spot:
        """This spot's piece in the bag; a tile that lay beside the board remembers that."""
        return Spot(Place.BAG, BESIDE if kind == "tile" and self.place == Place.TABLE else self.space)

    def laid_out(self, kind: str) -> Spot:
        """Where a piece of the bag goes when a game is set up."""
        if kind == "card" or self.space == BESIDE:
            return Spot(Place.TABLE)
        return Spot(Place.BOARD, self.space)


BESIDE = "beside"
"""In the bag, the space of a tile that belongs beside the board."""


class PlayStatus(StrEnum):
    """How far a play is; one that was never opened, or whose opening was taken back, has none."""

    OPEN = "open"
    ASIDE = "aside"
    """Open, but an evening of its own: it never changes the legacy."""
    PLAYED = "played"
    GIVEN_UP = "given_up"


class Rest(StrEnum):
    """A campaign that does not go on just now."""

    ASIDE = "aside"
    """The group plays something else for a while."""
    ENDED = "ended"


UNDER_WAY = (PlayStatus.OPEN, PlayStatus.ASIDE)


class Piece(NamedTuple):
    """A card or a tile: `kind` is "card" or "tile", `id` what is printed on it ("152", "L31")."""

    kind: str
    id: str

    @property
    def subject(self) -> str:
        return f"{self.kind}:{self.id}"


_NOTHING: Mapping[str, Value] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class State:
    """What a stream has come to. Only subjects that differ from "nothing" or "in the box" are held."""

    values: Mapping[str, Value] = field(default_factory=lambda: _NOTHING)

    def __getitem__(self, subject: str) -> Value:
        return self.values.get(subject)

    def spot(self, piece: Piece) -> Spot:
        """Where the piece lies."""
        return Spot.read(self[piece.subject])

    def pieces(self, *places: Place) -> Iterator[tuple[Piece, Spot]]:
        """Cards and tiles in one of `places`, cards first, each kind in the order of its numbers."""
        found = (Piece(*s.split(":", 1)) for s in self.values if s.startswith(("card:", "tile:")))
        for piece in sorted(found, key=lambda p: (p.kind, len(p.id), p.id)):
            if (spot := self.spot(piece)).place in places:
                yield piece, spot

    def play_under_way(self) -> int | None:
        """The number of the play that is open, `None` between games."""
        plays = (s for s, value in self.values.items() if s.startswith("play:") and value in UNDER_WAY)
        return next((int(s.removeprefix("play:")) for s in plays), None)

    def has_begun(self) -> bool:
        """Whether a story card has ever left the box: until then the first game is still to come."""
        return any(subject.startswith("card:") for subject in self.values)

    def games_played(self) -> int:
        return sum(1 for s, value in self.values.items() if s.startswith("play:") and value == PlayStatus.PLAYED)

    def games_opened(self) -> int:
        """Games that were played, given up or are under way: the next one is counted on from here."""
        return sum(1 for subject in self.values if subject.startswith("play:"))

    def round(self) -> int:
        """In a play's stream: 0 while setting up, from 1 in a round, one more than there are after the last."""
        return int(self["round"] or 0)

    def phase(self) -> int:
        """In a play's stream: the phase that the round is in, from 0; 0 as well where it has none."""
        return int(self["phase"] or 0)
