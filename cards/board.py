"""The board as frozen values: its locations and the arrows that ships follow. Definitions only."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class LocationKind(StrEnum):
    """What a location is while no legacy tile changes it."""

    START = "start"
    VILLAGE = "village"
    CITY = "city"
    HOMEWARD = "homeward"
    """A space of the way home, which ends rounds."""


class Nation(StrEnum):
    """Whose ownership marker a location can hold."""

    FRANCE = "france"
    SPAIN = "spain"
    ENGLAND = "england"


class Confidence(StrEnum):
    """How sure the sources are. Everything but `HIGH` is shown as "check on your board"."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@dataclass(frozen=True, slots=True)
class Location:
    """One location; `id` is what the board prints (`2`, `9a`).

    `scenario_nation` is whose marker a scenario that shares the board out puts there, `None` for nobody's.
    `becomes_city_with` and `needs_tile` name legacy tiles: the one that turns it into a city, the one that brings it.
    """

    id: str
    box: str
    kind: LocationKind
    confidence: Confidence
    scenario_nation: Nation | None
    becomes_city_with: str | None
    needs_tile: str | None
    facts: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """One arrow. `end` is `None` where no source says where it leads; `among` then lists what is possible, if known.

    `cost` is in movement points, `None` where no source says it. `rounds` lists when it is open, empty for always.
    An edge that `needs_tile` is there only while that tile lies on the board.
    """

    start: str
    end: str | None
    among: tuple[str, ...]
    confidence: Confidence
    needs_tile: str | None
    cost: int | None
    once_per_player: bool
    rounds: tuple[int, ...]


def neighbours(location: str, edges: Iterable[Edge], tiles: Iterable[str] = ()) -> tuple[str, ...]:
    """The locations that one arrow joins with this one, whichever way it points, in the order of the board.

    `tiles` are the legacy tiles on the board. An arrow to a place unknown joins nothing. The Uprising, Uprising (U194).
    """
    lying = set(tiles)
    joined = {
        end if location == edge.start else edge.start
        for edge in edges
        if (end := edge.end) is not None and location in (edge.start, end)
        if edge.needs_tile is None or edge.needs_tile in lying
    }
    return tuple(sorted(joined, key=in_order))


def pair(one: str, other: str) -> tuple[str, str]:
    """Two locations in the order of the board: neighbours are so both ways."""
    first, second = sorted((one, other), key=in_order)
    return first, second


def corrected(edges: Iterable[Edge], joined: Mapping[tuple[str, str], bool]) -> tuple[Edge, ...]:
    """The arrows as somebody's own board has them: `joined` says of a `pair` whether an arrow joins it."""
    kept = tuple(edge for edge in edges if edge.end is None or pair(edge.start, edge.end) not in joined)
    drawn = [two for two, is_joined in joined.items() if is_joined]
    return (*kept, *(Edge(one, other, (), Confidence.HIGH, None, None, False, ()) for one, other in drawn))


def in_order(location: str) -> tuple[int, str]:
    """9, 9a, 10: what to sort locations by."""
    digits = location.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(digits), location[len(digits) :]
