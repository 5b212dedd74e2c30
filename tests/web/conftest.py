"""Two campaigns to look at through the web: one at its start, one in the middle of its first game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.at_table import MARKERS, Game
from tests.web.world import World

if TYPE_CHECKING:
    from tests.cast import Cast
    from tests.web.evening import Evening

BUILT: list[World] = []


@pytest.fixture
def world(packs: None) -> World:
    """Both campaigns, built once and then put back row by row: most tests here only look."""
    if BUILT:
        BUILT[0].restore()
    else:
        BUILT.append(World.build())
    return BUILT[0]


@pytest.fixture
def start(world: World) -> Evening:
    """Nothing has happened yet."""
    return world.evening("start")


@pytest.fixture
def evening(world: World) -> Evening:
    """Round 2 of the first game, a draft is open; another campaign than that of `start`."""
    return world.evening("game one")


@pytest.fixture
def beginning(cast: Cast) -> Game:
    """The Rescue for three in its first round, before any aid has begun."""
    game = Game.open("193", 3, campaign=cast.campaign)
    game.say("markers_of_card", MARKERS)
    game.end(0)
    return game


@pytest.fixture
def running(beginning: Game) -> Game:
    """The same with all three aids begun, and one card of Jacques."""
    beginning.do("markers", "begin")
    beginning.do("search", "begin", greens=2, reds=2)
    beginning.do("jacques", "begin")
    beginning.do("jacques", "turn")
    return beginning
