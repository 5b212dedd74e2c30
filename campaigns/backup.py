"""Whether the SQLite database is fit for work, and copies of it: one a day, and one before each migration.

Through sqlite3 itself: Django's connection writes to a file before anybody knows whether it is a database.
"""

from __future__ import annotations

import hashlib
import os
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as lazy

if TYPE_CHECKING:
    from pathlib import Path

KEPT, DAILY_KEPT = 5, 14
FOLDER, DAILY_FOLDER = "before-migration", "backups"
STAMP = "%Y%m%dT%H%M%SZ"
ABANDONED = 3600
"""Seconds after which a half-made copy belongs to nobody any more."""

DAMAGED = lazy("%(file)s is damaged or no database: move it away and restore a copy (docs/how-to/host.md).")
REASONS = {
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_READONLY: lazy("%(file)s cannot be written to: make it and its folder writable."),
    sqlite3.SQLITE_CANTOPEN: lazy("%(file)s cannot be opened: look whose it is and what lies there."),
    sqlite3.SQLITE_BUSY: lazy("%(file)s is in use: stop the other Portolan that holds it."),
    sqlite3.SQLITE_FULL: lazy("No room is left for %(file)s: free some."),
}

SILENT = lazy("The database does not answer.")
BRIEF = {
    sqlite3.SQLITE_NOTADB: lazy("The database is damaged."),
    sqlite3.SQLITE_CORRUPT: lazy("The database is damaged."),
    sqlite3.SQLITE_CANTOPEN: lazy("The database cannot be opened."),
    sqlite3.SQLITE_BUSY: lazy("The database is in use by another writer."),
    sqlite3.SQLITE_FULL: lazy("The disk of the database is full."),
}


class UnusableError(Exception):
    """The database cannot be worked with; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Backup:
    """A copy of the database: when it was taken, its size in bytes, the SHA-256 that was noted beside it or ""."""

    path: Path
    taken: datetime
    size: int
    noted: str

    def age(self, now: datetime) -> timedelta:
        return now - self.taken


def folder_for(database: Path) -> Path:
    """Where the copies of `database` from before its migrations lie."""
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
        raise UnusableError(str(DAMAGED) % {"file": database})


def copy(database: Path, now: datetime, folder: Path | None = None, kept: int = KEPT) -> Path:
    """Copy `database`, also while others write to it, into `folder`; the newest `kept` stay. The path of the new one.

    The copy is one file that needs no other, sound, and has its hash beside it. UnusableError if that cannot be had;
    then nothing is left behind and no older copy is removed.
    """
    folder = folder or folder_for(database)
    folder.mkdir(mode=0o700, exist_ok=True)
    target = _claim_name(folder, f"portolan-{now:{STAMP}}")
    half = target.with_suffix(".part")
    try:
        _copy(database, half)
        note_of(target).write_text(f"{hash_of(half)}  {target.name}\n")
        half.rename(target)  # only now: what has the name of a copy is whole and has its hash
    except sqlite3.Error as error:
        raise UnusableError(explain(database, error)) from error
    finally:
        half.unlink(missing_ok=True)
        if not target.exists():
            note_of(target).unlink(missing_ok=True)
    _tidy(folder, kept)
    return target


def copies(folder: Path) -> list[Path]:
    """The copies in `folder`, the oldest first."""
    return sorted(folder.glob("portolan-*-*.sqlite3"), key=_order)


def backups(folder: Path) -> list[Backup]:
    """The copies in `folder` with what is known of them, the oldest first."""
    return [known for path in copies(folder) if (known := _known(path))]


def newest(folder: Path, now: datetime) -> Backup | None:
    """The newest copy in `folder`. One from the future, made under a wrong clock, stops nobody from making another."""
    past = [one for one in backups(folder) if one.taken <= now + timedelta(minutes=1)]
    return past[-1] if past else None


def hash_of(file: Path) -> str:
    """The SHA-256 of a file."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def note_of(copied: Path) -> Path:
    """Where the hash of a copy is noted, as sha256sum writes and checks it."""
    return copied.with_name(copied.name + ".sha256")


def noted_hash(copied: Path) -> str:
    """The hash that was noted beside a copy, "" if none was."""
    note = note_of(copied)
    words = note.read_text(errors="replace").split() if note.is_file() else []
    return words[0].lower() if words else ""


def explain(file: Path, error: sqlite3.Error) -> str:
    """What SQLite's error about `file` means and what to do; its own words where that is not known."""
    # The low byte is the kind of the error, the rest its finer sort.
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return str(REASONS[code]) % {"file": file} if code in REASONS else f"{file}: {error}"


def in_brief(error: Exception) -> str:
    """Why Django could not ask the database, for those who may not know where it lies."""
    code = getattr(error.__cause__, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    return str(BRIEF.get(code, SILENT))


def _copy(database: Path, half: Path) -> None:
    """The online backup, in one step: it reads one moment of the database, and in WAL mode no writer waits for it."""
    address = f"{database.absolute().as_uri()}?mode=rw"  # never make an empty database where none is
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(half)) as made:
        source.backup(made)
        made.execute("PRAGMA journal_mode=DELETE")  # in WAL mode reading the copy would write files beside it
        sound = made.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",)
    if not sound:
        raise UnusableError(str(DAMAGED) % {"file": database})
    with half.open("rb+") as file:
        os.fsync(file.fileno())


def _claim_name(folder: Path, stem: str) -> Path:
    """A free name, claimed by an empty half-made copy: another process may copy in the same second."""
    number = max((_number(path) for path in folder.glob(f"{stem}-*")), default=0)
    while True:
        number += 1
        try:
            (folder / f"{stem}-{number}.part").open("xb").close()
        except FileExistsError:
            continue
        return folder / f"{stem}-{number}.sqlite3"


def _tidy(folder: Path, kept: int) -> None:
    """Remove what is older than the newest `kept`, and what a killed process left half-made."""
    for old in copies(folder)[:-kept]:
        old.unlink(missing_ok=True)
        note_of(old).unlink(missing_ok=True)
    for half in folder.glob("portolan-*.part*"):
        if _abandoned(half):
            half.unlink(missing_ok=True)


def _abandoned(file: Path) -> bool:
    try:
        return datetime.now(UTC).timestamp() - file.stat().st_mtime > ABANDONED
    except FileNotFoundError:
        return False


def _known(path: Path) -> Backup | None:
    stamp = re.fullmatch(r"portolan-(\d{8}T\d{6}Z)-\d+", path.stem)
    try:
        taken = datetime.strptime(stamp[1], STAMP).replace(tzinfo=UTC) if stamp else None
        return Backup(path, taken, path.stat().st_size, noted_hash(path)) if taken else None
    except (ValueError, FileNotFoundError):  # no time at all, or just removed for a newer one
        return None


def _order(copied: Path) -> tuple[str, int]:
    # The number is compared as one: -10 is younger than -9.
    return copied.stem.rsplit("-", 1)[0], _number(copied)


def _number(file: Path) -> int:
    tail = file.name.partition(".")[0].rpartition("-")[2]
    return int(tail) if re.fullmatch(r"\d+", tail) else 0
