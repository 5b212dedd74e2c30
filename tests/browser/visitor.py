"""Somebody with a browser: a context of Chromium that writes down what no page of ours may do."""

from __future__ import annotations

import os
import shutil
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Locator, Playwright, Request

    from tests.browser.server import Server

PHONE, TABLET = 390, 1024
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NETWORK = "Failed to load resource:"
"""How Chromium itself begins a message about an answer of 4xx or 5xx, or none."""

LOST = ("htmx:sendError", "htmx:afterRequest")
"""What htmx says by itself when the line is cut."""


def chromium() -> str | None:
    """The Chromium that CHROMIUM names or PATH holds."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium")


def launch(playwright: Playwright) -> Browser:
    """A Chromium that asks nobody but the pages it is sent to."""
    return playwright.chromium.launch(executable_path=chromium(), headless=True, args=ARGUMENTS)


class Visitor:
    """One browser with its cookies and a tab.

    `cookie` is that of a device known to the server. `complaints` is whatever a page did that none may do: a message
    on the console (a broken content policy is one), an error of a script, a request to another host, a question before
    leaving although everything was saved.
    """

    def __init__(
        self,
        browser: Browser,
        server: Server,
        *,
        width: int = PHONE,
        scripts: bool = True,
        cookie: str = "",
        may_lose_line: bool = False,
    ) -> None:
        self.server, self.scripts = server, scripts
        self.complaints: list[str] = []
        self._own = urlsplit(server.address).netloc
        self._fine = (NETWORK, *LOST) if may_lose_line else (NETWORK,)
        self.context = browser.new_context(
            base_url=server.address,
            viewport={"width": width, "height": 844 if width < 600 else 768},
            java_script_enabled=scripts,
            locale="en-GB",
            timezone_id="UTC",
        )
        self.context.set_default_timeout(20_000)
        self.context.on("request", self._requested)
        self.context.on("console", lambda message: self._said(message.text))
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.context.on("dialog", self._asked)
        if cookie:
            self.context.add_cookies([{"name": "portolan", "value": cookie, "url": server.address}])
        self.page = self.context.new_page()

    def open(self, path: str) -> int:
        """Loads a page of the server; its status."""
        answer = self.page.goto(path)
        assert answer is not None
        self.fits()
        return answer.status

    def press(self, name: str, within: str = "main") -> None:
        """Presses the one button or link called `name`."""
        self.called(name, within).click()

    def called(self, name: str, within: str = "main") -> Locator:
        """The button or link called `name`, in the part of the page that `within` selects."""
        part = self.page.locator(within)
        return part.get_by_role("button", name=name, exact=True).or_(part.get_by_role("link", name=name, exact=True))

    def fits(self) -> None:
        """Nobody has to scroll sideways."""
        assert self.page.viewport_size is not None
        wide = self.page.locator("html").evaluate("page => page.scrollWidth")
        assert wide == self.page.viewport_size["width"], f"{self.page.url} is {wide} px wide"

    def pieces(self, code: str) -> dict[str, list[str]]:
        """The pieces of a campaign by place, as its page says at this moment."""
        answer = self.context.request.get(f"/c/{code}/bag/")
        assert answer.status == 200, answer.text()
        return read_pieces(answer.text())

    def _requested(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self._own:
            self.complaints.append(f"asked {request.url}")

    def _asked(self, dialog: Dialog) -> None:
        self.complaints.append(f"asked {dialog.type}")
        dialog.accept()

    def _said(self, text: str) -> None:
        if not text.startswith(self._fine):
            self.complaints.append(f"said {text}")


def read_pieces(html: str) -> dict[str, list[str]]:
    """The pieces on a page (`data-piece`) by place (`data-place`)."""
    reader = _Pieces()
    reader.feed(html)
    return reader.found


class _Pieces(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {"bag": [], "table": [], "gone": []}
        self._place = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = dict(attrs)
        self._place = own.get("data-place") or self._place
        if piece := own.get("data-piece"):
            self.found[self._place].append(piece)
