"""What the parts of the pilot book are called: kinds of entries, moments of a game, chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy as lazy

from cards.reference import Moment
from scenarios import book
from scenarios.turn import Sort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.utils.functional import Promise

KINDS: Mapping[str, Promise] = {
    "rule": lazy("Rules"),
    "effect": lazy("Cards and symbols"),
    "promo": lazy("Promos"),
    "tile": lazy("Legacy tiles"),
    "port": lazy("Home Ports"),
    "module": lazy("Modules"),
    "scenario": lazy("Scenarios"),
    "opponent": lazy("Opponents"),
    "automa": lazy("Cards of the opponents"),
    "location": lazy("Locations"),
    "card": lazy("Numbered cards"),
}
"""Groups of entries, in the order in which they are shown."""

MOMENTS: Mapping[Moment, Promise] = {
    Moment.SET_UP: lazy("Set-up"),
    Moment.TURN: lazy("In a turn"),
    Moment.MOVEMENT: lazy("Movement"),
    Moment.VILLAGE: lazy("Village"),
    Moment.CITY: lazy("City"),
    Moment.COMBAT: lazy("Combat"),
    Moment.EXPLORER: lazy("Explorer"),
    Moment.END_OF_ROUND: lazy("End of a round"),
    Moment.END_OF_GAME: lazy("End of the game"),
    Moment.BETWEEN_GAMES: lazy("Between games"),
}

SORTS: Mapping[Sort, Promise] = {
    Sort.ROUND: lazy("In every round"),
    Sort.PHASE: lazy("The phases of a round"),
    Sort.TURN: lazy("In a turn"),
    Sort.END_OF_ROUND: lazy("When the round ends"),
    Sort.END_OF_GAME: lazy("When the game ends"),
}
"""The parts of a turn at a glance, in the order in which they are shown; actions stand with their part."""

CHAPTERS: Mapping[str, Promise] = {
    "base": lazy("Base game"),
    "setup": lazy("Set-up"),
    "first_game": lazy("Before the first game"),
    "options": lazy("What can be played"),
    "legacy_tiles": lazy("Legacy tiles"),
    "cards": lazy("Cards and symbols"),
    "solo": lazy("Playing alone"),
    "components": lazy("What is in the box"),
    "public": lazy("not in the rules summary, from public descriptions"),
    "turn": lazy("In a turn"),
    "scoring": lazy("The end and the score"),
}
"""The chapters that are named after no scenario and no module."""


def chapter(key: str, box: str, version: str, language: str) -> str:
    """What a chapter is called: after a scenario, a module, or by itself; empty for an unknown one."""
    for texts in (book.scenario_texts, book.module_texts):
        if name := book.text(texts(box, version), key, "name", language):
            return name
    return str(CHAPTERS.get(key, ""))
