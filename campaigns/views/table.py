"""During a game: the rounds, and what a round's end asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from campaigns import helm, journal, plays, reader
from campaigns.access import Action, allow
from campaigns.course import what_next
from campaigns.fragments import deed, go, is_htmx, new_op, screen, tap
from campaigns.models import Draft
from campaigns.views import party_of, play_of, require_entry
from scenarios import book, glance, turn

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.models import Play
    from campaigns.rules.state import State


@screen
def table(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The table of a play: which round it is and what comes next."""
    access = allow(request, code, Action.READ)
    return render(request, "table.html", _table(access, play_of(access, number)))


@deed
def end_round(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Ends the round that the form names; 0 is the set-up."""
    access = allow(request, code, Action.PLAY)
    play = play_of(access, number)
    plays.end_round(
        tap=tap(request, access), play=play.number, ended=_typed(request, "round"), scores=helm.scores(access, play)
    )
    return _answer(request, access, play)


@deed
def end_phase(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Ends the phase that the form names; the last one of a round ends the round with it."""
    access = allow(request, code, Action.PLAY)
    play = play_of(access, number)
    plays.end_phase(
        tap=tap(request, access),
        play=play.number,
        round_=_typed(request, "round"),
        phase=_typed(request, "phase"),
        phases=len(turn.phases(_turn(access, play))),
    )
    return _answer(request, access, play)


@deed
def take_back(request: HttpRequest, code: str, number: int, sequence: int) -> HttpResponse:
    """Undoes the newest step of the play's rounds."""
    access = allow(request, code, Action.UNDO)
    play = play_of(access, number)
    require_entry(access, play.number, sequence)
    plays.take_back(tap=tap(request, access), play=play.number, sequence=sequence)
    if (aid := request.POST.get("back", "")) in helm.offered(access, play):
        return go(request, reverse("at-table", args=[access.code, play.number, aid]))
    return _answer(request, access, play)


@deed
def do_again(request: HttpRequest, code: str, number: int, sequence: int) -> HttpResponse:
    """Does an undone step of the play's rounds again."""
    access = allow(request, code, Action.UNDO)
    play = play_of(access, number)
    require_entry(access, play.number, sequence)
    plays.do_again(tap=tap(request, access), play=play.number, sequence=sequence)
    return _answer(request, access, play)


def _typed(request: HttpRequest, name: str) -> int:
    """A small number of a form; -1 for anything else, which no round and no phase has."""
    typed = request.POST.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= 2 else -1


def _turn(access: Access, play: Play) -> tuple[turn.Part, ...]:
    return turn.tonight(book.turn(access.box, access.content), frozenset(play.modules))


def _answer(request: HttpRequest, access: Access, play: Play) -> HttpResponse:
    if is_htmx(request) and request.headers.get("HX-Target") == "_rounds":
        return render(request, "_rounds.html", _table(access, play_of(access, play.number)))
    return go(request, reverse("table", args=[access.code, play.number]))


def _table(access: Access, play: Play) -> dict[str, Any]:
    course = journal.ground(access.campaign, play.number, play.revision)
    draft = Draft.objects.of(play).open().first()
    return {
        "access": access,
        "room": "table",
        "play": play,
        "party": party_of(access, play),
        "round": course.state.round(),
        "rounds": range(1, play.rounds + 1),
        "before": course.state.round() - 1,
        "course": course,
        **_glance(access, play, course.state),
        "draft": draft,
        "ending": _ending(access, play, course.state.round()),
        "aids": helm.offered(access, play) if play.is_under_way else (),
        "next": what_next(play, play.game - 1, course.state.round(), draft) if play.is_under_way else None,
        "undo": journal.newest_standing(access.campaign, play.number),
        "again": journal.next_again(access.campaign, play.number),
        "op": new_op(),
    }


def _glance(access: Access, play: Play, state: State) -> dict[str, Any]:
    """The turn of the box at a glance, and where the round is in it; nothing where the box says none."""
    content, language = (access.box, access.content), get_language() or "en"
    found = glance.glance(*content, language, frozenset(play.modules))
    phases = next((group.rows for group in found if group.sort is turn.Sort.PHASE), ())
    over = turn.Sort.END_OF_GAME if state.round() == play.rounds else turn.Sort.END_OF_ROUND
    last = not phases or state.phase() == len(phases) - 1
    return {
        "glance": found,
        "phases": phases if 1 <= state.round() <= play.rounds else (),
        "phase": state.phase(),
        "last_phase": last,
        "ends": [row for group in found if last and group.sort in (turn.Sort.END_OF_ROUND, over) for row in group.rows],
    }


def _ending(access: Access, play: Play, round_: int) -> list[tuple[str, str]]:
    """What to think of when the round that runs ends: names from the book, and where each is told."""
    if not play.is_under_way or not 1 <= round_ <= play.rounds:
        return []
    found = reader.at_the_end(access, play, round_, get_language() or "en")
    return [(entry.name, reverse("campaign-answer", args=[access.code, entry.kind, entry.key])) for entry in found]
