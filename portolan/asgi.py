"""What uvicorn serves: static files and live streams beside Django, the rest by its WSGI handler in two fixed threads.

Not Django's ASGI handler, which gives each request a thread and a database connection of its own: it served half as
many taps, and its slowest answers took ten times as long.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.utils.translation import gettext as _
from servestatic import ServeStaticASGI

from campaigns.daily import daily
from portolan.middleware import EVERYWHERE

if TYPE_CHECKING:
    from wsgiref.headers import Headers

    from campaigns.daily import Daily
    from campaigns.stream import Stream

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portolan.settings")
# A multipart form wraps its file in some more bytes.
BODY_LIMIT = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 100_000
# Fixed, so that their database connections stay warm; two, so that one slow export does not stop the table. More are
# slower: they wait for each other in the database.
THREADS = 2


class ClientLeftError(Exception):
    """Nobody waits for the answer, and nothing has been done yet."""


class TooLargeError(Exception):
    """More was sent than any form here needs."""


class Pages:
    """A WSGI application as an ASGI one.

    The body is read whole before a thread begins: a client that leaves meanwhile never counts as an empty form, and a
    request that has begun is always finished.
    """

    def __init__(self, wsgi: Callable[..., Any], *, limit: int = BODY_LIMIT) -> None:
        self._wsgi, self._limit = wsgi, limit
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            environ = environ_of(scope, await read_body(receive, self._limit))
        except ClientLeftError:
            return
        except TooLargeError:
            await answer(send, refusal(413, _("This is too large.")))
            return
        status, headers, content = await asyncio.get_running_loop().run_in_executor(self._threads, self._call, environ)
        await answer(send, (status, headers, b"" if scope["method"] == "HEAD" else content))

    def close(self) -> None:
        """Wait for the requests that have begun."""
        self._threads.shutdown()

    def _call(self, environ: dict[str, Any]) -> Answer:
        started: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            started.append((status, headers))

        result: Iterable[bytes] = self._wsgi(environ, start_response)
        try:
            content = b"".join(result)
        finally:
            # Sends request_finished, which looks after the database connection of *this* thread.
            result.close()  # type: ignore[attr-defined]
        status, headers = started[-1]
        encoded = [(name.lower().encode("latin-1"), value.strip().encode("latin-1")) for name, value in headers]
        return int(status.split()[0]), encoded, content


async def read_body(receive: Receive, limit: int) -> bytes:
    """The whole body. Raises ClientLeftError, and TooLargeError past `limit`."""
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientLeftError
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > limit:
            parts.clear()
        # Somewhat too much is read to its end and dropped: a browser that still sends would not see the answer.
        if size > 4 * limit:
            raise TooLargeError
        more = message.get("more_body", False)
    if size > limit:
        raise TooLargeError
    return b"".join(parts)


def environ_of(scope: Message, body: bytes) -> dict[str, Any]:
    """The WSGI environment of an ASGI request."""
    host, port = scope.get("server") or ("localhost", 80)
    root = scope.get("root_path", "")
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": root.encode().decode("latin-1"),
        "PATH_INFO": scope["path"].removeprefix(root).encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    return environ | fields_of(scope["headers"]) | {"CONTENT_LENGTH": str(len(body))}


def fields_of(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Request headers as WSGI names them; repeated ones joined."""
    fields: dict[str, str] = {}
    for raw_name, raw_value in headers:
        if b"_" in raw_name:
            continue  # would be taken for the header with a dash, which a proxy sets and a stranger must not
        name, value = raw_name.decode("latin-1").upper().replace("-", "_"), raw_value.decode("latin-1")
        key = name if name == "CONTENT_TYPE" else f"HTTP_{name}"
        glue = "; " if name == "COOKIE" else ","
        fields[key] = f"{fields[key]}{glue}{value}" if key in fields else value
    return fields


def refusal(status: int, sentence: str) -> Answer:
    """An answer that Django has no part in."""
    safe = [(name.lower().encode(), value.encode()) for name, value in EVERYWHERE.items()]
    return status, [(b"content-type", b"text/plain; charset=utf-8"), *safe], sentence.encode()


async def answer(send: Send, whole: Answer) -> None:
    """Send a whole answer."""
    status, headers, content = whole
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


class Server:
    """Tells apart what a server may ask for: pages, files and live streams, the beginning and the end.

    Web sockets are refused. `daily` makes the backups while it serves.
    """

    def __init__(self, pages: Pages, stream: Stream | None = None, daily: Daily | None = None) -> None:
        self._pages, self._stream, self._daily = pages, stream, daily
        # Missing before the first `manage.py prepare`: then there are pages without style, and no warning.
        root = settings.STATIC_ROOT if settings.STATIC_ROOT.is_dir() else None
        self._files = ServeStaticASGI(
            pages, root, "static", allow_all_origins=False, add_headers_function=self._add_headers
        )

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            live = self._stream if self._stream and self._stream.answers(scope) else None
            await (live or self._files)(scope, receive, send)
        elif scope["type"] == "lifespan":
            await self._live(receive, send)
        else:
            await send({"type": "websocket.close"})

    async def _live(self, receive: Receive, send: Send) -> None:
        message = await receive()
        if self._stream:
            self._stream.hub.start()
        if self._daily:
            self._daily.start()
        while message["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
            message = await receive()
        if self._stream:
            await self._stream.hub.stop()
        if self._daily:
            await asyncio.to_thread(self._daily.stop)
        await asyncio.to_thread(self._pages.close)
        await send({"type": "lifespan.shutdown.complete"})

    @staticmethod
    def _add_headers(headers: Headers, path: str, url: str) -> None:
        for name, value in EVERYWHERE.items():
            headers[name] = value


def _application() -> Server:
    pages = Pages(get_wsgi_application())  # sets Django up: only from here on can the log be imported
    from campaigns.live import HUB
    from campaigns.stream import Stream

    return Server(pages, Stream(HUB, EVERYWHERE), daily)


application = _application()
