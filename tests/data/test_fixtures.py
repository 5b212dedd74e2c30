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

LIES = {
    "The Windward Table (invented)": {
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
    "Sunday rum": {
        "card:150": "gone",
        "tile:L1": "board@17",
        "tile:L30": "board@21a",
        "tile:L33": "board@8",
    },
}


def run(data: Path, *command: str) -> str:
    """What a management command prints; its error output fails the test."""
    environ = os.environ | {"PORTOLAN_DATA": str(data)}
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class TestJournalOfTheKeel:
    def journals(self) -> list[dict[str, Any]]:
        return json.loads((HERE / "keel.journal.json").read_text())  # type: ignore[no-any-return]

    @pytest.mark.parametrize("name", LIES)
    def test_replays_to_what_lay_on_the_table(self, name: str) -> None:
        entries = next(kept["entries"] for kept in self.journals() if kept["campaign"] == name)
        legacy = [Entry(**row) for row in entries if row["stream"] == journal.LEGACY]
        state, _standing = journal.replay(legacy)
        pieces = {s: v for s, v in state.values.items() if s.startswith(("card:", "tile:"))}
        assert pieces == LIES[name]

    @pytest.mark.parametrize("name", LIES)
    def test_says_which_entries_stand(self, name: str) -> None:
        entries = next(kept["entries"] for kept in self.journals() if kept["campaign"] == name)
        for stream in {row["stream"] for row in entries}:
            own = [Entry(**row) for row in entries if row["stream"] == stream]
            assert journal.replay(own)[1] == {entry.sequence for entry in own if entry.standing}


class TestDatabaseOfTheKeel:
    @pytest.fixture
    def data(self, tmp_path: Path) -> Path:
        shutil.copy(HERE / "keel.sqlite3", tmp_path / "portolan.sqlite3")
        return tmp_path

    def test_migrates_and_its_journals_equal_what_the_pages_show(self, data: Path) -> None:
        run(data, "migrate", "--verbosity=0")
        run(data, "load_packs", "--verbosity=0")
        assert "2 journals replayed" in run(data, "check_journals")

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
