"""The campaign's own pages: what comes next, the bag, the print sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from campaigns import archive, crew, evenings, journal, log, spoilers, wording
from campaigns.access import Action, allow, allow_story
from campaigns.course import what_next
from campaigns.fragments import deed, go, new_op, qr, screen, tap
from campaigns.models import Draft, Play, Seat
from campaigns.rules.state import Place, Rest
from campaigns.views import words_of, written_of
from scenarios import book

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.rules.state import Piece, Spot, State

LAST = 5
"""Entries on the campaign's page."""


@screen
def campaign(request: HttpRequest, code: str) -> HttpResponse:
    """What comes next, where the campaign stands, its last entries."""
    access = allow(request, code, Action.READ)
    ground = journal.ground(access.campaign, journal.LEGACY, access.revision)
    play = Play.objects.of(access.campaign).under_way().first()
    draft = Draft.objects.of(play).open().first() if play else None
    round_ = journal.ground(access.campaign, play.number, play.revision).state.round() if play else 0
    seats = Seat.objects.of(access.campaign).names()
    undo = journal.newest_standing(access.campaign, journal.LEGACY)
    entries = words_of(log.history(access.campaign, LAST), seats)
    context = {
        "access": access,
        "room": "log",
        "seen": ground.revision,
        "op": new_op(),
        "play": play,
        "draft": draft,
        "next": what_next(play, ground.state.games_opened(), round_, draft, rests=bool(ground.state["rest"])),
        "rest": ground.state["rest"],
        "proposed": _proposed(access, ground.state),
        "played": ground.state.games_played(),
        "begun": ground.state.has_begun(),
        "seats": list(seats.values()),
        "whereabouts": _whereabouts(access, ground.state),
        "entries": entries,
        "undo": undo.sequence if undo else None,
        "recovery": _recovery(access),
        "written": written_of(entries, request.GET.get("written", "")),
    }
    return render(request, "campaign.html", context)


@screen
def bag(request: HttpRequest, code: str) -> HttpResponse:
    """The archive list: what lies in the bag, on the table, and what has left the campaign."""
    access = allow_story(request, code, Action.READ)
    state = journal.ground(access.campaign, journal.LEGACY, access.revision).state
    context = {"access": access, "room": "bag", "whereabouts": _whereabouts(access, state)}
    context |= {"shared": evenings.shared_tiles(access, state), "lent": evenings.lent(access, state)}
    return render(request, "bag.html", context)


@screen
def sheet(request: HttpRequest, code: str) -> HttpResponse:
    """The print sheet for the box: address, QR code, and for the captain the recovery code."""
    access = allow(request, code, Action.READ)
    address = request.build_absolute_uri(reverse("campaign", args=[access.code]))
    context = {
        "access": access,
        "address": address,
        "qr": qr(address),
        "recovery": _recovery(access),
        "seats": list(Seat.objects.of(access.campaign)),
    }
    return render(request, "sheet.html", context)


@deed
def noted(request: HttpRequest, code: str) -> HttpResponse:
    """A member says that the own recovery code is noted down."""
    access = allow(request, code, Action.RECOVERY)
    crew.note_recovery(member=access.member)
    page = "crew" if request.POST.get("back") == "crew" else "campaign"
    return go(request, reverse(page, args=[access.code]))


@deed
def rest(request: HttpRequest, code: str) -> HttpResponse:
    """Lays the campaign aside, ends it, or lets it go on."""
    access = allow_story(request, code, Action.COMMIT)
    how = request.POST.get("how", "")
    if how not in ("on", *Rest):
        raise Http404
    entry = log.rest(tap=tap(request, access), how=None if how == "on" else Rest(how))
    return go(request, reverse("campaign", args=[access.code]) + f"?written={entry.sequence}")


def _proposed(access: Access, state: State) -> dict[str, Any] | None:
    """The game that a story card in the bag sets up, in words."""
    evening = evenings.proposed(access, state)
    if evening is None:
        return None
    texts = book.scenario_texts(access.box, access.content)
    return {"card": evening.card, "name": book.text(texts, evening.scenario, "name", get_language() or "en")}


def _recovery(access: Access) -> str:
    """The captain's code: it belongs to the box, where those of the others do not."""
    return crew.recovery_code(access.code, access.member) if access.has_code and access.may(Action.CREW) else ""


def _whereabouts(access: Access, state: State) -> dict[str, list[dict[str, Any]]]:
    found = archive.whereabouts(state)
    shown = {"bag": found.bag, "table": found.table, "deck": found.deck, "gone": found.gone}
    return {place: [_shown(access, state, *row) for row in rows] for place, rows in shown.items()}


def _shown(access: Access, state: State, piece: Piece, spot: Spot) -> dict[str, Any]:
    """A piece for the page, with what this campaign may read of it."""
    seen = spoilers.seen_tile(piece.id, state, access.box, access.content) if piece.kind == "tile" else None
    choice = state[f"choice:{piece.id}"] if piece.kind == "card" else None
    in_deck = spot.place == Place.DECK
    where = wording.spot(spot, piece.kind)
    return {"piece": piece, "where": where, "tile": seen, "choice": choice, "in_deck": in_deck}
