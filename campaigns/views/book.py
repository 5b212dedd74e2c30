"""The pilot book as a campaign may read it: search, entries, what counts tonight, the table's own rulings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from campaigns import rulings, spoilers, wording
from campaigns.access import Action, allow, allow_story
from campaigns.forms.story import Peek, RulingWords
from campaigns.fragments import answering, go, is_htmx, new_op, screen, tap
from campaigns.reader import reader_of
from campaigns.rules.effects import Refusal
from scenarios import headings, lookup, pages

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.reader import Reader
    from scenarios.reference import Entry

BASE = "campaign_base.html"


@screen
def search(request: HttpRequest, code: str) -> HttpResponse:
    """A question and its answers, what counts tonight first; htmx asks for the answers alone."""
    reader = _reader(request, code)
    query, counting = request.GET.get("q", ""), reader.counting()
    extra = {entry: ruled.words for entry, ruled in reader.ruled.items()}
    hits = (
        lookup.search(query, reader.content, reader.language, visible=reader.reached, first=counting, extra=extra)
        if query.strip()
        else []
    )
    context = pages.results(query, hits, reader.content, reader.language, reader.address)
    for row in (*context["best"], *(row for _, rows in context["groups"] for row in rows)):
        row["ruling"] = reader.ruled.get(row["entry"].id)
    context |= _around(reader) | {"action": reverse("campaign-search", args=[code])}
    return render(request, "_results.html" if is_htmx(request) else "search.html", context)


@screen
def contents(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that the book holds and the campaign may read, by kind."""
    reader = _reader(request, code)
    groups = pages.contents(reader.found.values(), reader.reached, reader.address)
    return render(request, "book.html", _around(reader) | {"groups": groups})


@screen
def tonight(request: HttpRequest, code: str) -> HttpResponse:
    """What counts tonight, by moment and by place."""
    reader = _reader(request, code)
    found = pages.tonight(reader.found.values(), reader.table, reader.reached)
    context = _around(reader) | {
        "moments": [(name, _rows(reader, own)) for _, name, own in pages.by_moment(found)],
        "places": [(", ".join(spaces), _rows(reader, own)) for spaces, own in pages.by_place(found)],
        "tiles": _rows(reader, [entry for entry in found if entry.kind == "tile"]),
        "playing": reader.playing,
        "count": len(found),
        "scenario": reader.found.get(f"scenario:{reader.table.scenario}"),
        "modules": [reader.found[f"module:{one}"].name for one in sorted(reader.table.modules)],
        "players": reader.table.players,
    }
    return render(request, "now.html", context)


@screen
def answer(request: HttpRequest, code: str, kind: str, key: str) -> HttpResponse:
    """One entry with what it touches, as far as the campaign may read it."""
    reader = _reader(request, code)
    return render(request, "answer.html", _answer(reader, _entry(reader, kind, key)))


@require_http_methods(["POST"])
@answering
def rule(request: HttpRequest, code: str, kind: str, key: str) -> HttpResponse:
    """Keeps how the table reads what is left open."""
    reader = _reader(request, code, Action.CORRECT)
    entry, form = _entry(reader, kind, key), RulingWords(request.POST)
    if form.is_valid():
        try:
            rulings.write(
                access=reader.access, tap=tap(request, reader.access), entry=entry, words=form.cleaned_data["words"]
            )
            return go(request, reader.address(entry))
        except Refusal as refusal:
            form.add_error("words", wording.refusal(refusal))
    context = _answer(reader, entry) | {"form": form}
    return render(request, "_ruling.html" if is_htmx(request) else "answer.html", context, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def peek(request: HttpRequest, code: str) -> HttpResponse:
    """A tile ahead of the story, for this member only: the number first, then once more that it is meant."""
    access = allow_story(request, code, Action.DRAFT)
    form = Peek(request.POST or None)
    sure = request.POST.get("sure") == "yes"
    asked = ""
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data["number"]
        if sure:
            try:
                spoilers.open_deliberately(access=access, tile=asked)
                return go(request, reverse("campaign-answer", args=[access.code, "tile", asked]))
            except Refusal as refusal:
                form.add_error("number", wording.refusal(refusal))
                asked = ""
    context = {"access": access, "room": "book", "form": form, "asked": asked, "op": new_op()}
    context["opened"] = spoilers.opened_by(access.member)
    return render(request, "peek.html", context, status=422 if form.errors else 200)


def _reader(request: HttpRequest, code: str, action: Action = Action.READ) -> Reader:
    return reader_of(allow(request, code, action), get_language() or "en")


def _entry(reader: Reader, kind: str, key: str) -> Entry:
    """An entry that may be read. Http404 for one that is locked, as for one that is not there."""
    entry = reader.entry(f"{kind}:{key}")
    if entry is None:
        raise Http404
    return entry


def _around(reader: Reader) -> dict[str, Any]:
    return {"access": reader.access, "base": BASE, "room": "book"}


def _answer(reader: Reader, entry: Entry) -> dict[str, Any]:
    ruled = reader.ruled.get(entry.id)
    return {
        **pages.answer(entry, reader.found, reader.reached, reader.address),
        **_around(reader),
        "book": reverse("campaign-book", args=[reader.access.code]),
        "first": entry.id in reader.counting(),
        "ruling": ruled,
        "ago": wording.ago(ruled.at) if ruled else "",
        "form": RulingWords(initial={"words": ruled.words if ruled else ""}),
        "may_rule": reader.access.may(Action.CORRECT),
        "op": new_op(),
        "pulse": reader.access.pulse,
    }


def _rows(reader: Reader, found: list[Entry]) -> list[dict[str, Any]]:
    return [
        {
            "entry": entry,
            "url": reader.address(entry),
            "heading": headings.KINDS[entry.kind],
            "ruling": reader.ruled.get(entry.id),
        }
        for entry in found
    ]
