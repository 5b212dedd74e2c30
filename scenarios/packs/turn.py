"""The shape of `turn.yaml`: the turn at a glance, part by part, in the order in which it is read."""

from __future__ import annotations

from typing import Literal

from scenarios.packs.shapes import Content, Facts, Key


class TurnEntry(Content):
    """A part of the course of a game: see `scenarios.turn.Part`."""

    key: Key
    part: Literal["round", "phase", "turn", "action", "end_of_round", "end_of_game"]
    of: Literal[""] | Key = ""
    modules: tuple[Key, ...] = ()
    without_modules: tuple[Key, ...] = ()
    public: bool = False
    facts: Facts = ()


class TurnFile(Content):
    """turn.yaml: the turn of the box at a glance."""

    turn: tuple[TurnEntry, ...] = ()
