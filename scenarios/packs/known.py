"""What the content files of a box may name, for all checks alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenarios.packs import board, schema
    from scenarios.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Known:
    """What a pack may name: its own content and that of all boxes it cannot be played without."""

    boxes: tuple[str, ...]
    cards: Mapping[int, schema.CardRange]
    tiles: Mapping[str, schema.TileEntry]
    lines: frozenset[str]
    modules: Mapping[str, schema.ModuleEntry]
    opponents: Mapping[str, schema.OpponentEntry]
    scenarios: Mapping[str, schema.ScenarioEntry]
    locations: Mapping[str, board.LocationEntry]
    edges: tuple[board.EdgeEntry, ...]
    ports: frozenset[str]
    automa: frozenset[str]
    public_tiles: frozenset[str]
    archive: frozenset[str]
    """The scenarios of campaigns: their later games start from the archive."""


def known_to(pack: Pack, packs: Mapping[str, Pack]) -> Known:
    """What `pack` may name."""
    boxes = needed(pack.id, packs)
    all_of = [packs[box] for box in boxes]
    return Known(
        boxes=boxes,
        cards={number: entry for one in all_of for entry in one.cards for number in entry.numbers},
        tiles={tile.key: tile for one in all_of for tile in one.tiles},
        lines=frozenset(line.key for one in all_of for line in one.lines),
        modules={module.key: module for one in all_of for module in one.modules},
        opponents={opponent.key: opponent for one in all_of for opponent in one.opponents},
        scenarios={scenario.key: scenario for one in all_of for scenario in one.scenarios},
        locations={location.key: location for one in all_of for location in one.locations},
        edges=tuple(edge for one in all_of for edge in one.edges),
        ports=frozenset(port.key for one in all_of for port in one.home_ports),
        automa=frozenset(card.key for one in all_of for card in one.automa),
        public_tiles=frozenset(tile for one in all_of for tile in one.box.public.tiles),
        archive=frozenset(line.scenario for one in all_of for line in one.lines if line.scenario),
    )


def needed(box: str, packs: Mapping[str, Pack]) -> tuple[str, ...]:
    """The box and all boxes it cannot be played without, the box first. Unknown ones are left out."""
    found: list[str] = []
    waiting = [box]
    while waiting:
        now = waiting.pop(0)
        if now in packs and now not in found:
            found.append(now)
            waiting.extend(packs[now].box.requires)
    return tuple(found)
