"""Redis between processes: what one process has written, the pages of the others are told at once.

Redis may be away at any time. Then pages learn of it by the hub's poll, some seconds later, and no tap fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.crypto import salted_hmac

if TYPE_CHECKING:
    from collections.abc import Callable

PATIENCE = 0.2
"""Seconds that a tap waits for Redis at most; writers wait for each other meanwhile."""
PAUSE = 5.0
"""Seconds for which a Redis that did not answer is left alone."""

log = logging.getLogger("portolan.live")


class Relay:
    """Publishes and listens on one channel of one Redis. Its library is loaded here: a log at home has none."""

    def __init__(self, address: str, channel: str) -> None:
        import redis

        self.channel, self._address, self._again = channel, address, 0.0
        self._client = redis.Redis.from_url(address, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._away = (redis.RedisError, OSError)

    def publish(self, campaign: int, pulse: int, parts: tuple[str, ...]) -> None:
        """Tells the other processes, if Redis can be reached."""
        if time.monotonic() < self._again:
            return
        try:
            self._client.publish(self.channel, json.dumps([campaign, pulse, parts]))
        except self._away as error:
            self._again = time.monotonic() + PAUSE
            log.warning("Redis could not be reached, other processes look every few seconds: %s", error)

    async def listen(self, tell: Callable[[int, int, list[str]], None]) -> None:
        """Hands on what other processes publish, for ever; a Redis that went away is asked again."""
        while True:
            try:
                await self._listen(tell)
            except self._away as error:
                log.warning("Redis does not tell what other processes write: %s", error)
            await asyncio.sleep(PAUSE)

    async def _listen(self, tell: Callable[[int, int, list[str]], None]) -> None:
        from redis import asyncio as redis

        client = redis.Redis.from_url(self._address, socket_keepalive=True, health_check_interval=30)
        async with client, client.pubsub(ignore_subscribe_messages=True) as heard:
            await heard.subscribe(self.channel)
            async for message in heard.listen():
                _hand_on(message["data"], tell)


@cache
def relay() -> Relay:
    """That of this installation: no other one that uses the same Redis knows its channel, which the secret makes."""
    return Relay(str(settings.REDIS), f"portolan:{salted_hmac('portolan.relay', 'pulses').hexdigest()[:20]}")


def publish(campaign: int, pulse: int, parts: tuple[str, ...]) -> None:
    """Tells the other processes of this installation."""
    relay().publish(campaign, pulse, parts)


async def listen(tell: Callable[[int, int, list[str]], None]) -> None:
    """Hands on what the other processes of this installation publish."""
    await relay().listen(tell)


def _hand_on(said: Any, tell: Callable[[int, int, list[str]], None]) -> None:
    with contextlib.suppress(ValueError, TypeError):  # not ours
        campaign, pulse, parts = json.loads(said)
        tell(int(campaign), int(pulse), [str(part) for part in parts])
