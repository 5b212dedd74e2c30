"""The people of a log: who is there, invitations, seats, the captaincy."""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.http.request import split_domain_port
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import crew as people
from campaigns import invitations, throttle
from campaigns.access import Action, allow
from campaigns.forms.crew import Invite, RoleOf, SeatOf
from campaigns.fragments import answering, deed, go, new_op, qr, screen, tap
from campaigns.models import Invitation, Member, Seat
from campaigns.views.join import JOIN

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access


@screen
def crew(request: HttpRequest, code: str) -> HttpResponse:
    """Who is a member; the own seat and recovery code; for the captain the open invitations and what else she may."""
    access = allow(request, code, Action.READ)
    members = list(Member.objects.of(access.campaign).with_seat())
    own = next(member for member in members if member.pk == access.member)
    manages = access.may(Action.CREW)
    free = invitations.free_seats(access.campaign) if access.may(Action.SEAT) else []
    context = {
        "access": access,
        "room": "people",
        "members": members,
        "own": own,
        "manages": manages,
        "invite": Invite(),
        "invitations": Invitation.objects.open(access.campaign) if manages else [],
        "seat": SeatOf(seats=[*([own.seat] if own.seat else []), *free], initial={"seat": own.seat_id}),
        "recovery": people.recovery_code(access.code, access.member) if access.has_code else "",
        "op": new_op(),
        "home_op": new_op(),
        "seen": access.pulse,
    }
    return render(request, "crew.html", context)


@screen
def invitation(request: HttpRequest, code: str, invitation: int) -> HttpResponse:
    """One open invitation, large: code, QR code, address. One that has ended leads back to the crew."""
    access = allow(request, code, Action.CREW)
    get_object_or_404(Invitation, campaign=access.campaign, pk=invitation)
    found = next((row for row in Invitation.objects.open(access.campaign) if row.pk == invitation), None)
    if found is None:
        return _crew(request, access)
    address = request.build_absolute_uri(reverse("join-code", args=[found.code]))
    door = request.build_absolute_uri(reverse("join"))
    context = {"access": access, "room": "people", "invitation": found, "address": address, "door": door}
    context["only_here"] = _means_this_device(request.get_host())
    return render(request, "invitation.html", context | {"qr": qr(address), "op": new_op()})


@deed
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Makes an invitation and shows it."""
    access = allow(request, code, Action.CREW)
    form = Invite(request.POST)
    if not form.is_valid():
        raise Http404  # no page of ours sends it
    made = invitations.invite(access=access, tap=tap(request, access), **form.cleaned_data)
    throttle.open_again(JOIN, access.campaign)
    return go(request, reverse("invitation", args=[access.code, made.pk]))


@deed
def withdraw(request: HttpRequest, code: str, invitation: int) -> HttpResponse:
    """Ends an invitation."""
    access = allow(request, code, Action.CREW)
    get_object_or_404(Invitation, campaign=access.campaign, pk=invitation)
    invitations.withdraw(access=access, tap=tap(request, access), invitation=invitation)
    return _crew(request, access)


@deed
def role(request: HttpRequest, code: str, member: int) -> HttpResponse:
    """Makes a member crew or lookout."""
    access = allow(request, code, Action.CREW)
    other, form = _member(access, member), RoleOf(request.POST)
    if not form.is_valid():
        raise Http404
    people.give_role(access=access, tap=tap(request, access), member=other.pk, role=form.cleaned_data["role"])
    return _crew(request, access)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def hand_over(request: HttpRequest, code: str, member: int) -> HttpResponse:
    """Asks whether a member shall be captain; posted with "sure", does it."""
    access = allow(request, code, Action.READ)
    other = _member(access, member)
    if request.method == "POST" and people.is_captain(other) and other.pk != access.member:
        return _crew(request, access)  # the second of two taps: the first one took the right away
    allow(request, code, Action.CREW)
    if not _is_sure(request):
        return _ask(request, access, "hand-over", other)
    people.hand_over(access=access, tap=tap(request, access), member=other.pk)
    return _crew(request, access)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def remove(request: HttpRequest, code: str, member: int) -> HttpResponse:
    """Asks whether a member shall lose access; posted with "sure", does it."""
    access = allow(request, code, Action.CREW)
    other = _member(access, member)
    if not _is_sure(request):
        return _ask(request, access, "remove", other)
    withdraw = request.POST.get("withdraw") == "yes"
    people.remove(access=access, tap=tap(request, access), member=other.pk, withdraw=withdraw)
    return _crew(request, access)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Asks whether the member wants to leave; posted with "sure", ends the access of all the member's devices."""
    access = allow(request, code, Action.LEAVE)
    if not _is_sure(request):
        return _ask(request, access, "leave", _member(access, access.member))
    people.leave(access=access, tap=tap(request, access))
    return go(request, reverse("shelf"))


@deed
def seat(request: HttpRequest, code: str) -> HttpResponse:
    """Says which player the member is."""
    access = allow(request, code, Action.SEAT)
    form = SeatOf(request.POST, seats=list(Seat.objects.of(access.campaign)))
    if not form.is_valid():
        raise Http404
    people.take_seat(access=access, tap=tap(request, access), seat=form.cleaned_data["seat"])
    return _crew(request, access)


@deed
def recovery_code(request: HttpRequest, code: str) -> HttpResponse:
    """Gives a member of old, who has none yet, a recovery code."""
    access = allow(request, code, Action.RECOVERY)
    people.give_recovery(campaign=access.code, member=access.member)
    return _crew(request, access)


def _means_this_device(host: str) -> bool:
    """Whether a server's name means whichever device asks for it."""
    name = split_domain_port(host)[0].strip("[]")
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _member(access: Access, pk: int) -> Member:
    """A member of this campaign, there or gone. Http404 if it never was one."""
    return get_object_or_404(Member, campaign=access.campaign, pk=pk)


def _is_sure(request: HttpRequest) -> bool:
    return request.method == "POST" and request.POST.get("sure") == "yes"


def _ask(request: HttpRequest, access: Access, what: str, member: Member) -> HttpResponse:
    """The first of two steps: what would happen, and the button that does it."""
    context: dict[str, Any] = {"access": access, "room": "people", "what": what, "member": member, "op": new_op()}
    waiting = Invitation.objects.open(access.campaign) if what == "remove" else None
    return render(request, "sure.html", context | {"waiting": waiting, "captain": people.is_captain(member)})


def _crew(request: HttpRequest, access: Access) -> HttpResponse:
    return go(request, reverse("crew", args=[access.code]))
