"""Safe YAML: plain values with the line of every key, or a fault that names file, line and key path.

Only what content needs is read: mappings with text keys, lists, text, whole and decimal numbers, true, false, null.
Words such as `yes`, `on` or `2021-10-01` stay text: YAML's older readings of them surprise people who write content.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Never

import yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KeyPath = tuple[str | int, ...]

LARGEST = 1_000_000
DEEPEST = 12

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"[-+]?[0-9]+(\.[0-9]+([eE][-+]?[0-9]{1,3})?|[eE][-+]?[0-9]{1,3})")
_NO_NUMBER = re.compile(r"[-+]?\.?(nan|inf|infinity)", re.IGNORECASE)
_WORDS: Mapping[str, bool | None] = {"true": True, "false": False, "null": None, "~": None, "": None}


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing that is wrong with the content files; `str()` is `file:line: key.path: what is wrong`."""

    file: str
    line: int
    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.path or '(file)'}: {self.message}"


class PackError(Exception):
    """The content files cannot be loaded; `faults` says why, in the order of files and lines."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Source:
    """One file as plain values (lists as tuples); `lines` maps the path of every key and item to its line."""

    file: str
    data: object
    lines: Mapping[KeyPath, int]

    def fault(self, path: KeyPath, message: str) -> Fault:
        """A fault at the path, or at the nearest line above it where the path does not stand in the file."""
        known = next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 1)
        return Fault(self.file, known, dotted(path), message)


def read(path: Path, file: str) -> Source:
    """The values of one YAML file, called `file` in messages. Raises PackError with a single fault."""
    text = _decoded(path.read_bytes(), file)
    composer = _Composer(text, file)
    try:
        root = composer.get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        composer.refuse(mark.line + 1 if mark else 1, error.problem or "is no YAML")
    if root is None:
        composer.refuse(1, "is empty")
    walk = _Walk(file)
    return Source(file, walk.value(root, ()), walk.lines)


def dotted(path: KeyPath) -> str:
    """A key path for people: `steps.3.amounts.count`."""
    return ".".join(map(str, path))


def _decoded(raw: bytes, file: str) -> str:
    if len(raw) > LARGEST:
        raise PackError((Fault(file, 1, "", f"is larger than {LARGEST} bytes"),))
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PackError((Fault(file, line, "", "is not written in UTF-8"),)) from None
    for number, line_text in enumerate(text.split("\n"), 1):
        if not yaml.reader.Reader.NON_PRINTABLE.search(line_text):
            continue
        raise PackError((Fault(file, number, "", "holds a control character"),))
    return text


class _Composer(yaml.SafeLoader):
    """YAML's own composer, which refuses what content has no use for before anything is built from it."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text)
        self.file = file
        self.steps: list[str | int] = []

    def refuse(self, line: int, message: str) -> Never:
        raise PackError((Fault(self.file, line, dotted(tuple(step for step in self.steps if step != "")), message),))

    def compose_node(self, parent: yaml.Node | None, index: object) -> yaml.Node | None:
        """Walks down one step. The path is not wound back on an error: that is where the fault lies."""
        # A key is composed without an index; it still counts as a level, or nested keys would exhaust the stack.
        step = "" if index is None else index if isinstance(index, int) else _named(index)
        self.steps.append(step)
        self._look(self.peek_event())  # type: ignore[no-untyped-call]
        node: yaml.Node | None = super().compose_node(parent, index)  # type: ignore[arg-type]
        self.steps.pop()
        return node

    def _look(self, event: yaml.Event) -> None:
        line = event.start_mark.line + 1 if event.start_mark else 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            self.refuse(line, "anchors and aliases are not allowed")
        if getattr(event, "tag", None):
            self.refuse(line, "tags are not allowed")
        if len(self.steps) > DEEPEST:
            self.refuse(line, f"is nested deeper than {DEEPEST} levels")


def _named(index: object) -> str:
    return str(index.value) if isinstance(index, yaml.ScalarNode) else "?"


class _Walk:
    """Turns composed nodes into plain values and notes where each of them stands."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[KeyPath, int] = {}

    def value(self, node: yaml.Node, path: KeyPath) -> object:
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return tuple(self._item(item, (*path, index)) for index, item in enumerate(node.value))
        return self._scalar(node, path)

    def _item(self, node: yaml.Node, path: KeyPath) -> object:
        self.lines[path] = node.start_mark.line + 1
        return self.value(node, path)

    def _mapping(self, node: yaml.MappingNode, path: KeyPath) -> dict[str, object]:
        found: dict[str, object] = {}
        for key_node, value_node in node.value:
            key = self.value(key_node, path)
            if not isinstance(key, str):
                self._refuse(key_node, path, "keys are text")
            if key in found:
                self._refuse(key_node, (*path, key), "stands here twice")
            self.lines[(*path, key)] = key_node.start_mark.line + 1
            found[key] = self.value(value_node, (*path, key))
        return found

    def _scalar(self, node: yaml.Node, path: KeyPath) -> str | int | float | bool | None:
        text: str = node.value
        if any(unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n" for letter in text):
            self._refuse(node, path, "holds a control character or half of one")
        if getattr(node, "style", None):  # quoted or folded: text, whatever it looks like
            return text
        if _NO_NUMBER.fullmatch(text):
            self._refuse(node, path, "is no number that can be counted with (quote it, if it is text)")
        return _plain(text)

    def _refuse(self, node: yaml.Node, path: KeyPath, message: str) -> Never:
        raise PackError((Fault(self.file, node.start_mark.line + 1, dotted(path), message),))


def _plain(text: str) -> str | int | float | bool | None:
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text
