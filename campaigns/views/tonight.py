"""Tonight: what is played, and by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from campaigns import archive, evenings, journal, plays, story, wording
from campaigns.access import Action, allow, allow_story
from campaigns.forms.tonight import GUEST, Middle, Tonight
from campaigns.fragments import answering, deed, go, is_htmx, new_op, screen, tap
from campaigns.models import Play, Seat
from campaigns.rules.effects import Refusal
from campaigns.rules.legacy import ROUNDS
from campaigns.views import play_of
from scenarios import book

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.evenings import Evening
    from campaigns.rules.state import State
    from scenarios.table import SeatTonight


@screen
def choose(request: HttpRequest, code: str) -> HttpResponse:
    """What can be played tonight, each in two sentences."""
    access = allow(request, code, Action.PLAY)
    state = _legacy(access)
    texts, language = book.scenario_texts(access.box, access.content), get_language() or "en"
    scenarios = book.scenarios(access.box, access.content)
    rows = [
        {
            "evening": evening,
            "name": book.text(texts, evening.scenario, "name", language),
            "summary": book.text(texts, evening.scenario, "summary", language),
            "modules": _module_names(access, evening.modules),
            "first_game": scenarios[evening.scenario].first_game,
            "least": min(evening.players),
            "most": max(evening.players),
        }
        for evening in _proposed_first(evenings.evenings(access, state).values())
    ]
    context = {"access": access, "game": state.games_opened() + 1, "rows": rows, "begun": state.has_begun()}
    context |= {
        "proposed": evenings.proposed(access, state),
        "rest": state["rest"],
        "closed": _not_tonight(access, state),
        "op": new_op(),
    }
    return render(request, "choose.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def tonight(request: HttpRequest, code: str, key: str) -> HttpResponse:
    """The form that says who plays the evening `key`; posted, the set-up list."""
    access = allow(request, code, Action.PLAY)
    evening = evenings.evenings(access, _legacy(access)).get(key)
    if evening is None:
        return _closed(request, access, key)
    seats = list(Seat.objects.of(access.campaign).order_by("position"))
    asked = _asked(access, evening)
    if request.method != "POST":
        return _form(request, access, evening, Tonight(initial=_as_last_time(access, seats), seats=seats, **asked))
    form = Tonight(request.POST, seats=seats, **asked)
    party = _party(form)
    if party is not None:
        try:
            play = plays.open_tonight(
                access=access, tap=tap(request, access), seats=party, key=key, choice=form.choice()
            )
            return go(request, reverse("setup", args=[access.code, play.number]))
        except Refusal as refusal:
            if refusal.field not in form.fields:
                raise
            form.add_error(refusal.field, wording.refusal(refusal))
    return _form(request, access, evening, form, status=422)


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def without(request: HttpRequest, code: str) -> HttpResponse:
    """The form of a game that was played without this log; posted, its closing."""
    access = allow(request, code, Action.PLAY)
    seats = list(Seat.objects.of(access.campaign).order_by("position"))
    played = _playable(access)
    initial = _as_last_time(access, seats) if request.method != "POST" else None
    places = max(count for evening in evenings.evenings(access, _legacy(access)).values() for count in evening.players)
    form = Tonight(request.POST or None, initial=initial, seats=seats, played=played, places=places)
    party = _party(form) if request.method == "POST" else None
    if party is not None:
        data = form.cleaned_data
        try:
            play = plays.played_without(
                access=access, tap=tap(request, access), seats=party, key=data["key"], day=data["played_on"]
            )
            draft = story.open_draft(access=access, play=play, after=ROUNDS)
            return go(request, reverse("draft", args=[access.code, play.number, draft.pk]))
        except Refusal as refusal:
            if refusal.field not in form.fields:
                raise
            form.add_error(refusal.field, wording.refusal(refusal))
    context = {"access": access, "form": form, "op": new_op(), "seen": access.revision}
    template = "_without.html" if is_htmx(request) else "without.html"
    return render(request, template, context, status=422 if form.errors else 200)


@deed
def give_up(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Ends a game that is not brought to its end."""
    access = allow(request, code, Action.COMMIT)
    play = play_of(access, number)
    entry = plays.give_up(tap=tap(request, access), play=play)
    return go(request, reverse("campaign", args=[access.code]) + f"?written={entry.sequence}")


@require_http_methods(["GET", "HEAD", "POST"])
@answering
def middle(request: HttpRequest, code: str) -> HttpResponse:
    """The form of a campaign that was played before it had a log; posted, its bag."""
    access = allow_story(request, code, Action.CORRECT)
    form = Middle(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            entry = archive.go_on_here(access=access, tap=tap(request, access), lies=form.lies())
            return go(request, reverse("campaign", args=[access.code]) + f"?written={entry.sequence}")
        except Refusal as refusal:
            form.add_error("tiles" if "tile" in refusal.values else "cards", wording.refusal(refusal))
    context = {"access": access, "form": form, "op": new_op(), "seen": access.revision}
    template = "_middle.html" if is_htmx(request) else "middle.html"
    return render(request, template, context, status=422 if form.errors else 200)


def _playable(access: Access) -> list[tuple[str, str]]:
    """The evenings that are open, with what each is called."""
    texts, language = book.scenario_texts(access.box, access.content), get_language() or "en"
    open_now = evenings.evenings(access, _legacy(access)).values()
    return [
        (evening.key, book.text(texts, evening.scenario, "name", language) + _by_card(evening)) for evening in open_now
    ]


def _proposed_first(open_now: Iterable[Evening]) -> list[Evening]:
    """What a story card sets up stands before the campaign's own next game."""
    return sorted(open_now, key=lambda evening: (evening.aside, evening.key == evenings.CAMPAIGN))


def _not_tonight(access: Access, state: State) -> list[dict[str, Any]]:
    """The twins whose card the campaign does not have in play."""
    texts, language = book.scenario_texts(access.box, access.content), get_language() or "en"
    return [
        {"card": card, "name": book.text(texts, scenario, "name", language)}
        for scenario, card in evenings.closed_twins(access, state)
    ]


def _by_card(evening: Evening) -> str:
    return "" if evening.key == evenings.CAMPAIGN else f" ({evening.card})"


def _legacy(access: Access) -> State:
    return journal.ground(access.campaign, journal.LEGACY, access.revision).state


def _closed(request: HttpRequest, access: Access, key: str) -> HttpResponse:
    """An evening that is not open now. A form may be sent again, or somebody was quicker: the log knows which."""
    if request.method != "POST":
        raise Http404
    play = plays.open_tonight(access=access, tap=tap(request, access), seats=(), key=key)
    return go(request, reverse("setup", args=[access.code, play.number]))


def _asked(access: Access, evening: Evening) -> dict[str, Any]:
    """What the form asks besides the party: opponents at their levels, optional modules."""
    language = get_language() or "en"
    opponents = [
        (f"{opponent.key}:{level}", book.level_name(access.box, access.content, opponent.key, level, language))
        for opponent in evenings.opponents(access, evening)
        for level in opponent.levels
    ]
    asked: dict[str, Any] = {"opponents": opponents, "places": max(evening.players)}
    if evening.one_by_one:
        texts = book.module_texts(access.box, access.content)
        named = [(key, book.text(texts, key, "name", language)) for key in sorted(evening.optional)]
        return asked | {"modules": named}
    names = _module_names(access, evening.optional)
    return asked | {"optional": _("With %(modules)s") % {"modules": names} if names else ""}


def _module_names(access: Access, modules: frozenset[str]) -> str:
    texts, language = book.module_texts(access.box, access.content), get_language() or "en"
    return ", ".join(sorted(book.text(texts, module, "name", language) for module in modules))


def _form(request: HttpRequest, access: Access, evening: Evening, form: Tonight, status: int = 200) -> HttpResponse:
    template = "_tonight.html" if is_htmx(request) else "tonight.html"
    texts, language = book.scenario_texts(access.box, access.content), get_language() or "en"
    context = {
        "access": access,
        "form": form,
        "evening": evening,
        "name": book.text(texts, evening.scenario, "name", language),
        "op": new_op(),
        "seen": access.revision,
    }
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
