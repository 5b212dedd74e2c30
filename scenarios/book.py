"""The pilot book: lines, scenarios, modules and set-up steps from the database, and a set-up line as a sentence.

As in `cards.catalogue`, everything is kept in memory under the box and its content hash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cards.catalogue import Texts, boxes_with, read_only
from cards.models import Box
from scenarios import models
from scenarios.table import Amount, Line, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cards.models import Definition

ENGLISH = "en"

_GAP = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class CampaignLine:
    """A campaign that can be begun: its first story card, its first tiles, and the scenario of its games."""

    key: str
    first_story_card: int
    first_tiles: tuple[str, ...]
    scenario: str


@dataclass(frozen=True, slots=True)
class Start:
    """How a scenario begins with one of its cards: tiles from the box, and how many more are drawn by object.

    `shuffled_in` are the numbers of the project cards that come into the deck for this evening; `markers` and `marked`
    as in `packs/schema.py`.
    """

    tiles: tuple[str, ...] = ()
    draws: int = 0
    shuffled_in: tuple[int, ...] = ()
    markers: str = ""
    marked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A way to play. `cards` start it; it always uses `modules` and may use `optional_modules`.

    `starts` says for each card what lies at the start; `first_game` marks what is advised for a first evening.
    """

    key: str
    mode: str
    cards: tuple[int, ...]
    modules: frozenset[str]
    optional_modules: frozenset[str]
    starts: Mapping[int, Start] = field(default_factory=dict)
    first_game: bool = False
    facts: tuple[str, ...] = ()
    box: str = ""


@dataclass(frozen=True, slots=True)
class Opponent:
    """Who plays by cards, with the levels in order, the easiest first.

    `alone` are the modes in which one person may choose it, `always` those that bring it; `module` comes along with it.
    """

    key: str
    levels: tuple[str, ...]
    module: str
    alone: frozenset[str]
    always: frozenset[str]
    aids: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    box: str = ""


@dataclass(frozen=True, slots=True)
class Module:
    """A part of the rules, the modules that it cannot do without, and the aids that the log has for it."""

    key: str
    requires: frozenset[str]
    aids: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    box: str = ""


@dataclass(frozen=True, slots=True)
class Beginning:
    """A campaign that a group can begin with a box, in the reader's words."""

    box: str
    line: str
    name: str
    summary: str

    @property
    def id(self) -> str:
        return f"{self.box}:{self.line}"


def beginnings(language: str) -> list[Beginning]:
    """The campaigns whose games can be set up, over all boxes; each once, with the box that brings it."""
    found = []
    # Expansions first: whoever has one came for it.
    for box in sorted(Box.objects.all(), key=lambda box: (-len(box.requires), box.id)):
        own = models.Line.objects.filter(box=box, retired=False).values_list("key", flat=True)
        for line in (lines(box.id, box.content_hash)[key] for key in own):
            if steps(box.id, box.content_hash, line.scenario):
                words = [
                    text(line_texts(box.id, box.content_hash), line.key, part, language) for part in ("name", "summary")
                ]
                found.append(Beginning(box.id, line.key, *words))
    return found


@lru_cache(maxsize=32)
def lines(box_id: str, content_hash: str) -> Mapping[str, CampaignLine]:
    """The campaigns that can be begun with the box and those it needs, by key. Raises Box.DoesNotExist."""
    rows = models.Line.objects.of(list(boxes_with(box_id, content_hash))).current()
    found = [CampaignLine(row.key, row.first_story_card, tuple(row.first_tiles), row.scenario) for row in rows]
    return MappingProxyType({line.key: line for line in found})


@lru_cache(maxsize=32)
def scenarios(box_id: str, content_hash: str) -> Mapping[str, Scenario]:
    """The ways to play with the box and those it needs, by key. Raises Box.DoesNotExist."""
    rows = models.Scenario.objects.of(list(boxes_with(box_id, content_hash))).current()
    return MappingProxyType({row.key: _scenario(row) for row in rows})


@lru_cache(maxsize=32)
def modules(box_id: str, content_hash: str) -> Mapping[str, Module]:
    """The modules of the box and those it needs, by key. Raises Box.DoesNotExist."""
    rows = models.Module.objects.of(list(boxes_with(box_id, content_hash))).current()
    found = [Module(row.key, frozenset(row.requires), tuple(row.aids), tuple(row.facts), row.box_id) for row in rows]
    return MappingProxyType({module.key: module for module in found})


@lru_cache(maxsize=32)
def opponents(box_id: str, content_hash: str) -> Mapping[str, Opponent]:
    """Who plays by cards with the box and those it needs, by key. Raises Box.DoesNotExist."""
    rows = models.Opponent.objects.of(list(boxes_with(box_id, content_hash))).current()
    return MappingProxyType({row.key: _opponent(row) for row in rows})


@lru_cache(maxsize=128)
def steps(box_id: str, content_hash: str, scenario: str) -> tuple[Step, ...]:
    """The set-up steps of a scenario in their order; none for an unknown one. Raises Box.DoesNotExist."""
    rows = models.SetupStep.objects.of(list(boxes_with(box_id, content_hash))).current()
    of_it = [_step(row) for row in rows.order_by("position", "key") if scenario in row.scenarios]
    return tuple(of_it)


@lru_cache(maxsize=32)
def line_texts(box_id: str, content_hash: str) -> Texts:
    """Name and summary of campaigns, by key, language and field; retired ones included. Raises Box.DoesNotExist."""
    return _texts(models.Line, box_id, content_hash)


@lru_cache(maxsize=32)
def scenario_texts(box_id: str, content_hash: str) -> Texts:
    """Name and summary of scenarios, as `line_texts`."""
    return _texts(models.Scenario, box_id, content_hash)


@lru_cache(maxsize=32)
def module_texts(box_id: str, content_hash: str) -> Texts:
    """Name and summary of modules, as `line_texts`."""
    return _texts(models.Module, box_id, content_hash)


@lru_cache(maxsize=32)
def opponent_texts(box_id: str, content_hash: str) -> Texts:
    """Name and summary of opponents, and the name of each level as `level_<level>`, as `line_texts`."""
    return _texts(models.Opponent, box_id, content_hash)


def level_name(box_id: str, content_hash: str, opponent: str, level: str, language: str) -> str:
    """What a level of an opponent is called; empty for an unknown one."""
    return text(opponent_texts(box_id, content_hash), opponent, f"level_{level}", language)


@lru_cache(maxsize=32)
def step_texts(box_id: str, content_hash: str) -> Texts:
    """The sentences of steps with their gaps (fields as in `packs/schema.py`, `StepWords`), as `line_texts`."""
    return _texts(models.SetupStep, box_id, content_hash)


def text(texts: Texts, key: str, field: str, language: str) -> str:
    """One text in the language, else in English; empty where neither has it."""
    languages = texts.get(key, {})
    return languages.get(language, {}).get(field) or languages.get(ENGLISH, {}).get(field, "")


def line_text(box_id: str, content_hash: str, line: Line, language: str) -> str:
    """What to do, as one sentence in the language (else English).

    A tile without a known space has its own wording, and so have one that is still to be drawn and a line whose printed
    table is known.
    """
    texts = step_texts(box_id, content_hash)
    told = [f"told_{line.told}"] if line.told else []
    lacking = [f"line_without_{value}" for value in ("space", "tile") if value not in line.values]
    said = (text(texts, line.step, part, language) for part in (*told, *lacking, "line"))
    return _filled(next(filter(None, said), ""), line)


def line_why(box_id: str, content_hash: str, line: Line, language: str) -> str:
    """Why the line is there, in one or two sentences."""
    return _filled(text(step_texts(box_id, content_hash), line.step, "why", language), line)


def line_open(box_id: str, content_hash: str, line: Line, language: str) -> str:
    """What the sources leave open about the line; empty where nothing is."""
    return _filled(text(step_texts(box_id, content_hash), line.step, "open", language), line)


def choices(box_id: str, content_hash: str, scenario: str, step: str, language: str) -> dict[str, str]:
    """What a group can choose at a step where no source says it, in words; none at other steps."""
    offered = next((one.choices for one in steps(box_id, content_hash, scenario) if one.key == step), ())
    texts = step_texts(box_id, content_hash)
    return {choice: text(texts, step, f"choice_{choice}", language) for choice in offered}


def _filled(sentence: str, line: Line) -> str:
    """The mill sees to it that today's lines fill every gap; one stored under older content may lack a value."""
    return _GAP.sub(lambda gap: str(line.values.get(gap[1], "?")), sentence)


def _texts(model: type[Definition], box_id: str, content_hash: str) -> Texts:
    rows = model.objects.of(list(boxes_with(box_id, content_hash)))
    return read_only({row.key: row.texts for row in rows})


def _scenario(row: models.Scenario) -> Scenario:
    return Scenario(
        key=row.key,
        mode=row.mode,
        cards=tuple(row.cards),
        modules=frozenset(row.modules),
        optional_modules=frozenset(row.optional_modules),
        starts=MappingProxyType({said["card"]: _start(said) for said in row.starts}),
        first_game=row.first_game,
        facts=tuple(row.facts),
        box=row.box_id,
    )


def _start(said: Mapping[str, Any]) -> Start:
    """Rows that an older mill wrote know nothing of numbers that are shuffled in."""
    first, last = said.get("shuffled_in") or (1, 0)
    numbers = tuple(range(first, last + 1))
    return Start(tuple(said["tiles"]), said["draws"], numbers, said.get("markers", ""), tuple(said.get("marked", ())))


def _opponent(row: models.Opponent) -> Opponent:
    return Opponent(
        key=row.key,
        levels=tuple(row.levels),
        module=row.module,
        alone=frozenset(row.alone),
        always=frozenset(row.always),
        aids=tuple(row.aids),
        facts=tuple(row.facts),
        box=row.box_id,
    )


def _step(row: models.SetupStep) -> Step:
    return Step(
        key=row.key,
        scenarios=frozenset(row.scenarios),
        area=row.area,
        position=row.position,
        reasons=tuple(row.reasons),
        game=row.game,
        each=row.each,
        taken_from=row.taken_from,
        modules=frozenset(row.modules),
        without_modules=frozenset(row.without_modules),
        cards=frozenset(row.cards),
        players=frozenset(row.players),
        opponent=row.opponent,
        tiles=frozenset(row.tiles),
        amounts=MappingProxyType({name: _amount(said) for name, said in row.amounts.items()}),
        open=row.open,
        section=row.section,
        printed=row.printed,
        choices=tuple(row.choices),
    )


def _amount(said: Mapping[str, Any]) -> Amount:
    """Rows that an older mill wrote lack the tables that it did not know."""
    return Amount(
        fixed=said["fixed"],
        per_player=said["per_player"],
        by_seat=tuple(said["by_seat"]),
        by_players=tuple(said.get("by_players", ())),
        by_level=MappingProxyType(dict(said.get("by_level", {}))),
    )
