"""Wrong numbers and wrong rules, one at a time, each with a test that has to notice it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaigns.aids import combat, jacques, liberation, resistance, the_search, verdict
from campaigns.aids.combat import Act
from campaigns.aids.liberation import Module
from campaigns.aids.the_search import Colour
from campaigns.aids.verdict import Condition
from tests.campaigns.aids import (
    sea,
    test_combat,
    test_fights,
    test_jacques,
    test_liberation,
    test_resistance,
    test_the_search,
    test_verdict,
)
from tests.campaigns.aids import test_worked_examples as examples

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cards.board import Edge


@dataclass(frozen=True)
class Mutation:
    """`name` of `owner` becomes `value`; the `test`, which is marked with the `fact`, has to notice. It runs with
    `given`."""

    fact: str
    owner: object
    name: str
    value: Any
    test: Callable[..., None]
    given: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.fact}-{self.name.strip('_')}"

    def run(self) -> None:
        """The test, on a new instance of its class."""
        of = self.test.__globals__[self.test.__qualname__.partition(".")[0]]
        self.test(of(), **self.given)


def costs(module: Module, act: Act, cost: int) -> dict[Module, dict[Act, int]]:
    """All costs with one that is wrong, or with an action that the module does not have."""
    return combat._COSTS | {module: combat._COSTS[module] | {act: cost}}


def level(name: str, a: int, b: int) -> Mutation:
    """One card of the other kind at a level of Jacques."""
    facts = {"simple": "U203", "medium": "U204", "hard": "U205", "very_hard": "U206"}
    more = 1 if b else -1
    wrong = dict(jacques.LEVELS) | {name: {"a": a + more, "b": b - more}}
    test = test_jacques.TestPreparing.test_leaves_so_many_cards_of_each_kind
    return Mutation(facts[name], jacques, "LEVELS", wrong, test, {"level": name, "a": a, "b": b})


def marked_from(first: int, end: int) -> dict[str, Any]:
    """The ways to play with other spaces marked in Unrest, by either card."""
    own = sea.SCENARIOS["unrest"]
    spaces = tuple(map(str, range(first, end)))
    starts = tuple(start.model_copy(update={"marked": spaces}) for start in own.starts)
    return sea.SCENARIOS | {"unrest": own.model_copy(update={"starts": starts})}


def as_a_ring(square: int, _ring: bool) -> tuple[int, ...]:
    return (square % 4 + 1, (square - 2) % 4 + 1)


def along_the_arrows(space: str, edges: Iterable[Edge], _tiles: Iterable[str] = ()) -> tuple[str, ...]:
    return tuple(edge.end for edge in edges if edge.start == space and edge.end)


def never_twice(square: int, *, action: bool = False) -> tuple[str | None, int]:
    return {1: "disc", 3: "worker"}.get(square), 1


def without(condition: Condition) -> property:
    """The conditions of a game together but for one."""
    own = verdict.Together.conditions.fget
    assert own is not None
    return property(lambda end: {key: met for key, met in own(end).items() if key is not condition})


A_PLACE_LESS = the_search.PLACES[:-1]
COSTS_OF_UPRISING = combat._COSTS | {Module.LIBERATION: combat._COSTS[Module.UPRISING]}
AS_MANY_ARE_ENOUGH = property(lambda end: end.points >= end.opponent)
UNCOMPARED = property(lambda seat: seat.points)
UPRISING, LIBERATION = Module.UPRISING, Module.LIBERATION

UNREST = test_liberation.TestSetUp.test_of_unrest_is_one_marker_on_each_of_2_to_19
ASIDE = test_liberation.TestSetUp.test_of_unrest_leaves_seven_of_each_nation_aside
BOXED = test_liberation.TestSetUp.test_by_the_cards_table_puts_the_unused_into_the_box
JOINED = test_liberation.TestWhatLies.test_tells_which_neighbours_hold_a_marker
AS_MANY = test_verdict.TestTogether.test_takes_as_many_points_for_too_few
COMPARED = test_verdict.TestTogether.test_compares_the_points_after_explorers_and_quests
ONE_MARKER = test_verdict.TestTogether.test_is_lost_by_one_marker
ANY_OF_THREE = test_verdict.TestTheRescue.test_is_lost_by_any_of_the_three
NOT_FREED = examples.TestTogether.test_no_marker_is_left_and_all_are_ahead_but_luysa_is_not_free
SQUARE = test_resistance.TestASquare.test_takes_no_marker_beside_one_of_its_nation
TWICE = test_resistance.TestTheReward.test_is_given_twice_for_the_tiles_own_village_action
FULL = examples.TestUprising.test_a_full_tile_with_five_combat_tokens_brings_3_doubloons_and_5_points
ACTION = test_combat.TestTheVillageAction.test_frees_a_marker_of_any_nation_for_three_combat_points
TWO_ACTIONS = test_combat.TestUprising.test_knows_two_actions_once_each
CITY = examples.TestUprising.test_a_city_where_four_were_occupied_brings_3_doubloons_and_4_points_for_6
VILLAGE = test_combat.TestUprising.test_frees_a_village_for_3_points_for_each_marked_neighbour
FOR_5_AND_3 = test_combat.TestLiberation.test_frees_a_city_for_5_and_a_village_for_3_and_pays_by_the_flag_only
ONE_MORE = test_combat.TestLiberation.test_has_one_more_with_the_upgrade
INFLUENCE = test_combat.TestInfluence.test_becomes_two_points_each
ACTIONS = test_fights.TestLiberation.test_has_its_liberations_and_extra_actions_instead_of_the_base_ones
ROUND = examples.TestJacques.test_a_round_of_five_cards_brings_their_points_and_15_if_he_ended_it
FINAL = test_jacques.TestFinal.test_gives_or_takes_five_for_each_of_the_two
TWO_TURNS = test_jacques.TestTurn.test_leaves_two_turns_in_round_four
LAID_OUT = test_the_search.TestSetUp.test_lays_two_clues_on_each_of_eleven_spaces
COVERED = test_the_search.TestSetUp.test_covers_a_space_and_lays_one_clue_less_at_2
ELEVEN = test_the_search.TestFinding.test_comes_alone_when_eleven_clues_are_left
RANSOM = test_the_search.TestFreeing.test_by_ransom_costs_one_player_15_doubloons_at_the_end

FOR_TWO = {"players": 2, "covered": "green"}
HE_ENDED = {"cards": "a1,a2,a3,b3,b4", "ended": True, "points": 50}

MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "unrest": (
        Mutation("U066", sea, "SCENARIOS", marked_from(3, 20), UNREST),
        Mutation("U067", sea, "SCENARIOS", marked_from(2, 8), UNREST),
        Mutation("U068", sea, "SCENARIOS", marked_from(2, 19), UNREST),
        Mutation("U070", liberation, "PER_NATION", 12, ASIDE),
    ),
    "coop_caribbean": (
        Mutation("U092", liberation, "PER_NATION", 14, BOXED),
        Mutation("U101", verdict.Against, "won", AS_MANY_ARE_ENOUGH, AS_MANY),
        Mutation("U101", verdict.Together, "conditions", without(Condition.MARKERS_GONE), ONE_MARKER),
    ),
    "rescue": (
        Mutation("U114", verdict.Together, "conditions", without(Condition.LUYSA_FREED), NOT_FREED),
        Mutation("U115", verdict.Together, "conditions", without(Condition.ALL_AHEAD), ANY_OF_THREE),
        Mutation("U115", verdict.Together, "conditions", without(Condition.MARKERS_GONE), ANY_OF_THREE),
    ),
    "resistance_tiles": (
        Mutation("U165", resistance, "_beside", as_a_ring, SQUARE, {"lying": 1, "wanted": 4}),
        Mutation("U164", resistance, "_beside", lambda _square, _ring: (), SQUARE, {"lying": 1, "wanted": 2}),
        Mutation("U166", resistance, "DOUBLOONS", 5, FULL),
        Mutation("U170", combat, "VILLAGE_ACTION", 2, ACTION),
        Mutation("U172", resistance, "reward", never_twice, TWICE),
    ),
    "uprising": (
        Mutation("U179", combat, "_COSTS", costs(UPRISING, Act.HOME_PORT, 2), TWO_ACTIONS),
        Mutation("U185", combat, "_COSTS", costs(UPRISING, Act.CITY, 5), CITY),
        Mutation("U191", combat, "_COSTS", costs(UPRISING, Act.VILLAGE, 3), VILLAGE),
        Mutation("U194", liberation, "neighbours", along_the_arrows, JOINED),
    ),
    "jacques": (
        level("simple", 7, 0),
        level("medium", 5, 2),
        level("hard", 3, 4),
        level("very_hard", 2, 5),
        Mutation("U223", jacques, "ENDING", 10, ROUND, HE_ENDED),
        Mutation("U224", jacques, "ROUNDS", 5, TWO_TURNS),
        Mutation("U231", jacques, "SWING", 4, FINAL),
        Mutation("U368", verdict.Seat, "final", UNCOMPARED, COMPARED),
    ),
    "liberation": (
        Mutation("U242", combat, "_COSTS", COSTS_OF_UPRISING, ACTIONS),
        Mutation("U244", combat, "_COSTS", costs(LIBERATION, Act.CITY, 6), FOR_5_AND_3),
        Mutation("U244", combat, "_COSTS", costs(LIBERATION, Act.VILLAGE, 4), FOR_5_AND_3),
        Mutation("U247", combat, "_COSTS", costs(LIBERATION, Act.MORE_CITY, 5), ONE_MORE),
        Mutation("U247", combat, "_COSTS", costs(LIBERATION, Act.MORE_VILLAGE, 3), ONE_MORE),
        Mutation(
            "U253", combat, "points_instead", lambda influence: influence, INFLUENCE, {"influence": -1, "points": -2}
        ),
    ),
    "search": (
        Mutation("U259", the_search, "PLACES", A_PLACE_LESS, LAID_OUT, {"players": 3}),
        Mutation("U260", the_search, "FIRST_PLACE", "3", COVERED, FOR_TWO),
        Mutation("U256", the_search, "_COVERED", {2: Colour.RED, 4: Colour.RED}, COVERED, FOR_TWO),
        Mutation("U270", the_search, "ELEVEN", 10, ELEVEN, {"last": "red"}),
        Mutation("U270", the_search, "ELEVEN", 12, ELEVEN, {"last": "green"}),
        Mutation("U272", the_search, "RANSOM", 14, RANSOM, {"number": 4}),
    ),
}
"""By section of the rulebook, as in `fact_list.SECTIONS`."""
