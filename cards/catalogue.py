"""The pieces of a box and its board from the database, kept in memory for each version of the content.

Every function takes the box and its `Box.content_hash`. It covers the boxes it needs too: equal hash, equal answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from cards import board, models, reference
from cards.chart import LAYOUTS, Chart, Layout, Leg, Place, Point, Rose, Sea, Spot, Target
from cards.models import Box, HomePort, LegacyTile, StoryCard
from cards.pieces import CardKind, CardNumber, Pieces, Port, Tile, TileKind

Words = Mapping[str, str]
Texts = Mapping[str, Mapping[str, Words]]
"""Key to language to field to text."""


@lru_cache(maxsize=32)
def boxes_with(box_id: str, content_hash: str) -> tuple[str, ...]:
    """The box and all boxes it cannot be played without, the box first. Raises Box.DoesNotExist."""
    found: list[str] = []
    waiting = [box_id]
    while waiting:
        now = waiting.pop(0)
        if now not in found:
            found.append(now)
            waiting.extend(Box.objects.get(id=now).requires)
    return tuple(found)


@lru_cache(maxsize=32)
def pieces(box_id: str, content_hash: str) -> Pieces:
    """All cards and tiles that a copy of the box holds, with those of the boxes it needs; retired rows are left out.

    Cards come in the order of their numbers, tiles in that of theirs. Raises Box.DoesNotExist.
    """
    boxes = list(boxes_with(box_id, content_hash))
    cards = StoryCard.objects.of(boxes).current().order_by("number")
    tiles = LegacyTile.objects.of(boxes).current()
    return Pieces(
        box=box_id,
        cards=MappingProxyType({row.number: _card(row) for row in cards}),
        tiles=MappingProxyType({row.key: _tile(row) for row in sorted(tiles, key=lambda row: in_order(row.key))}),
    )


@lru_cache(maxsize=32)
def tile_texts(box_id: str, content_hash: str) -> Texts:
    """The words of every tile by language and field (`name`, `summary`, at times `open`).

    Retired tiles are among them: an old journal still has to be read. Raises Box.DoesNotExist.
    """
    return _texts(LegacyTile, box_id, content_hash)


@lru_cache(maxsize=32)
def ports(box_id: str, content_hash: str) -> Mapping[str, Port]:
    """All Home Ports of the box and the boxes it needs, by key and in its order; retired ones are left out.

    Raises Box.DoesNotExist.
    """
    rows = HomePort.objects.of(list(boxes_with(box_id, content_hash))).current().order_by("key")
    return MappingProxyType({row.key: Port(row.key, row.box_id, tuple(row.facts)) for row in rows})


@lru_cache(maxsize=32)
def port_texts(box_id: str, content_hash: str) -> Texts:
    """The words of every Home Port by language and field (`name`, `effect`, at times `open`), retired ones included.

    Raises Box.DoesNotExist.
    """
    return _texts(HomePort, box_id, content_hash)


@lru_cache(maxsize=32)
def locations(box_id: str, content_hash: str) -> Mapping[str, board.Location]:
    """All locations of the box and the boxes it needs, in the order of the board; retired ones are left out.

    Those that a legacy tile brings are among them (`needs_tile`). Raises Box.DoesNotExist.
    """
    rows = models.Location.objects.of(list(boxes_with(box_id, content_hash))).current()
    in_order_of_board = sorted(rows, key=lambda row: board.in_order(row.key))
    return MappingProxyType({row.key: _location(row) for row in in_order_of_board})


@lru_cache(maxsize=32)
def nations(box_id: str, content_hash: str) -> Mapping[str, str]:
    """Whose marker a scenario puts on which location; those that belong to nobody are left out."""
    known = locations(box_id, content_hash).values()
    return MappingProxyType({place.id: place.scenario_nation.value for place in known if place.scenario_nation})


@lru_cache(maxsize=32)
def location_texts(box_id: str, content_hash: str) -> Texts:
    """The words of every location by language and field (`name`, `summary`, at times `open`), retired ones included.

    Raises Box.DoesNotExist.
    """
    return _texts(models.Location, box_id, content_hash)


@lru_cache(maxsize=32)
def edges(box_id: str, content_hash: str) -> tuple[board.Edge, ...]:
    """All arrows of the box and the boxes it needs, by where they start; retired ones are left out.

    Those that a legacy tile brings are among them, also of tiles that stand behind the wall: what a campaign may see of
    them is for the reader to ask. Raises Box.DoesNotExist.
    """
    rows = models.Edge.objects.of(list(boxes_with(box_id, content_hash))).current().order_by("key")
    return tuple(_edge(row) for row in sorted(rows, key=lambda row: board.in_order(row.start)))


@lru_cache(maxsize=32)
def chart(box_id: str, content_hash: str) -> Chart | None:
    """The drawing of the board of the box and the boxes it needs, `None` where nobody drew it.

    What a legacy tile brings is in it, as in `locations` and `edges`. Raises Box.DoesNotExist.
    """
    rows = list(models.Chart.objects.of(list(boxes_with(box_id, content_hash))).current().order_by("box_id"))
    sheet = next((row.sheet for row in rows if row.sheet), None)
    if sheet is None:
        return None
    known = locations(box_id, content_hash)
    spots = {place["key"]: place for row in rows for place in row.places}
    runs = {(edge.start, edge.end): edge for edge in edges(box_id, content_hash)}
    legs = [leg for row in rows for leg in row.legs if (leg["start"], leg.get("end")) in runs]
    return Chart(
        layouts=MappingProxyType({name: _layout(sheet["layouts"][name]) for name in LAYOUTS}),
        outlines=MappingProxyType({board.LocationKind(kind): path for kind, path in sheet["outlines"].items()}),
        owners=MappingProxyType({board.Nation(nation): path for nation, path in sheet["owners"].items()}),
        places=tuple(_place(place, spots[key]) for key, place in known.items() if key in spots),
        legs=tuple(_leg(runs[leg["start"], leg.get("end")], leg) for leg in legs),
        spare=tuple(_points(point) for row in rows for point in row.spare),
    )


@lru_cache(maxsize=32)
def rules(box_id: str, content_hash: str) -> tuple[reference.Rule, ...]:
    """The rules of the box and those it needs, by key. Raises Box.DoesNotExist."""
    rows = models.Rule.objects.of(list(boxes_with(box_id, content_hash))).current()
    return tuple(_rule(row) for row in rows.order_by("key"))


@lru_cache(maxsize=32)
def rule_texts(box_id: str, content_hash: str) -> Texts:
    """`name`, `text` and `open` of rules, by key, language and field. Raises Box.DoesNotExist."""
    return _texts(models.Rule, box_id, content_hash)


@lru_cache(maxsize=32)
def automa_cards(box_id: str, content_hash: str) -> Mapping[str, reference.AutomaCard]:
    """The cards of the opponents of the box and those it needs, by key. Raises Box.DoesNotExist."""
    rows = models.AutomaCard.objects.of(list(boxes_with(box_id, content_hash))).current()
    return MappingProxyType({row.key: _automa_card(row) for row in rows.order_by("opponent", "key")})


def in_order(tile: str) -> tuple[str, int]:
    """L4 before L30: what to sort tile ids by."""
    digits = tile.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return tile[: len(tile) - len(digits)], int(digits)


def read_only(texts: Mapping[str, Mapping[str, Mapping[str, str]]]) -> Texts:
    """The texts of rows, such that a cached answer cannot be changed by whoever reads it."""
    return MappingProxyType(
        {
            key: MappingProxyType({language: MappingProxyType(dict(said)) for language, said in languages.items()})
            for key, languages in texts.items()
        }
    )


def _texts(model: type[models.Definition], box_id: str, content_hash: str) -> Texts:
    rows = model.objects.of(list(boxes_with(box_id, content_hash)))
    return read_only({row.key: row.texts for row in rows})


def _card(row: StoryCard) -> CardNumber:
    return CardNumber(
        number=row.number,
        kind=CardKind(row.kind),
        box=row.box_id,
        line=row.line or None,
        sure=row.sure,
        public=row.public,
        facts=tuple(row.facts),
    )


def _tile(row: LegacyTile) -> Tile:
    return Tile(
        id=row.key,
        box=row.box_id,
        kind=TileKind(row.kind),
        copies=row.copies,
        space=row.space or None,
        number_sure=row.number_sure,
        public=row.public,
        facts=tuple(row.facts),
    )


def _rule(row: models.Rule) -> reference.Rule:
    return reference.Rule(
        key=row.key,
        box=row.box_id,
        chapter=reference.Chapter(row.chapter),
        kind=reference.RuleKind(row.kind),
        moments=tuple(reference.Moment(moment) for moment in row.moments),
        places=tuple(row.places),
        scenarios=frozenset(row.scenarios),
        modules=frozenset(row.modules),
        without_modules=frozenset(row.without_modules),
        tiles=tuple(row.tiles),
        players=frozenset(row.players),
        opponent=row.opponent,
        about=tuple(row.about),
        facts=tuple(row.facts),
    )


def _automa_card(row: models.AutomaCard) -> reference.AutomaCard:
    return reference.AutomaCard(
        key=row.key,
        box=row.box_id,
        opponent=row.opponent,
        deck=row.deck,
        points=row.points,
        areas=tuple(row.areas),
        steps=row.steps,
        route=row.route,
        display=row.display,
        actions=tuple(reference.Action(**action) for action in row.actions),
        facts=tuple(row.facts),
    )


def _location(row: models.Location) -> board.Location:
    return board.Location(
        id=row.key,
        box=row.box_id,
        kind=board.LocationKind(row.kind),
        confidence=board.Confidence(row.confidence),
        scenario_nation=board.Nation(row.scenario_nation) if row.scenario_nation else None,
        becomes_city_with=row.becomes_city_with or None,
        needs_tile=row.needs_tile or None,
        facts=tuple(row.facts),
    )


def _edge(row: models.Edge) -> board.Edge:
    return board.Edge(
        start=row.start,
        end=row.end or None,
        among=tuple(row.among),
        confidence=board.Confidence(row.confidence),
        needs_tile=row.needs_tile or None,
        cost=row.cost,
        once_per_player=row.once_per_player,
        rounds=tuple(row.rounds),
    )


def _layout(said: Mapping[str, Any]) -> Layout:
    return Layout(
        width=said["width"],
        height=said["height"],
        corner=said["corner"],
        target=Target(**said["target"]),
        rose=Rose(**said["rose"]),
        rhumbs=said["rhumbs"],
        seas=tuple(Sea(**sea) for sea in said["seas"]),
        coast=said.get("coast", ""),
    )


def _place(location: board.Location, said: Mapping[str, Any]) -> Place:
    return Place(location, MappingProxyType({name: Spot(**said[name]) for name in LAYOUTS}))


def _leg(edge: board.Edge, said: Mapping[str, Any]) -> Leg:
    paths = MappingProxyType({name: said[name] for name in LAYOUTS})
    return Leg(edge, paths, _points(said.get("ask", {})))


def _points(said: Mapping[str, Any]) -> Mapping[str, Point]:
    return MappingProxyType({name: Point(**point) for name, point in said.items()})
