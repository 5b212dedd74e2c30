"""The archive: where the pieces of a campaign lie, and what brings log and box together again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaigns import journal
from campaigns.models import Entry
from campaigns.rules import legacy
from campaigns.rules.state import Piece, Place, Spot, State
from cards import catalogue

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.journal import Ground, Plan, Tap


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The pieces of a campaign by place; everything else lies in the box."""

    bag: tuple[tuple[Piece, Spot], ...]
    table: tuple[tuple[Piece, Spot], ...]
    deck: tuple[tuple[Piece, Spot], ...]
    gone: tuple[tuple[Piece, Spot], ...]


def whereabouts(state: State) -> Whereabouts:
    """Where the pieces of a legacy lie: bag, table (board or beside it), project deck, out of the campaign."""
    return Whereabouts(
        bag=tuple(state.pieces(Place.BAG)),
        table=tuple(state.pieces(Place.BOARD, Place.TABLE)),
        deck=tuple(state.pieces(Place.DECK)),
        gone=tuple(state.pieces(Place.GONE)),
    )


def go_on_here(*, access: Access, tap: Tap, lies: Mapping[Piece, Place]) -> Entry:
    """A campaign that was played before it had a log: what lies in the bag, and which cards were read.

    Refusals as `legacy.begin_in_the_middle`.
    """
    pieces = catalogue.pieces(access.box, access.content)

    def decide(ground: Ground) -> Plan:
        changes = legacy.begin_in_the_middle(ground.state, lies, pieces, access.line)
        return journal.Plan(Entry.Kind.MIDDLE, changes)

    return journal.write(tap, journal.LEGACY, decide, wants=[piece.subject for piece in lies])


def correct(*, access: Access, tap: Tap, piece: Piece, spot: Spot, reason: str) -> Entry:
    """ "Our box differs": writes where a piece really lies, with the group's reason. Refusals as `legacy.correct`."""
    pieces = catalogue.pieces(access.box, access.content)

    def decide(ground: Ground) -> Plan:
        changes = legacy.correct(ground.state, piece, spot, reason, pieces, access.line)
        return journal.Plan(Entry.Kind.CORRECTION, changes, {"reason": reason.strip()})

    return journal.write(tap, journal.LEGACY, decide, wants=[piece.subject])
