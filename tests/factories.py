"""Things that tests begin with, made by the same use cases as the pages use."""

from __future__ import annotations

import secrets
import uuid
from typing import TYPE_CHECKING

from campaigns import access as gate
from campaigns import crew, journal, plays, story
from campaigns.evenings import CAMPAIGN, Choice
from campaigns.journal import Tap
from campaigns.models import Device, Invitation, Member, Seat
from cards.models import Box
from scenarios.table import SeatTonight

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from campaigns.access import Access
    from campaigns.models import Campaign, Entry, Play
    from campaigns.rules.effects import Wanted


JEAN, JACQUES = Choice(opponent="jean", level="3"), Choice(opponent="jacques", level="medium")
TOGETHER = ("74", "185", "193")
"""The evenings on which all play against Jacques."""


def op() -> str:
    """A fresh operation id."""
    return secrets.token_hex(16)


def begin(
    name: str = "Windward",
    seats: Sequence[str] = ("Ines", "Tomas"),
    device: uuid.UUID | None = None,
    copy: int | None = None,
) -> Campaign:
    """A campaign of The Uprising; its captain is called Ines. `copy` is a copy that another campaign is played with."""
    return crew.begin(
        device=device or uuid.uuid4(),
        op=op(),
        box="uprising",
        line="uprising",
        name=name,
        captain="Ines",
        seats=seats,
        copy=copy,
    )


def join(campaign: Campaign, role: Member.Role, name: str) -> tuple[Member, uuid.UUID]:
    """A member with a device of their own."""
    member = Member.objects.create(campaign=campaign, role=role, name=name)
    device = Device.objects.create()
    member.devices.add(device)
    return member, device.pk


def invitation(campaign: Campaign, role: Member.Role = Member.Role.CREW, ends: datetime | None = None) -> Invitation:
    """An open invitation of the captain, or one that ends at a time."""
    captain = Member.objects.get(campaign=campaign, role=Member.Role.CAPTAIN)
    code = "".join(secrets.choice(crew.ALPHABET) for _ in range(6))
    return Invitation.objects.create(campaign=campaign, code=code, role=role, by=captain, op=op(), ends=ends)


def access_of(campaign: Campaign, role: str = "captain") -> Access:
    """The access of the first member with `role`, read afresh."""
    campaign.refresh_from_db()
    member = Member.objects.filter(campaign=campaign, role=role).order_by("pk")[0]
    found = gate.find(campaign.code, member.devices.all()[0].pk)
    assert found is not None
    return found


def tap_of(access: Access, stream: int = journal.LEGACY, name: str | None = None) -> Tap:
    """A tap of somebody who has just loaded the page of `stream`."""
    return Tap(access.campaign, access.member, name or op(), journal.ground(access.campaign, stream).revision)


def open_play(campaign: Campaign, key: str = CAMPAIGN, choice: Choice | None = None) -> Play:
    """The evening `key` with every seat of the campaign, in order.

    Unless `choice` says otherwise, whoever plays alone plays against Jean, and all together play against Jacques.
    """
    access = access_of(campaign)
    seats = [SeatTonight(seat.pk, "", "") for seat in Seat.objects.filter(campaign=campaign).order_by("position")]
    against = choice or (JACQUES if key in TOGETHER else JEAN)
    return plays.open_tonight(access=access, tap=tap_of(access), seats=seats, key=key, choice=against)


def end_rounds(campaign: Campaign, play: Play, upto: int) -> None:
    """Starts the game and ends its rounds 1 to `upto`."""
    access = access_of(campaign)
    for ended in range(upto + 1):
        if journal.ground(access.campaign, play.number).state.round() == ended:
            plays.end_round(tap=tap_of(access, play.number), play=play.number, ended=ended)


def reading(campaign: Campaign, play: Play, after: int, *effects: Wanted, read: Sequence[str] = ()) -> Entry:
    """Commits the reading after a round: cards read to their end, and effects. After round 4 it is the closing."""
    access = access_of(campaign)
    draft = story.open_draft(access=access, play=play, after=after)
    fields = {f"read:{card}": True for card in read}
    draft = story.set_fields(
        tap=Tap(access.campaign, access.member, op(), draft.revision), draft=draft.pk, fields=fields
    )
    for wanted in effects:
        tap = Tap(access.campaign, access.member, op(), draft.revision)
        draft = story.add_effect(access=access, tap=tap, draft=draft.pk, wanted=wanted)
    return story.commit(access=access, tap=tap_of(access), draft=draft.pk, draft_seen=draft.revision)


def close(campaign: Campaign, play: Play, *effects: Wanted, read: Sequence[str] = ()) -> Entry:
    """Plays all rounds that are left and closes the game, with its last reading."""
    end_rounds(campaign, play, 4)
    return reading(campaign, play, 4, *effects, read=read)


def content() -> str:
    """The hash of The Uprising's loaded content."""
    return Box.objects.get(pk="uprising").content_hash
