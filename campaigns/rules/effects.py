"""What a card can do to one piece, and which numbers can be pieces of a campaign at all.

Sources: Maracaibo, story cards; The Uprising, "Campaign" and the numbers of its cards and tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from campaigns.rules.changes import Change
from campaigns.rules.state import Piece, Place, Spot, State, Value
from cards.pieces import CardKind, TileKind

if TYPE_CHECKING:
    from cards.pieces import Pieces


class Refusal(Exception):
    """Something that the rules forbid: a code for machines, values for the sentence, the field it concerns."""

    def __init__(self, code: str, field: str = "", **values: Value) -> None:
        super().__init__(code)
        self.code, self.field, self.values = code, field, values


class Effect(StrEnum):
    """What a reading can do to one piece."""

    CARD_INTO_PLAY = "card_into_play"
    CARD_READ = "card_read"
    """Read at once, to its end."""
    PROJECT_INTO_DECK = "project_into_deck"
    TILE_ON_BOARD = "tile_on_board"
    TILE_BESIDE = "tile_beside"
    TILE_AWAY = "tile_away"


@dataclass(frozen=True, slots=True)
class Wanted:
    """An effect as the group typed it. `ours` says that a card of an unsure number is a story card in their box."""

    effect: Effect
    id: str
    space: str | None = None
    ours: bool = False

    @property
    def piece(self) -> Piece:
        return Piece("tile" if self.effect.startswith("tile") else "card", self.id)


def check(state: State, wanted: Wanted, pieces: Pieces, line: str) -> Change:
    """The one move that an effect means, if it is legal.

    Refusals, tiles: no_such_tile, module_tile, tile_already_there, tile_not_there.
    Cards: no_such_card, scenario_card, search_card, project_card, maybe_project_card, other_line, card_already_read,
    card_already_in_play, no_project_card, card_in_deck.
    """
    if wanted.piece.kind == "tile":
        return _tile(state, wanted, pieces)
    return _card(state, wanted, pieces, line)


def require_campaign_piece(piece: Piece, pieces: Pieces, line: str) -> None:
    """A number that can be a piece of this campaign; a group that types it itself knows what its unsure cards are."""
    if piece.kind == "card":
        _story_card(Wanted(Effect.CARD_INTO_PLAY, piece.id, ours=True), pieces, line)
    else:
        _exists(piece, pieces)


def move(state: State, piece: Piece, spot: Spot) -> Change:
    """The change that takes a piece from where it lies to `spot`."""
    return Change(piece.subject, state[piece.subject] or Place.BOX, str(spot))


def _tile(state: State, wanted: Wanted, pieces: Pieces) -> Change:
    _exists(wanted.piece, pieces)
    now = state.spot(wanted.piece)
    lies = now.place in (Place.BOARD, Place.TABLE)
    if wanted.effect == Effect.TILE_AWAY:
        if not lies:
            raise Refusal("tile_not_there", "number", tile=wanted.id)
        return move(state, wanted.piece, Spot(Place.GONE))
    to = Place.BOARD if wanted.effect == Effect.TILE_ON_BOARD else Place.TABLE
    space = wanted.space or pieces.tiles[wanted.id].space if to == Place.BOARD else None
    if lies and now.place == to and space in (None, now.space):
        raise Refusal("tile_already_there", "number", tile=wanted.id)
    return move(state, wanted.piece, Spot(to, space))


def _card(state: State, wanted: Wanted, pieces: Pieces, line: str) -> Change:
    place = state.spot(wanted.piece).place
    if place == Place.DECK:
        raise Refusal("card_in_deck", "number", card=wanted.id)
    if wanted.effect == Effect.PROJECT_INTO_DECK:
        return _project(state, wanted, pieces)
    _story_card(wanted, pieces, line)
    if place == Place.GONE:
        raise Refusal("card_already_read", "number", card=wanted.id)
    if place in (Place.TABLE, Place.BAG):
        raise Refusal("card_already_in_play", "number", card=wanted.id)
    to = Place.TABLE if wanted.effect == Effect.CARD_INTO_PLAY else Place.GONE
    return move(state, wanted.piece, Spot(to))


def _project(state: State, wanted: Wanted, pieces: Pieces) -> Change:
    """A project card that the story brings in; one of an unsure number is one unless the group says otherwise."""
    _exists(wanted.piece, pieces)
    known = pieces.cards[int(wanted.id)]
    if known.kind != CardKind.PROJECT or (not known.sure and wanted.ours):
        raise Refusal("no_project_card", "number", card=wanted.id)
    return move(state, wanted.piece, Spot(Place.DECK))


_OTHER_KINDS = {
    CardKind.SCENARIO: "scenario_card",
    CardKind.SEARCH: "search_card",
    CardKind.PROJECT: "project_card",
}


def _story_card(wanted: Wanted, pieces: Pieces, line: str) -> None:
    """A number that can be a story card of the line. "78 is a scenario card" and its kin are refused."""
    _exists(wanted.piece, pieces)
    known = pieces.cards[int(wanted.id)]
    if not known.sure:
        if not wanted.ours:
            raise Refusal("maybe_project_card", "ours", card=wanted.id)
    elif code := _OTHER_KINDS.get(known.kind):
        raise Refusal(code, "number", card=wanted.id)
    elif known.line != line:
        raise Refusal("other_line", "number", card=wanted.id)


def _exists(piece: Piece, pieces: Pieces) -> None:
    if piece.kind == "card":
        # One spelling only, or "0152" and "152" were two cards.
        if piece.id not in map(str, pieces.cards):
            raise Refusal("no_such_card", "number", card=piece.id)
        return
    tile = pieces.tiles.get(piece.id)
    if tile is None:
        raise Refusal("no_such_tile", "number", tile=piece.id)
    if tile.kind == TileKind.MODULE:
        raise Refusal("module_tile", "number", tile=piece.id)
