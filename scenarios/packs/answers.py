"""Whether the look-up can be trusted: rules name what is there, no fact is forgotten, nothing locked is told early."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from scenarios.packs import reference
    from scenarios.packs.known import Known
    from scenarios.packs.pack import Pack
    from scenarios.packs.reader import Fault

LEFT_OUT = 25
"""So many facts a box may leave out of its look-up."""

_TILE = re.compile(r"\bL[1-9][0-9]?\b")
TELLING = ("rules", "tiles", "home_ports", "modules", "opponents", "scenarios", "locations", "automa")
"""The entries that people can look up; a step of a set-up is no answer to a question."""


def check_rules(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """Rules name what is there, and speak of a tile behind the wall only where they are about it."""
    for index, rule in enumerate(pack.rules):
        at = ("rules", index)
        for field, kind, names in _named(rule):
            for name in names:
                if name not in _there(kind, known):
                    yield pack.fault("rules.yaml", (*at, field), f"there is no {kind} {name}")
        own = {*rule.tiles, *(one.partition(":")[2] for one in rule.about if one.startswith("tile:"))}
        for language, text in pack.texts.items():
            said = " ".join(text.rules[rule.key].said().values()) if rule.key in text.rules else ""
            for tile in sorted(set(_TILE.findall(said)) - known.public_tiles - own):
                message = f"{tile} is named, which not every campaign has reached: it belongs into about"
                yield pack.fault(f"text.{language}.yaml", ("rules", rule.key), message)


def check_automa(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """A card belongs to an opponent that is there, and has either areas or actions."""
    for index, card in enumerate(pack.automa):
        if card.opponent not in known.opponents:
            yield pack.fault("automa.yaml", ("automa", index, "opponent"), f"there is no opponent {card.opponent}")
        if bool(card.areas) == bool(card.actions):
            yield pack.fault("automa.yaml", ("automa", index), "has either areas or actions")


def check_facts(pack: Pack, known: Known, packs: Mapping[str, Pack]) -> Iterator[Fault]:
    """Every fact of the box is told somewhere in what is played together, or left out for a reason."""
    wanted = [fact for part in pack.facts.facts for fact in part.ids()]
    if not wanted:
        return
    together = [packs[box] for box in known.boxes] + [one for one in packs.values() if pack.id in one.box.requires]
    told = {fact for one in together for fact in _told(one)}
    for fact in wanted:
        if fact in told and fact in pack.facts.left_out:
            yield pack.fault("facts.yaml", ("left_out", fact), "is told, so it is not left out")
        if fact not in told and fact not in pack.facts.left_out:
            yield pack.fault("facts.yaml", ("facts",), f"{fact} is neither told nor left out")
    for fact in pack.facts.left_out:
        if fact not in wanted:
            yield pack.fault("facts.yaml", ("left_out", fact), "is no fact of this box")
    if len(pack.facts.left_out) > LEFT_OUT:
        yield pack.fault("facts.yaml", ("left_out",), f"are more than {LEFT_OUT}")


def _told(pack: Pack) -> Iterator[str]:
    for name in TELLING:
        for entry in getattr(pack, name):
            yield from entry.facts


def _named(rule: reference.RuleEntry) -> Iterator[tuple[str, str, Collection[str]]]:
    """Field, kind and names of everything that a rule names."""
    yield "scenarios", "scenario", rule.scenarios
    yield "modules", "module", rule.modules
    yield "without_modules", "module", rule.without_modules
    yield "tiles", "tile", rule.tiles
    yield "places", "location", rule.places
    yield "opponent", "opponent", [rule.opponent] if rule.opponent else []
    for one in rule.about:
        kind, _sep, name = one.partition(":")
        yield "about", kind, [name]


def _there(kind: str, known: Known) -> Collection[str]:
    there: Mapping[str, Collection[str]] = {
        "scenario": known.scenarios,
        "module": known.modules,
        "tile": known.tiles,
        "location": known.locations,
        "opponent": known.opponents,
        "port": known.ports,
        "automa": known.automa,
        "card": {str(number) for number in known.cards},
    }
    return there[kind]
