"""The aids of a running game: the page of each, and the deeds that are done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from campaigns import helm, journal, tables, wording
from campaigns.access import Action, allow
from campaigns.aids import panels, resistance
from campaigns.aids.deeds import FIELDS, ON_THE_BOARD
from campaigns.aids.fight import ASKED, fight
from campaigns.fragments import deed, fragment, go, is_htmx, new_op, screen, tap
from campaigns.rules.changes import read_changes
from campaigns.rules.effects import Refusal
from campaigns.views import party_of, play_of
from cards.board import in_order, neighbours
from scenarios import charts

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.aids.desk import Desk
    from campaigns.models import Entry, Play

_LONGEST = 40


@screen
def aid(request: HttpRequest, code: str, number: int, aid: str) -> HttpResponse:
    """The page of an aid. Http404 where it is not offered tonight."""
    access = allow(request, code, Action.READ)
    play = play_of(access, number)
    return render(request, f"aid_{_offered(access, play, aid)}.html", _context(request, access, play, aid))


@deed
def do(request: HttpRequest, code: str, number: int, aid: str, name: str) -> HttpResponse:
    """Does something with an aid; what the rules refuse is said at its place and nothing is written."""
    access = allow(request, code, Action.PLAY)
    play = play_of(access, number)
    _offered(access, play, aid)
    typed = _typed(request.POST.items(), FIELDS)
    refused = ""
    try:
        helm.do(access=access, tap=tap(request, access), play=play, aid=aid, deed=name, fields=typed)
    except Refusal as refusal:
        refused = wording.refusal(refusal)
    if not refused and not is_htmx(request):
        return go(request, reverse("at-table", args=[access.code, play.number, aid]))
    context = _context(request, access, play_of(access, number), aid) | {"refused": refused, "typed": typed}
    show, template = (fragment, f"_{aid}.html") if is_htmx(request) else (render, f"aid_{aid}.html")
    return show(request, template, context, status=422 if refused else 200)


@deed
def arrow(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Keeps with the copy whether its board joins two locations by an arrow."""
    access = allow(request, code, Action.PLAY)
    play = play_of(access, number)
    (aid,) = ON_THE_BOARD
    _offered(access, play, aid)
    typed = _typed(request.POST.items(), ("space", "beside", "joined"))
    yes = {"yes": True, "no": False}.get(typed.get("joined", ""))
    space, beside = typed.get("space", ""), typed.get("beside", "")
    tables.say_joined(access=access, tap=tap(request, access), one=space, other=beside, yes=yes)
    query = urlencode({"space": space})
    return go(request, reverse("at-table", args=[access.code, play.number, aid]) + f"?{query}#place")


def _typed(said: Iterable[tuple[str, object]], asked: Collection[str]) -> dict[str, str]:
    """What was asked for, in signs that can be printed, and not too much of it."""
    return {
        name: "".join(sign for sign in str(value) if sign.isprintable())[:_LONGEST]
        for name, value in said
        if name in asked
    }


def _offered(access: Access, play: Play, aid: str) -> str:
    if aid not in helm.offered(access, play):
        raise Http404
    return aid


def _context(request: HttpRequest, access: Access, play: Play, aid: str) -> dict[str, Any]:
    course = journal.ground(access.campaign, play.number, play.revision)
    desk = helm.desk(access, play)
    if aid in ON_THE_BOARD:
        desk = helm.with_board(desk, access, play)
    shown = panels.panel(aid, course.state, desk)
    newest = journal.newest_standing(access.campaign, play.number)
    context = {
        "access": access,
        "room": "table",
        "play": play,
        "party": party_of(access, play),
        "course": course,
        "undo": newest,
        "op": new_op(),
        "may": access.may(Action.PLAY) and play.is_under_way,
        "aid": aid,
        **shown,
    }
    if "held" in shown:
        context |= _map(request, access, play, aid, desk, shown) | _brought(request, newest, shown)
    return context


def _brought(request: HttpRequest, newest: Entry | None, shown: dict[str, Any]) -> dict[str, Any]:
    """What the marker that was laid on a Resistance tile in the newest step gives to whom."""
    fields = newest.values.get("typed", {}) if newest and newest.values.get("deed") == "free" else {}
    if newest is None or not fields.get("to", "").startswith("square:"):
        return {}
    place, square = map(int, fields["to"].split(":")[1:])
    changes = read_changes(newest.changes)
    found = resistance.brought(place, square, changes, action=bool(fields.get("action")))
    context: dict[str, Any] = {"brought": found, "whose": place}
    tokens = request.GET.get("tokens", "")
    if found.fills and tokens.isascii() and tokens.isdecimal() and len(tokens) < 3:
        context["full"] = resistance.full(int(tokens), doubloons_each=shown["readings"].get("tokens_each", False))
        context["tokens"] = tokens
    return context


def _map(
    request: HttpRequest, access: Access, play: Play, aid: str, desk: Desk, shown: dict[str, Any]
) -> dict[str, Any]:
    """The drawing of the markers, and the place that was chosen on it."""
    page = reverse("at-table", args=[access.code, play.number, aid])
    space = (request.POST if request.method == "POST" else request.GET).get("space", "")
    drawings = charts.drawings(
        access.box,
        access.content,
        get_language() or "en",
        address=lambda one: f"{page}?space={one}#place",
        tiles=desk.board.tiles,
        held=shown["held"],
        free=shown["free"],
    )
    chosen = space if space in shown["places"] else ""
    found = {"drawings": drawings, "space": chosen, "here_now": _lying(shown, chosen)}
    if chosen:
        found |= _beside(access, desk, chosen)
    return found | (_fight(request, access, play, desk) if "nation" in request.GET else {})


def _lying(shown: dict[str, Any], space: str) -> list[tuple[str, int, Any]]:
    """The markers of a place by nation, and on which squares of whose tile each could go."""
    return [(nation, many, shown["squares"][nation]) for nation, many in shown["held"].get(space, {}).items()]


def _beside(access: Access, desk: Desk, space: str) -> dict[str, Any]:
    """The neighbours of a place, what the copy's board corrected of them, and what else could be one."""
    near = neighbours(space, desk.board.edges, desk.board.tiles)
    mended = [one for pair in desk.corrected if space in pair for one in pair if one != space]
    far = [one for one in sorted(desk.board.locations, key=in_order) if one != space and one not in near]
    return {"near": near, "mended": sorted(mended, key=in_order), "far": far, "pulse": access.pulse}


def _fight(request: HttpRequest, access: Access, play: Play, desk: Desk) -> dict[str, Any]:
    """What a combat can do, from the address: a question that writes nothing."""
    typed = _typed(request.GET.items(), ASKED)
    course = journal.ground(access.campaign, play.number, play.revision).state
    asked = urlencode({name: said for name, said in typed.items() if name != "done"})
    try:
        return {"fight": fight(course, desk, typed), "fought": typed, "asked": asked}
    except Refusal as refusal:
        return {"refused": wording.refusal(refusal), "fought": typed}
