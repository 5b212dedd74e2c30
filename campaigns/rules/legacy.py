"""What is legal in a campaign's legacy. Each function answers with changes or raises a coded Refusal.

Sources: The Uprising, "Campaign"; Maracaibo, story cards and the archive. The bag holds, between games, the story cards
in play and the campaign tiles on the board; a card read to its end does not return to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.rules.changes import Change, apply
from campaigns.rules.effects import Refusal, Wanted, check, move, require_campaign_piece
from campaigns.rules.state import UNDER_WAY, Piece, Place, PlayStatus, Rest, Spot, State

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from cards.pieces import Pieces

ROUNDS = 4
"""The rounds of a game of the campaign. A closing follows round 4 in every game, however many rounds that one has."""


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


@dataclass(frozen=True, slots=True)
class Taken:
    """The tiles that a card takes off the board, and whether they leave the campaign for good."""

    tiles: frozenset[str] = frozenset()
    for_good: bool = False


NOTHING_TAKEN = Taken()


def open_play(
    state: State,
    number: int,
    first: Iterable[tuple[Piece, str | None]],
    leaving: Taken = NOTHING_TAKEN,
) -> tuple[Change, ...]:
    """Opens play `number` of the campaign and lays the legacy out: from the bag, before the first game also `first`.

    `first` are pieces with their space. `leaving` are tiles that the card of the game takes off the board: they wait in
    the bag, or leave the campaign where that is for good (The Uprising, The Rescue with card 185). Refusals:
    play_is_open, campaign_rests.
    """
    _none_under_way(state)
    if state["rest"]:
        raise Refusal("campaign_rests")
    bag = dict(state.pieces(Place.BAG))
    start = {} if state.has_begun() else {piece: Spot(Place.BAG, space) for piece, space in first}
    spots = {piece: spot.laid_out(piece.kind) for piece, spot in (start | bag).items()}
    for piece in list(spots):
        if piece.kind == "tile" and piece.id in leaving.tiles:
            spots[piece] = Spot(Place.GONE) if leaving.for_good else bag.get(piece, spots[piece])
    moves = [move(state, piece, spot) for piece, spot in spots.items() if state.spot(piece) != spot]
    return (Change(f"play:{number}", state[f"play:{number}"], PlayStatus.OPEN), *moves)


def take_off(
    state: State, play: int, now: Taken, before: Taken, spaces: Mapping[str, str | None]
) -> tuple[Change, ...]:
    """The tiles that the card of a running game takes off the board, where `before` was typed until `now`.

    They wait in the bag until the next game or leave the campaign for good; what is named no longer lies again, on its
    space of `spaces` if only that is known. Tiles that the campaign does not have are passed over. Refusals:
    play_not_open.
    """
    running(state, play)
    changes = []
    for piece in (Piece("tile", tile) for tile in sorted(now.tiles | before.tiles)):
        here = state.spot(piece)
        was_taken = piece.id in before.tiles
        if here.place in (Place.BOARD, Place.TABLE):
            lay = here
        elif was_taken and here.place == Place.BAG:
            lay = here.laid_out(piece.kind)
        elif was_taken and before.for_good and here.place == Place.GONE:
            lay = Spot(Place.BOARD, spaces.get(piece.id))
        else:
            continue
        to = lay if piece.id not in now.tiles else Spot(Place.GONE) if now.for_good else lay.bagged(piece.kind)
        if to != here:
            changes.append(move(state, piece, to))
    return tuple(changes)


def rest(state: State, how: Rest | None) -> tuple[Change, ...]:
    """A campaign ends, is laid aside, or goes on again (`None`). Refusals: play_is_open, nothing_changed."""
    _none_under_way(state)
    if state["rest"] == how:
        raise Refusal("nothing_changed")
    return (Change("rest", state["rest"], how),)


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


def close(
    state: State, reading: Reading, points: Mapping[int, int], pieces: Pieces, line: str, *, won: bool | None = None
) -> tuple[Change, ...]:
    """The closing of a play: points by place in turn order, its last reading, and everything in play into the bag.

    `won` is the verdict where all win or lose together, or one person plays alone.
    """
    result = [] if won is None else [Change(f"won:{reading.play}", None, won)]
    result += [Change(f"points:{reading.play}:{index}", None, score) for index, score in sorted(points.items())]
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
        require_campaign_piece(piece, pieces, line)
    spots = {p: Spot(place, pieces.tiles[p.id].space if p.kind == "tile" else None) for p, place in lies.items()}
    return tuple(move(state, piece, spot) for piece, spot in spots.items() if state.spot(piece) != spot)


def correct(state: State, piece: Piece, spot: Spot, reason: str, pieces: Pieces, line: str) -> tuple[Change, ...]:
    """ "Our box differs": sets a piece where it really lies, whatever the log said.

    Refusals: reason_missing, nothing_changed, place_does_not_fit, and those of `check` about the number itself.
    """
    if not reason.strip():
        raise Refusal("reason_missing", "reason")
    require_campaign_piece(piece, pieces, line)
    if spot.place == Place.DECK or (piece.kind == "card" and spot.place == Place.BOARD):
        raise Refusal("place_does_not_fit", "place", piece=piece.id)
    if state.spot(piece) == spot:
        raise Refusal("nothing_changed", "place")
    return (move(state, piece, spot),)


def running(state: State, play: int) -> None:
    """A play is under way. Refusals: play_not_open."""
    if state[f"play:{play}"] not in UNDER_WAY:
        raise Refusal("play_not_open", play=play)


def may_tell_story(state: State, play: int) -> None:
    """Only games of the campaign have readings. Refusals: no_story_tonight."""
    if state[f"play:{play}"] == PlayStatus.ASIDE:
        raise Refusal("no_story_tonight")


def end_round(state: State, ended: int, rounds: int = ROUNDS) -> tuple[Change, ...]:
    """In a play's stream: ends round `ended` of `rounds`, or with 0 the set-up; the next begins with its first phase.

    Refusals: rounds_are_over, round_is_over.
    """
    if state.round() > rounds:
        raise Refusal("rounds_are_over")
    if state.round() != ended:
        raise Refusal("round_is_over", round=ended)
    phase = (Change("phase", state["phase"], None),) if state["phase"] else ()
    return (Change("round", state["round"], state.round() + 1), *phase)


def end_phase(state: State, round_: int, phase: int, phases: int, rounds: int) -> tuple[Change, ...]:
    """In a play's stream: ends phase `phase` (from 0) of round `round_`, which has `phases`; the last ends the round.

    Refusals: rounds_are_over, round_is_over.
    """
    if not phases or not 1 <= state.round() <= rounds:
        raise Refusal("rounds_are_over")
    if (state.round(), state.phase()) != (round_, phase):
        raise Refusal("round_is_over", round=round_)
    if phase + 1 >= phases:
        return end_round(state, round_, rounds)
    return (Change("phase", state["phase"], phase + 1),)


def may_read(play: State, after: int, rounds: int = ROUNDS) -> None:
    """A reading follows a round that is over, a closing the last of `rounds`; what happens during one (0) none.

    Refusals: round_not_over.
    """
    last = rounds if after == ROUNDS else after
    if after and play.round() <= last:
        raise Refusal("round_not_over", round=last)


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


def _leave(state: State, card: str) -> Change:
    """A card in play that was read to its end. Refusals: card_already_read, card_not_in_play."""
    piece = Piece("card", card)
    place = state.spot(piece).place
    if place == Place.GONE:
        raise Refusal("card_already_read", card=card)
    if place != Place.TABLE:
        raise Refusal("card_not_in_play", card=card)
    return move(state, piece, Spot(Place.GONE))
