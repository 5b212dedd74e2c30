"""A real server with open streams, asked to stop: they end cleanly, it is gone at once, and that is no failure."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.browser.server import SETUP, Server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

STREAMS = 20
PATIENCE = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server with a log; ended if the test did not."""
    made = Server(tmp_path)
    yield made
    made.stop()


def opened(server: Server, code: str, cookie: str) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    line.request("GET", f"/live/{code}/?seen=-1", headers={"Cookie": f"portolan={cookie}"})
    answer = line.getresponse()
    assert answer.status == 200
    return line, answer


def leave(line: http.client.HTTPConnection, answer: http.client.HTTPResponse) -> None:
    answer.close()
    line.close()


def descriptors(server: Server) -> int:
    assert server._process
    return len(os.listdir(f"/proc/{server._process.pid}/fd"))


def memory(server: Server) -> str:
    assert server._process
    with open(f"/proc/{server._process.pid}/status") as told:
        return next(line.split(":")[1].strip() for line in told if line.startswith("VmRSS"))


def test_sigterm_ends_open_streams_cleanly(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    (campaign,) = server.prepare([SETUP])
    server.start()
    leave(*opened(server, campaign.code, campaign.captain))  # the hub's connection is open from now on
    before, light = descriptors(server), memory(server)
    streams = [opened(server, campaign.code, campaign.captain) for _ in range(STREAMS)]
    heavy = memory(server)
    for _, answer in streams:
        assert answer.readline() == b"retry: 2000\n"
    half, rest = streams[: STREAMS // 2], streams[STREAMS // 2 :]
    for stream in half:
        leave(*stream)
    until = time.monotonic() + PATIENCE
    while descriptors(server) > before + len(rest):
        assert time.monotonic() < until, "streams of those who left are still open"
        time.sleep(0.05)

    process = server._process
    assert process
    asked = time.monotonic()
    process.send_signal(signal.SIGTERM)
    for stream in rest:
        stream[1].read()  # raises IncompleteRead where the line was only cut
        leave(*stream)
    code = process.wait(PATIENCE)
    took = time.monotonic() - asked
    assert code in (-signal.SIGTERM, 128 + signal.SIGTERM)
    assert "Traceback" not in server.log()
    assert "Cancel" not in server.log()
    with capsys.disabled():
        print(f"\n{len(rest)} open streams: gone {took:.2f} s after SIGTERM; memory {light}, with streams {heavy}")


def test_module_says_how_it_is_called() -> None:
    told = subprocess.run([sys.executable, "-m", "portolan.serve", "--help"], capture_output=True, text=True)
    assert told.returncode == 0
    assert all(word in told.stdout for word in ("--host", "--port"))


def test_module_serves_with_no_secret_that_stands_in_the_source(tmp_path: Path) -> None:
    """Recovery codes are worked out from the secret: with the one for tests anybody could work them out."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("PORTOLAN_")}
    told = subprocess.run(
        [sys.executable, "-m", "portolan.serve", "--port", "9"],
        env=bare | {"PORTOLAN_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.returncode == 1
    assert told.stderr.startswith("Portolan: ")
    assert "start.py" in told.stderr
    assert "Traceback" not in told.stderr
