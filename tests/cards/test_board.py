"""The Home Ports and the board from the database, and which locations are neighbours."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from cards import board, catalogue
from cards.models import Box, HomePort
from cards.models import Edge as EdgeRow
from cards.models import Location as LocationRow
from cards.pieces import Port

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def content(box: str) -> tuple[str, str]:
    return box, Box.objects.get(id=box).content_hash


def neighbours(location: str, *tiles: str, box: str = "uprising") -> tuple[str, ...]:
    return board.neighbours(location, catalogue.edges(*content(box)), tiles)


class TestNeighbours:
    """The Uprising, Uprising: U194. Joined by one arrow, whichever way it points."""

    def test_of_2_are_1_3_and_5(self) -> None:
        assert neighbours("2") == ("1", "3", "5")

    def test_of_2_are_13_as_well_with_the_shortcut(self) -> None:
        assert neighbours("2", "L36") == ("1", "3", "5", "13")
        assert neighbours("13", "L36") == ("2", "12")

    def test_of_2_know_no_shortcut_in_the_base_game(self) -> None:
        assert neighbours("2", "L36", box="maracaibo") == ("1", "3", "5")

    def test_of_9_are_9a_as_well_with_its_tile_only(self) -> None:
        assert neighbours("9", "L1") == ("8", "10")
        assert neighbours("9", "L4") == ("8", "9a", "10")
        assert (neighbours("9a"), neighbours("9a", "L4")) == ((), ("9",))

    def test_of_13_hold_nothing_that_no_source_says(self) -> None:
        assert neighbours("13") == ("12",)
        assert "13" not in (*neighbours("18"), *neighbours("19"), *neighbours("20"))

    def test_of_the_two_forks(self) -> None:
        assert neighbours("6") == ("4", "5", "7")
        assert neighbours("12") == ("11", "13", "14")


class TestLocations:
    def test_come_in_the_order_of_the_board(self) -> None:
        found = list(catalogue.locations(*content("uprising")))
        numbers = [str(n) for n in range(21)]
        assert found == [*numbers[:10], "9a", *numbers[10:], "21a", "21b", "22"]

    def test_are_whole_values(self) -> None:
        found = catalogue.locations(*content("uprising"))
        village, city = board.LocationKind.VILLAGE, board.LocationKind.CITY
        high, england = board.Confidence.HIGH, board.Nation.ENGLAND
        assert found["17"] == board.Location("17", "maracaibo", village, high, england, "L1", None)
        assert found["9a"] == board.Location("9a", "maracaibo", city, high, None, None, "L4")

    def test_are_the_base_games_alone(self) -> None:
        assert catalogue.locations(*content("maracaibo")) == catalogue.locations(*content("uprising"))

    def test_have_words_in_english(self) -> None:
        texts = catalogue.location_texts(*content("uprising"))
        assert set(texts) == set(catalogue.locations(*content("uprising")))
        assert texts["2"]["en"]["name"] == "Petit-Goâve"


class TestEdges:
    def test_are_whole_values(self) -> None:
        found = catalogue.edges(*content("uprising"))
        low, high = board.Confidence.LOW, board.Confidence.HIGH
        assert board.Edge("13", "2", (), high, "L36", None, True, ()) in found
        assert board.Edge("13", None, ("18", "19", "20"), low, None, 1, False, ()) in found
        assert board.Edge("21b", "22", (), high, None, 1, False, (4,)) in found

    def test_of_the_expansion_are_one_more(self) -> None:
        assert len(catalogue.edges(*content("uprising"))) == len(catalogue.edges(*content("maracaibo"))) + 1

    def test_come_in_the_order_of_where_they_start(self) -> None:
        starts = [edge.start for edge in catalogue.edges(*content("uprising"))]
        assert starts == sorted(starts, key=board.in_order)


class TestPorts:
    def test_are_fifteen_of_the_expansion_and_none_of_the_base_game(self) -> None:
        found = catalogue.ports(*content("uprising"))
        assert len(found) == 15
        assert {port.box for port in found.values()} == {"uprising"}
        assert catalogue.ports(*content("maracaibo")) == {}

    def test_are_whole_values(self) -> None:
        facts = ("U122", "U123", "U124", "U125", "U126", "U131", "U132")
        assert catalogue.ports(*content("uprising"))["bremen"] == Port("bremen", "uprising", facts)

    def test_have_words_in_english(self) -> None:
        texts = catalogue.port_texts(*content("uprising"))
        assert set(texts) == set(catalogue.ports(*content("uprising")))
        assert all(set(words["en"]) == {"name", "effect", "open"} for words in texts.values())


class TestKeepingInMemory:
    def test_asks_the_database_once_for_each_content(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        asked = ("uprising", "a board never seen before")
        with django_assert_num_queries(7):  # two boxes, then one for each
            for _time in range(2):
                catalogue.ports(*asked)
                catalogue.port_texts(*asked)
                catalogue.locations(*asked)
                catalogue.location_texts(*asked)
                catalogue.edges(*asked)

    def test_gives_nothing_that_could_be_changed(self) -> None:
        asked = content("uprising")
        for found in (catalogue.ports(*asked), catalogue.locations(*asked), catalogue.port_texts(*asked)["porto"]):
            with pytest.raises(TypeError):
                cast("MutableMapping[str, object]", found)["x"] = "y"

    def test_leaves_out_what_left_the_files_but_not_its_words(self) -> None:
        HomePort.objects.filter(key="porto").update(retired=True)
        LocationRow.objects.filter(key="22").update(retired=True)
        EdgeRow.objects.filter(end="22").update(retired=True)
        asked = ("uprising", "after some of the board left")
        assert "porto" not in catalogue.ports(*asked)
        assert "porto" in catalogue.port_texts(*asked)
        assert "22" not in catalogue.locations(*asked)
        assert "22" in catalogue.location_texts(*asked)
        assert all(edge.end != "22" for edge in catalogue.edges(*asked))

    def test_knows_no_box_that_is_not_loaded(self) -> None:
        for ask in (catalogue.ports, catalogue.locations, catalogue.edges, catalogue.port_texts):
            with pytest.raises(Box.DoesNotExist):
                ask("moon", "any")
