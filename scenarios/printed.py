"""What stands only on a card or tile, as a group types it once for its copy: numbers and names, never sentences.

Each kind has one canonical form, so that two people who type the same thing have said the same thing.
"""

from __future__ import annotations

import re
from enum import StrEnum


class Kind(StrEnum):
    """What a printed table holds."""

    PLACES = "places"
    """Spaces of the board: `3, 8, 9a`."""
    MARKERS = "markers"
    """How many markers on which space: `2: 1, 4: 2`."""
    TILES = "tiles"
    """Legacy tiles: `L1, L4`."""
    OBJECTS = "objects"
    """Which tile an object brings: `book: L31, spyglass: L33`."""


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
_COMMAS = re.compile(r"[,;\n]+")
_BLANKS = re.compile(r"[,;\s]+")


def read(kind: Kind, typed: str) -> str:
    """The canonical form of what was typed; empty for nothing. Unreadable, naming the part that does not fit."""
    pattern, form = _FORMS[kind]
    parts = [part.strip() for part in (_BLANKS if kind in (Kind.PLACES, Kind.TILES) else _COMMAS).split(typed)]
    said = []
    for part in filter(None, parts):
        found = pattern.fullmatch(part)
        if found is None:
            raise Unreadable(kind, part[:20])
        said.append(form.format(*found.groups()))
    whole = ", ".join(dict.fromkeys(said))
    if len(whole) > LENGTH:
        raise Unreadable(kind, "…")
    return whole
