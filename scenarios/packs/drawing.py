"""The shape of `chart.yaml`: how the board is drawn, once wide over the coast and once as a strip for a phone.

All numbers are units of the view box. Outlines, markers and targets are drawn around the place they belong to.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from scenarios.packs.shapes import Content, Naming, Space, Words

Path = Annotated[str, StringConstraints(pattern=r"^M[-MmLlHhVvCcQqAaZz0-9. ]+$", max_length=20_000)]
Along = Annotated[int, Field(ge=-100, le=2_000)]
Size = Annotated[int, Field(ge=1, le=2_000)]
Corner = Annotated[int, Field(ge=0, le=100)]
Side = Literal["l", "r", "t", "b", "bl", "br", "tr", "tt"]


class PointEntry(Content):
    """A point of a layout."""

    x: Along
    y: Along


class SpotEntry(PointEntry):
    """Where a location stands, and the side of it that its label has."""

    label: Side


class TargetEntry(PointEntry):
    """What a finger hits around a place."""

    width: Size
    height: Size
    corner: Corner


class RoseEntry(PointEntry):
    """The compass rose; `north` is the height at which its letter stands."""

    radius: Size
    north: Along
    dark: Path
    light: Path


class SeaEntry(PointEntry):
    """Where the name of a sea stands."""

    key: Literal["caribbean", "atlantic"]
    spacing: Annotated[int, Field(ge=0, le=20)]


class LayoutEntry(Content):
    """A sheet to draw on."""

    width: Size
    height: Size
    corner: Corner
    target: TargetEntry
    rose: RoseEntry
    rhumbs: Path
    seas: tuple[SeaEntry, ...] = ()
    coast: Path | None = None


class LayoutsEntry(Content):
    """Both sheets."""

    wide: LayoutEntry
    phone: LayoutEntry


class OutlinesEntry(Content):
    """The outline of each kind of location."""

    start: Path
    village: Path
    city: Path
    homeward: Path


class OwnersEntry(Content):
    """The shape of each nation's marker."""

    france: Path
    spain: Path
    england: Path


class BothPoints(Content):
    """A point of each layout."""

    wide: PointEntry
    phone: PointEntry


class PlaceEntry(Content):
    """Where a location stands in each layout."""

    key: Space
    wide: SpotEntry
    phone: SpotEntry


class LegEntry(Content):
    """How an arrow runs in each layout; `ask` is where the question mark of one without an end stands."""

    start: Annotated[Space, Field(alias="from")]
    end: Annotated[Space | None, Field(alias="to")]
    wide: Path
    phone: Path
    ask: BothPoints | None = None


class SheetEntry(Content):
    """What every drawing of the board has in common."""

    layouts: LayoutsEntry
    outlines: OutlinesEntry
    owners: OwnersEntry


class ChartFile(Content):
    """chart.yaml: the drawing of the board. A box that needs another adds places and arrows to the sheet of that one.

    `spare` are points where locations can stand that a legacy tile brings and no source numbers.
    """

    sheet: SheetEntry | None = None
    places: tuple[PlaceEntry, ...] = ()
    legs: tuple[LegEntry, ...] = ()
    spare: tuple[BothPoints, ...] = ()


class LocationWords(Naming):
    """`label` is what a drawing calls the location where its name says too little there, `short` what a strip does."""

    label: Annotated[Words, StringConstraints(max_length=30)] | None = None
    short: Annotated[Words, StringConstraints(max_length=15)] | None = None
