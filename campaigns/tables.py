"""Printed tables: what only a card or tile shows, typed once, kept with the copy for every campaign played with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from campaigns import journal
from campaigns.models import PrintedTable
from campaigns.rules.effects import Refusal
from scenarios import printed

if TYPE_CHECKING:
    from datetime import datetime

    from campaigns.access import Access
    from campaigns.journal import Tap
    from campaigns.models import Play
    from scenarios.table import Line


@dataclass(frozen=True, slots=True)
class Entered:
    """What a copy's card or tile says, and who typed it when."""

    said: str
    by: str
    at: datetime


def key_of(play: Play, line: Line) -> str:
    """The table that a line asks for: its step, the card that starts the game, and the amounts worked out for it."""
    return f"{line.step}/{play.card}/{line.amount}"


def of_play(access: Access, play: Play, lines: list[Line]) -> dict[str, Entered]:
    """What the copy knows for the lines of a play, by line id."""
    if not any(line.printed for line in lines):
        return {}
    rows = PrintedTable.objects.filter(copy=access.copy).select_related("member")
    known = {row.key: Entered(row.said, row.member.name, row.at) for row in rows if row.said}
    return {line.id: known[key] for line in lines if line.printed and (key := key_of(play, line)) in known}


def enter(*, access: Access, tap: Tap, play: Play, line: Line, typed: str) -> str:
    """Keeps what a card or tile of the copy says for `line`, empty to forget it; answers its canonical form.

    `tap.seen` is the pulse of the page. Clash where somebody typed something else since. Refusals: not_readable,
    nothing_printed.
    """
    if not line.printed:
        raise Refusal("nothing_printed")
    try:
        said = printed.read(printed.Kind(line.printed), typed)
    except printed.Unreadable as fault:
        raise Refusal("not_readable", "said", part=fault.part) from fault
    key = key_of(play, line)
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign)
        row = PrintedTable.objects.select_related("member").filter(copy=access.copy, key=key).first()
        if row and row.said != said and row.campaign_id == access.campaign and row.pulse > tap.seen:
            raise journal.Clash("table", row.member, row.at, row.pulse, subjects=["table"])
        PrintedTable.objects.update_or_create(
            copy_id=access.copy,
            key=key,
            defaults={"said": said, "member_id": access.member, "campaign_id": access.campaign, "pulse": pulse},
        )
    return said
