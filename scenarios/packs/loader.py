"""Content files become rows. Loading twice changes nothing; a row that left the files is retired, never deleted.

Journals name keys for ever, so a key never comes to stand for another thing unnoticed: `Summary.meanings` reports it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.db import transaction

from cards.models import (
    AutomaCard,
    Box,
    Chart,
    Definition,
    Edge,
    HomePort,
    LegacyTile,
    Location,
    Rule,
    StoryCard,
)
from scenarios.models import Line, Module, Opponent, Scenario, ScoreSheet, SetupStep, TurnPart
from scenarios.packs.checks import check
from scenarios.packs.known import needed
from scenarios.packs.pack import DATA, Pack, read_packs
from scenarios.packs.reader import PackError
from scenarios.packs.rows import Fields, box_fields, rows

if TYPE_CHECKING:
    from pathlib import Path

Wanted = Mapping[str, Fields]

MODELS: tuple[type[Definition], ...] = (
    StoryCard,
    LegacyTile,
    HomePort,
    Location,
    Edge,
    Chart,
    Rule,
    AutomaCard,
    Line,
    Module,
    Opponent,
    Scenario,
    SetupStep,
    TurnPart,
    ScoreSheet,
)

_MEANING: Mapping[type[Definition], tuple[str, ...]] = {
    StoryCard: ("kind", "line"),
    LegacyTile: ("kind",),
    Location: ("kind",),
    Line: ("first_story_card",),
    Scenario: ("mode",),
}


@dataclass(frozen=True, slots=True)
class Counts:
    """How many rows of one model were added, changed (taken up again included), retired, left alone."""

    added: int = 0
    changed: int = 0
    retired: int = 0
    unchanged: int = 0

    @property
    def differs(self) -> bool:
        return bool(self.added or self.changed or self.retired)


@dataclass(frozen=True, slots=True)
class Summary:
    """What loading did, or would do. `models` maps a model's name; `meanings` are sentences to look into."""

    models: Mapping[str, Counts]
    meanings: tuple[str, ...]

    @property
    def differs(self) -> bool:
        return any(counts.differs for counts in self.models.values())


@dataclass(frozen=True, slots=True)
class _Plan:
    """The writes that bring one model to what the files say."""

    model: type[Definition]
    add: list[Definition] = field(default_factory=list)
    change: list[Definition] = field(default_factory=list)
    retire: list[Definition] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    meanings: list[str] = field(default_factory=list)

    def counts(self) -> Counts:
        return Counts(len(self.add), len(self.change), len(self.retire), len(self.unchanged))


def load(folder: Path = DATA, *, check_only: bool = False) -> Summary:
    """Brings the rows to what the packs below `folder` say, in one transaction, and says what changed.

    With `check_only` nothing is written, and nothing is where hashes and rows are as the files say: then no write lock
    is taken either. Raises PackError with all faults if the files are wrong; then nothing is written.
    """
    packs = read_packs(folder)
    if faults := check(packs):
        raise PackError(faults)
    found = _compare(packs, write=False)
    if check_only or not found.differs:
        return found
    with transaction.atomic():
        return _compare(packs, write=True)


def combined_hash(box: str, packs: Mapping[str, Pack]) -> str:
    """One hash over a box and all boxes it needs: whoever knows it knows the content of the whole table."""
    parts = sorted(f"{one} {packs[one].digest}" for one in needed(box, packs))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _compare(packs: Mapping[str, Pack], *, write: bool) -> Summary:
    boxes = _boxes(packs, write=write)
    wanted = {box: rows(pack) for box, pack in packs.items()}
    plans = [_plan(model, {box: found[model] for box, found in wanted.items()}) for model in MODELS]
    if write:
        for plan in plans:
            _apply(plan, packs)
    models = {"Box": boxes} | {plan.model.__name__: plan.counts() for plan in plans}
    return Summary(models, tuple(sentence for plan in plans for sentence in plan.meanings))


def _boxes(packs: Mapping[str, Pack], *, write: bool) -> Counts:
    """Box rows come first, since the others point at them. A box that left the folder keeps its row, without a hash."""
    known = {box.id: box for box in Box.objects.all()}
    wanted = {box: box_fields(pack, combined_hash(box, packs)) for box, pack in packs.items()}
    changed = {box for box in wanted.keys() & known.keys() if _differs(known[box], wanted[box])}
    gone = [box for box in known.values() if box.id not in wanted and box.content_hash]
    if write:
        for box in {*changed, *(wanted.keys() - known.keys())}:
            Box.objects.update_or_create(id=box, defaults=dict(wanted[box]))
        for old in gone:
            old.content_hash = ""
            old.save(update_fields=["content_hash"])
    kept = len(wanted.keys() & known.keys()) - len(changed)
    return Counts(len(wanted.keys() - known.keys()), len(changed), len(gone), kept)


def _plan(model: type[Definition], wanted: Mapping[str, Wanted]) -> _Plan:
    plan = _Plan(model)
    seen: set[tuple[str, str]] = set()
    for row in model.objects.order_by("box_id", "key"):
        seen.add((row.box_id, row.key))
        fields = wanted.get(row.box_id, {}).get(row.key)
        if fields is not None:
            _meet(plan, row, fields)
        elif row.retired:
            plan.unchanged.append(row.key)
        else:
            plan.retire.append(row)
    plan.add.extend(_new(model, wanted, seen))
    return plan


def _meet(plan: _Plan, row: Definition, fields: Fields) -> None:
    if not row.retired and not _differs(row, fields):
        plan.unchanged.append(row.key)
        return
    for name in _MEANING.get(plan.model, ()):
        before, now = getattr(row, name), fields[name]
        if before != now:
            plan.meanings.append(f"{row.box_id} {plan.model.__name__} {row.key}: {name} was {before!r}, now {now!r}")
    for name, value in fields.items():
        setattr(row, name, value)
    row.retired = False
    plan.change.append(row)


def _new(model: type[Definition], wanted: Mapping[str, Wanted], seen: set[tuple[str, str]]) -> Iterator[Definition]:
    for box, keys in wanted.items():
        for key, fields in keys.items():
            if (box, key) not in seen:
                yield model(box_id=box, key=key, **fields)


def _differs(row: Box | Definition, fields: Fields) -> bool:
    return any(getattr(row, name) != value for name, value in fields.items())


def _apply(plan: _Plan, packs: Mapping[str, Pack]) -> None:
    plan.model.objects.bulk_create(plan.add)
    if plan.change:
        names = [*next(iter(rows(packs[plan.change[0].box_id])[plan.model].values())), "retired"]
        plan.model.objects.bulk_update(plan.change, names)
    plan.model.objects.filter(pk__in=[row.pk for row in plan.retire]).update(retired=True)
