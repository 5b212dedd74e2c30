"""The commands of docs/how-to/host.md, and a new user's folder in which to run them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.start.conftest import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from email.message import Message
    from pathlib import Path

GUIDE = ROOT / "docs" / "how-to" / "host.md"
PATIENCE = 300
"""Seconds for a server that installs its libraries first."""


Answer = tuple[int, "Message", str]


class Quiet(urllib.request.HTTPRedirectHandler):
    """Leads nowhere: a redirect is an answer."""

    def redirect_request(self, *_: object) -> None:
        return None


def blocks(heading: str, language: str = "sh") -> list[str]:
    """The fenced blocks in `language` under a heading of the guide."""
    chapters = re.split(r"^##+ (.+)$", GUIDE.read_text(), flags=re.MULTILINE)
    chapter = dict(zip(chapters[1::2], chapters[2::2], strict=True))[heading]
    return re.findall(rf"^```{language}\n(.*?)^```$", chapter, re.DOTALL | re.MULTILINE)


def headings() -> list[str]:
    """Every heading under which the guide has commands."""
    return [one for one in re.findall(r"^##+ (.+)$", GUIDE.read_text(), re.MULTILINE) if blocks(one)]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def ask(address: str, headers: Mapping[str, str] = {}, body: bytes | None = None) -> tuple[int, dict[str, str], str]:
    """Status, headers and text of an answer; certificates of this test's own making are taken."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    opener = urllib.request.build_opener(Quiet(), urllib.request.HTTPSHandler(context=context))
    request = urllib.request.Request(address, body, dict(headers))
    try:
        with opener.open(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read().decode()


def send(address: str, headers: Mapping[str, str], **fields: str) -> int:
    """Loads the page of a form and posts it, as a browser does that comes through a proxy; the status."""
    _status, answered, page = ask(address, headers)
    fields["csrfmiddlewaretoken"] = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    cookies = "; ".join(cookie.split(";")[0] for cookie in answered.get_all("Set-Cookie", []))
    referer = f"https://{headers['Host']}/"
    sent = {"Cookie": cookies, "Referer": referer} | headers
    return ask(address, sent, urllib.parse.urlencode(fields).encode())[0]


@dataclass
class Newcomer:
    """Somebody in a fresh clone with an empty HOME. `said` are other words for some of the guide's: ports, names."""

    folder: Path
    environment: dict[str, str]
    said: dict[str, str] = field(default_factory=dict)

    def words(self, script: str) -> str:
        for guide, here in self.said.items():
            script = script.replace(guide, here)
        return script

    def run(self, script: str, **more: str) -> str:
        """Run a block of the guide to its end; what it printed."""
        done = subprocess.run(
            ["bash", "-euc", self.words(script)],
            cwd=self.folder,
            env=self.environment | more,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def serving(self, script: str, port: int) -> Iterator[Path]:
        """Run a block whose last command serves, until it answers on `port`; stopped at the end. What it prints."""
        *before, last = self.words(script).strip().splitlines()
        log = self.folder.parent / f"said-{port}"
        environment = self.environment | {"PORT": str(port)}
        with log.open("w") as printed:
            command = ["bash", "-euc", "\n".join([*before, f"exec {last}"])]
            server = subprocess.Popen(command, cwd=self.folder, env=environment, stdout=printed, stderr=printed)
            try:
                wait_for(server, port, log)
                yield log
            finally:
                server.send_signal(signal.SIGTERM)
                server.wait(60)


def wait_for(server: subprocess.Popen[bytes], port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(log.read_text())


def clone(project: Path, home: Path) -> Path:
    """A clone of the project as it stands, with where it came from, so that it can be updated."""
    settle = "git init -q -b main && git add -A && git -c user.name=a -c user.email=a@example.org commit -qm now"
    subprocess.run(["bash", "-euc", settle], cwd=project, check=True, env=os.environ | {"HOME": str(home)})
    target = project.parent / "clone"
    subprocess.run(["git", "clone", "-q", str(project), str(target)], check=True)
    return target


def found(*names: str) -> str | None:
    """The first program of these names that this machine has."""
    return next(filter(None, map(shutil.which, names)), None)
