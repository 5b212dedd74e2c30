"""Redis between processes: what one writes the others are told, and one that is away fails nobody's tap."""

from __future__ import annotations

import asyncio
import secrets
import sys
import time
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest

from campaigns import live, relay
from campaigns.relay import Relay
from tests.live.reader import PATIENCE

if TYPE_CHECKING:
    from pytest_django.fixtures import SettingsWrapper

ADDRESS = "redis://127.0.0.1:6379"


class Away(Exception):
    """What the library raises when Redis cannot be reached."""


class Client:
    """A Redis that is away, and counts how often it was asked."""

    asked = 0

    @classmethod
    def from_url(cls, _address: str, **_patience: Any) -> Client:
        return cls()

    def publish(self, _channel: str, _message: str) -> None:
        Client.asked += 1
        raise Away


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library is there, and Redis is not."""
    library = ModuleType("redis")
    library.Redis, library.RedisError = Client, Away  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "redis", library)
    monkeypatch.setattr(Client, "asked", 0)
    relay.relay.cache_clear()


class TestAway:
    def test_is_asked_once_and_then_left_alone(self, away: None, monkeypatch: pytest.MonkeyPatch) -> None:
        found = Relay(ADDRESS, "here")
        for pulse in range(5):
            found.publish(1, pulse, ("log",))
        assert Client.asked == 1
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + relay.PAUSE + 1)
        found.publish(1, 6, ("log",))
        assert Client.asked == 2

    def test_fails_no_tap(self, away: None, settings: SettingsWrapper) -> None:
        settings.REDIS = ADDRESS
        live.wake(1, 2, ("log",))
        assert Client.asked == 1
        relay.relay.cache_clear()

    def test_is_not_asked_at_home(self, away: None, settings: SettingsWrapper) -> None:
        settings.REDIS = None
        live.wake(1, 2, ("log",))
        assert Client.asked == 0


class TestMessages:
    @pytest.mark.parametrize("said", [b"", b"x", b"[1]", b"[1, 2]", b"{}", b'["a", "b", []]', b"[1, 2, 3]", b"null"])
    def test_of_others_are_let_pass(self, said: bytes) -> None:
        told: list[Any] = []
        relay._hand_on(said, lambda *news: told.append(news))
        assert told == []

    def test_of_ours_are_handed_on(self) -> None:
        told: list[Any] = []
        relay._hand_on(b'[7, 12, ["log", "draft"]]', lambda *news: told.append(news))
        assert told == [(7, 12, ["log", "draft"])]


def test_channels_of_two_installations_differ(away: None, settings: SettingsWrapper) -> None:
    """Two logs may use the same Redis; their campaigns have the same numbers."""
    settings.REDIS, channels = ADDRESS, set()
    for secret in ("one" * 20, "two" * 20):
        settings.SECRET_KEY = secret
        relay.relay.cache_clear()
        channels.add(relay.relay().channel)
    relay.relay.cache_clear()
    assert len(channels) == 2


@pytest.mark.redis
def test_what_one_process_publishes_the_others_are_told() -> None:
    channel = f"portolan-test:{secrets.token_hex(8)}"
    writer, reader = Relay(ADDRESS, channel), Relay(ADDRESS, channel)
    told: asyncio.Queue[tuple[int, int, list[str]]] = asyncio.Queue()

    async def test() -> None:
        listening = asyncio.create_task(reader.listen(lambda *news: told.put_nowait(news)))
        while not writer._client.pubsub_numsub(channel)[0][1]:
            assert not listening.done()
            await asyncio.sleep(0.02)
        Relay(ADDRESS, channel + "else").publish(9, 9, ("log",))
        for pulse in (2, 3):
            writer.publish(7, pulse, ("log", "draft"))
        for pulse in (2, 3):
            assert await asyncio.wait_for(told.get(), PATIENCE) == (7, pulse, ["log", "draft"])
        assert told.empty()
        listening.cancel()

    asyncio.run(asyncio.wait_for(test(), PATIENCE))
    writer._client.close()
