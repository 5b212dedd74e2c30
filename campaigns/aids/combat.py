"""What a fight against a nation can do: which liberations are open, what each costs, and what it gives.

Nothing here changes a state: the group says which marker went where (`liberation.free`). Sources: The Uprising,
Uprising (U176 to U197) and Liberation of the Caribbean (U240 to U254); how the two differ is told in U363.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from campaigns.aids.liberation import Module, held, named, neighbours_held
from campaigns.aids.resistance import Gain
from campaigns.rules.effects import Refusal
from cards.board import LocationKind, Nation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaigns.rules.state import State
    from cards.board import Edge, Location

VILLAGE_ACTION = 3
"""Combat points of the Resistance tile's village action. The text says combat value, which is nothing outside a combat
(U170)."""


class Act(StrEnum):
    """What a combat value is spent on when a group fights against a nation."""

    CITY = "city"
    VILLAGE = "village"
    MORE_CITY = "more_city"
    MORE_VILLAGE = "more_village"
    """One of these two, by the unlocked upgrade of the Combat Action tile (U247)."""
    HOME_PORT = "home_port"
    """Of Kingstown, Port-au-Prince or Yaquimel, with the nation that the port shows (U139)."""


_MORE = frozenset({Act.MORE_CITY, Act.MORE_VILLAGE})
_COSTS: dict[Module, dict[Act, int]] = {
    Module.BASE: {},
    Module.UPRISING: {Act.CITY: 6, Act.VILLAGE: 4},
    Module.LIBERATION: {Act.CITY: 5, Act.VILLAGE: 3, Act.MORE_CITY: 3, Act.MORE_VILLAGE: 2, Act.HOME_PORT: 2},
}
"""By how much each lowers the combat value (U185, U191; U244, U247, U139)."""


@dataclass(frozen=True, slots=True)
class Board:
    """The board as it lies tonight: its locations, its arrows, the legacy tiles on it."""

    locations: Mapping[str, Location]
    edges: Sequence[Edge]
    tiles: frozenset[str] = frozenset()

    def kind(self, space: str) -> LocationKind | None:
        """What a space is with tonight's tiles; None for one that is not there."""
        place = self.locations.get(space)
        if place is None or (place.needs_tile and place.needs_tile not in self.tiles):
            return None
        return LocationKind.CITY if place.becomes_city_with in self.tiles else place.kind

    def places(self) -> tuple[str, ...]:
        """The spaces that can hold an ownership marker: villages and cities."""
        return tuple(s for s in self.locations if self.kind(s) in (LocationKind.VILLAGE, LocationKind.CITY))


@dataclass(frozen=True, slots=True)
class Combat:
    """A fight: its module, against whom, what is left of its value, and what was done with it so far.

    `upgraded`: the Combat Action tile's upgrade is unlocked. `port`: the nation on the player's unlocked Home Port with
    a combat action. `against` is false for an Uprising group that fights for the nation. Two readings that the
    rulebook leaves open: `any_nation` frees anybody's marker in Liberation (U245), `doubloons_each` pays Uprising's 3
    doubloons for each occupied city (U186).
    """

    module: Module
    nation: str
    value: int
    done: tuple[Act, ...] = ()
    upgraded: bool = False
    port: str = ""
    against: bool = True
    any_nation: bool = False
    doubloons_each: bool = False


@dataclass(frozen=True, slots=True)
class Target:
    """A space whose marker can be freed and what that gives, counted before it leaves, because of which spaces.

    A Home Port's action frees nothing: its space is empty.
    """

    space: str
    gain: Gain
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One combat action: what it lowers the value by, where it can be done, and a code for what hinders it, if any.

    `hindered`: already_done, no_marker_to_free, value_too_low. `flag`: the city's flag shows one more bonus (U246).
    """

    act: Act
    cost: int
    targets: tuple[Target, ...]
    hindered: str
    flag: bool = False


def value(token: int, *, workers: int = 0, points: int = 0) -> int:
    """The combat value: what the token shows for the nation, 1 more for each worker returned and combat point paid.

    Bonuses for the most or fewest markers do not count against a nation (U178, U181, U241). Refusals: no_such_count.
    """
    if min(token, workers, points) < 0:
        raise Refusal("no_such_count", "value", count=min(token, workers, points))
    return token + workers + points


def actions(state: State, combat: Combat, board: Board) -> tuple[Option, ...]:
    """What this combat can be spent on. Nothing with the base rules, which also hold when Uprising fights for a nation.

    Uprising: Liberate City and Liberate Village, each once a combat (U179, U180). Liberation: city, village, with the
    upgrade one more, each once a turn; a Home Port's action against its nation (U242 to U251, U364). Refusals:
    no_such_nation.
    """
    named(combat.nation)
    return tuple(_option(state, combat, act, board) for act in _COSTS[combat.module] if _offered(combat, act))


def use(state: State, combat: Combat, act: Act, board: Board, space: str = "") -> tuple[Combat, Target]:
    """The combat after an action on a space, and what that gave. Actions that free nothing name no space.

    Refusals: no_such_action, already_done, no_marker_to_free, value_too_low, no_marker_there, no_such_nation.
    """
    option = next((option for option in actions(state, combat, board) if option.act is act), None)
    if option is None:
        raise Refusal("no_such_action", "act")
    if option.hindered == "value_too_low":
        raise Refusal("value_too_low", "act", cost=option.cost, value=combat.value)
    if option.hindered:
        raise Refusal(option.hindered, "act")
    for target in option.targets:
        if target.space == space:
            return replace(combat, value=combat.value - option.cost, done=(*combat.done, act)), target
    raise Refusal("no_marker_there", "space", space=space, nation=combat.nation)


def cost(module: Module, acts: Sequence[Act]) -> int:
    """By how much several actions of one combat lower its value together (U248).

    Refusals: no_such_action, already_done.
    """
    if any(act not in _COSTS[module] for act in acts):
        raise Refusal("no_such_action", "act")
    if len(set(acts)) < len(acts) or len(_MORE & set(acts)) > 1:
        raise Refusal("already_done", "act")
    return sum(_COSTS[module][act] for act in acts)


def points_instead(influence: int, *, each: bool = True) -> int:
    """Points in place of influence, below 0 for a loss: 2 for each (U126), or 2 in all where a group reads it so.

    Liberation: gained or lost anywhere (U253, U362). Uprising: what a combat token gives against a nation (U183).
    """
    if each:
        return 2 * influence
    return 2 if influence > 0 else -2 if influence else 0


def village_action(state: State, space: str, points: int, board: Board) -> tuple[Nation, ...]:
    """The Resistance tile's own village action: for 3 of the player's combat `points`, a marker of any nation.

    It works where the ship is and never in a city (U170, U171); the nations are those that can be freed there. Laid on
    the tile, it gives the square's reward twice (`resistance.reward`). Refusals: only_in_a_village,
    no_marker_to_free, too_few_combat_points.
    """
    if board.kind(space) is not LocationKind.VILLAGE:
        raise Refusal("only_in_a_village", "space", space=space)
    if not (there := held(state).get(space)):
        raise Refusal("no_marker_to_free", "space")
    if points < VILLAGE_ACTION:
        raise Refusal("too_few_combat_points", "points", cost=VILLAGE_ACTION, points=points)
    return tuple(there)


def _offered(combat: Combat, act: Act) -> bool:
    if not combat.against and combat.module is Module.UPRISING:
        return False
    if act is Act.HOME_PORT:
        return combat.port == combat.nation
    return combat.upgraded or act not in _MORE


def _option(state: State, combat: Combat, act: Act, board: Board) -> Option:
    price = _COSTS[combat.module][act]
    targets = _targets(state, combat, act, board)
    in_city = act in (Act.CITY, Act.MORE_CITY)
    hindered = ""
    if act in combat.done or (act in _MORE and _MORE.intersection(combat.done)):
        hindered = "already_done"
    elif not targets:
        hindered = "no_marker_to_free"
    elif combat.value < price:
        hindered = "value_too_low"
    return Option(act, price, targets, hindered, flag=in_city and combat.module is Module.LIBERATION)


def _targets(state: State, combat: Combat, act: Act, board: Board) -> tuple[Target, ...]:
    """Where an action can be done: for a Home Port's 4 doubloons and 2 points in place of influence, nowhere (U139)."""
    if act is Act.HOME_PORT:
        return (Target("", Gain(4, points_instead(1))),)
    wanted = LocationKind.CITY if act in (Act.CITY, Act.MORE_CITY) else LocationKind.VILLAGE
    lying = held(state)
    spaces = [space for space in lying if board.kind(space) is wanted]
    ours = [space for space in spaces if combat.nation in lying[space] or _anybodys(combat)]
    if combat.module is Module.LIBERATION:
        return tuple(Target(space, Gain()) for space in ours)
    if act is Act.CITY:
        paid = 3 * (len(spaces) if combat.doubloons_each else 1)
        return tuple(Target(space, Gain(paid, len(spaces)), tuple(spaces)) for space in ours)
    near = {space: neighbours_held(state, space, board.edges, board.tiles) for space in ours}
    return tuple(Target(space, Gain(points=3 * len(marked)), marked) for space, marked in near.items())


def _anybodys(combat: Combat) -> bool:
    return combat.any_nation and combat.module is Module.LIBERATION
