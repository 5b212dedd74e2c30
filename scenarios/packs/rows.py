"""What a pack says, as the fields of rows: `{model: {key: fields}}`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from cards.models import AutomaCard, Chart, Definition, Edge, HomePort, LegacyTile, Location, Rule, StoryCard
from scenarios.models import Line, Module, Opponent, Scenario, ScoreSheet, SetupStep, TurnPart

if TYPE_CHECKING:
    from scenarios.packs import board, drawing, reference, schema, turn
    from scenarios.packs.pack import Pack

Fields = Mapping[str, Any]
Words = Mapping[str, Mapping[str, str]]


def box_fields(pack: Pack, content_hash: str) -> Fields:
    """The fields of the box's own row. `content_hash` covers the boxes it needs as well."""
    texts = {language: text.box.said() for language, text in pack.texts.items()}
    return {
        "requires": list(pack.box.requires),
        "version": pack.box.version,
        "content_hash": content_hash,
        "texts": texts,
        "synonyms": {language: [list(group) for group in text.synonyms] for language, text in pack.texts.items()},
        "unheard": {language: list(text.unheard) for language, text in pack.texts.items()},
    }


def rows(pack: Pack) -> Mapping[type[Definition], Mapping[str, Fields]]:
    """Every row of the pack. The values compare equal to what the database gives back (lists, not tuples)."""
    return {
        StoryCard: {str(number): _card(pack, entry, number) for entry in pack.cards for number in entry.numbers},
        LegacyTile: {tile.key: _tile(pack, tile) for tile in pack.tiles},
        HomePort: _plain(pack, "home_ports", pack.home_ports),
        Location: {key: _without_none(fields) for key, fields in _plain(pack, "locations", pack.locations).items()},
        Edge: {edge.key: _edge(edge) for edge in pack.edges},
        Chart: {"chart": _chart(pack.chart)} if "chart.yaml" in pack.sources else {},
        Rule: _plain(pack, "rules", pack.rules),
        AutomaCard: {card.key: _automa(card) for card in pack.automa},
        Line: {line.key: _line(pack, line) for line in pack.lines},
        Module: _plain(pack, "modules", pack.modules),
        Opponent: {key: _without_none(fields) for key, fields in _plain(pack, "opponents", pack.opponents).items()},
        Scenario: _plain(pack, "scenarios", pack.scenarios),
        SetupStep: {
            key: fields | {"lot": fields["lot"] or {}} for key, fields in _plain(pack, "steps", pack.steps).items()
        },
        TurnPart: {
            key: {**fields, "position": at} for at, (key, fields) in enumerate(_plain(pack, "turn", pack.turn).items())
        },
        ScoreSheet: {"score": _score(pack)} if "score.yaml" in pack.sources else {},
    }


def _card(pack: Pack, entry: schema.CardRange, number: int) -> Fields:
    return {
        "number": number,
        "kind": entry.kind.value,
        "line": entry.line or "",
        "sure": entry.sure,
        "public": number in pack.box.public.cards,
        "facts": list(entry.facts),
        "texts": {},
    }


def _line(pack: Pack, line: schema.LineEntry) -> Fields:
    """A line of evenings is one without a first card."""
    fields = line.model_dump(mode="json", exclude={"key", "evenings"})
    first, scenario = line.first_story_card or 0, line.scenario or ""
    return {**fields, "first_story_card": first, "scenario": scenario, "texts": _words(pack, "lines", line.key)}


def _tile(pack: Pack, tile: schema.TileEntry) -> Fields:
    return {
        **tile.model_dump(mode="json", exclude={"key"}),
        "space": tile.space or "",
        "public": tile.key in pack.box.public.tiles,
        "texts": _words(pack, "tiles", tile.key),
    }


def _plain(
    pack: Pack,
    name: str,
    entries: Iterable[
        schema.ModuleEntry
        | schema.OpponentEntry
        | schema.ScenarioEntry
        | schema.StepEntry
        | board.HomePortEntry
        | board.LocationEntry
        | reference.RuleEntry
        | turn.TurnEntry
    ],
) -> dict[str, dict[str, Any]]:
    """Rows whose fields are called as in the files."""
    return {
        entry.key: {**entry.model_dump(mode="json", exclude={"key"}), "texts": _words(pack, name, entry.key)}
        for entry in entries
    }


def _without_none(fields: Fields) -> Fields:
    """Columns of text are empty where the file says nothing."""
    return {name: "" if value is None else value for name, value in fields.items()}


def _edge(edge: board.EdgeEntry) -> Fields:
    """An arrow has no words, and a cost that nobody knows stays unknown."""
    return {**_without_none(edge.model_dump(mode="json")), "cost": edge.cost, "texts": {}}


def _chart(chart: drawing.ChartFile) -> Fields:
    """The drawing is one row: its words are those of locations."""
    return {**chart.model_dump(mode="json", exclude_none=True), "sheet": _sheet(chart.sheet), "texts": {}}


def _sheet(sheet: drawing.SheetEntry | None) -> Fields:
    return sheet.model_dump(mode="json", exclude_none=True) if sheet else {}


def _score(pack: Pack) -> Fields:
    """The sheet is one row, with the words of all its parts."""
    words = {language: said for language, text in pack.texts.items() if (said := text.score.said())}
    return {**pack.score.model_dump(mode="json", by_alias=True), "texts": words}


def _automa(card: reference.AutomaEntry) -> Fields:
    """A card of an opponent has no words of its own."""
    fields = card.model_dump(mode="json", exclude={"key", "actions"})
    actions = [action.model_dump(mode="json", exclude_none=True) for action in card.actions]
    return {**fields, "actions": actions, "texts": {}}


def _words(pack: Pack, name: str, key: str) -> Words:
    return {
        language: getattr(text, name)[key].said() for language, text in pack.texts.items() if key in getattr(text, name)
    }
