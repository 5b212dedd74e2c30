"""Who has won: places with ties, the conditions of the cooperative scenarios, one person alone against an opponent.

Sources: The Uprising, Jacques (U231, U233 to U235, U368), Cooperative in the Caribbean (U101), The Rescue (U114, U115).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from campaigns.aids import jacques
from cards.board import in_order
from scenarios.scoring import places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.rules.state import State


class Seat(NamedTuple):
    """A player against Jacques: points before the last comparison, and 1, 0 or -1 for explorer and quests.

    1 is ahead of him, 0 level, -1 behind (U231, U233).
    """

    points: int
    explorer: int = 0
    quests: int = 0

    @property
    def final(self) -> int:
        """Points after the comparison with him."""
        return self.points + jacques.final([self.explorer], [self.quests])[0]


class Placed(NamedTuple):
    """Points and the place that they make; who has as many shares it."""

    points: int
    place: int


@dataclass(frozen=True, slots=True)
class Left:
    """Ownership markers of a nation that still lie on a space."""

    space: str
    nation: str
    count: int


class Luysa(StrEnum):
    """What became of her in The Search."""

    HIDDEN = "hidden"
    FOUND = "found"
    FREED = "freed"


class Condition(StrEnum):
    """What a cooperative game is won by."""

    MARKERS_GONE = "markers_gone"
    ALL_AHEAD = "all_ahead"
    LUYSA_FREED = "luysa_freed"


@dataclass(frozen=True, slots=True)
class Against:
    """Points of a player and of the opponent at the very end."""

    points: int
    opponent: int

    @property
    def won(self) -> bool:
        """Only with more points; as many are too few."""
        return self.points > self.opponent

    @property
    def missing(self) -> int:
        """The points that were missing to have more, 0 for whoever has."""
        return max(self.opponent + 1 - self.points, 0)


@dataclass(frozen=True, slots=True)
class Together:
    """How a cooperative game ended. `luysa` is `None` in a scenario without her."""

    players: tuple[Against, ...]
    markers: tuple[Left, ...]
    luysa: Luysa | None = None

    @property
    def conditions(self) -> dict[Condition, bool]:
        """Each condition of the scenario and whether it is met, in the order of the rules."""
        met = {Condition.MARKERS_GONE: not self.markers}
        if self.luysa is not None:
            met[Condition.LUYSA_FREED] = self.luysa == Luysa.FREED
        return met | {Condition.ALL_AHEAD: all(player.won for player in self.players)}

    @property
    def won(self) -> bool:
        """All win, or all lose: one condition that fails is enough (U101, U115)."""
        return all(self.conditions.values())

    @property
    def markers_left(self) -> int:
        return sum(left.count for left in self.markers)


def ranking(points: Sequence[int]) -> tuple[Placed, ...]:
    """The place of each player in a competitive game, in the order of `points`; after two seconds comes a fourth."""
    return tuple(map(Placed, points, places([(own,) for own in points])))


def winners(points: Sequence[int]) -> tuple[int, ...]:
    """The positions in `points` of those in the first place: several if they are level, none without players."""
    return tuple(index for index, placed in enumerate(ranking(points)) if placed.place == 1)


def together(seats: Sequence[Seat], opponent: int, markers: Sequence[Left], luysa: Luysa | None = None) -> Together:
    """The end of a cooperative game after round four, alone too: `opponent` are the points of Jacques.

    No marker on any space, everybody with more points than he has, and in The Rescue Luysa freed. Explorers and quests
    are compared before the points are: the likelier reading (U368). The Uprising (U101, U114, U115). ValueError without
    a player.
    """
    if not seats:
        raise ValueError(seats)
    players = tuple(Against(seat.final, opponent) for seat in seats)
    return Together(players, tuple(left for left in markers if left.count), luysa)


def alone(seat: Seat, opponent: int) -> Against:
    """One person alone against Jacques in a competitive scenario, after the comparison with him (U234).

    A cooperative one has further conditions and is `together` (U235).
    """
    return Against(seat.final, opponent)


def alone_with_jean(points: int, opponent: int) -> Against:
    """One person alone against Jean, both after their final scoring.

    That as many points are too few is taken over from Jacques; check the base rulebook.
    """
    return Against(points, opponent)


def markers_on_board(state: State) -> tuple[Left, ...]:
    """The ownership markers that a play's stream knows on the board, in the order of the board."""
    found = []
    for subject, value in state.values.items():
        if subject.startswith("marker:"):
            _marker, space, nation = subject.split(":")
            found.append(Left(space, nation, int(value or 0)))
    return tuple(sorted(found, key=lambda left: (_place(left.space), left.nation)))


def luysa(state: State) -> Luysa:
    """What a play's stream knows of Luysa: freed only after she was found (U114, U271)."""
    if not state["search:found"]:
        return Luysa.HIDDEN
    return Luysa.FREED if state["search:freed"] else Luysa.FOUND


def _place(space: str) -> tuple[int, str]:
    """Spaces with a number first, in their order; then what only a tile names."""
    return in_order(space) if space[0].isdigit() else (99, space)
