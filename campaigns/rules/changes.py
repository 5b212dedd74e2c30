"""The closed alphabet of the journal: one subject goes from one value to another.

| subject | stream | values |
|---|---|---|
| tile:L31 | legacy | a spot: box, bag, board, table, gone, with @space where it has one |
| card:152 | legacy | a spot: box (not reached), table (in play), bag (in play, between games), gone (read), deck |
| choice:150 | legacy | what the group decided on that card, in its own words |
| play:2 | legacy | open, aside (an evening of its own), played, given_up |
| read:2:1 | legacy | true once the reading after round 1 of play 2 is written |
| points:2:0 | legacy | points of the first in turn order of play 2 |
| won:2 | legacy | whether those who played together, or one alone, won play 2 |
| rest | legacy | nothing while the campaign goes on, aside or ended |
| round | play | 0 setting up, from 1 on, one more than there are after the last |
| phase | play | the phase of the round that runs, from 0 |
| drawn:crown | play | what the log drew by lot for a step of the set-up: `3`, or `2,5,7` |
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from campaigns.rules.state import Place, Spot, State, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ALPHABET = re.compile(
    r"tile:L[0-9]{1,2}|card:[0-9]{1,3}|choice:[0-9]{1,3}|play:[0-9]+|read:[0-9]+:[0-9]|points:[0-9]+:[0-9]|won:[0-9]+|round|phase|rest"
    r"|(?:jacques|jean|marker|out|square|clue|search|count|reads|drawn):[A-Za-z0-9_:]+"
)


class Broken(Exception):
    """A change does not fit the state it is applied to: the journal and its projections disagree."""


@dataclass(frozen=True, slots=True)
class Change:
    """One move or fact. ValueError for a subject outside the alphabet."""

    subject: str
    was: Value
    to: Value

    def __post_init__(self) -> None:
        if not _ALPHABET.fullmatch(self.subject):
            raise ValueError(self.subject)

    @property
    def kind(self) -> str:
        return self.subject.partition(":")[0]

    def stored(self) -> list[Value]:
        """The JSON form: [subject, was, to]."""
        return [self.subject, self.was, self.to]


@dataclass(frozen=True, slots=True)
class HandWork:
    """What hands do with one real piece: a code for the wording, the subject, and both ends."""

    code: str
    subject: str
    was: Spot
    to: Spot


def read_changes(stored: Iterable[Sequence[Any]]) -> tuple[Change, ...]:
    """Changes from their JSON form."""
    return tuple(Change(*row) for row in stored)


def apply(state: State, changes: Iterable[Change]) -> State:
    """The state after `changes`, in order. Broken if one does not start where the state is."""
    values = dict(state.values)
    for change in changes:
        if values.get(change.subject) != _kept(change, change.was):
            raise Broken(f"{change.subject}: {values.get(change.subject)!r} is not {change.was!r}")
        if (kept := _kept(change, change.to)) is None:
            values.pop(change.subject, None)
        else:
            values[change.subject] = kept
    return State(MappingProxyType(values))


def inverse(changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes that take `changes` back."""
    return tuple(Change(c.subject, c.to, c.was) for c in reversed(changes))


_SUMS = ("out", "count")
"""Kinds of subjects that only add up: decided anew on the fresh state, two steps at one do not disturb each other."""


def touches(changes: Iterable[Change]) -> frozenset[str]:
    """The subjects two steps must not share unseen."""
    return frozenset(c.subject for c in changes if c.kind not in _SUMS)


def hand_work(changes: Iterable[Change]) -> tuple[HandWork, ...]:
    """What hands do with the real pieces for `changes`; facts need no hands.

    Codes are `<kind>_<from>_<to>`, for instance `tile_box_board`.
    """
    found = []
    for change in changes:
        if change.kind in ("tile", "card"):
            was, to = Spot.read(change.was), Spot.read(change.to)
            found.append(HandWork(f"{change.kind}_{was.place}_{to.place}", change.subject, was, to))
    return tuple(found)


def _kept(change: Change, value: Value) -> Value:
    """What the state holds for `value`: a piece in the box is held as nothing."""
    return None if change.kind in ("tile", "card") and value == Place.BOX else value
