"""Members and seats: a campaign begins, its captain comes back."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac

from campaigns import journal
from campaigns.models import Campaign, Copy, Device, Member, Seat
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    import uuid
    from collections.abc import Sequence

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
    with journal.GATE, transaction.atomic():
        member = Member.objects.select_related("campaign").filter(recovery=hashed).first()
        if member is None:
            raise Refusal("wrong_recovery_code", "code")
        _own(member, device)
    return member


def note_recovery(*, member: int) -> None:
    """The member says that the code is noted down."""
    Member.objects.filter(pk=member).update(noted=True)


def logs_of(device: uuid.UUID | None) -> list[Member]:
    """The memberships of a device with their campaigns, newest campaign first."""
    if device is None:
        return []
    return list(
        Member.objects.filter(devices=device).select_related("campaign", "campaign__copy").order_by("-campaign")
    )


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
    _own(member, device)
    Seat.objects.bulk_create([Seat(campaign=campaign, name=who, position=at) for at, who in enumerate(seats)])
    journal.begin(campaign.pk, member.pk, op, {"line": line})
    return campaign


def _own(member: Member, device: uuid.UUID) -> None:
    member.devices.add(Device.objects.get_or_create(pk=device)[0])


def _hashed(typed: str) -> str:
    """Slow and unsalted: the code itself is random enough (59 bits), and it has to be found by its hash."""
    plain = "".join(sign for sign in typed.upper() if sign in ALPHABET)
    return hashlib.scrypt(plain.encode(), salt=b"portolan recovery", n=2**14, r=8, p=1, dklen=32).hex()
