"""The count at the end of a game: a sheet for each player, what only the box tells, opening what was kept secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from campaigns import count, sheets
from campaigns.access import Action, allow, device
from campaigns.forms.score import SheetForm, Weight
from campaigns.fragments import deed, fragment, go, is_htmx, new_op, screen, tap
from campaigns.models import Draft
from campaigns.rules.legacy import ROUNDS
from campaigns.views import draft_of, party_of, play_of
from scenarios import scores

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.sheets import Count
    from scenarios.scoring import Category, Scoring


@screen
def sheet(request: HttpRequest, code: str, number: int, pk: int, place: int) -> HttpResponse:
    """The score sheet of one player."""
    access = allow(request, code, Action.READ)
    found, counted = _counted(access, number, pk, place)
    if found.status != Draft.Status.OPEN:
        return go(request, reverse("campaign", args=[access.code]))
    phone = sheets.phone(device(request))
    form = SheetForm(**_asked(access, counted, place, phone))
    return render(request, "score_sheet.html", _context(access, found, counted, place, form, phone))


@deed
def keep(request: HttpRequest, code: str, number: int, pk: int, place: int) -> HttpResponse:
    """Keeps what was entered for a player, and says what it makes; with htmx while somebody is typing."""
    access = allow(request, code, Action.DRAFT)
    found, counted = _counted(access, number, pk, place)
    phone = sheets.phone(device(request))
    form = SheetForm(request.POST, **_asked(access, counted, place, phone))
    if form.is_valid():
        found = count.enter(
            access=access, tap=tap(request, access), draft=found, place=place - 1, numbers=form.numbers(), phone=phone
        )
        if not is_htmx(request):
            return go(request, reverse("draft-sheet", args=[access.code, number, pk, place]))
        counted = _again(access, found)
    context = _context(access, found, counted, place, form, phone) | {"answer": is_htmx(request)}
    show, template = (fragment, "_score_sum.html") if is_htmx(request) else (render, "score_sheet.html")
    return show(request, template, context, status=422 if form.errors else 200)


@deed
def reveal(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Opens the count for everybody."""
    access = allow(request, code, Action.DRAFT)
    found, _count = _counted(access, number, pk, 1)
    count.reveal(tap=tap(request, access), draft=found)
    return go(request, reverse("draft", args=[access.code, number, pk]))


@deed
def weight(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Keeps with the box what no source tells. A number that cannot be read leads back to the form."""
    access = allow(request, code, Action.DRAFT)
    _counted(access, number, pk, 1)
    form = Weight(request.POST)
    if form.is_valid():
        points, name = form.cleaned_data["points"], request.POST.get("weight", "")
        count.say_weight(access=access, tap=tap(request, access), weight=name, points=points)
    return go(request, reverse("draft", args=[access.code, number, pk]))


def closing(access: Access, found: Draft, phone: str) -> dict[str, Any] | None:
    """What a closing's draft shows `phone` of the count, `None` where the group counts by itself."""
    counted = sheets.count(access, found.play, found.data)
    if counted is None:
        return None
    names = party_of(access, found.play)
    players = [
        {
            "number": place + 1,
            "name": name,
            "begun": place in counted.entered,
            "total": counted.total(place, phone),
            "hidden": bool(counted.hidden(place, phone)),
            "impossible": place in counted.impossible,
        }
        for place, name in enumerate(names)
    ]
    ranked = counted.ranked()
    return {
        "players": players,
        "weights": [
            (key, *(_said(access, f"weights:{key}:{part}") for part in ("name", "open")), counted.weights.get(key, ""))
            for key in counted.scoring.weights
        ],
        "lacking": counted.lacking,
        "sealed": counted.sealed,
        "ranked": ranked and list(zip(names, ranked.placed, strict=True)),
        "tie": ranked.tie.value if ranked and ranked.tie else "",
        "rule": _said(access, "tie"),
        "open": _said(access, "open"),
    }


def _counted(access: Access, number: int, pk: int, place: int) -> tuple[Draft, Count]:
    """The closing and its count. Http404 where the box has no sheet, or nobody sits there."""
    found = draft_of(play_of(access, number), pk)
    counted = sheets.count(access, found.play, found.data) if found.after == ROUNDS else None
    if counted is None or place > counted.players:
        raise Http404
    return found, counted


def _again(access: Access, found: Draft) -> Count:
    counted = sheets.count(access, found.play, found.data)
    assert counted is not None
    return counted


def _asked(access: Access, counted: Count, place: int, phone: str) -> dict[str, Any]:
    labels = {one.key: _said(access, f"fields:{one.key}:name") for one in counted.scoring.fields}
    return {"scoring": counted.scoring, "labels": labels, "kept": counted.seen(place - 1, phone)}


def _context(access: Access, found: Draft, counted: Count, place: int, form: SheetForm, phone: str) -> dict[str, Any]:
    at = place - 1
    hidden, sheet = counted.hidden(at, phone), counted.sheets.get(at)
    points = dict(sheet.points) if sheet else {}
    veiled = {one.key for one in counted.scoring.categories if hidden & _names(counted.scoring, one)}
    return {
        "access": access,
        "play": found.play,
        "draft": found,
        "place": place,
        "name": party_of(access, found.play)[at],
        "form": form,
        **_grouped(access, counted, form, hidden),
        "rows": [
            {
                "name": _said(access, f"categories:{one.key}:name"),
                "hint": _said(access, f"categories:{one.key}:hint"),
                "points": None if one.key in veiled else points.get(one.key),
                "hidden": one.key in veiled,
            }
            for one in counted.scoring.categories
        ],
        "total": counted.total(at, phone),
        "veiled": bool(veiled),
        "begun": sheet is not None,
        "op": new_op(),
    }


def _names(scoring: Scoring, category: Category) -> frozenset[str]:
    return frozenset(name for one in scoring.fields if one.key in category.counted for name in one.names)


def _grouped(access: Access, counted: Count, form: SheetForm, hidden: frozenset[str]) -> dict[str, Any]:
    groups = _groups(access, counted, form, hidden)
    cells = [cell for group in groups if group["folded"] for line in group["lines"] for cell in line]
    return {"groups": groups, "folds": bool(cells), "unfold": any(cell["field"].value() for cell in cells)}


def _groups(access: Access, counted: Count, form: SheetForm, hidden: frozenset[str]) -> list[dict[str, Any]]:
    """The fields as the sheet shows them: rows of a kind side by side, the other way to say the same folded away."""
    scoring = counted.scoring
    folded = {key for one in scoring.fields for key in one.instead_of}
    groups: list[dict[str, Any]] = []
    for one in scoring.fields:
        sealed = one.key in scoring.secret_fields and not counted.opened
        cell = [_cell(access, form, one.key, name, hidden) | {"sealed": sealed} for name in one.names]
        last = groups[-1] if groups else None
        if last and one.rows > 1 and last["rows"] == one.rows and last["folded"] == (one.key in folded):
            last["lines"] = [[*line, more] for line, more in zip(last["lines"], cell, strict=True)]
        else:
            groups.append({"rows": one.rows, "folded": one.key in folded, "lines": [[more] for more in cell]})
    return groups


def _cell(access: Access, form: SheetForm, key: str, name: str, hidden: frozenset[str]) -> dict[str, Any]:
    hint, doubt = _said(access, f"fields:{key}:hint"), _said(access, f"fields:{key}:open")
    first = name == key or name.endswith(".1")
    return {"field": form[name], "hint": f"{hint} {doubt}".strip() if first else "", "hidden": name in hidden}


def _said(access: Access, field: str) -> str:
    return scores.said(access.box, access.content, field, get_language() or "en")
