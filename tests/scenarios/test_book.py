"""The pilot book: which campaigns, scenarios and modules a box offers, read once for each content."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cards.models import Box
from scenarios import book
from scenarios.models import SetupStep

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def content(box: str = "uprising") -> tuple[str, str]:
    return box, Box.objects.get(id=box).content_hash


class TestLines:
    def test_the_uprising_begins_with_card_150_and_three_tiles(self) -> None:
        expected = book.CampaignLine("uprising", 150, ("L1", "L4", "L30"), "campaign")
        assert book.lines(*content())["uprising"] == expected

    def test_the_base_campaign_begins_with_card_1_and_no_tile(self) -> None:
        expected = book.CampaignLine("maracaibo", 1, (), "base_campaign")
        assert book.lines(*content())["maracaibo"] == expected
        assert dict(book.lines(*content("maracaibo"))) == {"maracaibo": expected}


class TestScenarios:
    def test_the_campaign_always_uses_home_ports_and_may_use_two_more(self) -> None:
        found = book.scenarios(*content())["campaign"]
        assert (found.mode, found.cards, found.modules) == ("competitive", (150,), frozenset({"home_ports"}))
        assert found.optional_modules == frozenset({"uprising", "resistance_tiles"})

    def test_the_base_game_offers_its_own_campaign_only(self) -> None:
        assert set(book.scenarios(*content("maracaibo"))) == {"base_campaign"}

    def test_modules_say_what_they_need(self) -> None:
        found = book.modules(*content())
        assert found["uprising"].requires == found["liberation"].requires == frozenset({"resistance_tiles"})
        assert found["search"].requires == frozenset()


class TestTexts:
    def test_name_everything_that_can_be_chosen(self) -> None:
        for texts, keys in (
            (book.line_texts(*content()), book.lines(*content())),
            (book.scenario_texts(*content()), book.scenarios(*content())),
            (book.module_texts(*content()), book.modules(*content())),
        ):
            assert set(texts) == set(keys)
            assert all(book.text(texts, key, "name", "en") and book.text(texts, key, "summary", "en") for key in keys)

    def test_fall_back_to_english_and_are_empty_for_the_unknown(self) -> None:
        texts = book.module_texts(*content())
        assert book.text(texts, "jacques", "name", "es") == "Jacques"
        assert book.text(texts, "moon", "name", "es") == ""
        assert book.text(texts, "jacques", "open", "en") == ""


class TestSteps:
    def test_are_read_once_for_each_content(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        book.steps("uprising", "never seen", "campaign")
        with django_assert_num_queries(0):
            assert book.steps("uprising", "never seen", "campaign")

    def test_that_left_the_files_are_no_longer_on_the_list_but_can_be_worded(self) -> None:
        SetupStep.objects.filter(key="b_cards").update(retired=True)
        changed = ("uprising", "without b_cards")
        assert "b_cards" not in {step.key for step in book.steps(*changed, "campaign")}
        assert book.text(book.step_texts(*changed), "b_cards", "line", "en")

    def test_of_an_unknown_scenario_are_none(self) -> None:
        assert book.steps(*content(), "moon") == ()


@pytest.mark.usefixtures("transactional_db", "packs")
class TestAfterTablesWereEmptied:
    @pytest.mark.parametrize("time", [1, 2])
    def test_the_packs_are_there_again(self, time: int) -> None:
        assert set(Box.objects.values_list("id", flat=True)) == {
            "maracaibo",
            "uprising",
            "pirates",
            "endeavor",
            "merchants",
        }
