"""Whether the steps of a set-up fit the ways to play: what they name is there, and each comes to pass at some table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenarios.printed import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenarios.packs import schema
    from scenarios.packs.known import Known
    from scenarios.packs.pack import Pack
    from scenarios.packs.reader import Fault

ARCHIVE = 0
"""What stands for the archive among starting cards."""


def check_steps(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """The faults of the pack's steps."""
    places = Counter((key, step.position) for box in known.boxes for step in packs[box].steps for key in step.scenarios)
    for index, step in enumerate(pack.steps):
        at = ("steps", index)
        for place, key in enumerate(step.scenarios):
            if key not in known.scenarios:
                yield pack.fault("setup.yaml", (*at, "scenarios", place), f"there is no scenario {key}")
            if places[key, step.position] > 1:
                yield pack.fault("setup.yaml", (*at, "position"), f"is taken by another step of {key}")
        if step.chosen and not _offered(step, pack):
            yield pack.fault("setup.yaml", (*at, "chosen"), f"{step.chosen} is no choice that a seat has before")
        for misfits in (_each, _unknown, _levels, _amounts, _unreachable):
            for field, said in misfits(step, known):
                yield pack.fault("setup.yaml", (*at, field), said)
        for place, reason in enumerate(step.reasons):
            if said := _unfounded(reason, step, known):
                yield pack.fault("setup.yaml", (*at, "reasons", place), said)


def _each(step: schema.StepEntry, known: Known) -> Iterator[tuple[str, str]]:
    """What belongs to steps of one kind only."""
    for field in ("taken_from", "tiles"):
        if getattr(step, field) and step.each != "tile":
            yield field, "belongs to steps for each tile"
    if bool(step.choices) != (step.printed in (Kind.CHOICE, Kind.SEAT)):
        yield "choices", "belong to steps that print a choice, and each of them has some"
    if step.each != "seat" and (step.printed == Kind.SEAT or step.chosen):
        yield "each", "is seat where everybody at the table chooses"
    if step.printed == Kind.TILES and step.each != "start":
        yield "printed", "tiles are taken away by a card that starts the game"
    if step.each != "seat" and any(amount.by_seat for amount in step.amounts.values()):
        yield "amounts", "by_seat belongs to steps for each seat"
    if step.each == "start" and (not step.cards or ARCHIVE in step.cards):
        yield "cards", "are said by steps for each start, and the archive is none"


def _offered(step: schema.StepEntry, pack: Pack) -> bool:
    """The choice is one of a step for each seat that comes before, wherever this step comes to pass."""
    name, _sep, choice = step.chosen.partition(":")
    asks = next((one for one in pack.steps if one.key == name and one.printed == Kind.SEAT), None)
    if asks is None or choice not in asks.choices:
        return False
    return asks.position < step.position and set(step.scenarios) <= set(asks.scenarios)


def _amounts(step: schema.StepEntry, known: Known) -> Iterator[tuple[str, str]]:
    """A table by seat or by players has a number for the most people that a scenario of the step seats."""
    most = max((count for way in _ways(step, known) for count in way.players), default=0)
    for name, amount in step.amounts.items():
        for table in (amount.by_seat, amount.by_players):
            if table and len(table) < most:
                yield "amounts", f"{name} has no number for {most} people"


def _unknown(step: schema.StepEntry, known: Known) -> Iterator[tuple[str, str]]:
    """Cards, tiles, modules and opponents that are not there."""
    for card in step.cards:
        if card != ARCHIVE and card not in known.cards:
            yield "cards", f"there is no card {card}"
        elif not any(card in _starting(way, known) for way in _ways(step, known)):
            yield "cards", f"{card or 'the archive'} starts none of its scenarios"
    for tile in step.tiles:
        if tile not in known.tiles:
            yield "tiles", f"there is no tile {tile}"
    for field, modules in (("modules", step.modules), ("without_modules", step.without_modules)):
        for module in modules:
            if module not in known.modules:
                yield field, f"there is no module {module}"
    if step.opponent and step.opponent not in known.opponents:
        yield "opponent", f"there is no opponent {step.opponent}"


def _levels(step: schema.StepEntry, known: Known) -> Iterator[tuple[str, str]]:
    """An amount by level has a number for each level of the one opponent that the step is about, and for no other."""
    about = _opponent(step, known)
    for name, amount in step.amounts.items():
        if amount.by_level and (about is None or set(amount.by_level) != set(about.levels)):
            yield "amounts", f"{name} does not go by the levels of an opponent that the step asks for"


def _unreachable(step: schema.StepEntry, known: Known) -> Iterator[tuple[str, str]]:
    """What keeps a step from coming to pass in one of its scenarios."""
    for way in _ways(step, known):
        if step.cards and not _starting(way, known) & set(step.cards):
            yield "cards", f"none of them starts {way.key}"
        for field, modules in (("modules", step.modules), ("without_modules", step.without_modules)):
            for module in modules:
                if module in known.modules and not _joins(module, step, way, known):
                    yield field, f"{way.key} never uses {module}"
        for module in step.without_modules:
            if module in way.modules:
                yield "without_modules", f"{way.key} always uses {module}"
        if (who := known.opponents.get(step.opponent)) and not _plays(who, step, way):
            yield "opponent", f"{step.opponent} never plays in {way.key}"


def _ways(step: schema.StepEntry, known: Known) -> list[schema.ScenarioEntry]:
    return [known.scenarios[key] for key in step.scenarios if key in known.scenarios]


def _starting(way: schema.ScenarioEntry, known: Known) -> set[int]:
    return {*way.cards, *([ARCHIVE] if way.key in known.archive else [])}


def _joins(module: str, step: schema.StepEntry, way: schema.ScenarioEntry, known: Known) -> bool:
    """A module belongs to the scenario, or comes along with an opponent."""
    by_opponent = any(who.module == module and _plays(who, step, way) for who in known.opponents.values())
    return by_opponent or module in (*way.modules, *way.optional_modules)


def _plays(who: schema.OpponentEntry, step: schema.StepEntry, way: schema.ScenarioEntry) -> bool:
    alone = not step.players or 1 in step.players
    return way.mode in who.always or (alone and way.mode in who.alone)


def _opponent(step: schema.StepEntry, known: Known) -> schema.OpponentEntry | None:
    if step.opponent:
        return known.opponents.get(step.opponent)
    return next((who for who in known.opponents.values() if who.module in step.modules), None)


def _unfounded(reason: str, step: schema.StepEntry, known: Known) -> str:
    """Why a reason does not stand; empty if it does."""
    if reason == "opponent" and not step.opponent:
        return "belongs to steps of one opponent"
    if reason == "level" and _opponent(step, known) is None:
        return "belongs to steps that ask for an opponent"
    kind, _, name = reason.partition(":")
    named: Mapping[str, Iterable[str]] = {
        "box": known.boxes,
        "scenario": known.scenarios,
        "module": known.modules,
        "tile": known.tiles,
        "card": map(str, known.cards),
    }
    return "" if not name or name in set(named[kind]) else f"{reason} names nothing that is known"
