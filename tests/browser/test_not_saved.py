"""What did not get through, as a person sees it: somebody was first, it was refused, the door is shut, the log is
busy, the line is cut. Nothing is lost from a form, and what is sent again is written once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

import pytest
from playwright.sync_api import expect

from tests.browser.server import DRAFT, ROUND, SETUP, Server, Staged

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Request, Route

    from tests.browser.conftest import Visit
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

UNREACHED = "The server was not reached. What you typed is still here. Trying again by itself."
BUSY = "The log is busy with another writer. Trying again by itself."


def banner(visitor: Visitor) -> Locator:
    """What the page says was not saved, one row for each tap."""
    return visitor.page.locator("#unsaved li")


def send_again(visitor: Visitor, row: int = 0) -> None:
    banner(visitor).nth(row).get_by_role("button", name="Send again").click()


def deaf(visitor: Visitor) -> Visitor:
    """Somebody whose phone hears nothing of what others write, as one that just woke up."""
    visitor.context.route("**/live/**", lambda route: route.abort())
    return visitor


def all_saved(visitor: Visitor) -> None:
    expect(visitor.page.locator("#unsaved")).to_be_hidden()


def posted(visitor: Visitor) -> list[str]:
    """What is ticked from now on, in the order in which it is sent."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(dict(parse_qsl(request.post_data or ""))["tick"])

    visitor.page.on("request", note)
    return sent


def line(visitor: Visitor, name: str) -> Locator:
    """The button of a line of the set-up list."""
    return visitor.page.locator(f'[data-line="{name}"] button')


def ticked(visitor: Visitor, campaign: Staged) -> list[str]:
    """The lines that the server holds for done."""
    visitor.open(f"{campaign.play}setup/")
    lines = visitor.page.locator("[data-line]:has([aria-pressed=true])")
    return sorted(str(row.get_attribute("data-line")) for row in lines.all())


def titles(visitor: Visitor, campaign: Staged) -> list[str]:
    """The titles of the log's entries, newest first."""
    visitor.open(f"{campaign.home}log/")
    return visitor.page.locator(".log .what").all_inner_texts()


def choose(visitor: Visitor, words: str) -> None:
    """Types what was chosen on card 150 and keeps it."""
    visitor.page.get_by_label("If it asks for a choice").fill(words)
    visitor.press("Keep this for card 150")


def fill_correction(visitor: Visitor, reason: str) -> dict[str, Locator]:
    """Fills "Our box differs" with L7 on the board at 17; the fields."""
    fields = {name: visitor.page.locator(f"#id_{name}") for name in ("kind", "number", "place", "space", "reason")}
    fields["kind"].select_option("tile")
    fields["number"].fill("L7")
    fields["place"].select_option("board")
    fields["space"].fill("17")
    fields["reason"].fill(reason)
    return fields


def keeps_correction(fields: dict[str, Locator], reason: str) -> None:
    for name, value in {"kind": "tile", "number": "L7", "place": "board", "space": "17", "reason": reason}.items():
        expect(fields[name]).to_have_value(value)


def was_first(visitor: Visitor, name: str, did: str) -> Locator:
    """The note that says who was first."""
    note = visitor.page.locator("#_says")
    expect(note.get_by_role("heading")).to_have_text(f"{name} was first")
    expect(note).to_contain_text(did)
    expect(note).to_contain_text("Your step is not written yet.")
    visitor.fits()
    return note


class TestSomebodyWasFirst:
    def test_round_is_ended_once_by_two(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(ROUND)
        ines, tomas = visit(cookie=campaign.captain), deaf(visit(cookie=campaign.crew))
        ines.open(campaign.play)
        tomas.open(campaign.play)
        ines.press("End round 1")
        expect(ines.page.locator("#_rounds [aria-current]")).to_have_text("2")
        tomas.press("End round 1")
        was_first(tomas, "Ines", "Ines moved the rounds on a moment ago.")
        assert tomas.called("Do it anyway", "#_says").count() == 0  # it would end round 2
        tomas.press("See how it stands now", "#_says")
        expect(tomas.page.locator("#_rounds [aria-current]")).to_have_text("2")
        assert titles(tomas, campaign)[:2] == ["Round 1 ended", "The game started"]

    def test_the_same_captain_on_two_devices_is_told_too(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(ROUND)
        phone, tablet = visit(cookie=campaign.captain), deaf(visit(cookie=campaign.captain, width=1024))
        phone.open(campaign.play)
        tablet.open(campaign.play)
        phone.press("End round 1")
        expect(phone.page.locator("#_rounds [aria-current]")).to_have_text("2")
        tablet.press("End round 1")
        was_first(tablet, "Ines", "Ines moved the rounds on a moment ago.")

    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
    def test_other_choice_is_written_when_one_insists(
        self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool
    ) -> None:
        campaign = staged(DRAFT)
        ines, tomas = visit(cookie=campaign.captain), deaf(visit(cookie=campaign.crew, scripts=scripts))
        ines.open(campaign.reading)
        tomas.open(campaign.reading)
        choose(ines, "Hide the crew")
        expect(ines.page.get_by_label("If it asks for a choice")).to_have_attribute("value", "Hide the crew")
        choose(tomas, "Send them on")
        was_first(tomas, "Ines", "Ines set the choice on card 150 a moment ago.")
        words = tomas.page.get_by_label("If it asks for a choice")
        if scripts:
            expect(words).to_have_value("Send them on")
        tomas.press("Do it anyway", "#_says")
        expect(words).to_have_attribute("value", "Send them on")
        expect(tomas.page.locator("#_says")).to_be_empty()
        expect(tomas.page.locator("#_draft")).to_have_count(1)
        ines.open(campaign.reading)
        expect(ines.page.get_by_label("If it asks for a choice")).to_have_value("Send them on")

    def test_draft_is_not_written_as_it_was_not_reviewed(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(DRAFT)
        ines, tomas = visit(cookie=campaign.captain), visit(cookie=campaign.crew)
        ines.open(f"{campaign.reading}review/")
        tomas.open(campaign.reading)
        choose(tomas, "Send them on")
        expect(tomas.page.get_by_label("If it asks for a choice")).to_have_attribute("value", "Send them on")
        ines.press("Commit: nothing changed")
        note = was_first(ines, "Tomas", "Tomas changed this draft a moment ago.")
        expect(note.get_by_role("button", name="Do it anyway")).to_have_count(0)
        ines.press("See how it stands now", "#_says")
        expect(ines.page.locator(".log-says")).to_contain_text("Send them on")
        ines.press("Commit 1 change")
        expect(ines.page.locator("[data-written]")).to_be_visible()

    def test_correction_of_the_same_tile_names_it(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(ROUND)
        ines, tomas = visit(cookie=campaign.captain), visit(cookie=campaign.crew)
        for visitor in (ines, tomas):
            visitor.open(f"{campaign.home}correct/")
        fill_correction(ines, "It was never put away")
        fields = fill_correction(tomas, "I see it there")
        fields["space"].fill("9a")
        ines.press("Write the correction")
        expect(ines.page.locator("[data-written]")).to_be_visible()
        tomas.press("Write the correction")
        was_first(tomas, "Ines", "Ines corrected L7 a moment ago.")
        expect(fields["space"]).to_have_value("9a")
        expect(fields["reason"]).to_have_value("I see it there")
        tomas.press("Do it anyway", "#_says")
        expect(tomas.page.locator("[data-written]")).to_be_visible()
        tomas.open(f"{campaign.home}bag/")
        expect(tomas.page.locator("[data-place=table] li", has_text="L7")).to_contain_text("9a")


class TestRefused:
    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
    def test_number_of_another_kind_stays_in_its_field(
        self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool
    ) -> None:
        campaign = staged(DRAFT)
        visitor = visit(cookie=campaign.crew, scripts=scripts)
        visitor.open(campaign.reading)
        what = visitor.page.get_by_label("What happens")
        what.select_option("A story card comes into play")
        visitor.page.get_by_label("Number of the card or tile").fill("78")
        visitor.press("Add this effect")
        expect(visitor.page.locator("#effect .error")).to_have_text(
            "78 is a scenario card, not a story card. Check the number."
        )
        expect(visitor.page.get_by_label("Number of the card or tile")).to_have_value("78")
        expect(what).to_have_value("card_into_play")
        expect(visitor.page.locator("#effects-list [data-piece]")).to_have_count(0)
        visitor.fits()
        all_saved(visitor)

    @pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "without scripts"])
    def test_correction_without_a_reason_keeps_every_field(
        self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool
    ) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain, scripts=scripts)
        visitor.open(f"{campaign.home}correct/")
        fields = fill_correction(visitor, "")
        visitor.press("Write the correction")
        expect(visitor.page.locator(".error")).to_have_text("Say in a few words why the log has to be corrected.")
        keeps_correction(fields, "")
        visitor.fits()
        fields["reason"].fill("The cat")
        visitor.press("Write the correction")
        expect(visitor.page.locator("[data-written] h2")).to_have_text("In the log: Our box differs")


class TestTooManyTries:
    def test_banner_says_so_and_the_code_stays(self, visit: Visit, own: tuple[Server, Staged]) -> None:
        server, _campaign = own
        visitor = visit(server=server)
        visitor.open("/recover/")
        code = visitor.page.get_by_label("Recovery code")
        for number in range(10):
            code.fill(f"AAAA-BBBB-CCC{number}")
            visitor.press("Open the log")
            expect(code).to_have_attribute("value", f"AAAA-BBBB-CCC{number}")
        code.fill("DDDD-EEEE-FFFF")
        visitor.press("Open the log")
        expect(visitor.page.get_by_role("heading", name="Not saved")).to_be_visible()
        expect(banner(visitor)).to_contain_text("The recovery code")
        expect(banner(visitor)).to_contain_text("Too many tries. Wait a quarter of an hour, then send it again.")
        expect(code).to_have_value("DDDD-EEEE-FFFF")
        visitor.fits()


class TestBusy:
    def test_tick_waits_under_the_banner(self, visit: Visit, server: Server, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain)
        visitor.open(f"{campaign.play}setup/")
        tile = line(visitor, "tile_from_box:L4")
        with server.locked():
            tile.click()
            expect(banner(visitor)).to_contain_text(BUSY)
            expect(banner(visitor)).to_contain_text("Take L4 out of the box")
            expect(tile).to_have_attribute("aria-pressed", "false")
            visitor.fits()
        expect(tile).to_have_attribute("aria-pressed", "true")  # nobody has to press anything
        all_saved(visitor)
        assert ticked(visitor, campaign) == ["tile_from_box:L4"]

    def test_correction_is_written_once(self, visit: Visit, server: Server, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain)
        visitor.open(f"{campaign.home}correct/")
        fields = fill_correction(visitor, "It lay there")
        with server.locked():
            visitor.press("Write the correction")
            expect(banner(visitor)).to_contain_text(BUSY)
            expect(banner(visitor)).to_contain_text("The correction")
            keeps_correction(fields, "It lay there")
            visitor.fits()
            with visitor.page.expect_response("**/correct/") as answered:
                send_again(visitor)
            assert answered.value.status == 503
            expect(banner(visitor)).to_have_count(1)
        expect(visitor.page.locator("[data-written] h2")).to_have_text("In the log: Our box differs")
        assert titles(visitor, campaign).count("Our box differs") == 1

    def test_page_without_scripts_sends_it_again(
        self, visit: Visit, server: Server, staged: Callable[[str], Staged]
    ) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain, scripts=False)
        visitor.open(f"{campaign.home}correct/")
        fill_correction(visitor, "It lay there")
        with server.locked():
            visitor.press("Write the correction")
            expect(visitor.page.get_by_role("heading", level=1)).to_have_text("The log is busy")
            visitor.fits()
        visitor.press("Send again")
        expect(visitor.page.locator("[data-written] h2")).to_have_text("In the log: Our box differs")
        expect(visitor.page.locator(".log > li").first).to_contain_text("Reason: “It lay there”")
        assert titles(visitor, campaign).count("Our box differs") == 1


class TestCutLine:
    def test_each_line_waits_and_is_ticked_once(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.crew, may_lose_line=True)
        visitor.open(f"{campaign.play}setup/")
        visitor.context.set_offline(True)
        for name in ("tile_from_box:L1", "tile_from_box:L30"):
            line(visitor, name).click()
            expect(banner(visitor).last).to_contain_text(name.rpartition(":")[2])
        expect(banner(visitor)).to_have_count(2)
        expect(banner(visitor).first).to_contain_text(UNREACHED)
        visitor.fits()
        sent = posted(visitor)
        visitor.context.set_offline(False)
        all_saved(visitor)
        assert sent == ["set tile_from_box:L1", "set tile_from_box:L30"]  # as they were tapped
        expect(visitor.page.locator("#_progress")).to_contain_text(re.compile(r"2\s+of"))
        assert ticked(visitor, campaign) == ["tile_from_box:L1", "tile_from_box:L30"]

    def test_two_forms_of_one_page_are_both_saved_and_the_page_is_up_to_date(
        self, visit: Visit, staged: Callable[[str], Staged]
    ) -> None:
        """What was typed in them is saved, so nothing of it is left to be sent or taken back."""
        campaign = staged(DRAFT)
        visitor = visit(cookie=campaign.captain, may_lose_line=True)
        visitor.open(campaign.reading)
        visitor.context.set_offline(True)
        choose(visitor, "Hide the crew")
        visitor.page.get_by_label("What happens").select_option("A tile goes onto the board")
        visitor.page.get_by_label("Number of the card or tile").fill("L31")
        visitor.press("Add this effect")
        expect(banner(visitor)).to_have_count(2)
        visitor.context.set_offline(False)
        all_saved(visitor)
        expect(visitor.page.locator("#effects-list [data-piece]")).to_have_text("L31")
        expect(visitor.page.get_by_label("If it asks for a choice")).to_have_attribute("value", "Hide the crew")
        expect(visitor.page.get_by_label("Number of the card or tile")).to_have_value("")
        expect(visitor.page.locator("#live [data-state]:visible")).to_have_text("Live")

    def test_reading_is_written_once(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(DRAFT)
        visitor = visit(cookie=campaign.captain, may_lose_line=True)
        visitor.open(f"{campaign.reading}review/")
        visitor.context.set_offline(True)
        visitor.press("Commit: nothing changed")
        expect(banner(visitor)).to_contain_text("The entry")
        expect(banner(visitor)).to_contain_text(UNREACHED)
        visitor.context.set_offline(False)
        expect(visitor.page.locator("[data-written]")).to_be_visible()
        all_saved(visitor)
        assert titles(visitor, campaign).count("Story after round 1 of game 1") == 1

    def test_answer_that_is_lost_is_not_written_twice(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(DRAFT)
        visitor = visit(cookie=campaign.captain, may_lose_line=True)
        visitor.open(f"{campaign.reading}review/")

        def reach_the_server_only(route: Route) -> None:
            route.fetch()
            route.abort()

        visitor.page.route("**/commit/", reach_the_server_only)
        visitor.press("Commit: nothing changed")
        expect(banner(visitor)).to_contain_text("The entry")
        visitor.page.unroute("**/commit/")
        expect(visitor.page.locator("[data-written]")).to_be_visible()
        assert titles(visitor, campaign).count("Story after round 1 of game 1") == 1

    def test_server_that_was_stopped_and_started(
        self, visit: Visit, server: Server, staged: Callable[[str], Staged]
    ) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain, may_lose_line=True)
        visitor.open(f"{campaign.play}setup/")
        server.stop()
        try:
            line(visitor, "base_board").click()
            expect(banner(visitor)).to_contain_text(UNREACHED)
        finally:
            server.start()
        all_saved(visitor)
        assert ticked(visitor, campaign) == ["base_board"]

    def test_leaving_with_something_unsaved_asks_first(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = visit(cookie=campaign.captain, may_lose_line=True)
        visitor.open(f"{campaign.play}setup/")
        visitor.page.route("**/tick/", lambda route: route.abort())
        line(visitor, "base_board").click()
        expect(banner(visitor)).to_have_count(1)
        visitor.press("Bag", ".rooms")
        expect(visitor.page).to_have_url(re.compile("/bag/$"))
        assert visitor.complaints == ["asked beforeunload"]
        visitor.complaints.clear()


class TestByItself:
    """What waits is sent again without a finger: after 1, 2, 4 … 30 seconds, or at once when the line is back."""

    def test_it_waits_twice_as_long_each_time(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = deaf(visit(cookie=campaign.captain, may_lose_line=True))
        visitor.page.clock.install()
        visitor.open(f"{campaign.play}setup/")
        visitor.page.route("**/tick/", lambda route: route.abort())
        # The clock stands still but where it is moved: a slow machine is no wait.
        visitor.page.clock.pause_at(visitor.page.evaluate("() => Date.now()") / 1000 + 60)
        sent = posted(visitor)
        line(visitor, "base_board").click()
        expect(banner(visitor)).to_have_count(1)
        for tries, pause in enumerate([1, 2, 4, 8, 16, 30, 30], 1):
            visitor.page.clock.run_for(pause * 1000 - 100)
            assert len(sent) == tries
            with visitor.page.expect_event("requestfailed"):
                visitor.page.clock.run_for(200)
            visitor.page.clock.run_for(1)
        visitor.page.unroute("**/tick/")
        visitor.page.evaluate("() => { dispatchEvent(new Event('online')) }")
        visitor.page.clock.run_for(100)
        all_saved(visitor)
        assert ticked(visitor, campaign) == ["base_board"]

    def test_a_shut_door_waits_for_a_person(self, visit: Visit, staged: Callable[[str], Staged]) -> None:
        campaign = staged(SETUP)
        visitor = deaf(visit(cookie=campaign.captain))
        visitor.page.clock.install()
        visitor.open(f"{campaign.play}setup/")
        visitor.page.route("**/tick/", lambda route: route.fulfill(status=403))
        sent = posted(visitor)
        line(visitor, "base_board").click()
        expect(banner(visitor)).to_contain_text("You may not change this log")
        expect(banner(visitor).locator("p:visible")).to_have_text(re.compile("^You may not change this log"))
        visitor.page.clock.run_for(120_000)
        assert len(sent) == 1
        visitor.page.unroute("**/tick/")
        send_again(visitor)
        visitor.page.clock.run_for(100)
        all_saved(visitor)
        assert ticked(visitor, campaign) == ["base_board"]

    def test_what_is_typed_meanwhile_stays_and_is_another_step(
        self, visit: Visit, staged: Callable[[str], Staged]
    ) -> None:
        campaign = staged(DRAFT)
        visitor = visit(cookie=campaign.captain, may_lose_line=True)
        visitor.open(campaign.reading)
        visitor.context.set_offline(True)
        choose(visitor, "Hide the crew")
        expect(banner(visitor)).to_contain_text("Card 150")
        words = visitor.page.get_by_label("If it asks for a choice")
        words.fill("Hide the crew well")
        visitor.context.set_offline(False)
        all_saved(visitor)
        expect(words).to_have_value("Hide the crew well")
        visitor.press("Keep this for card 150")
        note = visitor.page.locator("#_says")
        expect(note.get_by_role("heading")).to_have_text("Ines was first")  # with the words that were on their way
        visitor.press("Do it anyway", "#_says")
        expect(words).to_have_attribute("value", "Hide the crew well")
