"""Databases and journals of earlier states migrate and replay. What lies where is written here by hand."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from campaigns import journal
from campaigns.models import Entry

HERE = Path(__file__).parents[1] / "fixtures"
ROOT = HERE.parents[1]

WINDWARD, SUNDAY = "The Windward Table (invented)", "Sunday rum"
KEEL: dict[str, dict[str, str]] = {
    WINDWARD: {
        "card:150": "gone",
        "card:154": "gone",
        "card:158": "gone",
        "card:163": "table",
        "tile:L1": "board@17",
        "tile:L4": "board@9a",
        "tile:L30": "board@21a",
        "tile:L31": "gone",
        "tile:L32": "table",
        "tile:L36": "board",
    },
    SUNDAY: {
        "card:150": "gone",
        "tile:L1": "board@17",
        "tile:L30": "board@21a",
        "tile:L33": "board@8",
    },
}
# The third game was given up, All Inclusive borrowed L1 and L30 and brought them home, L36 left during the next game.
EVENINGS = {**KEEL, WINDWARD: KEEL[WINDWARD] | {"tile:L36": "gone"}}
# A game without the log read card 150; then The Rescue was played for one evening, with every help at the table.
FRIDAY = {"card:150": "gone", "tile:L1": "bag@17", "tile:L4": "bag@9a", "tile:L30": "bag@21a"}
AT_THE_TABLE = {**EVENINGS, "Friday tide": FRIDAY}
STATES = {"keel": KEEL, "evenings": EVENINGS, "at_the_table": AT_THE_TABLE}
CASES = [(state, name) for state, lies in STATES.items() for name in lies]


def run(data: Path, *command: str) -> str:
    """What a management command prints; its error output fails the test."""
    environ = os.environ | {"PORTOLAN_DATA": str(data)}
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def entries_of(state: str, name: str) -> list[dict[str, Any]]:
    journals = json.loads((HERE / f"{state}.journal.json").read_text())
    return next(kept["entries"] for kept in journals if kept["campaign"] == name)  # type: ignore[no-any-return]


@pytest.mark.parametrize(("state", "name"), CASES)
class TestJournals:
    def test_replay_to_what_lay_on_the_table(self, state: str, name: str) -> None:
        legacy = [Entry(**row) for row in entries_of(state, name) if row["stream"] == journal.LEGACY]
        replayed, _standing = journal.replay(legacy)
        pieces = {s: v for s, v in replayed.values.items() if s.startswith(("card:", "tile:"))}
        assert pieces == STATES[state][name]

    def test_say_which_entries_stand(self, state: str, name: str) -> None:
        entries = entries_of(state, name)
        for stream in {row["stream"] for row in entries}:
            own = [Entry(**row) for row in entries if row["stream"] == stream]
            assert journal.replay(own)[1] == {entry.sequence for entry in own if entry.standing}


@pytest.mark.parametrize("state", STATES)
def test_databases_migrate_and_their_journals_equal_what_the_pages_show(state: str, tmp_path: Path) -> None:
    shutil.copy(HERE / f"{state}.sqlite3", tmp_path / "portolan.sqlite3")
    run(tmp_path, "migrate", "--verbosity=0")
    run(tmp_path, "load_packs", "--verbosity=0")
    assert f"{len(STATES[state])} journals replayed, all equal." in run(tmp_path, "check_journals")


class TestDatabaseOfTheKeel:
    @pytest.fixture
    def data(self, tmp_path: Path) -> Path:
        shutil.copy(HERE / "keel.sqlite3", tmp_path / "portolan.sqlite3")
        return tmp_path

    def test_keeps_every_entry_piece_tick_and_draft(self, data: Path) -> None:
        run(data, "migrate", "--verbosity=0")
        with closing(sqlite3.connect(data / "portolan.sqlite3")) as kept:
            found = dict(
                kept.execute(
                    "SELECT c.name || '/' || t.tile, t.spot FROM campaigns_tilestate t"
                    " JOIN campaigns_campaign c ON c.id = t.campaign_id WHERE t.spot <> 'box'"
                )
            )
            assert found["Sunday rum/L33"] == "board@8"
            assert "Sunday rum/L4" not in found
            assert found["The Windward Table (invented)/L36"] == "board"
            (draft,) = kept.execute("SELECT data FROM campaigns_draft WHERE status = 'open'").fetchone()
            assert json.loads(draft)["effects"][0]["id"] == "120"
            ticks = kept.execute("SELECT count(*) FROM campaigns_tick WHERE done").fetchone()
            assert ticks == (18 + 20 + 20,)  # three seats: 18 lines first, then two more tiles in the bag

    def test_knows_members_by_the_player_they_are_called_like_and_goes_back(self, data: Path) -> None:
        run(data, "migrate", "--verbosity=0")
        with closing(sqlite3.connect(data / "portolan.sqlite3")) as kept:
            sits = kept.execute(
                "SELECT c.name, m.name, s.name, s.campaign_id = c.id FROM campaigns_member m"
                " JOIN campaigns_campaign c ON c.id = m.campaign_id JOIN campaigns_seat s ON s.id = m.seat_id"
            ).fetchall()
        players = {(WINDWARD, "Ines"), (WINDWARD, "Tomas"), (WINDWARD, "Mara"), (SUNDAY, "Ines")}
        assert {(log, name, seat, own) for log, name, seat, own in sits} == {(log, n, n, 1) for log, n in players}
        run(data, "migrate", "campaigns", "0009", "--verbosity=0")
        run(data, "migrate", "--verbosity=0")
