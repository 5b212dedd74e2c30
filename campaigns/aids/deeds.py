"""What can be done with an aid, by its name: each deed reads what was typed and answers with changes of the state.

A deed is pure: state, desk and the typed fields in, changes or a coded refusal out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.aids import combat, jacques, jean, liberation, readings, the_search
from campaigns.aids.decks import Deck
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from campaigns.aids.desk import Desk
    from campaigns.rules.changes import Change
    from campaigns.rules.state import State

Fields = Mapping[str, str]
Deed = Callable[["State", "Desk", Fields], tuple["Change", ...]]


def do(aid: str, deed: str, state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    """The changes of a deed. Refusals: no_such_deed, not_a_number, and those of the aid."""
    found = DEEDS.get((aid, deed))
    if found is None:
        raise Refusal("no_such_deed")
    return found(state, desk, fields)


def wants(aid: str, fields: Fields) -> tuple[str, ...]:
    """What somebody wants to touch: who loses a race for it hears that, and not that the rules forbid it."""
    space = fields.get("space", "")
    if aid == "markers" and space:
        return (f"marker:{space}:{fields.get('nation', '')}",)
    return (f"clue:{space}",) if aid == "search" and space else ()


def close_round(state: State, desk: Desk) -> tuple[Change, ...]:
    """What the opponents score when the round that runs ends; nothing without them (U228, U229)."""
    if state["jacques:level"]:
        shown = list(Deck.read(state, jacques.WHO).shown)
        desk.chance.shuffle(shown)
        return jacques.close_round(state, desk.cards, shown)
    if state["jean:level"] and state["jean:income"] != state.round():
        return jean.score_income(state)
    return ()


def number(fields: Fields, name: str, default: int | None = None) -> int:
    """A whole number that was typed, of at most three digits. Refusals: not_a_number."""
    typed = fields.get(name, "").strip()
    if not typed and default is not None:
        return default
    plain = typed.removeprefix("-")
    if not (plain.isascii() and plain.isdecimal() and len(plain) <= 3):
        raise Refusal("not_a_number", name)
    return int(typed)


def _begin_jacques(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    deck = None if fields.get("by_hand") else jacques.prepare(desk.level, desk.cards, desk.chance)
    return jacques.begin(state, desk.level, deck)


def _turn_of_jacques(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    anyway = bool(fields.get("known_better"))
    return jacques.everybody_had_a_turn(state, desk.cards, fields.get("card", ""), anyway=anyway)


def _begin_jean(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    deck = None if fields.get("by_hand") else jean.prepare(desk.level, desk.cards, desk.chance)
    return jean.begin(state, desk.level, deck)


def _turn_of_jean(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    shown = list(Deck.read(state, jean.WHO).shown)
    desk.chance.shuffle(shown)
    anyway = bool(fields.get("known_better"))
    return jean.reveal(state, desk.cards, fields.get("card", ""), shown, anyway=anyway)


def _final_of_jean(state: State, _desk: Desk, fields: Fields) -> tuple[Change, ...]:
    return jean.score_final(
        state,
        quests=number(fields, "quests"),
        upgrades=number(fields, "upgrades"),
        explorer_lead=number(fields, "lead", 0),
        influence=number(fields, "influence", 0),
    )


def _begin_markers(state: State, desk: Desk, _fields: Fields) -> tuple[Change, ...]:
    if desk.markers is None:
        raise Refusal("markers_not_known")
    begun = liberation.begin(state, desk.markers, desk.nations, unused_to_box=desk.unused_to_box)
    return readings.taken_over(begun, state, desk, "markers")


def _require_markers(state: State) -> None:
    """Markers move once they are laid out: a set-up over moved ones would count some twice. Refusals: not_begun."""
    if not liberation.laid_out(state):
        raise Refusal("not_begun")


def _free(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    _require_markers(state)
    space, nation, to = fields.get("space", ""), fields.get("nation", ""), fields.get("to", "")
    if to.startswith("square:") and to.split(":")[1] not in map(str, range(desk.players)):
        raise Refusal("no_such_player", "to")
    if fields.get("action"):
        combat.village_action(state, space, number(fields, "points", combat.VILLAGE_ACTION), desk.board)
    ring = readings.said(state, "ring")
    return liberation.free(state, space, nation, to, taken=bool(fields.get("taken")), ring=ring)


def _put(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    _require_markers(state)
    space, nation, told = fields.get("space", ""), fields.get("nation", ""), bool(fields.get("told"))
    return liberation.put(state, space, nation, module=desk.module, places=desk.board.places(), told=told)


def _give_back(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    _require_markers(state)
    source = fields.get("source", liberation.OUT)
    if source != liberation.OUT and not readings.said(state, "from_tile"):
        raise Refusal("not_from_a_tile", "source")
    return liberation.give_back(state, fields.get("nation", ""), module=desk.module, source=source)


def _begin_search(state: State, desk: Desk, fields: Fields) -> tuple[Change, ...]:
    greens, reds = number(fields, "greens"), number(fields, "reds")
    begun = the_search.begin(state, players=desk.players, greens=greens, reds=reds)
    return readings.taken_over(begun, state, desk, "search")


def _pay_clues(state: State, _desk: Desk, fields: Fields) -> tuple[Change, ...]:
    pay = the_search.pay_green if fields.get("colour") == the_search.Colour.GREEN else the_search.pay_red
    return pay(state, number(fields, "many", 1))


def _agreed(aid: str) -> Deed:
    return lambda state, desk, f: readings.agree(state, desk, aid, f.get("reading", ""), f.get("said") == "yes")


ON_THE_BOARD = frozenset({"markers"})
"""The aids that look at the board as it lies."""

FIELDS = frozenset(
    [
        "action",
        "by",
        "by_hand",
        "card",
        "colour",
        "greens",
        "how",
        "influence",
        "known_better",
        "lead",
        "many",
        "name",
        "nation",
        "paid",
        "points",
        "quests",
        "reading",
        "reds",
        "said",
        "source",
        "space",
        "taken",
        "to",
        "told",
        "upgrades",
    ]
)
"""Everything that a deed can ask for."""

DEEDS: Mapping[tuple[str, str], Deed] = MappingProxyType(
    {
        ("jacques", "begin"): _begin_jacques,
        ("jacques", "turn"): _turn_of_jacques,
        ("jacques", "player-ended"): lambda state, _desk, _fields: jacques.player_ended(state),
        ("jacques", "count"): lambda state, _desk, f: jacques.count(state, f.get("name", ""), number(f, "by")),
        ("jean", "begin"): _begin_jean,
        ("jean", "turn"): _turn_of_jean,
        ("jean", "pay"): lambda state, desk, f: jean.pay(state, desk.cards, number(f, "paid")),
        ("jean", "count"): lambda state, _desk, f: jean.count(state, f.get("name", ""), number(f, "by")),
        ("jean", "final"): _final_of_jean,
        ("markers", "begin"): _begin_markers,
        ("markers", "free"): _free,
        ("markers", "put"): _put,
        ("markers", "give-back"): _give_back,
        ("markers", "agree"): _agreed("markers"),
        ("search", "begin"): _begin_search,
        ("search", "turn-up"): lambda state, _desk, f: the_search.turn_up(
            state, f.get("space", ""), f.get("colour", "")
        ),
        ("search", "pay"): _pay_clues,
        ("search", "agree"): _agreed("search"),
        ("search", "free"): lambda state, _desk, f: the_search.free_luysa(state, f.get("how", "")),
    }
)
"""Every deed by aid and name."""
