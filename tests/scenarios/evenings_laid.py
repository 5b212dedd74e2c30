"""Tables that the tests of set-up lists share: who sits there, what starts the game, and what lies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from cards.models import Box
from scenarios import book
from scenarios.setup import checklist
from scenarios.table import Laid, Line, Party, SeatTonight, TableState

if TYPE_CHECKING:
    from collections.abc import Set

FROM_BOX = {
    150: (Laid("L1", "box", "17"), Laid("L4", "box", "9a"), Laid("L30", "box", "21a")),
    79: (Laid("L1", "box", "17"), Laid("L30", "box", "21a")),
    78: (Laid("L1", "box", "17"), Laid("L30", "box", "21a")),
    74: (Laid("L1", "box", "17"),),
    193: (Laid("L1", "box", "17"),),
}
SCENARIOS = {
    150: "campaign",
    0: "campaign",
    79: "unrest",
    184: "unrest",
    78: "all_inclusive",
    74: "coop_caribbean",
    193: "rescue",
    185: "rescue",
}
BAG = (Laid("L1", "bag", "17"), Laid("L4", "bag", "9a"), Laid("L30", "bag", "21a"), Laid("L31", "bag"))


@lru_cache
def content() -> tuple[str, str]:
    """The content that comes with Portolan, for one run the same."""
    return "uprising", Box.objects.get(id="uprising").content_hash


def party(players: int) -> Party:
    return Party(tuple(SeatTonight(place, "", "blue") for place in range(players)))


def table_of(card: int) -> TableState:
    """What lies when the card starts a game, with a small bag where the campaign goes on."""
    if card in FROM_BOX:
        return TableState(card == 150, (150,) if card == 150 else (), FROM_BOX[card])
    return TableState(False, tuple(sorted({163, card} - {0})), BAG)


def laid_out(
    card: int,
    players: int,
    table: TableState | None = None,
    *,
    more: Set[str] = frozenset(),
    opponent: str = "",
    level: str = "",
) -> tuple[Line, ...]:
    """The list for a starting card. `more` are modules besides those that the scenario always uses."""
    scenario = SCENARIOS[card]
    return checklist(
        steps=book.steps(*content(), scenario),
        scenario=scenario,
        card=card,
        modules=book.scenarios(*content())[scenario].modules | more,
        party=party(players),
        table=table or table_of(card),
        opponent=opponent,
        level=level,
    )


def ids(lines: tuple[Line, ...], *starts: str) -> list[str]:
    """The ids that begin like one of `starts`; all without any."""
    return [line.id for line in lines if line.id.startswith(starts or "")]


def amount(lines: tuple[Line, ...], line_id: str) -> str:
    return next(line.amount for line in lines if line.id == line_id)
