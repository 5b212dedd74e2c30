"""The opponents' cards as the facts list them, typed by hand, and how a test plays with a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns.rules.changes import apply, inverse, touches
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State
from cards.reference import Action, AutomaCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.rules.changes import Change

AREAS = {
    "a1": "D5 Q2-7 D11 D13 D17 Q2-19 END",
    "a2": "X1 X1 X1 X1 X1 X1 END",
    "a3": "D4 X1 D11 D17 X1 X1 END",
    "a4": "X1 X1 X1 D14 D17 END END",
    "a5": "D4 D5 D11 Q2-19 END END END",
    "a6": "X1 X1 X1 D13 D17 END END",
    "a7": "D4 D5 D11 D14 D17 Q2-19 END",
    "b1": "X2 X2 Q2-19 Q2-19 END END END",
    "b2": "X2 X2 X2 X2 END END END",
    "b3": "D5 Q2-7 D11 Q2-19 Q2-19 END END",
    "b4": "D4 Q2-7 D11 Q2-19 Q2-19 END END",
    "b5": "X2 X2 X2 X2 END END END",
}
EXPLORE_4 = Action("explore", early=2, late=4)
LATE_4 = Action("points", early=0, late=4)
FOUR, DISC, QUEST = Action("points", 4), Action("remove_disc", 1), Action("quest_from_pile", 1)
JEAN: dict[str, tuple[int, str, int, tuple[Action, ...]]] = {
    "a1": (1, "upper", 3, (Action("explore", 2),)),
    "a2": (1, "lower", 2, (Action("influence", 1, nation="france"),)),
    "a3": (1, "lower", 4, (Action("combat"), Action("influence", 2))),
    "a4": (2, "upper", 1, (Action("influence", 1, nation="spain"),)),
    "a5": (2, "lower", 3, (Action("influence", 1, nation="england"),)),
    "b1": (2, "upper", 3, (FOUR, EXPLORE_4)),
    "b2": (2, "upper", 3, (QUEST, LATE_4)),
    "b3": (2, "upper", 3, (DISC, LATE_4)),
    "b4": (2, "lower", 3, (FOUR, EXPLORE_4)),
    "b5": (2, "lower", 3, (DISC, LATE_4)),
    "b6": (2, "lower", 4, (Action("combat"), Action("influence", 3), Action("points", 2))),
    "b7": (1, "lower", 1, (Action("points", 5), Action("pay_combat", early=1, late=4, missing=3))),
    "c1": (2, "upper", 1, (FOUR, DISC)),
    "c2": (2, "lower", 2, (QUEST, Action("points", 3))),
    "c3": (2, "upper", 3, (FOUR, Action("explore", early=3, late=4))),
    "c4": (2, "lower", 4, (Action("combat", villages=1), Action("influence", 3), Action("points", 2))),
    "c5": (1, "upper", 2, (Action("points", 5), Action("pay_combat", early=2, late=4, missing=3))),
}
POINTS = {"a": 5, "b": 10}


def jacques_card(card: str, areas: str) -> AutomaCard:
    points = POINTS[card[0]]
    return AutomaCard(f"jacques_{card}", "uprising", "jacques", card[0], points, tuple(areas.split()), 0, "", 0, (), ())


def jean_card(card: str, steps: int, route: str, display: int, actions: tuple[Action, ...]) -> AutomaCard:
    return AutomaCard(f"jean_{card}", "maracaibo", "jean", card[0], 0, (), steps, route, display, actions, ())


CARDS = {f"jacques_{card}": jacques_card(card, areas) for card, areas in AREAS.items()}
CARDS |= {f"jean_{card}": jean_card(card, *told) for card, told in JEAN.items()}


class Table:
    """A play's stream: keeps each action, refuses one that does not fit, takes all of them back."""

    def __init__(self, running: int = 1) -> None:
        self.start = self.state = State({"round": running} if running else {})
        self.done: list[tuple[Change, ...]] = []

    def does(self, changes: tuple[Change, ...]) -> Table:
        """Applies one action. No subject may change twice in it, or to what it was."""
        assert len(touches(changes)) == len(changes)
        assert all(change.was != change.to or type(change.was) is not type(change.to) for change in changes)
        self.state = apply(self.state, changes)
        assert all(value not in (0, "") or value is False for value in self.state.values.values())
        self.done.append(changes)
        return self

    def into_round(self, number: int) -> Table:
        self.start, self.done = State({"round": number}), []
        self.state = State({**self.state.values, "round": number})
        return self

    def undo_all(self) -> State:
        """The state after everything was taken back."""
        state = self.state
        for changes in reversed(self.done):
            state = apply(state, inverse(changes))
        return state


def refusal(action: Callable[[], object]) -> str:
    """The code that an action is refused with."""
    with pytest.raises(Refusal) as met:
        action()
    return met.value.code
