"""The map of the board as values. What is expected is written by hand; the chart is a small invented one, then ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.utils import translation

from cards import catalogue
from cards.board import Confidence, Edge, Location, LocationKind, Nation
from cards.chart import LAYOUTS, Chart, Layout, Leg, Place, Point, Rose, Spot, Target
from cards.models import Box
from scenarios import charts
from scenarios.drawing import drawn
from scenarios.drawn import Called, Label, Lead, Markers, Sign

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenarios.drawn import Drawing, DrawnLeg, DrawnPlace

START, VILLAGE, CITY, HOMEWARD = LocationKind
SHEET = Layout(100, 50, 0, Target(-5, -5, 10, 10, 5), Rose(50, 25, 9, 10, "M1", "M2"), "M3", (), "")
NAMES = {
    "1": Called("Pier"),
    "2": Called("Hut by the sea", short="Hut"),
    "3": Called("Home", "Rounds 1 to 3"),
    "9a": Called("Town"),
}


def place(key: str, kind: LocationKind, label: str, becomes: str | None = None, needs: str | None = None) -> Place:
    x = int(key.rstrip("a")) * 10
    location = Location(key, "island", kind, Confidence.HIGH, None, becomes, needs)
    return Place(location, {"wide": Spot(x, 10, label), "phone": Spot(x + 1, 20, "b")})


def leg(start: str, end: str | None, needs: str | None = None, rounds: tuple[int, ...] = ()) -> Leg:
    edge = Edge(start, end, (), Confidence.HIGH, needs, 1, False, rounds)
    asks = {} if end else {"wide": Point(1, 2), "phone": Point(3, 4)}
    return Leg(edge, {name: f"M {start} {end} {name}" for name in LAYOUTS}, asks)


CHART = Chart(
    layouts=dict.fromkeys(LAYOUTS, SHEET),
    outlines={kind: f"M {kind.value}" for kind in LocationKind},
    owners={nation: f"M {nation.value}" for nation in Nation},
    places=(
        place("1", START, "tr"),
        place("2", VILLAGE, "r", becomes="L2"),
        place("3", HOMEWARD, "r"),
        place("9a", CITY, "bl", needs="L1"),
    ),
    legs=(leg("1", "2"), leg("2", "9a", "L1"), leg("2", "3", rounds=(4,)), leg("2", None), leg("9a", None, "L1")),
    spare=({"wide": Point(70, 30), "phone": Point(71, 40)},),
)


def draw(
    held: Mapping[str, Mapping[str, int]] | None = None,
    free: Collection[str] = (),
    tiles: Collection[str] = (),
    layout: str = "wide",
) -> Drawing:
    return drawn(CHART, held or {}, free, NAMES, tiles, layout, lambda space: f"/at/{space}/")


def at(drawing: Drawing, space: str) -> DrawnPlace:
    (found,) = [one for one in drawing.places if one.id == space]
    return found


def run(drawing: Drawing, path: str) -> DrawnLeg:
    (found,) = [one for one in drawing.legs if one.path == path]
    return found


class TestPlaces:
    def test_stand_where_the_chart_says_and_lead_to_their_address(self) -> None:
        wide, phone = at(draw(), "2"), at(draw(layout="phone"), "2")
        assert (wide.x, wide.y, phone.x, phone.y) == (20, 10, 21, 20)
        assert (wide.url, wide.classes, wide.outline) == ("/at/2/", "place village", "M village")

    def test_that_a_tile_brings_are_drawn_only_while_it_lies(self) -> None:
        assert [one.id for one in draw().places] == ["1", "2", "3"]
        assert [one.id for one in draw(tiles={"L1"}).places] == ["1", "2", "3", "9a"]
        town = at(draw(tiles={"L1"}), "9a")
        assert (town.classes, town.tile) == ("place city brought", "L1")
        assert (draw().brought, draw(tiles={"L1"}).brought) == (False, True)

    def test_hold_no_marker_while_they_are_not_there(self) -> None:
        assert draw({"9a": {"spain": 1}}).totals == ()

    def test_become_cities_with_their_tile(self) -> None:
        hut = at(draw(tiles={"L2"}), "2")
        assert (hut.kind, hut.classes, hut.outline) == ("city", "place city", "M city")

    def test_that_the_chart_does_not_know_stand_on_spare_points(self) -> None:
        found = draw({"23": {"spain": 1}, "24": {"spain": 1}}, layout="phone")
        assert [one.id for one in found.places] == ["1", "2", "3", "23"]
        strange = at(found, "23")
        assert (strange.x, strange.y, strange.classes, strange.label.words) == (71, 40, "place village held", "")


class TestMarkers:
    def test_of_a_village_stand_alone_at_its_corner(self) -> None:
        hut = at(draw({"2": {"france": 1}}), "2")
        assert (hut.classes, hut.markers) == ("place village held", (Markers("france", 1),))
        assert hut.signs == (Sign("france", 19, -19),)

    def test_of_a_city_stand_side_by_side(self) -> None:
        town = at(draw({"9a": {"spain": 2}}, tiles={"L1"}), "9a")
        assert town.classes == "place city held brought"
        assert town.signs == (Sign("spain", 10, -19), Sign("spain", 33, -19))

    def test_of_several_nations_come_in_the_order_of_nations(self) -> None:
        hut = at(draw({"2": {"england": 1, "france": 1, "spain": 0}}), "2")
        assert hut.markers == (Markers("france", 1), Markers("england", 1))
        assert [sign.x for sign in hut.signs] == [10, 33]

    def test_that_are_gone_leave_a_ring(self) -> None:
        hut = at(draw({"2": {"france": 0}}, free={"2"}), "2")
        assert (hut.classes, hut.freed, hut.markers, hut.signs) == ("place village free", True, (), ())

    def test_that_came_back_take_the_ring_away(self) -> None:
        hut = at(draw({"2": {"france": 1}}, free={"2"}), "2")
        assert (hut.classes, hut.freed) == ("place village held", False)

    def test_are_counted_by_nation(self) -> None:
        found = draw({"1": {"spain": 1}, "9a": {"spain": 2, "france": 1}}, free={"2"}, tiles={"L1"})
        assert found.totals == (Markers("france", 1), Markers("spain", 3), Markers("england", 0))
        assert found.freed == 1
        assert draw().totals == ()

    @pytest.mark.parametrize(
        ("markers", "words"),
        [
            (Markers("france", 1), "1 French marker"),
            (Markers("spain", 2), "2 Spanish markers"),
            (Markers("england", 0), "0 English markers"),
        ],
    )
    def test_are_said_in_words(self, markers: Markers, words: str) -> None:
        with translation.override("en"):
            assert markers.words == words


class TestLabels:
    def test_stand_on_their_side_of_the_place(self) -> None:
        found = draw(tiles={"L1"})
        assert at(found, "1").label == Label(32, -24, "start", "Pier")
        assert at(found, "9a").label == Label(-2, 38, "end", "Town")

    def test_keep_clear_of_markers_on_the_right(self) -> None:
        assert at(draw(), "2").label == Label(36, 8, "start", "Hut by the sea")
        assert at(draw(), "3").label == Label(28, 5, "start", "Rounds 1 to 3")

    def test_are_short_on_a_strip(self) -> None:
        found = draw(layout="phone")
        assert at(found, "2").label == Label(0, 36, "middle", "Hut")
        assert at(found, "3").label.words == "Rounds 1 to 3"
        assert at(found, "2").called.said == "Hut by the sea"


class TestLegs:
    def test_are_drawn_by_what_they_are(self) -> None:
        found = draw(tiles={"L1"})
        assert run(found, "M 1 2 wide").classes == "leg"
        assert run(found, "M 2 9a wide").classes == "leg leg-tile"
        assert run(found, "M 2 3 wide").classes == "leg leg-last"
        assert run(found, "M 2 None wide").classes == "leg leg-open"
        assert run(found, "M 2 None wide").ask == Point(1, 2)
        assert (found.asks, found.at_times) == (True, True)

    def test_that_a_tile_brings_are_drawn_only_while_it_lies(self) -> None:
        assert [one.path for one in draw().legs] == ["M 1 2 wide", "M 2 3 wide", "M 2 None wide"]

    def test_say_where_they_lead(self) -> None:
        hut = at(draw(tiles={"L1"}), "2")
        assert (hut.leads, hut.lost) == ((Lead("3", "", (4,)), Lead("9a", "L1", ())), True)
        assert at(draw(), "2").leads == (Lead("3", "", (4,)),)
        assert (at(draw(), "1").lost, at(draw(), "3").leads) == (False, ())


@pytest.mark.django_db
class TestOurChart:
    def maps(self, tiles: Collection[str]) -> tuple[Drawing, ...]:
        box = Box.objects.get(id="uprising")
        return charts.drawings(box.id, box.content_hash, "en", address=str, tiles=tiles)

    def test_shows_every_location_once_in_each_layout(self) -> None:
        box = Box.objects.get(id="uprising")
        known = list(catalogue.locations(box.id, box.content_hash))
        for drawing in self.maps(charts.bringing(box.id, box.content_hash)):
            assert [one.id for one in drawing.places] == known
            assert len({(one.x, one.y) for one in drawing.places}) == len(known)
            assert all(one.label.words for one in drawing.places)

    def test_shows_9a_and_the_shortcut_only_with_their_tiles(self) -> None:
        for drawing in self.maps(()):
            assert "9a" not in {one.id for one in drawing.places}
            assert {lead.space for lead in at(drawing, "13").leads} == set()
        for drawing in self.maps(("L4", "L36")):
            assert at(drawing, "9a").classes == "place city brought"
            assert at(drawing, "13").leads == (Lead("2", "L36", ()),)

    def test_shows_17_as_a_city_with_its_tile(self) -> None:
        assert [at(drawing, "17").kind for drawing in self.maps(())] == ["village", "village"]
        assert [at(drawing, "17").kind for drawing in self.maps(("L1",))] == ["city", "city"]

    def test_calls_the_way_home_by_its_rounds(self) -> None:
        wide, phone = self.maps(())
        assert [at(wide, space).label.words for space in ("20", "21a", "21b", "22")] == [
            "Homeward bound",
            "Rounds 1 to 3",
            "Round 4",
            "The end",
        ]
        assert [at(phone, space).label.words for space in ("1", "20")] == ["Santiago", "Homeward"]

    def test_knows_which_tiles_bring_something(self) -> None:
        box = Box.objects.get(id="uprising")
        assert charts.bringing(box.id, box.content_hash) == {"L4", "L36"}
