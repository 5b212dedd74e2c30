"""Whether the SQLite database is fit for work, and copies of it for the day a migration goes wrong.

Through sqlite3 itself: Django's connection writes to a file before anybody knows whether it is a database.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

KEPT = 5
FOLDER = "before-migration"

DAMAGED = gettext_noop("%(file)s is damaged or no database: move it away and put a copy from %(copies)s in its place.")
REASONS = {
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_READONLY: gettext_noop("%(file)s cannot be written to: make it and its folder writable."),
    sqlite3.SQLITE_CANTOPEN: gettext_noop("%(file)s cannot be opened: look whose it is and what lies there."),
    sqlite3.SQLITE_BUSY: gettext_noop("%(file)s is in use: stop the other Portolan that holds it."),
    sqlite3.SQLITE_FULL: gettext_noop("No room is left for %(file)s: free some."),
}


class UnusableError(Exception):
    """The database cannot be worked with; the message is one sentence that says what to do."""


def folder_for(database: Path) -> Path:
    """Where the copies of `database` lie."""
    return database.parent / FOLDER


def require_usable(database: Path, *, thorough: bool = False, wait: float = 20) -> None:
    """Raise UnusableError unless `database` can be read and written, or is not there yet.

    `thorough` reads all of it; `wait` is for how many seconds another writer may hold it.
    """
    if not database.exists():
        return
    try:
        with closing(sqlite3.connect(database, timeout=wait, isolation_level=None)) as opened:
            opened.execute("BEGIN IMMEDIATE")
            # Only writing shows that a file is read-only: there even BEGIN IMMEDIATE quietly begins to read.
            opened.execute("PRAGMA user_version = 0")
            opened.execute("ROLLBACK")
            sound = not thorough or opened.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error as error:
        raise UnusableError(explain(database, error)) from error
    if not sound:
        raise UnusableError(_sentence(DAMAGED, database))


def copy(database: Path, now: datetime) -> Path:
    """Copy `database`, also while others write to it, and keep the newest five copies; the path of the new one."""
    folder = folder_for(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    target = _free_name(folder, f"portolan-{now:%Y%m%dT%H%M%SZ}")
    half = target.with_suffix(".part")
    try:
        with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(half)) as made:
            source.backup(made)
    except sqlite3.Error as error:
        half.unlink(missing_ok=True)
        raise UnusableError(explain(half, error)) from error
    half.rename(target)  # only now: what has the name of a copy is whole
    for old in copies(folder)[:-KEPT]:
        old.unlink()
    return target


def copies(folder: Path) -> list[Path]:
    """The copies in `folder`, the oldest first."""
    return sorted(folder.glob("portolan-*-*.sqlite3"), key=_age)


def explain(file: Path, error: sqlite3.Error) -> str:
    """What SQLite's error about `file` means and what to do; its own words where that is not known."""
    # The low byte is the kind of the error, the rest its finer sort.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return _sentence(REASONS[code], file) if code in REASONS else f"{file}: {error}"


def _age(copied: Path) -> tuple[str, int]:
    # The number is compared as one: -10 is younger than -9.
    stem, number = copied.stem.rsplit("-", 1)
    return stem, int(number) if re.fullmatch(r"\d+", number) else 0


def _free_name(folder: Path, stem: str) -> Path:
    taken = [int(path.stem.rsplit("-", 1)[1]) for path in folder.glob(f"{stem}-*.sqlite3")]
    return folder / f"{stem}-{max(taken, default=0) + 1}.sqlite3"


def _sentence(reason: str, file: Path) -> str:
    return _(reason) % {"file": file, "copies": FOLDER}
