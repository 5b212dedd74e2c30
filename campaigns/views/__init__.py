"""The screens, one module each. A view is guard, load, act, render."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.shortcuts import get_object_or_404

from campaigns import journal, wording
from campaigns.models import Draft, Entry, Play, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from campaigns.access import Access


def play_of(access: Access, number: int) -> Play:
    """Play `number` of the campaign. Http404 if there is none, or its opening was taken back."""
    return get_object_or_404(Play.objects.of(access.campaign).standing(), number=number)


def draft_of(play: Play, pk: int) -> Draft:
    """A draft of the play, open or not. Http404 if there is none."""
    return get_object_or_404(Draft.objects.of(play), pk=pk)


def require_entry(access: Access, stream: int, sequence: int) -> None:
    """Http404 if the campaign has no such entry; one of another campaign is none."""
    get_object_or_404(Entry, campaign=access.campaign, stream=stream, sequence=sequence)


def party_of(access: Access, play: Play) -> list[str]:
    """The names at the table of a play, in turn order."""
    return seated(access, play)[0]


def seated(access: Access, play: Play) -> tuple[list[str], list[str]]:
    """The names at the table of a play, in turn order, and those of the campaign's players who are not there."""
    names = Seat.objects.of(access.campaign).names()
    here = {place["seat"] for place in play.party}
    party = [place["guest"] or names[place["seat"]] for place in play.party]
    return party, [name for seat, name in names.items() if seat not in here]


def words_of(entries: Iterable[Entry], seats: Mapping[int, str]) -> list[tuple[Entry, wording.EntryWords]]:
    """Entries with their words."""
    return [(entry, wording.entry(entry, seats)) for entry in entries]


def written_of(
    entries: Iterable[tuple[Entry, wording.EntryWords]], sequence: str
) -> tuple[Entry, wording.EntryWords] | None:
    """The legacy entry that the address says was just written, among those shown."""
    return next((row for row in entries if row[0].stream == journal.LEGACY and str(row[0].sequence) == sequence), None)
