"""`manage.py prepare`: everything between unpacking a version and serving it, and no data lost on the way."""

from __future__ import annotations

import io
import sqlite3
import stat
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections

from campaigns import backup
from campaigns.management.commands import prepare

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from pytest_django import DjangoDbBlocker
    from pytest_django.fixtures import SettingsWrapper

NOW = datetime(2026, 11, 29, 20, 25, 12, tzinfo=UTC)
LATER_APP = "tests.start.later"


@pytest.fixture
def database(tmp_path: Path, settings: SettingsWrapper, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """A data folder of its own: where its database will be."""
    settings.DATA_DIR, settings.STATIC_ROOT = tmp_path, tmp_path / "static"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "servestatic.storage.CompressedManifestStaticFilesStorage"}
    }
    usual = connections["default"]
    own = usual.copy()
    own.settings_dict["NAME"] = tmp_path / "portolan.sqlite3"
    connections["default"] = own
    with django_db_blocker.unblock():
        yield tmp_path / "portolan.sqlite3"
        own.close()
    connections["default"] = usual


@pytest.fixture
def run(database: Path) -> Callable[[], str]:
    """Run `prepare`, as at a start, and return what it printed."""

    def prepare() -> str:
        printed = io.StringIO()
        call_command("prepare", stdout=printed)
        connection.close()
        return printed.getvalue()

    return prepare


def with_row(database: Path) -> Path:
    """A database with one row in it."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("CREATE TABLE kept (what TEXT)")
        opened.execute("INSERT INTO kept VALUES ('the log')")
        opened.commit()
    return database


def row_of(database: Path) -> str:
    with closing(sqlite3.connect(database)) as opened:
        return str(opened.execute("SELECT what FROM kept").fetchone()[0])


class TestPrepare:
    def test_makes_a_new_database_and_copies_nothing(self, database: Path, run: Callable[[], str]) -> None:
        printed = run()
        assert "The database was brought up to date" in printed
        assert "The static files were collected." in printed
        assert not backup.folder_for(database).exists()

    def test_does_nothing_the_second_time(self, database: Path, run: Callable[[], str]) -> None:
        run()
        before = (database.parent / "static" / "staticfiles.json").stat().st_mtime_ns
        printed = run()
        assert "database" not in printed
        assert "static" not in printed
        assert (database.parent / "static" / "staticfiles.json").stat().st_mtime_ns == before

    def test_copies_the_database_before_it_migrates_and_keeps_the_data(
        self, database: Path, run: Callable[[], str], settings: SettingsWrapper
    ) -> None:
        run()
        with_row(database)
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, LATER_APP]
        printed = run()
        (copied,) = backup.copies(backup.folder_for(database))
        assert f"The database was copied to {copied}." in printed
        assert row_of(copied) == row_of(database) == "the log"
        assert applied(database, "later") == 1
        assert applied(copied, "later") == 0
        assert "copied" not in run(), "the next start has nothing to migrate"

    def test_collects_changed_static_files_again(
        self, database: Path, run: Callable[[], str], settings: SettingsWrapper
    ) -> None:
        run()
        more = database.parent / "more"
        more.mkdir()
        (more / "new.css").write_text("p { color: red }")
        settings.STATICFILES_DIRS = [more]
        assert "The static files were collected." in run()
        assert list((database.parent / "static").glob("new.*.css"))

    def test_refuses_what_is_no_database_and_leaves_it_alone(self, database: Path, run: Callable[[], str]) -> None:
        database.write_text("no database" * 99)
        with pytest.raises(CommandError, match="damaged or no database") as refused:
            run()
        assert "\n" not in str(refused.value)
        assert database.read_text() == "no database" * 99

    def test_reads_all_of_a_database_before_it_migrates_it(
        self, database: Path, run: Callable[[], str], settings: SettingsWrapper
    ) -> None:
        run()
        damage(database)
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, LATER_APP]
        with pytest.raises(CommandError, match="damaged"):
            run()
        assert not backup.folder_for(database).exists(), "a damaged copy must not push out a good one"

    def test_says_what_to_do_when_the_disk_is_full(
        self, run: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object, **__: object) -> None:
            full = sqlite3.OperationalError("database or disk is full")
            full.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise OperationalError(str(full)) from full

        monkeypatch.setattr(prepare, "MigrationExecutor", fail)
        with pytest.raises(CommandError, match="No room is left"):
            run()

    def test_makes_one_sentence_of_what_the_database_says(
        self, run: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: object, **__: object) -> None:
            raise OperationalError("connection failed:\n\tis the server running?")

        monkeypatch.setattr(prepare, "MigrationExecutor", fail)
        with pytest.raises(CommandError, match=r"^connection failed: is the server running\?$"):
            run()

    def test_leaves_backups_of_postgresql_to_the_host(
        self, database: Path, run: Callable[[], str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(type(connections["default"]), "vendor", "postgresql")
        monkeypatch.setattr(prepare, "call_command", lambda *_, **__: None)
        monkeypatch.setattr(prepare.Command, "_load_content", lambda _self: None)
        assert "backups are the host's business" in run()
        assert not backup.folder_for(database).exists()


def applied(database: Path, app: str) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("SELECT count(*) FROM django_migrations WHERE app = ?", [app]).fetchone()[0])


def damage(database: Path) -> None:
    """Overwrite the rows of a table: the file opens, and only reading all of it shows the damage."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("CREATE TABLE spoilt (what TEXT)")
        opened.executemany("INSERT INTO spoilt VALUES (?)", [("x" * 900,)] * 99)
        opened.commit()
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with database.open("r+b") as file:
        file.seek(-16 * 4096, 2)
        file.write(b"\xff" * 8 * 4096)


class TestCopies:
    def test_are_whole_while_somebody_else_writes(self, tmp_path: Path) -> None:
        database = with_row(tmp_path / "portolan.sqlite3")
        with closing(sqlite3.connect(database)) as other:
            other.execute("PRAGMA journal_mode=WAL")
            other.execute("INSERT INTO kept VALUES ('more')")
            copied = backup.copy(database, NOW)
            other.rollback()
        assert row_of(copied) == "the log"

    def test_the_newest_five_are_kept(self, tmp_path: Path) -> None:
        database = with_row(tmp_path / "portolan.sqlite3")
        made = [backup.copy(database, NOW + timedelta(minutes=n)) for n in range(7)]
        assert backup.copies(backup.folder_for(database)) == made[2:]

    def test_of_the_same_second_do_not_replace_each_other(self, tmp_path: Path) -> None:
        database = with_row(tmp_path / "portolan.sqlite3")
        made = [backup.copy(database, NOW) for _again in range(12)]
        assert made[0].name == "portolan-20261129T202512Z-1.sqlite3"
        assert backup.copies(backup.folder_for(database)) == made[-5:]

    def test_are_for_the_owner_alone(self, tmp_path: Path) -> None:
        backup.copy(with_row(tmp_path / "portolan.sqlite3"), NOW)
        assert stat.S_IMODE((tmp_path / "before-migration").stat().st_mode) == 0o700

    def test_a_failed_one_leaves_nothing_behind(self, tmp_path: Path) -> None:
        database = tmp_path / "portolan.sqlite3"
        database.write_text("no database" * 99)
        with pytest.raises(backup.UnusableError, match="damaged or no database"):
            backup.copy(database, NOW)
        assert not list(backup.folder_for(database).iterdir())


class TestUsable:
    def test_a_database_that_is_not_there_yet(self, tmp_path: Path) -> None:
        backup.require_usable(tmp_path / "portolan.sqlite3", thorough=True)

    def test_a_sound_one(self, tmp_path: Path) -> None:
        backup.require_usable(with_row(tmp_path / "portolan.sqlite3"), thorough=True)

    def test_not_one_whose_rows_are_spoilt(self, tmp_path: Path) -> None:
        database = with_row(tmp_path / "portolan.sqlite3")
        damage(database)
        backup.require_usable(database)  # looks at the beginning only
        with pytest.raises(backup.UnusableError, match="damaged or no database"):
            backup.require_usable(database, thorough=True)

    def test_an_error_without_a_remedy_keeps_its_words(self, tmp_path: Path) -> None:
        assert backup.explain(tmp_path, sqlite3.OperationalError("no such table")) == f"{tmp_path}: no such table"

    def test_not_a_folder(self, tmp_path: Path) -> None:
        with pytest.raises(backup.UnusableError, match="cannot be opened"):
            backup.require_usable(tmp_path)

    def test_not_one_that_somebody_else_holds(self, tmp_path: Path) -> None:
        database = with_row(tmp_path / "portolan.sqlite3")
        with closing(sqlite3.connect(database)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(backup.UnusableError, match="stop the other Portolan"):
                backup.require_usable(database, wait=0)

    def test_not_one_that_cannot_be_written(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        database = with_row(tmp_path / "portolan.sqlite3")
        connect = sqlite3.connect

        def read_only(file: Path, **options: Any) -> sqlite3.Connection:
            # Modes do not stop root, so the file is opened as one without write permission would be.
            return connect(f"{file.as_uri()}?mode=ro", uri=True, **options)

        monkeypatch.setattr(sqlite3, "connect", read_only)
        with pytest.raises(backup.UnusableError, match="cannot be written to"):
            backup.require_usable(database)
