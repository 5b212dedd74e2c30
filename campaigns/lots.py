"""What a group lets the log draw by lot while it sets up, with the seed of its chance in the journal."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from campaigns import journal, lists
from campaigns.models import Entry
from campaigns.rules import legacy
from campaigns.rules.changes import Change
from campaigns.rules.effects import Refusal
from scenarios import book

if TYPE_CHECKING:
    from campaigns.access import Access
    from campaigns.journal import Ground, Plan, Tap
    from campaigns.models import Play
    from campaigns.rules.state import State
    from scenarios.lot import Lot


def offered(access: Access, play: Play) -> dict[str, Lot]:
    """What can be drawn for the list of a play, by step."""
    steps = book.steps(access.box, access.content, play.scenario)
    here = {line.step for line in lists.lines(play)}
    return {step.key: step.lot for step in steps if step.lot and step.key in here}


def drawn(state: State, step: str) -> tuple[int, ...]:
    """What was drawn for a step: seats or pieces, counted from 1; nothing before."""
    return tuple(map(int, str(state[f"drawn:{step}"] or "").split(",") if state[f"drawn:{step}"] else ()))


def draw(*, access: Access, tap: Tap, play: Play, step: str) -> Entry:
    """Draws for a step of the set-up, anew where something was drawn before, as one entry of the play's stream.

    Clash where somebody drew for it since `tap.seen`. Refusals: no_such_line, play_not_open.
    """
    if (lot := offered(access, play).get(step)) is None:
        raise Refusal("no_such_line", "line")
    seed = secrets.randbelow(2**31)
    said = ",".join(map(str, lot.drawn(len(play.party), seed)))
    values = {"play": play.number, "aid": "lot", "deed": "draw", "seed": seed, "typed": {"step": step}}

    def decide(ground: Ground) -> Plan:
        table = journal.ground(access.campaign, journal.LEGACY)
        legacy.running(table.state, play.number)
        subject = f"drawn:{step}"
        changes = () if ground.state[subject] == said else (Change(subject, ground.state[subject], said),)
        return journal.Plan(Entry.Kind.AID, changes, values, holds=(table,))

    return journal.write(tap, play.number, decide, wants=[f"drawn:{step}"])
