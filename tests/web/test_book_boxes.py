"""Several boxes in the public book: answers name their box, one can be asked alone, a campaign hears no other."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.web.book import answers, block, page, part

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

OTHERS = {
    "pirates": ("bury a treasure", "rule:pirates_bury", "Pirates of Maracaibo"),
    "endeavor": ("abolition of slavery", "rule:endeavor_abolition", "Endeavor: Age of Sail"),
    "merchants": ("stashed gold", "rule:merchants_stash_worth", "Merchants & Marauders"),
}
FOREIGN = re.compile(r"rule:(?:pirates|endeavor|merchants)_")


class TestSearch:
    @pytest.mark.parametrize("box", OTHERS)
    def test_finds_the_rules_of_every_box_and_says_whose_they_are(self, box: str) -> None:
        query, entry, name = OTHERS[box]
        for address in (reverse("search"), f"{reverse('search')}?box={box}"):
            said = page(address, q=query) if "?" not in address else page(f"{address}&q={query}")
            assert entry in answers(said)[:3]
            assert f'data-box="{box}">{name}' in block(said, entry)

    def test_says_of_the_base_game_that_it_is_the_base_game(self) -> None:
        said = page(reverse("search"), q="L1")
        assert 'data-box="maracaibo">Maracaibo' in block(said, "tile:L1")

    @pytest.mark.parametrize("box", OTHERS)
    def test_of_one_box_finds_nothing_else(self, box: str) -> None:
        for found in (page(reverse("search"), q="start", box=box), part(reverse("search"), q="start", box=box)):
            assert answers(found)
            assert [one for one in answers(found) if not one.partition(":")[2].startswith(box)] == []

    def test_of_the_uprising_brings_the_base_game_along(self) -> None:
        said = answers(page(reverse("search"), q="L1", box="uprising"))
        assert said[0] == "tile:L1"
        assert not [one for one in said if FOREIGN.match(one)]

    def test_offers_the_boxes_and_keeps_the_choice(self) -> None:
        said = page(reverse("search"), q="start", box="endeavor")
        select = said.partition('<select id="box"')[2].partition("</select>")[0]
        assert re.findall(r'<option value="(\w*)"', select) == ["", "uprising", "endeavor", "merchants", "pirates"]
        assert re.findall(r'<option value="(\w*)" selected', select) == ["endeavor"]

    @pytest.mark.parametrize("box", ["moon", "", "\x00", "uprising' OR 1=1", "x" * 5000])
    def test_of_a_box_that_is_not_there_asks_all(self, box: str) -> None:
        assert answers(page(reverse("search"), q="stashed gold", box=box)) == answers(
            page(reverse("search"), q="stashed gold")
        )


class TestContents:
    def test_hold_every_box_the_uprising_first(self) -> None:
        said = page(reverse("book"))
        order = list(dict.fromkeys(re.findall(r'<section [^>]*data-box="(\w+)"', said)))
        assert order == ["uprising", "endeavor", "merchants", "pirates"]
        for _query, entry, name in OTHERS.values():
            assert reverse("answer", args=entry.split(":")) in said
            assert name in said

    def test_of_one_box_hold_it_alone(self) -> None:
        said = page(reverse("book"), box="pirates")
        assert set(re.findall(r'<section [^>]*data-box="(\w+)"', said)) == {"pirates"}
        assert reverse("answer", args=["rule", "endeavor_abolition"]) not in said
        assert f'<a href="{reverse("book")}?box=pirates" aria-current="page">' in said

    def test_hold_every_id_once(self) -> None:
        ids = re.findall(r'\sid="([^"]+)"', page(reverse("book")))
        assert len(set(ids)) == len(ids)

    @pytest.mark.parametrize("box", OTHERS)
    def test_lead_to_an_entry_that_names_its_box(self, box: str) -> None:
        _query, entry, name = OTHERS[box]
        assert f'<span data-box="{box}">{name}.</span>' in page(reverse("answer", args=entry.split(":")))


class TestInACampaign:
    """A log of The Uprising speaks of The Uprising and of Maracaibo only."""

    @pytest.mark.parametrize("box", OTHERS)
    def test_no_other_box_is_found(self, evening: Evening, box: str) -> None:
        query, entry, name = OTHERS[box]
        crew, address = evening.cast.crew, evening.url("campaign-search")
        for asked in ({"q": query}, {"q": query, "box": box}):
            for said in (page(address, crew, **asked), part(address, crew, **asked)):
                assert not FOREIGN.search(said)
                assert name not in said
                assert "data-box" not in said
        page(reverse("campaign-answer", args=[evening.campaign.code, *entry.split(":")]), crew, status=404)

    @pytest.mark.parametrize("name", ["campaign-book", "now", "campaign", "campaign-search"])
    def test_no_page_names_another_box(self, evening: Evening, name: str) -> None:
        said = page(evening.url(name), evening.cast.captain)
        assert not FOREIGN.search(said.replace("/", ":"))
        assert not [one for *_, one in OTHERS.values() if one in said]
        assert 'name="box"' not in said
