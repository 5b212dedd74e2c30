"""What is drawn where on the map of the board while some markers lie and some tiles do.

`drawn` is pure. A place or an arrow that a legacy tile brings is drawn only while the tile lies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cards.board import LocationKind, Nation, in_order
from cards.chart import Spot
from scenarios.drawn import Called, Drawing, DrawnLeg, DrawnPlace, Label, Lead, Markers, Sign

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from cards.board import Edge
    from cards.chart import Chart, Leg

    Held = Mapping[str, int]
    """How many markers lie somewhere, by nation."""

_SETTLED = (LocationKind.VILLAGE, LocationKind.CITY)

_SIDES: Mapping[str, Mapping[str, tuple[int, int, str]]] = {
    "wide": {
        "l": (-27, 5, "end"),
        "r": (28, 5, "start"),
        "t": (0, -33, "middle"),
        "b": (0, 40, "middle"),
        "bl": (-2, 38, "end"),
        "br": (4, 38, "start"),
        "tr": (32, -24, "start"),
        "tt": (22, -33, "middle"),
    },
    "phone": {"l": (-27, 5, "end"), "t": (0, -33, "middle"), "b": (0, 36, "middle")},
}
"""Where a label begins on each side of its place, and which of its ends stands there."""

_CLEAR = (36, 8, "start")
"""To the right of a place that can hold a marker."""

_HEIGHT, _ALONE, _FIRST, _STEP = -19, 19, 10, 23
"""Where markers stand: one alone at the corner of its place, several in a row."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """A space, what it is tonight, where it stands and the tile that brings it."""

    space: str
    kind: LocationKind
    spot: Spot
    tile: str


def drawn(
    chart: Chart,
    held: Mapping[str, Held],
    free: Collection[str],
    names: Mapping[str, Called],
    tiles: Collection[str],
    layout: str,
    address: Callable[[str], str],
) -> Drawing:
    """The map in one layout: `held` are markers by space and nation, `free` the spaces that were freed.

    `tiles` are the legacy tiles on the board, `address` is where the link of a space leads. A space with markers, or
    freed, that the chart does not know stands on the next spare point, as a village.
    """
    legs = [leg for leg in chart.legs if _lies(leg.edge.needs_tile, tiles)]
    standing = [*_printed(chart, tiles, layout), *_added(chart, {*held, *free}, layout)]
    return Drawing(
        name=layout,
        sheet=chart.layouts[layout],
        owners={nation.value: path for nation, path in chart.owners.items()},
        outlines={kind.value: path for kind, path in chart.outlines.items()},
        places=tuple(
            _place(
                one,
                outline=chart.outlines[one.kind],
                markers=_markers(held.get(one.space, {})),
                freed=one.space in free,
                called=names.get(one.space, Called("")),
                url=address(one.space),
                edges=[leg.edge for leg in legs if leg.edge.start == one.space],
                layout=layout,
            )
            for one in standing
        ),
        legs=tuple(_leg(leg, layout) for leg in legs),
    )


def _lies(tile: str | None, tiles: Collection[str]) -> bool:
    return tile is None or tile in tiles


def _printed(chart: Chart, tiles: Collection[str], layout: str) -> Iterator[_Standing]:
    for place in chart.places:
        location = place.location
        if _lies(location.needs_tile, tiles):
            city = location.becomes_city_with is not None and location.becomes_city_with in tiles
            kind = LocationKind.CITY if city else location.kind
            yield _Standing(location.id, kind, place.spots[layout], location.needs_tile or "")


def _added(chart: Chart, spaces: Collection[str], layout: str) -> Iterator[_Standing]:
    """Spaces that the chart does not know, as many as there are spare points."""
    strange = sorted(set(spaces) - {place.location.id for place in chart.places})
    for space, points in zip(strange, chart.spare, strict=False):
        point = points[layout]
        yield _Standing(space, LocationKind.VILLAGE, Spot(point.x, point.y, "b"), "")


def _place(
    one: _Standing,
    *,
    outline: str,
    markers: tuple[Markers, ...],
    freed: bool,
    called: Called,
    url: str,
    edges: list[Edge],
    layout: str,
) -> DrawnPlace:
    freed = freed and not markers
    signs = [("held", bool(markers)), ("free", freed), ("brought", bool(one.tile))]
    return DrawnPlace(
        id=one.space,
        kind=one.kind.value,
        classes=" ".join(["place", one.kind.value, *(name for name, counts in signs if counts)]),
        x=one.spot.x,
        y=one.spot.y,
        outline=outline,
        called=called,
        label=_label(one, called, layout),
        url=url,
        markers=markers,
        signs=_signs(markers),
        freed=freed,
        leads=_leads(edges),
        lost=any(edge.end is None for edge in edges),
        tile=one.tile,
    )


def _leads(edges: list[Edge]) -> tuple[Lead, ...]:
    found = [Lead(edge.end, edge.needs_tile or "", edge.rounds) for edge in edges if edge.end]
    return tuple(sorted(found, key=lambda lead: in_order(lead.space)))


def _label(one: _Standing, called: Called, layout: str) -> Label:
    side = one.spot.label
    at = _CLEAR if side == "r" and one.kind in _SETTLED else _SIDES[layout][side]
    return Label(*at, called.short or called.said if layout == "phone" else called.said)


def _markers(held: Held) -> tuple[Markers, ...]:
    return tuple(Markers(nation.value, held[nation]) for nation in Nation if held.get(nation, 0) > 0)


def _signs(markers: tuple[Markers, ...]) -> tuple[Sign, ...]:
    nations = [one.nation for one in markers for _time in range(one.count)]
    first = _ALONE if len(nations) == 1 else _FIRST
    return tuple(Sign(nation, first + _STEP * at, _HEIGHT) for at, nation in enumerate(nations))


def _leg(leg: Leg, layout: str) -> DrawnLeg:
    edge = leg.edge
    signs = [("leg-last", bool(edge.rounds)), ("leg-tile", edge.needs_tile is not None), ("leg-open", edge.end is None)]
    classes = " ".join(["leg", *(name for name, counts in signs if counts)])
    return DrawnLeg(classes, leg.paths[layout], edge.needs_tile or "", edge.rounds, leg.asks.get(layout))
