"""Somebody looks a rule up at the table, in a real browser: by keyboard alone on a phone, and without scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import ROUND
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.server import Staged
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

FAR = 60
"""Nobody presses the tab key more often than this to get anywhere."""


def tab_to(visitor: Visitor, wanted: Locator) -> None:
    """Presses the tab key until the element has the focus, which has to be seen."""
    for _ in range(FAR):
        visitor.page.keyboard.press("Tab")
        if wanted.evaluate("one => one === document.activeElement"):
            ring = wanted.evaluate("one => getComputedStyle(one).outlineStyle + getComputedStyle(one).boxShadow")
            assert ring != "nonenone"
            return
    raise AssertionError(f"no way by keyboard to {wanted}")


def entries(visitor: Visitor) -> list[str | None]:
    return [row.get_attribute("data-entry") for row in visitor.page.locator("#_results [data-entry]").all()]


class TestByKeyboard:
    def test_from_the_campaign_to_an_answer_and_on_and_back(
        self, visit: Visit, staged: Callable[[str], Staged]
    ) -> None:
        campaign = staged(ROUND)
        visitor = visit(width=PHONE, cookie=campaign.captain)
        page, keys = visitor.page, visitor.page.keyboard
        visitor.open(campaign.home)

        tab_to(visitor, page.locator("#seek"))
        keys.type("genoa")
        keys.press("Enter")
        expect(page).to_have_url(re.compile(rf"{campaign.home}search/\?q=genoa$"))
        expect(page.locator("#_results [data-entry]").first).to_have_attribute("data-entry", "port:genoa")
        visitor.fits()

        page.evaluate("window.stayed = true")
        tab_to(visitor, page.locator("#q"))
        keys.press("Control+a")
        keys.type("vilage action at 21", delay=20)  # a slip, and the last word is not yet finished
        expect(page.locator("#_results [data-entry='tile:L30']")).to_be_visible()
        keys.type("a")
        expect(page).to_have_url(re.compile(r"q=vilage(\+|%20)action(\+|%20)at(\+|%20)21a$"))
        expect(page.locator("#_count")).to_contain_text("“vilage action at 21a”")
        expect(page.locator("#q")).to_be_focused()
        expect(page.locator("#_results mark").first).to_be_visible()
        assert page.evaluate("window.stayed")
        assert "tile:L30" in entries(visitor)[:3]
        visitor.fits()
        asked, found = page.url, entries(visitor)

        first = page.locator("#_results a").first
        answer = first.inner_text()
        tab_to(visitor, first)
        keys.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(answer)
        visitor.fits()

        related = page.locator(".links a").first
        name = related.inner_text()
        tab_to(visitor, related)
        keys.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        visitor.fits()

        page.go_back()  # the keys for it belong to the window, which a headless browser has not
        expect(page.get_by_role("heading", level=1)).to_have_text(answer)
        page.go_back()
        expect(page).to_have_url(asked)
        expect(page.locator("#q")).to_have_value("vilage action at 21a")
        assert entries(visitor) == found

        other = visit(width=PHONE, cookie=campaign.crew)
        other.open(asked)
        assert entries(other) == found

    def test_nothing_that_was_typed_earlier_comes_late(self, visit: Visit) -> None:
        """The answers on the page are those of what stands in the field."""
        visitor = visit(width=PHONE)
        visitor.open("/search/")
        for typed in ("nassau", "genoa", "jacques", "roatan"):
            visitor.page.locator("#q").press_sequentially(typed, delay=5)
            visitor.page.locator("#q").press("Control+a")
        expect(visitor.page.locator("#_results [data-entry]").first).to_have_attribute("data-entry", "port:roatan")
        expect(visitor.page).to_have_url(re.compile(r"q=roatan&box=$"))
        assert visitor.page.locator("#_count").count() == 1

    def test_one_box_is_chosen_and_stays_chosen_while_typing(self, visit: Visit) -> None:
        visitor = visit(width=320)
        page, first = visitor.page, visitor.page.locator("#_results [data-entry]").first
        visitor.open("/search/?q=who+wins")
        visitor.fits()
        page.locator("#box").select_option("endeavor")
        expect(first).to_have_attribute("data-entry", "rule:endeavor_goal")
        expect(page).to_have_url(re.compile(r"[?&]box=endeavor"))
        page.locator("#q").fill("doubloons explorer disc")
        expect(page.locator("#_count")).to_contain_text("“doubloons explorer disc”")
        expect(first).to_have_attribute("data-entry", re.compile("rule:endeavor_"))
        page.locator("#box").select_option("merchants")
        expect(first).to_have_attribute("data-entry", re.compile("rule:merchants_"))
        assert page.locator("#box").bounding_box()["height"] >= 44  # type: ignore[index]
        visitor.fits()
        visitor.open("/book/")
        visitor.fits()

    def test_the_public_book_is_shared_by_its_address(self, visit: Visit) -> None:
        visitor = visit(width=PHONE)
        visitor.open("/search/?q=L31")
        visitor.page.locator("#_results a").first.press("Enter")
        expect(visitor.page.get_by_role("heading", level=1)).to_contain_text("L31")
        stranger = visit(width=PHONE)
        assert stranger.open(visitor.page.url) == 200
        expect(stranger.page.get_by_role("heading", level=1)).to_contain_text("L31")


class TestRulings:
    @pytest.mark.parametrize("scripts", [True, False])
    def test_are_written_and_found_again(self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool) -> None:
        campaign = staged(ROUND)
        visitor = visit(width=PHONE, cookie=campaign.captain, scripts=scripts)
        visitor.open(f"{campaign.home}book/tile/L30/")
        visitor.page.get_by_label("How do you play it?").fill("once a game, in any round")
        visitor.press("Keep this ruling")
        expect(visitor.page.locator("#_ruling")).to_contain_text("Ines, a moment ago")
        visitor.open(f"{campaign.home}search/?q=in+any+round")
        expect(visitor.page.locator("[data-entry='tile:L30']")).to_contain_text("At your table")
        visitor.open(f"{campaign.home}now/")
        expect(visitor.page.locator("[data-entry='tile:L30']").first).to_contain_text("once a game, in any round")


class TestWithoutScripts:
    def test_a_question_is_asked_and_answered_all_the_same(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(ROUND)
        visitor = visit(width=PHONE, scripts=False, cookie=campaign.crew)
        page = visitor.page
        visitor.open(campaign.home)
        page.locator("#seek").fill("roatna")
        page.locator("#seek").press("Enter")
        expect(page).to_have_url(re.compile(rf"{campaign.home}search/\?q=roatna$"))
        expect(page.locator("#_results [data-entry='port:roatan']")).to_be_visible()
        page.get_by_label("Search rules, cards and tiles").fill("how do we win the campaign")
        visitor.press("Search")
        expect(page.locator("#_count")).to_contain_text("how do we win the campaign")
        page.locator("#_results a").first.click()
        expect(page.locator("article h1")).to_be_visible()
        page.locator(".links a").first.click()
        expect(page.locator("article h1")).to_be_visible()
        visitor.fits()
        page.go_back()
        page.go_back()
        expect(page.locator("#q")).to_have_value("how do we win the campaign")
        visitor.press("Rules", within=".rooms")
        expect(page.get_by_role("heading", level=1)).to_have_text("What counts tonight")
        visitor.fits()
