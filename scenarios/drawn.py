"""The map of the board as frozen values for a template: its places with their markers, its arrows, its table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import ngettext_lazy

from cards.board import Nation

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cards.chart import Layout, Point

_MARKERS = {
    Nation.FRANCE: ngettext_lazy("%(count)d French marker", "%(count)d French markers", "count"),
    Nation.SPAIN: ngettext_lazy("%(count)d Spanish marker", "%(count)d Spanish markers", "count"),
    Nation.ENGLAND: ngettext_lazy("%(count)d English marker", "%(count)d English markers", "count"),
}


@dataclass(frozen=True, slots=True)
class Called:
    """What a location is called: its name, the label that a map has for it, the short one for a strip."""

    name: str
    label: str = ""
    short: str = ""

    @property
    def said(self) -> str:
        """What is read aloud, so that it begins like what is seen."""
        return self.label or self.name


@dataclass(frozen=True, slots=True)
class Markers:
    """So many markers of a nation."""

    nation: str
    count: int

    @property
    def words(self) -> str:
        """ "2 French markers" in the reader's language."""
        return str(_MARKERS[Nation(self.nation)] % {"count": self.count})


@dataclass(frozen=True, slots=True)
class Lead:
    """Where an arrow leads, the legacy tile that brings it and the rounds in which it is open, if not always."""

    space: str
    tile: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """Words beside a place; `anchor` is which of their ends stands at the point."""

    x: int
    y: int
    anchor: str
    words: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A marker, drawn."""

    nation: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A location on the map, and its row in the table. `leads` is where arrows lead to from here.

    `lost` says that an arrow leads where no source knows; `tile` is the legacy tile that brings the place.
    """

    id: str
    kind: str
    classes: str
    x: int
    y: int
    outline: str
    called: Called
    label: Label
    url: str
    markers: tuple[Markers, ...]
    signs: tuple[Sign, ...]
    freed: bool
    leads: tuple[Lead, ...]
    lost: bool
    tile: str


@dataclass(frozen=True, slots=True)
class DrawnLeg:
    """An arrow on the map; `ask` is where its question mark stands, if nobody knows where it leads."""

    classes: str
    path: str
    tile: str
    rounds: tuple[int, ...]
    ask: Point | None


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map in one layout. `owners` are the shapes of the markers by nation, `outlines` those of the kinds."""

    name: str
    sheet: Layout
    owners: Mapping[str, str]
    outlines: Mapping[str, str]
    places: tuple[DrawnPlace, ...]
    legs: tuple[DrawnLeg, ...]

    @property
    def totals(self) -> tuple[Markers, ...]:
        """All markers by nation, those without one too; none where no marker lies and nothing was freed."""
        lying = [markers for place in self.places for markers in place.markers]
        sums = {nation.value: sum(one.count for one in lying if one.nation == nation) for nation in Nation}
        return tuple(Markers(nation, count) for nation, count in sums.items()) if lying or self.freed else ()

    @property
    def freed(self) -> int:
        """How many places were freed."""
        return sum(place.freed for place in self.places)

    @property
    def brought(self) -> bool:
        """Whether a tile brought a place or an arrow."""
        return any(place.tile for place in self.places) or any(leg.tile for leg in self.legs)

    @property
    def at_times(self) -> bool:
        """Whether an arrow is open in some rounds only."""
        return any(leg.rounds for leg in self.legs)

    @property
    def asks(self) -> bool:
        """Whether an arrow leads where no source knows."""
        return any(leg.ask for leg in self.legs)
