"""A copy of the database once a day while serving, in a thread of its own: no tap waits for it.

The thread uses no connection of Django's, and in WAL mode a reader of the file stops no writer.
"""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _

from campaigns import backup

DAY = timedelta(hours=24)
LOOK = 3600.0
"""Seconds between two looks at the clock: a laptop that slept has missed the hour it waited for."""

log = logging.getLogger("portolan.backup")


def database() -> Path | None:
    """The file to copy, `None` where PostgreSQL holds the data and pg_dump copies it."""
    return Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None


def folder() -> Path:
    """Where the daily copies lie."""
    return Path(settings.DATA_DIR) / backup.DAILY_FOLDER


def take(source: Path, now: datetime) -> Path:
    """Copy the database now and keep the newest fourteen; the path of the copy. UnusableError, OSError."""
    folder().parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return backup.copy(source, now, folder(), backup.DAILY_KEPT)


class Daily:
    """The thread. `failed` is why the last try came to nothing, empty if it did not."""

    def __init__(self) -> None:
        self.failed = ""
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to look; the first copy is made at once if the newest is older than a day."""
        if (source := database()) is None or self._thread is not None:
            return
        self._ends.clear()
        self._thread = threading.Thread(target=self._run, args=[source], name="backup", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End soon: a copy that has begun is not waited for long, what is half-made counts for nothing."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join(1)
            self._thread = None

    def look(self, source: Path, now: datetime) -> float:
        """Make a copy if one is due; the seconds after which to look again."""
        try:
            wait = self._keep_up(source, now)
        except Exception as error:  # whatever it is: the table plays on, and an hour later it is tried again
            self.failed = " ".join(str(error).split()) or type(error).__name__
            log.warning("The daily backup failed: %s", self.failed)
            return LOOK
        self.failed = ""
        return wait

    def _keep_up(self, source: Path, now: datetime) -> float:
        newest = backup.newest(folder(), now)
        if newest is not None and newest.age(now) < DAY:
            return min(LOOK, (DAY - newest.age(now)).total_seconds())
        take(source, now)
        return LOOK

    def _run(self, source: Path) -> None:
        while not self._ends.wait(self.look(source, datetime.now(UTC))):
            pass


daily = Daily()
"""The one of this process."""


def health(now: datetime) -> dict[str, Any] | None:
    """What a watcher of the server may know: the newest copy's age in seconds, whether the last try failed.

    `None` on PostgreSQL. Where and why is for the host alone.
    """
    if database() is None:
        return None
    newest = backup.newest(folder(), now)
    return {"age": int(newest.age(now).total_seconds()) if newest else None, "failed": bool(daily.failed)}


def told(now: datetime) -> str:
    """The newest copy in a sentence, and what failed."""
    if database() is None:
        return _("PostgreSQL holds the data: pg_dump makes its backups.")
    if daily.failed:
        return _("The last backup failed: %s") % daily.failed
    newest = backup.newest(folder(), now)
    if newest is None:
        return _("There is no backup yet.")
    return _("The newest backup is %d hours old.") % (newest.age(now).total_seconds() // 3600)
