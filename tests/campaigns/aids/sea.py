"""The board of these tests, as the sources tell it, and what every action is held to."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from campaigns.aids.combat import Board
from campaigns.aids.desk import Desk
from campaigns.rules.changes import apply, inverse
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State
from cards.board import Confidence, Edge, Location, LocationKind, Nation
from scenarios.packs.pack import read_packs
from tests.campaigns.aids.automa import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from campaigns.rules.changes import Change
    from campaigns.rules.state import Value

FRANCE, SPAIN, ENGLAND = Nation.FRANCE, Nation.SPAIN, Nation.ENGLAND
NATIONS = {str(n): FRANCE if n <= 7 else SPAIN if n <= 13 else ENGLAND for n in range(2, 20)}
"""Whose markers a scenario puts where (U066 to U068)."""
CITIES = {"4", "5", "11", "13", "14", "9a"}


SCENARIOS = {one.key: one for one in read_packs()["uprising"].scenarios}
"""The ways to play, as the content has them."""


def of_unrest(card: int) -> dict[str, int]:
    """The markers that lie at the start of Unrest with one of its cards."""
    start = next(start for start in SCENARIOS["unrest"].starts if start.card == card)
    return dict.fromkeys(start.marked, 1)


def location(space: str) -> Location:
    """A space of the board; 17 becomes a city with L1, 9a comes with L4."""
    kind = LocationKind.CITY if space in CITIES else LocationKind.START if space == "0" else LocationKind.VILLAGE
    return Location(
        id=space,
        box="maracaibo",
        kind=LocationKind.HOMEWARD if space in ("20", "21a") else kind,
        confidence=Confidence.HIGH,
        scenario_nation=NATIONS.get(space),
        becomes_city_with="L1" if space == "17" else None,
        needs_tile="L4" if space == "9a" else None,
    )


def edge(start: int | str, end: int | str, needs: str | None = None) -> Edge:
    """An arrow."""
    return Edge(str(start), str(end), (), Confidence.HIGH, needs, None, False, ())


LOCATIONS = {space: location(space) for space in (*map(str, range(21)), "9a", "21a")}
EDGES = (
    *(edge(start, end) for start, end in [(0, 1), (1, 2), (2, 3), (2, 5), (3, 4), (4, 6), (5, 6), (12, 13), (12, 14)]),
    *(edge(space, space + 1) for space in (*range(6, 12), *range(14, 20))),
    edge(20, "21a"),
    edge(9, "9a", "L4"),
    edge(13, 2, "L36"),
)
BOARD = Board(LOCATIONS, EDGES)


def sea_desk(*modules: str, players: int = 3, **more: Any) -> Desk:
    """A desk on that board."""
    return Desk(players, frozenset(modules), "", "", CARDS, BOARD, NATIONS, chance=Random(1), **more)


def at(**values: Value) -> State:
    """A state; `marker__2__france=1` stands for marker:2:france."""
    return State({subject.replace("__", ":"): value for subject, value in values.items()})


def after(state: State, changes: Iterable[Change]) -> State:
    """The state after an action; it can be taken back exactly and touches nothing twice."""
    done = tuple(changes)
    assert len({change.subject for change in done}) == len(done)
    assert all(change.was != change.to or type(change.was) is not type(change.to) for change in done)
    assert all(type(change.to) in (str, int, bool, type(None)) for change in done)
    new = apply(state, done)
    assert dict(apply(new, inverse(done)).values) == dict(state.values)
    assert all(value or value is False for value in new.values.values())
    return new


def refused(act: Callable[[], object]) -> str:
    """The code that an action is refused with."""
    with pytest.raises(Refusal) as met:
        act()
    return str(met.value)
