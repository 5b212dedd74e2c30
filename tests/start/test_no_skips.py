"""In CI a skipped test is a failure."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.start.conftest import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SKIPS = "import pytest\n\ndef test_one(): pass\n\n@pytest.mark.skip(reason='no Chromium')\ndef test_two(): pass\n"
FAILS_AS_EXPECTED = "import pytest\n\n@pytest.mark.xfail\ndef test_one(): assert False\n"
SKIPS_ALL = "import pytest\n\npytest.skip('no PostgreSQL', allow_module_level=True)\n"


def run(folder: Path, test: str, *arguments: str, ci: str = "true") -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(test)
    (folder / "test_more.py").write_text("def test_always(): pass\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.no_skips", "-p", "no:django", *arguments]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "CI": ci}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("workers", [["-n", "0"], ["-n", "1"]], ids=["alone", "with workers"])
@pytest.mark.parametrize(("test", "reason"), [(SKIPS, "no Chromium"), (SKIPS_ALL, "no PostgreSQL")])
def test_fails_and_names_what_was_skipped(tmp_path: Path, test: str, reason: str, workers: list[str]) -> None:
    ended = run(tmp_path, test, *workers)
    assert ended.returncode == 1
    assert reason in ended.stdout.split("skipped, which fails in CI")[1]


def test_an_expected_failure_has_run(tmp_path: Path) -> None:
    assert run(tmp_path, FAILS_AS_EXPECTED, "-n", "0").returncode == 0


def test_elsewhere_a_skip_is_no_failure(tmp_path: Path) -> None:
    assert run(tmp_path, SKIPS, "-n", "0", ci="").returncode == 0
