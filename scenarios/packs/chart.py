"""Whether the board holds together: arrows join what is there, tiles lie where the board has a place for them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from cards.board import LocationKind, Nation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenarios.packs import board
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
