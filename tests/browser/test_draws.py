"""An evening of its own that draws tiles which lie in the campaign's bag, in a real browser.

The list says to borrow them, the closing brings them home, and the campaign's next list is as if the evening had not
been. The campaigns begin with the closing of their first game, which brought L31 and card 152.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import BETWEEN, CLOSING
from tests.browser.test_three_games import Group
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.server import Staged

pytestmark = pytest.mark.browser

BAGGED = ("152 L1 L30 L31 L4", "", "150")
"""Bag, table and what left, after the first game."""


class Drawing(Group):
    """A group that closes its first game and draws tiles."""

    def close_the_first_game(self) -> None:
        self.visitor.open(self.campaign.home)
        self.visitor.press("Open the draft")
        for name, points in {"Ines": "88", "Tomas": "91"}.items():
            self.page.get_by_label(f"Points of {name}").fill(points)
        self.visitor.press("Keep the points")
        expect(self.page.get_by_label("Points of Tomas")).to_have_attribute("value", "91")
        self.visitor.press("Review the closing")
        self.visitor.fits()
        self.visitor.press("Commit 7 changes")  # two results; four tiles and one card go into the bag
        self.written("Game 1 closed")

    def line(self, name: str) -> Locator:
        return self.page.locator(f'[data-line="{name}"]')

    def ask(self, column: int) -> None:
        """Opens the form of a column."""
        self.line(f"drawn_tile:{column}").get_by_role("link").click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("The tile you drew")
        self.visitor.fits()

    def say(self, thing: str, number: str) -> None:
        self.page.get_by_label("Object on the card that you turned up").fill(thing)
        self.page.get_by_label("Number of the tile").fill(number)
        self.visitor.press("Keep it")

    def draw(self, column: int, thing: str, number: str) -> None:
        self.ask(column)
        self.say(thing, number)
        expect(self.page).to_have_url(re.compile(rf"/setup/#_line-drawn_tile:{column}$"))
        self.visitor.fits()
        expect(self.line(f"drawn_tile:{column}")).to_contain_text(f"The draw for column {column} is L")

    def borrowed(self) -> list[str]:
        found = self.page.locator('[data-line^="tile_borrowed"]').all()
        return [str(row.get_attribute("data-for")) for row in found]


class TestDrawnTilesOfTheBag:
    def test_are_borrowed_and_brought_home_as_if_nothing_had_been(
        self, visit: Visit, staged: Callable[[str], Staged]
    ) -> None:
        played, spared = staged(CLOSING), staged(CLOSING)
        group = Drawing(visit(width=PHONE, cookie=played.captain), played)
        others = Drawing(visit(width=PHONE, cookie=spared.captain), spared)
        for one in (group, others):
            one.close_the_first_game()
            one.lies(*BAGGED)

        group.choose("Play All Inclusive")
        assert group.borrowed() == ["L1", "L30"]
        group.draw(1, "book", "L31")
        group.draw(2, "sabre", "4")
        group.draw(3, "", "l 36")
        assert group.borrowed() == ["L1", "L4", "L30", "L31"]
        for tile in ("L4", "L31"):
            expect(group.line(f"tile_borrowed:{tile}")).to_contain_text(f"Borrow {tile} from the bag")
        expect(group.page.locator('[data-line^="tile_from"]')).to_have_count(0)
        group.lies(*BAGGED)

        group.start(2)
        group.play_on_to_the_end(2, 2, story=False)
        hands = group.page.locator(".hand-work li")
        for tile in ("L1", "L4", "L30", "L31"):
            expect(hands.filter(has_text=re.compile(rf"\b{tile}\b"))).to_contain_text("put it into the bag")
        expect(hands.filter(has_text=re.compile(r"\bL36\b"))).to_contain_text("box")
        group.visitor.press("Commit 2 changes")  # two results and nothing else
        group.written("Game 2 closed")
        group.lies(*BAGGED)

        for one in (group, others):
            one.choose("Play the campaign")
            one.lies("", "152 L1 L30 L31 L4", "150")
        assert group.lines() == others.lines()

    def test_are_said_without_scripts_too(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(BETWEEN)
        group = Drawing(visit(width=PHONE, scripts=False, cookie=campaign.captain), campaign)
        group.choose("Play All Inclusive")
        group.draw(1, "book", "L31")
        assert group.borrowed() == ["L1", "L30", "L31"]

        group.ask(2)  # an object that the box does not know yet in this column
        group.say("book", "")
        expect(group.page.locator(".error")).to_be_visible()
        expect(group.page.get_by_label("Object on the card that you turned up")).to_have_value("book")
        group.say("book", "L30")
        expect(group.page.locator(".error")).to_contain_text("L30")
        group.say("book", "L36")
        expect(group.line("drawn_tile:2")).to_contain_text("The draw for column 2 is L36")

        group.draw(1, "sabre", "L4")
        assert group.borrowed() == ["L1", "L4", "L30"]
        group.draw(1, "book", "")  # by now the box knows it
        assert group.borrowed() == ["L1", "L30", "L31"]
        group.lies("184 L1 L30 L31 L4", "", "150")
