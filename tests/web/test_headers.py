"""What every answer carries, whatever it says, and the cookies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from tests import factories
from tests.web import routes
from tests.web.evening import taken_back

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import SettingsWrapper

    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

POLICY = {"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"}
ELSEWHERE = [
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "nonsense",
    "campaign",
]
ELSEWHERE += ["", "shelf", "/" * 3000, "\x00"]
DAYS_400 = 400 * 24 * 60 * 60


def every_answer(evening: Evening) -> Iterator[tuple[str, Any]]:
    """Answers of each route to whoever may write, read or nothing, and the errors that no view of ours gives."""
    cast = evening.cast
    for name in {*routes.GETS, *routes.POSTS}:
        for client, htmx in ((cast.captain, False), (cast.captain, True), (cast.lookout, False), (cast.stranger, True)):
            yield f"GET {name}", evening.get(client, name, htmx=htmx)
            with taken_back():
                yield f"POST {name}", evening.post(client, name, htmx=htmx)
    strict = Client(enforce_csrf_checks=True)
    yield "no token", strict.post(evening.url("tick"))
    yield "no such address", strict.get("/c/ABCDEF/nothing/")
    yield "no slash", strict.get(evening.url("campaign").rstrip("/"))


class TestEveryAnswer:
    def test_has_a_policy_stays_out_of_caches_and_keeps_cookies_from_scripts(self, evening: Evening) -> None:
        statuses, cookies = set(), set()
        for what, answer in every_answer(evening):
            statuses.add(answer.status_code)
            for name, cookie in answer.cookies.items():
                cookies.add(name)
                assert (bool(cookie["httponly"]), cookie["samesite"]) == (True, "Lax"), (what, name)
            assert set(answer["Content-Security-Policy"].split("; ")) >= POLICY, what
            assert "unsafe" not in answer["Content-Security-Policy"], what
            assert "HX-Request" in answer["Vary"], what
            assert answer["X-Content-Type-Options"] == "nosniff", what
            if answer.get("Content-Type", "").startswith("text/html"):
                assert answer["Cache-Control"] == "no-store", what
        assert statuses >= {200, 204, 301, 303, 403, 404, 405, 422}
        assert cookies == {"portolan", "csrftoken", "mode"}

    def test_is_the_same_when_the_door_is_shut(self) -> None:
        client = Client()
        for _ in range(10):
            client.post("/recover/", {"code": "AAAA-BBBB-CCCC"})
        answer = client.post("/recover/", {"code": "AAAA-BBBB-CCCC"})
        assert (answer.status_code, answer["Cache-Control"]) == (429, "no-store")
        assert int(answer["Retry-After"]) == 15 * 60
        assert "HX-Request" in answer["Vary"]


class TestTheDevice:
    def cookie(self, answer: Any) -> Any:
        return answer.cookies["portolan"]

    def test_gets_a_cookie_with_the_form_that_makes_a_member(self) -> None:
        for address in ("/new/", "/recover/"):
            kept = self.cookie(Client().get(address))
            assert (kept["max-age"], kept["samesite"], kept["path"]) == (DAYS_400, "Lax", "/")
            assert kept["httponly"]
            assert not kept["secure"]

    def test_is_the_same_for_the_form_and_what_it_makes(self) -> None:
        client = Client()
        client.get("/new/")
        body = {"name": "Leeward", "captain": "Ada", "player1": "Ada", "line": "uprising:uprising"}
        made = client.post("/new/", body | {"op": factories.op()})
        assert made.status_code == 303
        assert client.get(made["Location"]).status_code == 200

    def test_keeps_its_cookie_400_days_from_each_form(self, evening: Evening) -> None:
        for name in routes.POSTS:
            with taken_back():
                kept = self.cookie(evening.post(evening.cast.crew, name))
            assert (kept["max-age"], kept["samesite"], bool(kept["httponly"])) == (DAYS_400, "Lax", True), name

    def test_is_not_renewed_by_looking(self, evening: Evening) -> None:
        for name in set(routes.under_a_campaign()) & set(routes.GETS):
            assert "portolan" not in evening.get(evening.cast.crew, name).cookies

    def test_gets_none_for_looking_around(self, evening: Evening) -> None:
        for name in ("shelf", "healthz", "campaign"):
            assert "portolan" not in evening.get(evening.cast.nobody, name).cookies

    @pytest.mark.parametrize("spoilt", ["", "x", "123:456", "\x00", "\xb9" * 40, "a" * 4000])
    def test_is_nobody_with_a_spoilt_cookie(self, evening: Evening, spoilt: str) -> None:
        client = Client()
        client.cookies["portolan"] = spoilt
        assert evening.get(client, "campaign").status_code == 404

    def test_cannot_be_made_up(self, evening: Evening) -> None:
        good = evening.cast.captain.cookies["portolan"].value
        client = Client()
        client.cookies["portolan"] = good[:-1] + ("A" if good[-1] != "A" else "B")
        assert evening.get(client, "campaign").status_code == 404

    def test_is_safe_behind_https(self, settings: SettingsWrapper) -> None:
        settings.HTTPS = True
        settings.CSRF_COOKIE_SECURE = True
        answer = Client().get("/new/", secure=True)
        assert answer.cookies["portolan"]["secure"]
        assert answer.cookies["csrftoken"]["secure"]
        assert Client().post("/light/", {"mode": "dark"}, secure=True).cookies["mode"]["secure"]


class TestLight:
    @pytest.mark.parametrize("mode", ["light", "dark", "lamp"])
    def test_is_kept(self, mode: str) -> None:
        client = Client()
        client.post("/light/", {"mode": mode, "back": "/recover/"})
        assert f'data-mode="{mode}"' in client.get("/recover/").content.decode()

    def test_leads_back_to_the_page(self, evening: Evening) -> None:
        answer = evening.post(evening.cast.captain, "light", back=evening.url("bag"))
        assert (answer.status_code, answer["Location"]) == (303, evening.url("bag"))

    @pytest.mark.parametrize("back", ELSEWHERE)
    def test_leads_nowhere_else(self, back: str) -> None:
        answer = Client().post("/light/", {"mode": "dark", "back": back})
        assert (answer.status_code, answer["Location"]) == (303, "/")

    @pytest.mark.parametrize("mode", ["", "purple", '"><script>', "dark " * 3000])
    def test_knows_no_other(self, mode: str) -> None:
        client = Client()
        assert "mode" not in client.post("/light/", {"mode": mode}).cookies
        client.cookies["mode"] = mode
        assert "data-mode" not in client.get("/").content.decode()
