"""Boards that do not hold together are refused. Each rule is broken once, in an otherwise right pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenarios.packs.checks import check
from scenarios.packs.pack import read_packs
from scenarios.packs.reader import PackError

if TYPE_CHECKING:
    from sample_packs import Shelf

JUMP = 'edges:\n  - {from: "2", to: "1", needs_tile: L5, cost: null, once_per_player: true, confidence: high}\n'


def faults(shelf: Shelf) -> list[str]:
    try:
        return [str(fault) for fault in check(read_packs(shelf.folder))]
    except PackError as error:
        return [str(fault) for fault in error.faults]


class TestShape:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ("kind: start", "kind: harbour", "2: locations.0.kind: input should be"),
            ('key: "1"', "key: 1", "2: locations.0.key: input should be a valid string"),
            ("confidence: medium}", "confidence: maybe}", "3: locations.1.confidence: input should be"),
            ("needs_tile: L1}", "needs: L1}", "4: locations.2.needs: is no key that is known here"),
            ('to: "2", ', "", "6: edges.0.to: is missing"),
            (", confidence: high}", "}", "6: edges.0.confidence: is missing"),
            ('to: "2"', 'to: "1"', "6: edges.0: leads to where it starts"),
            ('to: "2"', 'to: "2", among: ["9"]', "6: edges.0: needs no guesses (among): it says where it leads"),
            ("cost: 3", "cost: three", "7: edges.1.cost: input should be a valid integer"),
            ("rounds: [4]", "rounds: [0]", "7: edges.1.rounds.0: input should be greater"),
        ],
    )
    def test_slips_are_named_with_their_line(self, shelf: Shelf, before: str, after: str, expected: str) -> None:
        shelf.change("island/locations.yaml", before, after)
        found = faults(shelf)
        assert found
        assert found[0].startswith(f"island/locations.yaml:{expected}")

    def test_a_port_without_an_effect_is_named(self, shelf: Shelf) -> None:
        shelf.change("island/text.en.yaml", "effect: It shelters.", "summary: It shelters.")
        assert [fault.split(": ", 1)[1] for fault in faults(shelf)] == [
            "home_ports.haven.effect: is missing",
            "home_ports.haven.summary: is no key that is known here",
        ]


class TestReferences:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ('from: "1"', 'from: "7"', "6: edges.0.from: there is no location 7"),
            ("to: 9a", 'to: "9"', "7: edges.1.to: there is no location 9"),
            ('among: ["1"]', 'among: ["1", "5"]', "8: edges.2.among: there is no location 5"),
            ("needs_tile: L1, cost", "needs_tile: L9, cost", "7: edges.1.needs_tile: there is no tile L9"),
            (
                "needs_tile: L1, cost",
                "cost",
                "7: edges.1.to: 9a is there with L1 only, which the edge does not need",
            ),
            ("needs_tile: L1}", "needs_tile: L9}", "4: locations.2.needs_tile: there is no tile L9"),
            ("becomes_city_with: L2", "becomes_city_with: L9", "3: locations.1.becomes_city_with: there is no tile L9"),
            ("becomes_city_with: L2", "becomes_city_with: L1", "3: locations.1.becomes_city_with: L1 lies on 9a"),
            ("kind: village", "kind: city", "3: locations.1.becomes_city_with: belongs to villages"),
            (
                "kind: start",
                "kind: start, scenario_nation: spain",
                "2: locations.0.scenario_nation: belongs to villages",
            ),
            (
                "kind: city",
                "kind: city, scenario_nation: spain",
                "4: locations.2.scenario_nation: belongs to no location that a tile brings",
            ),
            (
                "kind: village",
                "kind: village, scenario_nation: france",
                "1: locations: do not give each nation as many: france 1, spain 0, england 0",
            ),
            ('to: "2", confidence', "to: null, confidence", "3: locations.1.key: no edge leads to 2"),
            ('to: null, among: ["1"]', "to: 9a", "7: edges.1.from: 2_9a is used twice"),
            ('key: "1"', 'key: "2"', "3: locations.1.key: 2 is used twice"),
        ],
    )
    def test_that_do_not_fit_are_named(self, shelf: Shelf, before: str, after: str, expected: str) -> None:
        shelf.change("island/locations.yaml", before, after)
        assert any(fault.startswith(f"island/locations.yaml:{expected}") for fault in faults(shelf)), faults(shelf)

    def test_of_a_tile_to_a_space_that_the_board_has_not_are_named(self, shelf: Shelf) -> None:
        shelf.put("reef", "tiles.yaml", 'tiles:\n  - {key: L5, space: "33"}\n')
        assert faults(shelf) == ["reef/tiles.yaml:2: tiles.0.space: there is no location 33"]

    def test_a_box_may_add_an_arrow_to_the_board_of_a_box_that_it_needs(self, shelf: Shelf) -> None:
        shelf.put("reef", "locations.yaml", JUMP)
        assert faults(shelf) == []

    def test_but_a_box_knows_no_tile_of_one_that_needs_it(self, shelf: Shelf) -> None:
        shelf.change("island/locations.yaml", "edges:\n", JUMP)
        assert faults(shelf) == ["island/locations.yaml:6: edges.0.needs_tile: there is no tile L5"]

    def test_an_arrow_stands_once_among_boxes_that_are_played_together(self, shelf: Shelf) -> None:
        shelf.put("reef", "locations.yaml", JUMP.replace('"2", to: "1"', '"1", to: "2"'))
        assert faults(shelf) == ["reef/locations.yaml:2: edges.0.from: 1_2 is used twice"]


class TestTexts:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ('  "1": {name: Pier, summary: Ships start here.}\n', "", "locations.1: has no text"),
            ("  9a: {", "  9b: {", "locations.9a: has no text"),
            ("  9a: {", "  9b: {", "locations.9b: is a text without an entry"),
            (", open: Check on your board.", "", "locations.2.open: is missing: the location is not sure"),
            ("  haven: {", "  heaven: {", "home_ports.haven: has no text"),
            ("It shelters.", "'It {shelters}.'", "home_ports.haven.effect: holds a brace that names no value"),
        ],
    )
    def test_that_do_not_fit_are_named(self, shelf: Shelf, before: str, after: str, expected: str) -> None:
        shelf.change("island/text.en.yaml", before, after)
        assert expected in [fault.split(": ", 1)[1] for fault in faults(shelf)]
