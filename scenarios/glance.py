"""The turn at a glance in the reader's words, for the table and for the public page alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scenarios import book, turn
from scenarios.headings import SORTS
from scenarios.turn import Part, Sort

if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Row:
    """A part of the turn in words, with what may be done in it; `public` as in `turn.Part`."""

    key: str
    name: str
    summary: str
    open: str
    public: bool
    actions: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """The parts of one sort under their heading."""

    sort: Sort
    heading: Promise
    rows: tuple[Row, ...]


def glance(box: str, version: str, language: str, modules: Set[str] | None = None) -> tuple[Group, ...]:
    """The turn of a box, or of a table that plays with `modules`; nothing where the box says none."""
    every = book.turn(box, version)
    parts = every if modules is None else turn.tonight(every, modules)
    groups = (Group(sort, heading, _rows(box, version, language, parts, sort)) for sort, heading in SORTS.items())
    return tuple(group for group in groups if group.rows)


def _rows(box: str, version: str, language: str, parts: Iterable[Part], sort: Sort, of: str = "") -> tuple[Row, ...]:
    texts, found = book.turn_texts(box, version), []
    for part in parts:
        if part.sort is sort and part.of == of:
            name, summary, left = (book.text(texts, part.key, field, language) for field in ("name", "summary", "open"))
            below = () if of else _rows(box, version, language, parts, Sort.ACTION, part.key)
            found.append(Row(part.key, name, summary, left, part.public, below))
    return tuple(found)
