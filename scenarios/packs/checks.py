"""What one file cannot know: whether the packs fit together. Each check yields faults, each with file, line and key."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Protocol

from cards.pieces import CardKind, TileKind
from scenarios.packs import answers, chart, texts, ways
from scenarios.packs.known import Known, known_to, needed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from scenarios.packs import schema
    from scenarios.packs.pack import Pack
    from scenarios.packs.reader import Fault, KeyPath

_OF_A_LINE = (CardKind.STORY, CardKind.STORY_AND_SCENARIO)


class _Keyed(Protocol):
    @property
    def key(self) -> str: ...


def check(packs: Mapping[str, Pack]) -> tuple[Fault, ...]:
    """All faults of all packs, in the order of files and lines; none if they can be loaded."""
    boxes = [fault for pack in packs.values() for fault in _boxes(pack, packs)]
    if boxes:  # nothing else can be looked up while the boxes do not stand
        return tuple(sorted(boxes))
    faults = {
        fault
        for pack in packs.values()
        for known in [known_to(pack, packs)]
        for one in _CHECKS
        for fault in one(pack, known, packs)
    }
    return tuple(sorted(faults))


def _boxes(pack: Pack, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    folder = pack.sources["box.yaml"].file.split("/")[0]
    if pack.id != folder:
        yield pack.fault("box.yaml", ("id",), f"is {pack.id}, but the folder is called {folder}")
    for index, box in enumerate(pack.box.requires):
        if box not in packs:
            yield pack.fault("box.yaml", ("requires", index), f"there is no box {box}")
        elif pack.id in needed(box, packs):
            yield pack.fault("box.yaml", ("requires", index), f"{box} needs {pack.id} itself: a circle")


def _keys(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """A key stands once among all boxes that are played together: journals and plays know it without its box.

    What people look up has a key of its own among all boxes: one book holds them all.
    """
    for name, file in _LISTS.items():
        apart = _apart(pack, packs) if name in answers.TELLING else ()
        others = Counter(entry.key for box in (*known.boxes, *apart) for entry in _entries(packs[box], name))
        for index, entry in enumerate(_entries(pack, name)):
            if others[entry.key] > 1:
                yield pack.fault(file, (name, index, "key"), f"{entry.key} is used twice")


def _apart(pack: Pack, packs: Mapping[str, Pack]) -> tuple[str, ...]:
    """The boxes that are neither needed by this one nor need it."""
    own = needed(pack.id, packs)
    return tuple(box for box in packs if box not in own and pack.id not in needed(box, packs))


def _cards(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    taken = Counter(number for box in known.boxes for entry in packs[box].cards for number in entry.numbers)
    for index, entry in enumerate(pack.cards):
        at = ("cards", index)
        if not entry.numbers:
            yield pack.fault("cards.yaml", (*at, "last"), "lies before first")
        if double := [number for number in entry.numbers if taken[number] > 1]:
            yield pack.fault("cards.yaml", (*at, "first"), f"overlaps with another range at {double[0]}")
        if (entry.line is not None) != (entry.kind in _OF_A_LINE):
            yield pack.fault("cards.yaml", (*at, "line"), "belongs to story cards, and each of them has one")
        elif entry.line and entry.line not in known.lines:
            yield pack.fault("cards.yaml", (*at, "line"), f"there is no line {entry.line}")


def _public(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    own_tiles = {tile.key for tile in pack.tiles}
    own_cards = {number for entry in pack.cards for number in entry.numbers}
    for index, tile in enumerate(pack.box.public.tiles):
        if tile not in own_tiles:
            yield pack.fault("box.yaml", ("public", "tiles", index), f"the box has no tile {tile}")
    for index, number in enumerate(pack.box.public.cards):
        if number not in own_cards:
            yield pack.fault("box.yaml", ("public", "cards", index), f"the box has no card {number}")


def _lines(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    for index, line in enumerate(pack.lines):
        at = ("lines", index)
        card = known.cards.get(line.first_story_card)
        if card is None or card.line != line.key:
            said = f"{line.first_story_card} is no story card of the line {line.key}"
            yield pack.fault("lines.yaml", (*at, "first_story_card"), said)
        if line.scenario not in known.scenarios:
            yield pack.fault("lines.yaml", (*at, "scenario"), f"there is no scenario {line.scenario}")
        for place, tile in enumerate(line.first_tiles):
            if said := _no_first_tile(tile, known):
                yield pack.fault("lines.yaml", (*at, "first_tiles", place), said)
        starts = known.scenarios[line.scenario].starts if line.scenario in known.scenarios else ()
        if any(start.card == line.first_story_card and start.tiles != line.first_tiles for start in starts):
            yield pack.fault("lines.yaml", (*at, "first_tiles"), f"are others than those of {line.scenario}")


def _no_first_tile(tile: str, known: Known) -> str:
    if tile not in known.tiles:
        return f"there is no tile {tile}"
    if known.tiles[tile].kind is not TileKind.CAMPAIGN:
        return f"{tile} is no campaign tile"
    # The first game is set up from a list that everybody reads.
    return "" if tile in known.public_tiles else f"{tile} starts a game, so it is public"


def _modules(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    for index, module in enumerate(pack.modules):
        for place, key in enumerate(module.requires):
            at = ("modules", index, "requires", place)
            if key not in known.modules:
                yield pack.fault("modules.yaml", at, f"there is no module {key}")
            elif module.key in _with_needs([key], known):
                yield pack.fault("modules.yaml", at, f"{key} needs {module.key} itself: a circle")


def _with_needs(keys: Iterable[str], known: Known) -> set[str]:
    found: set[str] = set()
    waiting = list(keys)
    while waiting:
        now = waiting.pop()
        if now in known.modules and now not in found:
            found.add(now)
            waiting.extend(known.modules[now].requires)
    return found


def _scenarios(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    for index, scenario in enumerate(pack.scenarios):
        at = ("scenarios", index)
        for field, keys in (("modules", scenario.modules), ("optional_modules", scenario.optional_modules)):
            for place, key in enumerate(keys):
                if key not in known.modules:
                    yield pack.fault("scenarios.yaml", (*at, field, place), f"there is no module {key}")
            allowed = {*scenario.modules, *(scenario.optional_modules if field == "optional_modules" else ())}
            if lacking := sorted(_with_needs(keys, known) - allowed):
                yield pack.fault("scenarios.yaml", (*at, field), f"also needs the module {lacking[0]}")
        for place, number in enumerate(scenario.cards):
            if number not in known.cards:
                yield pack.fault("scenarios.yaml", (*at, "cards", place), f"there is no card {number}")
        yield from _starts(pack, known, at, scenario)


def _starts(pack: Pack, known: Known, at: KeyPath, scenario: schema.ScenarioEntry) -> Iterator[Fault]:
    """Either a scenario says for each of its cards how it begins, or for none."""
    if scenario.starts and sorted(start.card for start in scenario.starts) != sorted(scenario.cards):
        yield pack.fault("scenarios.yaml", (*at, "starts"), "do not name each of the cards once")
    for index, start in enumerate(scenario.starts):
        for place, tile in enumerate(start.tiles):
            if said := _no_first_tile(tile, known):
                yield pack.fault("scenarios.yaml", (*at, "starts", index, "tiles", place), said)


def _opponents(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    for index, opponent in enumerate(pack.opponents):
        at = ("opponents", index)
        if opponent.module and opponent.module not in known.modules:
            yield pack.fault("opponents.yaml", (*at, "module"), f"there is no module {opponent.module}")
        if len(set(opponent.levels)) < len(opponent.levels):
            yield pack.fault("opponents.yaml", (*at, "levels"), "name one twice")


def _words(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    yield from texts.check_texts(pack)


def _entries(pack: Pack, name: str) -> tuple[_Keyed, ...]:
    entries: tuple[_Keyed, ...] = getattr(pack, name)
    return entries


_LISTS = {name: f"{'setup' if name == 'steps' else name}.yaml" for name in (*texts.KEYED, "automa")}
_CHECKS: tuple[Callable[[Pack, Known, Mapping[str, Pack]], Iterator[Fault]], ...] = (
    _keys,
    _cards,
    _public,
    _lines,
    _modules,
    _opponents,
    _scenarios,
    ways.check_steps,
    chart.check_board,
    chart.check_drawing,
    answers.check_rules,
    answers.check_automa,
    answers.check_facts,
    _words,
)
