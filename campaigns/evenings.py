"""What can be played tonight: the campaign, a twin whose card it has reached, or an evening of its own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from campaigns.models import Play, TileState
from campaigns.rules.changes import Change
from campaigns.rules.effects import Refusal
from campaigns.rules.state import BESIDE, Piece, Place, PlayStatus, Spot
from cards import catalogue
from cards.pieces import CardKind
from scenarios import book
from scenarios.table import Draw, Laid, TableState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaigns.access import Access
    from campaigns.rules.state import State
    from scenarios.book import Scenario

CAMPAIGN = "campaign"
"""The key of the campaign's own next game; all others go by their card's number, or without one by their scenario."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A way to play tonight. `card` starts it (0: what the bag holds); `aside` evenings leave the legacy alone.

    `optional` modules come all together or not at all, or each for itself where they are chosen `one_by_one`. `players`
    and `rounds` as in `book.Scenario`.
    """

    key: str
    scenario: str
    card: int
    aside: bool
    mode: str
    modules: frozenset[str]
    optional: frozenset[str]
    players: tuple[int, ...]
    rounds: int
    one_by_one: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """What the group chose besides the party: optional modules, and who plays against it at which level.

    `modules` are the optional ones where each is chosen for itself.
    """

    with_optional: bool = False
    opponent: str = ""
    level: str = ""
    modules: frozenset[str] = frozenset()


NO_CHOICE = Choice()


def evenings(access: Access, state: State) -> dict[str, Evening]:
    """The evenings that are open to a campaign in `state`, by key: the campaign first, then by card number.

    A twin is among them only while its card lies in the bag.
    """
    found = {evening.key: evening for evening in _evenings(access, state)}
    return dict(sorted(found.items(), key=lambda item: (item[0] != CAMPAIGN, item[1].aside, item[1].card)))


def of_play(access: Access, state: State, play: Play) -> Evening | None:
    """The evening of its own that a play is; `None` where it is none of those that are open now."""
    return evenings(access, state).get(_key(play.scenario, play.card)) if play.status == PlayStatus.ASIDE else None


def closed_twins(access: Access, state: State) -> list[tuple[str, int]]:
    """The twins that are not open, as scenario and card: their numbers are told by the rulebook to everyone."""
    kinds, open_now = catalogue.pieces(access.box, access.content).cards, evenings(access, state)
    known = book.scenarios(access.box, access.content).items()
    numbers = [(key, card) for key, scenario in known for card in scenario.cards if kinds[card].line == access.line]
    twins = [row for row in numbers if kinds[row[1]].kind == CardKind.STORY_AND_SCENARIO]
    return [row for row in twins if str(row[1]) not in open_now]


def modules_of(access: Access, evening: Evening, choice: Choice) -> frozenset[str]:
    """All modules in play tonight, with the one that the opponent brings."""
    chosen = evening.optional if choice.with_optional else frozenset[str]()
    if evening.one_by_one:
        chosen = evening.optional & choice.modules
    brought = {o.module for o in opponents(access, evening) if o.key == choice.opponent and o.module}
    return evening.modules | chosen | brought


def require_opponent(access: Access, evening: Evening, choice: Choice, players: int) -> Choice:
    """The choice with an opponent exactly where one plays. Refusals: opponent_missing, opponent_does_not_fit."""
    fitting = [o for o in opponents(access, evening) if players == 1 or evening.mode in o.always]
    if not fitting:
        return replace(choice, opponent="", level="")
    if not choice.opponent:
        raise Refusal("opponent_missing", "opponent")
    if not any(o.key == choice.opponent and choice.level in o.levels for o in fitting):
        raise Refusal("opponent_does_not_fit", "opponent")
    return choice


def require_party(evening: Evening, players: int) -> None:
    """The evening can be played by so many. Refusals: party_does_not_fit."""
    if players not in evening.players:
        raise Refusal(
            "party_does_not_fit", "who1", players=players, least=min(evening.players), most=max(evening.players)
        )


def opponents(access: Access, evening: Evening) -> list[book.Opponent]:
    """Those who play against the group on this evening: always, or against one person alone."""
    known = book.opponents(access.box, access.content).values()
    return [opponent for opponent in known if evening.mode in opponent.always | opponent.alone]


def table(access: Access, state: State, evening: Evening, draws: Sequence[Draw] = ()) -> TableState:
    """What the evening finds: the bag, or the tiles that its card asks for, borrowed from a bag of this copy."""
    start = book.scenarios(access.box, access.content)[evening.scenario].starts.get(evening.card)
    if evening.aside:
        lying = list(_from_copy(access, start.tiles if start else ()))
        drawn = [
            laid for laid in _from_copy(access, [d.tile for d in draws if d.tile]) if laid.taken_from == "borrowed"
        ]
        return TableState(first_game=False, story_cards=(), tiles=(*lying, *drawn), draws=tuple(draws))
    bag = list(state.pieces(Place.BAG))
    laid = [Laid(p.id, "bag", None if s.space == BESIDE else s.space) for p, s in bag if p.kind == "tile"]
    cards = [int(piece.id) for piece, _ in bag if piece.kind == "card"]
    if not state.has_begun():
        line, in_bag = book.lines(access.box, access.content)[access.line], {tile.tile for tile in laid}
        laid += [Laid(t, "box", _space(access, t)) for t in line.first_tiles if t not in in_bag]
        cards = [line.first_story_card]
    begun = state.has_begun()
    return TableState(
        first_game=not begun, story_cards=tuple(cards), tiles=tuple(_moved(access, laid)), projects=projects(state)
    )


def projects(state: State) -> tuple[int, ...]:
    """The numbered project cards that the story of a campaign brought into its deck."""
    return tuple(int(piece.id) for piece, _ in state.pieces(Place.DECK))


def shared_tiles(access: Access, state: State) -> dict[str, str]:
    """Tiles of this campaign that another one on the same copy holds too, with that one's name.

    There is one piece of each: it lies where it was used last.
    """
    own = [piece.id for piece, _ in state.pieces(Place.BAG, Place.BOARD, Place.TABLE) if piece.kind == "tile"]
    others = TileState.objects.kept(access.copy, own).exclude(campaign=access.campaign)
    return dict(others.values_list("tile", "campaign__name").order_by("campaign"))


def lent(access: Access, state: State) -> tuple[str, ...]:
    """Tiles of this bag that an evening of its own on the copy has borrowed and not brought home yet."""
    ways, taken = book.scenarios(access.box, access.content), set[str | None]()
    for play in Play.objects.on_copy(access.copy).aside():
        start = ways[play.scenario].starts.get(play.card)
        taken |= {*(start.tiles if start else ()), *(draw.tile for draw in draws_of(play))}
    return tuple(piece.id for piece, _ in state.pieces(Place.BAG) if piece.kind == "tile" and piece.id in taken)


def proposed(access: Access, state: State) -> Evening | None:
    """The game that a story card in the bag sets up: a twin of the campaign's own next game, if there is one."""
    return next((e for e in evenings(access, state).values() if not e.aside and e.key != CAMPAIGN), None)


def pack_away(access: Access, state: State, play: Play) -> tuple[Change, ...]:
    """The moves that hands make after an evening of its own: borrowed tiles into their bag, all others into the box.

    They are no changes of the legacy, and none for a game of the campaign.
    """
    if (evening := of_play(access, state, play)) is None:
        return ()
    drawn = draws_of(play)
    lying = table(access, state, evening, drawn).tiles
    from_box = [d.tile for d in drawn if d.tile and d.tile not in {laid.tile for laid in lying}]
    return tuple(_home(laid) for laid in (*lying, *(Laid(tile, "box") for tile in from_box)))


def sorted_out(access: Access, state: State, play: Play) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The project cards that come out of the deck after an evening of its own, and those of them that stay.

    What the campaign's own story brought into the deck stays; no cards for a game of the campaign.
    """
    start = book.scenarios(access.box, access.content)[play.scenario].starts.get(play.card)
    numbers = start.shuffled_in if start else ()
    return numbers, tuple(number for number in projects(state) if number in numbers)


def draws_of(play: Play) -> tuple[Draw, ...]:
    """The tiles that a play has drawn, by column."""
    return tuple(Draw(row["column"], tile=row["tile"]) for row in play.draws)


def _home(laid: Laid) -> Change:
    to = Place.BAG if laid.taken_from == "borrowed" else Place.BOX
    return Change(f"tile:{laid.tile}", str(Spot(Place.BOARD, laid.space)), str(to))


def _key(scenario: str, card: int) -> str:
    """The key of an evening of its own."""
    return str(card) if card else scenario


def _evening(key: str, way: Scenario, card: int, optional: frozenset[str], *, aside: bool) -> Evening:
    modules, players = way.modules, way.players
    return Evening(key, way.key, card, aside, way.mode, modules, optional, players, way.rounds, way.one_by_one)


def _evenings(access: Access, state: State) -> Iterator[Evening]:
    kinds = catalogue.pieces(access.box, access.content).cards
    line = book.lines(access.box, access.content)[access.line]
    for key, scenario in book.scenarios(access.box, access.content).items():
        if key == line.scenario:
            begun = state.has_begun()
            card, optional = (0, scenario.optional_modules) if begun else (line.first_story_card, frozenset[str]())
            yield _evening(CAMPAIGN, scenario, card, optional, aside=False)
            continue
        if not line.tells_a_story and book.steps(access.box, access.content, key):
            yield _evening(key, scenario, 0, scenario.optional_modules, aside=True)
        for card in scenario.cards:
            aside = kinds[card].kind == CardKind.SCENARIO
            in_bag = kinds[card].line == access.line and state.spot(Piece("card", str(card))).place == Place.BAG
            if (aside and book.steps(access.box, access.content, key)) or in_bag:
                yield _evening(_key(key, card), scenario, card, frozenset(), aside=aside)


def _from_copy(access: Access, tiles: Sequence[str]) -> Iterator[Laid]:
    """The tiles of a stand-alone evening: out of the box, or borrowed from the bag of a campaign on the same copy."""
    kept = set(TileState.objects.kept(access.copy, tiles).values_list("tile", flat=True))
    for tile in tiles:
        yield Laid(tile, "borrowed" if tile in kept else "box", _space(access, tile))


def _moved(access: Access, laid: Sequence[Laid]) -> Iterator[Laid]:
    """The tiles of a bag; those that another campaign of the copy moved last lie in that one's."""
    rows = TileState.objects.kept(access.copy, [tile.tile for tile in laid]).values_list("tile", "campaign", "at")
    last = {tile: campaign for tile, campaign, _ in sorted(rows, key=lambda row: row[2])}
    for tile in laid:
        elsewhere = last.get(tile.tile, access.campaign) != access.campaign
        yield replace(tile, taken_from="other_bag") if elsewhere else tile


def _space(access: Access, tile: str) -> str | None:
    return catalogue.pieces(access.box, access.content).tiles[tile].space
