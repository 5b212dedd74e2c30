"""A backup that is taken while everybody writes: restored, it is the journal up to some moment, whole."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing, suppress
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import connection

from campaigns import daily, journal, log, plays
from campaigns.models import Campaign, Entry
from campaigns.rules.state import Place, Spot
from tests import factories
from tests.campaigns.oracle import assert_sound
from tests.races import test_races
from tests.races.test_races import OWN, THREADS, _content_stays, crowd, move, together

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

    from campaigns.access import Access

__all__ = ["_content_stays"]

pytestmark = [
    *test_races.pytestmark,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL is backed up by pg_dump"),
]

ROOT = Path(__file__).parents[2]
STEPS, BACKUPS = 25, 4
COLUMNS = 'campaign_id, stream, sequence, op, kind, changes, touches, "values", of, member_id, at'


@pytest.fixture
def table(packs: None, settings: SettingsWrapper, tmp_path: Path) -> tuple[Campaign, list[Access], int]:
    """A campaign with eight people and a running game; the backups go into a folder of this test."""
    settings.DATA_DIR = tmp_path / "data"
    campaign = factories.begin()
    return campaign, crowd(campaign), factories.open_play(campaign).number


def entries(database: Path | str) -> list[tuple[Any, ...]]:
    """Every entry as it is stored, but whether it still stands."""
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute(f"SELECT {COLUMNS} FROM campaigns_entry ORDER BY stream, sequence").fetchall()


def restored(kept: Path, into: Path) -> Path:
    """The data folder that the command makes of a backup, with every journal in it replayed."""
    call_command("restore", str(kept), "--into", str(into), stdout=StringIO())
    replayed = subprocess.run(
        [sys.executable, "manage.py", "check_journals"],
        cwd=ROOT,
        env=os.environ | {"PORTOLAN_DATA": str(into)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (replayed.returncode, replayed.stdout) == (0, "1 journals replayed, all equal.\n"), replayed.stderr
    return into / "portolan.sqlite3"


def upto(newest: dict[int, int], rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The rows of a journal up to the newest sequence of each stream."""
    return [row for row in rows if row[2] <= newest.get(row[1], 0)]


def newest(rows: list[tuple[Any, ...]]) -> dict[int, int]:
    return {stream: max(row[2] for row in rows if row[1] == stream) for stream in {row[1] for row in rows}}


class TestWhileEightWrite:
    def test_each_backup_is_the_journal_up_to_its_sequence(
        self, table: tuple[Campaign, list[Access], int], tmp_path: Path
    ) -> None:
        campaign, people, play = table
        source, writing = Path(connection.settings_dict["NAME"]), threading.Semaphore(0)

        def write(at: int) -> None:
            """One writes rounds and takes them back, the others move a tile of their own and take every third back."""
            for step in range(STEPS):
                if at == 0:
                    self.turn_round(people[at], play)
                else:
                    tap = factories.tap_of(people[at])
                    entry = move(people[at], tap, OWN[at], Spot(Place.BOARD, str(step + 1)))
                    if step % 3 == 2:
                        self.take_back(people[at], entry)
                writing.release()

        def copy() -> list[Path]:
            made = []
            for _ in range(BACKUPS):
                for _written in range(THREADS * STEPS // (BACKUPS + 2)):
                    assert writing.acquire(timeout=120)
                made.append(daily.take(source, datetime.now(UTC)))
            return made

        *_, made = together(*(lambda at=at: write(at) for at in range(THREADS)), copy)  # type: ignore[misc]
        assert isinstance(made, list)
        assert_sound(campaign.pk)
        whole = entries(source)
        sizes = []
        for number, kept in enumerate(made):
            found = entries(restored(kept, tmp_path / f"restored-{number}"))
            assert found == upto(newest(found), whole)
            sizes.append(len(found))
        assert sizes == sorted(sizes)
        assert 1 < sizes[0] < sizes[-1] < len(whole), "the backups lie in the midst of the writing"

    def turn_round(self, access: Access, play: int) -> None:
        ended = journal.ground(access.campaign, play).state.round()
        plays.end_round(tap=factories.tap_of(access, play), play=play, ended=ended)
        at = journal.ground(access.campaign, play).revision
        plays.take_back(tap=factories.tap_of(access, play), play=play, sequence=at)

    def take_back(self, access: Access, entry: Entry) -> None:
        """Only the newest can be taken back: whoever was overtaken leaves it."""
        with suppress(journal.Clash):
            log.take_back(tap=factories.tap_of(access), sequence=entry.sequence)


class TestBetweenTwoWritesOfOneSecond:
    def test_holds_the_first_and_not_the_second(
        self, table: tuple[Campaign, list[Access], int], tmp_path: Path
    ) -> None:
        _campaign, (ines, *_others), _play = table
        with time_machine.travel(datetime(2026, 11, 29, 20, 25, 12, tzinfo=UTC), tick=False):
            before = move(ines, factories.tap_of(ines), "L31", Spot(Place.BOARD, "5"))
            kept = daily.take(Path(connection.settings_dict["NAME"]), datetime.now(UTC))
            after = move(ines, factories.tap_of(ines), "L31", Spot(Place.BOARD, "6"))
        assert before.at == after.at
        database = restored(kept, tmp_path / "restored")
        assert entries(database) == upto({0: before.sequence, 1: 99}, entries(connection.settings_dict["NAME"]))
        with closing(sqlite3.connect(database)) as opened:
            lies = opened.execute("SELECT spot FROM campaigns_tilestate WHERE tile = 'L31'").fetchall()
            assert (lies, opened.execute("SELECT revision FROM campaigns_campaign").fetchall()) == (
                [("board@5",)],
                [(before.sequence,)],
            )


class TestTaps:
    def test_are_answered_while_a_backup_is_being_made(
        self, table: tuple[Campaign, list[Access], int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The copying holds still half-way, with the database open, until a tap was written."""
        _campaign, (ines, *_others), _play = table
        connect, begun, go_on = sqlite3.connect, threading.Event(), threading.Event()

        class Slow(sqlite3.Connection):
            def backup(self, target: sqlite3.Connection, **_options: Any) -> None:
                def wait(_status: int, remaining: int, _total: int) -> None:
                    if remaining:
                        begun.set()
                        assert go_on.wait(60)

                self.execute("BEGIN")  # a reader in the midst of reading, as the one step is
                self.execute("SELECT count(*) FROM campaigns_entry").fetchone()
                super().backup(target, pages=50, progress=wait)
                self.rollback()

        def slow(*args: Any, **options: Any) -> sqlite3.Connection:
            return connect(*args, **options, factory=Slow)

        monkeypatch.setattr("campaigns.backup.sqlite3.connect", slow)
        source = Path(connection.settings_dict["NAME"])

        def tap() -> Entry:
            assert begun.wait(60)
            entry = move(ines, factories.tap_of(ines), "L31", Spot(Place.BOARD, "5"))
            go_on.set()
            return entry

        written, kept = together(tap, lambda: daily.take(source, datetime.now(UTC)))  # type: ignore[arg-type]
        assert isinstance(written, Entry)
        assert isinstance(kept, Path)
