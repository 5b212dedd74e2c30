"""What a campaign has not reached is, to every reader of its look-up, as if it were not there."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from tests.web.evening import HTMX

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

MEMBERS = ("captain", "crew", "lookout")


def address(evening: Evening, name: str, entry: str) -> str:
    return reverse(name, args=[evening.campaign.code, *entry.split(":")])


class TestLockedIsAsIfNotThere:
    @pytest.mark.parametrize(
        ("locked", "missing"), [("tile:L31", "tile:L99"), ("rule:legacy_tiles_l36", "rule:no_such_rule")]
    )
    @pytest.mark.parametrize("person", MEMBERS)
    def test_to_whoever_reads(self, start: Evening, locked: str, missing: str, person: str) -> None:
        client = start.cast.everybody()[person]
        answers = [client.get(address(start, "campaign-answer", entry)) for entry in (locked, missing)]
        assert [answer.status_code for answer in answers] == [404, 404]
        assert plain(answers[0]) == plain(answers[1])

    @pytest.mark.parametrize("htmx", [False, True])
    def test_to_whoever_writes(self, start: Evening, htmx: bool) -> None:
        for person in MEMBERS:
            client, sent = start.cast.everybody()[person], start.body("ruling")
            posts = [
                client.post(address(start, "ruling", entry), sent, headers=HTMX if htmx else {})
                for entry in ("tile:L31", "tile:L99")
            ]
            assert {answer.status_code for answer in posts} == {403 if person == "lookout" else 404}
            assert plain(posts[0]) == plain(posts[1])

    def test_to_whoever_searches(self, start: Evening) -> None:
        """A tile that is locked is found as little as one that nobody ever printed."""
        for locked, missing in (("L36", "L29"), ("L37", "L28")):
            pages = [start.get(start.cast.crew, "campaign-search", query=f"?q={query}") for query in (locked, missing)]
            assert plain(pages[0]).replace(locked, "?") == plain(pages[1]).replace(missing, "?")

    def test_in_what_a_search_counts(self, start: Evening) -> None:
        """The number of answers is that of those which are shown."""
        for query in ("tile", "ruin", "explorer", "disc"):
            said = html.unescape(start.get(start.cast.crew, "campaign-search", query=f"?q={query}").content.decode())
            counted = re.search(r'id="_count">\s*(\d+) answers? for', said)
            assert (int(counted[1]) if counted else 0) == len(re.findall("<li data-entry=", said))


def plain(answer: Any) -> str:
    """A page as it is read; forms carry secrets and the address, which differ from page to page."""
    bare = re.sub(r'value="[^"]*"', "", answer.content.decode())
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", bare)).strip() + str(sorted(answer.headers.keys()))
