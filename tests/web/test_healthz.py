"""What a watcher of the server is told: version, database, content, backups; and why the database does not answer."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection

from campaigns import daily
from cards.models import Box

if TYPE_CHECKING:
    from pathlib import Path

    from django.test import Client
    from pytest_django.fixtures import SettingsWrapper

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("packs"),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="on PostgreSQL tests/start/test_host_guide.py asks it"),
]

NOT_ANSWERING = {
    sqlite3.SQLITE_NOTADB: "The database is damaged.",
    sqlite3.SQLITE_CORRUPT: "The database is damaged.",
    sqlite3.SQLITE_CANTOPEN: "The database cannot be opened.",
    sqlite3.SQLITE_BUSY: "The database is in use by another writer.",
    sqlite3.SQLITE_BUSY | 2 << 8: "The database is in use by another writer.",
    sqlite3.SQLITE_FULL: "The disk of the database is full.",
    sqlite3.SQLITE_ERROR: "The database does not answer.",
}


@pytest.fixture(autouse=True)
def folder(settings: SettingsWrapper, tmp_path: Path) -> Path:
    """Where the backups lie."""
    settings.DATA_DIR = tmp_path
    kept = tmp_path / "backups"
    kept.mkdir()
    return kept


def failing(error: Exception) -> Any:
    def fail(*_: Any) -> None:
        raise error

    return connection.execute_wrapper(fail)


def failure(code: int, kind: type[Exception] = OperationalError) -> Exception:
    cause = sqlite3.OperationalError("/srv/secret/place is unwell")
    cause.sqlite_errorcode = code
    raised = kind(str(cause))
    raised.__cause__ = cause
    return raised


class TestHealthz:
    def test_tells_version_database_content_and_that_there_is_no_backup(self, client: Client) -> None:
        answer = client.get("/healthz")
        assert answer.status_code == 200
        assert answer.json() == {
            "version": "0.1.0",
            "database": "sqlite",
            "backup": {"age": None, "failed": False},
            "content": dict(Box.objects.values_list("id", "version")),
        }

    def test_tells_the_age_of_the_newest_backup_in_seconds(self, client: Client, folder: Path) -> None:
        for hours in (5, 3, 26):
            taken = datetime.now(UTC) - timedelta(hours=hours)
            (folder / f"portolan-{taken:%Y%m%dT%H%M%SZ}-1.sqlite3").touch()
        assert client.get("/healthz").json()["backup"]["age"] // 60 in (180, 181, 182)

    def test_tells_that_the_last_one_failed_and_not_where(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(daily.daily, "failed", "No room is left for /srv/secret/place.")
        answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["backup"]["failed"]) == (200, True)
        assert "secret" not in answer.content.decode()

    @pytest.mark.parametrize("code", NOT_ANSWERING)
    def test_is_503_with_the_reason_where_the_database_cannot_be_read(self, client: Client, code: int) -> None:
        with failing(failure(code)):
            answer = client.get("/healthz")
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert answer.json()["reason"] == NOT_ANSWERING[code]
        assert answer.json()["version"] == "0.1.0"
        assert "content" not in answer.json()
        assert "secret" not in answer.content.decode()

    @pytest.mark.parametrize("kind", [DatabaseError, InterfaceError, OperationalError])
    def test_is_503_whatever_the_database_raises(self, client: Client, kind: type[Exception]) -> None:
        with failing(kind("connection to server at db.example.org failed")):
            answer = client.get("/healthz")
        assert (answer.status_code, answer.json()["reason"]) == (503, "The database does not answer.")

    def test_asks_the_database_once(self, client: Client, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(1):
            client.get("/healthz")
