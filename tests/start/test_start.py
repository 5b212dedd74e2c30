"""`python3 start.py`: one command, and one sentence when it cannot be."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from portolan import network
from tests.start.conftest import ROOT, Project

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCE = (ROOT / "start.py").read_text()


@pytest.fixture
def start() -> Any:
    """start.py as a module."""
    spec = importlib.util.spec_from_file_location("start", ROOT / "start.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sentence_of(refused: subprocess.CompletedProcess[str]) -> str:
    """What was said; fails unless it was one sentence and exit code 1."""
    assert refused.returncode == 1
    assert re.fullmatch(r"Portolan: [^\n]+\.\n", refused.stderr), refused.stderr
    return refused.stderr


def ask(address: str, host: str = "") -> tuple[int, str]:
    request = urllib.request.Request(address, headers={"Host": host} if host else {})
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


@contextmanager
def serving(project: Project, port: int, *arguments: str, patience: float = 120) -> Iterator[subprocess.Popen[str]]:
    """A started server that answers; stopped at the end, and what it printed is then in its `said`."""
    command = project.command("--port", str(port), *arguments)
    log = project.folder.parent / "said"
    with log.open("w+") as said:
        server = subprocess.Popen(command, cwd="/", env=project.environment, stdout=said, stderr=said, text=True)
        try:
            wait_for(server, port, patience)
            yield server
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


def wait_for(server: subprocess.Popen[str], port: int, patience: float) -> None:
    until = time.monotonic() + patience
    while server.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the server does not answer")


class TestTheFile:
    def test_parses_on_python_3_6_so_that_old_pythons_get_a_sentence(self) -> None:
        ast.parse(SOURCE, feature_version=(3, 6))

    def test_is_shorter_than_150_lines(self) -> None:
        assert len(SOURCE.splitlines()) < 150

    def test_needs_the_standard_library_only(self) -> None:
        names = {
            alias.name for node in ast.walk(ast.parse(SOURCE)) if isinstance(node, ast.Import) for alias in node.names
        }
        assert names <= sys.stdlib_module_names

    def test_help_installs_nothing(self, project: Project) -> None:
        helped = project.start("--help")
        assert helped.returncode == 0
        assert all(word in helped.stdout for word in ("--port", "--host", "--data", "demo", "test"))
        assert not (project.folder / ".venv").exists()
        assert not project.data.exists()


class TestRefusals:
    def test_a_python_that_is_too_old(self, project: Project) -> None:
        refused = project.start(before="sys.version_info = (3, 10, 9, 'final', 0); sys.version = '3.10.9 (main)'")
        assert "Python 3.10.9 is too old" in sentence_of(refused)

    def test_a_port_that_is_taken(self, project: Project) -> None:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            taken = str(other.getsockname()[1])
            assert f"Port {taken} on 127.0.0.1 is taken" in sentence_of(project.start("--port", taken))
        assert not (project.folder / ".venv").exists(), "this is known before anything is installed"

    @pytest.mark.parametrize("port", ["0", "65536", "eighty", "-1"])
    def test_a_port_that_is_none(self, project: Project, port: str) -> None:
        assert "choose a number from 1 to 65535" in sentence_of(project.start(f"--port={port}"))

    @pytest.mark.parametrize("inside", ["", "inside"])
    def test_a_data_folder_that_cannot_be_written(self, project: Project, port: int, inside: str) -> None:
        # Modes do not stop root; a file where the folder should be stops everybody.
        blocked = project.folder / "LICENSE"
        refused = project.start("--port", str(port), "--data", str(blocked / inside))
        assert "Nothing can be written to" in sentence_of(refused)
        assert "--data" in refused.stderr

    def test_a_project_folder_that_cannot_be_written(self, project: Project, port: int) -> None:
        (project.folder / ".venv").write_text("in the way")
        refused = project.start("--port", str(port))
        assert "put Portolan into a folder you may write to" in sentence_of(refused)

    @pytest.mark.parametrize("missing", ["venv", "ensurepip"])
    def test_a_python_without_its_venv_module(self, project: Project, port: int, missing: str) -> None:
        refused = project.start("--port", str(port), before=f"sys.modules['{missing}'] = None")
        assert "python3-venv" in sentence_of(refused)

    def test_libraries_that_cannot_be_fetched(self, project: Project, port: int) -> None:
        project.make_venv()  # it holds no pip: installing fails as it does without a network, and at once
        refused = project.start("--port", str(port))
        assert "check the connection and start again" in sentence_of(refused)
        assert "No module named pip" in refused.stderr

    def test_a_database_that_is_none(self, project: Project, port: int) -> None:
        project.lend_libraries()
        project.data.mkdir()
        (project.data / "portolan.sqlite3").write_text("no database, whatever its name says" * 99)
        refused = project.start("--port", str(port))
        assert refused.returncode == 1
        assert re.fullmatch(r"CommandError: [^\n]+ damaged or no database: [^\n]+\n", refused.stderr)


class TestSecret:
    def test_is_made_once_for_its_owner_alone(self, start: Any, tmp_path: Path) -> None:
        start.make_data(str(tmp_path / "data"))
        secret = tmp_path / "data" / "secret.key"
        first = secret.read_text()
        start.make_data(str(tmp_path / "data"))
        assert secret.read_text() == first
        assert len(first) >= 50
        assert stat.S_IMODE(secret.stat().st_mode) == 0o600

    def test_is_not_made_where_the_environment_holds_one(
        self, start: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PORTOLAN_SECRET", "named")
        start.make_data(str(tmp_path))
        assert not list(tmp_path.iterdir())


class TestInstalling:
    @pytest.fixture
    def installed(self, start: Any, project: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The locks that were installed, in a project whose pip and venv only say so."""
        done: list[str] = []

        def make_venv() -> dict[str, str]:
            done.append("venv")
            start.PYTHON.parent.mkdir(parents=True, exist_ok=True)
            start.PYTHON.touch()
            return {"python": start.VERSION}

        for name, value in {"ROOT": "", "NOTE": ".venv/installed.json", "PYTHON": ".venv/bin/python"}.items():
            monkeypatch.setattr(start, name, project.folder / value)
        monkeypatch.setattr(start, "make_venv", make_venv)
        monkeypatch.setattr(start.subprocess, "check_output", lambda pip, stderr: done.append(Path(pip[-1]).name))
        return done

    def test_happens_once(self, start: Any, installed: list[str]) -> None:
        start.install("requirements.lock")
        start.install("requirements.lock")
        assert installed == ["venv", "requirements.lock"]

    def test_happens_again_when_the_lock_has_changed(self, start: Any, installed: list[str], project: Project) -> None:
        start.install("requirements.lock")
        with (project.folder / "requirements.lock").open("a") as lock:
            lock.write("# another\n")
        start.install("requirements.lock")
        assert installed == ["venv", "requirements.lock", "requirements.lock"]

    def test_begins_anew_with_another_python(self, start: Any, installed: list[str]) -> None:
        start.install("requirements.lock")
        start.VERSION = "3.99.0"
        start.install("requirements.lock")
        assert installed == ["venv", "requirements.lock"] * 2

    def test_begins_anew_where_the_python_is_gone(self, start: Any, installed: list[str]) -> None:
        start.install("requirements.lock")
        start.PYTHON.unlink()
        start.install("requirements.lock")
        assert installed == ["venv", "requirements.lock"] * 2

    def test_is_noted_apart_for_testing_and_serving(self, start: Any, installed: list[str]) -> None:
        for lock in ("requirements.lock", "requirements-dev.lock", "requirements.lock", "requirements-dev.lock"):
            start.install(lock)
        assert installed == ["venv", "requirements.lock", "requirements-dev.lock"]

    def test_for_testing_covers_serving(self, start: Any, installed: list[str]) -> None:
        start.install("requirements-dev.lock")
        start.install("requirements.lock")
        assert installed == ["venv", "requirements-dev.lock"]

    def test_that_failed_is_tried_again(
        self, start: Any, installed: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(pip: list[str], stderr: int) -> None:
            raise subprocess.CalledProcessError(1, pip, b"ERROR: nothing there\n")

        with monkeypatch.context() as broken:
            broken.setattr(start.subprocess, "check_output", fail)
            with pytest.raises(SystemExit, match="pip: ERROR: nothing there"):
                start.install("requirements.lock")
        start.install("requirements.lock")
        assert installed[-1] == "requirements.lock"


class TestNetwork:
    def test_names_and_addresses_of_this_machine_and_no_others(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(socket, "gethostname", lambda: "Chart.example.org")
        monkeypatch.setattr(socket, "getfqdn", lambda: "chart.example.org")
        monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.7.9", "[fd00::9]"])
        own = ["127.0.0.1", "localhost", "[::1]", "chart.example.org", "chart.local", "192.168.7.9", "[fd00::9]"]
        assert network.own_hosts() == own

    def test_addresses_leave_loopback_and_scope_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = ["127.0.1.1", "192.168.7.9", "::1", "fe80::9%eth0"]
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_: [(0, 0, 0, "", (address, 0)) for address in found])
        monkeypatch.setattr(network, "FAR", [(socket.AF_INET, "127.0.0.1")])
        assert network.own_addresses() == ["192.168.7.9", "[fe80::9]"]

    def test_without_any_network_there_is_no_address(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*_: object, **__: object) -> None:
            raise OSError

        monkeypatch.setattr(socket, "getaddrinfo", fail)
        monkeypatch.setattr(socket.socket, "connect", fail)
        assert network.own_addresses() == []

    def test_says_what_it_means_and_allows_own_names(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("PORTOLAN_HOSTS", "")  # restored afterwards
        monkeypatch.delenv("PORTOLAN_HOSTS")
        monkeypatch.setattr(network, "own_addresses", lambda: ["192.168.7.9"])
        network.introduce(8000)
        assert "anybody in it who knows a log's code" in capsys.readouterr().out
        assert os.environ["PORTOLAN_HOSTS"].split(",")[-1] == "192.168.7.9"

    def test_names_that_the_environment_gives_are_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PORTOLAN_HOSTS", "log.example.org")
        network.introduce(8000)
        assert os.environ["PORTOLAN_HOSTS"] == "log.example.org"


class TestCommands:
    """With a python in .venv that only writes down how it is called."""

    def test_serving_prepares_first(self, project: Project, port: int) -> None:
        log = project.pretend_python()
        started = project.start("--port", str(port))
        prepared, served = log.read_text().splitlines()
        assert prepared == f"{project.data}||manage.py prepare"
        assert served.endswith(f"|-m portolan.serve --host 127.0.0.1 --port {port}")
        assert f"http://127.0.0.1:{port}" in started.stdout
        assert str(project.data) in started.stdout

    @pytest.mark.parametrize(("code", "ends"), [(0, 0), (143, 0), (130, 0), (1, 1), (3, 1)])
    def test_a_server_that_was_asked_to_stop_has_done_well(
        self, project: Project, port: int, code: int, ends: int
    ) -> None:
        project.pretend_python()
        (project.folder / "code").write_text(str(code))
        assert project.start("--port", str(port)).returncode == ends

    def test_port_and_data_also_come_from_the_environment(self, project: Project, port: int, tmp_path: Path) -> None:
        log = project.pretend_python()
        project.environment |= {"PORT": str(port), "PORTOLAN_DATA": "elsewhere"}
        project.start()
        assert log.read_text().splitlines()[1].endswith(f"--port {port}")
        assert log.read_text().startswith(f"{tmp_path / 'elsewhere'}|")

    def test_demo_fills_a_scratch_folder_and_no_real_database(self, project: Project, port: int) -> None:
        log = project.pretend_python()
        project.environment |= {"PORTOLAN_POSTGRES": "postgresql://real", "PORTOLAN_DATA": str(project.data)}
        assert project.start("demo", "--port", str(port)).returncode == 0
        calls = [line.split("|") for line in log.read_text().splitlines()]
        assert [call[2] for call in calls[:2]] == [
            "manage.py prepare",
            f"manage.py demo --address http://127.0.0.1:{port}",
        ]
        assert {call[1] for call in calls} == {""}
        assert not project.data.exists()
        assert not Path(calls[0][0]).exists(), "it is removed afterwards"

    def test_test_hands_everything_to_pytest_and_returns_its_code(self, project: Project) -> None:
        log = project.pretend_python()
        (project.folder / "code").write_text("5")
        assert project.start("test", "-k", "undo", "--help").returncode == 5
        assert log.read_text() == "||-m pytest -k undo --help\n"
        assert not project.data.exists()


class TestServing:
    def test_answers_keeps_its_data_and_stops_when_asked(self, project: Project, port: int) -> None:
        project.lend_libraries()
        for _again in range(2):
            with serving(project, port) as server:
                assert ask(f"http://127.0.0.1:{port}/healthz")[0] == 200
            assert server.returncode == 0
        assert (project.data / "portolan.sqlite3").is_file()
        assert not (project.data / "before-migration").exists(), "nothing was migrated, so nothing was copied"

    def test_ctrl_c_is_no_failure(self, project: Project, port: int) -> None:
        project.lend_libraries()
        command = project.command("--port", str(port))
        # A group of its own, so that the signal reaches start.py and the server, as from a terminal.
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env=project.environment, start_new_session=True, **quiet) as server:
            wait_for(server, port, 120)
            os.killpg(server.pid, signal.SIGINT)
            assert server.wait(30) == 0

    def test_on_all_addresses_answers_under_own_names_only(self, project: Project, port: int) -> None:
        project.lend_libraries()
        with serving(project, port, "--host", "0.0.0.0"):
            assert ask(f"http://127.0.0.1:{port}/healthz")[0] == 200
            assert ask(f"http://127.0.0.1:{port}/healthz", host="elsewhere.example")[0] == 400


MIGRATION = """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("campaigns", "{last}")]
    operations = [migrations.RunPython(migrations.RunPython.noop, migrations.RunPython.noop)]
"""


def mark(database: Path) -> None:
    """Put something into the database that only keeping it can keep."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("CREATE TABLE kept (what TEXT)")


def marked(database: Path) -> bool:
    with closing(sqlite3.connect(database)) as opened:
        return opened.execute("SELECT count(*) FROM sqlite_master WHERE name = 'kept'").fetchone() == (1,)


@pytest.mark.long
def test_a_changed_lock_and_a_new_migration_keep_the_data(project: Project, port: int) -> None:
    """From an empty HOME and a fresh copy, over the network: install, serve, stop, update, serve again."""
    home = project.folder.parent / "home"
    home.mkdir()
    project.environment["HOME"] = str(home)
    with serving(project, port, patience=300):
        assert ask(f"http://127.0.0.1:{port}/healthz")[0] == 200
    kept = (project.data / "secret.key").read_text()
    noted = (project.folder / ".venv" / "installed.json").read_text()
    mark(project.data / "portolan.sqlite3")

    with (project.folder / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    migrations = project.folder / "campaigns" / "migrations"
    last = max(path.stem for path in migrations.glob("0*.py"))
    (migrations / "9999_nothing.py").write_text(MIGRATION.format(last=last))
    with serving(project, port, patience=300):
        assert ask(f"http://127.0.0.1:{port}/healthz")[0] == 200
    assert (project.folder / ".venv" / "installed.json").read_text() != noted
    assert (project.data / "secret.key").read_text() == kept
    copies = list((project.data / "before-migration").glob("*.sqlite3"))
    assert len(copies) == 1
    assert marked(project.data / "portolan.sqlite3")
    assert marked(copies[0])
