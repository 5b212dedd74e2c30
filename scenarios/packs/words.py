"""The shape of `text.<language>.yaml`: all words of a pack in one language."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from scenarios.packs.board import PortWords  # noqa: TC001 - pydantic reads it at run time
from scenarios.packs.drawing import LocationWords  # noqa: TC001 - pydantic reads it at run time
from scenarios.packs.reference import RuleWords  # noqa: TC001 - pydantic reads it at run time
from scenarios.packs.score import ScoreWords
from scenarios.packs.shapes import Choice, Content, Key, LevelKey, LineKey, Naming, Space, TileKey, Word, Words


class OpponentWords(Naming):
    """`levels` names each level; `said` holds them as `level_<level>`."""

    levels: dict[LevelKey, Annotated[Words, StringConstraints(max_length=80)]]

    def said(self) -> dict[str, str]:
        plain = self.model_dump(exclude_none=True, exclude={"levels"})
        return {**plain, **{f"level_{level}": name for level, name in self.levels.items()}}


class StepWords(Content):
    """`line` is one sentence for the hand.

    `line_without_space` serves tiles of which no space is known, `line_without_tile` those that are still to be drawn.
    `told` are the words of the line where the copy knows its printed table, by `scenarios.table.Line.told`; `choices`
    name what a group can choose. `said` holds them as `told_<name>` and `choice_<name>`.
    """

    line: Words
    line_without_space: Words | None = None
    line_without_tile: Words | None = None
    why: Words
    open: Words | None = None
    told: dict[Choice, Words] = {}
    choices: dict[Choice, Annotated[Words, StringConstraints(max_length=80)]] = {}

    def said(self) -> dict[str, str]:
        """The texts by the name of their field."""
        plain = self.model_dump(exclude_none=True, exclude={"told", "choices"})
        told = {f"told_{name}": words for name, words in self.told.items()}
        return {**plain, **told, **{f"choice_{name}": words for name, words in self.choices.items()}}


class TextFile(Content):
    """All words of a pack in one language. `synonyms` are groups of words that people use for the same thing.

    `unheard` are the small words of the language that say nothing of what is looked for.
    """

    box: Naming
    tiles: dict[TileKey, Naming] = {}
    lines: dict[LineKey, Naming] = {}
    modules: dict[Key, Naming] = {}
    opponents: dict[Key, OpponentWords] = {}
    scenarios: dict[Key, Naming] = {}
    steps: dict[Key, StepWords] = {}
    turn: dict[Key, Naming] = {}
    home_ports: dict[Key, PortWords] = {}
    locations: dict[Space, LocationWords] = {}
    rules: dict[Key, RuleWords] = {}
    score: ScoreWords = ScoreWords()
    synonyms: tuple[tuple[Word, ...], ...] = ()
    unheard: tuple[Word, ...] = ()
