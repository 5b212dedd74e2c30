"""Whether the words of a pack fit its structure: none missing, none left over, every gap in a sentence filled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cards.board import Confidence
from scenarios.printed import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenarios.packs import board, schema
    from scenarios.packs.pack import Pack
    from scenarios.packs.reader import Fault, KeyPath
    from scenarios.packs.shapes import Content, Naming
    from scenarios.packs.words import OpponentWords, StepWords, TextFile

KEYED = ("tiles", "lines", "modules", "opponents", "scenarios", "steps", "turn", "home_ports", "locations", "rules")
"""The lists whose entries have a key and words."""

_GAP = re.compile(r"\{([a-z_]+)\}")
_OF_EACH = {
    "": (),
    "tile": ("tile",),
    "card": ("card",),
    "start": ("card",),
    "draw": ("column",),
    "project": ("card",),
    "seat": ("seat",),
}
_NATIONS = ("france", "spain", "england", "others")
_TOLD: Mapping[str, tuple[str, ...]] = {
    Kind.PLACES: ("known",),
    Kind.MARKERS: _NATIONS,
    Kind.TILES: ("gone", "known", "none"),
}
"""Which words the lines of a step need where the copy knows its printed table; a choice needs words for each choice."""
_TOLD_VALUES: Mapping[str, set[str]] = {
    Kind.PLACES: {"places", "count"},
    Kind.MARKERS: {"places", "count"},
    Kind.TILES: {"tile"},
}
_AT_TIMES = {"tile": "space", "draw": "tile"}
"""What only some lines of a step have a value for: `line` says it, `line_without_<it>` serves the others."""


def check_texts(pack: Pack) -> Iterator[Fault]:
    """English is complete; other languages may lack a text (English stands in) but never hold one too many."""
    for language, text in pack.texts.items():
        file = f"text.{language}.yaml"
        for name in KEYED:
            keys = [entry.key for entry in getattr(pack, name)]
            yield from _unmatched(pack, file, name, keys, getattr(text, name))
        for tile in pack.tiles:
            yield from _doubt(pack, file, tile, text.tiles.get(tile.key))
        for location in pack.locations:
            yield from _uncertain(pack, file, location, text.locations.get(location.key))
        for opponent in pack.opponents:
            yield from _levels(pack, file, opponent, text.opponents.get(opponent.key))
        for step in pack.steps:
            if words := text.steps.get(step.key):
                yield from _gaps(pack, file, step, words)
                yield from _told(pack, file, step, words)
        yield from _braces(pack, file, text)


def values_of(step: schema.StepEntry) -> frozenset[str]:
    """The names that every line of the step has a value for. A tile may have `space` as well, a draw its `tile`."""
    return frozenset((*step.amounts, *_OF_EACH[step.each]))


def _unmatched(pack: Pack, file: str, name: str, keys: list[str], words: Mapping[str, Content]) -> Iterator[Fault]:
    for key in words:
        if key not in keys:
            yield pack.fault(file, (name, key), "is a text without an entry")
    if file == "text.en.yaml":
        for key in keys:
            if key not in words:
                yield pack.fault(file, (name, key), "has no text")


def _doubt(pack: Pack, file: str, tile: schema.TileEntry, words: Naming | None) -> Iterator[Fault]:
    if words and not tile.number_sure and not words.open:
        yield pack.fault(file, ("tiles", tile.key, "open"), "is missing: the number of the tile is not sure")


def _uncertain(pack: Pack, file: str, location: board.LocationEntry, words: Naming | None) -> Iterator[Fault]:
    if words and location.confidence is not Confidence.HIGH and not words.open:
        yield pack.fault(file, ("locations", location.key, "open"), "is missing: the location is not sure")


def _levels(pack: Pack, file: str, opponent: schema.OpponentEntry, words: OpponentWords | None) -> Iterator[Fault]:
    if words and sorted(words.levels) != sorted(opponent.levels):
        yield pack.fault(file, ("opponents", opponent.key, "levels"), "do not name the levels that there are")


def _gaps(pack: Pack, file: str, step: schema.StepEntry, words: StepWords) -> Iterator[Fault]:
    at: KeyPath = ("steps", step.key)
    sure = values_of(step)
    at_times = _AT_TIMES.get(step.each)
    for field, text in words.said().items():
        allowed = sure | {at_times} if field == "line" and at_times else sure
        if field.startswith("told_"):
            allowed = sure | _TOLD_VALUES.get(step.printed, set())
        found = set(_GAP.findall(text))
        for name in sorted(found - allowed):
            yield pack.fault(file, (*at, field), f"{{{name}}} is no value of this step")
        for name in sorted(allowed - found) if field.startswith("line") else ():
            yield pack.fault(file, (*at, field), f"{{{name}}} is never said")
    for each, value in _AT_TIMES.items():
        field = f"line_without_{value}"
        if (field in words.said()) != (step.each == each):
            yield pack.fault(file, (*at, field), f"belongs to steps for each {each}, and each of them has one")
    if (words.open is not None) != step.open:
        yield pack.fault(file, (*at, "open"), "stands here if and only if the step is open")


def _told(pack: Pack, file: str, step: schema.StepEntry, words: StepWords) -> Iterator[Fault]:
    at: KeyPath = ("steps", step.key)
    if sorted(words.told) != sorted(_TOLD.get(step.printed, step.choices)):
        yield pack.fault(file, (*at, "told"), "does not fit what is printed: see scenarios/packs/texts.py")
    if sorted(words.choices) != sorted(step.choices):
        yield pack.fault(file, (*at, "choices"), "do not name the choices that there are")


def _braces(pack: Pack, file: str, text: TextFile) -> Iterator[Fault]:
    """Only steps have values, and a brace that opens no gap is a slip everywhere."""
    for name in KEYED:
        for key, words in getattr(text, name).items():
            for field, said in words.said().items():
                rest = _GAP.sub("", said) if name == "steps" else said
                if "{" in rest or "}" in rest:
                    yield pack.fault(file, (name, key, field), "holds a brace that names no value")
