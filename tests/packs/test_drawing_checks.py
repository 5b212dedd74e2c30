"""Drawings that do not fit their board are refused. Each rule is broken once, in an otherwise right chart."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from cards.models import Chart
from scenarios.packs.checks import check
from scenarios.packs.loader import load
from scenarios.packs.pack import read_packs
from scenarios.packs.reader import PackError

if TYPE_CHECKING:
    from sample_packs import Shelf

    from scenarios.packs.drawing import SpotEntry

LAYOUT = """\
{width: 100, height: 50, corner: 0, target: {x: -5, y: -5, width: 10, height: 10, corner: 5},
      rose: {x: 50, y: 25, radius: 9, north: 10, dark: M0 0h5z, light: M0 0v5z}, rhumbs: M0 0L9 9}"""
CHART = f"""\
sheet:
  layouts:
    wide: {LAYOUT}
    phone: {LAYOUT}
  outlines: {{start: M0 0h1, village: M0 0h2, city: M0 0h3, homeward: M0 0h4}}
  owners: {{france: M0 0v1, spain: M0 0v2, england: M0 0v3}}
places:
  - {{key: "1", wide: {{x: 10, y: 10, label: t}}, phone: {{x: 20, y: 10, label: b}}}}
  - {{key: "2", wide: {{x: 30, y: 10, label: tr}}, phone: {{x: 40, y: 10, label: l}}}}
  - {{key: 9a, wide: {{x: 50, y: 10, label: r}}, phone: {{x: 60, y: 10, label: b}}}}
legs:
  - {{from: "1", to: "2", wide: M0 0L1 1, phone: M0 0L2 2}}
  - {{from: "2", to: 9a, wide: M1 1L2 2, phone: M2 2L4 4}}
  - {{from: "2", to: null, wide: M1 1L0 2, phone: M2 2L0 4, ask: {{wide: {{x: 1, y: 2}}, phone: {{x: 3, y: 4}}}}}}
spare:
  - {{wide: {{x: 70, y: 10}}, phone: {{x: 80, y: 10}}}}
"""
TWICE = '  - {key: "1", wide: {x: 1, y: 1, label: t}, phone: {x: 2, y: 1, label: b}}\n'


@pytest.fixture
def charted(shelf: Shelf) -> Shelf:
    """The two packs with a drawing of the island."""
    shelf.put("island", "chart.yaml", CHART)
    return shelf


def faults(shelf: Shelf) -> list[str]:
    try:
        return [str(fault) for fault in check(read_packs(shelf.folder))]
    except PackError as error:
        return [str(fault) for fault in error.faults]


class TestShape:
    def test_is_right_before_anything_is_broken(self, charted: Shelf) -> None:
        assert faults(charted) == []

    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ("x: 10, y: 10, label: t}", "x: 10, y: 10, label: up}", "places.0.wide.label: input should be"),
            ("x: 10, y: 10, label: t}", "x: 10.5, y: 10, label: t}", "places.0.wide.x: input should be a valid int"),
            ("wide: M0 0L1 1", "wide: '<path>'", "legs.0.wide: string should match"),
            ("wide: M0 0L1 1", "wide: url(M)", "legs.0.wide: string should match"),
            ("homeward: M0 0h4", "home: M0 0h4", "sheet.outlines.homeward: is missing"),
            ("england: M0 0v3", "holland: M0 0v3", "sheet.owners.england: is missing"),
            (", phone: M0 0L2 2", "", "legs.0.phone: is missing"),
        ],
    )
    def test_slips_are_named(self, charted: Shelf, before: str, after: str, expected: str) -> None:
        charted.change("island/chart.yaml", before, after)
        assert any(expected in fault for fault in faults(charted)), faults(charted)


class TestReferences:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ('key: "1"', 'key: "7"', "places.0.key: there is no location 7"),
            ("legs:\n", TWICE + "legs:\n", "places.3.key: 1 is drawn twice"),
            ("x: 10, y: 10, label: t}", "x: 101, y: 10, label: t}", "places.0.wide: 1 stands beside the sheet"),
            ("x: 20, y: 10, label: b}", "x: 20, y: 51, label: b}", "places.0.phone: 1 stands beside the sheet"),
            ('from: "1", to: "2"', 'from: "2", to: "1"', "legs.0.from: there is no edge from 2 to 1"),
            ("to: 9a", "to: null", "legs.1.from: the edge from 2 to nowhere is drawn twice"),
            ("to: 9a", "to: null", "legs.1.ask: stands where an edge has no end, and only there"),
            ("M0 0L2 2}", "M0 0L2 2, ask: {wide: {x: 1, y: 1}, phone: {x: 1, y: 1}}}", "legs.0.ask: stands where"),
        ],
    )
    def test_that_do_not_fit_are_named(self, charted: Shelf, before: str, after: str, expected: str) -> None:
        charted.change("island/chart.yaml", before, after)
        assert any(fault.partition(": ")[2].startswith(expected) for fault in faults(charted)), faults(charted)

    def test_to_what_is_not_drawn_are_missed(self, charted: Shelf) -> None:
        charted.change("island/chart.yaml", CHART[CHART.index("  - {key: 9a") : CHART.index("legs:")], "")
        charted.change("island/chart.yaml", '  - {from: "1", to: "2", wide: M0 0L1 1, phone: M0 0L2 2}\n', "")
        assert faults(charted) == [
            "island/locations.yaml:4: locations.2.key: 9a is not drawn",
            "island/locations.yaml:6: edges.0.from: the edge from 1 to 2 is not drawn",
        ]

    def test_of_another_box_are_drawn_on_the_sheet_of_the_box_it_needs(self, charted: Shelf) -> None:
        jump = '{from: "2", to: "1", needs_tile: L5, cost: null, confidence: high}'
        charted.put("reef", "locations.yaml", f"edges:\n  - {jump}\n")
        missing = "reef/locations.yaml:2: edges.0.from: the edge from 2 to 1 is not drawn"
        assert faults(charted) == [missing]
        charted.put("reef", "chart.yaml", 'legs:\n  - {from: "2", to: "1", wide: M2 2L1 1, phone: M4 4L2 2}\n')
        assert faults(charted) == []

    def test_need_a_sheet(self, shelf: Shelf) -> None:
        shelf.put("reef", "chart.yaml", "legs: []\n")
        said = "is needed once among the boxes that are played together"
        assert [fault.partition(": ")[2] for fault in faults(shelf)] == [f"sheet: {said}"]

    def test_need_no_second_sheet(self, charted: Shelf) -> None:
        charted.put("reef", "chart.yaml", CHART)
        said = "is needed once among the boxes that are played together"
        assert [fault.partition(": ")[2] for fault in faults(charted)] == [f"sheet: {said}"]


@pytest.mark.django_db
class TestRow:
    def test_is_one_for_a_box_and_loading_it_twice_changes_nothing(self, charted: Shelf) -> None:
        load(charted.folder)
        row = Chart.objects.get(box="island")
        assert row.places[1] == {
            "key": "2",
            "wide": {"x": 30, "y": 10, "label": "tr"},
            "phone": {"x": 40, "y": 10, "label": "l"},
        }
        assert row.legs[2]["ask"] == {"wide": {"x": 1, "y": 2}, "phone": {"x": 3, "y": 4}}
        assert "end" not in row.legs[2]
        assert not load(charted.folder).differs

    def test_is_retired_with_its_file(self, charted: Shelf) -> None:
        load(charted.folder)
        (charted.folder / "island" / "chart.yaml").unlink()
        load(charted.folder)
        assert Chart.objects.get(box="island").retired


class TestRealDrawing:
    """What comes with Portolan: the drawing of the base game and the arrow that the expansion adds."""

    packs = read_packs()
    chart = packs["maracaibo"].chart

    def test_has_every_location_and_five_spare_points(self) -> None:
        assert [place.key for place in self.chart.places] == [one.key for one in self.packs["maracaibo"].locations]
        assert len(self.chart.spare) == 5

    def test_has_the_shortcut_of_the_expansion(self) -> None:
        assert [(leg.start, leg.end) for leg in self.packs["uprising"].chart.legs] == [("13", "2")]

    @pytest.mark.parametrize(("layout", "room"), [("wide", 760 - 2 * 1.5 * 21), ("phone", 320 - 2 * 21)])
    def test_has_targets_of_44_px_on_the_narrowest_page_that_shows_it(self, layout: str, room: float) -> None:
        """Beside the page's own edges, which are widest by lamp light (21 px to the rem)."""
        assert self.chart.sheet
        sheet = getattr(self.chart.sheet.layouts, layout)
        assert min(sheet.target.width, sheet.target.height) * room / sheet.width >= 44

    @pytest.mark.parametrize("layout", ["wide", "phone"])
    def test_has_no_two_targets_that_overlap(self, layout: str) -> None:
        assert self.chart.sheet
        target = getattr(self.chart.sheet.layouts, layout).target
        spots: dict[str, SpotEntry] = {place.key: getattr(place, layout) for place in self.chart.places}
        near = [
            (one, two)
            for one, two in combinations(spots, 2)
            if abs(spots[one].x - spots[two].x) < target.width and abs(spots[one].y - spots[two].y) < target.height
            if (spots[one].x - spots[two].x) ** 2 + (spots[one].y - spots[two].y) ** 2 < target.width**2
        ]
        assert near == []
