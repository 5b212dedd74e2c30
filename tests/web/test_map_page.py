"""The public map: both layouts, every location a link to its entry, the same as a table; and the map with markers."""

from __future__ import annotations

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from cards import catalogue
from cards.models import Box, Chart
from scenarios import charts
from tests.web.book import page

pytestmark = pytest.mark.django_db


def content() -> tuple[str, str]:
    return "uprising", Box.objects.get(id="uprising").content_hash


def svgs(text: str) -> dict[str, str]:
    found = re.findall(r'<svg class="map map-(\w+)"(.*?)</svg>', text, re.DOTALL)
    assert [name for name, _drawing in found] == ["wide", "phone"]
    return dict(found)


def links(drawing: str) -> dict[str, tuple[str, str, str]]:
    """Classes, address and label of each place."""
    found = re.findall(r'<a class="([^"]*)" href="([^"]*)" data-space="(\w+)"[^>]* aria-label="([^"]*)"', drawing)
    assert len(found) == drawing.count("<a ")
    return {space: (classes, address, label) for classes, address, space, label in found}


def row(text: str, space: str) -> list[str]:
    """The cells of a row of the table, without their marks."""
    (found,) = re.findall(rf'<tr data-space="{space}">(.*?)</tr>', text, re.DOTALL)
    cells = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", found, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", cell).split()) for cell in cells]


class TestPublicMap:
    def test_is_one_tap_from_the_book(self) -> None:
        assert f'href="{reverse("map")}"' in page(reverse("book"))
        assert reverse("map") == "/book/map/"

    def test_shows_each_location_once_in_each_layout_and_leads_to_its_entry(self) -> None:
        known = list(catalogue.locations(*content()))
        for drawing in svgs(page(reverse("map"))).values():
            found = links(drawing)
            assert list(found) == known
            assert {space: address for space, (_classes, address, _label) in found.items()} == {
                space: f"/book/location/{space}/" for space in known
            }
            assert found["4"][2] == "4 Puerto Plata"
            assert found["9a"][0] == "place city brought"

    def test_shows_no_marker(self) -> None:
        text = page(reverse("map"))
        assert not re.search(r"\b(held|free|freed)\b", " ".join(svgs(text).values()))
        assert "Markers" not in text

    def test_says_the_same_as_a_table(self) -> None:
        text = page(reverse("map"))
        assert row(text, "0") == ["0", "Havana", "start", "1"]
        assert row(text, "9") == ["9", "Cumaná", "village", "9a with L4, 10"]
        assert row(text, "9a") == ["9a", "City at 9a", "city with L4", "not known"]
        assert row(text, "13") == ["13", "Port Royal", "city", "2 with L36, not known"]
        assert row(text, "20") == ["20", "Homeward bound", "way home", "21a, 21b in round 4"]
        assert text.count("<tr data-space=") == len(catalogue.locations(*content()))

    def test_holds_no_style_and_no_name_twice(self) -> None:
        text = page(reverse("map"))
        assert not re.search(r"\sstyle=|<style", text)
        names = re.findall(r'\bid="([^"]+)"', text)
        assert len(names) == len(set(names))
        named = set(re.findall(r'(?:href="|url\()#([\w-]+)', text))
        assert named <= set(names)

    def test_is_only_read(self) -> None:
        assert Client().post(reverse("map")).status_code == 405

    def test_is_missing_where_nobody_drew_one(self) -> None:
        Chart.objects.update(retired=True)
        Box.objects.filter(id="uprising").update(content_hash="nobody drew this one")
        page(reverse("map"), status=404)


class TestMapWithMarkers:
    def text(self) -> str:
        held = {"4": {"france": 1}, "11": {"spain": 2}, "23": {"england": 1}}
        drawings = charts.drawings(*content(), "en", address=lambda one: f"#{one}", tiles=(), held=held, free={"6"})
        return render_to_string("map.html", {"drawings": drawings})

    def test_says_them_with_each_place(self) -> None:
        for drawing in svgs(self.text()).values():
            found = links(drawing)
            assert found["4"] == ("place city held", "#4", "4 Puerto Plata, 1 French marker")
            assert found["11"][2] == "11 Maracaibo, 2 Spanish markers"
            assert found["6"] == ("place village free", "#6", "6 San Juan, freed")
            assert found["23"][2] == "23, 1 English marker"
            assert found["5"][2] == "5 Santo Domingo"
            assert "9a" not in found

    def test_draws_them_at_their_places(self) -> None:
        for name, drawing in svgs(self.text()).items():
            uses = re.findall(r'<use href="#own-(\w+)-(\w+)" x="(-?\d+)" y="(-?\d+)"', drawing)
            assert uses == [
                ("france", name, "19", "-19"),
                ("spain", name, "10", "-19"),
                ("spain", name, "33", "-19"),
                ("england", name, "19", "-19"),
            ]
            assert drawing.count('class="freed"') == 1

    def test_counts_them_and_says_them_in_the_table(self) -> None:
        text = self.text()
        for words in ("1 French marker", "2 Spanish markers", "1 English marker", "1 freed"):
            assert f"</svg>{words}</li>" in " ".join(text.split()).replace("</svg> ", "</svg>")
        assert row(text, "4") == ["4", "Puerto Plata", "city", "1 French marker", "6"]
        assert row(text, "6") == ["6", "San Juan", "village", "freed", "7"]
        assert row(text, "7") == ["7", "St. Kitts", "village", "", "8"]
