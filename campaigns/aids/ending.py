"""The end of a game: what has to be asked for the verdict, and the verdict itself, as plain values for a page.

What the aids know of a play (points of the opponent, markers on the board, Luysa) is not asked again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaigns.aids import jacques, jean, liberation, verdict
from campaigns.aids.verdict import Left, Luysa, Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.aids.desk import Desk
    from campaigns.rules.state import State

TOGETHER = "cooperative"
"""The mode of a scenario in which all win or lose."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the group has to say: `compares` explorer and quests of each player with the opponent's."""

    compares: bool = False
    opponent: bool = False
    markers: bool = False
    luysa: bool = False


@dataclass(frozen=True, slots=True)
class Answers:
    """What the group said: points by place, 1, 0 or -1 by place for explorer and quests, the rest once."""

    points: Mapping[int, int] = field(default_factory=dict)
    explorer: Mapping[int, int] = field(default_factory=dict)
    quests: Mapping[int, int] = field(default_factory=dict)
    opponent: int | None = None
    markers: int | None = None
    luysa: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """How it ended. `won` is `None` where players compete; `winners` are places in turn order.

    `conditions` are those of a cooperative game with whether each is met; `markers` lie left, by space where that is
    known, `markers_left` in all; `missing` are the points that each player lacks to have more than the opponent.
    """

    points: Mapping[int, int]
    won: bool | None = None
    winners: tuple[int, ...] = ()
    conditions: Mapping[str, bool] = field(default_factory=dict)
    markers: tuple[Left, ...] = ()
    markers_left: int = 0
    missing: Mapping[int, int] = field(default_factory=dict)
    opponent: int | None = None


def asked(state: State, desk: Desk, mode: str) -> Asked:
    """What the verdict of such a game needs to hear."""
    against = _against_jacques(desk)
    together = mode == TOGETHER
    return Asked(
        compares=against,
        opponent=_known(state, desk) is None and (against or desk.opponent == jean.WHO),
        markers=together and not _markers_known(state),
        luysa=together and "search" in desk.modules and not state["search:greens"],
    )


def final_points(desk: Desk, answers: Answers) -> dict[int, int]:
    """Points by place after the comparison with Jacques: 5 more or fewer for explorer and for quests (U231, U233)."""
    if not _against_jacques(desk):
        return dict(answers.points)
    return {place: _seat(answers, place).final for place in answers.points}


def ending(state: State, desk: Desk, mode: str, answers: Answers) -> Ending | None:
    """The verdict; `None` while something that it needs is not said. The Uprising (U101, U115, U234, U368)."""
    places = range(desk.players)
    if any(place not in answers.points for place in places):
        return None
    points = final_points(desk, answers)
    if not desk.opponent and not _against_jacques(desk):
        return Ending(points, winners=verdict.winners([points[place] for place in places]))
    his = _opponent(state, desk, answers)
    if his is None:
        return None
    if mode == TOGETHER:
        return _together(state, desk, answers, his)
    alone = desk.opponent == jean.WHO
    against = verdict.alone_with_jean(points[0], his) if alone else verdict.alone(_seat(answers, 0), his)
    return Ending(points, won=against.won, missing={0: against.missing}, opponent=his)


def _together(state: State, desk: Desk, answers: Answers, his: int) -> Ending | None:
    markers, luysa = _markers(state, answers), _luysa(state, desk, answers)
    if markers is None or luysa == "":
        return None
    seats = [_seat(answers, place) for place in range(desk.players)]
    found = verdict.together(seats, his, markers, Luysa(luysa) if luysa else None)
    return Ending(
        {place: seat.final for place, seat in enumerate(seats)},
        won=found.won,
        conditions={condition.value: met for condition, met in found.conditions.items()},
        markers=found.markers,
        markers_left=found.markers_left,
        missing={place: player.missing for place, player in enumerate(found.players)},
        opponent=his,
    )


def _seat(answers: Answers, place: int) -> Seat:
    return Seat(answers.points[place], answers.explorer.get(place, 0), answers.quests.get(place, 0))


def _against_jacques(desk: Desk) -> bool:
    return jacques.WHO in desk.modules


def _opponent(state: State, desk: Desk, answers: Answers) -> int | None:
    return _known(state, desk) if answers.opponent is None else answers.opponent


def _known(state: State, desk: Desk) -> int | None:
    """The opponent's points where the log keeps them; Jean's only with his final scoring."""
    if _against_jacques(desk):
        return jacques.score(state) if state["jacques:level"] else None
    return jean.score(state) if jean.is_final(state) else None


def _markers_known(state: State) -> bool:
    return liberation.laid_out(state)


def _markers(state: State, answers: Answers) -> tuple[Left, ...] | None:
    """The markers left, `None` while nobody says how many; where they are only counted they have no space."""
    if _markers_known(state):
        return verdict.markers_on_board(state)
    if answers.markers is None:
        return None
    return (Left("", "", answers.markers),) if answers.markers else ()


def _luysa(state: State, desk: Desk, answers: Answers) -> str | None:
    """What became of Luysa: `None` in a game without her, empty while nobody says."""
    if "search" not in desk.modules:
        return None
    return verdict.luysa(state).value if state["search:greens"] else answers.luysa
