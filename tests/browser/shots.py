"""Makes docs/screenshots/: `python -m tests.browser.shots`. The campaign in them is invented, as in the tests."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

from tests.browser.server import BETWEEN, CLOSING, DRAFT, ROOT, ROUND, SETUP, Server, Staged
from tests.browser.visitor import PHONE, TABLET, Visitor, launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOLDER = ROOT / "docs" / "screenshots"


def shot(visitor: Visitor, name: str, *, whole: bool = True) -> None:
    """Takes a picture: the whole page, or what stands in the window."""
    size = visitor.page.viewport_size
    assert size is not None
    visitor.page.evaluate("document.activeElement.blur()")
    if whole:  # a window as high as the page, or what is fixed to its foot would stand in the middle of the picture
        tall = max(size["height"], visitor.page.evaluate("document.documentElement.scrollHeight"))
        visitor.page.set_viewport_size({"width": size["width"], "height": tall})
    visitor.page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
    visitor.page.set_viewport_size(size)


def light(visitor: Visitor, mode: str) -> None:
    """Another light for this browser: light, dark or lamp."""
    visitor.context.add_cookies([{"name": "mode", "value": mode, "url": visitor.server.address}])


def beginning(visitor: Visitor) -> None:
    """An empty shelf, a new log, its recovery note, what to play and with whom, the first ticks."""
    page = visitor.page
    visitor.open("/")
    shot(visitor, "shelf")
    visitor.press("Start a new log")
    names = {"Name of the log": "The Windward Table", "Your name": "Ines", "First player": "Ines"}
    for label, name in (names | {"Second player": "Tomas", "Third player": "Mara"}).items():
        page.get_by_label(label, exact=True).fill(name)
    shot(visitor, "new-log")
    visitor.press("Begin the log")
    expect(page.locator("main .code")).to_be_visible()
    shot(visitor, "campaign")
    visitor.press("What do you play tonight?")
    shot(visitor, "choose")
    visitor.press("Play the campaign")
    page.get_by_role("group", name="Plays first").get_by_label("Colour").select_option("blue")
    page.get_by_role("group", name="Plays second").get_by_label("Colour").select_option("green")
    shot(visitor, "tonight")
    visitor.press("Make the set-up list")
    for line in ("base_board", "story_card_first:150", "tile_from_box:L1"):
        page.locator(f'[data-line="{line}"] button').click()
        expect(page.locator(f'[data-line="{line}"] button')).to_have_attribute("aria-pressed", "true")
    page.locator("[data-line='tile_from_box:L4'] summary").click()
    shot(visitor, "set-up")
    shot(visitor, "set-up-at-a-glance", whole=False)


def reading(visitor: Visitor, campaign: Staged) -> None:
    """A reading with an effect and a refusal, its review, its entry, its undo."""
    page = visitor.page
    visitor.open(campaign.reading)
    page.get_by_label("Read to its end").check()
    page.get_by_label("If it asks for a choice").fill("Hide the crew")
    visitor.press("Keep this for card 150")
    expect(visitor.called("Review 1 effect")).to_be_visible()
    for what, number in (("A tile goes onto the board", "L31"), ("A story card comes into play", "78")):
        page.get_by_label("What happens").select_option(what)
        page.get_by_label("Number of the card or tile").fill(number)
        visitor.press("Add this effect")
        expect(page.locator("#effects-list [data-piece=L31]")).to_be_visible()
    expect(page.locator("#effect .error")).to_be_visible()
    shot(visitor, "reading")
    visitor.press("Review 2 effects")
    shot(visitor, "review")
    shot(visitor, "review-at-a-glance", whole=False)
    visitor.press("Commit 3 changes")
    expect(page.locator("[data-written]")).to_be_visible()
    shot(visitor, "written")
    visitor.press("History", ".rooms")
    visitor.press("Undo Story after round 1 of game 1")
    expect(page.locator("[data-written]")).to_be_visible()
    shot(visitor, "log")
    visitor.open(f"{campaign.home}sheet/")
    visitor.page.emulate_media(media="print")
    shot(visitor, "print-sheet")


def clash(captain: Visitor, crew: Visitor, campaign: Staged) -> None:
    """Two at the same choice."""
    for visitor, words in ((captain, "Hide the crew"), (crew, "Send them on")):
        visitor.page.get_by_label("If it asks for a choice").fill(words)
    for visitor in (captain, crew):
        visitor.press("Keep this for card 150")
        if visitor is captain:
            expect(visitor.page.get_by_label("If it asks for a choice")).to_have_attribute("value", "Hide the crew")
    expect(crew.page.locator("#_says h2")).to_be_visible()
    shot(crew, "somebody-was-first", whole=False)


def cut(visitor: Visitor, campaign: Staged) -> None:
    """Two taps that did not get through."""
    visitor.open(f"{campaign.play}setup/")
    visitor.context.set_offline(True)
    for line in ("tile_from_box:L1", "tile_from_box:L30"):
        visitor.page.locator(f'[data-line="{line}"] button').click()
        expect(visitor.page.locator("#unsaved li").last).to_contain_text(line.rpartition(":")[2])
    shot(visitor, "not-saved", whole=False)
    visitor.context.set_offline(False)


def together(captain: Visitor, guest: Visitor, reader: Visitor, crew: Visitor, setup: Staged, draft: Staged) -> None:
    """A phone is brought in by a code, the set-up is shared, one reads and another one proposes."""
    captain.open(f"{setup.home}crew/")
    captain.press("Show a code")
    expect(captain.page.locator(".sign .code")).to_be_visible()
    shot(captain, "invitation-at-a-glance", whole=False)
    code = captain.page.locator(".sign .code .unseen").text_content() or ""
    captain.open(f"{setup.home}crew/")
    shot(captain, "people")
    guest.open(f"/join/{code.replace(' ', '')}/")
    shot(guest, "join")
    captain.open(f"{setup.play}setup/")
    captain.page.locator("#deal summary").click()
    captain.press("Deal the parts")
    expect(captain.page.locator("main")).to_contain_text("Your part")
    shot(captain, "parts-at-a-glance", whole=False)
    reader.open(draft.reading)
    reader.press("I read for all")
    expect(reader.page.locator("#reader")).to_contain_text("You read for all.")
    crew.open(draft.reading)
    crew.page.get_by_label("What would you choose?").fill("Send them on")
    crew.press("Propose it")
    expect(crew.page.locator("[data-proposals]")).to_be_visible()
    shot(crew, "proposal-at-a-glance", whole=False)
    reader.open(draft.reading)
    shot(reader, "reading-aloud")


def between_games(visitor: Visitor, campaign: Staged) -> None:
    """Card 184 proposes the next game; its list against the last one; a game without the log; an evening that draws."""
    page = visitor.page
    visitor.open(f"{campaign.home}tonight/")
    shot(visitor, "choose-with-184")
    visitor.open(f"{campaign.home}without/")
    shot(visitor, "without-the-log")
    visitor.open(f"{campaign.home}tonight/184/")
    visitor.press("Make the set-up list")
    page.locator("summary", has_text="Against game 1").click()
    shot(visitor, "set-up-difference")
    shot(visitor, "difference-at-a-glance", whole=False)
    visitor.open(f"{campaign.home}now/")
    shot(visitor, "now")
    visitor.open(f"{campaign.home}p/2/")
    page.get_by_text("Not playing on?").click()
    visitor.press("Give this game up")
    expect(page.locator("[data-written]")).to_be_visible()
    visitor.open(f"{campaign.home}tonight/78/")
    visitor.press("Make the set-up list")
    page.locator('[data-line="drawn_tile:1"] a').click()
    page.get_by_label("Object on the card that you turned up").fill("book")
    page.get_by_label("Number of the tile").fill("L31")
    shot(visitor, "draw")


def at_the_table(visitor: Visitor, campaign: Staged) -> None:
    """The Rescue for one evening: Jacques' second card, the markers on the map with a combat, clues, the verdict."""
    page = visitor.page
    visitor.open(f"{campaign.home}p/3/")
    page.get_by_text("Not playing on?").click()
    visitor.press("Give this game up")
    expect(page.locator("[data-written]")).to_be_visible()
    visitor.open(f"{campaign.home}tonight/193/")
    page.get_by_label("Who plays against you?").select_option("jacques:medium")
    visitor.press("Make the set-up list")
    page.locator('[data-line="markers_of_card:193"] a').click()
    page.get_by_label("What it shows").fill("2: 1, 3: 1, 4: 2, 5: 2, 8: 1, 11: 2, 14: 2, 17: 1")
    visitor.press("Keep it")
    visitor.press("All lies ready: start game 4")
    expect(page.get_by_role("button", name="End round 1", exact=True)).to_be_visible()
    visitor.open(f"{campaign.home}p/4/aid/jacques/")
    visitor.press("The log shuffles")
    for area in ("1", "2"):
        visitor.press("Everybody has had a turn")
        expect(page.locator(f".areas li:nth-child({area})[aria-current]")).to_be_visible()
    shot(visitor, "jacques")
    shot(visitor, "jacques-at-a-glance", whole=False)
    visitor.open(f"{campaign.home}p/4/aid/markers/")
    visitor.press("Lay the markers out")
    expect(page.locator("[data-count=on-board]")).to_have_text("12")
    visitor.open(f"{campaign.home}p/4/aid/markers/?space=2")
    visitor.press("Free one France")
    expect(page.locator("[data-count=on-board]")).to_have_text("11")
    visitor.open(f"{campaign.home}p/4/aid/markers/?nation=france&token=4&workers=1&points=1")
    shot(visitor, "markers")
    visitor.open(f"{campaign.home}p/4/aid/search/")
    page.get_by_label("Green spaces").fill("6")
    page.get_by_label("Red spaces").fill("3")
    visitor.press("Lay the clues out")
    visitor.press("Green clue turned up at 14")
    expect(page.locator("[data-count=green]")).to_have_text("1 of 5")
    shot(visitor, "the-search")


def looking_up(visitor: Visitor, campaign: Staged) -> None:
    """The pilot book: a question with a slip of the thumb, an answer with a ruling, a player aid."""
    page = visitor.page
    visitor.open(f"{campaign.home}search/")
    page.get_by_role("searchbox", name="Search rules, cards and tiles").press_sequentially("libarate a city")
    expect(page.locator("#_results mark").first).to_be_visible()
    shot(visitor, "look-up")
    shot(visitor, "look-up-at-a-glance", whole=False)
    visitor.open(f"{campaign.home}book/tile/L30/")
    page.get_by_label("How do you play it?").fill("The disc stays for the whole game.")
    visitor.press("Keep this ruling")
    expect(page.locator("#_ruling .by")).to_be_visible()
    shot(visitor, "answer")
    visitor.open("/book/aid/coop_caribbean/")
    page.emulate_media(media="print")
    shot(visitor, "player-aid")


def on_a_tablet(visitor: Visitor, campaign: Staged) -> None:
    """The wide pages, in all three lights."""
    for mode, path, name in (
        ("light", campaign.home, "campaign-wide"),
        ("dark", f"{campaign.play}setup/", "set-up-wide-dark"),
        ("lamp", f"{campaign.reading}review/", "review-wide-lamp"),
        ("light", f"{campaign.home}log/", "log-wide"),
        ("dark", f"{campaign.home}search/?q=liberate", "look-up-wide-dark"),
    ):
        light(visitor, mode)
        visitor.open(path)
        shot(visitor, name)


def take(browser: Browser, server: Server) -> None:
    """All pictures, on a server that was just made."""
    stages = [SETUP, ROUND, DRAFT, DRAFT, CLOSING, BETWEEN, SETUP, DRAFT]
    setup, table, draft, first, closing, after, *pairs = server.prepare(stages)
    server.start()
    beginning(Visitor(browser, server))
    reading(Visitor(browser, server, cookie=draft.captain), draft)
    captain, crew = (Visitor(browser, server, cookie=cookie) for cookie in (first.captain, first.crew))
    for visitor in (captain, crew):
        visitor.open(first.reading)
    clash(captain, crew, first)
    cut(Visitor(browser, server, cookie=setup.captain), setup)
    shared, read = pairs
    together(
        Visitor(browser, server, cookie=shared.captain),
        Visitor(browser, server),
        Visitor(browser, server, cookie=read.captain),
        Visitor(browser, server, cookie=read.crew),
        shared,
        read,
    )
    phone = Visitor(browser, server, cookie=table.captain)
    phone.open(table.play)
    shot(phone, "table")
    between_games(Visitor(browser, server, cookie=after.captain), after)
    at_the_table(Visitor(browser, server, cookie=after.captain), after)
    looking_up(Visitor(browser, server, cookie=closing.captain), closing)
    keeper = Visitor(browser, server, cookie=closing.captain)
    keeper.open(closing.reading)
    shot(keeper, "closing")
    on_a_tablet(Visitor(browser, server, width=TABLET, cookie=closing.captain), closing)
    keeper.open(f"{closing.reading}review/")
    keeper.press("Commit 5 changes")
    expect(keeper.page.locator("[data-written]")).to_be_visible()
    for mode, name in (("light", "bag"), ("lamp", "bag-lamp")):
        light(keeper, mode)
        keeper.open(f"{closing.home}bag/")
        shot(keeper, name)
    light(keeper, "light")
    keeper.open("/")
    shot(keeper, "shelf-with-a-log")
    keeper.open(f"{closing.home}correct/")
    shot(keeper, "our-box-differs")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        server, browser = Server(Path(scratch) / "data"), launch(playwright)
        try:
            take(browser, server)
        finally:
            browser.close()
            server.stop()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures of {PHONE} and {TABLET} px in {FOLDER}")


if __name__ == "__main__":
    main()
