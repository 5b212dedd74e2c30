"""Jacques: his deck, his turns, the end of a round that he brings about, his points.

Subjects: `jacques:level`, `jacques:deck`, `jacques:shown`, `jacques:known` (see `decks`), `jacques:left` (how often
everybody still has a turn after he showed the end of a round), `jacques:ended` (true: he ended this round; false: a
player did; nothing while it runs), `jacques:points`, `jacques:quests`. Source: The Uprising, Jacques (U198 to U235).
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.aids import counting, decks
from campaigns.rules.effects import Refusal
from campaigns.rules.legacy import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from campaigns.rules.changes import Change
    from campaigns.rules.state import State
    from cards.reference import AutomaCard

WHO = "jacques"
END = "END"
"""The area of a card that ends the round."""

LEVELS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "simple": {"a": 7, "b": 0},
        "medium": {"a": 5, "b": 2},
        "hard": {"a": 3, "b": 4},
        "very_hard": {"a": 2, "b": 5},
    }
)
"""The cards of each kind that are left in his deck (U203 to U206)."""

ENDING = 15
"""Points for a round that he ended (U223, U225)."""

SWING = 5
"""Points that a player wins or loses at the end for the explorer, and again for the quests (U231, U233)."""

_LEVEL, _LEFT, _ENDED, _POINTS = (f"{WHO}:{name}" for name in ("level", "left", "ended", "points"))
_COUNTERS = ("points", "quests")


def prepare(level: str, cards: Mapping[str, AutomaCard], rng: Random) -> tuple[str, ...]:
    """His seven cards in a random order, top first: cards of both kinds leave at random as the level says.

    The Uprising, Jacques (U200 to U206). Refusals: no_such_level.
    """
    return decks.deal(WHO, _counts(level), cards, rng)


def begin(state: State, level: str, deck: Sequence[str] | None = None) -> tuple[Change, ...]:
    """Jacques joins the play, at set-up or in any round: `deck` from `prepare`, or `None` for real cards.

    Who joins him with real cards in the middle of a round then turns the cards up again that lie face up already, and
    counts what he has so far. The Uprising, Jacques (U202, U207). Refusals: jacques_is_here, no_such_level,
    round_not_running (after the last round). ValueError for a deck that is not one of the level.
    """
    if state[_LEVEL]:
        raise Refusal("jacques_is_here")
    opened = decks.opened(WHO, _counts(level), deck)
    if state.round() > ROUNDS:
        raise Refusal("round_not_running")
    return counting.settle(state, {_LEVEL: level, **opened.held()})


def reveal(
    state: State, cards: Mapping[str, AutomaCard], typed: str = "", *, anyway: bool = False
) -> tuple[Change, ...]:
    """His turn, each time everybody has had one: the top card is turned up. An end on it starts the count of turns.

    By hand `typed` says which card it was; otherwise it is not read. What was shown in an earlier round lies under all
    cards that nobody has seen; with `anyway` the group knows better, about that and about what its deck holds.
    The Uprising, Jacques (U210, U212, U222, U224, U229). Refusals: jacques_not_here, round_not_running,
    round_has_ended, he_ends_the_round, no_card_left, card_missing, no_such_card_of_his, card_already_shown,
    card_not_in_his_deck, card_lies_deeper.
    """
    deck = _in_play(state)
    running = decks.running_round(state)
    if state[_LEFT]:
        raise Refusal("he_ends_the_round")
    if not deck.pile:
        raise Refusal("no_card_left")
    card = _typed(state, deck, typed, cards, anyway=anyway) if deck.by_hand else deck.pile[0]
    turned = deck.turned(card)
    ends = _area(turned, cards) == END
    left = (2 if running == ROUNDS else 1) if ends else None
    return counting.settle(state, {**turned.held(), _LEFT: left})


def everybody_had_a_turn(
    state: State, cards: Mapping[str, AutomaCard], typed: str = "", *, anyway: bool = False
) -> tuple[Change, ...]:
    """What follows when it is his turn: the next card, or one turn fewer to count once he showed the end of the round.

    The Uprising, Jacques (U210, U222, U226). Refusals: those of `reveal` but he_ends_the_round.
    """
    return pass_turn(state) if state[_LEFT] else reveal(state, cards, typed, anyway=anyway)


def area(state: State) -> int:
    """Which area of the newest card counts, 1 for the first card of a round; 0 before it (U212)."""
    return len(decks.Deck.read(state, WHO).shown)


def told(state: State, cards: Mapping[str, AutomaCard]) -> str:
    """What the area says that counts now: `D4`, `Q2-7`, `X1` or `END`; empty before the first card of a round (U212).

    D is a disc to the market of a city (U213), Q a quest from some locations (U215), X steps of his explorer (U218).
    """
    return _area(decks.Deck.read(state, WHO), cards)


def pass_turn(state: State) -> tuple[Change, ...]:
    """Everybody had one more turn after he showed the end; after the last of them he ends the round.

    One turn in rounds one to three, two in round four. The Uprising, Jacques (U222, U224, U226). Refusals:
    jacques_not_here, round_not_running, round_has_ended, he_does_not_end_the_round.
    """
    _in_play(state)
    decks.running_round(state)
    left = counting.count(state, _LEFT)
    if not left:
        raise Refusal("he_does_not_end_the_round")
    last = {_LEFT: None, _ENDED: True}
    return counting.settle(state, last if left == 1 else {_LEFT: left - 1})


def player_ended(state: State) -> tuple[Change, ...]:
    """A player ended the round, so he gets nothing for that; what was left to count falls away (U222, U223).

    Refusals: jacques_not_here, round_not_running, round_has_ended.
    """
    _in_play(state)
    decks.running_round(state)
    return counting.settle(state, {_LEFT: None, _ENDED: False})


def close_round(state: State, cards: Mapping[str, AutomaCard], order: Sequence[str] = ()) -> tuple[Change, ...]:
    """The interim scoring: points of the shown cards, 15 if he ended the round; they go in `order` under the deck.

    By hand `order` is not read. A round that nobody said the end of was ended by a player. Round four scores like the
    others (U228: the text makes no difference). The next round counts from area 1. The Uprising, Jacques (U212, U223,
    U225, U228, U229). Refusals: jacques_not_here, round_not_running. ValueError for an order of other cards.
    """
    deck = _here(state)
    decks.running_round(state)
    points = score(state) + round_points(state, cards)
    values = {**deck.put_under(order).held(), _LEFT: None, _ENDED: None, _POINTS: points}
    return counting.settle(state, values)


def round_points(state: State, cards: Mapping[str, AutomaCard]) -> int:
    """What the round under way gives him as things stand (U228)."""
    shown = (cards[f"{WHO}_{card}"].points for card in decks.Deck.read(state, WHO).shown)
    return worth(shown, ended=state[_ENDED] is True)


def worth(points: Iterable[int], *, ended: bool) -> int:
    """Points at the end of a round, from those at the top left of each shown card (U223, U228)."""
    return sum(points) + (ENDING if ended else 0)


def score(state: State) -> int:
    """His points of all rounds that were closed."""
    return counting.count(state, _POINTS)


def count(state: State, name: str, by: int) -> tuple[Change, ...]:
    """One of his counters, `quests` or `points` (to put right what the log does not know), changes by `by`.

    Refusals: jacques_not_here, no_such_counter, counter_below_zero, counter_too_high.
    """
    _here(state)
    if name not in _COUNTERS:
        raise Refusal("no_such_counter", "name", name=name)
    return decks.counted(state, f"{WHO}:{name}", by)


def final(explorer: Sequence[int], quests: Sequence[int]) -> tuple[int, ...]:
    """Points that each player wins or loses at the end: 5 for the explorer, 5 for the quests.

    For each player 1 for ahead of him, 0 for level, -1 for behind. The Uprising, Jacques (U231, U233). ValueError for
    other numbers, or rows of different lengths.
    """
    if not {*explorer, *quests} <= {-1, 0, 1}:
        raise ValueError((*explorer, *quests))
    return tuple(SWING * (one + other) for one, other in zip(explorer, quests, strict=True))


def _counts(level: str) -> Mapping[str, int]:
    if level not in LEVELS:
        raise Refusal("no_such_level", "level", level=level)
    return LEVELS[level]


def _here(state: State) -> decks.Deck:
    if not state[_LEVEL]:
        raise Refusal("jacques_not_here")
    return decks.Deck.read(state, WHO)


def _in_play(state: State) -> decks.Deck:
    """His deck while nobody has ended the round."""
    deck = _here(state)
    if state[_ENDED] is not None:
        raise Refusal("round_has_ended")
    return deck


def _typed(state: State, deck: decks.Deck, typed: str, cards: Mapping[str, AutomaCard], *, anyway: bool) -> str:
    card = decks.typed_card(deck, typed, cards, _counts(str(state[_LEVEL])), anyway=anyway)
    if not anyway and card in deck.known and len(deck.known) < deck.size:
        raise Refusal("card_lies_deeper", "card", card=card)
    return card


def _area(deck: decks.Deck, cards: Mapping[str, AutomaCard]) -> str:
    card = decks.newest(deck, cards)
    return card.areas[len(deck.shown) - 1] if card else ""
