"""Somebody comes back to a log: after sixty days, with an empty browser, with wrong codes."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.server import ROUND, Server, Staged

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

DAY = 86_400
WRONG = "AAAA-BBBB-CCCC"


def spoken(code: str) -> str:
    """A code as somebody types it who was told it: small letters, blanks for dashes."""
    return f" {code.lower().replace('-', ' ')} "


def is_captain(visitor: Visitor, campaign: Staged) -> bool:
    """Whether the shelf and the print sheet take the visitor for the captain."""
    visitor.open("/")
    expect(visitor.page.get_by_text("You are captain.")).to_be_visible()
    visitor.open(f"{campaign.home}sheet/")
    return visitor.page.locator("main .code").inner_text() == campaign.recovery


def history(visitor: Visitor, campaign: Staged) -> list[str]:
    """The entries of the log, word by word."""
    visitor.open(f"{campaign.home}log/")
    return visitor.page.locator(".log > li").all_inner_texts()


def days_later(visitor: Visitor, days: int) -> None:
    """The browser's cookies as they are when `days` have passed."""
    kept: list[Any] = []
    for cookie in visitor.context.cookies():
        expires = cookie.get("expires", -1)
        assert expires > 0, f"{cookie.get('name')} would not outlive the browser"
        kept.append({**cookie, "expires": expires - days * DAY})
    visitor.context.clear_cookies()
    visitor.context.add_cookies(kept)


def close_the_game(visitor: Visitor, campaign: Staged) -> None:
    visitor.open(f"{campaign.reading}review/")
    visitor.press("Commit 5 changes")
    expect(visitor.page.locator("[data-written] h2")).to_have_text("In the log: Game 1 closed")


class TestSixtyDays:
    def test_same_browser_is_captain_and_finds_everything(self, visit: Visit, own: tuple[Server, Staged]) -> None:
        server, campaign = own
        visitor = visit(server=server, cookie=campaign.captain)
        close_the_game(visitor, campaign)
        (device,) = [c for c in visitor.context.cookies() if c.get("name") == "portolan"]
        assert device.get("expires", 0) > time.time() + 399 * DAY
        pieces, entries = visitor.pieces(campaign.code), history(visitor, campaign)
        assert {place: sorted(found) for place, found in pieces.items()} == {
            "bag": ["152", "L1", "L30", "L31", "L4"],
            "table": [],
            "gone": ["150"],
        }
        visitor.page.goto("about:blank")
        server.restart(days=60)
        server.restart(days=60)
        days_later(visitor, 60)
        assert is_captain(visitor, campaign)
        assert visitor.pieces(campaign.code) == pieces
        assert history(visitor, campaign) == entries
        visitor.open(campaign.home)
        visitor.press("What do you play tonight?")
        visitor.press("Play the campaign")
        visitor.press("Make the set-up list")
        expect(visitor.page.locator('[data-line="tile_from_bag:L31"]')).to_contain_text(
            "Take L31 out of the bag and lay it where it lay in the last game."
        )
        expect(visitor.page.locator('[data-line="story_card_later:152"]')).to_be_visible()


class TestEmptyBrowser:
    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
    def test_is_a_stranger_until_it_knows_the_code(
        self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool
    ) -> None:
        campaign = staged(ROUND)
        visitor = visit(scripts=scripts)
        assert visitor.open(campaign.home) == 404
        expect(visitor.page.locator("body")).not_to_contain_text("Windward")
        visitor.press("Come back with a recovery code")
        visitor.page.get_by_label("Recovery code").fill(spoken(campaign.recovery))
        visitor.fits()
        visitor.press("Open the log")
        expect(visitor.page).to_have_url(f"{visitor.server.address}{campaign.home}")
        assert is_captain(visitor, campaign)


class TestTenWrongCodes:
    def test_shut_the_door_for_the_right_one_too(self, visit: Visit, own: tuple[Server, Staged]) -> None:
        server, campaign = own
        visitor = visit(server=server, scripts=False)
        code = visitor.page.get_by_label("Recovery code")
        visitor.open("/recover/")
        for _ in range(10):
            code.fill(WRONG)
            visitor.press("Open the log")
            expect(visitor.page.locator(".error")).to_contain_text("No log has this code.")
            expect(code).to_have_value(WRONG)
        for typed in (WRONG, campaign.recovery):
            visitor.open("/recover/")
            code.fill(typed)
            with visitor.page.expect_navigation() as answered:
                visitor.press("Open the log")
            assert answered.value.status == 429
            assert answered.value.header_value("retry-after") == "900"
            expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Too many wrong codes")
            expect(visitor.page.locator("main")).to_contain_text(re.compile(r"shut for 15 minutes"))
            visitor.fits()
        assert visitor.open(campaign.home) == 404
