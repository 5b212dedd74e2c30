"""The host's place in a real browser: the site's own policy, with no exception for Django's admin."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.server import ROOT
from tests.browser.visitor import TABLET

if TYPE_CHECKING:
    from tests.browser.conftest import Visit
    from tests.browser.server import Server, Staged

pytestmark = pytest.mark.browser

PASSWORD = "nine fathoms deep"
LISTS = {
    "Campaigns": "/host/campaigns/campaign/",
    "Members": "/host/campaigns/member/",
    "Boxes": "/host/cards/box/",
    "Entries": "/host/campaigns/entry/",
    "Printed tables": "/host/campaigns/printedtable/",
    "Rulings": "/host/campaigns/ruling/",
}


def make_host(server: Server) -> None:
    """As the guide says."""
    environment = os.environ | {"PORTOLAN_DATA": str(server.folder), "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    command = [
        sys.executable,
        "manage.py",
        "createsuperuser",
        "--noinput",
        "--username",
        "ada",
        "--email",
        "a@b.example",
    ]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, timeout=60)


class TestTheHost:
    def test_looks_around_without_a_word_of_the_browser(self, own: tuple[Server, Staged], visit: Visit) -> None:
        """`visit` fails the test for every message on the console: a broken policy is one."""
        server, campaign = own
        visitor = visit(width=TABLET, server=server)
        assert visitor.open("/host/") == 404
        make_host(server)
        page = visitor.page
        page.goto("/host/")
        page.get_by_label("Username").fill("ada")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="What this server holds")).to_be_visible()
        links = page.locator("#content-main th a").all()
        assert {link.inner_text(): link.get_attribute("href") for link in links} == LISTS
        for address in (*LISTS.values(), "/host/backups/", "/host/password_change/"):
            answer = page.goto(address)
            assert answer
            assert (address, answer.status) == (address, 200)
            page.get_by_role("button", name="Toggle theme").first.click()
        # Chromium's advice about Django's form for a new password; it is no breach of anything.
        visitor.complaints[:] = [one for one in visitor.complaints if not one.startswith("said [DOM] Password forms")]
        page.goto("/host/campaigns/campaign/")
        page.get_by_role("link", name=campaign.code).click()
        expect(page.locator("#content")).to_contain_text(campaign.code)
        page.goto("/host/campaigns/entry/?kind__exact=reading")
        page.locator("#result_list tbody th a").first.click()
        story = page.locator("details").filter(has_text="Contains the story of this campaign")
        expect(story).not_to_have_attribute("open", "")
        story.locator("summary").click()
        expect(story.get_by_text("tile:L31").first).to_be_visible()
        assert {cookie["name"]: cookie["path"] for cookie in visitor.context.cookies()} == {
            "csrftoken": "/",
            "host": "/host/",
        }
        page.get_by_role("button", name="Log out").click()
        page.goto("/host/campaigns/entry/")
        expect(page.get_by_label("Password")).to_be_visible()
