"""The hub: tells open pages that something changed and which parts did, never what. A page then fetches itself.

All of it runs on one event loop; only `wake` may be called from any thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, close_old_connections, connections

from campaigns import access, relay
from campaigns.models import Campaign

if TYPE_CHECKING:
    import uuid
    from collections.abc import Callable, Coroutine, Iterable

T = TypeVar("T")

ALL = "all"
"""Every part: somebody missed something, or whoever wrote did not say."""
CREW = "crew"
"""The part that holds who may look."""

POLL = 5.0
"""Seconds between two looks at the pulses, by which other processes and commands are seen."""
MOST = 200
"""Open streams of one campaign."""

log = logging.getLogger("portolan.live")


class FullError(Exception):
    """The campaign has as many streams as it may, or the server is about to stop."""


@dataclass(frozen=True, slots=True)
class News:
    """The newest pulse, and the parts that changed since the one told before."""

    pulse: int
    parts: tuple[str, ...]


@dataclass(eq=False)
class Listener:
    """One open stream of a device. A slow one is told the newest pulse and all parts since, in one."""

    campaign: int
    code: str
    device: uuid.UUID
    pulse: int = 0
    parts: set[str] = field(default_factory=set)
    gone: bool = False
    """The device may no longer look."""
    closed: bool = False
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, pulse: int, parts: Iterable[str]) -> None:
        self.pulse = pulse
        self.parts |= set(parts)
        self._woken.set()

    def end(self, *, gone: bool = False) -> None:
        """Nothing more follows: the server stops, or the device has lost its right."""
        self.gone, self.closed = self.gone or gone, True
        self._woken.set()

    async def news(self) -> News | None:
        """What there is to tell, waiting for it; `None` once nothing more follows."""
        await self._woken.wait()
        if self.closed:
            return None
        self._woken.clear()
        told = News(self.pulse, (ALL,) if ALL in self.parts else tuple(sorted(self.parts)))
        self.parts.clear()
        return told


class Hub:
    """The open streams by campaign, and what they have been told."""

    def __init__(self, *, poll: float = POLL, most: int = MOST) -> None:
        self.closing = False
        self._poll_every, self._most = poll, most
        self._listeners: defaultdict[int, set[Listener]] = defaultdict(set)
        self._pulses: dict[int, int] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        # One thread of its own: streams that are opened never stand in the way of a tap, and its connection stays warm.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live")

    def start(self) -> None:
        """Begins to look at pulses, on the loop that runs."""
        self._loop = asyncio.get_running_loop()
        self._run(self._polling())
        if settings.REDIS:
            self._run(relay.listen(self.publish))

    def close(self) -> None:
        """Ends every stream cleanly, so that a server that stops waits for none."""
        self.closing = True
        for listener in [one for listeners in self._listeners.values() for one in listeners]:
            listener.end()

    async def stop(self) -> None:
        """Ends the streams, the tasks and the thread with its connection."""
        self.close()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.ask(connections.close_all)
        self._loop = None
        self._thread.shutdown()

    async def ask(self, query: Callable[[], T]) -> T:
        """Asks the database something in the hub's own thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(_asked, query))

    def open(self, campaign: int, code: str, device: uuid.UUID, pulse: int, seen: int) -> Listener:
        """A stream for a page that shows pulse `seen`, where the database says `pulse`. FullError if there is no room.

        Whoever shows another pulse is told to fetch everything: nothing is ever replayed.
        """
        if self.closing or len(self._listeners.get(campaign, ())) >= self._most:
            raise FullError
        # A change may have been published while the database was asked.
        newest = self._pulses[campaign] = max(pulse, self._pulses.get(campaign, 0))
        listener = Listener(campaign, code, device, newest)
        self._listeners[campaign].add(listener)
        if seen != newest:
            listener.tell(newest, (ALL,))
        if newest != pulse:  # and that change may have been about this device
            self._run(self._check_rights(campaign))
        return listener

    def leave(self, listener: Listener) -> None:
        """Forgets a stream."""
        self._listeners[listener.campaign].discard(listener)
        if not self._listeners[listener.campaign]:
            del self._listeners[listener.campaign]

    def count(self) -> int:
        """Open streams of all campaigns."""
        return sum(len(listeners) for listeners in self._listeners.values())

    def wake(self, campaign: int, pulse: int, parts: tuple[str, ...]) -> None:
        """Publishes from any thread; without a loop there is nobody to tell."""
        if loop := self._loop:
            with contextlib.suppress(RuntimeError):  # the loop has ended a moment ago
                loop.call_soon_threadsafe(self.publish, campaign, pulse, parts)

    def publish(self, campaign: int, pulse: int, parts: Iterable[str]) -> None:
        """Tells the streams of a campaign. Pulses come in any order and more than once: from here, others, the poll.

        One that is not newer is known. Where one was jumped over its parts are unknown, so that means all of them.
        """
        known = self._pulses.get(campaign)
        if known is not None and pulse <= known:
            return
        self._pulses[campaign] = pulse
        listeners = self._listeners.get(campaign)
        if not listeners:
            return
        told = set(parts) if known is not None and pulse == known + 1 else {ALL}
        for listener in listeners:
            listener.tell(pulse, told)
        if told & {ALL, CREW}:
            self._run(self._check_rights(campaign))

    async def poll(self) -> None:
        """Reads the pulses of all watched campaigns in one query; a campaign that is gone ends its streams."""
        watched = list(self._listeners)
        for forgotten in self._pulses.keys() - watched:  # only kept for streams that were just being opened
            del self._pulses[forgotten]
        if not watched:
            return
        found = await self.ask(lambda: dict(Campaign.objects.filter(pk__in=watched).values_list("pk", "pulse")))
        for campaign in watched:
            if campaign in found:
                self.publish(campaign, found[campaign], (ALL,))
            else:
                self._end(campaign, lambda _device: True)

    async def _polling(self) -> None:
        while True:
            await asyncio.sleep(self._poll_every)
            try:
                await self.poll()
            except (DatabaseError, InterfaceError) as error:
                log.warning("The pulses could not be read: %s", error)

    async def _check_rights(self, campaign: int) -> None:
        """Ends the streams of those who may no longer look."""
        devices = {(one.code, one.device) for one in self._listeners.get(campaign, ())}
        try:
            lost = await self.ask(lambda: {device for code, device in devices if not may_look(code, device)})
        except (DatabaseError, InterfaceError) as error:  # a database that is away takes nobody's right
            log.warning("Rights could not be read: %s", error)
        else:
            self._end(campaign, lost.__contains__)

    def _end(self, campaign: int, is_lost: Callable[[uuid.UUID], bool]) -> None:
        for listener in self._listeners.get(campaign, ()):
            if is_lost(listener.device):
                listener.end(gone=True)

    def _run(self, job: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(job)
        self._tasks.add(task)  # the loop itself keeps no hold of it
        task.add_done_callback(self._tasks.discard)


def may_look(code: str, device: uuid.UUID) -> access.Access | None:
    """The access by which a device may have a stream of a campaign, `None` without one."""
    found = access.find(code, device)
    return found if found and found.may(access.Action.READ) else None


def wake(campaign: int, pulse: int, parts: tuple[str, ...]) -> None:
    """Says after a commit that something changed: to the pages of this process, and by Redis to those of others."""
    HUB.wake(campaign, pulse, parts)
    if settings.REDIS:
        relay.publish(campaign, pulse, parts)


def _asked(query: Callable[[], T]) -> T:
    # No request begins in this thread, so nothing else would notice a connection that has died.
    close_old_connections()
    return query()


HUB = Hub()
"""That of this process."""
