"""How a group reads what the rules leave open: each question with the likelier answer, and what the table says of it.

A reading is a subject of the play's stream, true or false once it was said; until then the likelier one holds. What a
table agreed on is taken over into its next game.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.aids.counting import settle
from campaigns.aids.liberation import LAID_OUT, Module
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaigns.aids.desk import Desk
    from campaigns.rules.changes import Change
    from campaigns.rules.state import State


_BEGUN = {"markers": LAID_OUT, "search": "search:greens"}
"""What an aid keeps once it has begun."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A question to a table: the aid that asks it, its subject, the `likelier` answer, at which desks it matters."""

    aid: str
    subject: str
    likelier: bool
    matters: Callable[[Desk], bool]


def _with_tiles(desk: Desk) -> bool:
    return "resistance_tiles" in desk.modules


READINGS: Mapping[str, Reading] = MappingProxyType(
    {
        # U165: the outer squares of a Resistance tile touch each other as well.
        "ring": Reading("markers", "reads:ring", False, _with_tiles),
        # U166: a full tile pays 3 doubloons for each combat token, not once.
        "tokens_each": Reading("markers", "reads:tokens_each", False, _with_tiles),
        # U305: a marker that goes back may come from a Resistance tile.
        "from_tile": Reading(
            "markers", "reads:from_tile", False, lambda desk: _with_tiles(desk) and desk.module is not Module.LIBERATION
        ),
        # U186: Liberate City pays 3 doubloons for each occupied city, not once.
        "city_each": Reading("markers", "reads:city_each", False, lambda desk: desk.module is Module.UPRISING),
        # U245: with Liberation the marker may be anybody's.
        "any_nation": Reading("markers", "reads:any_nation", False, lambda desk: desk.module is Module.LIBERATION),
        # U183, U362: 2 points in place of all influence at once, not for each.
        "influence_once": Reading(
            "markers", "reads:influence_once", False, lambda desk: desk.module is not Module.BASE
        ),
        # U366: the covered red space counts as filled.
        "four_counts": Reading("search", "search:four_counts", True, lambda desk: desk.players == 4),
        # U270: Luysa is also found when 11 clues are left.
        "eleven": Reading("search", "search:eleven", True, lambda desk: desk.players == 1),
        # U265: green clues can be paid away like red ones.
        "green_pays": Reading("search", "search:green_pays", False, lambda _desk: True),
    }
)
"""Every question by its name, with the fact that leaves it open."""


def said(state: State, name: str) -> bool:
    """How the table reads a question."""
    kept = state[READINGS[name].subject]
    return READINGS[name].likelier if kept is None else kept is True


def agree(state: State, desk: Desk, aid: str, name: str, yes: bool) -> tuple[Change, ...]:
    """The table reads a question so. Refusals: no_such_question (also for one that does not matter tonight),
    not_begun, nothing_changed.
    """
    if name not in READINGS or READINGS[name].aid != aid or not READINGS[name].matters(desk):
        raise Refusal("no_such_question")
    if not state[_BEGUN[aid]]:  # what begins an aid sets its readings
        raise Refusal("not_begun")
    if said(state, name) is yes:
        raise Refusal("nothing_changed")
    return settle(state, {READINGS[name].subject: yes})


def asked(state: State, desk: Desk, aid: str) -> dict[str, bool]:
    """The questions of an aid that matter tonight, with how the table reads them."""
    return {name: said(state, name) for name, one in READINGS.items() if one.aid == aid and one.matters(desk)}


def other(state: State, desk: Desk, aid: str) -> frozenset[str]:
    """The questions of an aid that this table reads otherwise than is likelier."""
    return frozenset(name for name, yes in asked(state, desk, aid).items() if yes is not READINGS[name].likelier)


def taken_over(begun: tuple[Change, ...], state: State, desk: Desk, aid: str) -> tuple[Change, ...]:
    """The changes that begin an aid, with what the table read otherwise in its last game (`desk.before`)."""
    kept = {
        one.subject: not one.likelier
        for name, one in READINGS.items()
        if name in desk.before and one.aid == aid and one.matters(desk)
    }
    return (*(change for change in begun if change.subject not in kept), *settle(state, kept))
