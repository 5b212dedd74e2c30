"""What a group can let the log draw by lot: a seat, or some of the pieces that lie shuffled."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Lot:
    """`many` of the seats, or of so many `pieces`, counted from 1. Pieces are told in order, seats as drawn."""

    many: int
    pieces: int = 0

    def drawn(self, players: int, seed: int) -> tuple[int, ...]:
        """What is drawn at a table of `players` with a seed; the same seed draws the same."""
        chance = Random(seed)  # noqa: S311 - a lot at a table, and the seed is kept
        if self.pieces:
            return tuple(sorted(chance.sample(range(1, self.pieces + 1), self.many)))
        return tuple(chance.sample(range(1, players + 1), min(self.many, players)))
