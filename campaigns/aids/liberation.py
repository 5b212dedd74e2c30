"""The ownership markers of the three nations: where each lies, who frees it, and what is left.

`marker:<space>:<nation>` counts those on a space, `out:<nation>` those out of the game, `square:<place>:<1..4>` is one
on a Resistance tile. A nation has 13; one that is nowhere else is in its supply, set aside or on its influence track.
Sources: The Uprising, Liberation of the Caribbean, Resistance Tiles, Unrest; the scenario cards 74, 193 and 185.
"""

from __future__ import annotations

import re
from collections import Counter
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from campaigns.aids import resistance
from campaigns.aids.counting import count, settle
from campaigns.rules.effects import Refusal
from cards.board import Nation, in_order, neighbours

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from campaigns.rules.changes import Change
    from campaigns.rules.state import State
    from cards.board import Edge

PER_NATION = 13
LAID_OUT = "count:laid_out"
"""True once the markers are kept: a board without any is no board that nobody laid out."""
OUT, SUPPLY = "out", "supply"
_SQUARE = re.compile(r"square:([0-9]{1,2}):([0-9]{1,2})")


class Module(StrEnum):
    """What decides how a group fights tonight."""

    BASE = "base"
    UPRISING = "uprising"
    LIBERATION = "liberation"


class Extremes(NamedTuple):
    """The nations that hold fewest and most; several where they are level."""

    fewest: tuple[Nation, ...]
    most: tuple[Nation, ...]


def begin(
    state: State, markers: Mapping[str, int], nations: Mapping[str, str], *, unused_to_box: bool
) -> tuple[Change, ...]:
    """Lays the markers out: how many on each space, and whose they are by space.

    What is not used goes into the box with cards 74, 193 and 185 (U092, U359) and stays set aside with 79 and 184
    (U070); for 193 and 185 that is an inference, so the group may say otherwise. Refusals: markers_are_laid_out,
    no_nation_there, no_such_nation, no_such_count, too_few_markers.
    """
    if laid_out(state):
        raise Refusal("markers_are_laid_out")
    lying = {(space, _owner(space, nations)): _at_least_none(many) for space, many in markers.items() if many}
    used: Counter[Nation] = Counter()
    for (_space, nation), many in lying.items():
        used[nation] += many
    for nation, many in used.items():
        if many > PER_NATION:
            raise Refusal("too_few_markers", "markers", nation=str(nation), count=many)
    boxed = {f"out:{nation}": PER_NATION - used[nation] for nation in Nation} if unused_to_box else {}
    on_board = {f"marker:{space}:{nation}": many for (space, nation), many in lying.items()}
    return settle(state, {LAID_OUT: True} | on_board | boxed)


def laid_out(state: State) -> bool:
    """Whether the log keeps the markers of this play, even where none lies on the board."""
    return bool(state[LAID_OUT])


def free(
    state: State, space: str, nation: str, to: str, *, taken: bool = False, ring: bool = False
) -> tuple[Change, ...]:
    """A marker leaves a space: `to` is "out" of the game, "square:<place>:<1..4>" or "supply".

    One that does not fit on the tile, or that nobody wants there, leaves the game (U161, U168); the fourth on a tile
    takes all four with it (U166). One `taken` by the base action Take never goes on a tile (U163). `ring` says how the
    squares touch, see `resistance.may`. Refusals: no_such_nation, no_marker_there, no_such_goal,
    taken_markers_leave, and those of `resistance.may`.
    """
    whose = named(nation)
    if taken and to != OUT:
        raise Refusal("taken_markers_leave", "to")
    lies = f"marker:{space}:{whose}"
    if not count(state, lies):
        raise Refusal("no_marker_there", "space", space=space, nation=str(whose))
    less = {lies: count(state, lies) - 1}
    if to == SUPPLY:
        return settle(state, less)
    if to == OUT:
        return settle(state, less | {f"out:{whose}": count(state, f"out:{whose}") + 1})
    return settle(state, less | resistance.laid(state, *_square(to), whose, ring=ring))


def put(
    state: State, space: str, nation: str, *, module: Module, places: Collection[str], told: bool = False
) -> tuple[Change, ...]:
    """A marker of the supply comes on a space; `places` are those that can hold one tonight.

    Liberation ignores what actions and cards would place (U249); there a marker comes only when the scenario itself
    has `told` the group to, as Unrest does in rounds two to four (U071, U361): the group reads when, so no round is
    checked. Refusals: markers_are_not_placed, no_such_nation, no_such_place, no_marker_left.
    """
    if module is Module.LIBERATION and not told:
        raise Refusal("markers_are_not_placed")
    whose = named(nation)
    if space not in places:
        raise Refusal("no_such_place", "space", space=space)
    if not left(state)[whose]:
        raise Refusal("no_marker_left", "nation", nation=str(whose))
    lies = f"marker:{space}:{whose}"
    return settle(state, {lies: count(state, lies) + 1})


def give_back(state: State, nation: str, *, module: Module, source: str = OUT) -> tuple[Change, ...]:
    """A card's effect returns a marker that was removed to its nation's influence track (U304).

    It comes from `source`: "out", or a square of a Resistance tile where a group reads it so (U305). No marker, no
    effect. With Liberation the tracks are not used and, as is likelier, the card leaves the game instead. Refusals:
    card_leaves_instead, no_such_nation, no_marker_out, no_such_goal, no_such_player, no_such_square.
    """
    if module is Module.LIBERATION:
        raise Refusal("card_leaves_instead")
    whose = named(nation)
    if source == OUT:
        if not (gone := count(state, f"out:{whose}")):
            raise Refusal("no_marker_out", "nation", nation=str(whose))
        return settle(state, {f"out:{whose}": gone - 1})
    square = resistance.subject(*_square(source))
    if state[square] != whose:
        raise Refusal("no_marker_out", "nation", nation=str(whose))
    return settle(state, {square: None})


def held(state: State) -> dict[str, dict[Nation, int]]:
    """How many markers of which nation lie on which space, in the order of the board; empty spaces are left out."""
    found: dict[str, dict[Nation, int]] = {}
    for subject in state.values:
        if subject.startswith("marker:"):
            _kind, space, nation = subject.split(":")
            found.setdefault(space, {})[Nation(nation)] = count(state, subject)
    spaces = sorted(found, key=in_order)
    return {space: {nation: found[space][nation] for nation in Nation if nation in found[space]} for space in spaces}


def left(state: State) -> dict[Nation, int]:
    """How many markers each nation has in its supply: 13 less those on the board, on tiles and out of the game."""
    gone: Counter[Nation] = Counter()
    for shares in held(state).values():
        gone.update(shares)
    for place in range(resistance.PLAYERS):
        gone.update(nation for nation in resistance.tile(state, place) if nation)
    return {nation: PER_NATION - gone[nation] - count(state, f"out:{nation}") for nation in Nation}


def fewest_most(state: State, *, locations: bool = False) -> Extremes:
    """The nations with the fewest and the most markers on the board; with `locations`, on the fewest and most spaces.

    Combat tokens pay a bonus by markers, which counts only when fighting for a nation (U178, U241); Genoa's income
    looks at locations, and its owner chooses where nations are level (U137, U138).
    """
    shares: Counter[Nation] = Counter(dict.fromkeys(Nation, 0))
    for there in held(state).values():
        shares.update(dict.fromkeys(there, 1) if locations else there)
    low, high = min(shares.values()), max(shares.values())
    return Extremes(
        tuple(nation for nation in Nation if shares[nation] == low),
        tuple(nation for nation in Nation if shares[nation] == high),
    )


def neighbours_held(state: State, space: str, edges: Iterable[Edge], tiles: Iterable[str] = ()) -> tuple[str, ...]:
    """The spaces one arrow away, whichever way it points, that hold a marker of any nation (U193, U194)."""
    marked = held(state)
    return tuple(beside for beside in neighbours(space, edges, tiles) if beside in marked)


def named(nation: str) -> Nation:
    """The nation of that name. Refusals: no_such_nation."""
    if nation not in tuple(Nation):
        raise Refusal("no_such_nation", "nation")
    return Nation(nation)


def _owner(space: str, nations: Mapping[str, str]) -> Nation:
    if space not in nations:
        raise Refusal("no_nation_there", "markers", space=space)
    return named(nations[space])


def _at_least_none(many: int) -> int:
    if many < 0:
        raise Refusal("no_such_count", "markers", count=many)
    return many


def _square(to: str) -> tuple[int, int]:
    """Place in turn order and square of "square:<place>:<1..4>". Refusals: no_such_goal."""
    if (told := _SQUARE.fullmatch(to)) is None:
        raise Refusal("no_such_goal", "to")
    return int(told[1]), int(told[2])
