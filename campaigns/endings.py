"""The end of a game as its closing tells it: what has to be asked, and the verdict from what was said.

Where the box has a score sheet (`sheets.py`) the points follow from it, and its ranking says who has won.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from campaigns import helm, journal, sheets
from campaigns.aids import ending
from campaigns.aids.ending import Answers
from scenarios import book

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.aids.ending import Asked, Ending
    from campaigns.models import Play
    from campaigns.rules.state import State


NOTHING_ASKED = ending.Asked()


def asked(access: Access, play: Play) -> Asked:
    """What the verdict of a play has to hear from the group."""
    return ending.asked(_course(access, play), helm.desk(access, play), _mode(access, play))


def ended(access: Access, play: Play, data: Mapping[str, Any]) -> Ending | None:
    """The verdict of what a closing holds so far, `None` while something is missing."""
    found = ending.ending(
        _course(access, play), helm.desk(access, play), _mode(access, play), _answers(access, play, data)
    )
    counted = sheets.count(access, play, data)
    ranked = counted.ranked() if counted else None
    if found is None or ranked is None or found.won is not None:
        return found
    return replace(found, winners=ranked.winners)


def points(access: Access, play: Play, data: Mapping[str, Any]) -> dict[int, int]:
    """The points that a closing writes: after the comparison with the opponent."""
    return ending.final_points(helm.desk(access, play), _answers(access, play, data))


def _answers(access: Access, play: Play, data: Mapping[str, Any]) -> Answers:
    """What a closing's draft holds, as the verdict reads it; a score sheet is believed before a typed total."""
    counted = sheets.count(access, play, data)
    totals = counted.totals() if counted and not counted.sealed else {}
    said = data.get("ending", {})
    return Answers(
        points=_by_place(data, "points") | totals,
        explorer=_by_place(data, "explorer"),
        quests=_by_place(data, "quests"),
        opponent=said.get("opponent"),
        markers=said.get("markers"),
        luysa=said.get("luysa", ""),
    )


def _by_place(data: Mapping[str, Any], name: str) -> dict[int, int]:
    return {int(place): int(value) for place, value in data.get(name, {}).items()}


def _course(access: Access, play: Play) -> State:
    return journal.ground(access.campaign, play.number).state


def _mode(access: Access, play: Play) -> str:
    return book.scenarios(access.box, access.content)[play.scenario].mode
