"""Jean, against whom one person plays alone: the deck, what a card does in this round, counters, scoring.

Subjects: `jean:level`, `jean:deck`, `jean:shown` (face up since the deck was last shuffled), `jean:known` (see
`decks`), `jean:paid` (true once the combat points of the newest card are settled), `jean:income` (the round whose
income was scored last), `jean:final` (true once the end of the game is scored) and the counters `jean:points`,
`cards`, `discs`, `quests`, `combat`, `explorer` and `influence_<nation>`. Sources: The Uprising (U199, U323 to U325);
the base game's solo rules as public descriptions give them, so check the base rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.aids import counting, decks
from campaigns.rules.effects import Refusal
from campaigns.rules.legacy import ROUNDS
from cards.board import Nation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from campaigns.rules.changes import Change
    from campaigns.rules.state import State
    from cards.reference import Action, AutomaCard

WHO = "jean"
LEVELS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "1": {"a": 5},
        "2": {"a": 5, "c": 1},
        "3": {"a": 5, "b": 1, "c": 1},
        "4": {"a": 5, "b": 2, "c": 1},
        "5": {"a": 5, "b": 3, "c": 1},
    }
)
"""How many cards of each kind are in the deck."""

LATE = 3
"""From this round on a card's second half counts."""

MISSING = 3
"""Points for Jean for each combat point that is missing, in every round (U324)."""

PER_QUEST = 5
MOST_DISCS = 22
MOST_UPGRADES = 12
COUNTERS: Mapping[str, int] = MappingProxyType(
    {"points": decks.MOST}
    | dict.fromkeys(("cards", "discs", "quests", "combat", "explorer"), 99)
    | {f"influence_{nation}": 99 for nation in Nation}
)
"""The counters by name, each with the most it can reach."""

_LEVEL, _PAID, _INCOME, _POINTS, _FINAL = (f"{WHO}:{name}" for name in ("level", "paid", "income", "points", "final"))
_PAY = "pay_combat"


@dataclass(frozen=True, slots=True)
class Told:
    """What the newest card says in this round; of each action only `count` is left, those of nothing fall away."""

    card: str
    steps: int
    route: str
    display: int
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Final:
    """Jean's points at the end of the game, influence left out: it scores like a player's."""

    quests: int
    more_quests: int
    more_upgrades: int
    explorer: int

    @property
    def total(self) -> int:
        return self.quests + self.more_quests + self.more_upgrades + self.explorer


def prepare(level: str, cards: Mapping[str, AutomaCard], rng: Random) -> tuple[str, ...]:
    """The cards of a level, drawn at random of each kind and shuffled, top first. Refusals: no_such_level."""
    return decks.deal(WHO, _counts(level), cards, rng)


def begin(state: State, level: str, deck: Sequence[str] | None = None) -> tuple[Change, ...]:
    """Jean joins the play, at set-up or in any round: `deck` from `prepare`, or `None` for real cards.

    With real cards in the middle of a game those that lie face up already are then turned up again. Refusals:
    jean_is_here, no_such_level, round_not_running (after the last round). ValueError for a deck not of the level.
    """
    if state[_LEVEL]:
        raise Refusal("jean_is_here")
    opened = decks.opened(WHO, _counts(level), deck)
    if state.round() > ROUNDS:
        raise Refusal("round_not_running")
    return counting.settle(state, {_LEVEL: level, **opened.held()})


def used_up(state: State) -> bool:
    """Whether the next card needs the deck shuffled anew. Refusals: jean_not_here."""
    return not _here(state).pile


def reveal(
    state: State, cards: Mapping[str, AutomaCard], typed: str = "", order: Sequence[str] = (), *, anyway: bool = False
) -> tuple[Change, ...]:
    """Jean's turn: the top card is turned up. A deck that is used up is all shown cards in `order` first; a round's
    end leaves it as it is.

    By hand `typed` says which card it was and `order` is not read; with `anyway` the group knows better what its deck
    holds. Refusals: jean_not_here, round_not_running, card_missing, no_such_card_of_his, card_already_shown,
    card_not_in_his_deck. ValueError for a needed order of other cards.
    """
    deck = _here(state)
    decks.running_round(state)
    if not deck.pile:
        deck = deck.put_under(order)
    counts = _counts(str(state[_LEVEL]))
    card = decks.typed_card(deck, typed, cards, counts, anyway=anyway) if deck.by_hand else deck.pile[0]
    return counting.settle(state, {**deck.turned(card).held(), _PAID: None})


def told(state: State, cards: Mapping[str, AutomaCard]) -> Told | None:
    """What the newest card says, by the round that is played; `None` before the first.

    Refusals: jean_not_here, round_not_running.
    """
    card = decks.newest(_here(state), cards)
    running = decks.running_round(state)
    if card is None:
        return None
    return Told(decks.short(card), card.steps, card.route, card.display, actions(card, running))


def actions(card: AutomaCard, running: int) -> tuple[Action, ...]:
    """What a card does in a round: its early half in rounds 1 and 2, the late one in 3 and 4 (U323, U325)."""
    return tuple(now for action in card.actions if (now := _now(action, running)).count != 0)


def demand(card: AutomaCard, running: int) -> int:
    """The combat points that a card makes the player pay: 1 or 2, from round three on 4; 0 if it asks none.

    The Uprising, Jean's cards (U323, U325). That 4 holds for both cards is the likelier reading (U325).
    """
    return next((action.count or 0 for action in actions(card, running) if action.do == _PAY), 0)


def missing_combat(demanded: int, paid: int) -> int:
    """Points for Jean: 3 for each demanded combat point that was not paid, in every round (U324).

    Refusals: paid_too_much (also for less than nothing).
    """
    if not 0 <= paid <= demanded:
        raise Refusal("paid_too_much", "paid", demanded=demanded)
    return MISSING * (demanded - paid)


def pay(state: State, cards: Mapping[str, AutomaCard], paid: int) -> tuple[Change, ...]:
    """The player pays `paid` of the combat points that the newest card demands; Jean scores for the rest (U324).

    Refusals: jean_not_here, round_not_running, no_combat_demanded, already_paid, paid_too_much.
    """
    card = decks.newest(_here(state), cards)
    running = decks.running_round(state)
    if card is None or not (demanded := demand(card, running)):
        raise Refusal("no_combat_demanded")
    if state[_PAID]:
        raise Refusal("already_paid")
    return (*_scored(state, missing_combat(demanded, paid)), *counting.settle(state, {_PAID: True}))


def count(state: State, name: str, by: int) -> tuple[Change, ...]:
    """One of the counters changes by `by`.

    Refusals: jean_not_here, no_such_counter, counter_below_zero, counter_too_high.
    """
    _here(state)
    if name not in COUNTERS:
        raise Refusal("no_such_counter", "name", name=name)
    return decks.counted(state, f"{WHO}:{name}", by, COUNTERS[name])


def income(cards: int, discs: int) -> int:
    """Points at the end of a round: one for each card taken, and by the number of discs removed.

    1 to 5 discs give one less than there are; from 6 on twice what is over 3, and more than 22 count as 22.
    """
    discs = min(discs, MOST_DISCS)
    return cards + (2 * (discs - 3) if discs > 5 else max(discs - 1, 0))


def score_income(state: State) -> tuple[Change, ...]:
    """Jean scores the income of the round. Refusals: jean_not_here, round_not_running, income_already_scored."""
    _here(state)
    running = decks.running_round(state)
    if state[_INCOME] == running:
        raise Refusal("income_already_scored")
    points = income(_number(state, "cards"), _number(state, "discs"))
    return (*_scored(state, points), *counting.settle(state, {_INCOME: running}))


def upgrades_of(discs: int) -> int:
    """The ship upgrades that removed discs count as, for the comparison at the end: two each, at most 12.

    That two discs make one is what public descriptions say; check the base rulebook.
    """
    return min(discs // 2, MOST_UPGRADES)


def final(*, quests: int, player_quests: int, upgrades: int, player_upgrades: int, explorer_lead: int) -> Final:
    """Jean's points at the end of the game.

    5 a quest; 10, 20 or 30 for 1 or 2, 3, 4 or more quests more than the player, and the same for ship upgrades (a
    board has 12); 10, 20 or 30 for an explorer 1 to 7, 8 to 10, 11 or more spaces ahead. `explorer_lead` is negative
    where the player is ahead.
    """
    lead = min(upgrades, MOST_UPGRADES) - min(player_upgrades, MOST_UPGRADES)
    return Final(
        quests=PER_QUEST * quests,
        more_quests=_for_lead(quests - player_quests, 3, 4),
        more_upgrades=_for_lead(lead, 3, 4),
        explorer=_for_lead(explorer_lead, 8, 11),
    )


def score_final(
    state: State, *, quests: int, upgrades: int, explorer_lead: int, influence: int = 0
) -> tuple[Change, ...]:
    """Jean scores what the end of the game brings, once, after round four.

    `quests` and `upgrades` are the player's; his own are his counters. `influence` are the points that influence gives
    him, counted like a player's. Refusals: jean_not_here, rounds_go_on, final_already_scored, no_such_count.
    """
    _here(state)
    if state.round() <= ROUNDS:
        raise Refusal("rounds_go_on")
    if state[_FINAL]:
        raise Refusal("final_already_scored")
    if min(quests, upgrades, influence) < 0:
        raise Refusal("no_such_count", "quests", count=min(quests, upgrades, influence))
    found = final_of(state, quests=quests, upgrades=upgrades, explorer_lead=explorer_lead)
    return (*_scored(state, found.total + influence), *counting.settle(state, {_FINAL: True}))


def final_of(state: State, *, quests: int, upgrades: int, explorer_lead: int) -> Final:
    """The final scoring by his counters, against the player's `quests` and `upgrades`."""
    return final(
        quests=_number(state, "quests"),
        player_quests=quests,
        upgrades=upgrades_of(_number(state, "discs")),
        player_upgrades=upgrades,
        explorer_lead=explorer_lead,
    )


def is_final(state: State) -> bool:
    """Whether his final scoring is in his points."""
    return bool(state[_FINAL])


def score(state: State) -> int:
    """Jean's points so far."""
    return _number(state, "points")


def _for_lead(lead: int, middle: int, top: int) -> int:
    return 10 * sum(lead >= step for step in (1, middle, top))


def _now(action: Action, running: int) -> Action:
    if action.early is None and action.late is None:
        return action
    half = action.late if running >= LATE else action.early
    return replace(action, count=half or 0, early=None, late=None)


def _scored(state: State, points: int) -> tuple[Change, ...]:
    return counting.settle(state, {_POINTS: score(state) + points})


def _number(state: State, name: str) -> int:
    return counting.count(state, f"{WHO}:{name}")


def _counts(level: str) -> Mapping[str, int]:
    if level not in LEVELS:
        raise Refusal("no_such_level", "level", level=level)
    return LEVELS[level]


def _here(state: State) -> decks.Deck:
    if not state[_LEVEL]:
        raise Refusal("jean_not_here")
    return decks.Deck.read(state, WHO)
