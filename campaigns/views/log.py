"""The log: history, undo, do again, corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from campaigns import archive, journal, wording
from campaigns import log as book
from campaigns.access import Action, allow, allow_story
from campaigns.forms.story import Correction
from campaigns.fragments import answering, deed, fragment, go, is_htmx, new_op, screen, tap
from campaigns.models import Seat
from campaigns.rules.effects import Refusal
from campaigns.views import require_entry, words_of, written_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.models import Entry


@screen
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that was written, newest first, with undo and hand work."""
    access = allow(request, code, Action.READ)
    return render(request, "log.html", _log(access, request.GET.get("written", "")))


@deed
def take_back(request: HttpRequest, code: str, sequence: int) -> HttpResponse:
    """Undoes the newest standing entry of the legacy and says what hands do."""
    access = allow(request, code, Action.UNDO)
    require_entry(access, journal.LEGACY, sequence)
    return _written(request, access, book.take_back(tap=tap(request, access), sequence=sequence))


@deed
def do_again(request: HttpRequest, code: str, sequence: int) -> HttpResponse:
    """Does an undone entry of the legacy again."""
    access = allow(request, code, Action.UNDO)
    require_entry(access, journal.LEGACY, sequence)
    return _written(request, access, book.do_again(tap=tap(request, access), sequence=sequence))


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def correct(request: HttpRequest, code: str) -> HttpResponse:
    """ "Our box differs": the form, and the correction it writes."""
    access = allow_story(request, code, Action.CORRECT)
    form = Correction(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            entry = archive.correct(
                access=access,
                tap=tap(request, access),
                piece=form.piece(),
                spot=form.spot(),
                reason=form.cleaned_data["reason"],
            )
            return _written(request, access, entry)
        except Refusal as refusal:
            form.add_error(refusal.field or "number", wording.refusal(refusal))
    context = {"access": access, "form": form, "op": new_op(), "seen": access.revision}
    show, template = (fragment, "_correct.html") if is_htmx(request) else (render, "correct.html")
    return show(request, template, context, status=422 if form.errors else 200)


def _written(request: HttpRequest, access: Access, entry: Entry) -> HttpResponse:
    return go(request, reverse("log", args=[access.code]) + f"?written={entry.sequence}")


def _log(access: Access, written: str) -> dict[str, Any]:
    seats = Seat.objects.of(access.campaign).names()
    entries = words_of(book.history(access.campaign), seats)
    return {
        "access": access,
        "room": "history",
        "entries": entries,
        "written": written_of(entries, written),
        "undo": journal.newest_standing(access.campaign, journal.LEGACY),
        "again": journal.next_again(access.campaign, journal.LEGACY),
        "seen": access.revision,
        "op": new_op(),
    }
