"""One evening on four devices: the captain's tablet in the middle, two phones in hand, and somebody at home who reads.

Nobody loads a page again to see what another one did: `mark` leaves a mark that loading would take away.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import DRAFT, Server, Staged
from tests.browser.test_joining import broken_rules
from tests.browser.test_live import is_live, mark, says, stayed
from tests.browser.test_not_saved import UNREACHED, all_saved, banner, was_first
from tests.browser.visitor import TABLET

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.conftest import Visit
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

CHANGES = 50
"""How many changes are measured, half of them in the set-up list and half in a draft."""

WATCH = """([selector, words]) => {
    const shows = () => [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(words));
    if (shows()) throw new Error(`${selector} shows "${words}" already`);
    window.shown = new Promise((resolve) => {
        const look = () => {
            if (!shows()) return;
            watcher.disconnect();
            resolve(Date.now());
        };
        const watcher = new MutationObserver(look);
        watcher.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        setTimeout(() => resolve(0), 20_000);
    });
}"""
"""Notes when a page begins to show some words; 0 if it never does."""


@dataclass
class Table:
    """Ines' tablet, the phones of Tomas and Mara, and Jonas who stayed at home."""

    code: str
    tablet: Visitor
    tomas: Visitor
    mara: Visitor
    jonas: Visitor

    @property
    def all(self) -> tuple[Visitor, ...]:
        return self.tablet, self.tomas, self.mara, self.jonas

    @property
    def phones(self) -> tuple[Visitor, ...]:
        return self.tomas, self.mara

    def open(self, path: str) -> None:
        """All of them look at one page of the log, live."""
        for visitor in self.all:
            assert visitor.open(f"/c/{self.code}/{path}") == 200
        self.are_live()

    def are_live(self) -> None:
        for visitor in self.all:
            mark(is_live(visitor))

    def stayed(self) -> None:
        """None of them has loaded its page again, and all fit the window."""
        for visitor in self.all:
            stayed(visitor)
            visitor.fits()

    def see(self, selector: str, words: str | re.Pattern[str], *who: Visitor) -> None:
        """Everybody, or `who`, comes to see the words somewhere in the page."""
        for visitor in who or self.all:
            expect(visitor.page.locator(selector, has_text=words).first).to_be_visible()


def begin(captain: Visitor) -> str:
    """The captain begins a log for three; its code."""
    captain.open("/")
    captain.press("Start a new log")
    names = {"Name of the log": "Windward", "Your name": "Ines", "First player": "Ines"}
    for label, name in (names | {"Second player": "Tomas", "Third player": "Mara"}).items():
        captain.page.get_by_label(label, exact=True).fill(name)
    captain.press("Begin the log")
    expect(captain.page).to_have_url(re.compile(r"/c/[A-Z2-9]{6}/$"))
    captain.press("Noted")
    return captain.page.url.split("/")[-2]


def invite(captain: Visitor, code: str, button: str) -> tuple[str, str]:
    """An invitation of the captain: the six signs as they are read out, and the address behind the picture."""
    captain.open(f"/c/{code}/crew/")
    captain.press(button)
    expect(captain.page).to_have_url(re.compile("/crew/invite/[0-9]+/$"))
    address = captain.page.locator("main a[href*='/join/']").get_attribute("href")
    assert address
    return captain.page.locator(".code > [aria-hidden]").inner_text(), address


def type_code(guest: Visitor, code: str) -> None:
    guest.open("/join/")
    guest.page.get_by_label("Code of the table").fill(code.lower())
    guest.press("Go on")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Join Windward")


def sit_down(guest: Visitor, name: str, *, seat: bool) -> None:
    if seat:
        guest.page.get_by_text(name, exact=True).click()
    else:
        guest.page.get_by_label("Your name").fill(name)
    guest.press("Sit down")
    expect(guest.page).to_have_url(re.compile(r"/c/[A-Z2-9]{6}/$"))


def gather(table: Table) -> None:
    """One phone types the code, one follows the picture, the lookout its link; the tablet shows who is there."""
    _code, link = invite(table.tablet, table.code, "A link for those at home")
    code, address = invite(table.tablet, table.code, "Show a code")
    table.tablet.press("People")
    mark(is_live(table.tablet))
    type_code(table.tomas, code)
    sit_down(table.tomas, "Tomas", seat=True)
    table.mara.open(address)
    sit_down(table.mara, "Mara", seat=True)
    table.jonas.open(link)
    sit_down(table.jonas, "Jonas", seat=False)
    rows = table.tablet.page.locator("[data-member]")
    expect(rows).to_have_text(
        [re.compile(f"{name}.*{role}", re.DOTALL) for name, role in (
            ("Ines", "Captain, plays as Ines"), ("Tomas", "Crew, plays as Tomas"),
            ("Mara", "Crew, plays as Mara"), ("Jonas", "Lookout"),
        )]
    )  # fmt: skip
    stayed(table.tablet)


def choose_evening(table: Table) -> None:
    """The captain makes the list; all others come to see that there is one, and open it."""
    table.tablet.open(f"/c/{table.code}/tonight/")
    for visitor in (*table.phones, table.jonas):
        mark(is_live(visitor))
    table.tablet.press("Play the campaign")
    table.tablet.press("Make the set-up list")
    expect(table.tablet.page).to_have_url(re.compile("/p/1/setup/$"))
    table.see("#next", "Lay out game 1", *table.phones, table.jonas)
    for visitor in (*table.phones, table.jonas):
        stayed(visitor)
        visitor.press("Set up", ".rooms")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Set up game 1")
    table.are_live()


def parts(visitor: Visitor) -> set[str]:
    """Whose the parts of the list are, as the page says."""
    said = visitor.page.locator("[id^=part-] .who").all_inner_texts()
    return {found[0] for text in said if (found := re.search(r"Your part|Part of \w+|Nobody", text))}


def set_up(table: Table) -> None:
    """The list is dealt to the phones; each ticks its own part, and all see how far it is."""
    table.tablet.page.get_by_text("Share the set-up between phones").click()
    table.tablet.page.locator("#deal").get_by_label("Ines").uncheck()
    table.tablet.press("Deal the parts")
    table.see("[id^=part-]", "Your part", *table.phones)
    table.see("#whose-lines", "Show everybody's lines", *table.phones)
    table.see("[id^=part-]", "Part of Tomas", table.tablet, table.jonas)
    assert parts(table.tablet) == parts(table.jonas) == {"Part of Tomas", "Part of Mara"}
    assert parts(table.tomas) == {"Your part", "Part of Mara"}
    assert parts(table.mara) == {"Your part", "Part of Tomas"}
    mark(is_live(table.tablet))  # whoever dealt was sent on by the answer
    for done, (phone, name) in enumerate(zip(table.phones, ("Tomas", "Mara"), strict=True), 1):
        line = phone.page.locator("[data-mine] [data-line]").first
        key = line.get_attribute("data-line")
        line.get_by_role("button").click()
        for visitor in table.all:
            row = visitor.page.locator(f'[data-line="{key}"]')
            expect(row.locator("button")).to_have_attribute("aria-pressed", "true")
            expect(row.locator(".by").last).to_contain_text(name)
            expect(visitor.page.locator("#_progress")).to_contain_text(re.compile(rf"{done}\s+of \d+ done"))
    table.stayed()


def play_round(table: Table) -> None:
    """The captain starts the game, a phone ends its first round."""
    table.tablet.press("All lies ready: start game 1")
    expect(table.tablet.page.locator("#_rounds [aria-current]")).to_have_text("1")
    for visitor in (*table.phones, table.jonas):
        expect(visitor.called("To the table")).to_be_visible()
        stayed(visitor)
        visitor.press("To the table")
        expect(visitor.page.locator("#_rounds [aria-current]")).to_have_text("1")
    table.are_live()
    table.tomas.press("End round 1")
    table.see("#next", "Read the story after round 1")
    table.stayed()


def read_together(table: Table) -> None:
    """The captain reads for all; Mara proposes, everybody sees it, the captain decides it and adds what it brings.

    Who is in the middle of typing sees it too, and keeps the words: the captain an effect, Tomas what he would choose.
    """
    table.tablet.press("Begin the reading")
    for visitor in (*table.phones, table.jonas):
        expect(visitor.called("Open the draft")).to_be_visible()
        stayed(visitor)
        visitor.press("Open the draft")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("The story after round 1")
    table.are_live()
    for button in ("Add this effect", "Keep this for card 150", "Throw this draft away", "I read for all"):
        expect(table.jonas.called(button)).to_have_count(0)
    table.tablet.press("I read for all")
    table.see("#reader", "Ines reads.", *table.phones, table.jonas)
    for phone in table.phones:
        expect(phone.called("Add this effect")).to_have_count(0)
    number, own = table.tablet.page.get_by_label("Number of the card"), table.tomas.page.get_by_label("What would you")
    number.fill("L3")
    own.fill("Wait")
    table.mara.page.get_by_label("What would you choose?").fill("Hide the crew")
    table.mara.press("Propose it")
    table.see("[data-proposals] li", "Mara would choose “Hide the crew”.")
    table.tablet.page.get_by_role("button", name="Decide it so").click()
    table.see("#_draft", "Decided: “Hide the crew”.", *table.phones, table.jonas)
    expect(number).to_have_value("L3")
    expect(own).to_have_value("Wait")
    own.press("Enter")
    table.see("[data-proposals] li", "Tomas would choose “Wait”.")
    add_effect(table.tablet, "A tile goes onto the board", "L31")
    table.see("#effects-list li", re.compile("L31.*Ines", re.DOTALL))
    table.stayed()


def add_effect(visitor: Visitor, what: str, number: str) -> None:
    visitor.page.get_by_label("What happens").select_option(what)
    visitor.page.get_by_label("Number of the card or tile").fill(number)
    visitor.press("Add this effect")


def words(visitor: Visitor) -> Locator:
    return visitor.page.get_by_label("If it asks for a choice")


def both_type(table: Table, first: Visitor, second: Visitor, says_first: str, says_second: str) -> None:
    """Both phones type into the same field of the same page; `first` sends, then `second`."""
    words(first).fill(says_first)
    words(second).fill(says_second)
    first.press("Keep this for card 150")
    expect(words(table.tablet)).to_have_value(says_first)
    expect(says(second)).to_contain_text("Newer things wait")
    second.press("Keep this for card 150")


def disagree(table: Table) -> None:
    """Two phones at one choice: the later one is told who was first; once it insists, once it leaves it."""
    table.tablet.press("Everybody types")
    for phone in table.phones:
        expect(words(phone)).to_have_value("Hide the crew")
    both_type(table, table.tomas, table.mara, "Send them on", "Let them row")
    was_first(table.mara, "Tomas", "Tomas set the choice on card 150 a moment ago.")
    expect(words(table.mara)).to_have_value("Let them row")
    table.mara.press("Do it anyway", "#_says")
    for visitor in (table.tablet, table.tomas):
        expect(words(visitor)).to_have_value("Let them row")
    table.see("#_draft", "Decided: “Let them row”.", table.jonas)
    both_type(table, table.mara, table.tomas, "Ask the captain", "Wait for night")
    was_first(table.tomas, "Mara", "Mara set the choice on card 150 a moment ago.")
    for visitor in (table.tablet, table.mara, table.jonas):
        stayed(visitor)
    stayed(table.tomas)
    table.tomas.press("Leave it", "#_says")
    expect(table.tomas.page.locator("#_says")).to_be_empty()
    expect(words(table.tomas)).to_have_value("Ask the captain")
    mark(is_live(table.tomas))  # it went there by its own link


def written(visitor: Visitor) -> int:
    """How often the draft was written, as the page knows it."""
    return int(visitor.page.locator("#draft-on [name=seen]").input_value())


def fall_off(table: Table) -> None:
    """Mara's phone loses the line, taps twice, and comes back: both are written once, and it shows the others' work."""
    before = written(table.tablet)
    table.mara.context.set_offline(True)
    table.mara.page.locator("#card-150").get_by_label("Read to its end").check()
    table.mara.press("Keep this for card 150")
    expect(banner(table.mara)).to_contain_text("Card 150")
    add_effect(table.mara, "A story card comes into play", "152")
    expect(banner(table.mara)).to_have_count(2)
    expect(banner(table.mara).last).to_contain_text("The new effect")
    expect(banner(table.mara).first).to_contain_text(UNREACHED)
    table.mara.fits()
    add_effect(table.tomas, "A tile goes beside the board", "L7")
    table.see("#effects-list li", "L7", table.tablet, table.tomas, table.jonas)
    expect(table.mara.page.locator("#effects-list [data-piece=L7]")).to_have_count(0)
    table.mara.context.set_offline(False)
    all_saved(table.mara)
    for piece, name in {"L31": "Ines", "L7": "Tomas", "152": "Mara"}.items():
        table.see("#effects-list li", re.compile(f"{piece}.*{name}", re.DOTALL))
    expect(table.tablet.page.locator("#card-150").get_by_label("Read to its end")).to_be_checked()
    table.see("#card-150", "Read to its end: it leaves play.", table.jonas)
    for visitor in table.all:
        is_live(visitor)
    assert written(table.tablet) == before + 3
    table.stayed()


def commit(table: Table) -> None:
    """The captain writes it into the log; on all others the draft says that it is over and leads on."""
    table.tablet.press("Review 4 effects")
    table.tablet.press("Commit 5 changes")
    expect(table.tablet.page.locator("[data-written]")).to_be_visible()
    for visitor in (*table.phones, table.jonas):
        expect(visitor.page.locator("#_says").get_by_role("heading")).to_have_text("This is no longer open")
        stayed(visitor)
        visitor.press("See how it stands now", "#_says")
        expect(visitor.page.get_by_role("heading", level=1)).to_have_text("Windward")
    table.are_live()


def shown(visitor: Visitor) -> tuple[list[str], list[str], str]:
    """What the page of the log says: entries, where every piece lies, what comes next."""
    page = visitor.page
    pieces = page.locator("[data-place]").evaluate_all(
        "all => all.flatMap((place) => [...place.querySelectorAll('[data-piece]')]"
        ".map((one) => one.dataset.piece + ' ' + place.dataset.place))"
    )
    return page.locator(".log .what").all_inner_texts(), sorted(pieces), page.locator("#next").inner_text()


def agree(table: Table, server: Server) -> None:
    """All four pages say the same, and what they say is what the journal replays to."""
    told = server.journal(table.code)
    assert told["differs"] == []
    tiles, cards = ("L1", "L30", "L31", "L4", "L7"), ("150", "152")
    lies = {piece: told["legacy"][f"tile:{piece}"] for piece in tiles} | {
        card: told["legacy"][f"card:{card}"] for card in cards
    }
    pieces = sorted(f"{piece} {'gone' if value == 'gone' else 'table'}" for piece, value in lies.items())
    titles = ["Story after round 1 of game 1", "Round 1 ended", "The game started", "Game 1 opened"]
    titles.append("The log began")
    found = [shown(visitor) for visitor in table.all]
    assert found == [found[0]] * 4
    assert found[0][1:] == (pieces, "Round 2 of game 1")
    assert found[0][0] == told["titles"][: len(found[0][0])]
    assert told["titles"] == titles
    assert told["legacy"]["choice:150"] == "Ask the captain"
    assert lies["150"] == "gone"
    assert told["play"]["round"] == 2


def test_an_evening_on_four_devices(visit: Visit, server: Server) -> None:
    captain = visit(width=TABLET)
    table = Table(begin(captain), captain, visit(), visit(may_lose_line=True), visit())
    gather(table)
    choose_evening(table)
    set_up(table)
    play_round(table)
    read_together(table)
    disagree(table)
    fall_off(table)
    commit(table)
    agree(table, server)


def test_a_guest_who_comes_while_the_list_is_open_can_be_dealt_a_part(
    visit: Visit, staged: Callable[[str], Staged]
) -> None:
    campaign = staged(DRAFT)
    captain, guest = visit(width=TABLET, cookie=campaign.captain), visit()
    _code, address = invite(captain, campaign.code, "Show a code")
    captain.open(f"{campaign.play}setup/")
    mark(is_live(captain))
    captain.page.get_by_text("Share the set-up between phones").click()
    guest.open(address)
    guest.page.get_by_text("None of these").click()
    sit_down(guest, "Ada", seat=False)
    expect(captain.page.locator("#deal").get_by_label("Ada")).to_be_visible()
    stayed(captain)


@pytest.fixture
def reading(visit: Visit, staged: Callable[[str], Staged]) -> tuple[Staged, Table]:
    """Four devices in a campaign of which a reading is open: Ines and Tomas belong to it, two come in as guests."""
    campaign = staged(DRAFT)
    tablet, tomas, mara, jonas = (
        visit(width=TABLET, cookie=campaign.captain),
        visit(cookie=campaign.crew),
        visit(),
        visit(),
    )
    for guest, name, button in ((mara, "Mara", "Show a code"), (jonas, "Jonas", "A link for those at home")):
        guest.open(invite(tablet, campaign.code, button)[1])
        if button == "Show a code":
            guest.page.get_by_text("None of these").click()
        sit_down(guest, name, seat=False)
    return campaign, Table(campaign.code, tablet, tomas, mara, jonas)


class Watch:
    """Measures how long it takes from a tap on one phone until the others show it. All run on one clock."""

    def __init__(self, table: Table) -> None:
        self.table, self.taken = table, list[float]()

    def begin(self) -> None:
        """The phone notes from now on when it is tapped."""
        note = "() => document.addEventListener('click', () => { window.tapped = Date.now(); }, true)"
        self.table.tomas.page.evaluate(note)

    def change(self, tap: Callable[[], None], selector: str, words: str = "") -> None:
        """Taps, and waits until the three others show the words."""
        others = (self.table.tablet, self.table.mara, self.table.jonas)
        for visitor in others:
            visitor.page.evaluate(WATCH, [selector, words])
        tap()
        at = self.table.tomas.page.evaluate("() => window.tapped")
        for visitor in others:
            shown = visitor.page.evaluate("() => window.shown")
            assert shown, f"{visitor.page.url} never showed {selector} {words}"
            self.taken.append((shown - at) / 1000)


def test_fifty_changes_of_one_phone_arrive_on_the_three_others(
    reading: tuple[Staged, Table], capsys: pytest.CaptureFixture[str]
) -> None:
    campaign, table = reading
    watch = Watch(table)
    table.open("p/1/setup/")
    watch.begin()
    lines = [str(row.get_attribute("data-line")) for row in table.tomas.page.locator("[data-line]").all()]
    for key in lines[: CHANGES // 2]:
        button = f'[data-line="{key}"] button'
        watch.change(table.tomas.page.locator(button).click, f"{button}[aria-pressed=true]")
    table.stayed()
    in_list = list(watch.taken)

    table.open(campaign.reading.removeprefix(campaign.home))
    table.tablet.press("I read for all")
    field = table.tomas.page.get_by_label("What would you choose?")
    expect(field).to_be_visible()
    watch.begin()

    def propose(said: str) -> None:
        field.fill(said)
        table.tomas.press("Propose it")

    for number in range(CHANGES - CHANGES // 2):
        said = f"Way number {number}."
        watch.change(lambda said=said: propose(said), "[data-proposals] li", said)  # type: ignore[misc]
    table.stayed()
    assert len(watch.taken) == 3 * CHANGES
    with capsys.disabled():
        tell("set-up list", in_list)
        tell("reading", watch.taken[len(in_list) :])
        tell("all", watch.taken)


def tell(what: str, taken: list[float]) -> None:
    print(
        f"\n{what}: {len(taken) // 3} changes on 3 pages, median {median(taken):.3f} s, most {max(taken):.3f} s", end=""
    )


def fits_a_small_phone(visitor: Visitor) -> None:
    size = visitor.page.viewport_size
    assert size
    visitor.page.set_viewport_size({"width": 320, "height": size["height"]})
    visitor.fits()
    visitor.page.set_viewport_size(size)


def test_pages_of_the_evening_break_no_rule_of_accessibility(visit: Visit, staged: Callable[[str], Staged]) -> None:
    campaign = staged(DRAFT)
    captain, crew, guest = visit(cookie=campaign.captain), visit(cookie=campaign.crew), visit()
    _code, address = invite(captain, campaign.code, "Show a code")
    captain.open(f"{campaign.play}setup/")
    captain.page.get_by_text("Share the set-up between phones").click()
    captain.press("Deal the parts")
    expect(captain.page.locator("[id^=part-]", has_text="Your part").first).to_be_visible()
    captain.open(campaign.reading)
    captain.press("I read for all")
    add_effect(captain, "A tile goes onto the board", "L31")
    crew.open(campaign.reading)
    crew.page.get_by_label("What would you choose?").fill("Hide the crew")
    crew.press("Propose it")
    expect(crew.page.locator("[data-proposals] li")).to_contain_text("Tomas would choose")
    pages = {"people": (captain, f"{campaign.home}crew/"), "code": (guest, "/join/"), "seat": (guest, address)}
    pages |= {"parts": (crew, f"{campaign.play}setup/")}
    pages |= {"reader": (captain, campaign.reading), "follower": (crew, campaign.reading)}
    shows = {"parts": "Part of Ines", "reader": "Decide it so", "follower": "Propose it"}
    for mode in ("light", "dark"):
        for name, (visitor, page) in pages.items():
            visitor.context.add_cookies([{"name": "mode", "value": mode, "url": visitor.server.address}])
            assert visitor.open(page) == 200
            expect(visitor.page.locator("html")).to_have_attribute("data-mode", mode)
            expect(visitor.page.locator("main")).to_contain_text(shows.get(name, ""))
            fits_a_small_phone(visitor)
            assert broken_rules(visitor) == [], f"{name}, {mode}"
