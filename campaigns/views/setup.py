"""The set-up list of a play, with its ticks and what differs from the last game."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from campaigns import journal, plays, tables, wording
from campaigns.access import Action, allow
from campaigns.forms import Drawn, Printed
from campaigns.fragments import answering, deed, go, is_htmx, new_op, screen, tap
from campaigns.rules.effects import Refusal
from campaigns.views import party_of, play_of
from scenarios import book

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.models import Play
    from campaigns.plays import TickedLine
    from scenarios.table import Line


@screen
def setup_list(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The set-up list of a play, by area, with what is done."""
    access = allow(request, code, Action.READ)
    play = play_of(access, number)
    context = _list(access, play)
    context |= {"difference": _in_words(access, plays.difference(play)), "now": None}
    if (now := plays.differs_now(access, play)).added or now.gone:
        context["now"] = _in_words(access, now)
    return render(request, "setup.html", context)


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


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def printed_table(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Asks what only a card or tile shows for one line; posted, it stays with the copy."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    line_id = (request.POST if request.method == "POST" else request.GET).get("line", "")
    line = next((line for line in plays.lines(play) if line.id == line_id and line.printed), None)
    if line is None:
        raise Http404
    form = Printed(request.POST or None, initial={"said": _known(access, play, line)})
    if request.method == "POST" and form.is_valid():
        try:
            typed = form.cleaned_data["said"]
            tables.enter(access=access, tap=tap(request, access), play=play, line=line, typed=typed)
            return go(request, reverse("setup", args=[access.code, play.number]) + f"#_line-{line.id}")
        except Refusal as refusal:
            form.add_error("said", wording.refusal(refusal))
    context = {"access": access, "play": play, "line": line, "words": _words(access, line), "form": form}
    template = "_printed.html" if is_htmx(request) else "printed.html"
    context |= {"op": new_op(), "pulse": access.pulse}
    return render(request, template, context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def drawn(request: HttpRequest, code: str, number: int, column: int) -> HttpResponse:
    """Asks which tile a column brought; posted, the list follows."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    line = next((line for line in plays.lines(play) if line.values.get("column") == column), None)
    if line is None:
        raise Http404
    form = Drawn(request.POST or None, initial={"number": line.values.get("tile", "")})
    if request.method == "POST" and form.is_valid():
        try:
            tile = form.cleaned_data["number"]
            plays.draw(access=access, tap=tap(request, access), play=play, column=column, tile=tile)
            return go(request, reverse("setup", args=[access.code, play.number]) + f"#_line-{line.id}")
        except Refusal as refusal:
            form.add_error("number", wording.refusal(refusal))
    context = {"access": access, "play": play, "line": line, "column": column, "words": _words(access, line)}
    context |= {"form": form, "op": new_op(), "pulse": access.pulse}
    template = "_drawn.html" if is_htmx(request) else "drawn.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _known(access: Access, play: Play, line: Line) -> str:
    found = tables.of_play(access, play, [line]).get(line.id)
    return found.said if found else ""


def _list(access: Access, play: Play) -> dict[str, Any]:
    course = journal.ground(access.campaign, play.number, play.revision)
    party = party_of(access, play)
    ticked = plays.ticked_lines(play)
    shown = tables.of_play(access, play, [row.line for row in ticked])
    rows = [_row(access, row, party) | {"shown": shown.get(row.line.id)} for row in ticked]
    # Hands come back to the board after the tiles: an area is a run of lines, not all lines of its name.
    runs = [(name, list(own)) for name, own in groupby(rows, key=lambda row: row["line"].area)]
    areas = [_area(f"{name}-{at}", name, own) for at, (name, own) in enumerate(runs)]
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
        "may_tick": access.may(Action.TICK) and play.is_under_way,
    }


def _area(area_id: str, name: str, own: list[dict[str, Any]]) -> dict[str, Any]:
    for row in own:
        row["area"] = area_id
    return {"id": area_id, "name": name, "rows": own, "done": sum(row["done"] for row in own)}


def _in_words(access: Access, found: plays.Difference) -> dict[str, Any]:
    """The lines that are new, and those that are gone, in words."""
    return {
        "game": found.game,
        "same": found.same,
        "count": len(found.added) + len(found.gone),
        "added": [_words(access, line) for line in found.added],
        "gone": [_words(access, line) for line in found.gone],
    }


def _words(access: Access, line: Line) -> str:
    return book.line_text(access.box, access.content, line, get_language() or "en")


def _section(access: Access, section: str, language: str) -> str:
    """What the part of the rulebook is called: a scenario, a module, or a chapter of its own."""
    for texts in (book.scenario_texts, book.module_texts):
        if name := book.text(texts(access.box, access.content), section, "name", language):
            return name
    return str(wording.SECTIONS.get(section, ""))


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
        "section": _section(access, line.section, language),
        "whose": party[int(line.values["seat"]) - 1] if "seat" in line.values else "",
    }
