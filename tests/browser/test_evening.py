"""The first evening of a campaign, in a real browser: on a phone, on a tablet, and without scripts.

Story card 150 is read after round 1, brings tile L31 onto the board and card 152 into play; all of that is taken back
once and done again; the other readings change nothing; the closing packs everything away.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import CLOSING
from tests.browser.visitor import PHONE, TABLET

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit
    from tests.browser.server import Staged
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

TILES = [f"L{number}" for number in (*range(1, 26), *range(30, 38))]
"""The campaign tiles there are: L26 to L29 are known to nobody, L38 to L40 belong to modules."""

# After each step: where the pieces lie. Story cards that stand nowhere lie in the box.
WHERE = {
    #                            bag                    table                      gone   box
    "a new log":                ("",                    "",                        "",    "L1-L25 L30-L37"),
    "the code is noted":        ("",                    "",                        "",    "L1-L25 L30-L37"),
    "who plays":                ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "lines ticked":             ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "the game started":         ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "round 1 ended":            ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "a draft is open":          ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "150 read in the draft":    ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "effects in the draft":     ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "the review":               ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "committed":                ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "taken back":               ("",                    "150 L1 L4 L30",           "",    "L2-L3 L5-L25 L31-L37"),
    "done again":               ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "round 2 ended":            ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "nothing changed after 2":  ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "round 3 ended":            ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "nothing changed after 3":  ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "round 4 ended":            ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "points in the closing":    ("",                    "152 L1 L4 L30 L31",       "150", "L2-L3 L5-L25 L32-L37"),
    "the game closed":          ("152 L1 L4 L30 L31",   "",                        "150", "L2-L3 L5-L25 L32-L37"),
}  # fmt: skip


def tiles(listed: str) -> set[str]:
    """The tiles of a list with ranges: "L2-L3 L7"."""
    ends = [[int(end[1:]) for end in part.split("-")] for part in listed.split()]
    return {f"L{number}" for end in ends for number in range(end[0], end[-1] + 1)}


class Evening:
    """The group at the table, step by step; after each step the pieces are compared with the table above."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.code = ""
        self.left = list(WHERE)

    def after(self, step: str) -> None:
        """The step is done: no row of the table is left out, and every piece lies in one place only, the right one."""
        assert step == self.left.pop(0)
        self.visitor.fits()
        found = self.visitor.pieces(self.code)
        bag, table, gone, box = WHERE[step]
        listed = [piece for place in found.values() for piece in place]
        assert {place: sorted(pieces) for place, pieces in found.items()} == {
            "bag": sorted(bag.split()),
            "table": sorted(table.split()),
            "gone": sorted(gone.split()),
        }, step
        assert set(TILES) - set(listed) == tiles(box), step

    def begin(self) -> None:
        self.visitor.open("/")
        self.visitor.press("Start a new log")
        for label, name in {
            "Name of the log": "Windward",
            "Your name": "Ines",
            "First player": "Ines",
            "Second player": "Tomas",
        }.items():
            self.page.get_by_label(label, exact=True).fill(name)
        self.visitor.fits()
        self.visitor.press("Begin the log")
        expect(self.page).to_have_url(re.compile(r"/c/[A-Z2-9]{6}/$"))
        self.code = self.page.url.split("/")[-2]
        self.after("a new log")

    def note_the_code(self) -> None:
        expect(self.page.locator("main .code")).to_have_text(re.compile(r"^([A-Z2-9]{4}-){2}[A-Z2-9]{4}$"))
        self.visitor.press("Noted")
        expect(self.page.locator("main .code")).to_have_count(0)
        self.after("the code is noted")

    def say_who_plays(self) -> None:
        self.visitor.press("What do you play tonight?")
        self.visitor.press("Play the campaign")
        first, second = (self.page.get_by_role("group", name=name) for name in ("Plays first", "Plays second"))
        first.get_by_label("Who", exact=True).select_option("Ines")
        first.get_by_label("Colour").select_option("blue")
        second.get_by_label("Who", exact=True).select_option("Tomas")
        second.get_by_label("Colour").select_option("green")
        self.visitor.fits()
        self.visitor.press("Make the set-up list")
        expect(self.page).to_have_url(re.compile(r"/p/1/setup/$"))
        self.after("who plays")

    def tick(self) -> None:
        lines = ["story_card_first:150", "tile_from_box:L1", "tile_from_box:L4", "tile_from_box:L30"]
        for line in lines:
            button = self.page.locator(f'[data-line="{line}"] button')
            expect(button).to_have_attribute("aria-pressed", "false")
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator("#_progress")).to_contain_text(re.compile(r"4\s+of \d+ done"))
        expect(self.page.locator('[data-line="tile_from_box:L30"]')).to_contain_text("21a")
        self.after("lines ticked")

    def start(self) -> None:
        self.visitor.press("All lies ready: start game 1")
        expect(self.page).to_have_url(re.compile(r"/p/1/$"))
        expect(self.page.locator("#_rounds [aria-current]")).to_have_text("1")
        self.after("the game started")

    def end_round(self, number: int) -> None:
        self.page.goto(f"/c/{self.code}/p/1/")
        self.visitor.press(f"End round {number}")
        what = f"Read the story after round {number}" if number < 4 else "Close game 1"
        expect(self.page.get_by_role("heading", name=what)).to_be_visible()
        self.after(f"round {number} ended")

    def open_draft(self, button: str = "Begin the reading") -> None:
        self.visitor.press(button)
        expect(self.page).to_have_url(re.compile(r"/read/\d+/$"))

    def read_150(self) -> None:
        card = self.page.locator("#card-150")
        card.get_by_label("Read to its end").check()
        card.get_by_label("If it asks for a choice").fill("Hide the crew")
        self.visitor.press("Keep this for card 150")
        expect(self.visitor.called("Review 1 effect")).to_be_visible()
        self.after("150 read in the draft")

    def add_effects(self) -> None:
        effects = self.page.locator("#effects-list")
        for what, number, piece in (
            ("A tile goes onto the board", "l 31", "L31"),
            ("A story card comes into play", "152", "152"),
        ):
            self.page.get_by_label("What happens").select_option(what)
            self.page.get_by_label("Number of the card or tile").fill(number)
            self.visitor.press("Add this effect")
            expect(effects.locator(f"[data-piece='{piece}']")).to_be_visible()
        self.after("effects in the draft")

    def review(self) -> None:
        self.visitor.press("Review 3 effects")
        expect(self.page.locator(".hand-work li")).to_have_text(
            [
                "Lay card 150 with the cards that were read.",
                "Take L31 out of the box and lay it on the board.",
                "Find card 152 and lay it by the quest tiles.",
            ]
        )
        self.after("the review")

    def commit(self, button: str, title: str, step: str) -> None:
        self.visitor.press(button)
        expect(self.page.locator("[data-written] h2")).to_have_text(f"In the log: {title}")
        self.after(step)

    def take_back(self) -> None:
        self.visitor.press("History", ".rooms")
        self.visitor.press("Undo Story after round 1 of game 1")
        expect(self.page.locator("[data-written] h2")).to_have_text(
            "In the log: Taken back: Story after round 1 of game 1"
        )
        expect(self.page.locator("[data-written] li")).to_have_text(
            [
                "Put card 152 back into the box, unread.",
                "Lift L31 from the board and put it back into the box.",
                "Take card 150 back from the cards that were read and lay it by the quest tiles.",
            ]
        )
        self.after("taken back")

    def do_again(self) -> None:
        self.visitor.press("Do again what was undone last")
        expect(self.page.locator("[data-written] h2")).to_have_text(
            "In the log: Done again: Story after round 1 of game 1"
        )
        self.after("done again")

    def nothing_changes(self, after: int) -> None:
        self.open_draft()
        self.visitor.press("Review: nothing changes")
        self.commit("Commit: nothing changed", f"Story after round {after} of game 1", f"nothing changed after {after}")

    def close(self) -> None:
        self.open_draft("Begin the closing")
        for name, points in {"Ines": "131", "Tomas": "118"}.items():
            self.page.get_by_label(f"Points of {name}").fill(points)
        self.visitor.press("Keep the points")
        for name, points in {"Ines": "131", "Tomas": "118"}.items():
            expect(self.page.get_by_label(f"Points of {name}")).to_have_attribute("value", points)
        self.after("points in the closing")
        self.visitor.press("Review the closing")
        self.visitor.fits()
        # Two results, and five pieces go into the bag.
        self.commit("Commit 7 changes", "Game 1 closed", "the game closed")

    def look_into_the_bag(self) -> None:
        self.visitor.press("Bag", ".rooms")
        bag = self.page.locator("[data-place=bag] [data-piece]")
        expect(bag).to_have_count(5)  # the page has to be there first
        assert sorted(bag.all_inner_texts()) == ["152", "L1", "L30", "L31", "L4"]
        expect(self.page.locator("[data-place=gone] li")).to_contain_text("You chose: “Hide the crew”")
        expect(self.page.locator("[data-place=bag] li", has_text="L30")).to_contain_text("21a")
        self.visitor.fits()


class TestEvening:
    @pytest.mark.parametrize(
        ("width", "scripts"),
        [
            pytest.param(PHONE, True, id="phone"),
            pytest.param(TABLET, True, id="tablet"),
            pytest.param(PHONE, False, id="without scripts"),
        ],
    )
    def test_every_piece_lies_where_the_story_put_it(self, visit: Visit, width: int, *, scripts: bool) -> None:
        evening = Evening(visit(width=width, scripts=scripts))
        evening.begin()
        evening.note_the_code()
        evening.say_who_plays()
        evening.tick()
        evening.start()
        evening.end_round(1)
        evening.open_draft()
        evening.after("a draft is open")
        evening.read_150()
        evening.add_effects()
        evening.review()
        evening.commit("Commit 4 changes", "Story after round 1 of game 1", "committed")
        evening.take_back()
        evening.do_again()
        for ended in (2, 3):
            evening.end_round(ended)
            evening.nothing_changes(ended)
        evening.end_round(4)
        evening.close()
        evening.look_into_the_bag()
        assert evening.left == []


class TestTonight:
    def test_only_a_guest_is_asked_for_a_name(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(CLOSING)
        visitor = visit(cookie=campaign.captain)
        visitor.open(f"{campaign.reading}review/")
        visitor.press("Commit 5 changes")
        visitor.press("What do you play tonight?")
        visitor.press("Play the campaign")
        third = visitor.page.get_by_role("group", name="Plays third")
        expect(third.get_by_label("Name of the guest")).to_be_hidden()
        third.get_by_label("Who", exact=True).select_option("A guest")
        third.get_by_label("Name of the guest").fill("Mara")
        visitor.fits()
        visitor.press("Make the set-up list")
        expect(visitor.page.locator("[data-line='doubloons:2']")).to_contain_text("Mara: Take 10 doubloons")
