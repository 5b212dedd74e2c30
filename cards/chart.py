"""The drawing of the board as frozen values: two layouts, and where each location and arrow stands in them.

All numbers are units of a layout's view box. Definitions only.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cards.board import Edge, Location, LocationKind, Nation

LAYOUTS = ("wide", "phone")
"""The names of the layouts: over the coast, and as a strip."""


@dataclass(frozen=True, slots=True)
class Point:
    """A point of a layout."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a location stands, and the side of it that its label has (`l`, `tr` …)."""

    x: int
    y: int
    label: str


@dataclass(frozen=True, slots=True)
class Target:
    """What a finger hits, around the point of a location."""

    x: int
    y: int
    width: int
    height: int
    corner: int


@dataclass(frozen=True, slots=True)
class Rose:
    """The compass rose; `north` is the height at which its letter stands."""

    x: int
    y: int
    radius: int
    north: int
    dark: str
    light: str


@dataclass(frozen=True, slots=True)
class Sea:
    """Where the name of a sea stands."""

    key: str
    x: int
    y: int
    spacing: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet to draw on. `coast` is empty where there is none."""

    width: int
    height: int
    corner: int
    target: Target
    rose: Rose
    rhumbs: str
    seas: tuple[Sea, ...]
    coast: str


@dataclass(frozen=True, slots=True)
class Place:
    """A location and where it stands in each layout."""

    location: Location
    spots: Mapping[str, Spot]


@dataclass(frozen=True, slots=True)
class Leg:
    """An arrow and how it runs in each layout; `asks` is where the question mark of one without an end stands."""

    edge: Edge
    paths: Mapping[str, str]
    asks: Mapping[str, Point]


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing of a box and those it needs. Places stand in the order of the board.

    `outlines` are those of the kinds of location, `owners` the shapes of markers; `spare` are points for locations that
    a legacy tile brings and no source numbers.
    """

    layouts: Mapping[str, Layout]
    outlines: Mapping[LocationKind, str]
    owners: Mapping[Nation, str]
    places: tuple[Place, ...]
    legs: tuple[Leg, ...]
    spare: tuple[Mapping[str, Point], ...]
