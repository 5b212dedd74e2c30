"""Copies of the project to start, and a port nobody uses."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Project:
    """A copy of the project as a fresh clone has it, with nothing of this test run in its environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        kept = ("HOME", "LANG", "PATH", "SYSTEMROOT", "TMPDIR", "HTTPS_PROXY", "https_proxy", "SSL_CERT_FILE")
        pip = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | pip

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, str(self.folder / "start.py"), *arguments]

    def start(self, *arguments: str, before: str = "") -> subprocess.CompletedProcess[str]:
        """Run start.py to its end; `before` is Python that changes the interpreter it runs in."""
        command = self.command(*arguments)
        if before:
            run = f"sys.argv = {command[1:]}; runpy.run_path(sys.argv[0], run_name='__main__')"
            command = [sys.executable, "-c", f"import runpy, sys; {before}; {run}"]
        folder = self.folder.parent  # from any folder but its own
        return subprocess.run(command, cwd=folder, env=self.environment, capture_output=True, text=True, timeout=60)

    def note(self, *locks: str) -> None:
        """Write down that `locks` are installed."""
        noted = {lock: hashlib.sha256((self.folder / lock).read_bytes()).hexdigest() for lock in locks}
        kept = self.folder / ".venv" / "installed.json"
        kept.write_text(json.dumps({"python": sys.version.split()[0]} | noted))

    def make_venv(self) -> None:
        """A .venv without anything, pip included."""
        venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(self.folder / ".venv")
        self.note()

    def lend_libraries(self) -> None:
        """A .venv that uses this test run's libraries, so that nothing has to be installed."""
        self.make_venv()
        inside = next((self.folder / ".venv").glob("lib/python*/site-packages"))
        (inside / "lent.pth").write_text(sysconfig.get_path("purelib"))
        self.note("requirements.lock", "requirements-dev.lock")

    def pretend_python(self) -> Path:
        """A .venv whose python only writes down how it was called; it ends with the code in the file `code`."""
        python, log = self.folder / ".venv" / "bin" / "python", self.folder / "calls"
        python.parent.mkdir(parents=True)
        python.write_text(
            f'#!/bin/sh\necho "$PORTOLAN_DATA|$PORTOLAN_POSTGRES|$*" >> "{log}"\n'
            f'case "$*" in *portolan.serve*|*pytest*) exit $(cat "{self.folder}/code" 2>/dev/null || echo 0);; esac\n'
        )
        python.chmod(0o755)
        self.note("requirements.lock", "requirements-dev.lock")
        return log


@pytest.fixture
def project(tmp_path: Path) -> Project:
    listed = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, text=True)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            target = tmp_path / "portolan" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    return Project(tmp_path / "portolan")


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
