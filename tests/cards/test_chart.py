"""The drawing of the board from the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cards import board, catalogue
from cards.chart import LAYOUTS, Point, Spot
from cards.models import Box, Chart, Edge, Location

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

    from cards import chart

pytestmark = pytest.mark.django_db


def content(box: str) -> tuple[str, str]:
    return box, Box.objects.get(id=box).content_hash


def drawn(box: str, version: str = "") -> chart.Chart:
    found = catalogue.chart(box, version) if version else catalogue.chart(*content(box))
    assert found
    return found


class TestChart:
    def test_has_every_location_once_in_the_order_of_the_board(self) -> None:
        known = catalogue.locations(*content("uprising"))
        assert [place.location for place in drawn("uprising").places] == list(known.values())
        assert all(set(place.spots) == set(LAYOUTS) for place in drawn("uprising").places)

    def test_has_every_edge_once(self) -> None:
        for box in ("maracaibo", "uprising"):
            legs = [leg.edge for leg in drawn(box).legs]
            assert sorted(legs, key=repr) == sorted(catalogue.edges(*content(box)), key=repr)

    def test_knows_the_shortcut_of_the_expansion_only_with_it(self) -> None:
        ends = {box: {(leg.edge.start, leg.edge.end) for leg in drawn(box).legs} for box in ("maracaibo", "uprising")}
        assert ends["uprising"] - ends["maracaibo"] == {("13", "2")}

    def test_is_a_whole_value(self) -> None:
        found = drawn("maracaibo")
        place = {one.location.id: one for one in found.places}["4"]
        assert place.spots == {"wide": Spot(621, 187, "t"), "phone": Spot(311, 236, "b")}
        (leg,) = [one for one in found.legs if (one.edge.start, one.edge.end) == ("13", None)]
        assert leg.paths == {"wide": "M396 284L341 283", "phone": "M123 309L106 286"}
        assert leg.asks == {"wide": Point(323, 290), "phone": Point(93, 283)}
        wide, phone = (found.layouts[name] for name in LAYOUTS)
        assert (wide.width, wide.height, phone.width, phone.height) == (1000, 640, 358, 752)
        assert wide.coast.startswith("M930 554l-4 1")
        assert phone.coast == ""
        assert found.owners[board.Nation.ENGLAND] == "M-10-10H10V10H-10z"
        assert set(found.outlines) == set(board.LocationKind)
        assert found.spare[0] == {"wide": Point(348, 351), "phone": Point(195, 420)}

    def test_leaves_out_what_left_the_files(self) -> None:
        Location.objects.filter(key="22").update(retired=True)
        Edge.objects.filter(end="22").update(retired=True)
        found = drawn("uprising", "without the last space")
        assert "22" not in {place.location.id for place in found.places}
        assert "22" not in {leg.edge.end for leg in found.legs}

    def test_is_none_where_nobody_drew_the_board(self) -> None:
        Chart.objects.update(retired=True)
        assert catalogue.chart("uprising", "without a drawing") is None

    def test_asks_the_database_once_for_each_content(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(5):  # two boxes; the chart, the locations, the edges
            for _time in range(2):
                drawn("uprising", "a chart never seen before")
