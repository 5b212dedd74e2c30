"""A folder of content files becomes a `Pack`: values of known shape that remember file and line."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError

from scenarios.packs import board, drawing, reference, schema, score, turn, words
from scenarios.packs.reader import Fault, KeyPath, PackError, Source, read
from scenarios.packs.shapes import Content

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

DATA = Path(__file__).parent / "data"
"""The packs that come with Portolan."""

SHAPE = 6
"""Raise it when the loader writes rows of another shape: equal files must then be loaded again."""

_LANGUAGE = re.compile(r"text\.([a-z]{2}(?:-[a-z]{2,4})?)\.yaml")
_STRUCTURE: Mapping[str, type[Content]] = {
    "box.yaml": schema.BoxFile,
    "cards.yaml": schema.CardsFile,
    "tiles.yaml": schema.TilesFile,
    "lines.yaml": schema.LinesFile,
    "modules.yaml": schema.ModulesFile,
    "opponents.yaml": schema.OpponentsFile,
    "scenarios.yaml": schema.ScenariosFile,
    "setup.yaml": schema.SetupFile,
    "turn.yaml": turn.TurnFile,
    "home_ports.yaml": board.HomePortsFile,
    "locations.yaml": board.LocationsFile,
    "chart.yaml": drawing.ChartFile,
    "score.yaml": score.ScoreFile,
    "rules.yaml": reference.RulesFile,
    "automa.yaml": reference.AutomaFile,
    "facts.yaml": reference.FactsFile,
}
_NEEDED = ("box.yaml", "text.en.yaml")

File = TypeVar("File", bound=Content)


@dataclass(frozen=True, slots=True)
class Pack:
    """The content of one box. `texts` maps languages; `digest` is a SHA-256 over the pack's own files."""

    box: schema.BoxFile
    cards: tuple[schema.CardRange, ...]
    tiles: tuple[schema.TileEntry, ...]
    lines: tuple[schema.LineEntry, ...]
    modules: tuple[schema.ModuleEntry, ...]
    opponents: tuple[schema.OpponentEntry, ...]
    scenarios: tuple[schema.ScenarioEntry, ...]
    steps: tuple[schema.StepEntry, ...]
    turn: tuple[turn.TurnEntry, ...]
    home_ports: tuple[board.HomePortEntry, ...]
    locations: tuple[board.LocationEntry, ...]
    edges: tuple[board.EdgeEntry, ...]
    chart: drawing.ChartFile
    score: score.ScoreFile
    rules: tuple[reference.RuleEntry, ...]
    automa: tuple[reference.AutomaEntry, ...]
    facts: reference.FactsFile
    texts: Mapping[str, words.TextFile]
    sources: Mapping[str, Source]
    digest: str

    @property
    def id(self) -> str:
        return self.box.id

    def fault(self, file: str, path: KeyPath, message: str) -> Fault:
        """A fault at a key of one of the pack's files."""
        return self.sources[file].fault(path, message)


def read_packs(folder: Path = DATA) -> Mapping[str, Pack]:
    """Every pack below the folder by box id. Raises PackError with the faults of all files at once."""
    packs: dict[str, Pack] = {}
    faults: list[Fault] = []
    for place in sorted(entry for entry in folder.iterdir() if entry.is_dir()):
        try:
            packs[place.name] = read_pack(place)
        except PackError as error:
            faults.extend(error.faults)
    if not packs and not faults:
        faults.append(Fault(folder.name, 1, "", "holds no pack"))
    if faults:
        raise PackError(tuple(sorted(faults)))
    return packs


def read_pack(place: Path) -> Pack:
    """The pack in one folder, read and checked for its shape. Raises PackError."""
    faults = list(_wrong_names(place))
    sources: dict[str, Source] = {}
    for path in sorted(place.glob("*.yaml")):
        try:
            sources[path.name] = read(path, f"{place.name}/{path.name}")
        except PackError as error:
            faults.extend(error.faults)
    shaped = {name: _shaped(source, _shape_of(name), faults) for name, source in sources.items() if _shape_of(name)}
    if faults:
        raise PackError(tuple(sorted(faults)))
    return _pack(sources, shaped, _digest(place, sources))


def _wrong_names(place: Path) -> Iterator[Fault]:
    names = {entry.name for entry in place.iterdir()}
    for needed in _NEEDED:
        if needed not in names:
            yield Fault(f"{place.name}/{needed}", 1, "", "is missing")
    for name in sorted(names):
        if not _shape_of(name):
            yield Fault(f"{place.name}/{name}", 1, "", "is no file of a pack")


def _shape_of(name: str) -> type[Content] | None:
    return words.TextFile if _LANGUAGE.fullmatch(name) else _STRUCTURE.get(name)


def _shaped(source: Source, shape: type[Content] | None, faults: list[Fault]) -> Content | None:
    assert shape is not None
    try:
        return shape.model_validate(source.data)
    except ValidationError as error:
        faults.extend(_faults(source, error))
        return None


def _faults(source: Source, error: ValidationError) -> Iterator[Fault]:
    """One fault for each cause: a list that lacks items because they are wrong themselves is none of its own."""
    found = [(tuple(step for step in item["loc"] if step != "[key]"), item) for item in error.errors()]
    for path, item in found:
        if not any(other[: len(path)] == path != other for other, _ in found):
            yield source.fault(path, _said(item["type"], item["msg"]))


def _said(kind: str, message: str) -> str:
    known = {"extra_forbidden": "is no key that is known here", "missing": "is missing"}
    said = message.removeprefix("Value error, ")
    return known.get(kind, said[:1].lower() + said[1:])


def _pack(sources: Mapping[str, Source], shaped: Mapping[str, Content | None], digest: str) -> Pack:
    def of(name: str, shape: type[File]) -> File:
        found = shaped.get(name)
        return found if isinstance(found, shape) else shape()

    printed = of("locations.yaml", board.LocationsFile)
    texts = {match[1]: of(name, words.TextFile) for name in shaped if (match := _LANGUAGE.fullmatch(name))}
    return Pack(
        box=of("box.yaml", schema.BoxFile),
        cards=of("cards.yaml", schema.CardsFile).cards,
        tiles=of("tiles.yaml", schema.TilesFile).tiles,
        lines=of("lines.yaml", schema.LinesFile).lines,
        modules=of("modules.yaml", schema.ModulesFile).modules,
        opponents=of("opponents.yaml", schema.OpponentsFile).opponents,
        scenarios=of("scenarios.yaml", schema.ScenariosFile).scenarios,
        steps=of("setup.yaml", schema.SetupFile).steps,
        turn=of("turn.yaml", turn.TurnFile).turn,
        home_ports=of("home_ports.yaml", board.HomePortsFile).home_ports,
        locations=printed.locations,
        edges=printed.edges,
        chart=of("chart.yaml", drawing.ChartFile),
        score=of("score.yaml", score.ScoreFile),
        rules=of("rules.yaml", reference.RulesFile).rules,
        automa=of("automa.yaml", reference.AutomaFile).automa,
        facts=of("facts.yaml", reference.FactsFile),
        texts=texts,
        sources=sources,
        digest=digest,
    )


def _digest(place: Path, names: Mapping[str, Source]) -> str:
    """Line ends are made equal first: a checkout on Windows is no other content."""
    total = hashlib.sha256(str(SHAPE).encode())
    for name in sorted(names):
        raw = (place / name).read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{name}\0{len(raw)}\0".encode() + raw)
    return total.hexdigest()
