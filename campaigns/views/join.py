"""The door: a code brings a guest to the table, without an account."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import access, invitations, throttle, wording
from campaigns.forms import OP
from campaigns.forms.crew import JoinCode, SitDown
from campaigns.fragments import answering, go, is_htmx, new_op, too_many
from campaigns.invitations import Guest
from campaigns.models import Seat
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    import uuid

    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.models import Invitation

JOIN = "join"
"""What the throttle calls the codes of invitations."""


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest) -> HttpResponse:
    """Asks for the code; the right one leads on to the table."""
    form = JoinCode(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _code(request, form)
    found = invitations.by_code(form.cleaned_data["code"])
    if shut := _shut(request, found, form):
        return shut
    assert found is not None  # an unknown code has been answered
    return go(request, reverse("join-code", args=[found.code]))


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def join_code(request: HttpRequest, typed: str) -> HttpResponse:
    """Shows who invites to which log and asks who sits down; posted, lets the guest in. Members are led to the log."""
    device, found = access.device_or_new(request), invitations.by_code(typed)
    here = access.find(found.campaign.code, device) if found else None
    if found and here and not invitations.would_raise(found, here):
        return go(request, reverse("campaign", args=[here.code]))
    if shut := _shut(request, found, JoinCode({"code": typed[:40]})):
        return shut
    assert found is not None  # an unknown code has been answered
    seats = Seat.objects.of(found.campaign_id) if invitations.may_sit(found) else ()
    form = SitDown(request.POST or None, seats=list(seats))
    if request.method == "POST" and (here or form.is_valid()):
        return _let_in(request, found, device, Guest() if here else form.guest())
    return _guest(request, found, here, form)


def _let_in(request: HttpRequest, found: Invitation, device: uuid.UUID, guest: Guest) -> HttpResponse:
    op = request.POST.get("op", "")
    invitations.join(invitation=found, device=device, op=op if OP.fullmatch(op) else new_op(), guest=guest)
    return go(request, reverse("campaign", args=[found.campaign.code]))


def _guest(request: HttpRequest, found: Invitation, here: Access | None, form: SitDown) -> HttpResponse:
    """The form of a guest: free seats are offered to those who may write; a lookout has a name only."""
    free = invitations.free_seats(found.campaign_id) if invitations.may_sit(found) else []
    context = {"invitation": found, "here": here, "form": form, "free": free, "op": new_op()}
    template = "_sit_down.html" if is_htmx(request) else "sit_down.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _shut(request: HttpRequest, found: Invitation | None, form: JoinCode) -> HttpResponse | None:
    """The answer to a code that opens nothing, or to too many of them; `None` lets the guest on."""
    campaign = found.campaign_id if found else None
    if throttle.is_shut(request, JOIN, campaign):
        return too_many(request)
    try:
        invitations.require_open(found)
    except Refusal as refusal:
        throttle.count_wrong(request, JOIN, campaign)
        form.full_clean()
        form.add_error("code", wording.refusal(refusal))
        return _code(request, form)
    return None


def _code(request: HttpRequest, form: JoinCode) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "op": new_op()}
    return render(
        request, "_join.html" if is_htmx(request) else "join.html", context, status=422 if form.errors else 200
    )
