"""What stands only on a card or tile, as a group types it once for its copy: numbers and names, never sentences.

Each kind has one canonical form, so that two people who type the same thing have said the same thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Kind(StrEnum):
    """What a printed table holds."""

    PLACES = "places"
    """Spaces of the board: `3, 8, 9a`."""
    MARKERS = "markers"
    """How many markers on which space: `2: 1, 4: 2`."""
    TILES = "tiles"
    """Legacy tiles that a card takes off the board: `L1, L4`, or `L1, L4: gone` where they never come back."""
    OBJECTS = "objects"
    """Which tile an object brings: `book: L31, spyglass: L33`."""
    CHOICE = "choice"
    """What the group does where no source says it: one of the words that the step offers."""
    SEAT = "seat"
    """What somebody at the table chose for this one game: one of the words that the step offers."""


class Unreadable(ValueError):
    """What was typed does not read as its kind; `part` is the piece that does not."""

    def __init__(self, kind: Kind, part: str) -> None:
        super().__init__(f"{part} is nothing for {kind}")
        self.kind, self.part = kind, part


LENGTH = 200
"""Characters of a canonical table at most."""

_FORMS = {
    Kind.PLACES: (re.compile(r"([0-9]{1,2}[a-z]?)"), "{0}"),
    Kind.MARKERS: (re.compile(r"([0-9]{1,2}[a-z]?)\s*[:=x*]\s*([0-9])"), "{0}: {1}"),
    Kind.TILES: (re.compile(r"[Ll]?\s*([0-9]{1,2})"), "L{0}"),
    Kind.OBJECTS: (re.compile(r"([^\W\d_](?:[^\W\d_]|[ '-]){1,19}?)\s*[:=]?\s*[Ll]\s*([0-9]{1,2})"), "{0}: L{1}"),
}
_CHOICE = re.compile(r"[a-z]{1,20}")
_GONE = re.compile(r"\s*:\s*gone\s*$")
_COMMAS = re.compile(r"[,;\n]+")
_BLANKS = re.compile(r"[,;\s]+")


class Leaving(NamedTuple):
    """The tiles that a card takes off the board, and whether they leave the campaign with it."""

    tiles: frozenset[str] = frozenset()
    for_good: bool = False


@dataclass(frozen=True, slots=True)
class PrintedTables:
    """What the cards and tiles of a copy show, as far as somebody typed it: by `key`, in canonical form."""

    said: Mapping[str, str] = field(default_factory=dict)

    def of(self, step: str, card: int, values: Mapping[str, int | str]) -> str:
        """The table that a line asks for; empty while nobody typed it."""
        return self.said.get(key(step, card, values), "")


_TELLING = ("card", "column", "players", "seat")
"""The values of a line that make it ask for another table."""


def key(step: str, card: int, values: Mapping[str, int | str]) -> str:
    """What a copy keeps a table under: the step that asks, the card that starts the game, and what else tells it."""
    return f"{step}/{card}/" + ",".join(f"{name}={values[name]}" for name in _TELLING if name in values)


def read(kind: Kind, typed: str) -> str:
    """The canonical form of what was typed; empty for nothing. Unreadable, naming the part that does not fit."""
    typed = typed.strip(" \t\n,;")
    if kind in (Kind.CHOICE, Kind.SEAT):
        if typed and not _CHOICE.fullmatch(typed):
            raise Unreadable(kind, typed[:20])
        return typed
    gone = kind is Kind.TILES and _GONE.search(typed)
    listed = _listed(kind, _GONE.sub("", typed) if gone else typed)
    whole = f"{listed}: gone" if gone and listed else listed
    if len(whole) > LENGTH:
        raise Unreadable(kind, "…")
    return whole


def is_object(typed: str) -> bool:
    """Whether an object can be called so in a table."""
    return not typed or _FORMS[Kind.OBJECTS][0].fullmatch(f"{typed}: L1") is not None


def items(said: str) -> tuple[str, ...]:
    """The places or tiles of a canonical table."""
    return tuple(_GONE.sub("", said).split(", ")) if said else ()


def pairs(said: str) -> dict[str, str]:
    """Space to number of markers, or object to tile, in the order of a canonical table."""
    return {name: told for name, _sep, told in (part.partition(": ") for part in items(said))}


def leaving(said: str) -> Leaving:
    """The tiles that leave by a canonical table."""
    return Leaving(frozenset(items(said)), bool(_GONE.search(said)))


def with_pair(said: str, name: str, told: str) -> str:
    """A canonical table with one row set anew."""
    rows = {key: value for key, value in pairs(said).items() if key.casefold() != name.casefold()}
    return read(Kind.OBJECTS, ", ".join(f"{key}: {value}" for key, value in (*rows.items(), (name, told))))


def _listed(kind: Kind, typed: str) -> str:
    pattern, form = _FORMS[kind]
    parts = [part.strip() for part in (_BLANKS if kind in (Kind.PLACES, Kind.TILES) else _COMMAS).split(typed)]
    said = []
    for part in filter(None, parts):
        found = pattern.fullmatch(part)
        if found is None:
            raise Unreadable(kind, part[:20])
        said.append(form.format(*found.groups()))
    return ", ".join(dict.fromkeys(said))
