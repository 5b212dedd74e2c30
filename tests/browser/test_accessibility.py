"""Everybody can use the pages: axe finds nothing on them in any light, and an aid fits on one printed page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.visitor import PHONE

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.server import Server, Staged

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
MODES = ("light", "dark", "lamp")
AIDS = ("campaign", "unrest", "all_inclusive", "coop_caribbean", "rescue")
PAGES = {
    "shelf": "/",
    "search with results": "{home}search/?q=marker",
    "answer": "{home}book/tile/L30/",
    "now": "{home}now/",
    "book": "{home}book/",
    "aid": "/book/aid/rescue/",
    "campaign": "{home}",
    "set-up list": "{play}setup/",
    "choose": "{home}tonight/",
    "review": "{reading}review/",
}


SPOILS = """(main) => {
    for (const words of ["pale", "as pale"]) {
        const button = document.createElement("button");
        button.textContent = words;
        Object.assign(button.style, { color: "#fff", background: "#fdfdfd", padding: 0, border: 0, minWidth: 0 });
        Object.assign(button.style, { width: "9px", height: "9px", minHeight: 0, overflow: "hidden", fontSize: "8px" });
        main.append(button);
    }
}"""


@pytest.fixture(scope="module")
def campaign(served: tuple[Server, list[list[Staged]]]) -> Staged:
    """One campaign for all pages: they are only looked at."""
    return next(stage for stage in served[1] if stage and stage[-1].draft).pop()


class TestPages:
    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("name", PAGES)
    def test_break_no_rule_of_accessibility(self, visit: Visit, campaign: Staged, name: str, mode: str) -> None:
        visitor = visit(width=PHONE, cookie=campaign.captain)
        visitor.context.add_cookies([{"name": "mode", "value": mode, "url": visitor.server.address}])
        address = PAGES[name].format(home=campaign.home, play=campaign.play, reading=campaign.reading)
        assert visitor.open(address) == 200
        assert visitor.page.locator("html").get_attribute("data-mode") == mode
        visitor.page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        found = Axe().run(visitor.page, options=RULES)
        broken = [
            f"{rule['id']}: {' '.join(map(str, node['target']))}: {node['failureSummary'].splitlines()[-1].strip()}"
            for rule in found.response["violations"]
            for node in rule["nodes"]
        ]
        assert broken == []

    def test_axe_would_find_something(self, visit: Visit, campaign: Staged) -> None:
        """The test can fail: a button too small to hit and words too pale to read."""
        visitor = visit(width=PHONE, cookie=campaign.captain)
        visitor.open("/search/?q=marker")
        visitor.page.locator("main").evaluate(SPOILS)
        found = {rule["id"] for rule in Axe().run(visitor.page, options=RULES).response["violations"]}
        assert {"color-contrast", "target-size"} <= found


class TestAids:
    @pytest.mark.parametrize("key", AIDS)
    def test_print_onto_exactly_one_page(self, visit: Visit, key: str) -> None:
        visitor = visit()
        assert visitor.open(f"/book/aid/{key}/") == 200
        printed = visitor.page.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", printed)) == 1

    def test_are_all_that_the_book_offers(self, visit: Visit) -> None:
        visitor = visit()
        assert visitor.open("/book/") == 200
        offered = [link.get_attribute("href") for link in visitor.page.locator("a[href*='/aid/']").all()]
        assert offered == [f"/book/aid/{key}/" for key in AIDS]
