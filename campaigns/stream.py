"""The live stream of a campaign: one answer that stays open and says by pulse and part that something changed.

A plain ASGI application beside Django, because a view would hold one of its two threads for the whole evening.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from django.core.exceptions import DisallowedHost
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, parse_cookie

from campaigns import access, live
from campaigns.crew import ALPHABET

if TYPE_CHECKING:
    from campaigns.live import Hub, Listener, News

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_PREFIX = "/live/"
_PATH = re.compile(rf"{_PREFIX}([{ALPHABET}]{{6}})/")
BEAT = 15.0
"""Seconds between two signs of life: proxies close a silent line, and a page wants to know how old it is."""
PATIENCE = 30.0
"""Seconds for which a client may take nothing before its stream is given up."""
RETRY = 2000
"""Milliseconds after which a browser asks again when the line was cut."""


class Stream:
    """The application. `headers` are those that every answer of the server carries."""

    def __init__(self, hub: Hub, headers: Mapping[str, str], *, beat: float = BEAT) -> None:
        self.hub, self._beat = hub, beat
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    def answers(self, scope: Message) -> bool:
        """Whether an address is one of ours."""
        return _path(scope).startswith(_PREFIX)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        opened = await self._open(scope)
        if isinstance(opened, int):
            more = [(b"retry-after", b"60")] if opened == 503 else [(b"allow", b"GET")] if opened == 405 else []
            await send(self._start(opened, b"text/plain", *more))
            await send({"type": "http.response.body", "body": b""})
            return
        try:
            await self._tell(opened, receive, send)
        finally:
            self.hub.leave(opened)

    async def _open(self, scope: Message) -> Listener | int:
        """The stream that was asked for, or the status that refuses it."""
        found = _PATH.fullmatch(_path(scope))
        if found is None:
            return 404
        if scope["method"] != "GET":
            return 405
        request, code = _request(scope), found[1]
        try:
            request.get_host()
        except DisallowedHost:
            return 400
        device = access.device(request)
        if device is None:
            return 404
        try:
            allowed = await self.hub.ask(lambda: live.may_look(code, device))
            if allowed is None:
                return 404
            return self.hub.open(allowed.campaign, code, device, allowed.pulse, _seen(scope))
        except (DatabaseError, InterfaceError, live.FullError):
            return 503

    async def _tell(self, listener: Listener, receive: Receive, send: Send) -> None:
        await send(self._start(200, b"text/event-stream; charset=utf-8", (b"x-accel-buffering", b"no")))
        await _send(send, f"retry: {RETRY}\n: here\n\n")
        left = asyncio.create_task(_left(receive))
        waiting = asyncio.create_task(listener.news())
        try:
            while True:
                await asyncio.wait({left, waiting}, timeout=self._beat, return_when=asyncio.FIRST_COMPLETED)
                if left.done():
                    return
                if not waiting.done():
                    # The comment is for proxies; no script sees it, so the page is told of no part.
                    await _send(send, ": still here\ndata: none\n\n")
                    continue
                if (news := waiting.result()) is None:
                    break
                await _send(send, _event(news))
                waiting = asyncio.create_task(listener.news())
        except TimeoutError:
            return
        finally:
            left.cancel()
            waiting.cancel()
        await _send(send, "event: gone\ndata: gone\n\n" if listener.gone else "", more=False)

    def _start(self, status: int, kind: bytes, *more: tuple[bytes, bytes]) -> Message:
        own = [(b"content-type", kind), (b"cache-control", b"no-store"), *more]
        return {"type": "http.response.start", "status": status, "headers": [*own, *self._headers]}


def _path(scope: Message) -> str:
    return str(scope["path"]).removeprefix(scope.get("root_path", ""))


def _event(news: News) -> str:
    return f"id: {news.pulse}\ndata: {' '.join(news.parts)}\n\n"


async def _send(send: Send, text: str, *, more: bool = True) -> None:
    """Sends a piece. TimeoutError if the client takes nothing for too long."""
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": text.encode(), "more_body": more})


async def _left(receive: Receive) -> None:
    """Ends when the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _request(scope: Message) -> HttpRequest:
    """As much of a request as tells whose it is."""
    request = HttpRequest()
    cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    request.COOKIES = parse_cookie("; ".join(cookies))
    request.META["HTTP_HOST"] = next((v.decode("latin-1") for n, v in scope["headers"] if n == b"host"), "")
    return request


def _seen(scope: Message) -> int:
    """The pulse that the page shows: what it was told last, else what stands in the address; -1 for anything else."""
    said = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"last-event-id"), "")
    said = said or parse_qs(scope["query_string"].decode("latin-1")).get("seen", [""])[0]
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 19 else -1
