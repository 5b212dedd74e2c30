"""Backups: whole, checked, hashed, fourteen kept, once a day; and a restore that writes over nothing."""

from __future__ import annotations

import hashlib
import logging
import os
import re
import shutil
import sqlite3
import stat
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from campaigns import backup, daily, holdings
from campaigns.daily import Daily

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is backed up by pg_dump")

FIXTURES = Path(__file__).parents[1] / "fixtures"
NOW = datetime(2026, 11, 29, 20, 25, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def data(tmp_path: Path, settings: SettingsWrapper, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with the two invented logs of a fixture, as an earlier version left them."""
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    shutil.copy(FIXTURES / "evenings.sqlite3", settings.DATA_DIR / "portolan.sqlite3")
    named = connections["default"].settings_dict | {"NAME": settings.DATA_DIR / "portolan.sqlite3"}
    monkeypatch.setattr(connections["default"], "settings_dict", named)
    return Path(settings.DATA_DIR)


def said(*command: str | Path) -> str:
    out = StringIO()
    call_command(*map(str, command), stdout=out)
    return out.getvalue()


def refused(*command: str | Path) -> str:
    with pytest.raises(CommandError) as told:
        said(*command)
    assert "\n" not in str(told.value)
    return str(told.value)


def run(database: Path, *sql: str) -> None:
    with closing(sqlite3.connect(database)) as opened:
        for statement in sql:
            opened.execute(statement)
        opened.commit()


def codes(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return [code for (code,) in opened.execute("SELECT code FROM campaigns_campaign ORDER BY id")]


def made(data: Path) -> Path:
    """A backup that the command made."""
    said("backup")
    return backup.copies(data / "backups")[-1]


class TestBackup:
    def test_says_where_how_large_which_hash_and_what_is_in_it(self, data: Path) -> None:
        told = said("backup").splitlines()
        (kept,) = (data / "backups").glob("*.sqlite3")
        assert told[0] == f"Backup: {kept}"
        found = hashlib.sha256(kept.read_bytes()).hexdigest()
        assert told[1] == f"{kept.stat().st_size // 1000} kB, SHA-256 {found}"
        with closing(sqlite3.connect(kept)) as opened:
            (entries,) = opened.execute("SELECT count(*) FROM campaigns_entry").fetchone()
            revisions = opened.execute("SELECT code, name, revision FROM campaigns_campaign ORDER BY id").fetchall()
        assert told[2] == f"{len(revisions)} campaigns, {entries} entries"
        assert len(told) == 3 + len(revisions)
        for line, (code, name, revision) in zip(told[3:], revisions, strict=True):
            assert re.fullmatch(
                rf"  {code} {re.escape(name)}: \d+ entries; legacy at {revision}(, game \d at \d+)*", line
            )

    def test_is_one_file_with_its_hash_as_sha256sum_checks_it(self, data: Path) -> None:
        kept = made(data)
        assert {path.name for path in kept.parent.iterdir()} == {kept.name, f"{kept.name}.sha256"}
        note = (kept.parent / f"{kept.name}.sha256").read_text()
        assert note == f"{hashlib.sha256(kept.read_bytes()).hexdigest()}  {kept.name}\n"
        assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700

    def test_fourteen_are_kept_with_their_hashes(self, data: Path) -> None:
        taken = [daily.take(data / "portolan.sqlite3", NOW + n * HOUR) for n in range(16)]
        names = {path.name for path in taken[2:]}
        assert {path.name for path in (data / "backups").iterdir()} == names | {f"{name}.sha256" for name in names}

    def test_of_a_damaged_database_is_refused_and_costs_no_older_one(self, data: Path) -> None:
        kept = made(data)
        spoil(data / "portolan.sqlite3")
        assert "is damaged or no database" in refused("backup")
        assert backup.copies(kept.parent) == [kept]
        assert len(list(kept.parent.iterdir())) == 2

    def test_makes_no_database_where_none_is(self, data: Path) -> None:
        (data / "portolan.sqlite3").unlink()
        assert "cannot be opened" in refused("backup")
        assert not (data / "portolan.sqlite3").exists()

    def test_what_a_killed_process_left_is_tidied_away(self, data: Path) -> None:
        (data / "backups").mkdir()
        old, fresh = (data / "backups" / f"portolan-20261101T000000Z-{n}.part" for n in (1, 2))
        for half in (old, fresh):
            half.touch()
        os.utime(old, (0, 0))
        made(data)
        assert not old.exists()
        assert fresh.exists(), "another process may be making it"

    def test_is_left_to_pg_dump_on_postgresql(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(type(connections["default"]), "vendor", "postgresql")
        assert "pg_dump" in refused("backup")
        assert "pg_restore" in refused("restore", "--list")
        assert daily.health(NOW) is None
        assert daily.told(NOW) == "PostgreSQL holds the data: pg_dump makes its backups."
        watch = Daily()
        watch.start()
        assert watch._thread is None


def spoil(database: Path) -> None:
    """Overwrite pages in the middle: the file opens, and only reading all of it shows the damage."""
    with database.open("r+b") as file:
        file.seek(20 * 4096)
        file.write(b"\xff" * 30 * 4096)


class TestList:
    def test_shows_what_there_is_and_what_is_wrong_with_it(self, data: Path) -> None:
        assert said("restore", "--list") == "There is no backup yet.\n"
        whole, changed = made(data), made(data)
        migrating = backup.copy(data / "portolan.sqlite3", NOW)
        changed.write_bytes(changed.read_bytes() + b"x")
        lines = {line.split(": ")[0]: line for line in said("restore", "--list").splitlines()}
        assert set(lines) == {str(whole), str(changed), str(migrating)}
        assert "2 campaigns" in lines[str(whole)]
        assert "its hash differs" in lines[str(changed)]
        assert "2026-11-29 20:25 UTC" in lines[str(migrating)]


class TestRestore:
    def test_makes_a_new_data_folder_that_holds_the_same(self, data: Path, tmp_path: Path) -> None:
        kept, into = made(data), tmp_path / "restored"
        told = said("restore", kept, "--into", into)
        assert (into / "portolan.sqlite3").read_bytes() == kept.read_bytes()
        assert f"Restored into {into / 'portolan.sqlite3'}" in told
        assert f"python3 start.py --data {into}" in told
        assert stat.S_IMODE(into.stat().st_mode) == 0o700

    def test_finds_a_backup_by_its_bare_name(self, data: Path, tmp_path: Path) -> None:
        said("restore", made(data).name, "--into", tmp_path / "restored")
        assert codes(tmp_path / "restored" / "portolan.sqlite3") == codes(data / "portolan.sqlite3")
        assert "There is no file" in refused("restore", "portolan-1.sqlite3", "--into", tmp_path / "other")

    def test_lends_the_secret_so_that_devices_stay_known(self, data: Path, tmp_path: Path) -> None:
        (data / "secret.key").write_text("deep")
        told = said("restore", made(data), "--into", tmp_path / "restored")
        assert "The secret was copied too" in told
        lent = tmp_path / "restored" / "secret.key"
        assert lent.read_text() == "deep"
        assert stat.S_IMODE(lent.stat().st_mode) == 0o600

    def test_says_what_a_missing_secret_means(self, data: Path, tmp_path: Path) -> None:
        assert "by a recovery code" in said("restore", made(data), "--into", tmp_path / "restored")

    def test_writes_over_nothing(self, data: Path, tmp_path: Path) -> None:
        kept, before = made(data), (data / "portolan.sqlite3").read_bytes()
        other = tmp_path / "other"
        other.mkdir()
        (other / "letter").write_text("dear")
        for folder in (data, other, other / "letter"):
            assert "is not empty" in refused("restore", kept, "--into", folder)
        assert (data / "portolan.sqlite3").read_bytes() == before
        assert [path.name for path in other.iterdir()] == ["letter"]

    def test_refuses_a_copy_whose_hash_does_not_fit(self, data: Path, tmp_path: Path) -> None:
        kept = made(data)
        run(kept, "UPDATE campaigns_campaign SET name = 'Spoilt'")  # sound, and not what was kept
        assert "its hash differs" in refused("restore", kept, "--into", tmp_path / "restored")
        assert not (tmp_path / "restored").exists()

    def test_refuses_a_damaged_copy_without_a_hash(self, data: Path, tmp_path: Path) -> None:
        kept = made(data)
        backup.note_of(kept).unlink()
        spoil(kept)
        assert "take another copy" in refused("restore", kept, "--into", tmp_path / "restored")
        kept.write_text("no database" * 99)
        assert "take another copy" in refused("restore", kept, "--into", tmp_path / "restored")
        assert not (tmp_path / "restored").exists()

    def test_says_when_only_integrity_could_be_checked(self, data: Path, tmp_path: Path) -> None:
        kept = made(data)
        backup.note_of(kept).unlink()
        assert "No hash lies beside the copy" in said("restore", kept, "--into", tmp_path / "restored")

    def test_refuses_a_newer_schema_and_names_it(self, data: Path, tmp_path: Path) -> None:
        run(
            data / "portolan.sqlite3",
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaigns', '9999_later', '2030-01-01')",
        )
        told = refused("restore", made(data), "--into", tmp_path / "restored")
        assert "newer Portolan (it has campaigns.9999_later): update this one first" in told
        assert not (tmp_path / "restored").exists()

    def test_refuses_a_database_that_holds_something_else(self, data: Path, tmp_path: Path) -> None:
        other = tmp_path / "other.sqlite3"
        run(other, "CREATE TABLE letters (words TEXT)")
        assert "holds no logs" in refused("restore", other, "--into", tmp_path / "restored")

    def test_refuses_a_database_in_use(self, data: Path, tmp_path: Path) -> None:
        """Its newest entries may still lie in the file beside it."""
        with closing(sqlite3.connect(data / "portolan.sqlite3")) as opened:
            opened.execute("PRAGMA journal_mode=WAL")
            opened.execute("UPDATE campaigns_campaign SET pulse = pulse")
            opened.commit()
            told = refused("restore", data / "portolan.sqlite3", "--into", tmp_path / "restored")
        assert "is a database in use" in told

    def test_wants_both_a_file_and_a_folder(self, data: Path) -> None:
        for command in (["restore"], ["restore", "x"], ["restore", "--into", "x"]):
            assert "restore FILE --into FOLDER" in refused(*command)


class TestComparison:
    def compared(self, kept: Path, tmp_path: Path) -> dict[str, str]:
        """What is said of each campaign."""
        told = said("restore", kept, "--into", tmp_path / "restored")
        _before, _line, after = told.partition("Against the present data")
        return {line.split()[0]: line.rpartition(": ")[2] for line in after.splitlines()[1:] if line.startswith("  ")}

    def test_says_that_nothing_differs(self, data: Path, tmp_path: Path) -> None:
        assert self.compared(made(data), tmp_path) == dict.fromkeys(codes(data / "portolan.sqlite3"), "the same")

    def test_counts_what_the_copy_lacks_and_has_beyond(self, data: Path, tmp_path: Path) -> None:
        first, second = codes(data / "portolan.sqlite3")
        kept = made(data)
        entries = "SELECT max(e.id) FROM campaigns_entry e JOIN campaigns_campaign c ON c.id = e.campaign_id"
        last = f"id = ({entries} WHERE c.code = '%s')"
        run(data / "portolan.sqlite3", f"DELETE FROM campaigns_entry WHERE {last % first}")
        run(data / "portolan.sqlite3", f"UPDATE campaigns_entry SET op = 'other' WHERE {last % second}")
        assert self.compared(kept, tmp_path) == {
            first: "the copy is ahead by 1 entry",
            second: "the copy lacks 1 entry and has 1 entry that are not here",
        }

    def test_counts_what_was_written_since(self, data: Path, tmp_path: Path) -> None:
        first, second = codes(data / "portolan.sqlite3")
        kept = made(data)
        columns = 'campaign_id, stream, kind, changes, touches, "values", standing, member_id, format, at'
        for n in (1, 2):
            run(
                data / "portolan.sqlite3",
                f"INSERT INTO campaigns_entry ({columns}, sequence, op) SELECT {columns}, {900 + n}, 'new{n}'"
                " FROM campaigns_entry"
                f" WHERE campaign_id = (SELECT id FROM campaigns_campaign WHERE code = '{first}') LIMIT 1",
            )
        run(data / "portolan.sqlite3", f"UPDATE campaigns_campaign SET pulse = pulse + 1 WHERE code = '{second}'")
        assert self.compared(kept, tmp_path) == {
            first: "the copy is behind by 2 entries",
            second: "the same entries; ticks, drafts or members differ",
        }

    def test_names_campaigns_that_only_one_of_both_has(self, data: Path, tmp_path: Path) -> None:
        first, second = codes(data / "portolan.sqlite3")
        kept = made(data)
        run(data / "portolan.sqlite3", f"UPDATE campaigns_campaign SET code = 'ZZZZZZ' WHERE code = '{second}'")
        (count,) = {len(log.ops) for log in holdings.read(kept).logs.values() if log.code == second}
        assert self.compared(kept, tmp_path) == {
            first: "the same",
            second: f"only in the copy, with {count} entries",
            "ZZZZZZ": f"not in the copy; here it has {count} entries",
        }

    def test_of_data_that_is_gone_or_damaged_keeps_no_backup_back(self, data: Path, tmp_path: Path) -> None:
        kept = made(data)
        (data / "portolan.sqlite3").write_text("no database" * 99)
        told = said("restore", kept, "--into", tmp_path / "one")
        assert "The present data cannot be compared" in told
        (data / "portolan.sqlite3").unlink()
        assert "There is no present data" in said("restore", kept, "--into", tmp_path / "two")
        assert codes(tmp_path / "one" / "portolan.sqlite3") == codes(tmp_path / "two" / "portolan.sqlite3") != []


class TestDaily:
    @pytest.fixture
    def watch(self, data: Path) -> Daily:
        return Daily()

    def test_makes_the_first_one_at_once_and_the_next_after_a_day(self, watch: Daily, data: Path) -> None:
        source = data / "portolan.sqlite3"
        for passed, count in ((0, 1), (1, 1), (23.9, 1), (24, 2), (47, 2), (49, 3)):
            assert watch.look(source, NOW + passed * HOUR) <= 3600
            assert (passed, len(backup.copies(data / "backups"))) == (passed, count)

    def test_looks_again_when_the_day_is_over_and_not_later(self, watch: Daily, data: Path) -> None:
        watch.look(data / "portolan.sqlite3", NOW)
        assert watch.look(data / "portolan.sqlite3", NOW + 23.75 * HOUR) == 15 * 60

    def test_made_under_a_wrong_clock_does_not_stop_the_next(self, watch: Daily, data: Path) -> None:
        daily.take(data / "portolan.sqlite3", NOW + timedelta(days=3000))
        watch.look(data / "portolan.sqlite3", NOW)
        assert len(backup.copies(data / "backups")) == 2
        assert daily.health(NOW) == {"age": 0, "failed": False}

    def test_that_fails_says_so_in_one_line_and_is_tried_again(
        self, watch: Daily, data: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(daily, "daily", watch)
        (data / "backups").write_text("in the way")
        with caplog.at_level(logging.WARNING, "portolan.backup"):
            assert watch.look(data / "portolan.sqlite3", NOW) == 3600
        (line,) = caplog.messages
        assert line.startswith("The daily backup failed: ")
        assert "\n" not in line
        (data / "backups").unlink()
        assert daily.health(NOW) == {"age": None, "failed": True}
        watch.look(data / "portolan.sqlite3", NOW)
        assert daily.health(NOW + HOUR) == {"age": 3600, "failed": False}
        assert daily.told(NOW + 30 * HOUR) == "The newest backup is 30 hours old."

    def test_runs_beside_and_ends_when_asked(self, watch: Daily, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        looked, go_on = threading.Event(), threading.Event()

        def look(self: Daily, source: Path, now: datetime) -> float:
            assert source == data / "portolan.sqlite3"
            looked.set()
            assert go_on.wait(60)
            return 3600.0

        monkeypatch.setattr(Daily, "look", look)
        watch.start()  # returns although the first look does not
        thread: Any = watch._thread
        assert looked.wait(60)
        go_on.set()
        watch.stop()
        thread.join(60)
        assert not thread.is_alive()
