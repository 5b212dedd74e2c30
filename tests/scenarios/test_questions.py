"""How well the look-up answers what people ask at the table: two written lists of questions, each with its measure.

The ranking is tuned with the first list in sight; the second one is only ever measured.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from cards.catalogue import boxes_with
from cards.models import Box
from scenarios import lookup, reference
from scenarios.index import fold, index_of, words_of
from scenarios.packs.pack import read_packs
from tests.style.sources import modules, name_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

FOLDER = Path(__file__).parent / "questions"
LISTS = ("asked.en", "kept_back.en")
BOXES = ("pirates", "endeavor", "merchants")
ALL = (*LISTS, *(f"{box}.en" for box in BOXES))
FIRST, FEW = 1, 3
PACKS = read_packs()


@cache
def questions(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))["questions"]
    return found


def place(question: dict[str, Any], *boxes: str) -> int:
    """Where the first right answer stands, from 1; 99 if it is not among the answers. Without boxes: in all of them."""
    there = Box.objects.filter(id__in=boxes) if boxes else Box.objects.all()
    hits = lookup.search(question["ask"], reference.content_of(there), "en")
    right = [{hit.entry.id, *hit.entry.facts} & set(question["wants"]) for hit in hits]
    return next((at for at, found in enumerate(right, 1) if found), 99)


def share(name: str, upto: int, *boxes: str) -> float:
    found = [place(question, *boxes) <= upto for question in questions(name)]
    return sum(found) / len(found)


class TestLists:
    def test_are_long_enough_to_say_something(self) -> None:
        assert len(questions("asked.en")) >= 80
        assert len(questions("kept_back.en")) == 60
        assert [len(questions(f"{box}.en")) for box in BOXES] == [12, 12, 12]

    def test_ask_nothing_twice(self) -> None:
        asks = [fold(question["ask"]) for name in ALL for question in questions(name)]
        assert len(set(asks)) == len(asks)

    @pytest.mark.parametrize("name", ALL)
    def test_want_what_the_book_holds_or_leaves_out_on_purpose(self, name: str) -> None:
        found = reference.entries(reference.content_of(Box.objects.all()), "en")
        left_out = {fact for pack in PACKS.values() for fact in pack.facts.left_out}
        there = {*found, *(fact for entry in found.values() for fact in entry.facts), *left_out}
        wanted = {one for question in questions(name) for one in question["wants"]}
        assert wanted <= there

    @pytest.mark.parametrize("name", LISTS)
    def test_want_the_right_answer_among_the_first_three(self, name: str) -> None:
        assert {question.get("place", 1) for question in questions(name)} <= {FIRST, FEW}


class TestShares:
    @pytest.mark.parametrize(
        ("name", "upto", "least"),
        [
            ("asked.en", FEW, 0.95),
            ("asked.en", FIRST, 0.80),
            ("kept_back.en", FEW, 0.90),
            ("kept_back.en", FIRST, 0.75),
        ],
    )
    def test_of_right_answers_are_high_enough(self, name: str, upto: int, least: float) -> None:
        """In a campaign, and in the public book, where other boxes answer as well."""
        alone, among_all = share(name, upto, "uprising", "maracaibo"), share(name, upto)
        print(f"{name}, first {upto}: {alone:.1%} in a campaign, {among_all:.1%} among all boxes")
        assert alone >= least
        assert among_all >= least

    @pytest.mark.parametrize("box", BOXES)
    def test_of_another_box_are_high_enough(self, box: str) -> None:
        """Asked of this box alone, and of all boxes without saying which game is meant."""
        name = f"{box}.en"
        alone, among_all = share(name, FEW, box), share(name, FEW)
        first = share(name, FIRST, box), share(name, FIRST)
        print(f"{name}: first three {alone:.1%} alone, {among_all:.1%} among all; first {first[0]:.1%}, {first[1]:.1%}")
        assert alone >= 0.9
        assert among_all >= 0.9

    @pytest.mark.parametrize("name", LISTS)
    def test_of_the_uprising_lose_next_to_nothing_to_other_boxes(self, name: str) -> None:
        for upto in (FIRST, FEW):
            assert share(name, upto) >= share(name, upto, "uprising", "maracaibo") - 0.01


class TestNothingWasWrittenForAQuestion:
    """Three words or more make a question of its own; "the rescue" and "L31" are what things are called."""

    @staticmethod
    def sentences() -> list[str]:
        asks = [fold(question["ask"]) for name in ALL for question in questions(name)]
        return [ask for ask in asks if len(ask.split()) >= 3]

    def test_in_the_code(self) -> None:
        for path in modules("scenarios"):
            text = re.sub(r"\s+", " ", fold(path.read_text(encoding="utf-8")))
            assert [ask for ask in self.sentences() if ask in text] == [], name_of(path)

    def test_among_the_synonyms(self) -> None:
        """Not a question, and not one of their slips of the thumb either: a synonym is a word that is spelt right."""
        texts = [text for pack in PACKS.values() for text in pack.texts.values()]
        words = {fold(word) for text in texts for group in text.synonyms for word in group}
        groups = {" ".join(map(fold, group)) for text in texts for group in text.synonyms}
        asks = {fold(question["ask"]) for name in ALL for question in questions(name)}
        assert asks & (words | groups) == set()
        slips = {
            "makrers",
            "markres",
            "comabt",
            "meple",
            "exploerr",
            "explroer",
            "lcok",
            "dubloon",
            "dubloons",
            "prots",
        }
        slips |= {"libarate", "libaration", "uprsing", "asistant", "coloumn", "ransome", "tlie", "tiels", "duble"}
        assert not slips & words

    def test_every_group_of_synonyms_leads_to_a_word_of_the_book(self) -> None:
        for box in reference.content_of(Box.objects.all()):
            stem, entries = index_of((box,), "en").stem, reference.entries((box,), "en").values()
            stems = {stem(word) for one in entries for word in words_of(f"{one.name} {one.text} {one.open}")}
            groups = [group for one in boxes_with(*box) for group in PACKS[one].texts["en"].synonyms]
            assert [group for group in groups if not stems & {stem(fold(word)) for word in group}] == []
