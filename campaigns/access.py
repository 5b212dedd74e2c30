"""Who is at the table: the only reader of the device cookie, and the rights table.

A browser is known by one signed cookie; one SELECT by (campaign code, device) says which member that is.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature
from django.db import connection
from django.http import Http404

from campaigns.models import Device, Member
from scenarios import book

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import HttpRequest, HttpResponse

COOKIE = "portolan"
_SALT = "device"
DAYS = 400
"""As long as browsers keep any cookie; renewed on each POST."""

Role = Member.Role


class Action(StrEnum):
    """What somebody may do in a campaign; every route under one names its action."""

    READ = "read"
    TICK = "tick"
    PLAY = "play"
    """Open a play, end a round."""
    DRAFT = "draft"
    COMMIT = "commit"
    UNDO = "undo"
    CORRECT = "correct"
    RECOVERY = "recovery"
    """See the own recovery code."""
    SEAT = "seat"
    """Say which player one is."""
    LEAVE = "leave"
    CREW = "crew"
    """Invite, remove, give a role, hand the captaincy over."""


_ALL, _WRITERS = frozenset(Role), frozenset({Role.CAPTAIN, Role.CREW})
RIGHTS: Mapping[Action, frozenset[Role]] = MappingProxyType(
    {
        Action.READ: _ALL,
        Action.TICK: _WRITERS,
        Action.PLAY: _WRITERS,
        Action.DRAFT: _WRITERS,
        Action.COMMIT: _WRITERS,
        Action.UNDO: _WRITERS,
        Action.CORRECT: _WRITERS,
        Action.RECOVERY: _ALL,
        Action.SEAT: _WRITERS,
        Action.LEAVE: _ALL,
        Action.CREW: frozenset({Role.CAPTAIN}),
    }
)


@dataclass(frozen=True, slots=True)
class Access:
    """A member in a campaign, as one SELECT tells it. `content` is the hash of the box's loaded content, `playing` the
    number of the play under way, `copy` the set of cardboard.
    """

    campaign: int
    code: str
    campaign_name: str
    line: str
    revision: int
    pulse: int
    playing: int | None
    copy: int
    box: str
    content: str
    member: int
    name: str
    role: Role
    noted: bool
    has_code: bool
    """Whether the member's recovery code is kept; members of old have none until they ask for it."""

    def may(self, action: Action) -> bool:
        return self.role in RIGHTS[action]

    @property
    def tells_a_story(self) -> bool:
        """Whether its games change a legacy; a log of single evenings has neither cards nor a bag."""
        line = book.lines(self.box, self.content).get(self.line)
        return line is None or line.tells_a_story


def allow(request: HttpRequest, code: str, action: Action) -> Access:
    """The requester's access to campaign `code`. Http404 for a stranger, PermissionDenied without the right."""
    access = find(code, device(request))
    if access is None:
        raise Http404
    if not access.may(action):
        raise PermissionDenied
    return access


def allow_story(request: HttpRequest, code: str, action: Action) -> Access:
    """As `allow`, for what only campaigns with a story have. Http404 in a log of single evenings."""
    access = allow(request, code, action)
    if not access.tells_a_story:
        raise Http404
    return access


def device(request: HttpRequest) -> uuid.UUID | None:
    """The device that the cookie names, `None` without a valid one."""
    try:
        return uuid.UUID(request.get_signed_cookie(COOKIE, salt=_SALT, max_age=DAYS * 86_400))
    except (KeyError, BadSignature, ValueError):
        return None


def device_or_new(request: HttpRequest) -> uuid.UUID:
    """The device of the cookie, or a new one that the answer will carry.

    Forms that make somebody a member give the cookie with the form, so that a double tap is one device.
    """
    known = device(request) or uuid.uuid4()
    request.META["portolan.device"] = known
    return known


def remember(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: sets a new device's cookie and renews it on each POST."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        known = request.META.get("portolan.device") or (device(request) if request.method == "POST" else None)
        if known:
            response.set_signed_cookie(
                COOKIE,
                str(known),
                salt=_SALT,
                max_age=DAYS * 86_400,
                httponly=True,
                samesite="Lax",
                secure=settings.HTTPS,
            )
        return response

    return middleware


_WHO = """
    SELECT c.id, c.code, c.name, c.line, c.revision, c.pulse,
        (SELECT number FROM campaigns_play WHERE campaign_id = c.id AND status IN ('open', 'aside')),
        p.id, p.box_id, b.content_hash, m.id, m.name, m.role, m.noted, m.recovery IS NOT NULL
    FROM campaigns_campaign c
    JOIN campaigns_copy p ON p.id = c.copy_id
    JOIN cards_box b ON b.id = p.box_id
    JOIN campaigns_member m ON m.campaign_id = c.id
    JOIN campaigns_member_devices d ON d.member_id = m.id
    WHERE c.code = %s AND d.device_id = %s AND m."left" IS NULL
"""


def find(code: str, known: uuid.UUID | None) -> Access | None:
    """The access of device `known` to campaign `code`, `None` if it has none.

    By hand, because it runs for every tap: the query of the ORM costs five times as much.
    """
    if known is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_WHO, [code, Device._meta.pk.get_db_prep_value(known, connection)])
        row = cursor.fetchone()
    return Access(*(*row[:12], Role(row[12]), bool(row[13]), bool(row[14]))) if row else None


def require_writer(member: int) -> None:
    """Inside a write that has passed the campaign's row: whoever was removed since the tap came in is a stranger
    (Http404), whoever was made a lookout may not write (PermissionDenied).

    A statement of its own, because only one that begins after the campaign's row was passed sees a removal that this
    write had to wait for.
    """
    with connection.cursor() as cursor:
        cursor.execute('SELECT role FROM campaigns_member WHERE id = %s AND "left" IS NULL', [member])
        row = cursor.fetchone()
    if row is None:
        raise Http404
    if Role(row[0]) not in _WRITERS:
        raise PermissionDenied
