"""The pilot book as people look it up: every entry with its words, what it touches, and when it is in force.

An entry's id is `kind:key` ("tile:L31", "rule:jacques_end"). Everything is kept in memory for each version of the
content and each language.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.utils import translation
from django.utils.translation import gettext as _

from cards import catalogue
from cards.models import Box
from cards.pieces import CardKind, TileKind
from scenarios import automa, book

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from cards.board import Location
    from cards.pieces import Tile
    from cards.reference import Moment, Rule

KINDS = ("rule", "effect", "promo", "tile", "port", "module", "scenario", "opponent", "automa", "location", "card")
"""The groups of entries, in the order in which results are shown."""

Content = tuple[tuple[str, str], ...]
"""Boxes with their content hashes: each box brings those it needs."""

_Row = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A box, links and facts."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer. `facts` are those it tells in full; `links` the ids it touches, both ways.

    `locked` are the tiles that a campaign must have reached to read it; `rule` holds its conditions, if it has any;
    `parts` are sentences of a list, for a card of an opponent; `box` is the one that it comes with.
    """

    id: str
    name: str
    text: str
    open: str = ""
    facts: tuple[str, ...] = ()
    moments: tuple[Moment, ...] = ()
    places: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    locked: frozenset[str] = frozenset()
    parts: tuple[str, ...] = ()
    rule: Rule | None = field(default=None, compare=False)
    box: str = ""

    @property
    def kind(self) -> str:
        return self.id.partition(":")[0]

    @property
    def key(self) -> str:
        return self.id.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Table:
    """What is in force tonight: the game, its modules, how many play, which tiles lie, who else plays."""

    scenario: str
    modules: frozenset[str]
    players: int
    tiles: frozenset[str]
    opponent: str = ""


def content_of(boxes: Iterable[Box]) -> Content:
    """The boxes whose entries hold those of all: such as no other box needs, the one with most behind it first."""
    known = sorted((box for box in boxes if box.content_hash), key=lambda box: (-len(box.requires), box.id))
    needed = {one for box in known for one in box.requires}
    return tuple((box.id, box.content_hash) for box in known if box.id not in needed)


@lru_cache(maxsize=16)
def box_names(content: Content, language: str) -> Mapping[str, str]:
    """What the boxes and those they need are called, by id, in the language (else English). Raises Box.DoesNotExist."""
    known = {one for box, version in content for one in catalogue.boxes_with(box, version)}
    texts = {box.id: {box.id: box.texts} for box in Box.objects.filter(id__in=known)}
    return MappingProxyType({box: book.text(said, box, "name", language) for box, said in texts.items()})


@lru_cache(maxsize=16)
def entries(content: Content, language: str) -> Mapping[str, Entry]:
    """All entries of the boxes by id, in the language (else English). Raises Box.DoesNotExist."""
    with translation.override(language):
        found = {entry.id: entry for box, version in content for entry in _of_box(box, version, language)}
    links = _both_ways(found.values())
    return MappingProxyType({key: _linked(entry, links[key], found) for key, entry in found.items()})


def visible(entry: Entry, reached: frozenset[str] | None) -> bool:
    """Whether an entry may be read where the tiles `reached` are known; `None` is the public book, which shows all."""
    return reached is None or entry.locked <= reached


def in_force(entry: Entry, table: Table) -> bool:
    """Whether an entry counts at a table. What names no condition always does; a piece does while it is in play."""
    rule = entry.rule
    if rule is None:
        return _in_play(entry, table)
    return (
        (not rule.scenarios or table.scenario in rule.scenarios)
        and rule.modules <= table.modules
        and not rule.without_modules & table.modules
        and (not rule.tiles or bool(table.tiles & set(rule.tiles)))
        and (not rule.players or table.players in rule.players)
        and (not rule.opponent or rule.opponent == table.opponent)
    )


def conditional(entry: Entry) -> bool:
    """Whether an entry is in force only at some tables."""
    rule = entry.rule
    return rule is not None and bool(
        rule.scenarios or rule.modules or rule.without_modules or rule.tiles or rule.players or rule.opponent
    )


def _in_play(entry: Entry, table: Table) -> bool:
    if entry.kind == "tile":
        return entry.key in table.tiles
    if entry.kind in ("module", "scenario", "opponent"):
        return entry.key in {*table.modules, table.scenario, table.opponent}
    return entry.kind == "automa" and entry.key.startswith(f"{table.opponent}_") and bool(table.opponent)


def _of_box(box: str, version: str, language: str) -> Iterator[Entry]:
    public = {tile.id for tile in catalogue.pieces(box, version).tiles.values() if _is_public(tile)}
    yield from _rules(box, version, language, public)
    yield from _tiles(box, version, language)
    yield from _plain(box, version, language)
    yield from _places(box, version, language, public)
    yield from _cards(box, version, language)
    for card in catalogue.automa_cards(box, version).values():
        opponent = book.text(book.opponent_texts(box, version), card.opponent, "name", language)
        parts = automa.sentences(card)
        yield Entry(
            f"automa:{card.key}",
            automa.title(card, opponent),
            " ".join(dict.fromkeys(parts)),
            _("The cards follow public descriptions: check on your card."),
            card.facts,
            links=(f"opponent:{card.opponent}",),
            parts=parts,
            box=card.box,
        )


def _rules(box: str, version: str, language: str, public: set[str]) -> Iterator[Entry]:
    texts = catalogue.rule_texts(box, version)
    for rule in catalogue.rules(box, version):
        about = (*rule.about, *(f"tile:{tile}" for tile in rule.tiles), *(f"location:{one}" for one in rule.places))
        modules = (f"module:{module}" for module in sorted(rule.modules))
        scenarios = (f"scenario:{scenario}" for scenario in sorted(rule.scenarios))
        tiles = {one.partition(":")[2] for one in about if one.startswith("tile:")}
        name, text, left = (book.text(texts, rule.key, part, language) for part in ("name", "text", "open"))
        yield Entry(
            f"{rule.kind}:{rule.key}",
            name,
            text,
            left,
            rule.facts,
            rule.moments,
            rule.places,
            links=tuple(dict.fromkeys((*about, *modules, *scenarios))),
            locked=frozenset(tiles - public),
            rule=rule,
            box=rule.box,
        )


def _tiles(box: str, version: str, language: str) -> Iterator[Entry]:
    texts = catalogue.tile_texts(box, version)
    for tile in catalogue.pieces(box, version).tiles.values():
        name = book.text(texts, tile.id, "name", language)
        yield Entry(
            f"tile:{tile.id}",
            f"{tile.id}: {name}",
            book.text(texts, tile.id, "summary", language),
            book.text(texts, tile.id, "open", language),
            tile.facts,
            places=(tile.space,) if tile.space else (),
            links=(f"location:{tile.space}",) if tile.space else (),
            locked=frozenset() if _is_public(tile) else frozenset({tile.id}),
            box=tile.box,
        )


def _plain(box: str, version: str, language: str) -> Iterator[Entry]:
    """Ports, modules, scenarios and opponents: a name and a text."""
    ports, port_texts = catalogue.ports(box, version), catalogue.port_texts(box, version)
    for key, port in ports.items():
        name, text, left = (book.text(port_texts, key, part, language) for part in ("name", "effect", "open"))
        yield Entry(f"port:{key}", name, text, left, port.facts, links=("module:home_ports",), box=port.box)
    for kind, texts, links in (
        ("module", book.module_texts(box, version), _needs(book.modules(box, version))),
        ("scenario", book.scenario_texts(box, version), _uses(book.scenarios(box, version))),
        ("opponent", book.opponent_texts(box, version), _brings(book.opponents(box, version))),
    ):
        for key, (own, linked, facts) in links.items():
            name, text, left = (book.text(texts, key, part, language) for part in ("name", "summary", "open"))
            yield Entry(f"{kind}:{key}", name, text, left, facts, links=linked, box=own)


def _needs(modules: Mapping[str, book.Module]) -> dict[str, _Row]:
    return {
        key: (row.box, tuple(f"module:{one}" for one in sorted(row.requires)), row.facts)
        for key, row in modules.items()
    }


def _uses(scenarios: Mapping[str, book.Scenario]) -> dict[str, _Row]:
    return {
        key: (
            row.box,
            (
                *(f"module:{one}" for one in sorted(row.modules | row.optional_modules)),
                *(f"card:{number}" for number in row.cards),
            ),
            row.facts,
        )
        for key, row in scenarios.items()
    }


def _brings(opponents: Mapping[str, book.Opponent]) -> dict[str, _Row]:
    return {
        key: (row.box, (f"module:{row.module}",) if row.module else (), row.facts) for key, row in opponents.items()
    }


def _places(box: str, version: str, language: str, public: set[str]) -> Iterator[Entry]:
    texts = catalogue.location_texts(box, version)
    for place in catalogue.locations(box, version).values():
        tiles = [tile for tile in (place.becomes_city_with, place.needs_tile) if tile]
        yield Entry(
            f"location:{place.id}",
            f"{place.id}: {book.text(texts, place.id, 'name', language)}",
            " ".join([book.text(texts, place.id, "summary", language), *_nation(place)]),
            book.text(texts, place.id, "open", language),
            place.facts,
            places=(place.id,),
            links=tuple(f"tile:{tile}" for tile in tiles),
            locked=frozenset({place.needs_tile} - public) if place.needs_tile else frozenset(),
            box=place.box,
        )


def _nation(place: Location) -> list[str]:
    if place.scenario_nation is None:
        return []
    said = _("Where a scenario shares the board out it belongs to %(nation)s.")
    return [said % {"nation": automa.NATIONS[place.scenario_nation.value]}]


def _cards(box: str, version: str, language: str) -> Iterator[Entry]:
    """The cards that the rulebook tells everybody about: those that start a game, and those of The Search."""
    scenarios, texts = book.scenarios(box, version), book.scenario_texts(box, version)
    starts = {number: key for key, row in scenarios.items() for number in row.cards}
    for number, card in catalogue.pieces(box, version).cards.items():
        key = starts.get(number, "")
        if not card.public:
            continue
        name = book.text(texts, key, "name", language)
        words = _("Card %(card)s: %(name)s") if key else _("Card %(card)s")
        summary = book.text(texts, key, "summary", language) or _kind_of_card(card.kind)
        links = (f"scenario:{key}",) if key else ()
        title = words % {"card": number, "name": name}
        yield Entry(f"card:{number}", title, summary, facts=card.facts, links=links, box=card.box)


def _kind_of_card(kind: CardKind) -> str:
    if kind == CardKind.SEARCH:
        return _("The card on which the clues of The Search are collected.")
    return _("A scenario card of the base game, for an evening of its own by its own rulebook.")


def _is_public(tile: Tile) -> bool:
    return tile.public or tile.kind == TileKind.MODULE


def _both_ways(found: Iterable[Entry]) -> Mapping[str, list[str]]:
    links: dict[str, list[str]] = defaultdict(list)
    for entry in found:
        for other in entry.links:
            links[entry.id].append(other)
            links[other].append(entry.id)
    return links


def _linked(entry: Entry, links: Iterable[str], found: Mapping[str, Entry]) -> Entry:
    known = [one for one in dict.fromkeys(links) if one in found and one != entry.id]
    return replace(entry, links=tuple(sorted(known, key=lambda one: KINDS.index(one.partition(":")[0]))))
