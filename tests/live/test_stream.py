"""The stream as a browser has it: who gets one, what it says and in which order, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from django.db import DatabaseError, close_old_connections, connection, connections

from campaigns import access, journal, live, plays, story
from campaigns.live import Hub
from campaigns.models import Campaign, Member
from campaigns.stream import Stream
from portolan.middleware import EVERYWHERE
from tests import factories
from tests.cast import assemble, browser
from tests.live.reader import PATIENCE, Reader, closed, cookie_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from tests.cast import Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("transactional_db", "packs")]


async def by_a_thread(job: Callable[..., Any], *values: Any) -> Any:
    """What the pages' threads do, with a connection that is closed afterwards."""

    def run() -> Any:
        try:
            return job(*values)
        finally:
            connection.close()

    return await asyncio.to_thread(run)


def beat(campaign: int, *parts: str) -> int:
    """Somebody writes something that is no entry; the new pulse."""
    with journal.GATE, journal.transaction.atomic():
        return journal.raise_pulse(campaign, *parts)


@contextlib.asynccontextmanager
async def serving(monkeypatch: pytest.MonkeyPatch, *, beats: float = 600, poll: float = 600) -> AsyncIterator[Stream]:
    """A running hub with its stream; what is written in this process wakes it."""
    hub = Hub(poll=poll)
    monkeypatch.setattr(live, "HUB", hub)
    hub.start()
    try:
        yield Stream(hub, EVERYWHERE, beat=beats)
    finally:
        await hub.stop()


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), PATIENCE * 4))


@pytest.fixture
def other(packs: None) -> Cast:
    """A second table."""
    return assemble()


class TestRights:
    """The stream is no Django route; this is its row of the rights table."""

    STATUS = {"nobody": 404, "stranger": 404, "lookout": 200, "crew": 200, "captain": 200, "removed": 404, "late": 404}

    def test_of_every_role(self, cast: Cast, other: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                for who, client in cast.everybody().items():
                    reader = await Reader(stream, cast.campaign.code, cookie_of(client)).open()
                    assert reader.status == self.STATUS[who], who
                    strange = await Reader(stream, other.campaign.code, cookie_of(client)).open()
                    assert strange.status == 404, who
                    assert strange.told == []
                    await closed(reader, strange)
                assert stream.hub.count() == 0

        run(test)

    def test_only_read(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                for method in ("POST", "PUT", "DELETE", "HEAD"):
                    reader = await Reader(stream, cast.campaign.code, cookie_of(cast.captain)).open(method)
                    assert (reader.status, reader.headers["allow"]) == (405, "GET")

        run(test)

    @pytest.mark.parametrize("code", ["AAAAA0", "AAAAAA", "AAAAAAA", "../AAAAAA", ""])
    def test_of_an_address_that_is_none(self, cast: Cast, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                assert (await Reader(stream, code, cookie_of(cast.captain)).open()).status == 404

        run(test)

    def test_under_a_name_that_is_not_the_servers(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                asked = Reader(stream, cast.campaign.code, cookie_of(cast.captain), host="elsewhere.example")
                assert (await asked.open()).status == 400

        run(test)

    @pytest.mark.parametrize("cookie", ["portolan=", "portolan=0:1:2", "other=1", "portolan=" + "x" * 5000])
    def test_with_a_cookie_that_was_not_signed_here(
        self, cast: Cast, cookie: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                assert (await Reader(stream, cast.campaign.code, cookie).open()).status == 404

        run(test)

    def test_of_who_is_removed_end_with_a_word(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                code, pulse = cast.campaign.code, str(cast.campaign.pulse)
                crew = await Reader(stream, code, cookie_of(cast.crew), pulse).open()
                captain = await Reader(stream, code, cookie_of(cast.captain), pulse).open()

                def remove() -> None:
                    with journal.GATE, journal.transaction.atomic():
                        journal.raise_pulse(cast.campaign.pk, "crew")
                        Member.objects.get(campaign=cast.campaign, role="crew", left=None).delete()

                await by_a_thread(remove)
                await crew.until(lambda: crew.ended)
                assert crew.told[-1] == ("gone", "", "gone")
                assert (await captain.hears(1))[-1][2] == "crew"
                assert not captain.ended
                assert (await crew.open()).status == 404  # whoever comes back all the same
                await closed(captain)

        cast.campaign.refresh_from_db()
        run(test)

    def test_are_not_taken_by_a_database_that_is_away(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.crew)).open()
                with monkeypatch.context() as broken:
                    broken.setattr(access, "find", fail)
                    late = await Reader(stream, cast.campaign.code, cookie_of(cast.crew)).open()
                    assert (late.status, late.headers["retry-after"]) == (503, "60")
                    await by_a_thread(beat, cast.campaign.pk, "crew")
                    await reader.hears(2)
                    await stream.hub.ask(lambda: None)  # the look at the rights is over
                assert not reader.ended
                await closed(reader)

        def fail(*_given: object) -> None:
            raise DatabaseError

        run(test)


class TestAnswer:
    def test_is_an_open_event_stream_that_nobody_keeps(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.lookout)).open()
                assert reader.headers["content-type"] == "text/event-stream; charset=utf-8"
                assert reader.headers["cache-control"] == "no-store"
                assert {name.lower() for name in EVERYWHERE} <= set(reader.headers)
                assert not reader.ended
                await closed(reader)

        run(test)

    def test_gives_signs_of_life(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        """A comment for proxies, and for the page a word that names no part and carries no id."""

        async def test() -> None:
            async with serving(monkeypatch, beats=0.01) as stream:
                pulse = str(cast.campaign.pulse)
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.captain), pulse).open()
                assert (await reader.hears(3))[:3] == [("", "", "none")] * 3
                assert reader.comments >= 3
                await closed(reader)

        cast.campaign.refresh_from_db()
        run(test)

    def test_says_in_order_what_changed_and_nothing_else(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        """Through the real use cases: pulse and parts, and no word of what was written."""
        campaign = cast.campaign
        play = factories.open_play(campaign)
        line = plays.lists.lines(play)[0].id
        captain = factories.access_of(campaign)

        def tap(stream: int = 0) -> journal.Tap:
            return factories.tap_of(captain, stream)

        def begin_reading() -> None:
            draft = story.open_draft(access=captain, play=play, after=0)
            story.set_fields(tap=tap(), draft=draft.pk, fields={"choice:150": "Hide the crew"})

        steps: list[tuple[Callable[[], Any], list[str]]] = [
            (lambda: plays.tick(tap=tap(), play=play, line_id=line, done=True), ["setup"]),
            (lambda: plays.end_round(tap=tap(play.number), play=play.number, ended=0), ["table"]),
            (begin_reading, ["draft"]),
            (lambda: plays.give_up(tap=tap(), play=play), ["log"]),
        ]

        async def test() -> None:
            async with serving(monkeypatch) as stream:
                reader = await Reader(stream, campaign.code, cookie_of(cast.lookout), str(captain.pulse)).open()
                told = 0
                for step, parts in steps:
                    await by_a_thread(step)
                    newest = str(await by_a_thread(lambda: Campaign.objects.get(pk=campaign.pk).pulse))
                    await reader.until(lambda newest=newest: reader.last == newest)
                    assert {data for _, _, data in reader.told[told:]} == set(parts)
                    told = len(reader.told)
                ids = [int(id_) for _, id_, _ in reader.told]
                assert ids == sorted(ids)
                await closed(reader)

        run(test)

    def test_of_a_tap_that_changes_nothing_says_nothing(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        """A tick that is set already is rolled back with its pulse."""
        play = factories.open_play(cast.campaign)
        line = plays.lists.lines(play)[0].id
        captain = factories.access_of(cast.campaign)

        def tick(*, done: bool) -> bool:
            return plays.tick(tap=factories.tap_of(captain), play=play, line_id=line, done=done)

        async def test() -> None:
            async with serving(monkeypatch) as stream:
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.crew), str(captain.pulse)).open()
                assert await by_a_thread(partial(tick, done=True))
                await reader.hears(1)
                assert not await by_a_thread(partial(tick, done=True))
                await by_a_thread(beat, cast.campaign.pk, "book")
                assert [data for _, _, data in await reader.hears(2)] == ["setup", "book"]
                await closed(reader)

        run(test)


class TestTwoTables:
    def test_do_not_hear_each_other(self, cast: Cast, other: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                one = await Reader(stream, cast.campaign.code, cookie_of(cast.captain), "1").open()
                two = await Reader(stream, other.campaign.code, cookie_of(other.captain), "1").open()
                for _ in range(5):
                    await by_a_thread(beat, cast.campaign.pk, "log")
                await by_a_thread(beat, other.campaign.pk, "draft")
                await one.until(lambda: one.last == "6")
                assert [(id_, data) for _, id_, data in await two.hears(1)] == [("2", "draft")]
                assert {data for _, _, data in one.told} == {"log"}
                await closed(one, two)

        run(test)


class TestComingBack:
    def test_is_told_once_to_fetch_everything_or_nothing(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.captain), "1").open()
                await by_a_thread(beat, cast.campaign.pk, "log")
                await reader.hears(1)
                await reader.cut()
                await reader.open()  # nothing happened: with Last-Event-ID 2
                await by_a_thread(beat, cast.campaign.pk, "log")
                assert [data for _, _, data in await reader.hears(2)] == ["log", "log"]
                await reader.cut()
                for _ in range(3):
                    await by_a_thread(beat, cast.campaign.pk, "draft")
                await reader.open()
                assert (await reader.hears(3))[2:] == [("", "6", "all")]
                await closed(reader)

        run(test)

    @pytest.mark.parametrize("seen", ["", "-1", "x", "9" * 30, "٣"])
    def test_from_nonsense_fetches_everything(self, cast: Cast, seen: str, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                seen_ = seen.encode().decode("latin-1")
                reader = Reader(stream, cast.campaign.code, cookie_of(cast.captain))
                reader.seen = seen_ if seen_.isascii() else "%D9%A3"
                assert (await (await reader.open()).hears(1)) == [("", "1", "all")]
                await closed(reader)

        run(test)


class TestSlowClient:
    def test_is_told_the_newest_in_one(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                slow = Reader(stream, cast.campaign.code, cookie_of(cast.crew), "1", slow=asyncio.Event())
                quick = await Reader(stream, cast.campaign.code, cookie_of(cast.captain), "1").open()
                await slow.open()
                for at in range(20):
                    await by_a_thread(beat, cast.campaign.pk, ("log", "table")[at % 2])
                    newest = str(at + 2)
                    await quick.until(lambda newest=newest: quick.last == newest)
                assert slow.slow
                slow.slow.set()
                await slow.until(lambda: slow.last == "21")
                assert len(slow.told) == 2  # the one that it was sent while it read nothing, and all others in one
                assert slow.told[1] == ("", "21", "log table")
                await closed(slow, quick)

        run(test)

    def test_that_never_takes_anything_is_given_up(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("campaigns.stream.PATIENCE", 0.05)

        async def test() -> None:
            async with serving(monkeypatch) as stream:
                dead = await Reader(stream, cast.campaign.code, cookie_of(cast.crew), "0", slow=asyncio.Event()).open()
                assert dead._task
                await asyncio.wait_for(dead._task, PATIENCE)
                assert stream.hub.count() == 0

        run(test)


WRITES = """
import django
django.setup()
from campaigns import journal
with journal.transaction.atomic():
    journal.raise_pulse({campaign}, "log")
"""


class TestOtherProcess:
    def test_is_seen_by_the_poll(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        """A management command knows nothing of this hub."""
        name = str(connections["default"].settings_dict["NAME"])
        script = f"from django.conf import settings; settings.DATABASES['default']['NAME'] = {name!r}\n"

        async def test() -> None:
            async with serving(monkeypatch, poll=0.05) as stream:
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.captain), "1").open()
                command = [sys.executable, "-c", script + WRITES.format(campaign=cast.campaign.pk)]
                told = await asyncio.to_thread(partial(subprocess.run, command, capture_output=True, text=True))
                assert told.returncode == 0, told.stderr
                assert await reader.hears(1) == [("", "2", "all")]
                await closed(reader)

        run(test)

    def test_asks_once_for_all_that_are_watched(self, cast: Cast, other: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                readers = [
                    await Reader(stream, table.campaign.code, cookie_of(client), "1").open()
                    for table in (cast, other)
                    for client in (table.captain, table.crew, table.lookout)
                ]

                def statements() -> list[str]:
                    return [query["sql"] for query in connection.queries]

                await stream.hub.ask(lambda: setattr(connection, "force_debug_cursor", True))
                await stream.hub.poll()
                assert len(await stream.hub.ask(statements)) == 1
                await closed(*readers)
                await stream.hub.poll()
                assert len(await stream.hub.ask(statements)) == 1  # nobody watches: nobody is asked

        run(test)

    def test_that_deletes_the_campaign_ends_its_streams(self, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                reader = await Reader(stream, cast.campaign.code, cookie_of(cast.captain), "1").open()
                with monkeypatch.context() as nothing:
                    nothing.setattr(Campaign.objects, "filter", lambda **_: Campaign.objects.none())
                    await stream.hub.poll()
                await reader.until(lambda: reader.ended)
                assert reader.told == [("gone", "", "gone")]

        run(test)


class TestTheEnd:
    def test_of_the_server_ends_streams_without_taking_a_right(
        self, cast: Cast, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def test() -> None:
            async with serving(monkeypatch) as stream:
                clients = (cast.captain, cast.crew, cast.lookout)
                readers = [await Reader(stream, cast.campaign.code, cookie_of(one), "1").open() for one in clients]
                stream.hub.close()
                for reader in readers:
                    await reader.until(lambda reader=reader: reader.ended)
                    assert reader.told == []
                assert (await Reader(stream, cast.campaign.code, cookie_of(cast.crew)).open()).status == 503

        run(test)


def test_a_phone_that_is_new_at_the_table_hears_too(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """A right that was given a moment ago counts at once: nothing is kept between two streams."""
    phone = factories.join(cast.campaign, Member.Role.LOOKOUT, "Bela")[1]

    async def test() -> None:
        async with serving(monkeypatch) as stream:
            reader = await Reader(stream, cast.campaign.code, cookie_of(browser(phone))).open()
            assert reader.status == 200
            await closed(reader)

    run(test)
    close_old_connections()
