"""Start Portolan with nothing but Python: `start.py`, `start.py demo` or `start.py test [pytest arguments]`."""

# Standard library only, and it must parse on Python 3.6, so that an old Python gets a sentence and no traceback.
import argparse
import contextlib
import hashlib
import json
import os
import pathlib
import secrets
import signal
import socket
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent
VENV = ROOT / ".venv"
NOTE = VENV / "installed.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PIP = "-m pip install --quiet --disable-pip-version-check --retries 2 --require-hashes -r"
SERVER = "-m portolan.serve"
VERSION = sys.version.split()[0]
STOPPED = (0, 143, -15, 130, -2, 0xC000013A)  # asked to stop is no failure: SIGTERM and Ctrl-C, the last on Windows


def refuse(sentence, *values):
    """End with one sentence that says what to do, and exit code 1."""
    sys.exit("Portolan: " + sentence % values)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    told = "demo: a filled campaign in a scratch folder, removed afterwards; test: all that follows goes to pytest"
    parser.add_argument("what", nargs="?", choices=["serve", "demo", "test"], default="serve", help=told)
    parser.add_argument("--port", default=os.environ.get("PORT") or "8000", help="default: PORT or 8000")
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1; 0.0.0.0 opens it to this network")
    kept = os.environ.get("PORTOLAN_DATA") or str(ROOT / "data")
    parser.add_argument("--data", default=kept, help="folder of database and secret; default: PORTOLAN_DATA or data/")
    chosen = parser.parse_args()
    if not chosen.port.isdecimal() or not 0 < int(chosen.port) < 65536:
        refuse("%r is no port: choose a number from 1 to 65535 with --port.", chosen.port)
    return chosen


def make_venv():
    try:
        import ensurepip  # noqa: F401 - Debian ships venv without it
        import venv

        venv.EnvBuilder(with_pip=True, clear=True, symlinks=os.name != "nt").create(VENV)
    except ImportError:
        refuse("Python's venv module is missing: install it (on Debian: apt install python3-venv).")
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        refuse("%s cannot be made (%s): put Portolan into a folder you may write to.", VENV, error)
    return {"python": VERSION}


def install(lock):
    """Make .venv hold what `lock` names; nothing happens while lock and Python are those noted the last time."""
    names, noted = {lock, "requirements.lock"}, {}  # the test lock holds all of the other one as well
    wanted = {name: hashlib.sha256((ROOT / name).read_bytes()).hexdigest() for name in names}
    with contextlib.suppress(OSError, ValueError):
        noted = json.loads(NOTE.read_text()) if PYTHON.is_file() else {}
    if noted.get("python") != VERSION:
        noted = make_venv()
    if noted.get(lock) == wanted[lock]:
        return
    print("Installing the libraries of %s ..." % lock, flush=True)
    try:
        subprocess.check_output([str(PYTHON), *PIP.split(), str(ROOT / lock)], stderr=subprocess.STDOUT)
    except subprocess.CalledProcessError as error:
        said = (error.output.decode(errors="replace").strip() or "nothing").splitlines()[-1]
        refuse("The libraries cannot be installed: check the connection and start again (pip: %s).", said)
    NOTE.write_text(json.dumps(dict(noted, **wanted)))


def make_data(data):
    """The data folder, writable, and in it the secret, which is made once."""
    secret = os.path.join(data, "secret.key")
    try:
        os.makedirs(data, mode=0o700, exist_ok=True)
        tempfile.TemporaryFile(dir=data).close()
        if not os.environ.get("PORTOLAN_SECRET") and not os.path.exists(secret):
            with os.fdopen(os.open(secret, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_urlsafe(50))
    except OSError as error:
        refuse("Nothing can be written to %s (%s): choose another folder with --data.", data, error.strerror)


def require_port(host, port):
    try:
        with socket.socket(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]) as probe:
            if os.name != "nt":  # there it would let two servers share a port
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        refuse("Port %s on %s is taken or closed (%s): choose another one with --port.", port, host, error.strerror)


def run(*command):
    """Run a child of this script to its end, also when asked to stop; its exit code."""
    child, patience = subprocess.Popen([str(PYTHON), *command], cwd=str(ROOT)), None
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    while True:
        try:
            return child.wait(patience)
        except KeyboardInterrupt:  # a terminal tells the child as well; a signal to this process alone does not
            patience = 5
        except subprocess.TimeoutExpired:
            child.terminate()


def serve(host, port, data, demo=False):
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    address = "http://%s:%d" % ("[%s]" % near if ":" in near else near, port)
    require_port(host, port)
    make_data(data)
    install("requirements.lock")
    if host not in ("127.0.0.1", "localhost", "::1"):
        from portolan.network import introduce

        introduce(port)
    os.environ.update(PORTOLAN_DATA=data, PYTHONUTF8="1")
    if run("manage.py", "prepare") or (demo and run("manage.py", "demo", "--address", address)):
        return 1  # it has said why
    print("Portolan: %s - data in %s - Ctrl-C stops it." % (address, data), flush=True)
    code = run(*SERVER.split(), "--host", host, "--port", str(port))
    return 0 if code in STOPPED else 1


def main():
    if sys.version_info < (3, 11):
        refuse("Python %s is too old: start it with Python 3.11 or newer.", VERSION)
    if sys.argv[1:2] == ["test"]:
        install("requirements-dev.lock")
        return run("-m", "pytest", *sys.argv[2:])
    chosen = arguments()
    if chosen.what == "serve":
        return serve(chosen.host, int(chosen.port), os.path.abspath(chosen.data))
    for name in [name for name in os.environ if name.startswith("PORTOLAN_")]:
        del os.environ[name]  # invented play belongs in no real database
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        return serve(chosen.host, int(chosen.port), scratch, demo=True)


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        sys.exit(main())
