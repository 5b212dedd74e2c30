"""The spoiler wall: what a campaign may see of its tiles. Everything on a campaign's pages goes through here.

Open are the tiles that the rulebook tells everybody about before the first game, and those this campaign has reached.
A number that the group typed may be repeated; the name behind it only once it is reached.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from campaigns.models import Opened
from campaigns.rules.effects import Refusal
from cards import catalogue

if TYPE_CHECKING:
    from campaigns.access import Access
    from campaigns.rules.state import State


def open_deliberately(*, access: Access, tile: str) -> None:
    """A member opens a tile that the campaign has not reached, for nobody else. Refusals: no_such_tile."""
    if tile not in catalogue.pieces(access.box, access.content).tiles:
        raise Refusal("no_such_tile", "number", tile=tile)
    Opened.objects.get_or_create(member_id=access.member, tile=tile)


def opened_by(member: int) -> list[Opened]:
    """The tiles that a member opened deliberately, the first one first."""
    return list(Opened.objects.filter(member=member).order_by("at"))


@dataclass(frozen=True, slots=True)
class SeenTile:
    """What may be said of a tile: its number, and its words where it is reached (else empty)."""

    id: str
    name: str = ""
    summary: str = ""
    open: str = ""


def is_open(tile: str, state: State, box: str, content: str) -> bool:
    """Whether a campaign in `state` may read what `tile` is."""
    known = catalogue.pieces(box, content).tiles.get(tile)
    return known is not None and (known.public or f"tile:{tile}" in state.values)


def seen_tile(tile: str, state: State, box: str, content: str, language: str = "en") -> SeenTile:
    """The tile as a campaign in `state` may see it."""
    if not is_open(tile, state, box, content):
        return SeenTile(tile)
    texts = catalogue.tile_texts(box, content)[tile]
    words = texts.get(language, texts["en"])
    return SeenTile(tile, words["name"], words.get("summary", ""), words.get("open", ""))
