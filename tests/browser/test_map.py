"""The map in a browser: it fits every window, a finger hits every place, and axe finds nothing in any light."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.visitor import PHONE, TABLET

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

WIDTHS = (320, PHONE, 760, TABLET)
LIGHTS = ("light", "dark", "lamp")

SMALL = """least => [...document.querySelectorAll('main a:not(.unseen), main summary')]
    .map(one => [one, (one.querySelector('.hit') ?? one).getBoundingClientRect()])
    .filter(([one, box]) => box.width && (box.height < least || (one.closest('svg') && box.width < least)))
    .map(([one, box]) => `${one.getAttribute('aria-label') ?? one.textContent} ${box.width} x ${box.height}`)"""
"""Whatever can be tapped and is too small. A link in a row of the table is as wide as its word."""

COVERED = """() => [...document.querySelectorAll('.map .place')]
    .filter(one => one.getBoundingClientRect().width)
    .filter(one => {
        one.scrollIntoView({block: 'center'});
        const box = one.querySelector('.hit').getBoundingClientRect();
        const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return hit?.closest('.place') !== one;
    }).map(one => one.getAttribute('aria-label'))"""


def opened(visit: Visit, width: int, light: str) -> Page:
    visitor = visit(width=width)
    visitor.context.add_cookies([{"name": "mode", "value": light, "url": visitor.server.address}])
    assert visitor.open("/book/map/") == 200
    visitor.page.get_by_text("The same as a table").click()
    visitor.fits()
    return visitor.page


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("width", WIDTHS)
class TestMap:
    def test_fits_can_be_tapped_and_read(self, visit: Visit, width: int, light: str) -> None:
        page = opened(visit, width, light)
        assert page.locator("html").get_attribute("data-mode") == light
        assert page.locator(".map:visible").count() == 1
        assert page.locator(".map-wide").is_visible() == (width >= 760)
        assert page.locator(".map:visible .place").count() == 25
        assert page.evaluate(SMALL, 44) == []
        assert page.evaluate(COVERED) == []
        found = Axe().run(page)
        assert found.response["violations"] == [], found.generate_report()


class TestTap:
    def test_on_a_place_opens_its_entry(self, visit: Visit) -> None:
        page = opened(visit, PHONE, "light")
        page.get_by_role("link", name="4 Puerto Plata").click()
        page.wait_for_url("**/book/location/4/")
        assert page.get_by_role("heading", level=1).inner_text() == "4: Puerto Plata"

    def test_works_from_the_keyboard(self, visit: Visit) -> None:
        page = opened(visit, TABLET, "light")
        page.get_by_role("link", name="12 Santa Marta").focus()
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.space") == "13"
        ring = page.locator("[data-space='13']:focus .hit").evaluate("one => getComputedStyle(one).strokeWidth")
        assert ring == "3px"
        page.keyboard.press("Enter")
        page.wait_for_url("**/book/location/13/")
