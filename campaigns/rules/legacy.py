"""What is legal in a campaign's legacy. Each function answers with changes or raises a coded Refusal.

Sources: The Uprising, "Campaign"; Maracaibo, story cards and the archive. The bag holds, between games, the story cards
in play and the campaign tiles on the board; a card read to its end does not return to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.rules.changes import Change, apply
from campaigns.rules.state import UNDER_WAY, Piece, Place, PlayStatus, Spot, State, Value
from cards.pieces import CardKind, TileKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cards.pieces import Pieces

ROUNDS = 4


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


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reading decided: the cards in play that were read to their end, choices by card, effects.

    `after` is the round it follows, 1 to 4; 4 belongs to the closing, 0 is something that happens during a round.
    """

    play: int
    after: int
    read: frozenset[str] = frozenset()
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    effects: tuple[Wanted, ...] = ()


def open_play(state: State, number: int, first: Iterable[tuple[Piece, str | None]]) -> tuple[Change, ...]:
    """Opens play `number` of the campaign and lays the legacy out: from the bag, before the first game also `first`.

    `first` are pieces with their space. Refusals: play_is_open.
    """
    _none_under_way(state)
    bag = dict(state.pieces(Place.BAG))
    start = {} if state.has_begun() else {piece: Spot(Place.BAG, space) for piece, space in first}
    moves = [_move(state, piece, spot.laid_out(piece.kind)) for piece, spot in (start | bag).items()]
    return (Change(f"play:{number}", state[f"play:{number}"], PlayStatus.OPEN), *moves)


def open_aside(state: State, number: int) -> tuple[Change, ...]:
    """Opens play `number` as an evening of its own: no piece of the legacy moves. Refusals: play_is_open."""
    _none_under_way(state)
    return (Change(f"play:{number}", state[f"play:{number}"], PlayStatus.ASIDE),)


def read(state: State, reading: Reading, pieces: Pieces, line: str) -> tuple[Change, ...]:
    """The changes of a reading; one after round 0 is what happens during a round, and may come as often as it likes.

    Refusals: play_not_open, no_story_tonight, reading_already_written, and those of `check`.
    """
    running(state, reading.play)
    if reading.after < ROUNDS or reading.read or reading.effects or reading.choices:
        may_tell_story(state, reading.play)
    mark = f"read:{reading.play}:{reading.after}"
    if state[mark]:
        raise Refusal("reading_already_written", round=reading.after)
    done = [Change(mark, None, True)] if reading.after else []
    for card in sorted(reading.read, key=int):
        done.append(_leave(state, card))
    for card, words in sorted(reading.choices.items(), key=lambda item: int(item[0])):
        if state[f"choice:{card}"] != words:
            done.append(Change(f"choice:{card}", state[f"choice:{card}"], words))
    after = apply(state, done)
    for wanted in reading.effects:
        move = check(after, wanted, pieces, line)
        after = apply(after, [move])
        done.append(move)
    return tuple(done)


def close(state: State, reading: Reading, points: Mapping[int, int], pieces: Pieces, line: str) -> tuple[Change, ...]:
    """The closing of a play: points by place in turn order, its last reading, and everything in play into the bag."""
    result = [Change(f"points:{reading.play}:{index}", None, score) for index, score in sorted(points.items())]
    told = read(state, reading, pieces, line)
    return (*result, *told, *_packed_away(apply(state, told), reading.play, PlayStatus.PLAYED))


def give_up(state: State, play: int) -> tuple[Change, ...]:
    """A play that is not brought to its end: what its readings wrote stands, everything in play goes into the bag.

    Refusals: play_not_open.
    """
    running(state, play)
    return _packed_away(state, play, PlayStatus.GIVEN_UP)


def begin_in_the_middle(state: State, lies: Mapping[Piece, Place], pieces: Pieces, line: str) -> tuple[Change, ...]:
    """A campaign that was played before it had a log: story cards and tiles in the bag, cards that were read.

    Refusals: campaign_has_begun, no_card_in_the_bag, and those of `check` about numbers.
    """
    if state.has_begun():
        raise Refusal("campaign_has_begun")
    if not any(piece.kind == "card" and place == Place.BAG for piece, place in lies.items()):
        raise Refusal("no_card_in_the_bag", "cards")
    for piece in lies:
        _campaign_piece(piece, pieces, line)
    spots = {p: Spot(place, pieces.tiles[p.id].space if p.kind == "tile" else None) for p, place in lies.items()}
    return tuple(_move(state, piece, spot) for piece, spot in spots.items() if state.spot(piece) != spot)


def check(state: State, wanted: Wanted, pieces: Pieces, line: str) -> Change:
    """The one move that an effect means, if it is legal.

    Refusals, tiles: no_such_tile, module_tile, tile_already_there, tile_not_there.
    Cards: no_such_card, scenario_card, search_card, project_card, maybe_project_card, other_line, card_already_read,
    card_already_in_play, no_project_card, card_in_deck.
    """
    if wanted.piece.kind == "tile":
        return _tile(state, wanted, pieces)
    return _card(state, wanted, pieces, line)


def correct(state: State, piece: Piece, spot: Spot, reason: str, pieces: Pieces, line: str) -> tuple[Change, ...]:
    """ "Our box differs": sets a piece where it really lies, whatever the log said.

    Refusals: reason_missing, nothing_changed, place_does_not_fit, and those of `check` about the number itself.
    """
    if not reason.strip():
        raise Refusal("reason_missing", "reason")
    _campaign_piece(piece, pieces, line)
    if piece.kind == "card" and spot.place == Place.BOARD:
        raise Refusal("place_does_not_fit", "place", card=piece.id)
    if state.spot(piece) == spot:
        raise Refusal("nothing_changed", "place")
    return (_move(state, piece, spot),)


def running(state: State, play: int) -> None:
    """A play is under way. Refusals: play_not_open."""
    if state[f"play:{play}"] not in UNDER_WAY:
        raise Refusal("play_not_open", play=play)


def may_tell_story(state: State, play: int) -> None:
    """Only games of the campaign have readings. Refusals: no_story_tonight."""
    if state[f"play:{play}"] == PlayStatus.ASIDE:
        raise Refusal("no_story_tonight")


def end_round(state: State, ended: int) -> tuple[Change, ...]:
    """In a play's stream: ends round `ended`, or with 0 the set-up. Refusals: rounds_are_over, round_is_over."""
    if state.round() > ROUNDS:
        raise Refusal("rounds_are_over")
    if state.round() != ended:
        raise Refusal("round_is_over", round=ended)
    return (Change("round", state["round"], state.round() + 1),)


def may_read(play: State, after: int) -> None:
    """A reading follows a round that is over; what happens during one (0) follows none. Refusals: round_not_over."""
    if after and play.round() <= after:
        raise Refusal("round_not_over", round=after)


def may_take_round_back(legacy: State, play: int, changes: Iterable[Change]) -> None:
    """A round is not reopened while the reading after it stands: `changes` turn it back. Refusals: reading_stands."""
    for ended in [int(change.to or 0) for change in changes if change.subject == "round"]:
        if legacy[f"read:{play}:{ended}"]:
            raise Refusal("reading_stands", round=ended)


def _none_under_way(state: State) -> None:
    if (running := state.play_under_way()) is not None:
        raise Refusal("play_is_open", play=running)


def _packed_away(state: State, play: int, status: PlayStatus) -> tuple[Change, ...]:
    """Everything in play into the bag, unless the play stood aside; it has ended as `status`."""
    now = state[f"play:{play}"]
    in_play = () if now == PlayStatus.ASIDE else state.pieces(Place.BOARD, Place.TABLE)
    bagged = [Change(piece.subject, state[piece.subject], str(spot.bagged(piece.kind))) for piece, spot in in_play]
    return (*bagged, Change(f"play:{play}", now, status))


def _campaign_piece(piece: Piece, pieces: Pieces, line: str) -> None:
    """A number that can be a piece of this campaign; a group that types it itself knows what its unsure cards are."""
    if piece.kind == "card":
        _story_card(Wanted(Effect.CARD_INTO_PLAY, piece.id, ours=True), pieces, line)
    else:
        _exists(piece, pieces)


def _move(state: State, piece: Piece, spot: Spot) -> Change:
    return Change(piece.subject, state[piece.subject] or Place.BOX, str(spot))


def _leave(state: State, card: str) -> Change:
    """A card in play that was read to its end. Refusals: card_already_read, card_not_in_play."""
    piece = Piece("card", card)
    place = state.spot(piece).place
    if place == Place.GONE:
        raise Refusal("card_already_read", card=card)
    if place != Place.TABLE:
        raise Refusal("card_not_in_play", card=card)
    return _move(state, piece, Spot(Place.GONE))


def _tile(state: State, wanted: Wanted, pieces: Pieces) -> Change:
    _exists(wanted.piece, pieces)
    now = state.spot(wanted.piece)
    lies = now.place in (Place.BOARD, Place.TABLE)
    if wanted.effect == Effect.TILE_AWAY:
        if not lies:
            raise Refusal("tile_not_there", "number", tile=wanted.id)
        return _move(state, wanted.piece, Spot(Place.GONE))
    to = Place.BOARD if wanted.effect == Effect.TILE_ON_BOARD else Place.TABLE
    space = wanted.space or pieces.tiles[wanted.id].space if to == Place.BOARD else None
    if lies and now.place == to and space in (None, now.space):
        raise Refusal("tile_already_there", "number", tile=wanted.id)
    return _move(state, wanted.piece, Spot(to, space))


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
    return _move(state, wanted.piece, Spot(to))


def _project(state: State, wanted: Wanted, pieces: Pieces) -> Change:
    """A project card that the story brings in; one of an unsure number is one unless the group says otherwise."""
    _exists(wanted.piece, pieces)
    known = pieces.cards[int(wanted.id)]
    if known.kind != CardKind.PROJECT or (not known.sure and wanted.ours):
        raise Refusal("no_project_card", "number", card=wanted.id)
    return _move(state, wanted.piece, Spot(Place.DECK))


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
