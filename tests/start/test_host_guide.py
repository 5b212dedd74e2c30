"""docs/how-to/host.md as a new user follows it: the commands are read out of it and run."""

from __future__ import annotations

import configparser
import contextlib
import json
import os
import re
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from tests.start import guide
from tests.start.guide import Newcomer, ask, blocks, free_port

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.start.conftest import Project

TRIED = {"At home", "Backups", "Restore", "Another machine", "Update", "The host's place", "On the internet"}
TRIED |= {"For many groups", "Backups of PostgreSQL"}
SUPERUSER = {
    "DJANGO_SUPERUSER_USERNAME": "ada",
    "DJANGO_SUPERUSER_EMAIL": "ada@example.org",
    "DJANGO_SUPERUSER_PASSWORD": "nine fathoms deep",
}


def newcomer(project: Project, folder: Path) -> Newcomer:
    home = project.folder.parent / "home"
    home.mkdir(exist_ok=True)
    return Newcomer(folder, project.environment | {"HOME": str(home)})


@pytest.fixture
def lent(project: Project) -> Newcomer:
    """A fresh folder with this run's libraries, so that nothing has to be installed."""
    project.lend_libraries()
    return newcomer(project, project.folder)


def healthz(port: int, **headers: str) -> tuple[int, str]:
    status, _headers, text = ask(f"http://127.0.0.1:{port}/healthz", headers)
    return status, text


def wait_until_there(folder: Path) -> Path:
    """The first backup that the server makes by itself."""
    until = time.monotonic() + 60
    while not (made := sorted(folder.glob("*.sqlite3"))) and time.monotonic() < until:
        time.sleep(0.1)
    return made[0]


class TestTheGuide:
    def test_has_no_command_that_no_test_here_tries(self) -> None:
        assert set(guide.headings()) == TRIED

    def test_names_only_commands_and_files_that_there_are(self) -> None:
        text = guide.GUIDE.read_text()
        for name in re.findall(r"manage\.py (\w+)", text):
            own = (guide.ROOT / room / "management" / "commands" / f"{name}.py" for room in ("campaigns", "scenarios"))
            assert name == "createsuperuser" or any(path.is_file() for path in own), name
        for name in re.findall(r"requirements[-\w]*\.lock|tests/\S+\.py", text):
            assert (guide.ROOT / name).is_file(), name

    @pytest.mark.parametrize("heading", ["On the internet", "For many groups"])
    def test_units_say_the_same_as_the_commands(self, heading: str) -> None:
        (text,) = blocks(heading, "ini")
        unit = configparser.RawConfigParser(strict=False, interpolation=None)
        unit.optionxform = str  # type: ignore[assignment]
        unit.read_string(text)
        assert unit["Service"]["WorkingDirectory"] == "/opt/portolan"
        environment = re.findall(r"^Environment=(\S+)$", text, re.MULTILINE)
        if heading == "On the internet":
            *exported, last = blocks(heading)[0].strip().splitlines()
            assert [f"export {one}" for one in environment] == exported
            assert unit["Service"]["ExecStart"] == last.replace("python3 ", "/usr/bin/python3 /opt/portolan/")


class TestAtHome:
    def test_serves_the_network_and_its_own_names_only(self, lent: Newcomer) -> None:
        port = free_port()
        (script,) = blocks("At home")
        with lent.serving(script, port) as printed:
            assert healthz(port)[0] == 200
            assert healthz(port, Host="elsewhere.example")[0] == 400
            assert "In this network it is" in printed.read_text()

    def test_backs_up_by_itself_and_on_demand_restores_and_serves_that(self, lent: Newcomer) -> None:
        (script,), (twice,), (put, look) = blocks("At home"), blocks("Backups"), blocks("Restore")
        port = free_port()
        with lent.serving(script, port):
            wait_until_there(lent.folder / "data" / "backups")
            assert 0 <= json.loads(healthz(port)[1])["backup"]["age"] < 600
            invented = lent.run(".venv/bin/python manage.py demo")
            told = lent.run(twice)
        assert "1 campaign, " in told
        made = sorted((lent.folder / "data" / "backups").glob("*.sqlite3"))
        assert told.count(".sqlite3: ") == len(made) == 2
        lent.said = {"portolan-20261129T202512Z-1.sqlite3": made[-1].name}
        assert ": the same" in lent.run(put)
        secrets = [(lent.folder / name / "secret.key").read_text() for name in ("data", "restored")]
        assert secrets[0] == secrets[1]
        with lent.serving(look, port):
            status, _headers, page = ask(f"http://127.0.0.1:{port}" + invented.split()[-1])
            assert (status, invented.split("code=")[1].strip() in page) == (200, True)
            assert healthz(port)[0] == 200

    def test_shows_the_host_their_place(self, lent: Newcomer) -> None:
        (script,), (make,) = blocks("At home"), blocks("The host's place")
        port = free_port()
        with lent.serving(script, port):
            assert ask(f"http://127.0.0.1:{port}/host/")[0] == 404
            lent.run(make.strip() + " --noinput", **SUPERUSER)  # a terminal would be asked for the three
            assert ask(f"http://127.0.0.1:{port}/host/")[0] == 302
            assert "Password" in ask(f"http://127.0.0.1:{port}/host/login/")[2]

    def test_moves_with_its_data_and_secret(self, lent: Newcomer, tmp_path: Path) -> None:
        pack, unpack = blocks("Another machine")
        port = free_port()
        with lent.serving(unpack.splitlines()[-1], port):
            lent.run(".venv/bin/python manage.py demo")
        kept = (lent.folder / "data" / "secret.key").read_text()
        lent.run(pack)
        other = tmp_path / "other"
        shutil.copytree(lent.folder, other, symlinks=True)
        shutil.rmtree(other / "data")
        there = Newcomer(other, lent.environment)
        with there.serving(unpack, port):
            assert (other / "data" / "secret.key").read_text() == kept
            assert there.run(".venv/bin/python manage.py check_journals") == "1 journals replayed, all equal.\n"


class TestBehindHttps:
    """With the headers that Caddy sends, from this machine, as Caddy does."""

    PROXY = {"Host": "log.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}

    def test_answers_https_only_and_knows_who_asked(self, lent: Newcomer) -> None:
        (script,) = blocks("On the internet")
        port = free_port()
        new = f"http://127.0.0.1:{port}/new/"
        with lent.serving(script, port):
            status, headers, _page = ask(new, self.PROXY)
            assert status == 200
            assert "max-age=31536000" in headers["Strict-Transport-Security"]
            cookies = headers.get_all("Set-Cookie", [])
            assert {cookie.split("=")[0] for cookie in cookies if "; Secure" in cookie} == {"csrftoken", "portolan"}
            status, headers, _page = ask(new, self.PROXY | {"X-Forwarded-Proto": "http"})
            assert (status, headers["Location"]) == (301, "https://log.example.org/new/")
            assert ask(new, self.PROXY | {"Host": "elsewhere.example"})[0] == 400
            for origin, wanted in (("https://log.example.org", 422), ("https://evil.example", 403)):
                assert (origin, guide.send(new, self.PROXY | {"Origin": origin})) == (origin, wanted)
            # Wrong tries are counted by the address that the proxy names.
            assert [wrong_code(port) for _ in range(11)] == [422] * 10 + [429]
            assert wrong_code(port, "192.0.2.8") == 422


@pytest.mark.long
class TestFromAFreshClone:
    """Nothing but the clone, an empty HOME and the network."""

    @pytest.fixture
    def fresh(self, project: Project) -> Newcomer:
        (project.folder.parent / "home").mkdir()
        return newcomer(project, guide.clone(project.folder, project.folder.parent / "home"))

    def test_at_home_and_an_update(self, fresh: Newcomer) -> None:
        (script,), (update,) = blocks("At home"), blocks("Update")
        port = free_port()
        with fresh.serving(script, port):
            assert healthz(port)[0] == 200
            wait_until_there(fresh.folder / "data" / "backups")
        origin = fresh.folder.parent / "portolan"
        newer = "echo '# newer' >> start.py && git -c user.name=a -c user.email=a@example.org commit -qam newer"
        subprocess.run(["bash", "-euc", newer], cwd=origin, check=True)
        with fresh.serving(update, port):
            assert healthz(port)[0] == 200
        assert "# newer" in (fresh.folder / "start.py").read_text()

    def test_behind_caddy(self, fresh: Newcomer, tmp_path: Path) -> None:
        caddy = os.environ.get("CADDY") or guide.found("caddy")
        if caddy is None:
            pytest.skip("no Caddy: neither CADDY names one nor does PATH hold `caddy`")
        port, outside = free_port(), free_port()
        fresh.said = {"log.example.org": f"localhost:{outside}", "127.0.0.1:8000": f"127.0.0.1:{port}"}
        fresh.said |= {f"HOSTS=localhost:{outside}": "HOSTS=localhost"}
        with (
            fresh.serving(blocks("On the internet")[0], port),
            proxy(caddy, fresh, blocks("On the internet", "caddy")[0], outside, tmp_path),
        ):
            status, headers, _page = ask(f"https://localhost:{outside}/new/")
            assert status == 200
            assert all("; Secure" in cookie for cookie in headers.get_all("Set-Cookie", []))
            origin = {"Host": f"localhost:{outside}", "Origin": f"https://localhost:{outside}"}
            assert guide.send(f"https://localhost:{outside}/recover/", origin, code="AAAA-BBBB-CCCC") == 422
            assert healthz(port, Host="localhost")[0] == 301, "not past the proxy"

    def test_for_many_groups(self, fresh: Newcomer, tmp_path: Path) -> None:
        """PostgreSQL, Redis and two processes on this machine; a wrong try at one counts at the other."""
        install, secret, prepare = blocks("For many groups")
        (settings,), (unit,) = blocks("For many groups", "env"), blocks("For many groups", "ini")
        name, ports = f"guide_{os.getpid()}", (free_port(), free_port())
        fresh.said = {
            "ROLE portolan": f"ROLE {name}",
            "DATABASE portolan OWNER portolan": f"DATABASE {name} OWNER {name}",
            "//portolan:": f"//{name}:",
            "5432/portolan": f"5432/{name}",
            "6379/0": "6379/9",
            "CREATE DATABASE restored": f"CREATE DATABASE {name}_restored",
            "}/restored": f"}}/{name}_restored",
        }
        with dropped(name):
            fresh.run(install)
            (fresh.folder / "portolan.env").write_text(fresh.words(settings))
            fresh.run(secret)
            fresh.run(prepare)
            load = prepare.splitlines()[0]
            (served,) = re.findall(r"^ExecStart=/opt/portolan/(.+)$", unit, re.MULTILINE)
            with contextlib.ExitStack() as running:
                for port in ports:
                    running.enter_context(fresh.serving(f"{load}\n{served.replace('%i', str(port))}", port))
                for port in ports:
                    status, _headers, text = ask(f"http://127.0.0.1:{port}/healthz", TestBehindHttps.PROXY)
                    found = json.loads(text)
                    assert (status, found["database"], found["backup"]) == (200, "postgresql", None)
                assert [wrong_code(ports[turn % 2]) for turn in range(11)] == [422] * 10 + [429]
            fresh.run(f"{load}\n.venv/bin/python manage.py demo")
            dump, restore = blocks("Backups of PostgreSQL")
            fresh.run(f"{load}\n{dump}")
            assert "1 journals replayed, all equal." in fresh.run(f"{load}\n{restore}")


def wrong_code(port: int, address: str = "192.0.2.7") -> int:
    """Somebody at `address` sends a recovery code that nobody has, through the proxy."""
    sent = TestBehindHttps.PROXY | {"X-Forwarded-For": address}
    return guide.send(f"http://127.0.0.1:{port}/recover/", sent, code="AAAA-BBBB-CCCC")


@contextlib.contextmanager
def proxy(caddy: str, fresh: Newcomer, caddyfile: str, port: int, folder: Path) -> Iterator[None]:
    """Caddy with the guide's file; only that its certificate is its own, and that no port below 1024 is needed."""
    options = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(options + fresh.words(caddyfile))
    log = folder / "caddy.log"
    with log.open("w") as printed:
        command = [caddy, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]
        running = subprocess.Popen(command, env=fresh.environment, stdout=printed, stderr=printed)
        try:
            guide.wait_for(running, port, log)
            yield
        finally:
            running.terminate()
            running.wait(30)


@contextlib.contextmanager
def dropped(name: str) -> Iterator[None]:
    """Afterwards neither the databases nor the role are there."""
    try:
        yield
    finally:
        for what in (f"DATABASE IF EXISTS {name}_restored", f"DATABASE IF EXISTS {name}", f"ROLE IF EXISTS {name}"):
            command = ["psql", "--host=127.0.0.1", "--username=postgres", "--quiet", f"--command=DROP {what}"]
            subprocess.run(command, check=False, capture_output=True)
