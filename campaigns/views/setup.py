"""The set-up list of a play, with its ticks and what differs from the last game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns import journal, lists, lots, parts, plays, tables, wording
from campaigns.access import Action, allow
from campaigns.forms.tonight import Drawn, Printed
from campaigns.fragments import answering, deed, go, is_htmx, new_op, screen, tap
from campaigns.rules.effects import Refusal
from campaigns.views import play_of, seated
from scenarios import book, headings, printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.forms import Form
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.lists import TickedLine
    from campaigns.models import Play
    from campaigns.rules.state import State
    from scenarios.table import Line


@screen
def setup_list(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The set-up list of a play, by area, with what is done."""
    access = allow(request, code, Action.READ)
    play = play_of(access, number)
    entered = tables.entered(access)
    context = _list(access, play, entered)
    context["everything"] = request.GET.get("all") == "1"
    context |= {"difference": _in_words(access, lists.difference(play)), "now": None}
    if (now := lists.differs_now(access, play, tables.told(entered))).added or now.gone:
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
    context = _list(allow(request, code, Action.TICK), play, tables.entered(access))
    context["row"] = next(row for rows in context["areas"] for row in rows["rows"] if row["line"].id == line_id)
    return render(request, "_ticked.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def printed_table(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Asks what only a card or tile shows for one line; posted, it stays with the copy and the list follows."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    line_id = (request.POST if request.method == "POST" else request.GET).get("line", "")
    line = next((line for line in lists.lines(play) if line.id == line_id and line.printed), None)
    if line is None:
        raise Http404
    shown = tables.of_play(play, [line], tables.entered(access)).get(line.id)
    choices = book.choices(access.box, access.content, play.scenario, line.step, get_language() or "en")
    form = Printed(request.POST or None, kind=line.printed, choices=choices, said=shown.said if shown else "")
    if request.method == "POST" and form.is_valid():
        try:
            plays.say_printed(access=access, tap=tap(request, access), play=play, line=line, typed=form.typed())
            return _back_to(request, access, play, line)
        except Refusal as refusal:
            form.add_error("said", wording.refusal(refusal))
    return _asked(request, "printed", access, play, line, form)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def drawn(request: HttpRequest, code: str, number: int, column: int) -> HttpResponse:
    """Asks which object and tile a column brought; posted, the list follows."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    line = next((line for line in lists.lines(play) if line.values.get("column") == column), None)
    if line is None:
        raise Http404
    form = Drawn(request.POST or None, initial=_drawn_before(play, column))
    if request.method == "POST" and form.is_valid():
        tile, thing = form.cleaned_data["number"], form.cleaned_data["object"]
        try:
            plays.draw(access=access, tap=tap(request, access), play=play, column=column, tile=tile, thing=thing)
            return _back_to(request, access, play, line)
        except Refusal as refusal:
            form.add_error("number", wording.refusal(refusal))
    known = printed.pairs(tables.known(access).of(line.step, play.card, {"column": column}))
    return _asked(request, "drawn", access, play, line, form, column=column, known=known)


def _asked(
    request: HttpRequest, name: str, access: Access, play: Play, line: Line, form: Form, **more: Any
) -> HttpResponse:
    """The form that asks something for one line, as a page or as its fragment."""
    context = {"access": access, "play": play, "line": line, "words": _words(access, line), "form": form, **more}
    context |= {"op": new_op(), "pulse": access.pulse}
    template = f"_{name}.html" if is_htmx(request) else f"{name}.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _back_to(request: HttpRequest, access: Access, play: Play, line: Line) -> HttpResponse:
    return go(request, reverse("setup", args=[access.code, play.number]) + f"#_line-{line.id}")


def _drawn_before(play: Play, column: int) -> dict[str, str]:
    row = next((row for row in play.draws if row["column"] == column), None)
    return {"object": row.get("object", ""), "number": row["tile"]} if row else {}


def _list(access: Access, play: Play, entered: Mapping[str, tables.Entered]) -> dict[str, Any]:
    course = journal.ground(access.campaign, play.number, play.revision)
    party, absent = seated(access, play)
    ticked = lists.ticked_lines(play)
    shown = tables.of_play(play, [row.line for row in ticked], entered)
    rows = [_row(access, row, party) | {"shown": _shown(row.line, shown.get(row.line.id))} for row in ticked]
    _with_lots(access, play, rows, course.state, party)
    shared = parts.of_play(play)
    areas = _areas(access, shared.holders, rows)
    done = sum(row["done"] for row in rows)
    todo = next((row for area in areas for row in area["rows"] if not row["done"]), None)
    return {
        "access": access,
        "dealt": bool(shared.holders),
        "own": any(area["mine"] for area in areas),
        "hands": shared.hands,
        "room": "setup",
        "play": play,
        "party": party,
        "absent": absent,
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


def _with_lots(access: Access, play: Play, rows: list[dict[str, Any]], state: State, party: list[str]) -> None:
    """Says at the lines that the log can draw for what it drew; empty before."""
    offered = lots.offered(access, play)
    for row in rows:
        if lot := offered.get(row["line"].step):
            found = lots.drawn(state, row["line"].step)
            row["lot"] = ", ".join(str(one) if lot.pieces else party[one - 1] for one in found)


def _shown(line: Line, entered: tables.Entered | None) -> dict[str, Any] | None:
    """What a card shows, in words, and who typed it."""
    if entered is None:
        return None
    said = entered.said
    if line.printed == printed.Kind.TILES and printed.leaving(said).for_good:
        said = _("%(tiles)s, for good") % {"tiles": ", ".join(printed.items(said))}
    return {"said": said, "by": entered.by}


def _areas(access: Access, holders: Mapping[str, parts.Holder], rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The runs of the list with their rows, whose part each is, and whose open lines it waits for."""
    runs = parts.runs(row["line"] for row in rows)
    waiting = iter(rows)
    areas = [_area(run, [next(waiting) for _ in run.lines], holders.get(run.id)) for run in runs]
    left = {area["id"]: len(area["rows"]) - area["done"] for area in areas}
    for run, area in zip(runs, areas, strict=True):
        before = parts.waits_for(run, runs, left)
        area["waits"] = [(holders[one].name, left[one]) for one in before if one in holders]
        area["mine"] = area["holder"] is not None and area["holder"].member == access.member
    return areas


def _area(run: parts.Run, own: list[dict[str, Any]], holder: parts.Holder | None) -> dict[str, Any]:
    for row in own:
        row["area"] = run.id
    return {"id": run.id, "name": run.area, "rows": own, "done": sum(row["done"] for row in own), "holder": holder}


def _in_words(access: Access, found: lists.Difference) -> dict[str, Any]:
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
        "section": headings.chapter(line.section, access.box, access.content, language),
        "whose": party[int(line.values["seat"]) - 1] if "seat" in line.values else "",
    }
