"""Which room may know which, and what only one module may do."""

from __future__ import annotations

import ast
import io
import re
import tokenize

import pytest

from tests.style.sources import ROOMS, ROOT, imported, modules, name_of, strings, tree

IDS = {"uprising", "maracaibo", "pirates", "endeavor", "merchants"}  # boxes
IDS |= {"unrest", "all_inclusive", "coop_caribbean"}  # scenarios; "campaign" and "rescue" are words of their own
IDS |= {"home_ports", "resistance_tiles", "liberation", "jacques"}  # modules
CARDS = {150, 152, 184, 185, 191, 192, 193}
"""Cards that only content may name. Numbers below are lengths and seconds in places."""

PROJECTIONS = {"TileState", "CardState", "PlayResult", "PlayState"}
WRITES = {"create", "bulk_create", "get_or_create", "update_or_create", "save"}


class TestImports:
    @pytest.mark.parametrize("room", ROOMS)
    def test_run_downwards_only(self, room: str) -> None:
        above = set(ROOMS[: ROOMS.index(room)])
        wrong = {
            name_of(path): sorted(found)
            for path in modules(room)
            if (found := {name for name in imported(path) if name.split(".")[0] in above | {"tests", "start"}})
        }
        assert wrong == {}

    def test_of_rules_name_no_framework_no_clock_and_no_chance(self) -> None:
        allowed = {"__future__", "re", "dataclasses", "enum", "types", "typing", "collections.abc"}
        for path in (ROOT / "campaigns" / "rules").glob("*.py"):
            foreign = {name for name in imported(path) if not name.startswith(("campaigns.rules", "cards.pieces"))}
            roots = {name for name in foreign if not any(name == a or name.startswith(f"{a}.") for a in allowed)}
            assert roots == set(), name_of(path)

    def test_of_the_pure_values_name_no_framework(self) -> None:
        for pure in ("cards/pieces.py", "scenarios/table.py", "scenarios/setup.py"):
            assert not {name for name in imported(ROOT / pure) if name.startswith("django")}, pure


class TestLowerRooms:
    """The chest and the pilot book are the public reference: they know no member and no spoiler wall."""

    @pytest.mark.parametrize("room", ["scenarios", "cards"])
    def test_know_no_member_and_no_wall(self, room: str) -> None:
        for path in modules(room):
            names = {
                token.string.lower()
                for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline)
                if token.type == tokenize.NAME
            }
            assert not {name for name in names if re.search("member|spoiler|lookout|captain|seen_tile", name)}, path


class TestLog:
    """Only content says what a box, a scenario, a module, a card or a tile is called."""

    def test_names_no_box_scenario_or_module(self) -> None:
        log = [path for path in modules("campaigns") if path.parent.name != "aids"]
        wrong = [(name_of(p), line, text) for p in log for line, text in strings(p) if text in IDS]
        assert wrong == []

    def test_names_no_tile_and_no_card(self) -> None:
        named = re.compile(r"\bL[0-9]{1,2}\b|\b1[0-9]{2}\b")
        wrong = [
            (name_of(path), line, text)
            for path in modules("campaigns")
            for line, text in strings(path)
            if named.search(text)
        ]
        assert wrong == []

    def test_names_no_card_by_a_number(self) -> None:
        wrong = [
            (name_of(path), node.lineno, node.value)
            for path in modules("campaigns")
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Constant) and type(node.value) is int and node.value in CARDS
        ]
        assert wrong == []


class TestOnlyOne:
    def test_module_reads_the_device_cookie(self) -> None:
        readers = {name_of(p) for p in modules() if "get_signed_cookie" in p.read_text(encoding="utf-8")}
        assert readers == {"campaigns/access.py"}

    def test_place_names_the_rights_of_roles(self) -> None:
        """Views ask for an action, never for a role. (Templates hide what a lookout may not do; they guard nothing.)"""
        for path in (ROOT / "campaigns" / "views").glob("*.py"):
            assert not re.search(r"\bRole\b|\.role\b", path.read_text(encoding="utf-8")), name_of(path)

    def test_pair_of_modules_writes_entries_and_projections(self) -> None:
        writers = set()
        for path in modules("campaigns"):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Call):
                    called = ast.unparse(node.func)
                    makes = called.split(".")[0] in PROJECTIONS | {"Entry"} and called.split(".")[-1] in WRITES
                    if makes or called in PROJECTIONS | {"Entry"}:
                        writers.add(name_of(path))
        assert writers == {"campaigns/journal.py", "campaigns/projections.py"}


class TestViews:
    def test_hold_no_query(self) -> None:
        """QuerySets are the vocabulary; a view chains their words."""
        wrong = [
            (name_of(path), node.lineno)
            for path in (ROOT / "campaigns" / "views").glob("*.py")
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in {"filter", "exclude", "raw", "extra", "select_related", "cursor"}
        ]
        assert wrong == []

    def test_are_functions(self) -> None:
        for path in (ROOT / "campaigns" / "views").glob("*.py"):
            assert not [node for node in ast.walk(tree(path)) if isinstance(node, ast.ClassDef)], name_of(path)


class TestNames:
    def test_of_modules_are_nouns_and_verbs_of_the_table(self) -> None:
        assert not [p for p in modules() if re.search("util|helper|common|manager|service|misc", p.stem)]

    def test_promise_something_in_a_docstring(self) -> None:
        """Every public class and function of a module, and every module that holds more than nothing."""
        wrong = []
        for path in modules():
            root = tree(path)
            if root.body and not ast.get_docstring(root):
                wrong.append(name_of(path))
            for node in root.body:
                public = isinstance(node, ast.ClassDef | ast.FunctionDef) and not node.name.startswith("_")
                if public and not ast.get_docstring(node) and not plain(node):
                    wrong.append(f"{name_of(path)}: {node.name}")
        assert wrong == []


def plain(node: ast.stmt) -> bool:
    """Whether Django asks for the class under a name that says everything: an AppConfig, a management command."""
    return isinstance(node, ast.ClassDef) and (node.name == "Command" or node.name.endswith("Config"))
