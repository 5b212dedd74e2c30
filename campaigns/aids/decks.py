"""The deck of an opponent as a play's stream holds it, dealt by the log or drawn by hand.

A card has its short form here: `a3` for the card with the key `jacques_a3`. Subjects of an opponent `who`:
`who:level`, `who:deck` (the pile, top first), `who:shown` (face up, in order), `who:known` (by hand: every card ever
seen, sorted). A card of the pile that nobody has seen is `?`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from campaigns.aids.counting import count, settle
from campaigns.rules.effects import Refusal
from campaigns.rules.legacy import ROUNDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from random import Random

    from campaigns.rules.changes import Change
    from campaigns.rules.state import State, Value
    from cards.reference import AutomaCard

HIDDEN = "?"
"""A card of the pile that is known to nobody, because the group draws with its hands."""

MOST = 999
"""No counter of the table goes further."""


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one opponent: `pile` face down, top first; `shown` face up, newest last; `known` by hand only."""

    who: str
    pile: tuple[str, ...]
    shown: tuple[str, ...] = ()
    known: frozenset[str] = frozenset()

    @classmethod
    def read(cls, state: State, who: str) -> Deck:
        """The deck that the state holds."""
        known = frozenset(split(state[f"{who}:known"]))
        return cls(who, split(state[f"{who}:deck"]), split(state[f"{who}:shown"]), known)

    @property
    def by_hand(self) -> bool:
        """Whether the group draws real cards and types them."""
        return bool(self.known) or HIDDEN in self.pile

    @property
    def size(self) -> int:
        return len(self.pile) + len(self.shown)

    def held(self) -> dict[str, Value]:
        """Subjects and values; what is empty is nothing."""
        parts = {"deck": self.pile, "shown": self.shown, "known": sorted(self.known)}
        return {f"{self.who}:{part}": joined(cards) for part, cards in parts.items()}

    def turned(self, card: str) -> Deck:
        """The top card face up. `card` says which it is where the group draws by hand."""
        known = self.known | {card} if self.by_hand else self.known
        return Deck(self.who, self.pile[1:], (*self.shown, card), known)

    def put_under(self, order: Sequence[str]) -> Deck:
        """The shown cards under the pile, in `order` from the top; by hand nobody knows it and `order` is not read.

        ValueError if `order` does not hold exactly the shown cards.
        """
        if self.by_hand:
            order = [HIDDEN] * len(self.shown)
        elif sorted(order) != sorted(self.shown):
            raise ValueError(f"{self.who}: {joined(order)} is no order of {joined(self.shown)}")
        return replace(self, pile=(*self.pile, *order), shown=())


def split(value: Value) -> tuple[str, ...]:
    """The cards of a stored value."""
    return tuple(str(value).split(",")) if value else ()


def joined(cards: Iterable[str]) -> str | None:
    """Cards in the form that a state holds; no cards are nothing."""
    return ",".join(cards) or None


def running_round(state: State) -> int:
    """The round that is played, 1 to 4. Refusals: round_not_running."""
    if not 1 <= state.round() <= ROUNDS:
        raise Refusal("round_not_running")
    return state.round()


def deal(who: str, counts: Mapping[str, int], cards: Mapping[str, AutomaCard], rng: Random) -> tuple[str, ...]:
    """A shuffled pile of so many random cards of each kind (`a`, `b`, `c`), top first."""
    chosen: list[str] = []
    for kind, wanted in counts.items():
        all_of = sorted(short(card) for card in cards.values() if (card.opponent, card.deck) == (who, kind))
        chosen += rng.sample(all_of, wanted)
    rng.shuffle(chosen)
    return tuple(chosen)


def opened(who: str, counts: Mapping[str, int], pile: Sequence[str] | None) -> Deck:
    """A deck at the start: `pile` as it was dealt, `None` for one that hands shuffled.

    ValueError for a pile that has not so many cards of each kind, or one of them twice.
    """
    if pile is None:
        return Deck(who, (HIDDEN,) * sum(counts.values()))
    of_kind = {kind: sum(card.startswith(kind) for card in pile) for kind in counts}
    if of_kind != counts or not len(set(pile)) == len(pile) == sum(counts.values()):
        raise ValueError(f"{who}: {joined(pile)}")
    return Deck(who, tuple(pile))


def short(card: AutomaCard) -> str:
    """`a3` for the card with the key `jacques_a3`."""
    return card.key.removeprefix(f"{card.opponent}_")


def newest(deck: Deck, cards: Mapping[str, AutomaCard]) -> AutomaCard | None:
    """The card that was turned up last, `None` before the first."""
    return cards[f"{deck.who}_{deck.shown[-1]}"] if deck.shown else None


def typed_card(
    deck: Deck, typed: str, cards: Mapping[str, AutomaCard], counts: Mapping[str, int], *, anyway: bool
) -> str:
    """The card that hands turned up, as typed ("A3"). With `anyway` the group knows better what is in the deck.

    Refusals: card_missing, no_such_card_of_his, card_already_shown, card_not_in_his_deck.
    """
    card = typed.strip().lower()
    if not card:
        raise Refusal("card_missing", "card")
    if f"{deck.who}_{card}" not in cards:
        raise Refusal("no_such_card_of_his", "card", card=typed)
    if card in deck.shown:
        raise Refusal("card_already_shown", "card", card=card)
    if not anyway and card not in deck.known and _all_seen(deck, card[0], counts):
        raise Refusal("card_not_in_his_deck", "card", card=card)
    return card


def counted(state: State, subject: str, by: int, most: int = MOST) -> tuple[Change, ...]:
    """A counter goes up or down by `by`; 0 is nothing. Refusals: counter_below_zero, counter_too_high."""
    to = count(state, subject) + by
    if to < 0:
        raise Refusal("counter_below_zero", "by", by=by)
    if to > most:
        raise Refusal("counter_too_high", "by", by=by, most=most)
    return settle(state, {subject: to})


def _all_seen(deck: Deck, kind: str, counts: Mapping[str, int]) -> bool:
    """Whether every card of a kind that the level has was seen."""
    return sum(card.startswith(kind) for card in deck.known) >= counts.get(kind, 0)
