"""The turn at a glance: what a game consists of, as the content says it; frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Set


class Sort(StrEnum):
    """What a part of the course is."""

    ROUND = "round"
    """What opens a round, or holds for all of it."""
    PHASE = "phase"
    """One of the phases that a round goes through, one after the other."""
    TURN = "turn"
    """A step of a player's turn."""
    ACTION = "action"
    """Something that may be done; `of` says in which part."""
    END_OF_ROUND = "end_of_round"
    END_OF_GAME = "end_of_game"


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the course of a game, in force with all of `modules` and none of `without_modules`.

    `public` marks what follows public descriptions of the game and not our summary of its rulebook.
    """

    key: str
    sort: Sort
    of: str = ""
    modules: frozenset[str] = frozenset()
    without_modules: frozenset[str] = frozenset()
    public: bool = False


def tonight(parts: Iterable[Part], modules: Set[str]) -> tuple[Part, ...]:
    """The parts that count with `modules`, in their order."""
    return tuple(part for part in parts if part.modules <= modules and not part.without_modules & modules)


def phases(parts: Iterable[Part]) -> tuple[str, ...]:
    """The keys of the phases that a round goes through; none where it has none."""
    return tuple(part.key for part in parts if part.sort is Sort.PHASE)
