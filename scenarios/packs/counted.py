"""Whether a score sheet can be trusted: it names what is there, counts everything that it asks for, and has its words.

And what the rules keep secret stays so: a secret number never flows into points that everybody sees.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenarios.packs.score import PARTS
from scenarios.scoring import Formula, Measure, Tie

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenarios.packs.known import Known
    from scenarios.packs.pack import Pack
    from scenarios.packs.reader import Fault
    from scenarios.packs.score import CategoryEntry, ScoreFile

FILE = "score.yaml"


def check_score(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """The faults of the pack's score sheet and of its words."""
    if FILE not in pack.sources:
        for language, text in pack.texts.items():
            if text.score.said():
                yield pack.fault(f"text.{language}.yaml", ("score",), "are words without a score sheet")
        return
    sheet = pack.score
    if not sheet.fields or not sheet.categories:
        yield pack.fault(FILE, (), "has neither fields nor categories")
    if any(FILE in packs[box].sources for box in known.boxes if box != pack.id):
        yield pack.fault(FILE, (), "a box that it needs counts already")
    yield from _twice(pack)
    yield from _fields(pack)
    yield from _categories(pack)
    yield from _order(pack)
    yield from _words(pack)


def _twice(pack: Pack) -> Iterator[Fault]:
    for part in PARTS:
        keys = Counter(entry.key for entry in getattr(pack.score, part))
        for index, entry in enumerate(getattr(pack.score, part)):
            if keys[entry.key] > 1:
                yield pack.fault(FILE, (part, index, "key"), f"{entry.key} is used twice")


def _fields(pack: Pack) -> Iterator[Fault]:
    sheet = pack.score
    there = {entry.key for entry in sheet.fields}
    counted = {key for entry in sheet.categories for key in _counted(entry)}
    for index, entry in enumerate(sheet.fields):
        for name in ("at_most", "instead_of"):
            for key in getattr(entry, name):
                if key not in there or key == entry.key:
                    yield pack.fault(FILE, ("fields", index, name), f"there is no other field {key}")
        if entry.key not in counted:
            yield pack.fault(FILE, ("fields", index), "is counted nowhere")


def _categories(pack: Pack) -> Iterator[Fault]:
    sheet = pack.score
    rows = {entry.key: entry.rows for entry in sheet.fields}
    used = {entry.weight for entry in sheet.categories}
    for index, entry in enumerate(sheet.categories):
        at = ("categories", index)
        for key in _counted(entry):
            if key not in rows:
                yield pack.fault(FILE, (*at, "of"), f"there is no field {key}")
        if entry.weight and entry.weight not in {one.key for one in sheet.weights}:
            yield pack.fault(FILE, (*at, "weight"), f"there is no weight {entry.weight}")
        if entry.formula is Formula.TABLE and entry.times and _all_rows(entry.of, rows) != rows.get(entry.times):
            yield pack.fault(FILE, (*at, "times"), "has not as many rows as the table counts")
        for key in _leaking(entry, sheet):
            yield pack.fault(FILE, (*at, "of"), f"{key} is secret, so what counts it is secret too")
    for index, weight in enumerate(sheet.weights):
        if weight.key not in used:
            yield pack.fault(FILE, ("weights", index), "is used nowhere")


def _leaking(entry: CategoryEntry, sheet: ScoreFile) -> list[str]:
    secret = {key for one in sheet.categories if one.secret for key in _counted(one)}
    return [] if entry.secret else [key for key in _counted(entry) if key in secret]


def _order(pack: Pack) -> Iterator[Fault]:
    sheet = pack.score
    there: Mapping[Measure, Collection[str]] = {
        Measure.TOTAL: (),
        Measure.CATEGORIES: {entry.key for entry in sheet.categories},
        Measure.ENTERED: {entry.key for entry in sheet.fields},
    }
    for index, criterion in enumerate(sheet.order):
        for key in criterion.of:
            if key not in there[criterion.measure]:
                yield pack.fault(FILE, ("order", index, "of"), f"there is no {key} among the {criterion.measure}")


def _words(pack: Pack) -> Iterator[Fault]:
    """English is complete; no language has a text too many."""
    for language, text in pack.texts.items():
        file = f"text.{language}.yaml"
        for part in PARTS:
            keys = {entry.key for entry in getattr(pack.score, part)}
            said = getattr(text.score, part)
            for key in said.keys() - keys:
                yield pack.fault(file, ("score", part, key), "is a text without an entry")
            for key in keys - said.keys() if language == "en" else ():
                yield pack.fault(file, ("score", part), f"{key} has no text")
        if language == "en" and text.score.tie is None:
            yield pack.fault(file, ("score",), "does not say how it is ranked (tie)")
        if language == "en" and (text.score.open is not None) != (pack.score.tie is Tie.OPEN):
            yield pack.fault(file, ("score",), "says what is left open if and only if the tie is")


def _counted(entry: CategoryEntry) -> tuple[str, ...]:
    return (*entry.of, *((entry.times,) if entry.times else ()))


def _all_rows(keys: Collection[str], rows: Mapping[str, int]) -> int:
    return sum(rows.get(key, 0) for key in keys)
