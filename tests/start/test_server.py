"""What uvicorn serves: the adapter between it and Django, and the static files beside them."""

from __future__ import annotations

import asyncio
import gzip
import threading
from typing import TYPE_CHECKING, Any

import pytest

from campaigns.daily import Daily, daily
from portolan.asgi import Message, Pages, Server
from portolan.asgi import application as application_that_runs
from portolan.middleware import CSP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from pytest_django.fixtures import SettingsWrapper

STYLE = "p { color: red }\n" * 200


class Result(list[bytes]):
    """A WSGI answer that writes down in which thread it was closed."""

    closed_in = ""

    def close(self) -> None:
        self.closed_in = threading.current_thread().name


class Application:
    """A WSGI application that writes down what it was asked."""

    def __init__(self, *parts: bytes, status: str = "200 OK") -> None:
        self.asked: list[dict[str, Any]] = []
        self.bodies: list[bytes] = []
        self.result = Result(parts or [b"hello"])
        self.status = status

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.asked.append(environ)
        self.bodies.append(environ["wsgi.input"].read())
        start_response(self.status, [("Content-Type", "text/plain"), ("Set-Cookie", "a=1"), ("Set-Cookie", "b=2")])
        return self.result


def request(path: str = "/", method: str = "GET", headers: Iterable[tuple[bytes, bytes]] = ()) -> Message:
    return {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"a=1",
        "http_version": "1.1",
        "headers": list(headers),
        "server": ("127.0.0.1", 8000),
        "client": ("192.168.7.9", 55555),
    }


def ask(application: Any, scope: Message, *received: Message) -> list[Message]:
    """Everything the application sends when it receives just this."""
    waiting = list(received or [{"type": "http.request", "body": b"", "more_body": False}])
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run(application(scope, receive, send))
    return sent


def body(content: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": content, "more_body": more}


def headers_of(sent: list[Message]) -> dict[str, str]:
    return {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def pages(application: Application) -> Iterator[Pages]:
    made = Pages(application, limit=1000)
    yield made
    made.close()


class TestRequest:
    def test_becomes_what_wsgi_knows(self, pages: Pages, application: Application) -> None:
        headers = [(b"host", b"127.0.0.1:8000"), (b"content-type", b"text/plain"), (b"content-length", b"9")]
        ask(pages, request("/c/abc", "POST", headers), body(b"one ", more=True), body(b"two"))
        environ = application.asked[0]
        wanted = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/c/abc",
            "QUERY_STRING": "a=1",
            "REMOTE_ADDR": "192.168.7.9",
            "SERVER_PORT": "8000",
            "HTTP_HOST": "127.0.0.1:8000",
            "CONTENT_TYPE": "text/plain",
            "CONTENT_LENGTH": "7",
            "wsgi.url_scheme": "http",
        }
        assert {name: environ[name] for name in wanted} == wanted
        assert application.bodies == [b"one two"]

    def test_path_keeps_its_utf_8_bytes(self, pages: Pages, application: Application) -> None:
        ask(pages, request("/caf\u00e9\U0001f9ed"))
        assert application.asked[0]["PATH_INFO"].encode("latin-1").decode() == "/caf\u00e9\U0001f9ed"

    def test_root_path_is_taken_off_the_path(self, pages: Pages, application: Application) -> None:
        ask(pages, request("/log/c/") | {"root_path": "/log", "server": None, "client": None})
        environ = application.asked[0]
        assert (environ["SCRIPT_NAME"], environ["PATH_INFO"]) == ("/log", "/c/")

    def test_cookies_are_joined_by_semicolons_and_others_by_commas(
        self, pages: Pages, application: Application
    ) -> None:
        repeated = [(b"cookie", b"a=1"), (b"accept", b"text/html"), (b"cookie", b"b=2"), (b"accept", b"*/*")]
        ask(pages, request(headers=repeated))
        assert application.asked[0]["HTTP_COOKIE"] == "a=1; b=2"
        assert application.asked[0]["HTTP_ACCEPT"] == "text/html,*/*"

    def test_a_header_with_an_underscore_cannot_pass_for_one_with_a_dash(
        self, pages: Pages, application: Application
    ) -> None:
        ask(pages, request(headers=[(b"x_forwarded_proto", b"https")]))
        assert "HTTP_X_FORWARDED_PROTO" not in application.asked[0]


class TestAnswer:
    def test_is_sent_whole(self) -> None:
        start, content = ask(Pages(Application(b"hel", b"lo", status="409 Conflict")), request())
        assert start["status"] == 409
        assert [value for name, value in start["headers"] if name == b"set-cookie"] == [b"a=1", b"b=2"]
        assert content["body"] == b"hello"

    def test_to_head_has_no_body(self, pages: Pages) -> None:
        start, content = ask(pages, request(method="HEAD"))
        assert (start["status"], content["body"]) == (200, b"")

    def test_is_closed_in_the_thread_that_made_it(self, pages: Pages, application: Application) -> None:
        ask(pages, request())
        assert application.result.closed_in.startswith("page")

    def test_is_closed_even_if_it_breaks(self) -> None:
        class Breaking(Result):
            def __iter__(self) -> Iterator[bytes]:
                raise ValueError

        application = Application()
        application.result = Breaking()
        with pytest.raises(ValueError):
            ask(Pages(application), request())
        assert application.result.closed_in.startswith("page")

    def test_two_requests_run_at_once_and_no_third(self) -> None:
        both, running, most = threading.Barrier(2), [], []

        def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            running.append(1)
            most.append(len(running))
            both.wait(10)
            running.pop()
            start_response("200 OK", [])
            return Result()

        async def four() -> None:
            pages = Pages(slow)
            await asyncio.gather(*(pages(request(), get_nothing, drop) for _ in range(4)))
            pages.close()

        async def get_nothing() -> Message:
            return body(b"")

        async def drop(message: Message) -> None:
            pass

        asyncio.run(four())
        assert max(most) == 2


class TestBody:
    @pytest.mark.parametrize("parts", [[1001], [600, 401], [3000]])
    def test_past_the_limit_is_refused_in_words(self, pages: Pages, application: Application, parts: list[int]) -> None:
        received = [body(b"x" * size, more=size is not parts[-1]) for size in parts]
        sent = ask(pages, request(method="POST"), *received)
        assert sent[0]["status"] == 413
        assert sent[1]["body"] == b"This is too large."
        assert headers_of(sent)["content-security-policy"] == CSP
        assert application.asked == []

    def test_far_past_the_limit_is_not_even_read(self, pages: Pages) -> None:
        endless = [body(b"x" * 900, more=True)] * 5
        assert ask(pages, request(method="POST"), *endless)[0]["status"] == 413

    def test_at_the_limit_is_taken(self, pages: Pages, application: Application) -> None:
        assert ask(pages, request(method="POST"), body(b"x" * 1000))[0]["status"] == 200
        assert len(application.bodies[0]) == 1000

    def test_of_a_client_that_left_runs_nothing(self, pages: Pages, application: Application) -> None:
        assert ask(pages, request(method="POST"), body(b"half", more=True), {"type": "http.disconnect"}) == []
        assert application.asked == []


class TestClientLeaving:
    def test_after_the_start_the_request_is_finished_all_the_same(self) -> None:
        begun, go_on, done = threading.Event(), threading.Event(), []

        def slow(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            begun.set()
            go_on.wait(10)
            start_response("200 OK", [])
            done.append(environ["PATH_INFO"])
            return Result()

        async def leave() -> None:
            pages = Pages(slow)
            asked = asyncio.create_task(pages(request("/tap"), get_nothing, drop))
            await asyncio.to_thread(begun.wait, 10)
            asked.cancel()
            go_on.set()
            await asyncio.to_thread(pages.close)

        async def get_nothing() -> Message:
            return body(b"")

        async def drop(message: Message) -> None:
            pass

        asyncio.run(leave())
        assert done == ["/tap"]


@pytest.fixture
def server(pages: Pages, tmp_path: Path, settings: SettingsWrapper) -> Server:
    """A server with two static files."""
    settings.STATIC_ROOT = tmp_path
    for name in ("plain.css", "plain.0123456789ab.css"):
        (tmp_path / name).write_text(STYLE)
        (tmp_path / f"{name}.gz").write_bytes(gzip.compress(STYLE.encode()))
    return Server(pages)


class TestServer:
    def test_answers_the_beginning_and_the_end(self, server: Server) -> None:
        sent = ask(server, {"type": "lifespan"}, {"type": "lifespan.startup"}, {"type": "lifespan.shutdown"})
        assert [message["type"] for message in sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]

    def test_makes_backups_between_the_beginning_and_the_end(self, pages: Pages) -> None:
        done: list[str] = []

        class Watched(Daily):
            def start(self) -> None:
                done.append("start")

            def stop(self) -> None:
                done.append("stop")

        sent = ask(
            Server(pages, daily=Watched()),
            {"type": "lifespan"},
            {"type": "lifespan.startup"},
            {"type": "lifespan.shutdown"},
        )
        assert [message["type"] for message in sent] == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
        assert done == ["start", "stop"]

    def test_that_runs_makes_them_for_real(self) -> None:
        assert application_that_runs._daily is daily

    def test_refuses_web_sockets(self, server: Server) -> None:
        assert ask(server, {"type": "websocket", "path": "/"}) == [{"type": "websocket.close"}]

    def test_gives_pages_to_django(self, server: Server, application: Application) -> None:
        assert ask(server, request("/c/"))[1]["body"] == b"hello"

    @pytest.mark.parametrize("path", ["/static/none.css", "/static/../settings.py", "/static/"])
    def test_gives_unknown_files_to_django(self, server: Server, application: Application, path: str) -> None:
        ask(server, request(path))
        assert application.asked[0]["PATH_INFO"] == path

    def test_static_files_do_not_reach_django(self, server: Server, application: Application) -> None:
        sent = ask(server, request("/static/plain.css"))
        assert b"".join(message["body"] for message in sent[1:]).decode() == STYLE
        assert application.asked == []

    def test_static_files_are_compressed_for_those_who_take_it(self, server: Server) -> None:
        sent = ask(server, request("/static/plain.css", headers=[(b"accept-encoding", b"gzip")]))
        assert headers_of(sent)["content-encoding"] == "gzip"
        assert gzip.decompress(b"".join(message["body"] for message in sent[1:])).decode() == STYLE

    def test_static_files_with_a_hash_are_kept_for_ever_and_others_are_not(self, server: Server) -> None:
        hashed = headers_of(ask(server, request("/static/plain.0123456789ab.css")))
        assert "immutable" in hashed["cache-control"]
        assert "immutable" not in headers_of(ask(server, request("/static/plain.css")))["cache-control"]

    def test_static_files_carry_the_policy(self, server: Server) -> None:
        headers = headers_of(ask(server, request("/static/plain.css")))
        assert headers["content-security-policy"] == CSP
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers

    def test_without_collected_files_there_are_still_pages(
        self, pages: Pages, tmp_path: Path, settings: SettingsWrapper
    ) -> None:
        settings.STATIC_ROOT = tmp_path / "none"
        assert ask(Server(pages), request("/"))[0]["status"] == 200
