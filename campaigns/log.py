"""The log as people read and turn it: history, undo and do again of the legacy, a campaign that rests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaigns import journal
from campaigns.models import Entry, Play
from campaigns.rules import legacy

if TYPE_CHECKING:
    from campaigns.journal import Ground, Plan, Tap
    from campaigns.rules.state import Rest


def take_back(*, tap: Tap, sequence: int) -> Entry:
    """Undoes the newest standing entry of the legacy. Clash if `sequence` is not that one."""
    return journal.undo(tap, journal.LEGACY, sequence)


def do_again(*, tap: Tap, sequence: int) -> Entry:
    """Does an undone entry of the legacy again. Refusals: nothing_to_do_again, round_not_over (it was reopened)."""
    return journal.again(tap, journal.LEGACY, sequence, also=lambda plan: _course_allows(tap.campaign, plan))


def rest(*, tap: Tap, how: Rest | None) -> Entry:
    """Lays the campaign aside, ends it, or lets it go on (`None`). Refusals as `legacy.rest`."""

    def decide(ground: Ground) -> Plan:
        return journal.Plan(Entry.Kind.REST, legacy.rest(ground.state, how), {"how": how or "on"})

    return journal.write(tap, journal.LEGACY, decide, wants=["rest"])


def history(campaign: int, limit: int | None = None) -> list[Entry]:
    """The entries of all streams, newest first, with their authors."""
    entries = Entry.objects.filter(campaign=campaign).select_related("member").order_by("-pk")
    return list(entries[:limit] if limit else entries)


def _course_allows(campaign: int, plan: Plan) -> tuple[Ground, ...]:
    """A reading is only done again while its round is over: the play's stream is read, so it is held."""
    for change in plan.changes:
        if change.kind == "read":
            _, play, after = change.subject.split(":")
            course, found = journal.ground(campaign, int(play)), Play.objects.of(campaign).get(number=play)
            if not found.played_on:
                legacy.may_read(course.state, int(after), found.rounds)
            return (course,)
    return ()


def differences(campaign: int) -> list[str]:
    """Where the projections of a campaign differ from what its journal replays to, one line each; none if all is well.

    Raises changes.Broken where the journal does not even fit itself.
    """
    found = []
    streams = Entry.objects.filter(campaign=campaign).order_by("stream").values_list("stream", flat=True).distinct()
    for stream in streams:
        entries = list(Entry.objects.filter(campaign=campaign, stream=stream).order_by("sequence"))
        state, standing = journal.replay(entries)
        kept = journal.ground(campaign, stream)
        if kept.revision != len(entries):
            found.append(f"stream {stream}: revision {kept.revision}, entries {len(entries)}")
        for subject in sorted(state.values.keys() | kept.state.values.keys()):
            if state[subject] != kept.state[subject]:
                found.append(f"stream {stream}: {subject} is {kept.state[subject]!r}, replayed {state[subject]!r}")
        if standing != {entry.sequence for entry in entries if entry.standing}:
            found.append(f"stream {stream}: standing differs")
    return found
