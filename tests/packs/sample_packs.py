"""A small shelf of invented packs in a scratch folder, which tests break on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

ISLAND = {
    "box.yaml": """\
id: island
version: 1
public:
  tiles: [L1]
  cards: [7]
""",
    "cards.yaml": """\
cards:
  - {first: 1, last: 3, kind: story, line: shore}
  - {first: 7, kind: scenario}
""",
    "tiles.yaml": """\
tiles:
  - {key: L1, space: "9a"}
  - {key: L2, number_sure: false}
""",
    "lines.yaml": """\
lines:
  - {key: shore, first_story_card: 1, first_tiles: [L1], scenario: evening}
""",
    "modules.yaml": """\
modules:
  - {key: wind}
  - {key: storm, requires: [wind]}
""",
    "scenarios.yaml": """\
scenarios:
  - {key: evening, mode: competitive, players: [1, 2], cards: [7], modules: [wind], optional_modules: [storm]}
""",
    "opponents.yaml": """\
opponents:
  - {key: shark, levels: [tame, wild], module: storm, alone: [competitive]}
""",
    "setup.yaml": """\
steps:
  - {key: board, scenarios: [evening], area: board, position: 10, reasons: [base]}
  - {key: tile, scenarios: [evening], area: tiles, position: 20, each: tile, taken_from: box, reasons: ["tile:L1"]}
  - key: coins
    scenarios: [evening]
    area: player
    position: 30
    each: seat
    amounts: {doubloons: {by_seat: [1, 2]}}
    reasons: [players, "module:wind"]
    open: true
  - key: bite
    scenarios: [evening]
    area: cards
    position: 40
    opponent: shark
    cards: [7]
    amounts: {a: {by_level: {tame: 0, wild: 2}}}
    reasons: [opponent, level]
    section: solo
  - {key: start, scenarios: [evening], area: board, position: 50, each: start, cards: [7], reasons: [scenario]}
  - {key: draw, scenarios: [evening], area: tiles, position: 60, each: draw, reasons: [scenario]}
""",
    "home_ports.yaml": """\
home_ports:
  - {key: haven, facts: [X001]}
""",
    "locations.yaml": """\
locations:
  - {key: "1", kind: start}
  - {key: "2", kind: village, becomes_city_with: L2, confidence: medium}
  - {key: 9a, kind: city, needs_tile: L1}
edges:
  - {from: "1", to: "2", confidence: high}
  - {from: "2", to: 9a, needs_tile: L1, cost: 3, confidence: medium, rounds: [4]}
  - {from: "2", to: null, among: ["1"], cost: null, confidence: low}
""",
    "text.en.yaml": """\
box: {name: Island, summary: An invented box.}
tiles:
  L1: {name: One, summary: The first tile.}
  L2: {name: Two, summary: The second tile., open: Check on your tile.}
lines:
  shore: {name: Shore, summary: A line.}
modules:
  wind: {name: Wind, summary: A module.}
  storm: {name: Storm, summary: A module.}
scenarios:
  evening: {name: Evening, summary: A scenario.}
steps:
  board: {line: Lay the board., why: It begins so.}
  tile: {line: "Lay {tile} on {space}.", line_without_space: "Lay {tile} somewhere.", why: "{tile} is known."}
  coins: {line: "Place {seat} takes {doubloons}.", why: It is fair., open: Check it.}
  bite: {line: "Take {a}.", why: It is wild.}
  start: {line: "Lay card {card}.", why: It starts.}
  draw: {line: "Column {column} is {tile}.", line_without_tile: "Draw for {column}.", why: By chance.}
opponents:
  shark: {name: Shark, summary: It bites., levels: {tame: Tame, wild: Wild at heart}}
home_ports:
  haven: {name: Haven, effect: It shelters., open: Check on your tile.}
locations:
  "1": {name: Pier, summary: Ships start here.}
  "2": {name: Hut, summary: A village., open: Check on your board.}
  9a: {name: Town, summary: A city.}
""",
}
REEF = {
    "box.yaml": "id: reef\nversion: 1\nrequires: [island]\n",
    "tiles.yaml": "tiles:\n  - {key: L5}\n",
    "text.en.yaml": "box: {name: Reef, summary: Needs the island.}\ntiles:\n  L5: {name: Five, summary: A tile.}\n",
}


class Shelf:
    """The folder of packs. `change` replaces text in one file and insists that it was there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def put(self, box: str, file: str, text: str) -> None:
        (self.folder / box).mkdir(parents=True, exist_ok=True)
        (self.folder / box / file).write_text(text)

    def change(self, where: str, before: str, after: str) -> None:
        path = self.folder / where
        text = path.read_text()
        assert before in text, f"{where} holds no {before!r}"
        path.write_text(text.replace(before, after, 1))
