"""Chromium, a server for it, and people who visit.

All of it belongs to this package and not to the session: while Playwright runs, this thread has an event loop, and
Django's database refuses to work in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.server import (
    BETWEEN,
    CLOSING,
    DRAFT,
    RESCUE,
    ROUND,
    RUNNING,
    SETUP,
    TOGETHER,
    VERDICT,
    Server,
    Staged,
)
from tests.browser.visitor import PHONE, Visitor, chromium, launch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

STAGES = {SETUP: 20, ROUND: 10, DRAFT: 15, CLOSING: 3, BETWEEN: 6, TOGETHER: 4, RESCUE: 4, RUNNING: 1, VERDICT: 1}
"""How many campaigns of each stage one run may use; tests never share one."""


class Visit(Protocol):
    """Opens a browser; what its pages may not do is looked at when the test is over."""

    def __call__(
        self,
        *,
        width: int = PHONE,
        scripts: bool = True,
        cookie: str = "",
        may_lose_line: bool = False,
        server: Server | None = None,
    ) -> Visitor: ...


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, from PATH or as CHROMIUM names it."""
    if chromium() is None:
        pytest.skip("no Chromium: neither CHROMIUM names one nor does PATH hold `chromium`")
    expect.set_options(timeout=20_000)
    with sync_playwright() as playwright:
        found = launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="package")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, list[list[Staged]]]]:
    """A running server and the campaigns that were made on it, by stage."""
    server = Server(tmp_path_factory.mktemp("served"))
    made = iter(server.prepare([stage for stage, count in STAGES.items() for _ in range(count)]))
    campaigns = [[next(made) for _ in range(count)] for count in STAGES.values()]
    server.start()
    yield server, campaigns
    server.stop()


@pytest.fixture
def server(served: tuple[Server, list[list[Staged]]]) -> Server:
    return served[0]


@pytest.fixture
def staged(served: tuple[Server, list[list[Staged]]]) -> Callable[[str], Staged]:
    """Takes a campaign of a stage that no other test has touched."""
    campaigns = dict(zip(STAGES, served[1], strict=True))
    return lambda stage: campaigns[stage].pop()


@pytest.fixture
def own(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Staged]]:
    """A server of this test alone, for what others would notice (another clock, a shut door), with one campaign."""
    server = Server(tmp_path_factory.mktemp("own"))
    (campaign,) = server.prepare([CLOSING])
    server.start()
    yield server, campaign
    server.stop()


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Visit]:
    visitors: list[Visitor] = []

    def opened(
        *,
        width: int = PHONE,
        scripts: bool = True,
        cookie: str = "",
        may_lose_line: bool = False,
        server: Server | None = None,
    ) -> Visitor:
        asked = server or request.getfixturevalue("server")
        visitor = Visitor(browser, asked, width=width, scripts=scripts, cookie=cookie, may_lose_line=may_lose_line)
        visitors.append(visitor)
        return visitor

    yield opened
    for visitor in visitors:
        visitor.context.close()
    assert [complaint for visitor in visitors for complaint in visitor.complaints] == []
