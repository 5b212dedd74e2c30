"""Twenty phones, two hundred changes, lines that are cut at any moment: everybody ends at the newest pulse."""

from __future__ import annotations

import asyncio
import random
import resource
import time
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from campaigns.models import Campaign, Member
from tests import factories
from tests.cast import browser
from tests.live.reader import Reader, cookie_of
from tests.live.test_stream import beat, by_a_thread, run, serving

if TYPE_CHECKING:
    from tests.cast import Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("transactional_db", "packs")]

STREAMS, CHANGES = 20, 200
PARTS = ("log", "table", "setup", "draft")


def test_every_stream_catches_up_and_nothing_stays_behind(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(6)
    phones = [browser(factories.join(cast.campaign, Member.Role.CREW, f"Crew {n}")[1]) for n in range(STREAMS)]
    cuts = 0

    async def test() -> None:
        async with serving(monkeypatch) as stream:
            await stream.hub.ask(lambda: connection.ensure_connection())
            database = await stream.hub.ask(lambda: connection.connection)

            async def come_and_go(reader: Reader) -> None:
                nonlocal cuts
                while not over.is_set():
                    await asyncio.sleep(chance.random() / 5)
                    if chance.random() < 0.5:
                        cuts += 1
                        await reader.cut()
                        await asyncio.sleep(chance.random() / 20)
                        await reader.open()

            over = asyncio.Event()
            readers = [Reader(stream, cast.campaign.code, cookie_of(phone), "1") for phone in phones]
            for reader in readers:
                await reader.open()
            assert stream.hub.count() == STREAMS
            going = [asyncio.create_task(come_and_go(reader)) for reader in readers]
            for _ in range(CHANGES):
                await by_a_thread(beat, cast.campaign.pk, chance.choice(PARTS))
                await asyncio.sleep(chance.random() / 100)
            ended = time.monotonic()
            over.set()
            await asyncio.gather(*going)
            for reader in readers:
                await reader.until(lambda reader=reader: reader.last == str(1 + CHANGES))
            print(f"the last of {STREAMS} streams caught up {time.monotonic() - ended:.2f} s after the last change")
            for reader in readers:
                ids = [int(id_) for _, id_, _ in reader.told if id_]
                assert ids == sorted(set(ids))  # in order, and nothing twice
                await reader.cut()
            assert stream.hub.count() == 0
            assert not stream.hub._listeners
            # One warm connection for all of it, and it is given back.
            assert await stream.hub.ask(lambda: connection.connection) is database
        assert is_closed(database)

    run(test)
    assert Campaign.objects.get(pk=cast.campaign.pk).pulse == 1 + CHANGES
    assert cuts > STREAMS
    with capsys.disabled():
        print(f"\n{cuts} cuts; at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB of memory")


def is_closed(database: object) -> bool:
    """Whether a connection of SQLite can no longer be used."""
    import sqlite3

    try:
        database.cursor()  # type: ignore[attr-defined]
    except sqlite3.ProgrammingError as error:
        return "closed" in str(error)
    return False
