"""Members and seats: a campaign begins, its captain hands over, somebody leaves or comes back."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.http import Http404
from django.utils import timezone
from django.utils.crypto import salted_hmac

from campaigns import journal
from campaigns.models import Campaign, Copy, Device, Invitation, Member, Seat
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

    from campaigns.access import Access
    from campaigns.journal import Tap

ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""No 0 O 1 I L: codes are read aloud and typed from paper."""


def begin(
    *, device: uuid.UUID, op: str, box: str, line: str, name: str, captain: str, seats: Sequence[str], copy: int | None
) -> Campaign:
    """A new campaign of `line` with its captain and seats; the same `op` again is answered with the same campaign.

    `copy` is an existing copy of the box or `None` for the group's first.
    """
    try:
        with journal.GATE, transaction.atomic():
            return _begin(device, op, box, line, name, captain, seats, copy)
    except IntegrityError:
        if stored := Campaign.objects.filter(op=op).first():
            return stored
        raise


def recovery_code(campaign: str, member: int) -> str:
    """The member's recovery code, `XXXX-XXXX-XXXX`. Worked out from the server's secret, so it stands nowhere."""
    number = int.from_bytes(salted_hmac("recovery", f"{campaign}:{member}", algorithm="sha256").digest(), "big")
    signs = [ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(12)]
    return "-".join("".join(signs[at : at + 4]) for at in (0, 4, 8))


def recover(*, device: uuid.UUID, typed: str) -> Member:
    """Gives the member whose code was typed this device. Refusal wrong_recovery_code."""
    hashed = _hashed(typed)  # slow on purpose, so not under the lock
    found = Member.objects.select_related("campaign").filter(recovery=hashed).first()
    if found is None:
        raise Refusal("wrong_recovery_code", "code")
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(found.campaign_id, "crew")
        if not Member.objects.of(found.campaign_id).filter(pk=found.pk, recovery=hashed).exists():
            raise Refusal("wrong_recovery_code", "code")  # removed since
        own(found, device)
    return found


def give_recovery(*, campaign: str, member: int) -> None:
    """Keeps the hash of the member's recovery code, so that the code opens the log; again changes nothing."""
    hashed = _hashed(recovery_code(campaign, member))  # slow on purpose, so not under the lock
    with journal.GATE, transaction.atomic():
        Member.objects.filter(pk=member, left__isnull=True, recovery__isnull=True).update(recovery=hashed)


def note_recovery(*, member: int) -> None:
    """The member says that the code is noted down."""
    Member.objects.filter(pk=member).update(noted=True)


def take_seat(*, access: Access, tap: Tap, seat: int | None) -> None:
    """Says which of the campaign's players a member is, `None` for none of them.

    Clash if the seat is somebody's; Http404 if the campaign has no such seat.
    """
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew", writer=tap.member)
        require_free(access.campaign, seat, tap.member)
        Member.objects.filter(pk=tap.member).exclude(seat=seat).update(seat=seat, changed=timezone.now())


def hand_over(*, access: Access, tap: Tap, member: int) -> None:
    """Makes another member of the crew captain, and the captain crew. A step that is done already stays as it is.

    Clash if somebody else is captain by now. Refusals: only_crew_leads, member_left.
    """
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew")
        captain = Member.objects.captain(access.campaign)
        if captain.pk == member != tap.member:
            return
        require_captain(access.campaign, tap)
        other = _other(access.campaign, member)
        if other.role != Member.Role.CREW:
            raise Refusal("only_crew_leads", name=other.name)
        pass_captaincy(captain, other)


def pass_captaincy(captain: Member, other: Member) -> None:
    """Makes `other` captain, inside a transaction. Open invitations to the captaincy end: they were the former one's.

    The new captain is asked to note the recovery code, which opens more than it did.
    """
    now = timezone.now()
    Member.objects.filter(pk=captain.pk).update(role=Member.Role.CREW, changed=now)
    Member.objects.filter(pk=other.pk).update(role=Member.Role.CAPTAIN, changed=now, noted=False)
    Invitation.objects.open(captain.campaign_id).filter(role=Member.Role.CAPTAIN).update(withdrawn=now)


def give_role(*, access: Access, tap: Tap, member: int, role: Member.Role) -> None:
    """Makes a member crew or lookout.

    Clash if somebody else is captain by now. Refusals: member_left, captain_stays.
    """
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew")
        require_captain(access.campaign, tap)
        other = _other(access.campaign, member)
        if other.role == Member.Role.CAPTAIN or role == Member.Role.CAPTAIN:
            raise Refusal("captain_stays")
        Member.objects.filter(pk=other.pk).exclude(role=role).update(role=role, changed=timezone.now())


def remove(*, access: Access, tap: Tap, member: int, withdraw: bool) -> None:
    """Ends a member's access on all devices; `withdraw` ends the open invitations too, which that member may know.

    Clash if somebody else is captain by now. Refusals: captain_stays.
    """
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew")
        require_captain(access.campaign, tap)
        if member == tap.member:
            raise Refusal("captain_stays")
        if gone := Member.objects.of(access.campaign).filter(pk=member).first():
            _part(gone)
        if withdraw:
            Invitation.objects.open(access.campaign).update(withdrawn=timezone.now())


def leave(*, access: Access, tap: Tap) -> None:
    """Ends the own access on all devices. Refusals: captain_stays."""
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(access.campaign, "crew")
        member = Member.objects.of(access.campaign).filter(pk=tap.member).first()
        if member and member.role == Member.Role.CAPTAIN:
            raise Refusal("captain_stays")
        if member:
            _part(member)


def is_captain(member: Member) -> bool:
    """Whether a member is captain."""
    return member.role == Member.Role.CAPTAIN


def require_captain(campaign: int, tap: Tap) -> None:
    """Inside a write: who taps is captain. Clash, with who is by now."""
    captain = Member.objects.captain(campaign)
    if captain.pk != tap.member:
        raise journal.Clash("captain", captain, captain.changed, tap.seen)


def require_free(campaign: int, seat: int | None, member: int = 0) -> None:
    """Inside a write: the seat is there (Http404) and nobody's but `member`'s (Clash, with who sits there)."""
    if seat is None:
        return
    if not Seat.objects.of(campaign).filter(pk=seat).exists():
        raise Http404
    if sits := Member.objects.of(campaign).filter(seat=seat).exclude(pk=member).first():
        raise journal.Clash("seat", sits, sits.changed, 0)


def own(member: Member, device: uuid.UUID) -> None:
    """Lets a device in as `member`, inside a transaction."""
    member.devices.add(Device.objects.get_or_create(pk=device)[0])


def logs_of(device: uuid.UUID | None) -> list[Member]:
    """The memberships of a device with their campaigns, newest campaign first."""
    if device is None:
        return []
    here = Member.objects.filter(devices=device, left__isnull=True)
    return list(here.select_related("campaign", "campaign__copy").order_by("-campaign"))


def copies_of(device: uuid.UUID | None) -> list[Copy]:
    """The copies that this device's campaigns are played with."""
    return list({member.campaign.copy_id: member.campaign.copy for member in logs_of(device)}.values())


def _begin(
    device: uuid.UUID, op: str, box: str, line: str, name: str, captain: str, seats: Sequence[str], copy: int | None
) -> Campaign:
    code = "".join(secrets.choice(ALPHABET) for _ in range(6))
    shelf = copy or Copy.objects.create(box_id=box, name=name).pk
    campaign = Campaign.objects.create(code=code, op=op, name=name, line=line, copy_id=shelf)
    member = Member.objects.create(campaign=campaign, name=captain, role=Member.Role.CAPTAIN)
    member.recovery = _hashed(recovery_code(code, member.pk))
    member.save(update_fields=["recovery"])
    own(member, device)
    Seat.objects.bulk_create([Seat(campaign=campaign, name=who, position=at) for at, who in enumerate(seats)])
    Member.objects.filter(pk=member.pk).update(seat=Seat.objects.of(campaign.pk).filter(name=captain).first())
    journal.begin(campaign.pk, member.pk, op, {"line": line})
    return campaign


def _other(campaign: int, member: int) -> Member:
    """A member who is there. Http404 if the campaign never had them. Refusals: member_left."""
    found = Member.objects.filter(campaign=campaign, pk=member).first()
    if found is None:
        raise Http404
    if found.left:
        raise Refusal("member_left", name=found.name)
    return found


def _part(member: Member) -> None:
    """The row stays, because entries name it; devices, code and seat do not."""
    member.devices.clear()
    Member.objects.filter(pk=member.pk).update(left=timezone.now(), recovery=None, seat=None)


def _hashed(typed: str) -> str:
    """Slow and unsalted: the code itself is random enough (59 bits), and it has to be found by its hash."""
    plain = "".join(sign for sign in typed.upper() if sign in ALPHABET)
    return hashlib.scrypt(plain.encode(), salt=b"portolan recovery", n=2**14, r=8, p=1, dklen=32).hex()
