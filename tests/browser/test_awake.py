"""A phone that stays awake during a game, where the browser lets a page do that, and a plain hint where not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import ROUND
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit
    from tests.browser.server import Staged
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

BUTTON = "Keep this screen awake"
ASKED = """
    window.asked = [];
    const lock = () => ({ addEventListener() {}, release() { asked.push("released"); } });
    Object.defineProperty(navigator, "wakeLock", { value: { request: async (what) => (asked.push(what), lock()) } });
"""
WITHOUT = "delete Navigator.prototype.wakeLock;"


@pytest.fixture
def phone(visit: Visit, staged: Callable[[str], Staged]) -> Callable[[str], tuple[Visitor, Staged]]:
    def made(script: str) -> tuple[Visitor, Staged]:
        campaign = staged(ROUND)
        visitor = visit(width=PHONE, cookie=campaign.captain)
        visitor.page.add_init_script(script)
        visitor.open(campaign.play)
        return visitor, campaign

    return made


def test_is_asked_for_once_and_remembered_by_this_device(phone: Callable[[str], tuple[Visitor, Staged]]) -> None:
    visitor, campaign = phone(ASKED)
    hint = visitor.page.locator("#awake p")
    expect(hint).to_be_visible()
    visitor.called(BUTTON, "footer").click()
    expect(visitor.called(BUTTON, "footer")).to_have_attribute("aria-pressed", "true")
    expect(hint).to_be_hidden()
    assert visitor.page.evaluate("asked") == ["screen"]
    visitor.open(f"{campaign.play}setup/")
    expect(visitor.called(BUTTON, "footer")).to_have_attribute("aria-pressed", "true")
    assert visitor.page.evaluate("asked") == ["screen"]
    visitor.called(BUTTON, "footer").click()
    expect(hint).to_be_visible()
    assert visitor.page.evaluate("asked") == ["screen", "released"]


def test_is_a_hint_where_no_page_can_do_it(phone: Callable[[str], tuple[Visitor, Staged]]) -> None:
    """Plain http in a home network is no secure context."""
    visitor, _campaign = phone(WITHOUT)
    expect(visitor.page.locator("#awake p")).to_be_visible()
    expect(visitor.page.locator("#awake button")).to_be_hidden()
    visitor.fits()
