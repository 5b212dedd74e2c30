"""Help at the table in a real browser, on a phone: Jacques through four rounds, The Rescue won and lost, axe."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import STAGES
from tests.browser.server import RESCUE, RUNNING, TOGETHER, VERDICT
from tests.browser.test_accessibility import RULES
from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.conftest import Visit
    from tests.browser.server import Server, Staged
    from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

TURN, UNDO = "Everybody has had a turn", "Undo: Turn of Jacques (Ines)"
HIS = 150
"""Points of Jacques, as the group types them."""
AHEAD = {"Ines": 160, "Tomas": 151, "Mara": 158}


class Table:
    """Three people and one phone."""

    def __init__(self, visitor: Visitor, campaign: Staged) -> None:
        self.visitor, self.page, self.campaign = visitor, visitor.page, campaign

    def aid(self, name: str) -> None:
        assert self.visitor.open(f"{self.campaign.play}aid/{name}/") == 200

    def start(self) -> None:
        self.visitor.open(f"{self.campaign.play}setup/")
        self.visitor.press("All lies ready: start game 1")
        expect(self.page.locator("#_rounds [aria-current]")).to_have_text("1")

    def tap(self, button: str) -> None:
        """Presses a button of the aid and waits until the page shows what it did."""
        seen = self.page.locator("main input[name=seen]").first
        before = seen.input_value()
        self.visitor.press(button)
        expect(seen).not_to_have_value(before)
        self.visitor.fits()

    def end_round(self, number: int) -> None:
        self.visitor.open(self.campaign.play)
        self.visitor.press(f"End round {number}")
        expect(self.visitor.called(f"End round {number}")).to_have_count(0)

    def counted(self, what: str) -> str:
        return self.page.locator(f"[data-count={what}]").inner_text()

    def told(self, name: str) -> str:
        """What stands beside a word of the score."""
        return self.page.locator(f"dt:text-is('{name}') + dd").inner_text()


class TestJacques:
    @pytest.mark.parametrize("scripts", [True, False], ids=["phone", "without scripts"])
    def test_plays_four_rounds(self, visit: Visit, staged: Callable[[str], Staged], *, scripts: bool) -> None:
        campaign = staged(TOGETHER)
        table = Table(visit(width=PHONE, scripts=scripts, cookie=campaign.captain), campaign)
        table.start()
        table.aid("jacques")
        table.tap("The log shuffles")
        points = 0
        for number in (1, 2, 3, 4):
            table.aid("jacques")
            expect(table.page.locator("main")).to_contain_text(f"Round {number} of 4.")
            expect(table.page.locator("#now")).to_have_text("Everybody has a turn first")
            self.until_the_end_is_shown(table, last=number == 4)
            shown = int(table.told("At the end of this round"))
            self.the_round_is_ended(table, by_a_player=number == 2)
            assert int(table.told("At the end of this round")) == shown + (0 if number == 2 else 15)
            points += int(table.told("At the end of this round"))
            table.end_round(number)
            table.aid("jacques")
            assert int(table.counted("points")) == points
        expect(table.visitor.called(TURN)).to_have_count(0)
        expect(table.page.locator("main")).to_contain_text("All rounds are over.")
        assert points >= 3 * 15 + 4 * 5

    def until_the_end_is_shown(self, table: Table, *, last: bool) -> None:
        left = table.page.get_by_text(re.compile(r"Everybody has \d turns? left, then he ends the round"))
        for _ in range(7):
            table.tap(TURN)
            if left.count():
                break
        expect(left).to_contain_text("Everybody has 2 turns left" if last else "Everybody has 1 turn left")
        headline = table.page.locator("#now").inner_text()
        table.tap(UNDO)
        expect(left).to_have_count(0)
        table.tap(TURN)
        expect(left).to_be_visible()
        expect(table.page.locator("#now")).to_have_text(headline)

    def the_round_is_ended(self, table: Table, *, by_a_player: bool) -> None:
        if by_a_player:
            table.tap("A player ended the round")
            expect(table.page.locator("main")).to_contain_text("he scores nothing for that")
            return
        ends = table.page.get_by_text("He ends the round: end it on the table's page, and he scores 15 points.")
        while not ends.count():
            table.tap(TURN)
        expect(ends).to_be_visible()


class Rescue(Table):
    """The Rescue from its set-up list to its verdict, by taps alone."""

    def set_up(self, markers: str) -> None:
        self.visitor.open(f"{self.campaign.play}setup/")
        self.page.locator("[data-line^=markers_of_card] .printed a").click()
        self.page.locator("#_printed [name=said]").fill(markers)
        self.visitor.press("Keep it")
        expect(self.page.locator("[data-line^='markers_of_card']").first).to_contain_text(f"Your card shows: {markers}")
        self.start()

    def free(self, *markers: tuple[str, str]) -> None:
        self.aid("markers")
        self.tap("Lay the markers out")
        for at, (space, nation) in enumerate(markers):
            self.page.locator(f"svg.map:visible a[data-space='{space}']").click()
            expect(self.page.locator("#at")).to_have_text(f"Location {space}")
            self.page.get_by_label("Where does it go?").select_option("out" if at else "square:2:1")
            self.tap(f"Free one {nation}")
            expect(self.page.locator("#place")).to_contain_text("No marker lies here.")

    def find_luysa(self, *, free: bool) -> None:
        self.aid("search")
        self.page.get_by_label("Green spaces").fill("2")
        self.page.get_by_label("Red spaces").fill("1")
        self.tap("Lay the clues out")
        self.tap("Red clue turned up at 3")
        expect(self.page.locator("main")).to_contain_text("The red spaces are full")
        self.tap("One red clue paid away")
        for space in ("8", "14"):
            self.tap(f"Green clue turned up at {space}")
        expect(self.page.locator("#found")).to_have_text("Luysa is held at 14")
        if free:
            self.tap("Freed by combat")
            expect(self.page.locator("#found")).to_have_text("Luysa is free")

    def to_the_review(self, points: dict[str, int]) -> None:
        for number in (1, 2, 3, 4):
            self.end_round(number)
        self.visitor.open(self.campaign.play)
        self.visitor.press("Begin the closing")
        for name, own in points.items():
            self.page.get_by_label(f"Points of {name}").fill(str(own))
        self.page.get_by_label("Points of the opponent").fill(str(HIS))
        self.visitor.fits()
        self.visitor.press("Keep the points")
        expect(self.page.get_by_label("Points of Mara")).to_have_attribute("value", str(points["Mara"]))
        self.visitor.press("Review the closing")
        self.visitor.fits()

    def condition(self, name: str) -> str:
        return self.page.locator(f"[data-condition={name}]").inner_text().rpartition(": ")[2].strip()

    def conditions(self) -> tuple[str, str, str]:
        return self.condition("markers_gone"), self.condition("luysa_freed"), self.condition("all_ahead")

    def close(self, verdict: str) -> None:
        self.visitor.press("Commit 4 changes")  # the verdict and three results
        expect(self.page.locator("[data-written] h2")).to_have_text("In the log: Game 1 closed")
        self.visitor.press("History", ".rooms")
        expect(self.page.locator("main ol.log > li").first).to_contain_text(verdict)


class TestTheRescue:
    @pytest.fixture
    def table(self, visit: Visit, staged: Callable[[str], Staged]) -> Rescue:
        campaign = staged(RESCUE)
        return Rescue(visit(width=PHONE, cookie=campaign.captain), campaign)

    def test_is_won(self, table: Rescue) -> None:
        table.set_up("2: 1, 14: 1")
        table.free(("2", "France"), ("14", "England"))
        assert table.counted("on-board") == "0"
        table.find_luysa(free=True)
        table.to_the_review(AHEAD)
        expect(table.page.locator("#verdict")).to_have_text("Won")
        assert table.conditions() == ("yes", "yes", "yes")
        table.close("Won.")

    def test_is_lost_by_one_marker(self, table: Rescue) -> None:
        table.set_up("2: 1, 14: 1")
        table.free(("2", "France"))
        table.find_luysa(free=True)
        table.to_the_review(AHEAD)
        expect(table.page.locator("#verdict")).to_have_text("Lost")
        assert table.conditions() == ("no", "yes", "yes")
        expect(table.page.locator("[data-won]")).to_contain_text("1 marker left: 14 (1 England).")
        table.close("Lost.")

    def test_is_lost_by_one_player_alone(self, table: Rescue) -> None:
        table.set_up("2: 1, 14: 1")
        table.free(("2", "France"), ("14", "England"))
        table.find_luysa(free=True)
        table.to_the_review(AHEAD | {"Mara": 150})
        expect(table.page.locator("#verdict")).to_have_text("Lost")
        assert table.conditions() == ("yes", "yes", "no")
        expect(table.page.locator("[data-won]")).to_contain_text("Mara lacks 1 to have more.")
        table.close("Lost.")

    def test_is_lost_by_luysa_alone(self, table: Rescue) -> None:
        table.set_up("2: 1, 14: 1")
        table.free(("2", "France"), ("14", "England"))
        table.find_luysa(free=False)
        table.to_the_review(AHEAD)
        expect(table.page.locator("#verdict")).to_have_text("Lost")
        assert table.conditions() == ("yes", "no", "yes")
        table.close("Lost.")


@pytest.fixture(scope="module")
def shown(served: tuple[Server, list[list[Staged]]]) -> dict[str, Staged]:
    """A campaign for all pages of a stage: they are only looked at."""
    campaigns = dict(zip(STAGES, served[1], strict=True))
    return {stage: campaigns[stage][0] for stage in (RUNNING, VERDICT)}


class TestAccessibility:
    PAGES = {
        "jacques": (RUNNING, "{play}aid/jacques/"),
        "markers": (RUNNING, "{play}aid/markers/?space=2"),
        "a combat": (RUNNING, "{play}aid/markers/?nation=france&token=6&workers=2"),
        "the search": (RUNNING, "{play}aid/search/"),
        "the closing": (VERDICT, "{reading}"),
        "the verdict": (VERDICT, "{reading}review/"),
    }

    @pytest.mark.parametrize("mode", ["light", "dark"])
    @pytest.mark.parametrize("name", PAGES)
    def test_no_rule_is_broken(self, visit: Visit, shown: dict[str, Staged], name: str, mode: str) -> None:
        stage, address = self.PAGES[name]
        campaign = shown[stage]
        visitor = visit(width=PHONE, cookie=campaign.captain)
        visitor.context.add_cookies([{"name": "mode", "value": mode, "url": visitor.server.address}])
        assert visitor.open(address.format(play=campaign.play, reading=campaign.reading)) == 200
        assert visitor.page.locator("html").get_attribute("data-mode") == mode
        visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        visitor.fits()
        broken = [
            f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
            for rule in Axe().run(visitor.page, options=RULES).response["violations"]
            for node in rule["nodes"]
        ]
        assert broken == []
