"""What a database file holds, and how a copy differs from the present data, in words.

Through sqlite3 itself: the file may be of an older version than the models, and nothing may be written beside it.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.backup import UnusableError, explain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Log:
    """A campaign in a file: the newest sequence of each stream (0 is the legacy, n game n), the operations written."""

    code: str
    name: str
    pulse: int
    newest: Mapping[int, int]
    ops: frozenset[str]


@dataclass(frozen=True, slots=True)
class Holdings:
    """The campaigns of a file by code, and the migrations that were applied to it."""

    logs: Mapping[str, Log]
    migrations: frozenset[tuple[str, str]]

    @property
    def entries(self) -> int:
        return sum(len(log.ops) for log in self.logs.values())


def read(file: Path, *, kept: bool = True) -> Holdings:
    """What `file` holds; `kept`: it is a copy, to which nobody writes. UnusableError if it holds no logs."""
    address = f"{file.absolute().as_uri()}?mode=ro{'&immutable=1' if kept else ''}"
    try:
        with closing(sqlite3.connect(address, uri=True)) as opened:
            opened.execute("BEGIN")  # one moment of a file that others may write to
            migrations = opened.execute("SELECT app, name FROM django_migrations").fetchall()
            return Holdings({log.code: log for log in _logs(opened)}, frozenset(migrations))
    except sqlite3.OperationalError as error:
        if "no such table" in str(error):
            raise UnusableError(_("%(file)s holds no logs of Portolan.") % {"file": file}) from error
        raise UnusableError(explain(file, error)) from error
    except sqlite3.Error as error:
        raise UnusableError(explain(file, error)) from error


def describe(holdings: Holdings) -> list[str]:
    """One line for all, then one for each campaign with its newest sequences."""
    lines = [_counted(len(holdings.logs), holdings.entries)]
    for log in holdings.logs.values():
        place = {"code": log.code, "name": log.name, "entries": _entries(len(log.ops)), "newest": _newest(log)}
        lines.append(_("  %(code)s %(name)s: %(entries)s; %(newest)s") % place)
    return lines


def compare(copied: Holdings, present: Holdings) -> list[str]:
    """A line for each campaign that either holds: what the copy lacks of the present data, and what it has beyond."""
    here, there = present.logs, copied.logs
    lines = []
    for code in sorted(here.keys() | there.keys()):
        log = there.get(code) or here[code]
        if code not in here:
            said = _("only in the copy, with %s") % _entries(len(log.ops))
        elif code not in there:
            said = _("not in the copy; here it has %s") % _entries(len(log.ops))
        else:
            said = _difference(there[code], here[code])
        lines.append(_("  %(code)s %(name)s: %(said)s") % {"code": code, "name": log.name, "said": said})
    return lines


def _logs(opened: sqlite3.Connection) -> Iterator[Log]:
    for pk, code, name, pulse in opened.execute("SELECT id, code, name, pulse FROM campaigns_campaign ORDER BY id"):
        rows = opened.execute("SELECT stream, sequence, op FROM campaigns_entry WHERE campaign_id = ?", [pk]).fetchall()
        newest: dict[int, int] = {}
        for stream, sequence, _op in rows:
            newest[stream] = max(sequence, newest.get(stream, 0))
        yield Log(code, name, pulse, dict(sorted(newest.items())), frozenset(op for _s, _n, op in rows))


def _difference(there: Log, here: Log) -> str:
    behind, ahead = len(here.ops - there.ops), len(there.ops - here.ops)
    if behind and ahead:
        return _("the copy lacks %(behind)s and has %(ahead)s that are not here") % {
            "behind": _entries(behind),
            "ahead": _entries(ahead),
        }
    if behind:
        return _("the copy is behind by %s") % _entries(behind)
    if ahead:
        return _("the copy is ahead by %s") % _entries(ahead)
    if there.pulse != here.pulse:
        return _("the same entries; ticks, drafts or members differ")
    return _("the same")


def _newest(log: Log) -> str:
    named = {stream: _("game %d") % stream if stream else _("legacy") for stream in log.newest}
    return ", ".join(_("%(stream)s at %(at)d") % {"stream": named[s], "at": at} for s, at in log.newest.items())


def _entries(count: int) -> str:
    return ngettext("%d entry", "%d entries", count) % count


def _counted(campaigns: int, entries: int) -> str:
    found = ngettext("%d campaign", "%d campaigns", campaigns) % campaigns
    return _("%(campaigns)s, %(entries)s") % {"campaigns": found, "entries": _entries(entries)}
