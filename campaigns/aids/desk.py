"""What the aids of a running game look at besides their state: who plays what, the cards, the board, chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

from campaigns.aids.liberation import Module

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.aids.combat import Board
    from cards.reference import AutomaCard


@dataclass(frozen=True, slots=True)
class Desk:
    """`players` sit at the table. `markers` lie at the start by space, `None` while only the card knows; what is unused
    goes into the box where `unused_to_box`. `nations` says whose a space is. `before` names what the table read
    otherwise in its last game (`readings`). `corrected` are the pairs of locations of which the copy's board tells
    otherwise than the content; `board` follows it. `chance` deals and shuffles.
    """

    players: int
    modules: frozenset[str]
    opponent: str
    level: str
    cards: Mapping[str, AutomaCard]
    board: Board
    nations: Mapping[str, str]
    markers: Mapping[str, int] | None = None
    unused_to_box: bool = False
    chance: Random = field(default_factory=Random)
    before: frozenset[str] = frozenset()
    corrected: frozenset[tuple[str, str]] = frozenset()

    @property
    def module(self) -> Module:
        """What decides how the group fights tonight."""
        found = [module for module in (Module.LIBERATION, Module.UPRISING) if module in self.modules]
        return found[0] if found else Module.BASE
