"""The shelf: carry on, begin a log, come back with a code, light."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import Error, connection
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_safe

from campaigns import access, backup, crew, daily, throttle, wording
from campaigns.forms import OP
from campaigns.forms.shelf import NewLog, Recovery
from campaigns.fragments import MODES, deed, go, is_htmx, new_op, too_many
from campaigns.rules.effects import Refusal
from cards.models import Box
from scenarios import book

if TYPE_CHECKING:
    from django.http import HttpRequest


@require_safe
def shelf(request: HttpRequest) -> HttpResponse:
    """The logs of this device, the last one first."""
    logs = crew.logs_of(access.device(request))
    return render(request, "shelf.html", {"logs": logs, "beginnings": book.beginnings(get_language() or "en")})


@require_http_methods(["GET", "HEAD", "POST"])
def new_log(request: HttpRequest) -> HttpResponse:
    """The form of a new log; posted, the log."""
    device = access.device_or_new(request)
    beginnings = {begin.id: begin for begin in book.beginnings(get_language() or "en")}
    form = NewLog(request.POST or None, beginnings=list(beginnings.values()), copies=crew.copies_of(device))
    if request.method != "POST" or not form.is_valid():
        return _form(request, "new_log.html", "_new_log.html", form)
    op, begin = request.POST.get("op", ""), beginnings[form.cleaned_data["line"]]
    campaign = crew.begin(
        device=device,
        op=op if OP.fullmatch(op) else new_op(),
        box=begin.box,
        line=begin.line,
        name=form.cleaned_data["name"],
        captain=form.cleaned_data["captain"],
        seats=form.seats(),
        copy=form.cleaned_data["copy"],
    )
    return go(request, reverse("campaign", args=[campaign.code]))


@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Comes back into a log by a recovery code; ten wrong ones shut the door for a while."""
    device = access.device_or_new(request)
    if request.method == "POST" and throttle.is_shut(request, "recovery"):
        return too_many(request)
    form = Recovery(request.POST or None, initial={"code": request.GET.get("code", "")[:40]})
    if request.method != "POST" or not form.is_valid():
        return _form(request, "recover.html", "_recover.html", form)
    try:
        member = crew.recover(device=device, typed=form.cleaned_data["code"])
    except Refusal as refusal:
        throttle.count_wrong(request, "recovery")
        form.add_error("code", wording.refusal(refusal))
        return _form(request, "recover.html", "_recover.html", form)
    return go(request, reverse("campaign", args=[member.campaign.code]))


@deed
def light(request: HttpRequest) -> HttpResponse:
    """Keeps the light of this device."""
    back = request.POST.get("back", "/")
    safe = back.startswith("/") and len(back) < 500 and url_has_allowed_host_and_scheme(back, allowed_hosts=None)
    response = go(request, back if safe else "/")
    if (mode := request.POST.get("mode", "")) in MODES:
        response.set_cookie(
            "mode", mode, max_age=access.DAYS * 86_400, httponly=True, samesite="Lax", secure=settings.HTTPS
        )
    return response


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """Version, database, content and backups, for whoever watches the server; 503 without a database."""
    health = {"version": settings.VERSION, "database": connection.vendor, "backup": daily.health(datetime.now(UTC))}
    try:
        content = {box.id: box.version for box in Box.objects.all()}
    except Error as error:
        return JsonResponse(health | {"reason": backup.in_brief(error)}, status=503, headers={"Retry-After": "5"})
    return JsonResponse(health | {"content": content})


def _form(request: HttpRequest, page: str, fragment: str, form: Any) -> HttpResponse:
    template = fragment if is_htmx(request) else page
    return render(request, template, {"form": form, "op": new_op()}, status=422 if form.errors else 200)
