"""The public pilot book: search, every entry, the map, a player aid for each scenario. It knows no campaign."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cards.models import Box
from cards.reference import Moment
from scenarios import charts, lookup, pages, reference
from scenarios.headings import MOMENTS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.http import HttpRequest, HttpResponse

    from scenarios.reference import Entry


@dataclass(frozen=True, slots=True)
class Shelf:
    """The boxes that are read: `every` one that no other needs, the `content` asked for, `box` if it is one alone."""

    every: reference.Content
    content: reference.Content
    box: str = ""


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """A question and its answers from all boxes, or from the one asked for; htmx asks for the answers alone."""
    shelf, language = _shelf(request), _language()
    query = request.GET.get("q", "")
    hits = lookup.search(query, shelf.content, language) if query.strip() else []
    names = reference.box_names(shelf.every, language)
    context = pages.results(query, hits, shelf.content, language, _address, names)
    context |= {"action": reverse("search")} | _boxes(shelf, names)
    return render(request, "_results.html" if _wants_part(request) else "search.html", context)


@require_safe
def contents(request: HttpRequest) -> HttpResponse:
    """Everything that the book holds, box by box and by kind."""
    shelf, language = _shelf(request), _language()
    names = reference.box_names(shelf.every, language)
    books = [(box, reference.entries(((box, version),), language).values()) for box, version in shelf.content]
    groups = [(names[box], box, pages.contents(found, None, _address)) for box, found in books]
    aids = [(one, reverse("aid", args=[one.key])) for _, found in books for one in found if _has_aid(one)]
    return render(request, "book.html", {"by_box": groups, "aids": aids, **_boxes(shelf, names)})


@require_safe
def answer(request: HttpRequest, kind: str, key: str) -> HttpResponse:
    """One entry with what it touches, and the box it belongs to."""
    content, language = _content(), _language()
    found = reference.entries(content, language)
    entry = found.get(f"{kind}:{key}")
    if entry is None:
        raise Http404
    box = reference.box_names(content, language).get(entry.box, "")
    context = pages.answer(entry, found, None, _address) | {"book": reverse("book"), "box": box}
    return render(request, "answer.html", context)


@require_safe
def aid(request: HttpRequest, key: str) -> HttpResponse:
    """The player aid of a scenario, on one printed page."""
    found = reference.entries(_content(), _language())
    entry = found.get(f"scenario:{key}")
    if entry is None or not _has_aid(entry):
        raise Http404
    return render(request, "aid.html", {"entry": entry, **_aid(entry, list(found.values()))})


@require_safe
def chart(request: HttpRequest) -> HttpResponse:
    """The board as it can be at most, without a marker: each location leads to its entry."""
    maps = [charts.drawings(*box, _language(), address=_of_location, tiles=charts.bringing(*box)) for box in _content()]
    drawings = next(filter(None, maps), None)
    if drawings is None:
        raise Http404
    return render(request, "chart.html", {"drawings": drawings})


def _aid(scenario: Entry, found: list[Entry]) -> dict[str, Any]:
    """The scenario's own rules in full, those of its modules by their first sentence, moment by moment."""
    modules = {link.partition(":")[2] for link in scenario.links if link.startswith("module:")}
    own = [entry for entry in found if entry.rule and entry.rule.chapter == scenario.key]
    others = [
        entry
        for entry in found
        if entry.rule and entry.rule.chapter in modules and not entry.rule.scenarios - {scenario.key}
        if not any(link.startswith("port:") for link in entry.links)  # stands on the tile in front of its player
    ]
    played = [moment for moment in MOMENTS if moment not in (Moment.SET_UP, Moment.BETWEEN_GAMES)]
    groups: dict[Moment, list[tuple[str, str]]] = {moment: [] for moment in played}
    for entry in others:
        if moments := [moment for moment in played if moment in entry.moments]:
            groups[moments[0]].append((entry.name, pages.first_sentence(entry.text)))
    return {"own": own, "groups": [(MOMENTS[moment], rows) for moment, rows in groups.items() if rows]}


def _has_aid(entry: Entry) -> bool:
    """A scenario of one of our boxes has rules of its own; the base game's follows its own rulebook."""
    return entry.kind == "scenario" and any(link.startswith("rule:") for link in entry.links)


def _content() -> reference.Content:
    return reference.content_of(Box.objects.all())


def _shelf(request: HttpRequest) -> Shelf:
    """What `?box=` asks for: one box with those that it needs; all of them for none, and for one that is not there."""
    boxes, asked = list(Box.objects.all()), request.GET.get("box", "")
    every = reference.content_of(boxes)
    one = tuple((box.id, box.content_hash) for box in boxes if box.id == asked and box.content_hash)
    return Shelf(every, one or every, asked if one else "")


def _boxes(shelf: Shelf, names: Mapping[str, str]) -> dict[str, Any]:
    """The boxes to choose from, by name, and which one was chosen; a needed one only where somebody asks for it."""
    offered = [box for box, _ in shelf.every]
    if shelf.box and shelf.box not in offered:
        offered.append(shelf.box)
    return {"boxes": [(box, names[box]) for box in offered], "chosen": shelf.box}


def _language() -> str:
    return get_language() or "en"


def _address(entry: Entry) -> str:
    return reverse("answer", args=[entry.kind, entry.key])


def _of_location(space: str) -> str:
    return reverse("answer", args=["location", space])


def _wants_part(request: HttpRequest) -> bool:
    return request.headers.get("HX-Request") == "true"
