"""Invitations: a code that brings somebody to the table, without an account."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from campaigns import crew, journal
from campaigns.models import Campaign, Invitation, Member, Seat
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.journal import Tap

Role = Member.Role


class Lasts(StrEnum):
    """How long an invitation is good."""

    TONIGHT = "tonight"
    WEEK = "week"
    ALWAYS = "always"
    """Until it is withdrawn."""


LASTING: Mapping[Lasts, timedelta | None] = MappingProxyType(
    {Lasts.TONIGHT: timedelta(hours=12), Lasts.WEEK: timedelta(days=7), Lasts.ALWAYS: None}
)
_RANK = (Role.LOOKOUT, Role.CREW, Role.CAPTAIN)


@dataclass(frozen=True, slots=True)
class Guest:
    """Who sits down: a player of the campaign (`seat`), or somebody with a name and no seat."""

    name: str = ""
    seat: int | None = None


def invite(*, access: Access, tap: Tap, role: Member.Role, lasts: Lasts) -> Invitation:
    """A new invitation; the same op again is answered with the same one. Clash if somebody else is captain by now."""
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew")
        crew.require_captain(access.campaign, tap)
        if stored := Invitation.objects.filter(campaign=access.campaign, op=tap.op).first():
            return stored
        now, lasting = timezone.now(), LASTING[lasts]
        return Invitation.objects.create(
            campaign_id=access.campaign,
            code=_fresh_code(),
            role=role,
            by_id=tap.member,
            op=tap.op,
            made=now,
            ends=now + lasting if lasting else None,
        )


def withdraw(*, access: Access, tap: Tap, invitation: int) -> None:
    """Ends an invitation; one that has ended stays as it is. Clash if somebody else is captain by now."""
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew")
        crew.require_captain(access.campaign, tap)
        Invitation.objects.open(access.campaign).filter(pk=invitation).update(withdrawn=timezone.now())


def by_code(typed: str) -> Invitation | None:
    """The invitation whose code was typed, open or not; small letters, blanks and dashes do not matter."""
    code = re.sub(r"[\s_-]", "", typed).upper()
    return Invitation.objects.select_related("campaign", "by").filter(code=code).first()


def require_open(invitation: Invitation | None) -> Invitation:
    """An invitation that can be taken. Refusals: code_unknown, code_withdrawn, code_used, code_ended."""
    if invitation is None:
        raise Refusal("code_unknown", "code")
    if invitation.withdrawn:
        raise Refusal("code_withdrawn", "code")
    if invitation.taken:
        raise Refusal("code_used", "code")
    if invitation.ends and invitation.ends <= timezone.now():
        raise Refusal("code_ended", "code")
    return invitation


def would_raise(invitation: Invitation, here: Access) -> bool:
    """Whether a member would become more by taking the invitation; nobody becomes less."""
    return not _is_enough(invitation, here.role)


def may_sit(invitation: Invitation) -> bool:
    """Whether the guest is offered a seat: a lookout needs none, and would hold one that a player wants."""
    return invitation.role != Role.LOOKOUT


def free_seats(campaign: int) -> list[Seat]:
    """The players of a campaign whom no member is yet."""
    taken = Member.objects.of(campaign).filter(seat__isnull=False).values("seat")
    return list(Seat.objects.of(campaign).exclude(pk__in=taken))


def join(*, invitation: Invitation, device: uuid.UUID, op: str, guest: Guest) -> Member:
    """Lets a device in by an invitation, once per `op`; a device that is a member already becomes at most more.

    Clash if the seat was taken since. Refusals: those of `require_open`, name_taken.
    """
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(invitation.campaign_id, "crew")
        here = Member.objects.of(invitation.campaign_id).filter(devices=device).first()
        known = here or Member.objects.filter(campaign=invitation.campaign_id, op=op).first()
        if known and (known != here or _is_enough(invitation, here.role)):
            return known
        # Read again: it may have been withdrawn while this guest waited for the campaign's row.
        fresh = require_open(Invitation.objects.get(pk=invitation.pk))
        member = here or _seated(fresh, op, guest)
        crew.own(member, device)
        _raise(fresh, member)
    # Slow on purpose, so not under the lock. Whoever loses the line here asks for the code on the crew's page.
    crew.give_recovery(campaign=invitation.campaign.code, member=member.pk)
    return member


def _seated(invitation: Invitation, op: str, guest: Guest) -> Member:
    """A new member, crew at most: a captain is made by raising one."""
    campaign = invitation.campaign_id
    crew.require_free(campaign, guest.seat)
    name = Seat.objects.get(pk=guest.seat).name if guest.seat else guest.name
    if any(name.casefold() == other.name.casefold() for other in Member.objects.of(campaign)):
        raise Refusal("name_taken", "name", name=name)
    role = Role.LOOKOUT if invitation.role == Role.LOOKOUT else Role.CREW
    return Member.objects.create(campaign_id=campaign, name=name, role=role, seat_id=guest.seat, op=op)


def _raise(invitation: Invitation, member: Member) -> None:
    """What the invitation makes of a member who is less."""
    if _is_enough(invitation, member.role):
        return
    if invitation.role == Role.CAPTAIN:
        Invitation.objects.filter(pk=invitation.pk).update(taken=timezone.now())
        crew.pass_captaincy(Member.objects.captain(invitation.campaign_id), member)
    else:
        Member.objects.filter(pk=member.pk).update(role=invitation.role, changed=timezone.now())


def _is_enough(invitation: Invitation, role: str) -> bool:
    return _RANK.index(Role(invitation.role)) <= _RANK.index(Role(role))


def _fresh_code() -> str:
    """A code that no invitation ever had, nor any campaign: people mix the two up."""
    while True:
        code = "".join(secrets.choice(crew.ALPHABET) for _ in range(6))
        if not (Invitation.objects.filter(code=code).exists() or Campaign.objects.filter(code=code).exists()):
            return code
