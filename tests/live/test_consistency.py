"""Twelve people write into one campaign at once, twice now and then, with cut lines and a server that is restarted.

Every acknowledged write is there exactly once, every refused one without a trace, and nobody ends elsewhere than the
journal. What a history has to be is said in `checker.py`, which is shown wrong ones in `test_checker.py`.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tests.browser.server import RUNNING, Server
from tests.live.checker import Answer, Attempt, Kept, faults
from tests.live.client import CUT, Client, new_op

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CLIENTS, WRITES = 12, 60
QUESTS = "quests"
TILES = [f"L{number}" for number in (2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14)]
"""Each client moves a tile of its own between box and bag, in the legacy; all share Jacques' quests, in the play."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.stop()


@dataclass
class Writer:
    """One client and what it tried and heard. `dice` decides what it does, so that a run can be told again."""

    number: int
    client: Client
    home: str
    play: str
    dice: random.Random
    attempts: list[Attempt] = field(default_factory=list)
    in_bag: bool = False

    def run(self, start: threading.Barrier) -> None:
        self.client.get(f"{self.home}correct/")
        start.wait()
        for _ in range(WRITES):
            time.sleep(self.dice.random() * 0.02)
            self.write()

    @property
    def tile(self) -> str:
        return TILES[self.number]

    def write(self) -> None:
        """One write, sent until somebody answers; a clash is done anyway, with a new op."""
        if self.dice.random() < 0.2:
            self.client.listen_and_leave(f"/live/{self.home.strip('/').split('/')[-1]}/?seen=-1")
        shared = self.dice.random() < 0.15
        subject, by = (QUESTS, 1) if shared else (self.tile, -1 if self.in_bag else 1)
        seen = self.looks(subject)
        for _ in range(200):
            answer, seen = self.send(new_op(), subject, by, seen)
            if answer is Answer.DONE:
                self.in_bag ^= not shared
                return
        raise AssertionError("refused two hundred times")

    def looks(self, subject: str) -> str:
        """The revision of the page that the form stands on."""
        page = f"{self.play}aid/jacques/" if subject == QUESTS else f"{self.home}correct/"
        while True:
            try:
                answer = self.client.get(page)
            except CUT:
                answer = None
            if answer and answer.status == 200:
                return answer.field("seen")
            time.sleep(0.05)

    def send(self, op: str, subject: str, by: int, seen: str) -> tuple[Answer, str]:
        """The same op until there is an answer; now and then it is sent twice, or without waiting for the answer."""
        path, fields = self._form(subject, by)
        for again in range(400):
            try:
                if not again and self.dice.random() < 0.1:
                    self.client.post_and_leave(path, op=op, seen=seen, **fields)
                    self._note(op, subject, by, Answer.NOTHING)
                    continue
                page = self.client.post(path, op=op, seen=seen, **fields)
                if page.status == 303 and self.dice.random() < 0.1:  # the thumb slips
                    self.client.post(path, op=op, seen=seen, **fields)
            except CUT:
                self._note(op, subject, by, Answer.NOTHING)
                time.sleep(0.05)
                continue
            if page.status == 303:
                self._note(op, subject, by, Answer.DONE)
                return Answer.DONE, seen
            if page.status == 409:
                self._note(op, subject, by, Answer.REFUSED)
                return Answer.REFUSED, page.field("seen")
            assert page.status == 503, (page.status, path, fields, seen, self.attempts[-6:])
            self._note(op, subject, by, Answer.NOTHING)
            time.sleep(0.05)
        raise AssertionError("nobody answered")

    def _form(self, subject: str, by: int) -> tuple[str, dict[str, object]]:
        if subject == QUESTS:
            return f"{self.play}aid/jacques/count/", {"name": QUESTS, "by": by}
        place = "bag" if by > 0 else "box"
        return f"{self.home}correct/", {
            "kind": "tile",
            "number": subject,
            "place": place,
            "space": "",
            "reason": "so it lies",
        }

    def _note(self, op: str, subject: str, by: int, answer: Answer) -> None:
        self.attempts.append(Attempt(self.number, op, subject, by, answer))

    def shows(self) -> dict[str, int]:
        """What the pages of this client show in the end."""
        quests = re.search(r'data-count="quests">(\d+)', self.client.get(f"{self.play}aid/jacques/").text)
        assert quests
        bag = re.findall(r'data-piece="(L\d+)"', self.client.get(f"{self.home}bag/").text)
        return {QUESTS: int(quests[1])} | {tile: 1 for tile in TILES if tile in bag}


def kept(folder: Path, since: int) -> tuple[list[Kept], dict[str, int]]:
    """The writes of the journal since an entry, and what the projections have come to."""
    database = sqlite3.connect(folder / "portolan.sqlite3")
    rows = database.execute("SELECT op, changes FROM campaigns_entry WHERE id > ? ORDER BY id", [since]).fetchall()
    tiles = database.execute("SELECT tile, spot FROM campaigns_tilestate").fetchall()
    (play,) = database.execute("SELECT data FROM campaigns_playstate WHERE aid = 'jacques'").fetchone()
    database.close()
    found = []
    for op, changes in rows:
        ((subject, was, to),) = json.loads(changes)
        kind, _sep, what = subject.partition(":")
        by = int(to or 0) - int(was or 0) if kind == "jacques" else (to == "bag") - (was == "bag")
        found.append(Kept(op, what, by))
    end = {tile: 1 for tile, spot in tiles if tile in TILES and spot == "bag"}
    return found, end | {QUESTS: json.loads(play).get("jacques:quests", 0)}


def newest(folder: Path) -> int:
    database = sqlite3.connect(folder / "portolan.sqlite3")
    (row,) = database.execute("SELECT max(id) FROM campaigns_entry").fetchone()
    database.close()
    return int(row)


def test_of_twelve_writers_is_kept(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    (campaign,) = server.prepare([RUNNING])
    server.start()
    before = newest(server.folder)
    cookies = [campaign.captain, campaign.crew] * (CLIENTS // 2)
    writers = [
        Writer(number, Client(server, cookie), campaign.home, campaign.play, random.Random(number))
        for number, cookie in enumerate(cookies)
    ]
    start = threading.Barrier(CLIENTS + 1)
    with ThreadPoolExecutor(CLIENTS) as hands:
        at_work = [hands.submit(writer.run, start) for writer in writers]
        start.wait()
        began = time.monotonic()
        time.sleep(2)
        server.restart()
        for one in at_work:
            one.result()
    took = time.monotonic() - began
    journal, end = kept(server.folder, before)
    attempts = [attempt for writer in writers for attempt in writer.attempts]
    seen = {writer.number: writer.shows() for writer in writers}
    assert faults(attempts, journal, end, seen) == []
    answers = [attempt.answer for attempt in attempts]
    assert answers.count(Answer.DONE) >= CLIENTS * WRITES
    assert answers.count(Answer.REFUSED) > 0
    assert answers.count(Answer.NOTHING) > 0
    with capsys.disabled():
        told = ", ".join(f"{answers.count(one)} {one}" for one in Answer)
        print(f"\n{CLIENTS} writers, {len(journal)} entries in {took:.1f} s over one restart: {told}")
