"""Tonight: who plays, and the set-up list with its ticks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from campaigns import journal, plays, wording
from campaigns.access import Action, allow
from campaigns.forms import GUEST, Tonight
from campaigns.fragments import answering, deed, go, is_htmx, new_op, screen, tap
from campaigns.models import Play, Seat
from campaigns.rules.legacy import Refusal
from campaigns.views import play_of
from scenarios import book

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.plays import TickedLine
    from scenarios.table import SeatTonight


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def tonight(request: HttpRequest, code: str) -> HttpResponse:
    """The form that says who plays; posted, the set-up list."""
    access = allow(request, code, Action.PLAY)
    seats = list(Seat.objects.of(access.campaign))
    if request.method != "POST":
        return _form(request, access, Tonight(initial=_as_last_time(access, seats), seats=seats))
    form = Tonight(request.POST, seats=seats)
    party = _party(form)
    if party is None:
        return _form(request, access, form, status=422)
    play = plays.open_tonight(access=access, tap=tap(request, access), seats=party)
    return go(request, reverse("setup", args=[access.code, play.number]))


@screen
def setup_list(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The set-up list of a play, by area, with what is done."""
    access = allow(request, code, Action.READ)
    play = play_of(access, number)
    return render(request, "setup.html", _list(access, play))


@deed
def tick(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Sets one line; the answer is that line and the progress."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    verb, _sep, line_id = request.POST.get("tick", "").partition(" ")
    line_id = line_id if verb in ("set", "unset") else ""
    plays.tick(tap=tap(request, access), play=play, line_id=line_id, done=verb == "set")
    if not is_htmx(request):
        return go(request, reverse("setup", args=[access.code, play.number]) + f"#_line-{line_id}")
    context = _list(allow(request, code, Action.TICK), play)
    context["row"] = next(row for rows in context["areas"] for row in rows["rows"] if row["line"].id == line_id)
    return render(request, "_ticked.html", context)


def _form(request: HttpRequest, access: Access, form: Tonight, status: int = 200) -> HttpResponse:
    template = "_tonight.html" if is_htmx(request) else "tonight.html"
    game = journal.ground(access.campaign, journal.LEGACY, access.revision).state.games_played() + 1
    context = {"access": access, "form": form, "op": new_op(), "seen": access.revision, "game": game}
    return render(request, template, context, status=status)


def _party(form: Tonight) -> list[SeatTonight] | None:
    """The party, `None` with the form's errors set."""
    if not form.is_valid():
        return None
    try:
        return form.party()
    except Refusal as refusal:
        form.add_error(refusal.field, wording.refusal(refusal))
        return None


def _as_last_time(access: Access, seats: list[Seat]) -> dict[str, str]:
    """The last party in its order, or in the first game every seat of the campaign."""
    last = Play.objects.of(access.campaign).order_by("-number").first()
    places = last.party if last else [{"seat": seat.pk, "guest": "", "colour": ""} for seat in seats]
    initial: dict[str, str] = {}
    for at, place in enumerate(places, 1):
        initial |= {f"{part}{at}": place[part] for part in ("guest", "colour")}
        initial[f"who{at}"] = str(place["seat"] or GUEST)
    return initial


def _list(access: Access, play: Play) -> dict[str, Any]:
    names = Seat.objects.of(access.campaign).names()
    course = journal.ground(access.campaign, play.number, play.revision)
    party = [place["guest"] or names[place["seat"]] for place in play.party]
    rows = [_row(access, row, party) for row in plays.ticked_lines(play)]
    areas = [_area(name, rows) for name in dict.fromkeys(row["line"].area for row in rows)]
    done = sum(row["done"] for row in rows)
    todo = next((row for area in areas for row in area["rows"] if not row["done"]), None)
    return {
        "access": access,
        "room": "setup",
        "play": play,
        "party": party,
        "areas": areas,
        "done": done,
        "total": len(rows),
        "todo": todo,
        "op": new_op(),
        "pulse": access.pulse,
        "course": course,
        "round": course.state.round(),
        "may_tick": access.may(Action.TICK) and play.status == "open",
    }


def _area(name: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    own = [row for row in rows if row["line"].area == name]
    return {"id": name, "rows": own, "done": sum(row["done"] for row in own)}


def _row(access: Access, row: TickedLine, party: list[str]) -> dict[str, Any]:
    """A line for the page: its words, its reason, whose it is."""
    line, language = row.line, get_language() or "en"
    return {
        "line": line,
        "done": row.done,
        "by": row.by,
        "ago": wording.ago(row.at) if row.at else "",
        "words": book.line_text(access.box, access.content, line, language),
        "why": book.line_why(access.box, access.content, line, language),
        "open": book.line_open(access.box, access.content, line, language),
        "whose": party[int(line.values["seat"]) - 1] if "seat" in line.values else "",
    }
