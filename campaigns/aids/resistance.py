"""The Resistance tiles: what lies on their four squares, what may be laid there, and what a full tile brings.

`square:<place>:<1..4>` holds the nation whose marker lies there, on the tile of the player at that place in turn order
(0 for the first). Source: The Uprising, Resistance Tiles (U160 to U172, U002).
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from campaigns.aids.counting import count
from campaigns.rules.effects import Refusal
from cards.board import Nation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.rules.changes import Change
    from campaigns.rules.state import State, Value

PLAYERS, SQUARES = 4, 4
DOUBLOONS = 3
"""What a full tile pays (U166)."""
_REWARDS = {1: "disc", 3: "worker"}
"""What the rulebook's examples tell: a disc off the ship board (U195), a worker (U190)."""


class Gain(NamedTuple):
    """What somebody takes."""

    doubloons: int = 0
    points: int = 0


def tile(state: State, place: int) -> tuple[Nation | None, ...]:
    """The nations on the four squares of a player's tile, the first square first; None for an empty one."""
    squares = (state[subject(place, square)] for square in range(1, SQUARES + 1))
    return tuple(Nation(str(held)) if held else None for held in squares)


def subject(place: int, square: int) -> str:
    """What a square is called in the journal. Refusals: no_such_player, no_such_square."""
    if not 0 <= place < PLAYERS:
        raise Refusal("no_such_player", "place", place=place)
    if not 1 <= square <= SQUARES:
        raise Refusal("no_such_square", "to", square=square)
    return f"square:{place}:{square}"


def may(state: State, place: int, square: int, nation: Nation, *, ring: bool = False) -> None:
    """A marker of this nation may go on this square: it is empty and no neighbour holds that nation (U164).

    The squares are a row, 1-2, 2-3, 3-4; word for word they could be a `ring` in which 4 and 1 touch as well (U165).
    The tile's village action need not be unlocked (U167). Refusals: no_such_player, no_such_square, square_is_taken,
    same_nation_beside.
    """
    if state[subject(place, square)]:
        raise Refusal("square_is_taken", "to", square=square)
    lying = tile(state, place)
    for beside in _beside(square, ring):
        if lying[beside - 1] == nation:
            raise Refusal("same_nation_beside", "to", square=square, beside=beside, nation=str(nation))


def open_squares(state: State, place: int, nation: Nation, *, ring: bool = False) -> tuple[int, ...]:
    """The squares of a player's tile that take a marker of this nation. None: it leaves the game (U168).

    Refusals: no_such_player.
    """
    lying = tile(state, place)
    beside = {square: [lying[near - 1] for near in _beside(square, ring)] for square in range(1, SQUARES + 1)}
    return tuple(square for square, near in beside.items() if lying[square - 1] is None and nation not in near)


def reward(square: int, *, action: bool = False) -> tuple[str | None, int]:
    """What a square gives and how often: "disc", "worker", or None where only the tile tells (squares 2 and 4).

    It is given twice where the marker comes from the tile's own village `action` (U172). Refusals: no_such_square.
    """
    subject(0, square)
    return _REWARDS.get(square), 2 if action else 1


def completes(state: State, place: int, square: int) -> bool:
    """Whether a marker on this empty square fills the tile. Refusals: no_such_player, no_such_square."""
    subject(place, square)
    return all(held for number, held in enumerate(tile(state, place), start=1) if number != square)


def full(tokens: int, *, doubloons_each: bool = False) -> Gain:
    """What a full tile brings: 3 doubloons and a point for each combat token on the player's own ship board (U166).

    Word for word it could be 3 doubloons for each token as well (`doubloons_each`). Refusals: no_such_count.
    """
    if tokens < 0:
        raise Refusal("no_such_count", "tokens", count=tokens)
    return Gain(DOUBLOONS * (tokens if doubloons_each else 1), tokens)


class Brought(NamedTuple):
    """What a marker on a square brought: its square, the reward and how often, and whether it filled the tile."""

    square: int
    reward: str | None
    times: int
    fills: bool


def brought(place: int, square: int, changes: Sequence[Change], *, action: bool = False) -> Brought:
    """What the step whose `changes` are given brought. Refusals: no_such_player, no_such_square."""
    given, times = reward(square, action=action)
    stays = any(change.subject == subject(place, square) and change.to for change in changes)
    return Brought(square, given, times, not stays)


def laid(state: State, place: int, square: int, nation: Nation, *, ring: bool = False) -> dict[str, Value]:
    """What subjects become when a marker is laid on a square; where that fills the tile, all four leave the game.

    Source: U164, U166. Refusals: those of `may`.
    """
    may(state, place, square, nation, ring=ring)
    if not completes(state, place, square):
        return {subject(place, square): nation.value}
    leaving = Counter([nation, *(held for held in tile(state, place) if held)])
    emptied: dict[str, Value] = {subject(place, number): None for number in range(1, SQUARES + 1)}
    return emptied | {f"out:{gone}": count(state, f"out:{gone}") + many for gone, many in leaving.items()}


def _beside(square: int, ring: bool) -> tuple[int, ...]:
    """The neighbours of a square."""
    near = (square - 1, square + 1)
    if ring:
        return tuple((number - 1) % SQUARES + 1 for number in near)
    return tuple(number for number in near if 1 <= number <= SQUARES)
