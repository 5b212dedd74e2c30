"""Who is told what, without a database: the hub alone, on a loop of its own."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

import pytest

from campaigns.live import FullError, Hub, News

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from campaigns.live import Listener

DEVICE = uuid.uuid4()
ONE, OTHER = 1, 2


def on_a_loop(test: Callable[[Any, Hub], Coroutine[Any, Any, None]]) -> Callable[[Any], None]:
    """A test with a hub whose members may all look."""

    def run(self: object) -> None:
        async def with_hub() -> None:
            hub = Hub(most=3)
            hub.ask = _nobody_is_lost  # type: ignore[assignment, method-assign]
            try:
                await test(self, hub)
            finally:
                await hub.stop()

        asyncio.run(with_hub())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


async def _nobody_is_lost(_query: object) -> set[uuid.UUID]:
    return set()


async def heard(listener: Listener) -> News | None:
    return await asyncio.wait_for(listener.news(), 30)


async def silent(listener: Listener) -> bool:
    """Whether nothing is there to be told at this moment."""
    asked = asyncio.create_task(listener.news())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asked.cancel()
    return not asked.done()


class TestNews:
    @on_a_loop
    async def test_names_the_parts_of_the_next_pulse(self, hub: Hub) -> None:
        listener = hub.open(ONE, "AAAAAA", DEVICE, 7, 7)
        hub.publish(ONE, 8, ("log", "draft"))
        assert await heard(listener) == News(8, ("draft", "log"))

    @on_a_loop
    async def test_goes_to_the_streams_of_its_campaign_only(self, hub: Hub) -> None:
        mine, theirs = hub.open(ONE, "AAAAAA", DEVICE, 7, 7), hub.open(OTHER, "BBBBBB", DEVICE, 7, 7)
        hub.publish(ONE, 8, ("log",))
        assert await heard(mine) == News(8, ("log",))
        assert await silent(theirs)

    @on_a_loop
    async def test_that_is_not_newer_is_not_told_again(self, hub: Hub) -> None:
        listener = hub.open(ONE, "AAAAAA", DEVICE, 7, 7)
        hub.publish(ONE, 8, ("log",))
        await heard(listener)
        for pulse in (8, 7, 1):
            hub.publish(ONE, pulse, ("table",))
        assert await silent(listener)

    @on_a_loop
    async def test_that_jumps_over_a_pulse_means_every_part(self, hub: Hub) -> None:
        """Two processes publish in any order: what was jumped over may have changed anything."""
        listener = hub.open(ONE, "AAAAAA", DEVICE, 7, 7)
        hub.publish(ONE, 9, ("log",))
        hub.publish(ONE, 8, ("table",))
        assert await heard(listener) == News(9, ("all",))
        assert await silent(listener)

    @on_a_loop
    async def test_that_waits_is_told_in_one(self, hub: Hub) -> None:
        """A slow client gets the newest pulse and the parts of all that it missed, however much that was."""
        listener = hub.open(ONE, "AAAAAA", DEVICE, 0, 0)
        for pulse in range(1, 1001):
            hub.publish(ONE, pulse, (("log", "setup", "table")[pulse % 3],))
        assert await heard(listener) == News(1000, ("log", "setup", "table"))
        hub.publish(ONE, 1001, ("draft",))
        assert await heard(listener) == News(1001, ("draft",))


class TestComingBack:
    @on_a_loop
    async def test_with_the_same_pulse_is_told_nothing(self, hub: Hub) -> None:
        assert await silent(hub.open(ONE, "AAAAAA", DEVICE, 7, 7))

    @pytest.mark.parametrize("seen", [0, 6, 8, -1])
    def test_with_another_pulse_is_told_everything_once(self, seen: int) -> None:
        @on_a_loop
        async def test(_self: object, hub: Hub) -> None:
            listener = hub.open(ONE, "AAAAAA", DEVICE, 7, seen)
            assert await heard(listener) == News(7, ("all",))
            assert await silent(listener)

        test(self)

    @on_a_loop
    async def test_misses_nothing_that_was_written_while_the_database_was_asked(self, hub: Hub) -> None:
        hub.publish(ONE, 8, ("log",))  # after the query that answered 7
        assert await heard(hub.open(ONE, "AAAAAA", DEVICE, 7, 7)) == News(8, ("all",))


class TestRoom:
    @on_a_loop
    async def test_is_limited_for_each_campaign(self, hub: Hub) -> None:
        three = [hub.open(ONE, "AAAAAA", DEVICE, 7, 7) for _ in range(3)]
        with pytest.raises(FullError):
            hub.open(ONE, "AAAAAA", DEVICE, 7, 7)
        hub.open(OTHER, "BBBBBB", DEVICE, 7, 7)
        hub.leave(three[0])
        hub.open(ONE, "AAAAAA", DEVICE, 7, 7)
        assert hub.count() == 4

    @on_a_loop
    async def test_is_given_back(self, hub: Hub) -> None:
        for _ in range(100):
            hub.leave(hub.open(ONE, "AAAAAA", DEVICE, 7, 7))
        assert hub.count() == 0
        assert not hub._listeners

    @on_a_loop
    async def test_is_no_more_once_the_server_stops(self, hub: Hub) -> None:
        listener = hub.open(ONE, "AAAAAA", DEVICE, 7, 7)
        hub.publish(ONE, 8, ("log",))
        hub.close()
        assert await heard(listener) is None
        assert not listener.gone
        with pytest.raises(FullError):
            hub.open(ONE, "AAAAAA", DEVICE, 8, 8)


def test_nobody_is_there_to_be_told_before_the_server_runs() -> None:
    Hub().wake(ONE, 1, ("log",))
