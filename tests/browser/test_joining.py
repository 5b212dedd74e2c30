"""The whole way in, on phones: the captain shows a code, guests type it or follow its picture, all see who is there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.server import SETUP, TOGETHER, Staged
from tests.browser.test_accessibility import MODES, RULES

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def broken_rules(visitor: Visitor) -> list[str]:
    """What axe finds on the page as it stands, all that is folded opened."""
    visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    return [rule["id"] for rule in Axe().run(visitor.page, options=RULES).response["violations"]]


def show_code(captain: Visitor, campaign: Staged) -> tuple[str, str]:
    """The captain invites the crew for tonight: the code as it is read out, and the address behind its picture."""
    captain.open(campaign.home)
    captain.press("People")
    captain.press("Show a code")
    expect(captain.page).to_have_url(re.compile("/crew/invite/[0-9]+/$"))
    captain.fits()
    expect(captain.page.locator("svg.qr")).to_be_visible()
    address = captain.page.locator("main a[href*='/join/']").get_attribute("href")
    assert address
    return captain.page.locator(".code > [aria-hidden]").inner_text(), address


def people(visitor: Visitor, campaign: Staged) -> list[str]:
    """Who is here, as the page says it."""
    visitor.open(f"{campaign.home}crew/")
    rows = visitor.page.locator("[data-member]").all()
    return [f"{row.locator('strong').inner_text()}: {row.locator('p').first.inner_text()}" for row in rows]


@pytest.fixture
def campaign(staged: Callable[[str], Staged]) -> Staged:
    """Ines is captain and one of the players; Tomas is crew; the players Tomas and Mara are nobody yet."""
    return staged(TOGETHER)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
def test_two_guests_come_in_one_by_the_code_and_one_by_the_picture(
    visit: Visit, campaign: Staged, *, scripts: bool
) -> None:
    captain = visit(cookie=campaign.captain, scripts=scripts)
    code, address = show_code(captain, campaign)
    if scripts:
        assert broken_rules(captain) == []

    typing = visit(scripts=scripts)
    typing.open("/")
    typing.press("Join a table")
    typing.page.get_by_label("Code of the table").fill("ZZZ ZZZ")
    typing.press("Go on")
    expect(typing.page.locator(".error")).to_contain_text("No table has this code.")
    typing.page.get_by_label("Code of the table").fill(code.lower())
    typing.press("Go on")
    expect(typing.page.get_by_role("heading", level=1)).to_have_text("Join Windward")
    typing.fits()
    if scripts:
        assert broken_rules(typing) == []
    typing.page.get_by_text("None of these").click()
    typing.page.get_by_label("Your name").fill("Ada")
    typing.press("Sit down")
    expect(typing.page).to_have_url(f"{typing.server.address}{campaign.home}")

    pictured = visit(scripts=scripts)
    pictured.open(address)
    pictured.page.get_by_text("Mara", exact=True).click()
    expect(pictured.page.get_by_label("Your name")).to_be_hidden()
    pictured.press("Sit down")
    expect(pictured.page).to_have_url(f"{pictured.server.address}{campaign.home}")

    here = ["Ines: Captain, plays as Ines", "Tomas: Crew", "Ada: Crew", "Mara: Crew, plays as Mara"]
    for visitor in (captain, typing, pictured):
        assert people(visitor, campaign) == here
        if scripts:
            assert broken_rules(visitor) == []

    captain.open(f"{campaign.home}crew/")
    row = captain.page.locator("[data-member]", has_text="Ada")
    row.locator("summary").click()
    row.get_by_role("link", name="Remove").click()
    captain.fits()
    captain.press("Remove Ada")
    expect(captain.page.locator("[data-member]")).to_have_count(3)
    assert typing.open(campaign.home) == 404
    assert pictured.open(campaign.home) == 200
    assert visit(scripts=scripts).open(address) == 422


class TestTheSeat:
    def test_that_somebody_took_a_moment_ago_is_told_with_the_name(
        self, visit: Visit, staged: Callable[[str], Staged]
    ) -> None:
        campaign = staged(SETUP)
        _code, address = show_code(visit(cookie=campaign.captain), campaign)
        late = visit()
        late.open(address)
        late.page.get_by_text("Tomas", exact=True).click()
        crew = visit(cookie=campaign.crew)
        crew.open(f"{campaign.home}crew/")
        crew.page.get_by_label("Your seat").select_option("Tomas")
        crew.press("Sit here")
        expect(crew.page.locator("[data-member]", has_text="plays as Tomas")).to_have_count(1)
        late.press("Sit down")
        expect(late.page.locator("#_says")).to_contain_text("Tomas was first")
        expect(late.page.locator("#_says")).to_contain_text("Choose another one.")


class TestPages:
    @pytest.mark.parametrize("mode", MODES)
    def test_break_no_rule_of_accessibility_and_fit_a_small_phone(
        self, visit: Visit, staged: Callable[[str], Staged], mode: str
    ) -> None:
        campaign = staged(SETUP)
        visitor = visit(width=320, cookie=campaign.captain)
        visitor.context.add_cookies([{"name": "mode", "value": mode, "url": visitor.server.address}])
        _code, address = show_code(visitor, campaign)
        assert broken_rules(visitor) == []
        visitor.open(f"{campaign.home}crew/")
        links = [link.get_attribute("href") or "" for link in visitor.page.locator("a[href*='/crew/']").all()]
        asks = [link for link in links if link.endswith(("/hand-over/", "/remove/", "/leave/"))]
        assert len(asks) == 3
        for page in (f"{campaign.home}crew/", *asks, "/join/"):
            assert visitor.open(page) == 200
            assert broken_rules(visitor) == []
        guest = visit(width=320)
        guest.context.add_cookies([{"name": "mode", "value": mode, "url": visitor.server.address}])
        assert guest.open(address) == 200
        assert broken_rules(guest) == []
