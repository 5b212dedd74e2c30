"""A fight as somebody types it, and what it can do: for a page, before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaigns.aids import combat
from campaigns.aids.combat import Combat
from campaigns.aids.deeds import number
from campaigns.aids.liberation import Module

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.aids.desk import Desk
    from campaigns.rules.state import State


ASKED = frozenset(["nation", "token", "workers", "points", "for_it", "upgraded", "port"])
"""What the question about a fight can say."""


def fight(state: State, desk: Desk, fields: Mapping[str, str]) -> dict[str, Any]:
    """The value of a combat and what it can be spent on; `against` is false where the base rules hold.

    Refusals: not_a_number, no_such_count, no_such_nation.
    """
    workers, points = number(fields, "workers", 0), number(fields, "points", 0)
    value = combat.value(number(fields, "token", 0), workers=workers, points=points)
    # With Liberation nobody ever fights for a nation: U240.
    for_it = desk.module is Module.UPRISING and bool(fields.get("for_it"))
    against = desk.module is not Module.BASE and not for_it
    typed = Combat(
        module=desk.module,
        nation=fields.get("nation", ""),
        value=value,
        upgraded=bool(fields.get("upgraded")),
        port=fields.get("nation", "") if fields.get("port") else "",
        against=against,
    )
    options = combat.actions(state, typed, desk.board) if against else ()
    return {
        "value": value,
        "against": against,
        "options": [
            {
                "act": option.act.value,
                "cost": option.cost,
                "hindered": option.hindered,
                "flag": option.flag,
                "targets": [(target.space, target.gain, target.because) for target in option.targets],
            }
            for option in options
        ],
    }
