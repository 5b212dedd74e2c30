"""A browser without a screen: pages and forms with their tokens, over plain sockets of a real server."""

from __future__ import annotations

import contextlib
import http.client
import re
import secrets
import socket
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import urlencode

if TYPE_CHECKING:
    from tests.browser.server import Server

PATIENCE = 30
CUT = (OSError, http.client.HTTPException)
"""What a client meets when the line is cut or the server is away."""


def new_op() -> str:
    return secrets.token_hex(16)


@dataclass
class Page:
    """An answer: its status, its headers and its text."""

    status: int
    headers: dict[str, str]
    text: str

    def field(self, name: str) -> str:
        """The value of the first field of that name."""
        found = re.search(rf'name="{name}" value="([^"]*)"', self.text)
        assert found, (name, self.status, self.text[:400])
        return found[1]


@dataclass
class Client:
    """Somebody with one device; `cookie` is its signed one."""

    server: Server
    cookie: str = ""
    token: str = ""
    jar: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.cookie:
            self.jar["portolan"] = self.cookie

    def get(self, path: str) -> Page:
        page = self._ask("GET", path)
        if 'name="csrfmiddlewaretoken"' in page.text:
            self.token = page.field("csrfmiddlewaretoken")
        return page

    def post(self, path: str, **fields: object) -> Page:
        """Posts a form; raises one of CUT where no answer comes."""
        return self._ask("POST", path, {"csrfmiddlewaretoken": self.token, **fields})

    def post_and_leave(self, path: str, **fields: object) -> None:
        """Sends a form and does not wait for the answer: it may be written or not."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields})
        head = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", f"Cookie: {self._cookies()}"]
        head += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}", "", body]
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as line:
            line.sendall("\r\n".join(head).encode())

    def listen_and_leave(self, path: str) -> None:
        """Opens a live stream and cuts it in the middle; a server that is away has none."""
        with contextlib.suppress(*CUT), socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as line:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nCookie: {self._cookies()}\r\n\r\n"
            line.sendall(head.encode())
            line.recv(200)

    def _ask(self, method: str, path: str, fields: dict[str, object] | None = None) -> Page:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        headers = {"Cookie": self._cookies()}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        try:
            line.request(method, path, urlencode(fields) if fields is not None else None, headers)
            answer = line.getresponse()
            for header in answer.headers.get_all("Set-Cookie") or ():
                self.jar |= {name: one.value for name, one in SimpleCookie(header).items()}
            return Page(answer.status, dict(answer.headers), answer.read().decode())
        finally:
            line.close()

    def _cookies(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.jar.items())
