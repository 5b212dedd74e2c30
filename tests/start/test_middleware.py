"""Headers that every answer carries, and the page while the database is busy."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

from portolan.middleware import CSP, headers

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

FAILURE: list[Exception] = []


def failing(request: HttpRequest) -> HttpResponse:
    raise FAILURE[0]


urlpatterns = [
    path("", failing, name="shelf"),
    path("light/", failing, name="light"),
    path("search/", failing, name="search"),
    path("tap/", failing),
]


def failure(code: int, words: str, kind: type[Exception] = OperationalError) -> Exception:
    """What Django raises when SQLite ends with `code`."""
    cause = sqlite3.OperationalError(words)
    cause.sqlite_errorcode = code
    raised = kind(words)
    raised.__cause__ = cause
    return raised


LOCKED = failure(sqlite3.SQLITE_BUSY, "database is locked")


@pytest.fixture
def asked(settings: SettingsWrapper) -> Client:
    settings.ROOT_URLCONF = __name__
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    FAILURE[:] = [LOCKED]
    return Client(raise_request_exception=False)


def response_to(content_type: str = "text/html", **more: str) -> HttpResponse:
    answer = HttpResponse("", content_type=content_type, headers=more)
    return headers(lambda request: answer)(RequestFactory().get("/"))  # type: ignore[return-value]


class TestHeaders:
    def test_forbid_what_is_not_our_own(self) -> None:
        answer = response_to()
        assert (
            answer["Content-Security-Policy"]
            == CSP
            == (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
        )
        assert answer["X-Frame-Options"] == "DENY"
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
        assert "camera=()" in answer["Permissions-Policy"]

    def test_keep_pages_out_of_caches_unless_the_view_decides(self) -> None:
        assert response_to()["Cache-Control"] == "no-store"
        assert response_to(**{"Cache-Control": "max-age=5"})["Cache-Control"] == "max-age=5"
        assert "Cache-Control" not in response_to("image/svg+xml")

    def test_tell_caches_that_htmx_gets_other_answers(self) -> None:
        assert response_to(Vary="Cookie")["Vary"] == "Cookie, HX-Request"


class TestBusy:
    @pytest.mark.parametrize(
        "raised",
        [
            LOCKED,
            failure(sqlite3.SQLITE_FULL, "database or disk is full"),
            failure(sqlite3.SQLITE_READONLY, "attempt to write a readonly database"),
            failure(sqlite3.SQLITE_CANTOPEN, "unable to open database file"),
            OperationalError("connection refused"),
            InterfaceError("connection already closed"),
        ],
        ids=str,
    )
    def test_is_said_with_503_and_when_to_come_again(self, asked: Client, raised: Exception) -> None:
        FAILURE[:] = [raised]
        answer = asked.get("/tap/")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer["Content-Security-Policy"] == CSP

    @pytest.mark.parametrize(
        "raised", [failure(sqlite3.SQLITE_ERROR, "no such table: entry"), ValueError("a mistake")], ids=str
    )
    def test_is_not_said_of_a_mistake_in_the_program(
        self, asked: Client, raised: Exception, caplog: pytest.LogCaptureFixture
    ) -> None:
        FAILURE[:] = [raised]
        assert asked.get("/tap/").status_code == 500

    def test_a_plain_form_can_be_sent_again_as_it_was(self, asked: Client) -> None:
        sent = {"op": "abc", "card": ["152", "153"], "note": 'x" <b>', "csrfmiddlewaretoken": "old"}
        answer = asked.post("/tap/?a=1", sent)
        assert answer.context["path"] == "/tap/?a=1"
        resend = [("op", "abc"), ("card", "152"), ("card", "153"), ("note", 'x" <b>')]
        assert answer.context["resend"] == resend
        assert '<input type="hidden" name="note" value="x&quot; &lt;b&gt;">' in answer.content.decode()
        assert "csrfmiddlewaretoken" in answer.content.decode()

    def test_htmx_keeps_its_form_and_gets_no_copy(self, asked: Client) -> None:
        assert asked.post("/tap/", {"op": "abc"}, headers={"HX-Request": "true"}).context["resend"] == []

    def test_a_form_that_cannot_be_read_is_left_out(self, asked: Client, settings: SettingsWrapper) -> None:
        settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 1
        answer = asked.post("/tap/", {"a": "1", "b": "2"})
        assert answer.status_code == 503
        assert answer.context["resend"] == []

    def test_does_not_ask_the_database_that_has_just_failed(
        self, asked: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: Any) -> None:
            raise AssertionError("the database was asked")

        monkeypatch.setattr(connection, "cursor", fail)
        assert asked.post("/tap/", {"op": "abc"}).status_code == 503
