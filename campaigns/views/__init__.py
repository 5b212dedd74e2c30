"""The screens, one module each. A view is guard, load, act, render."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404

from campaigns import journal, wording
from campaigns.models import Draft, Play

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaigns.access import Access
    from campaigns.models import Entry


def play_of(access: Access, number: int) -> Play:
    """Play `number` of the campaign. Http404 if there is none, or its opening was taken back."""
    play = Play.objects.filter(campaign=access.campaign, number=number).exclude(status="").first()
    if play is None:
        raise Http404
    return play


def draft_of(play: Play, pk: int) -> Draft:
    """A draft of the play, open or not. Http404 if there is none."""
    draft = Draft.objects.filter(play=play, pk=pk).select_related("play", "opened_by", "changed_by").first()
    if draft is None:
        raise Http404
    return draft


def words_of(entries: Iterable[Entry], seats: Mapping[int, str]) -> list[tuple[Entry, wording.EntryWords]]:
    """Entries with their words."""
    return [(entry, wording.entry(entry, seats)) for entry in entries]


def written_of(
    entries: Iterable[tuple[Entry, wording.EntryWords]], sequence: str
) -> tuple[Entry, wording.EntryWords] | None:
    """The legacy entry that the address says was just written, among those shown."""
    return next((row for row in entries if row[0].stream == journal.LEGACY and str(row[0].sequence) == sequence), None)
