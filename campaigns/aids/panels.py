"""What each aid shows: plain values out of the state of a play, for a page to word. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from campaigns.aids import jacques, jean, liberation, readings, resistance, the_search
from campaigns.aids.counting import count
from campaigns.aids.decks import Deck, newest
from campaigns.rules.legacy import ROUNDS
from cards.board import LocationKind, Nation, in_order

if TYPE_CHECKING:
    from campaigns.aids.desk import Desk
    from campaigns.rules.state import State

Panel = Callable[["State", "Desk"], dict[str, Any]]


def panel(aid: str, state: State, desk: Desk) -> dict[str, Any]:
    """The values of an aid. KeyError for one that is not there."""
    return {
        "round": state.round(),
        "running": 1 <= state.round() <= ROUNDS,
        "over": state.round() > ROUNDS,
        "readings": readings.asked(state, desk, aid),
        "other": readings.other(state, desk, aid),
        **_PANELS[aid](state, desk),
    }


def _jacques(state: State, desk: Desk) -> dict[str, Any]:
    deck = Deck.read(state, jacques.WHO)
    card = newest(deck, desk.cards)
    return {
        "here": bool(state["jacques:level"]),
        "level": state["jacques:level"] or desk.level,
        "by_hand": deck.by_hand,
        "pile": len(deck.pile),
        "shown": deck.shown,
        "area": jacques.area(state),
        "told": jacques.told(state, desk.cards) if card else "",
        "areas": card.areas if card else (),
        "left": count(state, "jacques:left"),
        "ended": state["jacques:ended"],
        "points": jacques.score(state),
        "round_points": jacques.round_points(state, desk.cards),
        "quests": count(state, "jacques:quests"),
    }


def _jean(state: State, desk: Desk) -> dict[str, Any]:
    here = bool(state["jean:level"])
    deck = Deck.read(state, jean.WHO)
    running = 1 <= state.round() <= ROUNDS
    told = jean.told(state, desk.cards) if here and running else None
    card = newest(deck, desk.cards)
    return {
        "here": here,
        "level": state["jean:level"] or desk.level,
        "by_hand": deck.by_hand,
        "pile": len(deck.pile),
        "told": told,
        "card": card,
        "demand": jean.demand(card, state.round()) if card and running else 0,
        "paid": state["jean:paid"],
        "points": jean.score(state) if here else 0,
        "counters": [(name, count(state, f"jean:{name}")) for name in jean.COUNTERS],
        "income": jean.income(count(state, "jean:cards"), count(state, "jean:discs")),
        "income_scored": state["jean:income"] == state.round(),
        "used_up": here and jean.used_up(state),
        "upgrades": jean.upgrades_of(count(state, "jean:discs")),
        "is_final": jean.is_final(state),
    }


def _markers(state: State, desk: Desk) -> dict[str, Any]:
    held = liberation.held(state)
    here = liberation.laid_out(state)
    low, high = liberation.fewest_most(state)
    return {
        "here": here,
        "known": desk.markers is not None,
        "starts": bool(desk.markers),
        "module": desk.module.value,
        "held": {space: {nation.value: many for nation, many in own.items()} for space, own in held.items()},
        "free": [space for space in desk.markers or () if here and space not in held],
        "on_board": sum(many for own in held.values() for many in own.values()),
        "nations": [_of_nation(state, held, nation) for nation in Nation],
        "fewest": [nation.value for nation in low],
        "most": [nation.value for nation in high],
        "tiles": [resistance.tile(state, place) for place in range(desk.players)],
        "on_tiles": _on_tiles(state, desk),
        "places": sorted(desk.board.places(), key=in_order),
        "squares": {nation.value: _squares(state, desk, nation) for nation in Nation},
        "with_tiles": "resistance_tiles" in desk.modules,
        "village": [place for place in desk.board.places() if desk.board.kind(place) is LocationKind.VILLAGE],
    }


def _on_tiles(state: State, desk: Desk) -> list[tuple[str, int, int, str]]:
    """The markers on Resistance tiles: what the journal calls their square, whose tile, which square, which nation."""
    return [
        (resistance.subject(place, square), place, square, nation.value)
        for place in range(desk.players)
        for square, nation in enumerate(resistance.tile(state, place), start=1)
        if nation
    ]


def _squares(state: State, desk: Desk, nation: Nation) -> list[tuple[int, list[tuple[int, bool]]]]:
    """Each player's tile: its four squares, and whether each takes a marker of a nation."""
    ring = readings.said(state, "ring")
    found = []
    for place in range(desk.players):
        takes = resistance.open_squares(state, place, nation, ring=ring)
        found.append((place, [(square, square in takes) for square in range(1, resistance.SQUARES + 1)]))
    return found


def _of_nation(state: State, held: Mapping[str, Mapping[Nation, int]], nation: Nation) -> dict[str, Any]:
    return {
        "nation": nation.value,
        "board": sum(own.get(nation, 0) for own in held.values()),
        "supply": liberation.left(state)[nation],
        "out": count(state, f"out:{nation}"),
    }


def _search(state: State, desk: Desk) -> dict[str, Any]:
    sides = the_search.card(state)
    left = the_search.left(state)
    return {
        "here": bool(state["search:greens"]),
        "clues": left,
        "left": sum(left.values()),
        "green": sides[the_search.Colour.GREEN],
        "red": sides[the_search.Colour.RED],
        "covered": state["search:covered"],
        "found": state["search:found"],
        "freed": state["search:freed"],
        "gone": count(state, "search:gone"),
        "green_pays": readings.said(state, "green_pays"),
        "players": desk.players,
        "last_round": state.round() >= the_search.LAST_ROUND,
    }


_PANELS: Mapping[str, Panel] = MappingProxyType(
    {"jacques": _jacques, "jean": _jean, "markers": _markers, "search": _search}
)
