"""Codes and values become sentences in the reader's language. Nothing here decides anything."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from campaigns import phrases, table_phrases
from campaigns.models import Entry
from campaigns.rules.changes import hand_work, read_changes
from campaigns.rules.state import BESIDE, Place, Spot

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from campaigns.journal import Clash
    from campaigns.rules.changes import Change, HandWork
    from campaigns.rules.effects import Refusal
    from scenarios.scoring import Fault


@dataclass(frozen=True, slots=True)
class EntryWords:
    """An entry as the log shows it."""

    title: str
    lines: tuple[str, ...]
    hand_work: tuple[str, ...]


def refusal(refused: Refusal) -> str:
    """The sentence of a refusal; it repeats only what was typed."""
    return str(phrases.REFUSALS[refused.code]) % refused.values


def score_fault(fault: Fault, labels: Mapping[str, str]) -> str:
    """Why a number of a score sheet cannot be; `labels` name the fields."""
    said = {"limit": fault.limit, "other": labels.get(fault.other, "")}
    return str(phrases.SCORE_FAULTS[fault.code]) % said


def clash(met: Clash) -> str:
    """Who was first, with what, and when."""
    what = ", ".join(subject(s) for s in met.subjects)
    return str(phrases.CLASHES[met.code]) % {"who": met.who.name, "when": ago(met.at), "what": what}


def ago(then: datetime) -> str:
    """ "a moment ago", "5 minutes ago"."""
    passed = timezone.now() - then
    return _("a moment ago") if passed.total_seconds() < 60 else _("%(time)s ago") % {"time": timesince(then, depth=1)}


def subject(name: str) -> str:
    """The thing that a subject of the journal means."""
    kind, _sep, rest = name.removeprefix("effect:").partition(":")
    if kind in table_phrases.SUBJECTS:
        return str(table_phrases.SUBJECTS[kind]) % {"where": rest.partition(":")[0]}
    words = {
        "tile": rest,
        "card": _("card %(card)s") % {"card": rest},
        "choice": _("the choice on card %(card)s") % {"card": rest},
        "read": _("the reading"),
        "play": _("the game"),
        "points": _("the points"),
        "explorer": _("the explorers"),
        "quests": _("the quests"),
        "ending": _("the end of the game"),
        "won": _("the verdict"),
        "round": _("the round"),
        "phase": _("the phase"),
        "rest": _("how the campaign goes on"),
        "table": _("what the card shows"),
        "ruling": _("the ruling"),
        "part": _("this part of the set-up"),
        "proposal": _("the proposal"),
        "score": _("the score sheet"),
        "typed": _("the score sheet"),
        "reveal": _("the count"),
        "reader": _("who reads"),
    }
    return words.get(kind, str(table_phrases.OPPONENT))


def spot(where: Spot, kind: str) -> str:
    """Where a piece lies: "on the board at 17"."""
    place = str((phrases.CARD_PLACES if kind == "card" else phrases.PLACES)[where.place])
    if not where.space or where.space == BESIDE:
        return place
    if where.place == Place.BAG:
        return _("%(place)s, for %(space)s") % {"place": place, "space": where.space}
    return _("%(place)s at %(space)s") % {"place": place, "space": where.space}


def hands(work: HandWork) -> str:
    """What hands do with one piece."""
    kind, _sep, piece = work.subject.partition(":")
    words = phrases.SPACED.get(work.code) if work.to.space else None
    words = words or phrases.HAND_WORK.get(work.code) or (phrases.ANY_CARD if kind == "card" else phrases.ANY_TILE)
    return str(words) % {kind: piece, "space": work.to.space, "to": spot(work.to, kind)}


def entry(row: Entry, seats: Mapping[int, str] = MappingProxyType({})) -> EntryWords:
    """An entry in words: title, what changed, what hands do. `seats` names the seats by id."""
    changes = read_changes(row.changes)
    names = _names(row.values.get("party", []), seats)
    lines = (*changed(changes, names), *_reason(row))
    # After an evening of its own hands pack away what the legacy never had; an undo does not lay it out again.
    home = () if row.kind == Entry.Kind.UNDO else read_changes(row.values.get("home", ()))
    # What was played without the log lies packed away already.
    done = () if row.values.get("day") else hand_work((*changes, *home))
    return EntryWords(title(row, changes), lines, tuple(hands(work) for work in done))


def title(row: Entry, changes: Iterable[Change] = ()) -> str:
    """The title of an entry: "Story after round 1 of game 3", "Taken back: …"."""
    kind = row.values.get("of", row.kind)
    changes = list(changes) or list(read_changes(row.changes))
    if kind == Entry.Kind.ROUND:
        plain = _round_title(row, changes)
    elif kind == Entry.Kind.READING and not row.values["after"]:
        plain = _("During game %(game)s") % row.values
    elif kind == Entry.Kind.AID:
        done = f"{row.values['aid']}.{row.values['deed']}"
        plain = str(table_phrases.DEEDS[done]) % defaultdict(str, row.values.get("typed", {}))
    elif kind == Entry.Kind.REST:
        plain = str(phrases.REST[row.values["how"]])
    elif day := row.values.get("day"):
        plain = str(phrases.WITHOUT[kind]) % {**row.values, "day": date_format(date.fromisoformat(day), "DATE_FORMAT")}
    else:
        plain = str(phrases.TITLES[kind]) % row.values
    if row.kind == Entry.Kind.UNDO:
        return _("Taken back: %(title)s") % {"title": plain}
    if row.kind == Entry.Kind.AGAIN:
        return _("Done again: %(title)s") % {"title": plain}
    return plain


def changed(changes: Iterable[Change], names: Mapping[int, str]) -> tuple[str, ...]:
    """The changes that people see, one sentence each."""
    return tuple(words for change in changes if (words := _change(change, names)))


def _change(change: Change, names: Mapping[int, str]) -> str:
    if change.kind in ("tile", "card"):
        was, to = (spot(Spot.read(value), change.kind) for value in (change.was, change.to))
        return _("%(piece)s: %(was)s → %(to)s") % {"piece": _first_up(subject(change.subject)), "was": was, "to": to}
    if change.kind == "choice" and change.to:
        return _("%(what)s: “%(words)s”") % {"what": _first_up(subject(change.subject)), "words": change.to}
    if change.kind == "won" and change.to is not None:
        return _("Won.") if change.to else _("Lost.")
    if change.kind == "points" and change.to is not None:
        index = int(change.subject.rpartition(":")[2])
        return _("%(name)s: %(points)s points") % {"name": names.get(index, str(index + 1)), "points": change.to}
    return ""


def _round_title(row: Entry, changes: list[Change]) -> str:
    """Named by the round that ends: an undo turns the two ends round."""
    turned = next((change for change in changes if change.subject == "round"), None)
    if turned is None:
        return str(_("Phase %(phase)s of round %(round)s ended") % row.values)
    ends = turned.to if row.kind == Entry.Kind.UNDO else turned.was
    return _("Round %(round)s ended") % {"round": ends} if ends else _("The game started")


def _reason(row: Entry) -> tuple[str, ...]:
    return (_("Reason: “%(reason)s”") % {"reason": row.values["reason"]},) if row.values.get("reason") else ()


def _names(party: Iterable[Mapping[str, object]], seats: Mapping[int, str]) -> dict[int, str]:
    return {at: str(seat["guest"] or seats.get(int(str(seat["seat"])), "")) for at, seat in enumerate(party)}


def _first_up(words: str) -> str:
    return words[:1].upper() + words[1:]
