"""The settings explain themselves: every variable is named where people look, and none is needed."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys

import pytest

from portolan import settings
from tests.style.sources import ROOT, tree

PROSE = [path for path in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), ROOT / "start.py") if path.is_file()]


def read_variables() -> set[str]:
    """The variables that the settings look at."""
    found = set()
    for node in ast.walk(tree(ROOT / "portolan" / "settings.py")):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"os.environ.get", "os.getenv"}:
            assert isinstance(node.args[0], ast.Constant)
            found.add(node.args[0].value)
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "os.environ":
            found.add(ast.unparse(node.slice).strip("'\""))
    return found


class TestVariables:
    def test_stand_in_the_docstring_of_the_settings_all_of_them_and_no_others(self) -> None:
        assert settings.__doc__
        described = set(re.findall(r"^([A-Z][A-Z_]+)  +\S", settings.__doc__, re.MULTILINE))
        assert described == read_variables()

    def test_that_prose_names_exist(self) -> None:
        for path in PROSE:
            named = set(re.findall(r"\bPORTOLAN_[A-Z]+\b", path.read_text(encoding="utf-8")))
            assert named <= read_variables(), path.name


class TestSettings:
    @pytest.mark.parametrize("environment", [{}, {"PORTOLAN_HTTPS": "1"}])
    def test_work_with_no_environment_at_all(self, environment: dict[str, str]) -> None:
        said = "import portolan.settings as s; print(s.DEBUG, s.HTTPS, s.CSRF_COOKIE_SECURE, s.ALLOWED_HOSTS)"
        bare = {"PATH": os.defpath, **environment}
        answer = subprocess.run(
            [sys.executable, "-c", said], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
        )
        https = bool(environment)
        assert answer.stderr == ""
        assert answer.stdout.strip() == f"False {https} {https} ['127.0.0.1', 'localhost', '[::1]']"
