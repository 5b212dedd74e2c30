"""A fight as somebody types it, and what it can do: for a page, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaigns.aids import combat, liberation, readings
from campaigns.aids.combat import Act, Combat
from campaigns.aids.deeds import number
from campaigns.aids.liberation import Module
from campaigns.aids.resistance import Gain
from campaigns.rules.changes import apply
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.aids.combat import Option
    from campaigns.aids.desk import Desk
    from campaigns.rules.state import State


ASKED = frozenset(["nation", "token", "workers", "points", "influence", "for_it", "upgraded", "port", "done"])
"""What the question about a fight can say; `done` is what it is to be spent on first: `city@14,village@2`."""


@dataclass(frozen=True, slots=True)
class Planned:
    """A combat with what it is spent on so far: steps as act, space and gain, what is left of it, the board then."""

    combat: Combat
    state: State
    steps: tuple[tuple[Act, str, Gain], ...] = field(default=())

    @property
    def done(self) -> str:
        return ",".join(f"{act}@{space}" for act, space, _gain in self.steps)

    @property
    def gain(self) -> Gain:
        """What all steps give together."""
        doubloons = sum(gain.doubloons for _act, _space, gain in self.steps)
        return Gain(doubloons, sum(gain.points for _act, _space, gain in self.steps))


def fight(state: State, desk: Desk, fields: Mapping[str, str]) -> dict[str, Any]:
    """The value of a combat and what it can be spent on; `against` is false where the base rules hold.

    Refusals: not_a_number, no_such_count, no_such_nation, and those of `combat.use`.
    """
    typed = _typed(state, desk, fields)
    planned = Planned(typed, state)
    for step in filter(None, fields.get("done", "").split(",")):
        planned = _spent(planned, desk, step)
    options = combat.actions(planned.state, planned.combat, desk.board) if typed.against else ()
    influence = number(fields, "influence", 0) if typed.against else 0
    return {
        "value": typed.value,
        "left": planned.combat.value,
        "against": typed.against,
        "steps": planned.steps,
        "gain": planned.gain,
        "done": planned.done,
        "influence": influence,
        "instead": combat.points_instead(influence, each=not readings.said(state, "influence_once")),
        "options": [_shown(option, planned.done) for option in options],
    }


def _typed(state: State, desk: Desk, fields: Mapping[str, str]) -> Combat:
    workers, points = number(fields, "workers", 0), number(fields, "points", 0)
    # With Liberation nobody ever fights for a nation: U240.
    for_it = desk.module is Module.UPRISING and bool(fields.get("for_it"))
    return Combat(
        module=desk.module,
        nation=fields.get("nation", ""),
        value=combat.value(number(fields, "token", 0), workers=workers, points=points),
        upgraded=bool(fields.get("upgraded")),
        port=fields.get("nation", "") if fields.get("port") else "",
        against=desk.module is not Module.BASE and not for_it,
        any_nation=readings.said(state, "any_nation"),
        doubloons_each=readings.said(state, "city_each"),
    )


def _spent(planned: Planned, desk: Desk, step: str) -> Planned:
    """One step more: what comes next counts the board without the marker that it frees."""
    act, _sep, space = step.partition("@")
    if act not in tuple(Act):
        raise Refusal("no_such_action", "done")
    then, target = combat.use(planned.state, planned.combat, Act(act), desk.board, space)
    state = planned.state
    if space:
        there = liberation.held(state)[space]
        whose = then.nation if then.nation in there else next(iter(there))
        state = apply(state, liberation.free(state, space, whose, liberation.OUT))
    return Planned(then, state, (*planned.steps, (Act(act), space, target.gain)))


def _shown(option: Option, done: str) -> dict[str, Any]:
    targets = [
        (target.space, target.gain, target.because, ",".join(filter(None, (done, f"{option.act}@{target.space}"))))
        for target in option.targets
    ]
    return {
        "act": option.act.value,
        "cost": option.cost,
        "hindered": option.hindered,
        "flag": option.flag,
        "targets": targets,
    }
