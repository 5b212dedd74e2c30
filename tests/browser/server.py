"""A real server for a real browser: uvicorn in a process of its own, with a data folder of its own.

As a program it is that process: `serve PORT DAYS` serves, with the clock DAYS on; `stage STAGE…` writes campaigns into
the folder and prints them; `journal CODE` prints what a campaign's journal says. PORTOLAN_DATA names the folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaigns.models import Campaign

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60
"""Seconds until a server that does not answer counts as broken."""

SETUP, ROUND, DRAFT, CLOSING, BETWEEN = "setup", "round", "draft", "closing", "between"
"""Stages of a campaign: of its first game the list lies open, round 1 is played, its reading is a draft, the closing is
one (the reading after round 1 brought L31 and card 152); or that game is over and brought L31 and card 184."""

TOGETHER, RESCUE, RUNNING, VERDICT = "together", "rescue", "running", "verdict"
"""Stages of three who play together: the list of card 74 or of The Rescue lies open; The Rescue runs with all its aids;
or it is over and its closing holds everybody's points."""


@dataclass(frozen=True)
class Staged:
    """A campaign of Ines (captain) and Tomas (crew) with the cookies of their browsers."""

    code: str
    captain: str
    crew: str
    recovery: str
    draft: int = 0

    @property
    def home(self) -> str:
        return f"/c/{self.code}/"

    @property
    def play(self) -> str:
        return f"/c/{self.code}/p/1/"

    @property
    def reading(self) -> str:
        return f"{self.play}read/{self.draft}/"


class Server:
    """A data folder and the process that serves it, always on the same port."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        named = {name: value for name, value in os.environ.items() if not name.startswith("PORTOLAN_")}
        # A locked database is given up after a second: no test has to wait for twenty.
        self._environment = named | {"PORTOLAN_DATA": str(folder), "PORTOLAN_BUSY": "1", "TZ": "UTC"}
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "secret.key").write_text(secrets.token_urlsafe(50))

    def prepare(self, stages: Sequence[str] = ()) -> list[Staged]:
        """Makes the folder ready as start.py does, with a campaign for each of `stages`."""
        told = subprocess.run(
            [sys.executable, "-m", "tests.browser.server", "stage", *stages],
            cwd=ROOT,
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE,
        )
        assert told.returncode == 0, told.stdout + told.stderr
        return [Staged(**row) for row in json.loads(told.stdout.splitlines()[-1])]

    def start(self, days: int = 0) -> None:
        """Serves, with the clock `days` on, and waits for the first answer."""
        command = [sys.executable, "-m", "tests.browser.server", "serve", str(self.port), str(days)]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, cwd=ROOT, env=self._environment, stdout=log, stderr=log)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None, self.log()
            assert time.monotonic() < until, self.log()
            time.sleep(0.05)

    def stop(self) -> None:
        """Asks the process to end, as the one who closes the laptop does, and waits for it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(PATIENCE)
            self._process = None

    def restart(self, days: int = 0) -> None:
        self.stop()
        self.start(days)

    def log(self) -> str:
        """What the process has printed so far."""
        return (self.folder / "server.log").read_text()

    def journal(self, code: str) -> dict[str, Any]:
        """What a campaign's journal says, read by a process that has nothing to do with the one that serves.

        `legacy` and `play` (the first) are what their streams replay to, `titles` what stands, newest first, `draft`
        how often the newest draft was written, `differs` where the tables differ from the journal.
        """
        command = [sys.executable, "-m", "tests.browser.server", "journal", code]
        told = subprocess.run(
            command, cwd=ROOT, env=self._environment, capture_output=True, text=True, timeout=PATIENCE
        )
        assert told.returncode == 0, told.stdout + told.stderr
        found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
        return found

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """While it lasts somebody else writes: reads work, each write waits a second in vain."""
        database = sqlite3.connect(self.folder / "portolan.sqlite3", isolation_level=None)
        try:
            database.execute("BEGIN IMMEDIATE")
            yield
        finally:
            database.close()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _serve(port: int, days: int) -> None:
    if days:
        import time_machine

        time_machine.travel(datetime.now(UTC) + timedelta(days=days)).start()
    from portolan.serve import serve

    # As start.py calls it; quiet, because a log is only read when something broke.
    serve("127.0.0.1", port, log_level="warning")


def _stage(stages: Sequence[str]) -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("prepare")
    print(json.dumps([asdict(_staged(stage)) for stage in stages]))


def _staged(stage: str) -> Staged:
    import uuid

    from campaigns import access, crew, story
    from campaigns.models import Member
    from campaigns.rules.effects import Effect, Wanted
    from tests import cast, factories

    device = uuid.uuid4()
    three = stage in (TOGETHER, RESCUE, RUNNING, VERDICT)
    campaign = factories.begin(device=device, seats=("Ines", "Tomas", *(["Mara"] if three else [])))
    tomas = factories.join(campaign, Member.Role.CREW, "Tomas")[1]
    captain = factories.access_of(campaign)
    crew.note_recovery(member=captain.member)
    draft = 0
    if three:
        draft = _together(campaign, stage)
    else:
        play = factories.open_play(campaign)
    if stage == BETWEEN:
        brought = [Wanted(Effect.TILE_ON_BOARD, "L31"), Wanted(Effect.CARD_INTO_PLAY, "184")]
        factories.close(campaign, play, *brought, read=["150"])
    elif stage != SETUP and not three:
        factories.end_rounds(campaign, play, int(stage != ROUND))
    if stage == CLOSING:
        brought = [Wanted(Effect.TILE_ON_BOARD, "L31"), Wanted(Effect.CARD_INTO_PLAY, "152")]
        factories.reading(campaign, play, 1, *brought, read=["150"])
        factories.end_rounds(campaign, play, 4)
    if stage in (DRAFT, CLOSING):
        after = 1 if stage == DRAFT else 4
        draft = story.open_draft(access=factories.access_of(campaign), play=play, after=after).pk
    cookies = [cast.browser(owner).cookies[access.COOKIE].value for owner in (device, tomas)]
    return Staged(campaign.code, cookies[0], cookies[1], crew.recovery_code(campaign.code, captain.member), draft)


def _together(campaign: Campaign, stage: str) -> int:
    """A game of three against Jacques; the draft of its closing, if it has one."""
    from tests.at_table import Game, rescue

    if stage in (TOGETHER, RESCUE):
        Game.open("74" if stage == TOGETHER else "193", 3, campaign=campaign)
        return 0
    game = rescue(campaign=campaign)
    game.do("jacques", "turn")
    game.do("search", "turn-up", space="8", colour="red")
    game.do("markers", "free", space="9", nation="spain", to="square:1:2")
    return 0 if stage == RUNNING else game.end_all().draft(points_0=160, points_1=150, points_2=149).pk


def _journal(code: str) -> None:
    import django

    django.setup()
    from campaigns import journal, log, wording
    from campaigns.models import Campaign, Draft, Entry

    campaign = Campaign.objects.get(code=code)
    entries = Entry.objects.filter(campaign=campaign)
    streams = {
        name: journal.replay(entries.filter(stream=at).order_by("sequence"))[0] for at, name in enumerate(_NAMES)
    }
    told: dict[str, Any] = {name: dict(state.values) for name, state in streams.items()}
    told["titles"] = [wording.entry(entry).title for entry in log.history(campaign.pk) if entry.standing]
    told["draft"] = Draft.objects.filter(play__campaign=campaign).latest("pk").revision
    print(json.dumps(told | {"differs": log.differences(campaign.pk)}))


_NAMES = ("legacy", "play")

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portolan.settings")
    if sys.argv[1] == "serve":
        _serve(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1] == "journal":
        _journal(sys.argv[2])
    else:
        _stage(sys.argv[2:])
