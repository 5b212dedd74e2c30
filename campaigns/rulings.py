"""Rulings: how a group reads what the sources leave open, kept with its copy, with who and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction

from campaigns import journal
from campaigns.models import Ruling
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from datetime import datetime

    from campaigns.access import Access
    from campaigns.journal import Tap
    from scenarios.reference import Entry


@dataclass(frozen=True, slots=True)
class Ruled:
    """What a table agreed on, who wrote it and when."""

    words: str
    by: str
    at: datetime


def of_copy(copy: int) -> dict[str, Ruled]:
    """The rulings of a copy by the id of their entry."""
    rows = Ruling.objects.filter(copy=copy).exclude(words="").select_related("member")
    return {row.entry: Ruled(row.words, row.member.name, row.at) for row in rows}


def write(*, access: Access, tap: Tap, entry: Entry, words: str) -> None:
    """Keeps how the copy's group reads an entry, empty to take it back.

    `tap.seen` is the pulse of the page. Clash where somebody of this campaign wrote another one since. Refusals:
    nothing_open.
    """
    if not entry.open:
        raise Refusal("nothing_open", "words")
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "book", writer=access.member)
        row = Ruling.objects.select_related("member").filter(copy=access.copy, entry=entry.id).first()
        if row and row.words != words and row.campaign_id == access.campaign and row.pulse > tap.seen:
            raise journal.Clash("ruling", row.member, row.at, row.pulse, subjects=["ruling"])
        said = {"words": words, "member_id": access.member, "campaign_id": access.campaign, "pulse": pulse}
        Ruling.objects.update_or_create(copy_id=access.copy, entry=entry.id, defaults=said)
