"""Reading and closing: the draft, its review, the commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404
from django.shortcuts import render
from django.urls import reverse

from campaigns import endings, journal, sheets, spoilers, story, wording
from campaigns.access import Action, allow, device
from campaigns.forms.story import ChoiceWords, EffectForm, Ended, Points
from campaigns.fragments import deed, fragment, go, is_htmx, new_op, screen, tap
from campaigns.models import Draft
from campaigns.rules.effects import Refusal
from campaigns.rules.legacy import ROUNDS
from campaigns.rules.state import Piece, PlayStatus
from campaigns.views import draft_of, party_of, play_of, score

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from campaigns.access import Access
    from campaigns.aids.ending import Asked


@deed
def begin(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Opens the reading after a round, or goes on with the one that is open."""
    access = allow(request, code, Action.DRAFT)
    play = play_of(access, number)
    after = request.POST.get("after", "")
    if after not in ("0", "1", "2", "3", "4"):
        raise Http404
    draft = story.open_draft(access=access, play=play, after=int(after))
    return go(request, _url("draft", access, draft))


@screen
def draft(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """The draft: cards in play, what was chosen, effects; a draft that has ended leads back to the log."""
    access = allow(request, code, Action.READ)
    found = draft_of(play_of(access, number), pk)
    if found.status != Draft.Status.OPEN:
        return go(request, reverse("campaign", args=[access.code]))
    return render(request, "draft.html", _draft(access, found, _phone(request)))


@deed
def set_card(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Keeps what became of one card in play and what the group chose on it."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    card = _card_in_play(request, access)
    form = ChoiceWords(request.POST)
    fields: dict[str, Any] = {f"read:{card}": request.POST.get("outcome") == "read"}
    if form.is_valid():
        fields[f"choice:{card}"] = form.cleaned_data["words"]
        found = story.set_fields(tap=tap(request, access), draft=found.pk, fields=fields)
    return _answer(request, access, found, choice={card: form})


@deed
def propose(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Says what a member would choose on a card; everybody sees it."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    card = _card_in_play(request, access)
    form = ChoiceWords(request.POST)
    if form.is_valid():
        words = form.cleaned_data["words"]
        found = story.propose(tap=tap(request, access), draft=found.pk, card=card, words=words)
    return _answer(request, access, found, choice={card: form})


@deed
def read_aloud(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """One phone reads and has the forms, or all have them again."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    reading = request.POST.get("reading") == "yes"
    return _answer(request, access, story.read_aloud(tap=tap(request, access), draft=found.pk, reading=reading))


@deed
def set_points(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Keeps the points of everybody at the table."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    asked = endings.asked(access, found.play)
    forms = _points_of(found, asked, request.POST)
    rest = Ended(request.POST, asked=asked)
    valid = [form.is_valid() for form in (*forms, rest)]  # all of them, so that every wrong field says so
    if all(valid):
        fields = {f"{name}:{at}": value for at, form in enumerate(forms) for name, value in form.cleaned_data.items()}
        fields |= {f"ending:{name}": value for name, value in rest.cleaned_data.items()}
        found = story.set_fields(tap=tap(request, access), draft=found.pk, fields=fields)
        return _answer(request, access, found)
    return _answer(request, access, found, points=forms, ended=rest)


@deed
def add_effect(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Adds an effect; what the rules refuse is said at the field and keeps what was typed."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    form = EffectForm(request.POST)
    if form.is_valid():
        try:
            found = story.add_effect(access=access, tap=tap(request, access), draft=found.pk, wanted=form.wanted())
            return _answer(request, access, found)
        except Refusal as refusal:
            form.add_error(refusal.field or "number", wording.refusal(refusal))
    return _answer(request, access, found, form=form)


@deed
def drop_effect(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Takes an effect out of the draft again."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    kind, _sep, name = request.POST.get("piece", "").partition(":")
    return _answer(
        request, access, story.drop_effect(tap=tap(request, access), draft=found.pk, piece=Piece(kind, name))
    )


@screen
def review(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """What the log will say and what hands do."""
    access = allow(request, code, Action.READ)
    found = draft_of(play_of(access, number), pk)
    if found.status != Draft.Status.OPEN:
        return go(request, reverse("campaign", args=[access.code]))
    context = {"access": access, "play": found.play, "draft": found, "op": new_op(), "closing": found.after == ROUNDS}
    context["aside"] = found.play.status == PlayStatus.ASIDE
    try:
        worked_out = story.review(access=access, draft=found)
    except Refusal as refusal:
        return render(request, "review.html", context | {"refused": wording.refusal(refusal)}, status=422)
    names = dict(enumerate(party_of(access, found.play)))
    context["changes"] = wording.changed(worked_out.changes, names)
    context["hand_work"] = [wording.hands(work) for work in worked_out.hand_work]
    if found.after == ROUNDS:
        context["ended"] = endings.ended(access, found.play, found.data)
        context["names"] = list(names.values())
    context |= {"bag": worked_out.bag, "out": worked_out.out, "stay": worked_out.stay}
    return render(request, "review.html", context | {"seen": worked_out.revision})


@deed
def commit(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Writes the draft into the log as one entry."""
    access = allow(request, code, Action.COMMIT)
    found = draft_of(play_of(access, number), pk)
    typed = request.POST.get("draft_seen", "")
    draft_seen = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 10 else -1
    entry = story.commit(access=access, tap=tap(request, access), draft=found.pk, draft_seen=draft_seen)
    return go(request, reverse("campaign", args=[access.code]) + f"?written={entry.sequence}")


@deed
def throw_away(request: HttpRequest, code: str, number: int, pk: int) -> HttpResponse:
    """Drops the draft."""
    access = allow(request, code, Action.DRAFT)
    found = draft_of(play_of(access, number), pk)
    story.throw_away(tap=tap(request, access), draft=found.pk)
    return go(request, reverse("table", args=[access.code, found.play.number]))


def _url(name: str, access: Access, found: Draft) -> str:
    return reverse(name, args=[access.code, found.play.number, found.pk])


def _answer(request: HttpRequest, access: Access, found: Draft, **bound: Any) -> HttpResponse:
    """The draft again; forms with errors keep what was typed and make it a 422."""
    forms = [bound.get("form"), *(bound.get("choice") or {}).values(), *(bound.get("points") or ()), bound.get("ended")]
    wrong = any(form is not None and form.errors for form in forms)
    if not wrong and not is_htmx(request):
        return go(request, _url("draft", access, found))
    show, template = (fragment, "_draft.html") if is_htmx(request) else (render, "draft.html")
    return show(request, template, _draft(access, found, _phone(request), **bound), status=422 if wrong else 200)


def _card_in_play(request: HttpRequest, access: Access) -> str:
    """The card that a form names. Refusals: card_not_in_play."""
    card = request.POST.get("card", "")
    if card not in story.in_play(access=access):
        raise Refusal("card_not_in_play", card=card[:6])
    return card


def _phone(request: HttpRequest) -> str:
    return sheets.phone(device(request))


def _draft(
    access: Access,
    found: Draft,
    phone: str,
    form: EffectForm | None = None,
    choice: dict[str, ChoiceWords] | None = None,
    points: list[Points] | None = None,
    ended: Ended | None = None,
) -> dict[str, Any]:
    data, state = found.data, journal.ground(access.campaign, journal.LEGACY).state
    names = story.names(found)
    effects = [
        {
            "wanted": wanted,
            "tile": _seen(access, state, wanted.id) if wanted.piece.kind == "tile" else None,
            "by": names.get(row.get("by"), ""),
        }
        for wanted, row in zip(story.wanted_effects(found), data.get("effects", []), strict=True)
    ]
    reader, proposed = story.reader(found), story.proposals(found)
    cards = [
        {
            "number": card,
            "read": data.get("read", {}).get(card, False),
            "choice": data.get("choices", {}).get(card, ""),
            "form": (choice or {}).get(card),
            "proposed": [(names.get(who, ""), words) for who, words in proposed.get(card, {}).items()],
            "own": proposed.get(card, {}).get(access.member, ""),
        }
        for card in story.cards_in_play(state)
    ]
    closing = found.after == ROUNDS
    asked = endings.asked(access, found.play) if closing else endings.NOTHING_ASKED
    return {
        "access": access,
        "play": found.play,
        "draft": found,
        "closing": closing,
        "aside": found.play.status == PlayStatus.ASIDE,
        "cards": cards,
        "reader": names.get(reader, "") if reader else "",
        "follows": reader not in (None, access.member) or not access.may(Action.DRAFT),
        "effects": effects,
        "form": form or EffectForm(),
        "points": list(zip(party_of(access, found.play), points or _points_of(found, asked), strict=False)),
        "ended": ended or Ended(initial=data.get("ending", {}), asked=asked),
        "count_of": score.closing(access, found, phone) if closing else None,
        "count": len(effects) + sum(card["read"] for card in cards),
        "op": new_op(),
    }


def _points_of(found: Draft, asked: Asked, posted: Any = None) -> list[Points]:
    """A form for everybody at the table, bound to what was posted if something was."""
    kept = [
        {name: found.data.get(name, {}).get(str(at)) for name in ("points", "explorer", "quests")}
        for at in range(len(found.play.party))
    ]
    return [Points(posted, initial=one, prefix=str(at), compares=asked.compares) for at, one in enumerate(kept)]


def _seen(access: Access, state: Any, tile: str) -> spoilers.SeenTile:
    return spoilers.seen_tile(tile, state, access.box, access.content)
