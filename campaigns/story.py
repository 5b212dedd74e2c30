"""Readings and closings: a draft that all phones see, reviewed, then committed as one entry.

Draft data: `read` {card: true}, `choices` {card: words}, `effects` [{effect, id, space, ours, by}], `proposal`
{card:member: words}, `reader` {who: member}, `points`, `explorer`, `quests` {place in turn order: number}, `ending`
{opponent, markers, luysa}, what `sheets.py` tells, `marks` {field: [revision, member, op]} (who last set what, and
when), `ops` (the newest operation ids that were applied, so that a repeated one does not beat what came after it).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from campaigns import endings, evenings, journal, sheets
from campaigns.models import Draft, Entry, Member, Play
from campaigns.rules import changes as alphabet
from campaigns.rules import effects, legacy
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.legacy import ROUNDS, Reading
from campaigns.rules.state import Piece, Place, State
from cards import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.access import Access
    from campaigns.journal import Ground, Plan, Tap
    from campaigns.rules.changes import Change, HandWork
    from cards.pieces import Pieces


_PARTS = ("read", "choices", "proposal", "reader", "points", "explorer", "quests", "ending", "score", "typed", "reveal")
"""The parts of a draft's data that hold fields."""

_OPS = 100
"""So many operation ids a draft remembers."""


@dataclass(frozen=True, slots=True)
class Review:
    """What a commit would write: its changes, what hands do, and the revision of the legacy it was worked out on.

    `bag` is what the bag then holds; `out` are the project cards that come out of the deck again, `stay` those of them
    that the campaign owns.
    """

    changes: tuple[Change, ...]
    hand_work: tuple[HandWork, ...]
    revision: int
    bag: tuple[Piece, ...] = ()
    out: tuple[int, ...] = ()
    stay: tuple[int, ...] = ()


def open_draft(*, access: Access, play: Play, after: int) -> Draft:
    """The open draft of a play, begun for the reading after round `after` (4: the closing) if there is none.

    Refusals: play_not_open, no_story_tonight, round_not_over, reading_already_written.
    """
    table = journal.ground(access.campaign, journal.LEGACY)
    legacy.running(table.state, play.number)
    if after < ROUNDS:
        legacy.may_tell_story(table.state, play.number)
    _may_read(play, journal.ground(access.campaign, play.number).state, after)
    if table.state[f"read:{play.number}:{after}"]:
        raise Refusal("reading_already_written", round=after)
    try:
        with journal.GATE, transaction.atomic():
            draft = Draft.objects.create(
                play=play,
                after=after,
                data=_kept_words(play, after),
                opened_by_id=access.member,
                changed_by_id=access.member,
            )
            journal.raise_pulse(access.campaign, "draft", writer=access.member)
            return draft
    except IntegrityError:  # somebody opened one at the same moment: that is the group's draft
        return Draft.objects.get(play=play, status=Draft.Status.OPEN)


def set_fields(*, tap: Tap, draft: int, fields: dict[str, Any]) -> Draft:
    """Sets fields of a draft (`read:150`, `choice:150`, `points:0`), `None` takes one away.

    Clash where somebody else set the same field to something else since `tap.seen`, or the draft is no longer open.
    """

    def edit(data: dict[str, Any]) -> None:
        for field, value in fields.items():
            kind, _, key = field.partition(":")
            _set(data.setdefault({"choice": "choices"}.get(kind, kind), {}), key, value)

    return _edit(tap, draft, frozenset(fields), edit)


def propose(*, tap: Tap, draft: int, card: str, words: str) -> Draft:
    """What a member would choose on a card, seen by all; empty takes it back. It counts for nothing until it is set."""
    return set_fields(tap=tap, draft=draft, fields={f"proposal:{card}:{tap.member}": words or None})


def read_aloud(*, tap: Tap, draft: int, reading: bool) -> Draft:
    """The member reads for all from now on, or nobody does: then every phone has the forms."""
    return set_fields(tap=tap, draft=draft, fields={"reader:who": tap.member if reading else None})


def reader(draft: Draft) -> int | None:
    """The member who reads for all, `None` while every phone has the forms."""
    found: int | None = draft.data.get("reader", {}).get("who")
    return found


def proposals(draft: Draft) -> dict[str, dict[int, str]]:
    """What members would choose, by card and member."""
    found: dict[str, dict[int, str]] = {}
    for key, words in draft.data.get("proposal", {}).items():
        card, _sep, member = key.partition(":")
        found.setdefault(card, {})[int(member)] = words
    return found


def names(draft: Draft) -> dict[int, str]:
    """The members who had a hand in a draft, by id; asked for only where it names one."""
    named = {int(row["by"]) for row in draft.data.get("effects", []) if row.get("by")}
    named |= {who for own in proposals(draft).values() for who in own}
    if (who_reads := reader(draft)) is not None:
        named.add(who_reads)
    return dict(Member.objects.filter(pk__in=named).values_list("pk", "name")) if named else {}


def add_effect(*, access: Access, tap: Tap, draft: int, wanted: Wanted) -> Draft:
    """Adds an effect to a draft, or puts it in the place of the one on the same piece.

    Refusals: no_story_tonight, and those of `effects.check`.
    """
    kept = {
        "effect": wanted.effect.value,
        "id": wanted.id,
        "space": wanted.space,
        "ours": wanted.ours,
        "by": access.member,
    }

    def edit(data: dict[str, Any]) -> None:
        _drop_effect(data, wanted.piece)
        row = Draft.objects.select_related("play").get(pk=draft)
        table = journal.ground(access.campaign, journal.LEGACY).state
        legacy.may_tell_story(table, row.play.number)
        state = _after_reading(table, row, data, access)
        effects.check(state, wanted, _pieces(access), access.line)
        data.setdefault("effects", []).append(kept)

    return _edit(tap, draft, frozenset({f"effect:{wanted.piece.subject}"}), edit)


def drop_effect(*, tap: Tap, draft: int, piece: Piece) -> Draft:
    """Takes the effect on `piece` out of a draft; if there is none (any more), nothing is written."""
    row = _open_or_clash(draft)
    if piece not in [wanted.piece for wanted in wanted_effects(row)]:
        return row
    return _edit(tap, draft, frozenset({f"effect:{piece.subject}"}), lambda data: _drop_effect(data, piece))


def throw_away(*, tap: Tap, draft: int) -> Draft:
    """Drops a draft as it was seen. Clash if somebody changed it since, or somebody else dropped it."""
    row = _draft(draft)
    if row.status == Draft.Status.DROPPED and row.changed_by_id == tap.member:
        return row  # their own tap, sent twice
    row = _open_or_clash(draft)
    if row.revision != tap.seen:
        raise _draft_clash("draft_changed", row)
    try:
        with journal.GATE, transaction.atomic():
            journal.raise_pulse(tap.campaign, "draft", writer=tap.member)
            claim_draft(row.pk, row.revision, Draft.Status.DROPPED, tap.member)
    except journal.Moved:  # in between; now it is one of the cases above
        return throw_away(tap=tap, draft=draft)
    return row


def review(*, access: Access, draft: Draft) -> Review:
    """What committing the draft would write now. Refusals as `commit`."""
    table = journal.ground(access.campaign, journal.LEGACY)
    changes = _changes(table.state, draft, access)
    home = evenings.pack_away(access, table.state, draft.play)
    bag = tuple(piece for piece, _ in alphabet.apply(table.state, changes).pieces(Place.BAG))
    out, stay = evenings.sorted_out(access, table.state, draft.play)
    return Review(changes, alphabet.hand_work((*changes, *home)), table.revision, bag, out, stay)


def commit(*, access: Access, tap: Tap, draft: int, draft_seen: int) -> Entry:
    """Writes the draft, as it was reviewed at revision `draft_seen`, as one entry.

    Clash if the draft was changed, written or thrown away since. Refusals: round_not_over, reading_already_written,
    play_not_open, those of `legacy.read` and of `sheets.require_counted`.
    """
    row = Draft.objects.select_related("play", "changed_by").get(pk=draft)

    def decide(ground: Ground) -> Plan:
        fresh = _open_or_clash(draft)
        if fresh.revision != draft_seen:
            raise _draft_clash("draft_changed", fresh)
        course = journal.ground(access.campaign, row.play.number)
        _may_read(row.play, course.state, row.after)
        changes = _changes(ground.state, fresh, access)
        kind = Entry.Kind.CLOSE if row.after == ROUNDS else Entry.Kind.READING
        values = {"play": row.play.number, "game": row.play.game, "after": row.after, "party": row.play.party}
        if row.play.played_on:
            values["day"] = row.play.played_on.isoformat()
        if home := evenings.pack_away(access, ground.state, row.play):
            values["home"] = [change.stored() for change in home]

        def along(entry: Entry) -> None:
            claim_draft(draft, draft_seen, Draft.Status.COMMITTED, entry.member_id)

        return journal.Plan(kind, changes, values, holds=(course,), along=along, parts=("draft",))

    return journal.write(tap, journal.LEGACY, decide, wants=[f"read:{row.play.number}:{row.after}"])


def in_play(*, access: Access) -> list[str]:
    """The story cards that lie in play tonight."""
    return cards_in_play(journal.ground(access.campaign, journal.LEGACY).state)


def cards_in_play(state: State) -> list[str]:
    """The story cards that lie in play in a legacy."""
    return [piece.id for piece, _ in state.pieces(Place.TABLE) if piece.kind == "card"]


def wanted_effects(draft: Draft) -> list[Wanted]:
    """The effects of a draft, in the order they were added."""
    rows = draft.data.get("effects", [])
    return [Wanted(Effect(row["effect"]), row["id"], row["space"], row["ours"]) for row in rows]


def claim_draft(draft: int, revision: int, status: Draft.Status, member: int) -> None:
    """Ends a draft that is still open at `revision`. journal.Moved if it is not."""
    ended = Draft.objects.filter(pk=draft, revision=revision, status=Draft.Status.OPEN).update(
        status=status, revision=revision + 1, changed_by=member, changed=timezone.now()
    )
    if not ended:
        raise journal.Moved


def _may_read(play: Play, course: State, after: int) -> None:
    """A game that was played without the log is over. Refusals: round_not_over."""
    if not play.played_on:
        legacy.may_read(course, after, play.rounds)


def _kept_words(play: Play, after: int) -> dict[str, Any]:
    """What an undone reading of the same round held: who takes it back to mend it does not type it again.

    Of what happened during a round (0) several may stand: nothing of them is told a second time.
    """
    if not after:
        return {}
    undone = Draft.objects.filter(play=play, after=after, status=Draft.Status.COMMITTED).order_by("-pk").first()
    gone = ("marks", "ops", "proposal", "reader")
    return {key: value for key, value in undone.data.items() if key not in gone} if undone else {}


def _reading(draft: Draft, data: dict[str, Any], effects: tuple[Wanted, ...]) -> Reading:
    return Reading(
        play=draft.play.number,
        after=draft.after,
        read=frozenset(card for card, read in data.get("read", {}).items() if read),
        choices=MappingProxyType(data.get("choices", {})),
        effects=effects,
    )


def _changes(state: State, draft: Draft, access: Access) -> tuple[Change, ...]:
    reading = _reading(draft, draft.data, tuple(wanted_effects(draft)))
    if draft.after < ROUNDS:
        return legacy.read(state, reading, _pieces(access), access.line)
    sheets.require_counted(access, draft.play, draft.data)
    ended = endings.ended(access, draft.play, draft.data)
    won = ended.won if ended else None
    points = endings.points(access, draft.play, draft.data)
    return legacy.close(state, reading, points, _pieces(access), access.line, won=won)


def _after_reading(state: State, draft: Draft, data: dict[str, Any], access: Access) -> State:
    """The state that a further effect of the draft would meet: the other effects do not concern its piece."""
    reading = _reading(draft, data, ())
    return alphabet.apply(state, legacy.read(state, reading, _pieces(access), access.line))


def _pieces(access: Access) -> Pieces:
    return catalogue.pieces(access.box, access.content)


def _edit(tap: Tap, draft: int, fields: frozenset[str], edit: Callable[[dict[str, Any]], None]) -> Draft:
    """Applies `edit` to a fresh copy of the data under the draft's own claim; again when somebody was quicker."""
    for _ in range(journal.TRIES * 4):
        row = _open_or_clash(draft)
        if tap.op in row.data.get("ops", ()):
            return row
        data = {**row.data, "marks": dict(row.data.get("marks", {}))}
        data |= {key: dict(data[key]) for key in _PARTS if key in data}
        edit(data)
        changed = [field for field in sorted(fields) if _value(data, field) != _value(row.data, field)]
        _no_newer_mark(row, tap, changed)
        data["marks"] |= {field: [row.revision + 1, tap.member, tap.op] for field in changed}
        data["ops"] = [*row.data.get("ops", ()), tap.op][-_OPS:]
        if _saved(tap, row, data):
            return _draft(draft)
    raise _draft_clash("draft_changed", _open_or_clash(draft))


def _no_newer_mark(row: Draft, tap: Tap, changed: list[str]) -> None:
    """Clash if a field to be changed was set since the page was seen, be it by the same person on another device."""
    for field in changed:
        revision, member, _op = row.data.get("marks", {}).get(field, (0, tap.member, ""))
        if revision > tap.seen:
            who = Member.objects.get(pk=member)
            raise journal.Clash("draft_field", who, row.changed, row.revision, subjects=[field])


def _value(data: dict[str, Any], field: str) -> Any:
    """What a field of a draft is set to."""
    kind, _, key = field.partition(":")
    if kind != "effect":
        return data.get({"choice": "choices"}.get(kind, kind), {}).get(key)
    effects = [row for row in data.get("effects", []) if Wanted(Effect(row["effect"]), row["id"]).piece.subject == key]
    return [{name: said for name, said in row.items() if name != "by"} for row in effects]


def _saved(tap: Tap, row: Draft, data: dict[str, Any]) -> bool:
    with journal.GATE, transaction.atomic():
        journal.raise_pulse(tap.campaign, "draft", writer=tap.member)
        still = Draft.objects.filter(pk=row.pk, revision=row.revision, status=Draft.Status.OPEN)
        saved = still.update(data=data, revision=row.revision + 1, changed_by=tap.member, changed=timezone.now())
        if not saved:
            transaction.set_rollback(True)
    return bool(saved)


def _draft(draft: int) -> Draft:
    return Draft.objects.select_related("play", "changed_by").get(pk=draft)


def _open_or_clash(draft: int) -> Draft:
    row = _draft(draft)
    if row.status != Draft.Status.OPEN:
        raise _draft_clash(f"draft_{row.status}", row)
    return row


def _draft_clash(code: str, row: Draft) -> journal.Clash:
    return journal.Clash(code, row.changed_by, row.changed, row.revision)


def _drop_effect(data: dict[str, Any], piece: Piece) -> None:
    kept = [row for row in data.get("effects", []) if Wanted(Effect(row["effect"]), row["id"]).piece != piece]
    data["effects"] = kept


def _set(part: dict[str, Any], key: str, value: Any) -> None:
    if value is None or value is False or value == "":  # 0 points are points
        part.pop(key, None)
    else:
        part[key] = value
