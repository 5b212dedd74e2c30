"""Every fact of the aids' sections is shown by a test that names it, or stands on the short list with its reason."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.campaigns.aids.fact_list import LAST, SECTIONS, UNMARKED
from tests.style.sources import ROOT

if TYPE_CHECKING:
    from pathlib import Path

MOST = 4
"""So many facts can one test show."""

KNOWN = {f"U{number:03}" for number in range(1, LAST + 1)}
WANTED = [fact for facts in SECTIONS.values() for fact in facts]


class Marked(NamedTuple):
    """A test, or a class of tests, with the facts that its marks name; `None` is a mark that is no plain word."""

    where: str
    facts: tuple[str | None, ...]


def marked_in(code: str, name: str) -> list[Marked]:
    """The marks of a file, read and not run."""
    found, strays = [], 0
    tree = ast.parse(code)
    for node in ast.walk(tree):
        strays += _is_fact(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call) and _is_fact(mark)]
            strays -= len(marks)
            facts = tuple(_word(word) for mark in marks for word in (*mark.args, *mark.keywords))
            if marks:
                found.append(Marked(f"{name}::{node.name}", facts))
    if strays:  # in a variable, a list of marks or a parameter set
        found.append(Marked(name, (None,) * strays))
    return found


def _is_fact(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.fact"


def _word(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@cache
def marked() -> tuple[Marked, ...]:
    """The marks of the whole suite."""
    paths: list[Path] = sorted((ROOT / "tests").rglob("*.py"))
    named = [(path, path.relative_to(ROOT).as_posix()) for path in paths]
    return tuple(one for path, name in named for one in marked_in(path.read_text(encoding="utf-8"), name))


def shown() -> set[str | None]:
    return {fact for one in marked() for fact in one.facts}


class TestTheList:
    def test_has_every_section_of_an_evening_with_aids(self) -> None:
        assert {section: len(facts) for section, facts in SECTIONS.items()} == {
            "unrest": 18,
            "coop_caribbean": 14,
            "rescue": 16,
            "resistance_tiles": 14,
            "uprising": 24,
            "jacques": 39,
            "liberation": 21,
            "search": 20,
        }

    def test_names_no_fact_twice_and_none_that_is_not_there(self) -> None:
        assert [fact for fact, times in Counter(WANTED).items() if times > 1] == []
        assert set(WANTED) <= KNOWN


class TestEveryFact:
    @pytest.mark.parametrize("section", list(SECTIONS))
    def test_is_shown_or_said_to_be_none_of_an_aid(self, section: str) -> None:
        missing = [fact for fact in SECTIONS[section] if fact not in shown() and fact not in UNMARKED]
        assert missing == []


class TestMarks:
    def test_name_facts_that_are_there(self) -> None:
        wrong = [(one.where, fact) for one in marked() for fact in one.facts if fact not in KNOWN]
        assert wrong == []

    def test_name_at_most_four_facts_for_one_test(self) -> None:
        assert [one.where for one in marked() if not 1 <= len(one.facts) <= MOST] == []

    def test_name_no_fact_twice_for_one_test(self) -> None:
        assert [one.where for one in marked() if len(set(one.facts)) < len(one.facts)] == []

    def test_stand_on_tests_alone(self) -> None:
        files = [one.where.partition("::")[0].rpartition("/")[2] for one in marked()]
        assert [file for file in files if not file.startswith("test_")] == []
        assert [one.where for one in marked() if not one.where.rpartition("::")[2].startswith("test_")] == []


class TestTheShortList:
    def test_is_short(self) -> None:
        assert len(UNMARKED) <= len(WANTED) // 10

    def test_has_none_that_a_test_marks_and_none_of_another_section(self) -> None:
        assert set(UNMARKED) & shown() == set()
        assert set(UNMARKED) <= set(WANTED)

    @pytest.mark.parametrize("fact", list(UNMARKED))
    def test_says_why_and_where_else_it_is_shown(self, fact: str) -> None:
        reason, shown_by = UNMARKED[fact]
        assert len(reason.split()) >= 5
        path, _sep, name = shown_by.partition("::")
        code = (ROOT / path).read_text(encoding="utf-8")
        tests = {node.name for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef)}
        assert name in tests
        assert f'"{fact}"' in code


class TestReading:
    """How the marks are read: what would slip through is seen."""

    @pytest.mark.parametrize(
        ("code", "facts"),
        [
            ('@pytest.mark.fact("U101")\ndef test_a(): ...', [("U101",)]),
            (
                '@pytest.mark.fact("U101", "U102")\n@pytest.mark.fact("U103")\ndef test_a(): ...',
                [("U101", "U102", "U103")],
            ),
            ('class TestA:\n    @pytest.mark.fact("U1")\n    def test_a(self): ...', [("U1",)]),
            ("@pytest.mark.fact(*NAMES)\ndef test_a(): ...", [(None,)]),
            ("@pytest.mark.fact(NAME)\ndef test_a(): ...", [(None,)]),
            ('pytestmark = pytest.mark.fact("U101")', [(None,)]),
            ('X = [pytest.param(1, marks=pytest.mark.fact("U101"))]', [(None,)]),
            ('"pytest.mark.fact(1)"', []),
        ],
    )
    def test_finds_marks_in_their_places(self, code: str, facts: list[tuple[str | None, ...]]) -> None:
        assert [one.facts for one in marked_in(code, "tests/test_a.py")] == facts
