"""Whether the board holds together: arrows join what is there, tiles lie where the board has a place for them.

And whether its drawing shows what is there, everything once and nothing else.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cards.board import LocationKind, Nation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenarios.packs import board, drawing
    from scenarios.packs.known import Known
    from scenarios.packs.pack import Pack
    from scenarios.packs.reader import Fault

_SETTLED = (LocationKind.VILLAGE, LocationKind.CITY)
"""The kinds of location that a nation can own."""


def check_board(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """The faults of the pack's locations and edges, and of the spaces that its tiles name."""
    for index, location in enumerate(pack.locations):
        for field, said in (*_owner(location), *_tiles(location, known), *_reached(location, known)):
            yield pack.fault("locations.yaml", ("locations", index, field), said)
    taken = Counter(edge.key for edge in known.edges)
    for index, edge in enumerate(pack.edges):
        for field, said in _ends(edge, known):
            yield pack.fault("locations.yaml", ("edges", index, field), said)
        if taken[edge.key] > 1:
            yield pack.fault("locations.yaml", ("edges", index, "from"), f"{edge.key} is used twice")
    for index, tile in enumerate(pack.tiles):
        if tile.space and tile.space not in known.locations:
            yield pack.fault("tiles.yaml", ("tiles", index, "space"), f"there is no location {tile.space}")
    yield from _shares(pack)


def _owner(location: board.LocationEntry) -> Iterator[tuple[str, str]]:
    if location.scenario_nation and location.kind not in _SETTLED:
        yield "scenario_nation", "belongs to villages and cities"
    if location.scenario_nation and location.needs_tile:  # The Uprising, Unrest (U069)
        yield "scenario_nation", "belongs to no location that a tile brings"


def _tiles(location: board.LocationEntry, known: Known) -> Iterator[tuple[str, str]]:
    if location.becomes_city_with and location.kind is not LocationKind.VILLAGE:
        yield "becomes_city_with", "belongs to villages"
    for field, key in (("becomes_city_with", location.becomes_city_with), ("needs_tile", location.needs_tile)):
        if key and key not in known.tiles:
            yield field, f"there is no tile {key}"
        elif key and known.tiles[key].space not in (None, location.key):
            yield field, f"{key} lies on {known.tiles[key].space}"


def _reached(location: board.LocationEntry, known: Known) -> Iterator[tuple[str, str]]:
    """Only where ships start does no arrow lead."""
    led_to = any(location.key in (edge.end, *edge.among) for edge in known.edges)
    if location.kind is not LocationKind.START and not led_to:
        yield "key", f"no edge leads to {location.key}"


def _ends(edge: board.EdgeEntry, known: Known) -> Iterator[tuple[str, str]]:
    named = [("from", edge.start), ("to", edge.end), *(("among", key) for key in edge.among)]
    for field, key in named:
        if key and key not in known.locations:
            yield field, f"there is no location {key}"
    if edge.needs_tile and edge.needs_tile not in known.tiles:
        yield "needs_tile", f"there is no tile {edge.needs_tile}"
    elif edge.needs_tile is None:
        for field, key in named:
            if key and key in known.locations and (brought := known.locations[key].needs_tile):
                yield field, f"{key} is there with {brought} only, which the edge does not need"


def _shares(pack: Pack) -> Iterator[Fault]:
    """Scenarios share the board out evenly among the nations. The Uprising, Unrest (U066 to U068)."""
    found = {nation: [one.key for one in pack.locations if one.scenario_nation is nation] for nation in Nation}
    if len({len(keys) for keys in found.values()}) > 1:
        said = ", ".join(f"{nation} {len(keys)}" for nation, keys in found.items())
        yield pack.fault("locations.yaml", ("locations",), f"do not give each nation as many: {said}")


def check_drawing(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """The faults of the pack's chart, and what of its board is not drawn although there is a sheet for it."""
    charts = [packs[box].chart for box in known.boxes]
    sheets = [chart.sheet for chart in charts if chart.sheet]
    own = pack.chart
    if "chart.yaml" in pack.sources and len(sheets) != 1:
        yield pack.fault("chart.yaml", ("sheet",), "is needed once among the boxes that are played together")
        return
    places = Counter(place.key for chart in charts for place in chart.places)
    legs = Counter((leg.start, leg.end) for chart in charts for leg in chart.legs)
    for index, place in enumerate(own.places):
        for field, said in _placed(place, places, known, sheets[0]):
            yield pack.fault("chart.yaml", ("places", index, field), said)
    for index, leg in enumerate(own.legs):
        for field, said in _run(leg, legs, known):
            yield pack.fault("chart.yaml", ("legs", index, field), said)
    if sheets:
        yield from _undrawn(pack, places, legs)


def _placed(
    place: drawing.PlaceEntry, places: Mapping[str, int], known: Known, sheet: drawing.SheetEntry
) -> Iterator[tuple[str, str]]:
    if place.key not in known.locations:
        yield "key", f"there is no location {place.key}"
    if places[place.key] > 1:
        yield "key", f"{place.key} is drawn twice"
    for name, spot, layout in (("wide", place.wide, sheet.layouts.wide), ("phone", place.phone, sheet.layouts.phone)):
        if not (0 <= spot.x <= layout.width and 0 <= spot.y <= layout.height):
            yield name, f"{place.key} stands beside the sheet"


def _run(leg: drawing.LegEntry, legs: Mapping[tuple[str, str | None], int], known: Known) -> Iterator[tuple[str, str]]:
    ends = (leg.start, leg.end)
    if ends not in {(edge.start, edge.end) for edge in known.edges}:
        yield "from", f"there is no edge from {leg.start} to {leg.end or 'nowhere'}"
    if legs[ends] > 1:
        yield "from", f"the edge from {leg.start} to {leg.end or 'nowhere'} is drawn twice"
    if (leg.ask is not None) != (leg.end is None):
        yield "ask", "stands where an edge has no end, and only there"


def _undrawn(pack: Pack, places: Mapping[str, int], legs: Mapping[tuple[str, str | None], int]) -> Iterator[Fault]:
    for index, location in enumerate(pack.locations):
        if location.key not in places:
            yield pack.fault("locations.yaml", ("locations", index, "key"), f"{location.key} is not drawn")
    for index, edge in enumerate(pack.edges):
        if (edge.start, edge.end) not in legs:
            said = f"the edge from {edge.start} to {edge.end or 'nowhere'} is not drawn"
            yield pack.fault("locations.yaml", ("edges", index, "from"), said)
