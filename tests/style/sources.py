"""The project's own files, as the tests of its style read them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("portolan", "campaigns", "scenarios", "cards")
"""From the roof to the cellar: imports run downwards only."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def modules(*rooms: str) -> list[Path]:
    """The Python files of rooms (of all by default), without migrations."""
    found = [path for room in rooms or ROOMS for path in sorted((ROOT / room).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def templates() -> list[Path]:
    return sorted((ROOT / "templates").rglob("*.html"))


def name_of(path: Path) -> str:
    """A path as messages show it."""
    return path.relative_to(ROOT).as_posix()


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> Iterator[Function]:
    """Every function and method of a file, nested ones too."""
    return (node for node in ast.walk(tree(path)) if isinstance(node, Function))


def length(function: Function) -> int:
    """Lines from `def` to the end."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def imported(path: Path) -> set[str]:
    """The full names of modules that a file imports, for types too."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}: a relative import"
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def docstrings(root: ast.AST) -> set[int]:
    """The ids of the string nodes that stand alone: docstrings, and those under an attribute."""
    return {id(n.value) for n in ast.walk(root) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}


def strings(path: Path) -> Iterator[tuple[int, str]]:
    """Line and text of every string of the code, docstrings left out."""
    root = tree(path)
    alone = docstrings(root)
    for node in ast.walk(root):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.lineno, node.value
