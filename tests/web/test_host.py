"""The place of the person who runs the server: looked at by a superuser alone, and nothing there writes a log."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Draft, Entry, Member, PrintedTable, Ruling
from tests import factories
from tests.web import routes
from tests.web.evening import HTMX, dump

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

PASSWORD = "nine fathoms deep"
ROWS = ("campaigns/campaign", "campaigns/member", "cards/box", "campaigns/entry")
ROWS += ("campaigns/printedtable", "campaigns/ruling")
CANARY = "Quetzalwind"
"""A word of the story."""


@pytest.fixture(autouse=True)
def _own_folder(settings: SettingsWrapper, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose


@pytest.fixture
def host() -> Client:
    """A browser in which the superuser has logged in."""
    get_user_model().objects.create_superuser("ada", "", PASSWORD)
    client = Client()
    answer = log_in(client)
    assert (answer.status_code, answer["Location"]) == (302, "/host/")
    return client


def log_in(client: Client, password: str = PASSWORD, **more: Any) -> Any:
    return client.post("/host/login/?next=/host/", {"username": "ada", "password": password}, **more)


def addresses() -> list[str]:
    """An address of every route of the host's; where it names a row, one that is there."""
    return [_with_row(address) for address in routes.host()]


def _with_row(address: str) -> str:
    found = re.fullmatch(r"(/host/(\w+)/(\w+)/)1/(.*)", address)
    if not found or found[2] == "r":
        return address
    row = apps.get_model(found[2], found[3])._default_manager.order_by("pk")[0]
    return f"{found[1]}{row.pk}/{found[4]}"


@pytest.fixture
def written(evening: Evening) -> Evening:
    """An evening with a printed table, a ruling and an entry that tell something of the story."""
    evening.post(evening.cast.captain, "printed", said="3, 8, 9a")
    evening.post(evening.cast.captain, "ruling", words=CANARY)
    evening.post(evening.cast.captain, "draft-card", card="150", outcome="read", words=CANARY)
    revision = Draft.objects.get(pk=evening.draft).revision
    evening.post(evening.cast.captain, "commit", draft_seen=revision)
    assert CANARY in str(Entry.objects.get(kind="reading").changes)
    assert PrintedTable.objects.exists()
    assert Ruling.objects.exists()
    return evening


class TestWithoutAHost:
    def test_there_is_no_such_place(self, written: Evening) -> None:
        before = dump()
        for address in addresses():
            for client in written.cast.everybody().values():
                for ask in (client.get, client.head, client.post):
                    answer = ask(address)
                    assert (address, answer.status_code) == (address, 404)
                    assert "host" not in answer.cookies
        assert dump() == before

    def test_nobody_can_log_in(self, written: Evening) -> None:
        get_user_model().objects.create_user("ada", "", PASSWORD, is_staff=True)
        assert log_in(Client()).status_code == 404
        get_user_model().objects.create_superuser("bea", "", PASSWORD, is_active=False)
        assert log_in(Client()).status_code == 404


class TestStrangers:
    """Whoever plays here is nobody to the host."""

    @pytest.fixture(autouse=True)
    def _host(self) -> None:
        get_user_model().objects.create_superuser("ada", "", PASSWORD)

    def test_are_asked_to_log_in_everywhere_and_change_nothing(self, written: Evening) -> None:
        before = dump()
        for address in addresses():
            for client in written.cast.everybody().values():
                for ask in (client.get, client.head, client.post):
                    answer = ask(address)
                    if address == "/host/login/":
                        assert answer.status_code == 200
                    elif address == "/host/logout/":  # there is nothing to log out of
                        assert (answer.status_code, answer["Location"]) == (302, "/host/")
                    else:
                        assert (address, answer.status_code) == (address, 302)
                        assert answer["Location"].startswith("/host/login/?next=")
                    assert "host" not in answer.cookies
        assert dump() == before

    def test_who_are_staff_see_no_more(self, written: Evening) -> None:
        get_user_model().objects.create_user("bea", "", PASSWORD, is_staff=True)
        client = Client()
        client.post("/host/login/", {"username": "bea", "password": PASSWORD})
        for address in set(addresses()) - {"/host/login/", "/host/logout/"}:
            assert (address, client.get(address).status_code) == (address, 302)

    def test_need_the_token_of_the_form(self) -> None:
        assert log_in(Client(enforce_csrf_checks=True)).status_code == 403


class TestTheDoor:
    @pytest.fixture(autouse=True)
    def _host(self) -> None:
        get_user_model().objects.create_superuser("ada", "", PASSWORD)

    def test_shuts_after_ten_wrong_passwords_for_the_right_one_too(self) -> None:
        for _ in range(10):
            assert log_in(Client(), "wrong").status_code == 200
        for password in ("wrong", PASSWORD):
            answer = log_in(Client(), password)
            assert (answer.status_code, answer["Retry-After"]) == (429, "900")
            assert "for 15 minutes" in answer.content.decode()
        assert not Session.objects.exists()

    def test_stays_open_for_another_address(self) -> None:
        for _ in range(10):
            log_in(Client(), "wrong")
        assert log_in(Client(), REMOTE_ADDR="192.0.2.7").status_code == 302

    def test_does_not_count_who_gets_in_or_looks(self) -> None:
        for _ in range(9):
            log_in(Client(), "wrong")
            Client().get("/host/login/")
        for _ in range(3):
            assert log_in(Client()).status_code == 302
        assert log_in(Client(), "wrong").status_code == 200
        assert log_in(Client()).status_code == 429

    def test_leaves_recovery_codes_alone(self) -> None:
        for _ in range(10):
            log_in(Client(), "wrong")
        assert Client().post("/recover/", {"code": "AAAA-BBBB-CCCC"}).status_code == 422


class TestLooking:
    def test_every_list_and_row_opens(self, written: Evening, host: Client) -> None:
        for rows in ROWS:
            assert (rows, host.get(f"/host/{rows}/").status_code) == (rows, 200)
            row = _with_row(f"/host/{rows}/1/change/")
            assert (row, host.get(row).status_code) == (row, 200)

    def test_changes_nothing_whatever_is_sent(self, written: Evening, host: Client) -> None:
        """Not even a log of the admin: the session and the last login are all that a host writes."""
        body = {"name": "Spoilt", "action": "delete_selected", "_selected_action": "1", "post": "yes", "kind": "rest"}
        before = dump()
        for address in set(addresses()) - {"/host/logout/", "/host/login/"}:
            for ask in (host.get, host.post, host.put, host.patch, host.delete):
                answer = ask(address) if ask != host.post else ask(address, body)
                allowed = {200, 302, 301, 403, 404, 405}
                assert answer.status_code in allowed, address
        for rows in ROWS:
            assert host.post(f"/host/{rows}/add/", body).status_code == 403
        assert dump() == before

    def test_offers_no_way_to_add_change_or_delete(self, written: Evening, host: Client) -> None:
        for rows in ROWS:
            for address in (f"/host/{rows}/", _with_row(f"/host/{rows}/1/change/")):
                page = host.get(address).content.decode()
                assert not re.findall(r'href="[^"]*/(?:add|delete)/|name="_save|name="action"', page), address
            for tail in ("add/", "1/delete/"):
                assert host.get(_with_row(f"/host/{rows}/{tail}")).status_code == 403
            assert host.post(_with_row(f"/host/{rows}/1/change/"), {"name": "x"}).status_code == 403

    def test_tells_no_story_outside_an_entry_s_own_page(self, written: Evening, host: Client) -> None:
        told = {address for address in addresses() if CANARY in host.get(address, follow=True).content.decode()}
        ruling = Ruling.objects.get().pk
        assert told == {f"/host/campaigns/ruling/{ruling}/change/", f"/host/campaigns/ruling/{ruling}/"}
        entry = Entry.objects.get(kind="reading")
        page = host.get(f"/host/campaigns/entry/{entry.pk}/change/").content.decode()
        before, _heading, story = page.partition("Contains the story of this campaign")
        assert CANARY in story
        assert CANARY not in before
        assert "<details" in before

    def test_lists_of_entries_name_neither_pieces_nor_choices(self, written: Evening, host: Client) -> None:
        page = host.get("/host/campaigns/entry/").content.decode()
        assert "Reading" in page
        assert "Ines" in page
        assert not re.search(r"L31|L5\b|card:|tile:|so it lies", page)

    def test_shows_neither_recovery_codes_nor_devices(self, written: Evening, host: Client) -> None:
        member = Member.objects.exclude(recovery=None)[0]
        device = str(member.devices.all()[0].pk)
        for address in addresses():
            page = host.get(address, follow=True).content.decode()
            assert member.recovery
            assert member.recovery not in page
            assert device not in page

    def test_asks_equally_often_with_few_rows_and_many(self, written: Evening, host: Client) -> None:
        def asked() -> dict[str, int]:
            found = {}
            for rows in ROWS:
                with CaptureQueriesContext(connection) as queries:
                    host.get(f"/host/{rows}/")
                found[rows] = len(queries)
            return found

        before = asked()
        for name in "abcde":
            other = factories.begin(name=name)
            factories.open_play(other)
        assert asked() == before
        assert max(before.values()) <= 12


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is backed up by pg_dump")
class TestBackupsPage:
    def test_shows_what_there_is(self, host: Client, tmp_path: Path) -> None:
        assert "There is no backup yet." in host.get("/host/").content.decode()
        folder = tmp_path / "backups"
        folder.mkdir()
        kept = folder / "portolan-20261128T202512Z-1.sqlite3"
        kept.write_bytes(b"x" * 2048)
        (folder / f"{kept.name}.sha256").write_text(f"{'ab' * 32}  {kept.name}\n")
        page = host.get("/host/backups/").content.decode()
        assert kept.name in page
        assert "2026-11-28 20:25" in page
        assert "ab" * 32 in page
        assert host.post("/host/backups/").status_code == 405

    def test_tells_why_the_last_one_failed(self, host: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        from campaigns.daily import daily

        monkeypatch.setattr(daily, "failed", "No room is left.")
        for address in ("/host/", "/host/backups/"):
            assert "The last backup failed: No room is left." in host.get(address).content.decode()


class TestEverywhereElse:
    """No session and no user on a page, a tap or an error, even in the host's own browser."""

    def test_nobody_s_session_is_read_or_set(self, evening: Evening, host: Client) -> None:
        client = evening.cast.captain
        client.cookies["host"] = host.cookies[
            "host"
        ].value  # a browser sends it to /host/ only; it would change nothing
        for name in routes.PAGES:
            self.assert_no_session(lambda name=name: evening.get(client, name))
        for name in ("tick", "round"):
            self.assert_no_session(lambda name=name: evening.post(client, name))
            self.assert_no_session(lambda name=name: client.post(evening.url(name), evening.body(name), headers=HTMX))
        self.assert_no_session(lambda: client.get("/hostess/"))

    def assert_no_session(self, ask: Any) -> None:
        with CaptureQueriesContext(connection) as found:
            answer = ask()
        assert not {"host", "sessionid", "messages"} & set(answer.cookies)
        assert not [name for name in ("session", "user", "_messages") if hasattr(answer.wsgi_request, name)]
        assert not [query for query in found.captured_queries if re.search("django_|auth_", query["sql"])]

    def test_the_cookie_is_for_the_host_s_place_alone(self, host: Client) -> None:
        kept = host.cookies["host"]
        assert (kept["path"], kept["samesite"], bool(kept["httponly"])) == ("/host/", "Lax", True)
        assert kept["max-age"] == 12 * 60 * 60

    def test_every_answer_there_carries_the_policy_and_stays_out_of_caches(self, host: Client) -> None:
        for client in (host, Client()):
            answer = client.get("/host/")
            assert "script-src 'self'" in answer["Content-Security-Policy"]
            assert "unsafe" not in answer["Content-Security-Policy"]
            assert "no-store" in answer["Cache-Control"]
