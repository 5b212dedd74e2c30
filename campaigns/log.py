"""The log as people read and turn it: history, undo and do again of the legacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaigns import journal
from campaigns.models import Entry
from campaigns.rules import legacy

if TYPE_CHECKING:
    from campaigns.journal import Ground, Plan, Tap


def take_back(*, tap: Tap, sequence: int) -> Entry:
    """Undoes the newest standing entry of the legacy. Clash if `sequence` is not that one."""
    return journal.undo(tap, journal.LEGACY, sequence)


def do_again(*, tap: Tap, sequence: int) -> Entry:
    """Does an undone entry of the legacy again. Refusals: nothing_to_do_again, round_not_over (it was reopened)."""
    return journal.again(tap, journal.LEGACY, sequence, also=lambda plan: _course_allows(tap.campaign, plan))


def history(campaign: int, limit: int | None = None) -> list[Entry]:
    """The entries of all streams, newest first, with their authors."""
    entries = Entry.objects.filter(campaign=campaign).select_related("member").order_by("-pk")
    return list(entries[:limit] if limit else entries)


def _course_allows(campaign: int, plan: Plan) -> tuple[Ground, ...]:
    """A reading is only done again while its round is over: the play's stream is read, so it is held."""
    for change in plan.changes:
        if change.kind == "read":
            _, play, after = change.subject.split(":")
            course = journal.ground(campaign, int(play))
            legacy.may_read(course.state, int(after))
            return (course,)
    return ()
