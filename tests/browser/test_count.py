"""A count on two phones in a real browser: totals while typing, secret gold, opening the count, the winner.

The Uprising has no score sheet, so it borrows that of Merchants & Marauders here.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.server import Server, Staged
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

GOLD = "7919"


def lend(server: Server, box: str) -> None:
    """Copies the score sheet of a box to The Uprising, before any page asked for one."""
    with sqlite3.connect(server.folder / "portolan.sqlite3") as database:
        names = [row[1] for row in database.execute("PRAGMA table_info(scenarios_scoresheet)")]
        kept = ", ".join(f'"{name}"' for name in names if name not in ("id", "box_id"))
        database.execute(
            f"INSERT INTO scenarios_scoresheet (box_id, {kept}) "
            f"SELECT 'uprising', {kept} FROM scenarios_scoresheet WHERE box_id = ?",
            [box],
        )


def total(visitor: Visitor, said: str) -> None:
    expect(visitor.page.locator("[data-total]")).to_have_text(said)


def test_secret_gold_on_two_phones(own: tuple[Server, Staged], visit: Visit) -> None:
    server, campaign = own
    lend(server, "merchants")
    ines = visit(cookie=campaign.captain, server=server)
    tomas = visit(cookie=campaign.crew, server=server)

    ines.open(f"{campaign.reading}sheet/1/")
    ines.page.get_by_label("Glory on the track").press_sequentially("6")
    total(ines, "6")
    gold = ines.page.get_by_label("Gold in your stash")
    gold.press_sequentially("79", delay=20)
    total(ines, "11")  # 79 gold are 5 points at most
    gold.press_sequentially("19", delay=20)
    expect(gold).to_be_focused()
    expect(gold).to_have_value(GOLD)
    ines.page.get_by_label("Glory on the track").fill("7")
    total(ines, "12")
    ines.fits()

    tomas.open(f"{campaign.reading}sheet/1/")
    total(tomas, "7")
    assert GOLD not in tomas.page.locator("main").inner_html()
    tomas.open(f"{campaign.reading}sheet/2/")
    tomas.page.get_by_label("Glory on the track").press_sequentially("9")
    tomas.page.get_by_label("Gold in your stash").press_sequentially("25")
    total(tomas, "11")
    tomas.press("To the closing")
    expect(tomas.page.locator("#count")).to_contain_text("7, and what is kept secret")
    tomas.fits()
    tomas.press("Open the count")
    expect(tomas.page.locator("#ranked li")).to_have_text(["Place 2: Ines, 12", "Place 1: Tomas, 11"])

    ines.press("To the closing")
    expect(ines.page.locator("#ranked li")).to_have_text(["Place 2: Ines, 12", "Place 1: Tomas, 11"])
    ines.press("Review the closing")
    expect(ines.page.locator("[aria-labelledby=verdict] strong")).to_have_text(["Tomas"])


def test_without_scripts_a_button_works_it_out(own: tuple[Server, Staged], visit: Visit) -> None:
    server, campaign = own
    lend(server, "pirates")
    ines = visit(cookie=campaign.captain, server=server, scripts=False, width=320)
    ines.open(f"{campaign.reading}sheet/1/")
    ines.page.get_by_label("Rivers crossed").fill("3")
    ines.page.get_by_label("Buried treasures").fill("1")
    ines.press("Work it out")
    expect(ines.page.locator("main")).to_contain_text("More than under “Treasures”: at most 0.")
    ines.page.get_by_label("Treasures (1)").fill("2")
    ines.press("Work it out")
    total(ines, "18")  # 3 * 4 + 2 * 2 + 2
    ines.fits()
