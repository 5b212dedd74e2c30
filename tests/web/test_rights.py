"""Who gets what: the hand-written table of `routes.py` against the server, in all three ways of asking."""

from __future__ import annotations

import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.http import Http404
from django.test import Client
from django.urls import resolve

from campaigns.models import Draft, Entry
from tests import cast as people
from tests import factories
from tests.web import routes
from tests.web.evening import HTMX, dump, taken_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

IDS = {"sequence", "number", "pk", "member", "invitation"}
SHARED = {"number"}
"""Plays are counted in each log, so the first of one is the first of any other; what else is in the address is not."""

WORDS = ("Windward", "Ines", "Tomas", "Mara", "Jonas")
"""What only the other log says, or what no page of nothing says."""

CHANGED = {200, 204, 303}
CSRF_WORDS = "This page is too old"
NO_NUMBERS = ["\u0661", "\uff11", "0", "-1", "1.0", "9999999999", "1%00", "%E2%80%AE1", "x", "+1", "1e3", " 1", "1%0A"]
NO_CODES = ["abcdef", "ABCDE", "ABCDEFG", "ABCD0O", "\uff21BCDEF", "%00%00%00%00%00%00", "A" * 9999, "ABCDEF%0A"]


class TestTable:
    def test_has_a_row_for_every_route(self) -> None:
        assert set(routes.names()) == set(routes.GETS) | set(routes.POSTS)

    def test_names_no_route_twice(self) -> None:
        assert len(routes.names()) == len(set(routes.names()))

    def test_lets_nobody_but_members_under_a_campaign(self) -> None:
        for name in routes.under_a_campaign():
            for row in (routes.GETS.get(name), routes.POSTS.get(name)):
                others = ("stranger", "nobody", "removed", "late")
                assert row is None or {row.statuses[person] for person in others} == {404}

    def test_lets_no_lookout_write_but_what_concerns_nobody_else(self) -> None:
        for name in set(routes.under_a_campaign()) - routes.OWN:
            assert name not in routes.POSTS or routes.POSTS[name].statuses["lookout"] == 403


Found = dict[str, dict[str, int]]
"""Status by person, by route."""

PROMISED_GETS: Found = {name: row.statuses for name, row in routes.GETS.items()}
PROMISED_POSTS: Found = {name: row.statuses for name, row in routes.POSTS.items()}


def led(answer: Any) -> int:
    """The status; htmx is led to another page by a header, which counts as the redirect that others get."""
    return 303 if "HX-Redirect" in answer else int(answer.status_code)


class TestPages:
    @pytest.mark.parametrize("htmx", [False, True])
    def test_open_for_whom_they_may(self, evening: Evening, htmx: bool) -> None:
        everybody = evening.cast.everybody().items()
        found = {
            name: {person: led(evening.get(client, name, htmx=htmx)) for person, client in everybody}
            for name in routes.GETS
        }
        assert found == PROMISED_GETS

    def test_write_nothing(self, evening: Evening) -> None:
        before = dump()
        for name in routes.GETS:
            for client in evening.cast.everybody().values():
                evening.get(client, name)
                evening.get(client, name, htmx=True, query="?written=2&op=0&seen=9&draft_seen=1")
            assert dump() == before, name

    def test_write_nothing_at_the_start_either(self, start: Evening) -> None:
        before = dump()
        for name in routes.GETS:
            start.get(start.cast.captain, name)
            assert dump() == before, name

    def test_answer_head_like_get_without_a_body(self, evening: Evening) -> None:
        for name in routes.PAGES:
            answer = evening.cast.captain.head(evening.url(name))
            assert (name, answer.status_code, answer.content) == (name, 200, b"")


class TestForms:
    def test_serve_whom_they_may_without_htmx(self, start: Evening, evening: Evening) -> None:
        found: Found = {name: {} for name in routes.POSTS}
        for name, person, client, where in asked(start, evening):
            with taken_back():
                found[name][person] = where.post(client, name).status_code
        assert found == PROMISED_POSTS

    def test_serve_the_same_people_with_htmx(self, start: Evening, evening: Evening) -> None:
        found: Found = {name: {} for name in routes.POSTS}
        for name, person, client, where in asked(start, evening):
            with taken_back():
                status = where.post(client, name, htmx=True).status_code
            found[name][person] = 303 if status in (200, 204) else status
        assert found == PROMISED_POSTS

    def test_leave_no_trace_of_whom_they_refuse(self, start: Evening, evening: Evening) -> None:
        before = dump()
        for name, person, client, where in asked(start, evening):
            if routes.POSTS[name].statuses[person] not in CHANGED:
                where.post(client, name)
                where.post(client, name, htmx=True)
                assert dump() == before, (name, person)

    def test_want_the_token_of_a_form(self, start: Evening, evening: Evening) -> None:
        before = dump()
        for name, person, client, where in asked(start, evening):
            strict = Client(enforce_csrf_checks=True)
            strict.cookies = client.cookies
            for headers in ({}, HTMX):
                answer = strict.post(where.url(name, client), where.body(name, client), headers=headers)
                assert (name, person, answer.status_code) == (name, person, 403)
                assert CSRF_WORDS in answer.content.decode()
        assert dump() == before

    def test_take_the_token_that_their_page_carries(self, evening: Evening) -> None:
        strict = Client(enforce_csrf_checks=True)
        strict.cookies = evening.cast.captain.cookies
        page = evening.get(strict, "setup").content.decode()
        token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        assert evening.post(strict, "tick", csrfmiddlewaretoken=token).status_code == 303


def asked(start: Evening, evening: Evening) -> Iterator[tuple[str, str, Client, Evening]]:
    """Every form by everybody, on the evening in which the form makes sense."""
    for name in routes.POSTS:
        where = start if name in routes.AT_THE_START else evening
        for person, client in where.cast.everybody().items():
            yield name, person, client, where


class TestMethods:
    def test_a_page_takes_no_form(self, evening: Evening) -> None:
        for name in set(routes.GETS) - set(routes.POSTS):
            assert (name, evening.cast.captain.post(evening.url(name)).status_code) == (name, 405)

    def test_a_form_that_writes_is_no_page(self, evening: Evening) -> None:
        before = dump()
        for name in set(routes.POSTS) - set(routes.GETS):
            assert (name, evening.cast.captain.get(evening.url(name)).status_code) == (name, 405)
        assert dump() == before

    @pytest.mark.parametrize("method", ["put", "patch", "delete"])
    def test_no_other_method_does_anything(self, method: str, evening: Evening) -> None:
        before = dump()
        for name in {*routes.GETS, *routes.POSTS}:
            assert getattr(evening.cast.captain, method)(evening.url(name)).status_code == 405
        assert dump() == before


class TestOtherLogs:
    """A captain is a stranger in every log but the own one."""

    @pytest.fixture
    def other(self, evening: Evening) -> Client:
        device = uuid.uuid4()
        factories.begin(name="Leeward", device=device)
        return people.browser(device)

    def test_are_not_there_for_another_captain(self, evening: Evening, other: Client) -> None:
        before = dump()
        for name in routes.under_a_campaign():
            for ask in (evening.get if name in routes.GETS else evening.post, evening.post):
                assert (name, ask(other, name).status_code) in ((name, 404), (name, 405))
        assert dump() == before

    def test_lend_no_draft_to_the_own_address(self, evening: Evening) -> None:
        device = uuid.uuid4()
        own = factories.begin(name="Leeward", device=device)
        factories.end_rounds(own, factories.open_play(own), 1)
        before = dump()
        for name in [name for name in routes.under_a_campaign() if "pk" in routes.parameters(name)]:
            address = evening.url(name).replace(evening.cast.campaign.code, own.code)
            ask = people.browser(device).get if name in routes.GETS else people.browser(device).post
            assert ask(address).status_code == 404
        assert dump() == before

    def test_lend_no_id_to_the_own_address(self, evening: Evening) -> None:
        """Entries, drafts, members, invitations: what only the other log has is not there under the own address.

        The own log has two entries and its play one, so that every sequence of the other's forms is missing in it.
        """
        device = uuid.uuid4()
        foreign = replace(evening, elsewhere=(evening.member, evening.invitation))
        own = factories.begin(name="Leeward", device=device, seats=["Bo"])
        factories.end_rounds(own, factories.open_play(own), 0)
        before, asked = dump(), set[str]()
        for name in [name for name in routes.under_a_campaign() if IDS & set(routes.parameters(name))]:
            if not set(routes.parameters(name)) & IDS - SHARED:
                continue
            address = foreign.url(name).replace(evening.cast.campaign.code, own.code)
            for method, rows in (("get", routes.GETS), ("post", routes.POSTS)):
                if name in rows:
                    answer = getattr(people.browser(device), method)(address, foreign.body(name))
                    assert (name, method, answer.status_code) == (name, method, 404)
                    assert not [word for word in WORDS if word in answer.content.decode()]
                    asked |= IDS & set(routes.parameters(name))
        assert asked == {"sequence", "number", "pk", "member", "invitation"}
        assert dump() == before

    def test_lend_no_play_to_the_own_address(self, evening: Evening) -> None:
        """The other log has a game under way, this one has none."""
        device = uuid.uuid4()
        own = factories.begin(name="Leeward", device=device, seats=["Bo"])
        before = dump()
        for name in [name for name in routes.under_a_campaign() if "number" in routes.parameters(name)]:
            address = evening.url(name).replace(evening.cast.campaign.code, own.code)
            for method, rows in (("get", routes.GETS), ("post", routes.POSTS)):
                if name in rows:
                    answer = getattr(people.browser(device), method)(address, evening.body(name))
                    assert (name, method, answer.status_code) == (name, method, 404)
                    assert not [word for word in WORDS if word in answer.content.decode()]
        assert dump() == before

    def test_have_the_same_answer_whether_they_exist_or_not(self, evening: Evening) -> None:
        """Nobody learns by asking which codes are taken."""
        there = evening.get(evening.cast.stranger, "campaign")
        code = evening.cast.campaign.code
        missing = evening.cast.stranger.get(f"/c/{'AAAAAA' if code != 'AAAAAA' else 'BBBBBB'}/")
        assert there.status_code == missing.status_code == 404
        assert len(there.content) == len(missing.content)


class TestWhatIsNotThere:
    def test_a_play_that_was_never_opened(self, start: Evening) -> None:
        for name in [name for name in routes.under_a_campaign() if "number" in routes.parameters(name)]:
            ask = start.get if name in routes.GETS else start.post
            assert (name, ask(start.cast.captain, name).status_code) == (name, 404)

    def test_a_play_whose_opening_was_taken_back(self, start: Evening) -> None:
        factories.open_play(start.campaign)
        assert start.get(start.cast.captain, "setup").status_code == 200
        opening = Entry.objects.get(campaign=start.campaign, kind="open")
        start.undo = opening.sequence
        assert start.post(start.cast.captain, "undo").status_code == 303
        assert start.get(start.cast.captain, "setup").status_code == 404

    def test_a_draft_that_was_never_opened(self, evening: Evening) -> None:
        evening.draft = 987_654
        for name in [name for name in routes.under_a_campaign() if "pk" in routes.parameters(name)]:
            ask = evening.get if name in routes.GETS else evening.post
            assert (name, ask(evening.cast.captain, name).status_code) == (name, 404)

    def test_a_draft_that_was_thrown_away_leads_back_to_the_log(self, evening: Evening) -> None:
        evening.post(evening.cast.captain, "draft-away")
        assert Draft.objects.get(pk=evening.draft).status == "dropped"
        for name in ("draft", "review"):
            answer = evening.get(evening.cast.captain, name)
            assert (answer.status_code, answer["Location"]) == (303, evening.url("campaign"))

    def test_a_number_that_is_none(self, evening: Evening) -> None:
        code = evening.cast.campaign.code
        for tail in NO_NUMBERS:
            for address in (f"p/{tail}/", f"p/1/read/{tail}/", f"log/{tail}/undo/"):
                assert (address, evening.cast.captain.get(f"/c/{code}/{address}").status_code) == (address, 404)

    def test_a_code_that_is_none(self, start: Evening) -> None:
        for code in NO_CODES:
            assert (code, start.cast.captain.get(f"/c/{code}/").status_code) == (code, 404)

    def test_an_address_in_ascii_only(self) -> None:
        for wrong in ("/c/ABCDEF/p/\uff11/", "/c/ABCDEF/p/\u0e51/"):
            with pytest.raises(Http404):
                resolve(wrong)
