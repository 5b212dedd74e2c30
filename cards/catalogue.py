"""The pieces of a box from the database, kept in memory for each version of the content.

Every function takes the box and its `Box.content_hash`. It covers the boxes it needs too: equal hash, equal answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from cards.models import Box, LegacyTile, StoryCard
from cards.pieces import CardKind, CardNumber, Pieces, Tile, TileKind

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
    rows = LegacyTile.objects.of(list(boxes_with(box_id, content_hash)))
    return read_only({row.key: row.texts for row in rows})


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


def _card(row: StoryCard) -> CardNumber:
    return CardNumber(
        number=row.number,
        kind=CardKind(row.kind),
        box=row.box_id,
        line=row.line or None,
        sure=row.sure,
        public=row.public,
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
    )
