"""One book for several boxes: each answer knows its box, and the first box's answers keep their order."""

from __future__ import annotations

import pytest

from cards.models import Box
from scenarios import lookup, reference
from scenarios.index import build
from scenarios.reference import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

HOME = ("uprising", "maracaibo")


def content(*boxes: str) -> reference.Content:
    return reference.content_of(Box.objects.filter(id__in=boxes) if boxes else Box.objects.all())


def boxes_of(query: str, *boxes: str) -> list[str]:
    return [hit.entry.box for hit in lookup.search(query, content(*boxes), "en")]


class TestContent:
    def test_begins_with_the_box_that_builds_on_another(self) -> None:
        assert [box for box, _ in content()] == ["uprising", "endeavor", "merchants", "pirates"]

    def test_every_entry_knows_its_box(self) -> None:
        own = {box: reference.entries(content(box), "en").values() for box in ("pirates", "endeavor", "merchants")}
        assert all({entry.box for entry in found} == {box} for box, found in own.items())
        both = reference.entries(content("uprising", "maracaibo"), "en")
        assert {entry.box for entry in both.values()} == {"uprising", "maracaibo"}
        expected = {"rule:jacques_end_area": "uprising", "tile:L1": "maracaibo", "tile:L31": "uprising"}
        expected |= {"location:13": "maracaibo", "card:150": "uprising", "card:80": "maracaibo"}
        expected |= {"scenario:base_campaign": "maracaibo", "module:search": "uprising", "opponent:jean": "uprising"}
        assert {one: both[one].box for one in expected} == expected

    def test_of_all_boxes_is_that_of_each_of_them(self) -> None:
        each = [len(reference.entries((box,), "en")) for box in content()]
        assert len(reference.entries(content(), "en")) == sum(each)

    def test_boxes_are_called_what_stands_on_them(self) -> None:
        names = reference.box_names(content(), "en")
        assert (names["maracaibo"], names["pirates"]) == ("Maracaibo", "Pirates of Maracaibo")


class TestSearch:
    def test_in_one_box_finds_nothing_of_another(self) -> None:
        for query in ("discard", "gold", "treasure", "doubloon", "ship"):
            assert set(boxes_of(query, "endeavor")) <= {"endeavor"}
            assert set(boxes_of(query, "uprising", "maracaibo")) <= {"uprising", "maracaibo"}

    def test_in_all_boxes_finds_what_only_one_of_them_speaks_of(self) -> None:
        asked = {"governor card": "endeavor", "stashed gold": "merchants", "bury a treasure": "pirates"}
        asked |= {"jacques": "uprising"}
        assert {query: boxes_of(query)[0] for query in asked} == asked

    @pytest.mark.parametrize("query", ["marker", "explorer at the start", "end of a round", "L31", "who wins"])
    def test_leaves_the_first_box_in_its_own_order(self, query: str) -> None:
        mixed = [hit.entry.id for hit in lookup.search(query, content(), "en") if hit.entry.box in HOME]
        alone = [hit.entry.id for hit in lookup.search(query, content("uprising", "maracaibo"), "en", limit=400)]
        assert mixed
        assert mixed == alone[: len(mixed)]

    def test_puts_the_first_box_before_what_answers_as_well(self) -> None:
        words = {"text": "Throw the anchor.", "name": "The anchor"}
        found = {"rule:a": Entry("rule:a", **words, box="other"), "rule:b": Entry("rule:b", **words, box="first")}
        for home, expected in ((("first",), ["rule:b", "rule:a"]), ((), ["rule:a", "rule:b"])):
            index = build(found, [], [], "en", home=home)
            hits = lookup.search_in(index, "anchor", visible=None, first=frozenset(), extra={}, limit=9)
            assert [hit.entry.id for hit in hits] == expected
