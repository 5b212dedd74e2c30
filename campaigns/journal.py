"""The only writer of entries and projections.

A write decides outside any transaction and claims inside a short one. Every write passes through the campaign's row
first (legacy revision and pulse stand there) and through a play's row second: one order, so nothing can deadlock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db import IntegrityError, connection, transaction

from campaigns import live, projections
from campaigns.access import require_writer
from campaigns.models import Entry
from campaigns.rules.changes import Broken, apply, inverse, read_changes, touches
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State

if TYPE_CHECKING:
    from datetime import datetime

    from campaigns.models import Member
    from campaigns.rules.changes import Change

LEGACY = 0
"""The stream of a campaign's legacy; play n has stream n."""

TRIES = 5

GATE = threading.RLock()
"""Held around each short write: SQLite's own waiting is unfair, which is where its long tail comes from."""


class Clash(Exception):
    """Somebody was first: `who` did, `at` that time, what `code` says (an entry's kind, or what happened to a draft).

    `seen` is the revision that includes it: sent back with the same form it means "do it anyway". `entry` is `None`
    where a draft is concerned; `subjects` are the things in common. `anyway` says whether that has a meaning.
    """

    def __init__(
        self, code: str, who: Member, at: datetime, seen: int, entry: Entry | None = None, subjects: Iterable[str] = ()
    ) -> None:
        super().__init__(f"{code} by {who}")
        self.code, self.who, self.at, self.seen = code, who, at, seen
        self.entry, self.subjects = entry, tuple(subjects)
        self.anyway = bool(self.subjects)

    @classmethod
    def of(cls, entry: Entry, seen: int, subjects: Iterable[str] = ()) -> Clash:
        # The entry can be newer than the revision that the decision stood on.
        return cls(entry.kind, entry.member, entry.at, max(seen, entry.sequence), entry, subjects)


@dataclass(frozen=True, slots=True)
class Tap:
    """Who wants to write, once per `op`, having seen the stream at revision `seen`."""

    campaign: int
    member: int
    op: str
    seen: int


@dataclass(frozen=True, slots=True)
class Ground:
    """What a decision stands on: a stream's state and the revision read before it."""

    stream: int
    revision: int
    state: State


@dataclass(frozen=True, slots=True)
class Plan:
    """A decision. `holds` are other streams that it read; `along` writes what belongs to the entry, in its transaction.
    `parts` are what open pages show of it beside the log or the table itself.

    `along` may raise Moved when what it stands on is no longer there: the step is then decided again.
    """

    kind: Entry.Kind
    changes: tuple[Change, ...]
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    of: int | None = None
    holds: tuple[Ground, ...] = ()
    along: Callable[[Entry], None] | None = None
    parts: tuple[str, ...] = ()


Decide = Callable[[Ground], Plan]
Also = Callable[[Plan], tuple[Ground, ...]]


class Moved(Exception):
    """A claim found its row changed; decide again."""


def write(tap: Tap, stream: int, decide: Decide, wants: Iterable[str] = ()) -> Entry:
    """Appends what `decide` plans on the fresh state of `stream`; the same op again is answered with its entry.

    Clash where somebody touched the same things since `tap.seen`: the subjects of the plan, or those in `wants`, which
    are looked at first, so that losing a race for a thing is told as that and not as a broken rule. Refusal from
    `decide`.
    """
    try:
        return _write(tap, stream, decide, frozenset(wants))
    except (Clash, IntegrityError, Refusal):
        # A repeated op can also surface as a refusal of its own effect ("L31 lies there already").
        if stored := Entry.objects.filter(campaign=tap.campaign, op=tap.op).first():
            return stored
        raise


def undo(tap: Tap, stream: int, sequence: int, also: Also | None = None) -> Entry:
    """Takes entry `sequence` back. Clash if it is not the newest standing one; Refusal nothing_to_undo.

    `also` may refuse and answers with the other streams it read.
    """

    def decide(ground: Ground) -> Plan:
        newest = newest_standing(tap.campaign, stream)
        if newest is None or newest.sequence != sequence:
            raise _too_late(tap, ground, newest, "nothing_to_undo")
        changes = inverse(read_changes(newest.changes))
        return _with(Plan(Entry.Kind.UNDO, changes, {**newest.values, "of": newest.kind}, sequence), also)

    return write(tap, stream, decide)


def again(tap: Tap, stream: int, sequence: int, also: Also | None = None) -> Entry:
    """Does an undone entry again. Clash if something was written since; Refusal nothing_to_do_again."""

    def decide(ground: Ground) -> Plan:
        candidate = next_again(tap.campaign, stream)
        if candidate is None or candidate.sequence != sequence:
            raise _too_late(tap, ground, candidate, "nothing_to_do_again")
        changes = read_changes(candidate.changes)
        return _with(Plan(Entry.Kind.AGAIN, changes, {**candidate.values, "of": candidate.kind}, sequence), also)

    return write(tap, stream, decide)


def begin(campaign: int, member: int, op: str, values: Mapping[str, object]) -> Entry:
    """The first entry of a campaign, inside the transaction that makes it; nothing takes it back."""
    _pass(campaign, ("log",), claim=0)
    return _append(Tap(campaign, member, op, 0), LEGACY, 1, Plan(Entry.Kind.BEGIN, (), values))


def ground(campaign: int, stream: int, revision: int | None = None) -> Ground:
    """The state of a stream with its revision, which is read first: a later claim makes the decision serialisable.

    `revision` saves that query where a row that has just been loaded holds it.
    """
    revision = _revision(campaign, stream) if revision is None else revision
    state = projections.play_state(campaign, stream) if stream else projections.legacy_state(campaign)
    return Ground(stream, revision, state)


def newest_standing(campaign: int, stream: int) -> Entry | None:
    """The entry that undo would take back; a campaign's beginning cannot be."""
    standing = Entry.objects.filter(campaign=campaign, stream=stream, standing=True).exclude(kind=Entry.Kind.BEGIN)
    return standing.select_related("member").order_by("-sequence").first()


def next_again(campaign: int, stream: int) -> Entry | None:
    """The undone entry that "do again" would bring back, `None` once something new was written."""
    entries = Entry.objects.filter(campaign=campaign, stream=stream).select_related("member")
    written = entries.exclude(kind__in=[Entry.Kind.UNDO, Entry.Kind.AGAIN]).order_by("-sequence")[:1]
    since = entries.filter(sequence__gt=written[0].sequence if written else 0).order_by("sequence")
    undone: list[int] = []
    for entry in since:
        if entry.kind == Entry.Kind.UNDO:
            undone.append(entry.of or 0)
        else:
            undone.pop()
    return entries.get(sequence=undone[-1]) if undone else None


def replay(entries: Iterable[Entry]) -> tuple[State, frozenset[int]]:
    """State and standing sequences that a stream's entries lead to, in order. Broken if one does not fit."""
    state, standing = State(), set[int]()
    for entry in entries:
        state = apply(state, read_changes(entry.changes))
        if entry.kind == Entry.Kind.UNDO:
            standing.discard(entry.of or 0)
        else:
            standing.add(entry.of or entry.sequence)
    return state, frozenset(standing)


def raise_pulse(campaign: int, *parts: str, writer: int | None = None) -> int:
    """Raises the pulse for something visible that is no entry (a tick, a draft, a member), in its transaction.

    `parts` are what open pages show of it: log, table, setup, draft, crew, book; all of them if nothing is said.
    `writer` is the member who writes; see `access.require_writer` for what happens if they may not any more.
    """
    pulse = _pass(campaign, parts or (live.ALL,))
    if writer is not None:
        require_writer(writer)
    return pulse


def _too_late(tap: Tap, ground: Ground, instead: Entry | None, code: str) -> Clash | Refusal:
    """The entry to turn is not the one in turn: somebody wrote since the page was seen, or the page is wrong."""
    first = next(iter(_since(tap, ground.stream)), instead)
    return Clash.of(first, ground.revision) if first else Refusal(code)


def _with(plan: Plan, also: Also | None) -> Plan:
    holds = also(plan) if also else ()
    return replace(plan, holds=holds)


def _write(tap: Tap, stream: int, decide: Decide, wants: frozenset[str]) -> Entry:
    for _ in range(TRIES - 1):
        try:
            return _attempt(tap, stream, decide, wants)
        except Moved:
            continue
    # Under saturation a try can lose for ever; the last one decides while nobody else can write.
    with GATE, transaction.atomic():
        _pass(tap.campaign, (), beats=0)
        return _attempt(tap, stream, decide, wants)


def _attempt(tap: Tap, stream: int, decide: Decide, wants: frozenset[str]) -> Entry:
    now = ground(tap.campaign, stream)
    since = list(_since(tap, stream)) if tap.seen < now.revision else []
    for entry in since:  # the own op before any conflict: a repeated tap is not its own rival
        if entry.op == tap.op:
            return entry
    try:
        _no_common_touch(since, wants, now.revision)
    except Clash as clash:
        clash.anyway = _is_allowed(decide, now)
        raise
    try:
        plan = decide(now)
        apply(now.state, plan.changes)
    except (Broken, Refusal):  # true only of one moment: the state can be newer than the revision that was read first
        if _revision(tap.campaign, stream) == now.revision:
            raise
        raise Moved from None
    _no_common_touch(since, touches(plan.changes), now.revision)
    with GATE, transaction.atomic():
        _claim(tap.campaign, (now, *plan.holds), plan.parts)
        require_writer(tap.member)
        return _append(tap, stream, now.revision + 1, plan)


def _is_allowed(decide: Decide, now: Ground) -> bool:
    """Whether the step would be written if it were asked for anew."""
    try:
        decide(now)
    except (Clash, Refusal):
        return False
    return True


def _no_common_touch(since: Iterable[Entry], touched: frozenset[str], revision: int) -> None:
    for entry in since:
        if common := touched & set(entry.touches):
            raise Clash.of(entry, revision, sorted(common))


def _since(tap: Tap, stream: int) -> Iterable[Entry]:
    newer = Entry.objects.filter(campaign=tap.campaign, stream=stream, sequence__gt=tap.seen)
    return newer.select_related("member").order_by("-sequence")


def _append(tap: Tap, stream: int, sequence: int, plan: Plan) -> Entry:
    entry = Entry(
        campaign_id=tap.campaign,
        stream=stream,
        sequence=sequence,
        op=tap.op,
        kind=plan.kind,
        changes=[change.stored() for change in plan.changes],
        touches=sorted(touches(plan.changes)),
        values=dict(plan.values),
        of=plan.of,
        standing=plan.of is None,
        member_id=tap.member,
    )
    entry.save(force_insert=True)
    if plan.along:
        plan.along(entry)
    projections.project(entry)
    return entry


def _claim(campaign: int, grounds: tuple[Ground, ...], parts: tuple[str, ...]) -> None:
    """Claims the first ground and holds the others, legacy before plays. Moved if one is no longer as it was read."""
    target = grounds[0].stream
    parts = ("table" if target else "log", *parts)
    legacy = next((g for g in grounds if g.stream == LEGACY), None)
    if legacy is None:
        _pass(campaign, parts)
    else:
        _pass(campaign, parts, **{"claim" if target == LEGACY else "hold": legacy.revision})
    for play in sorted((g for g in grounds if g.stream), key=lambda g: g.stream):
        _claim_play(campaign, play, rises=play.stream == target)


def _pass(
    campaign: int, parts: tuple[str, ...], *, claim: int | None = None, hold: int | None = None, beats: int = 1
) -> int:
    """Passes through the campaign's row: raises its pulse and claims or holds its legacy. Moved if that has moved.

    Once all of the transaction is written, pages that show `parts` are told.
    """
    expected = claim if claim is not None else hold
    at = "" if expected is None else " AND revision = %s"
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE campaigns_campaign SET pulse = pulse + %s, revision = revision + %s"  # noqa: S608 - no input in it
            f" WHERE id = %s{at} RETURNING pulse",
            [beats, int(claim is not None), campaign, *([] if expected is None else [expected])],
        )
        row = cursor.fetchone()
    if row is None:
        raise Moved
    pulse = int(row[0])
    if beats:  # robust: what was written is written, whoever cannot be told of it
        transaction.on_commit(partial(live.wake, campaign, pulse, parts), robust=True)
    return pulse


def _claim_play(campaign: int, play: Ground, *, rises: bool) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE campaigns_play SET revision = revision + %s"
            " WHERE campaign_id = %s AND number = %s AND revision = %s",
            [int(rises), campaign, play.stream, play.revision],
        )
        if not cursor.rowcount:
            raise Moved


def _revision(campaign: int, stream: int) -> int:
    sql = "SELECT revision FROM campaigns_campaign WHERE id = %s"
    if stream:
        sql = "SELECT revision FROM campaigns_play WHERE campaign_id = %s AND number = %s"
    with connection.cursor() as cursor:
        cursor.execute(sql, [campaign, stream] if stream else [campaign])
        return int(cursor.fetchone()[0])
