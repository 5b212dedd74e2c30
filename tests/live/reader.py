"""A browser's EventSource in small: asks the stream application, reads what it sends, and comes back when cut."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from campaigns import access

if TYPE_CHECKING:
    from django.test import Client

    from campaigns.stream import Message, Stream

PATIENCE = 60
"""Seconds for what comes at once unless something is broken."""


def cookie_of(client: Client) -> str:
    """The header that a browser of the cast sends."""
    known = client.cookies.get(access.COOKIE)
    return f"{access.COOKIE}={known.value}" if known else ""


@dataclass
class Reader:
    """One stream of one browser. `told` are its events as (name, id, data); an event without a name is a message."""

    stream: Stream
    code: str
    cookie: str = ""
    seen: str = "0"
    told: list[tuple[str, str, str]] = field(default_factory=list)
    comments: int = 0
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    ended: bool = False
    host: str = "localhost"
    slow: asyncio.Event | None = None
    """Taken by a client that reads nothing until it is set."""

    def __post_init__(self) -> None:
        self._left = asyncio.Event()
        self._news = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    def scope(self, method: str = "GET") -> Message:
        last = [(b"last-event-id", self.last.encode())] if self.last else []
        return {
            "type": "http",
            "method": method,
            "path": f"/live/{self.code}/",
            "query_string": f"seen={self.seen}".encode(),
            "headers": [(b"host", self.host.encode()), (b"cookie", self.cookie.encode()), *last],
        }

    @property
    def last(self) -> str:
        """The id that a browser would send when it comes back."""
        return next((id_ for _, id_, _ in reversed(self.told) if id_), "")

    async def open(self, method: str = "GET") -> Reader:
        """Asks; done once the status is known."""
        self._left, self.status, self.ended = asyncio.Event(), 0, False
        self._task = asyncio.create_task(self._run(method))
        await self.until(lambda: self.status)
        return self

    async def cut(self) -> None:
        """The line is cut, or the tab closed."""
        self._left.set()
        if self._task:
            await asyncio.wait_for(self._task, PATIENCE)

    async def until(self, true: object) -> None:
        """Waits until `true()` holds."""
        async with self._news:
            await asyncio.wait_for(self._news.wait_for(true), PATIENCE)  # type: ignore[arg-type]

    async def hears(self, count: int) -> list[tuple[str, str, str]]:
        """The events so far, once there are `count` of them."""
        await self.until(lambda: len(self.told) >= count)
        return self.told

    async def _run(self, method: str) -> None:
        await self.stream(self.scope(method), self._receive, self._send)

    async def _receive(self) -> Message:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        if self.slow and message["type"] == "http.response.body" and b"data:" in message["body"]:
            await self.slow.wait()
        async with self._news:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            else:
                self._read(message["body"].decode())
                self.ended = not message.get("more_body", False)
            self._news.notify_all()

    def _read(self, text: str) -> None:
        for block in filter(None, text.split("\n\n")):
            lines = [line.partition(": ")[::2] for line in block.split("\n")]
            self.comments += sum(line.startswith(":") for line in block.split("\n"))
            fields = {name: value for name, value in lines if name}
            if "data" in fields:
                self.told.append((fields.get("event", ""), fields.get("id", ""), fields["data"]))


async def closed(*readers: Reader) -> None:
    """Cuts all of them."""
    for reader in readers:
        with contextlib.suppress(asyncio.CancelledError):
            await reader.cut()
