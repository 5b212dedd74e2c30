"""Two phones at one table: what one writes the other shows, without a reload and without taking what is being typed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import DRAFT, ROUND, SETUP, Server, Staged

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def says(visitor: Visitor) -> Locator:
    """What the page says of how old it is."""
    return visitor.page.locator("#live [data-state]:visible")


def is_live(visitor: Visitor) -> Visitor:
    expect(says(visitor)).to_have_text("Live")
    expect(visitor.page.locator("#live .age")).to_have_text(re.compile(r"^seen \d+ s ago$"))
    return visitor


def mark(visitor: Visitor) -> None:
    """Leaves a mark that a reload would take away."""
    visitor.page.evaluate("() => { document.documentElement.dataset.mark = 'here' }")


def stayed(visitor: Visitor) -> None:
    """The page was not loaded again."""
    expect(visitor.page.locator("html")).to_have_attribute("data-mark", "here")


@pytest.fixture
def two(visit: Visit, staged: Callable[[str], Staged]) -> Callable[[str], tuple[Staged, Visitor, Visitor]]:
    """Ines and Tomas with a campaign of some stage."""

    def made(stage: str) -> tuple[Staged, Visitor, Visitor]:
        campaign = staged(stage)
        return campaign, visit(cookie=campaign.captain, width=1024), visit(cookie=campaign.crew)

    return made


Two = "Callable[[str], tuple[Staged, Visitor, Visitor]]"


class TestOtherPhone:
    def test_shows_a_tick_where_it_stood(self, two: Two) -> None:
        campaign, ines, tomas = two(SETUP)
        for visitor in (ines, tomas):
            visitor.open(f"{campaign.play}setup/")
            mark(is_live(visitor))
        why = tomas.page.locator('[data-line="base_board"] details')
        why.locator("summary").click()
        near = tomas.page.locator('[data-line="tile_from_box:L4"] button')
        near.focus()
        near.scroll_into_view_if_needed()
        top = tomas.page.evaluate("() => scrollY")
        ines.page.locator('[data-line="base_board"] button').click()
        expect(tomas.page.locator('[data-line="base_board"] button')).to_have_attribute("aria-pressed", "true")
        expect(tomas.page.locator('[data-line="base_board"]')).to_contain_text("Ines")
        expect(tomas.page.locator("#_progress")).to_contain_text(re.compile(r"1\s+of"))
        expect(why).to_have_attribute("open", "")
        expect(near).to_be_focused()
        assert abs(tomas.page.evaluate("() => scrollY") - top) < 60  # the line above says now who did it
        stayed(tomas)
        near.click()  # the page has not only changed its looks
        expect(ines.page.locator('[data-line="tile_from_box:L4"] button')).to_have_attribute("aria-pressed", "true")
        stayed(ines)

    def test_keeps_the_focus_in_what_changes_under_it(self, two: Two) -> None:
        campaign, ines, tomas = two(SETUP)
        for visitor in (ines, tomas):
            visitor.open(f"{campaign.play}setup/")
            is_live(visitor)
        button = tomas.page.locator('[data-line="base_board"] button')
        button.focus()
        ines.page.locator('[data-line="base_board"] button').click()
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_be_focused()

    def test_goes_from_round_to_round(self, two: Two) -> None:
        campaign, ines, tomas = two(ROUND)
        ines.open(campaign.play)
        tomas.open(campaign.home)
        mark(is_live(tomas))
        ines.press("End round 1")
        expect(tomas.page.locator("#next")).to_have_text("Read the story after round 1")
        expect(tomas.page.locator(".log .what").first).to_have_text("Round 1 ended")
        stayed(tomas)

    def test_hears_of_a_page_that_is_open_no_longer(self, two: Two) -> None:
        campaign, ines, tomas = two(DRAFT)
        ines.open(campaign.reading)
        tomas.open(campaign.reading)
        is_live(tomas)
        ines.press("Throw this draft away")
        note = tomas.page.locator("#_says")
        expect(note.get_by_role("heading")).to_have_text("This is no longer open")
        expect(tomas.page.get_by_label("If it asks for a choice")).to_be_visible()
        tomas.fits()
        tomas.press("See how it stands now", "#_says")
        expect(tomas.page).to_have_url(re.compile(f"{campaign.home}$"))
        is_live(tomas)


class TestTyping:
    def test_is_never_overwritten(self, two: Two) -> None:
        campaign, ines, tomas = two(DRAFT)
        ines.open(campaign.reading)
        tomas.open(campaign.reading)
        mark(is_live(tomas))
        words = tomas.page.get_by_label("If it asks for a choice")
        words.fill("Send them on")
        ines.page.get_by_label("If it asks for a choice").fill("Hide the crew")
        ines.press("Keep this for card 150")
        ines.page.get_by_label("What happens").select_option("A tile goes onto the board")
        ines.page.get_by_label("Number of the card or tile").fill("L31")
        ines.press("Add this effect")
        expect(ines.page.locator("#effects-list [data-piece]")).to_have_text("L31")
        # What does not belong to the words comes all the same; the words stay, and the page says that more waits.
        expect(tomas.page.locator("#effects-list [data-piece]")).to_have_text("L31")
        expect(says(tomas)).to_contain_text("Newer things wait")
        expect(words).to_have_value("Send them on")
        tomas.fits()
        tomas.press("Keep this for card 150")
        expect(tomas.page.locator("#_says").get_by_role("heading")).to_have_text("Ines was first")
        expect(words).to_have_value("Send them on")
        tomas.press("Do it anyway", "#_says")
        expect(ines.page.get_by_label("If it asks for a choice")).to_have_value("Send them on")
        expect(says(tomas)).to_have_text("Live")
        stayed(tomas)

    def test_sent_by_the_enter_key_holds_nothing_back(self, two: Two) -> None:
        """The focus stays in the field whose words were sent, and nobody is typing there any more."""
        campaign, ines, tomas = two(DRAFT)
        ines.open(campaign.reading)
        tomas.open(campaign.reading)
        mark(is_live(tomas))
        words = tomas.page.get_by_label("If it asks for a choice")
        words.fill("Send them on")
        words.press("Enter")
        expect(ines.page.get_by_label("If it asks for a choice")).to_have_value("Send them on")
        ines.press("I read for all")
        expect(tomas.page.locator("#reader")).to_contain_text("Ines reads.")
        expect(tomas.called("Add this effect")).to_have_count(0)
        is_live(tomas)
        stayed(tomas)

    def test_taken_back_lets_the_news_in(self, two: Two) -> None:
        campaign, ines, tomas = two(DRAFT)
        ines.open(campaign.reading)
        tomas.open(campaign.reading)
        is_live(tomas)
        words = tomas.page.get_by_label("If it asks for a choice")
        words.fill("Send")
        ines.page.get_by_label("If it asks for a choice").fill("Hide the crew")
        ines.press("Keep this for card 150")
        expect(says(tomas)).to_contain_text("Newer things wait")
        words.fill("")
        words.blur()
        expect(words).to_have_value("Hide the crew")
        is_live(tomas)

    def test_review_is_not_changed_under_the_finger(self, two: Two) -> None:
        campaign, ines, tomas = two(DRAFT)
        ines.open(f"{campaign.reading}review/")
        tomas.open(campaign.reading)
        is_live(ines)
        tomas.page.get_by_label("If it asks for a choice").fill("Send them on")
        tomas.press("Keep this for card 150")
        expect(says(ines)).to_contain_text("Newer things wait")
        expect(ines.called("Commit: nothing changed")).to_be_visible()


class TestStream:
    def test_of_a_hidden_tab_is_closed_and_opened_again(self, two: Two) -> None:
        campaign, ines, tomas = two(SETUP)
        tomas.open(f"{campaign.play}setup/")
        is_live(tomas)
        ines.open(f"{campaign.play}setup/")
        hide = """hidden => {
            Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
            document.dispatchEvent(new Event("visibilitychange"));
        }"""
        with tomas.page.expect_event("requestfailed", lambda request: "/live/" in request.url):
            tomas.page.evaluate(hide, True)
        ines.page.locator('[data-line="base_board"] button').click()
        expect(ines.page.locator('[data-line="base_board"] button')).to_have_attribute("aria-pressed", "true")
        expect(tomas.page.locator('[data-line="base_board"] button')).to_have_attribute("aria-pressed", "false")
        with tomas.page.expect_request("**/live/**"):
            tomas.page.evaluate(hide, False)
        expect(tomas.page.locator('[data-line="base_board"] button')).to_have_attribute("aria-pressed", "true")

    def test_that_is_gone_says_so_and_comes_back(self, visit: Visit, own: tuple[Server, Staged]) -> None:
        server, campaign = own
        visitor = visit(server=server, cookie=campaign.captain, may_lose_line=True)
        visitor.open(campaign.home)
        is_live(visitor)
        server.stop()
        expect(says(visitor)).to_contain_text("Not live: shown as of")
        visitor.fits()
        server.start()
        is_live(visitor)

    def test_is_one_a_tab(self, two: Two) -> None:
        campaign, ines, tomas = two(SETUP)
        asked: list[str] = []
        tomas.page.on("request", lambda request: asked.append(request.url))
        tomas.open(f"{campaign.play}setup/")
        is_live(tomas)
        ines.open(f"{campaign.play}setup/")
        for name in ("base_board", "tile_from_box:L1", "tile_from_box:L4", "tile_from_box:L30"):
            ines.page.locator(f'[data-line="{name}"] button').click()
        for name in ("base_board", "tile_from_box:L30"):
            expect(tomas.page.locator(f'[data-line="{name}"] button')).to_have_attribute("aria-pressed", "true")
        assert len([url for url in asked if "/live/" in url]) == 1
        pages = [url for url in asked if url.endswith("/setup/")]
        assert 2 <= len(pages) <= 5  # its own, and at most one for each change


class TestWithoutScripts:
    def test_nothing_wrong_is_said(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain, scripts=False)
        visitor.open(f"{campaign.play}setup/")
        expect(says(visitor)).to_have_text(re.compile(r"^As of \d\d:\d\d; reload for news\.$"))
        expect(visitor.page.locator("#live .age")).to_be_hidden()
