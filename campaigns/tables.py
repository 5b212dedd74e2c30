"""Printed tables: what only a card or tile shows, typed once, kept with the copy for every campaign played with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from campaigns import journal
from campaigns.models import Member, PrintedTable
from campaigns.rules.effects import Refusal
from cards import catalogue
from cards.board import pair
from scenarios import printed
from scenarios.printed import PrintedTables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.journal import Tap
    from campaigns.models import Play
    from scenarios.table import Line


_ARROW, _JOINED, _APART = "arrow/", "joined", "apart"
"""How an arrow of a copy's board is kept among its tables: its two ends, and what it does."""


@dataclass(frozen=True, slots=True)
class Entered:
    """What a copy's card or tile says, and who typed it when."""

    said: str
    by: str
    at: datetime


def entered(access: Access) -> dict[str, Entered]:
    """Everything that the copy's cards and tiles show, as far as somebody typed it, by key."""
    rows = PrintedTable.objects.filter(copy=access.copy).exclude(said="").select_related("member")
    return {row.key: Entered(row.said, row.member.name, row.at) for row in rows}


def known(access: Access) -> PrintedTables:
    """What set-up lists read of `entered`."""
    return told(entered(access))


def told(found: Mapping[str, Entered]) -> PrintedTables:
    """What set-up lists read of tables that are at hand already."""
    return PrintedTables({key: row.said for key, row in found.items()})


def with_own(found: PrintedTables, play: Play) -> PrintedTables:
    """The tables of the copy with what seats chose for a play."""
    return PrintedTables({**found.said, **{key: row["said"] for key, row in play.chosen.items()}})


def of_play(play: Play, lines: list[Line], found: Mapping[str, Entered]) -> dict[str, Entered]:
    """What the copy, or the play itself, knows for its lines, out of all that was `entered`, by line id."""
    keys = {line.id: printed.key(line.step, play.card, line.values) for line in lines if line.printed}
    own = {key: Entered(row["said"], row["by"], datetime.fromisoformat(row["at"])) for key, row in play.chosen.items()}
    both = {**found, **own}
    return {line: both[key] for line, key in keys.items() if key in both}


def choose(access: Access, tap: Tap, play: Play, key: str, said: str, pulse: int) -> None:
    """Keeps in a play what a seat chose, empty to forget it; whoever saves the play is in a transaction.

    `tap.seen` is the pulse of the page. Clash where somebody chose something else since.
    """
    row = play.chosen.get(key)
    if row and row["said"] != said and row["pulse"] > tap.seen:
        who = Member.objects.get(pk=row["member"])
        raise journal.Clash("table", who, datetime.fromisoformat(row["at"]), row["pulse"], subjects=["table"])
    chosen = {one: value for one, value in play.chosen.items() if one != key}
    if said:
        chosen[key] = {"said": said, "member": access.member, "by": access.name, "pulse": pulse}
        chosen[key]["at"] = timezone.now().isoformat()
    play.chosen = chosen


def read(play: Play, line: Line, typed: str) -> tuple[str, str]:
    """The key of the table that `line` asks for, and the canonical form of what was typed.

    Refusals: not_readable, nothing_printed.
    """
    if not line.printed:
        raise Refusal("nothing_printed")
    try:
        said = printed.read(printed.Kind(line.printed), typed)
    except printed.Unreadable as fault:
        raise Refusal("not_readable", "said", part=fault.part) from fault
    return printed.key(line.step, play.card, line.values), said


def joined(known: PrintedTables) -> dict[tuple[str, str], bool]:
    """The pairs of locations that the copy's board joins or does not, where the group says that it differs."""
    found = {}
    for key, said in known.said.items():
        if key.startswith(_ARROW):
            one, _sep, other = key.removeprefix(_ARROW).partition("/")
            found[one, other] = said == _JOINED
    return found


def say_joined(*, access: Access, tap: Tap, one: str, other: str, yes: bool | None) -> None:
    """Keeps with the copy whether an arrow of its board joins two locations; `None`: as the log has it.

    `tap.seen` is the pulse of the page. Clash where somebody said something else since. Refusals: no_such_location.
    """
    if one == other or not {one, other} <= set(catalogue.locations(access.box, access.content)):
        raise Refusal("no_such_location", "beside", space=other)
    first, second = pair(one, other)
    key, said = f"{_ARROW}{first}/{second}", "" if yes is None else _JOINED if yes else _APART
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "table", writer=access.member)
        require_unseen(access, tap, key, said)
        keep(access, key, said, pulse)


def require_unseen(access: Access, tap: Tap, key: str, said: str) -> None:
    """Clash where somebody of this campaign typed something else for a table since `tap.seen`, the page's pulse."""
    row = PrintedTable.objects.select_related("member").filter(copy=access.copy, key=key).first()
    if row and row.said != said and row.campaign_id == access.campaign and row.pulse > tap.seen:
        raise journal.Clash("table", row.member, row.at, row.pulse, subjects=["table"])


def keep(access: Access, key: str, said: str, pulse: int) -> None:
    """Keeps a table with the copy, in the transaction that raised the campaign's pulse."""
    PrintedTable.objects.update_or_create(
        copy_id=access.copy,
        key=key,
        defaults={"said": said, "member_id": access.member, "campaign_id": access.campaign, "pulse": pulse},
    )
