"""Setting up together: the list is dealt to phones, and anybody takes a part over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.urls import reverse

from campaigns import lists, parts
from campaigns.access import Action, allow
from campaigns.fragments import deed, go, tap
from campaigns.views import play_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@deed
def deal(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Deals the list to the members that the form names."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    members = [
        int(one) for one in request.POST.getlist("member") if one.isascii() and one.isdecimal() and len(one) < 10
    ]
    runs = parts.runs(lists.lines(play))
    parts.deal(access=access, tap=tap(request, access), play=play, parts=runs, members=members)
    return go(request, reverse("setup", args=[access.code, play.number]))


@deed
def take(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Takes one part over."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    area = request.POST.get("area", "")
    runs = parts.runs(lists.lines(play))
    parts.take(access=access, tap=tap(request, access), play=play, parts=runs, area=area)
    return go(request, reverse("setup", args=[access.code, play.number]) + f"#area-{area}")
