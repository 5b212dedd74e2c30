"""Three games in a real browser: a twin's game, one from the archive, and an evening of its own between two of them.

The campaigns begin after their first game, with cards 184 and the tiles L1, L4, L30 and L31 in the bag.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import BETWEEN
from tests.browser.visitor import PHONE, TABLET

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit
    from tests.browser.server import Staged
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

Pieces = tuple[str, str, str]
"""Bag, table and cards or tiles that left, as lists of numbers."""

BAGGED: Pieces = ("184 L1 L30 L31 L4", "", "150")


class Group:
    """The people of one campaign at one browser."""

    def __init__(self, visitor: Visitor, campaign: Staged) -> None:
        self.visitor, self.page, self.campaign = visitor, visitor.page, campaign

    def lies(self, bag: str, table: str, gone: str) -> None:
        """Every piece lies where it should."""
        found = self.visitor.pieces(self.campaign.code)
        listed = {place: " ".join(sorted(pieces)) for place, pieces in found.items()}
        assert listed == {"bag": bag, "table": table, "gone": gone}

    def choose(self, button: str) -> None:
        self.visitor.open(self.campaign.home)
        self.visitor.press("What do you play tonight?")
        self.visitor.fits()
        self.visitor.press(button)
        self.visitor.fits()
        self.visitor.press("Make the set-up list")
        expect(self.page).to_have_url(re.compile(r"/p/\d+/setup/$"))

    def lines(self) -> list[str]:
        """The set-up list, line by line, with what its lines are called."""
        rows = self.page.locator("[data-line]")
        named = [row.get_attribute("data-line") or "" for row in rows.all()]
        return [f"{name} {words}" for name, words in zip(named, rows.all_inner_texts(), strict=True)]

    def start(self, game: int) -> None:
        self.visitor.fits()
        self.visitor.press(f"All lies ready: start game {game}")
        expect(self.page.locator("#_rounds [aria-current]")).to_have_text("1")

    def to_the_table(self, play: int) -> None:
        self.visitor.open(f"{self.campaign.home}p/{play}/")

    def end_round(self, play: int, number: int) -> None:
        self.to_the_table(play)
        self.visitor.press(f"End round {number}")
        expect(self.visitor.called(f"End round {number}")).to_have_count(0)

    def say_something_now(self, play: int) -> None:
        self.to_the_table(play)
        self.visitor.press("A card or tile says something now")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("A card or tile says something now")

    def add(self, what: str, number: str, space: str = "") -> None:
        self.page.get_by_label("What happens").select_option(what)
        self.page.get_by_label("Number of the card or tile").fill(number)
        if space:
            self.page.get_by_label("Space, if it says one").fill(space)
        self.visitor.press("Add this effect")
        expect(self.page.locator(f"#effects-list [data-piece='{number}']")).to_be_visible()

    def read_to_its_end(self, card: str, chosen: str) -> None:
        form = self.page.locator(f"#card-{card}")
        form.get_by_label("Read to its end").check()
        form.get_by_label("If it asks for a choice").fill(chosen)
        self.visitor.press(f"Keep this for card {card}")
        expect(self.visitor.called("Review 1 effect")).to_be_visible()

    def write(self, review: str, commit: str, title: str) -> None:
        self.visitor.press(review)
        self.visitor.fits()
        self.visitor.press(commit)
        self.written(title)

    def written(self, title: str) -> None:
        expect(self.page.locator("[data-written] h2")).to_have_text(f"In the log: {title}")

    def play_on_to_the_end(self, play: int, game: int, *, story: bool = True, after: int = 1) -> None:
        """The rounds from `after` on, with readings in which nothing happens."""
        for number in range(after, 5):
            self.end_round(play, number)
            if story and number < 4:
                self.visitor.press("Begin the reading")
                title = f"Story after round {number} of game {game}"
                self.write("Review: nothing changes", "Commit: nothing changed", title)
        self.to_the_table(play)
        self.visitor.press("Begin the closing")
        for name, points in {"Ines": "97", "Tomas": "104"}.items():
            self.page.get_by_label(f"Points of {name}").fill(points)
        self.visitor.press("Keep the points")
        expect(self.page.get_by_label("Points of Tomas")).to_have_attribute("value", "104")
        self.visitor.press("Review the closing")
        self.visitor.fits()


class TestUnrestByCard184:
    def test_is_a_game_of_the_campaign_and_the_archive_goes_on_from_it(
        self, visit: Visit, staged: Callable[[str], Staged]
    ) -> None:
        campaign = staged(BETWEEN)
        ines = Group(visit(width=PHONE, cookie=campaign.captain), campaign)
        tomas = Group(visit(width=TABLET, cookie=campaign.crew), campaign)
        ines.lies(*BAGGED)

        ines.choose("Play Unrest by card 184")
        for line in ("story_card_later:184", "tile_from_bag:L31", "markers_france", "careers_dealt"):
            expect(ines.page.locator(f'[data-line="{line}"]')).to_be_visible()
        expect(ines.page.locator('[data-line^="tile_from_box"], [data-line^="tile_borrowed"]')).to_have_count(0)
        ines.lies("", "184 L1 L30 L31 L4", "150")
        ines.start(2)

        self.a_tile_is_placed_replaced_and_removed(ines)
        self.a_draft_is_resumed_in_another_browser(ines, tomas)
        self.it_is_taken_back_and_done_again(tomas)

        tomas.play_on_to_the_end(2, 2, after=2)
        tomas.visitor.press("Commit 6 changes")  # two results; three tiles and one card go into the bag
        tomas.written("Game 2 closed")
        tomas.lies("163 L1 L30 L4", "", "150 184 L31 L32 L33")

        ines.choose("Play the campaign")
        taken = [line.split()[0] for line in ines.lines() if "_from_bag" in line or line.startswith("story_card")]
        assert taken == ["story_card_later:163", "tile_from_bag:L1", "tile_from_bag:L4", "tile_from_bag:L30"]
        expect(ines.page.locator("details.fold summary")).to_contain_text("Against game 2")
        ines.lies("", "163 L1 L30 L4", "150 184 L31 L32 L33")

    def a_tile_is_placed_replaced_and_removed(self, ines: Group) -> None:
        onto, away = "A tile goes onto the board", "A tile is taken away"
        for steps, review, commit, table, gone in (
            ([(onto, "L32", "5")], "Review 1 effect", "Commit 1 change", "184 L1 L30 L31 L32 L4", "150"),
            (
                [(away, "L32", ""), (onto, "L33", "5")],
                "Review 2 effects",
                "Commit 2 changes",
                "184 L1 L30 L31 L33 L4",
                "150 L32",
            ),
            ([(away, "L33", "")], "Review 1 effect", "Commit 1 change", "184 L1 L30 L31 L4", "150 L32 L33"),
        ):
            ines.say_something_now(2)
            expect(ines.page.locator("#effects-list [data-piece]")).to_have_count(0)
            for step in steps:
                ines.add(*step)
            ines.write(review, commit, "During game 2")
            ines.lies("", table, gone)

    def a_draft_is_resumed_in_another_browser(self, ines: Group, tomas: Group) -> None:
        ines.end_round(2, 1)
        ines.visitor.press("Begin the reading")
        ines.read_to_its_end("184", "Stand by the revolt")
        ines.lies("", "184 L1 L30 L31 L4", "150 L32 L33")
        tomas.visitor.open(tomas.campaign.home)
        expect(tomas.page.locator("main")).to_contain_text("The draft waits; Ines changed it last.")
        tomas.visitor.press("Open the draft")
        card = tomas.page.locator("#card-184")
        expect(card.get_by_label("Read to its end")).to_be_checked()
        expect(card.get_by_label("If it asks for a choice")).to_have_value("Stand by the revolt")
        tomas.add("A story card comes into play", "163")
        tomas.add("A tile is taken away", "L31")
        tomas.write("Review 3 effects", "Commit 4 changes", "Story after round 1 of game 2")
        tomas.lies("", "163 L1 L30 L4", "150 184 L31 L32 L33")

    def it_is_taken_back_and_done_again(self, tomas: Group) -> None:
        tomas.visitor.press("History", ".rooms")
        tomas.visitor.press("Undo Story after round 1 of game 2")
        tomas.written("Taken back: Story after round 1 of game 2")
        tomas.lies("", "184 L1 L30 L31 L4", "150 L32 L33")
        tomas.visitor.press("Do again what was undone last")
        tomas.written("Done again: Story after round 1 of game 2")
        tomas.lies("", "163 L1 L30 L4", "150 184 L31 L32 L33")


class TestAllInclusiveBetweenTwoGames:
    @pytest.mark.parametrize("scripts", [True, False], ids=["phone", "without scripts"])
    def test_leaves_bag_board_and_list_as_if_it_had_not_been_played(
        self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool
    ) -> None:
        played, spared = staged(BETWEEN), staged(BETWEEN)
        group = Group(visit(scripts=scripts, cookie=played.captain), played)
        others = Group(visit(scripts=scripts, cookie=spared.captain), spared)

        group.choose("Play All Inclusive")
        taken = [line.split()[0] for line in group.lines() if line.startswith("tile_")]
        assert taken == ["tile_borrowed:L1", "tile_borrowed:L30"]
        group.lies(*BAGGED)
        group.start(2)
        expect(group.visitor.called("A card or tile says something now")).to_have_count(0)
        group.play_on_to_the_end(2, 2, story=False)
        hands = group.page.locator(".hand-work li")
        for tile in ("L1", "L30"):
            expect(hands.filter(has_text=f"Lift {tile} from the board")).to_contain_text("put it into the bag")
        group.visitor.press("Commit 2 changes")  # two results and nothing else
        group.written("Game 2 closed")
        group.lies(*BAGGED)

        group.choose("Play the campaign")
        others.choose("Play the campaign")
        assert group.lines() == others.lines()
        group.lies("", "184 L1 L30 L31 L4", "150")
        others.lies("", "184 L1 L30 L31 L4", "150")
