"""A copy becomes the database of a new data folder; what is there already is never touched."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext_lazy as lazy

from campaigns import backup, holdings
from campaigns.backup import UnusableError

if TYPE_CHECKING:
    from pathlib import Path

    from campaigns.holdings import Holdings

DATABASE, SECRET = "portolan.sqlite3", "secret.key"

MISSING = lazy("There is no file %(file)s: look at --list.")
IN_USE = lazy("%(file)s is a database in use, not a copy: make one with manage.py backup.")
CHANGED = lazy("%(file)s is not what was kept: its hash differs from the one beside it. Take another copy.")
SPOILT = lazy("%(file)s is damaged or no database: take another copy.")
NEWER = lazy("%(file)s was made by a newer Portolan (it has %(migration)s): update this one first.")
TAKEN = lazy("%(folder)s is not empty: name a new folder, nothing is ever written over.")


def find(named: Path) -> Path:
    """The copy that a path names, or a bare name in one of the folders of copies. UnusableError if there is none."""
    for file in (named, *(folder / named.name for folder in folders())):
        if file.is_file():
            return file
    raise UnusableError(str(MISSING) % {"file": named})


def folders() -> list[Path]:
    """Where this server's copies lie: the daily ones, and those from before migrations."""
    return [settings.DATA_DIR / backup.DAILY_FOLDER, settings.DATA_DIR / backup.FOLDER]


def require_whole(file: Path) -> Holdings:
    """What a copy holds. UnusableError unless hash and integrity fit and this version knows all of its migrations."""
    if file.with_name(file.name + "-wal").exists():
        raise UnusableError(str(IN_USE) % {"file": file})
    if (noted := backup.noted_hash(file)) and noted != backup.hash_of(file):
        raise UnusableError(str(CHANGED) % {"file": file})
    if not _is_sound(file):
        raise UnusableError(str(SPOILT) % {"file": file})
    found = holdings.read(file)
    if newer := sorted(found.migrations - MigrationLoader(None).disk_migrations.keys()):
        raise UnusableError(str(NEWER) % {"file": file, "migration": ".".join(newer[-1])})
    return found


def require_new(folder: Path) -> None:
    """Raise UnusableError unless `folder` is empty or not there yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UnusableError(str(TAKEN) % {"folder": folder})


def put(file: Path, folder: Path) -> Path:
    """Make `folder` a data folder with the copy `file` as its database, whole or not at all; the database's path.

    Both as `require_whole` and `require_new` let them pass. UnusableError if the bytes that arrived are others.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    half, target = folder / (DATABASE + ".part"), folder / DATABASE
    try:
        shutil.copyfile(file, half)
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        if backup.hash_of(half) != backup.hash_of(file):
            raise UnusableError(str(SPOILT) % {"file": half})
        half.rename(target)
    finally:
        half.unlink(missing_ok=True)
    return target


def lend_secret(folder: Path) -> bool:
    """Copy this server's secret beside a restored database, so that devices stay known; whether there was a file."""
    kept = settings.DATA_DIR / SECRET
    if not kept.is_file():
        return False
    with os.fdopen(os.open(folder / SECRET, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(kept.read_text())
    return True


def _is_sound(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as opened:
            return bool(opened.execute("PRAGMA integrity_check(1)").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False
