"""The Search: where clues lie, which were turned up, when Luysa is found and how she is freed.

| subject | value |
|---|---|
| clue:<space> | clues face down there |
| search:green, search:red | clues on the spaces of the card, without one that covers a space from the start |
| search:greens, search:reds | spaces of that colour on the card, as the group read them off it |
| search:covered | "green" or "red": a clue covers a space of that colour for the whole game |
| search:gone | clues in the box, paid away or cleared |
| search:found | the space where Luysa is held, once she is found: L39 lies there |
| search:freed | "combat" or "ransom" |
| search:four_counts | with four players: the covered red space counts as filled (U366) |
| search:eleven | alone: she is also found when 11 clues are left on the board (U270) |
| search:green_pays | green clues can be paid away as well (U265) |

Source: The Uprising, The Search (U255 to U273, U366); 22 clues in all (U006).
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from campaigns.aids.counting import count, settle
from campaigns.rules.effects import Refusal
from cards.board import in_order

if TYPE_CHECKING:
    from campaigns.rules.changes import Change
    from campaigns.rules.state import State, Value

CLUES, ELEVEN = 22, 11
PLACES = ("2", "3", "6", "8", "10", *map(str, range(14, 20)))
FIRST_PLACE = "2"
"""Where the clue that covers a space of the card is missing (U260)."""
RANSOM = 15
"""Doubloons, all from one player (U272)."""
LAST_ROUND = 4


class Colour(StrEnum):
    """What a clue shows when it is turned up; a space of the card has one, too."""

    GREEN = "green"
    RED = "red"


class Freed(StrEnum):
    """How Luysa comes free."""

    COMBAT = "combat"
    """Somebody meets what L39 asks for."""
    RANSOM = "ransom"


class Side(NamedTuple):
    """The spaces of one colour on the card: how many clues lie there, and how many fill them."""

    lying: int
    room: int

    @property
    def is_full(self) -> bool:
        return self.lying >= self.room


_COVERED = {2: Colour.GREEN, 4: Colour.RED}
"""By number of players, the colour of the space that a red clue covers from the start (U256, U257)."""


def begin(state: State, *, players: int, greens: int, reds: int) -> tuple[Change, ...]:
    """Lays the clues out: two on each of eleven spaces, at location 2 one less where a clue covers a space of the card.

    `greens` and `reds` are the spaces printed on the card, the covered one included (U256 to U260). Where the rules are
    open it starts with the likelier reading (`readings`). Refusals: search_is_here, no_such_number_of_players,
    spaces_missing.
    """
    if state["search:greens"]:
        raise Refusal("search_is_here")
    if not 1 <= players <= 4:
        raise Refusal("no_such_number_of_players", "players", players=players)
    covered = _COVERED.get(players)
    for colour, spaces in ((Colour.GREEN, greens), (Colour.RED, reds)):
        if not 1 <= spaces - (colour is covered) <= CLUES:
            raise Refusal("spaces_missing", f"{colour}s", colour=str(colour))
    clues = {f"clue:{space}": 2 - (space == FIRST_PLACE and covered is not None) for space in PLACES}
    return settle(
        state,
        {
            **clues,
            "search:greens": greens,
            "search:reds": reds,
            "search:covered": covered and covered.value,
            "search:four_counts": players == 4 or None,
            "search:eleven": players == 1 or None,
        },
    )


def turn_up(state: State, space: str, colour: str) -> tuple[Change, ...]:
    """A clue of a space is turned up and lies on the card; the last green one finds Luysa where the ship is.

    It comes after the movement and before the main action (U262), the reward stands on the card (U263, U266). While
    the red spaces are full none may be turned up, whatever its colour (U264). Alone she is also found once 11 clues are
    left on the board, unless the group reads card 192 otherwise (U270, `search:eleven`). Found, all clues leave the
    board and the card (U267 to U269). Refusals: search_not_here, already_found, game_is_over, no_such_colour,
    no_clue_there, red_spaces_are_full.
    """
    _going_on(state)
    _not_over(state)
    if colour not in tuple(Colour):
        raise Refusal("no_such_colour", "colour")
    if not count(state, f"clue:{space}"):
        raise Refusal("no_clue_there", "space", space=space)
    sides = card(state)
    if sides[Colour.RED].is_full:
        raise Refusal("red_spaces_are_full")
    lying = sides[Colour(colour)].lying + 1
    last = colour == Colour.GREEN and lying >= sides[Colour.GREEN].room
    if last or (state["search:eleven"] and sum(left(state).values()) - 1 <= ELEVEN):
        return _found(state, space)
    return settle(state, {f"clue:{space}": count(state, f"clue:{space}") - 1, f"search:{colour}": lying})


def pay_red(state: State, many: int = 1) -> tuple[Change, ...]:
    """Objects that match pay red clues off the card into the box, at any time of a turn (U265).

    The one that covers a space with four players stays for good (U258). Refusals: search_not_here, already_found,
    no_such_count, no_such_clues_on_the_card.
    """
    return _pay(state, Colour.RED, many)


def pay_green(state: State, many: int = 1) -> tuple[Change, ...]:
    """The same with green clues, for a group that reads U265 so: the text names no colour.

    Refusals: green_stays where it does not, and those of `pay_red`.
    """
    if state["search:green_pays"] is not True:
        raise Refusal("green_stays")
    return _pay(state, Colour.GREEN, many)


def free_luysa(state: State, how: str, *, ship: str = "", doubloons: int = RANSOM) -> tuple[Change, ...]:
    """Luysa comes free: by "combat", what L39 asks for, at any time of a turn; or by "ransom", at the end of the game.

    Combat needs the player's `ship` at her prison and the points printed on L39, which the group pays (U273); "" for
    a ship that nobody asks about. The ransom's `doubloons` are those of one player alone, never pooled (U271, U272); it
    is taken in round four already, for groups that pay before they close it. Refusals: search_not_here, not_found_yet,
    already_freed, no_such_way, game_is_over, ship_is_elsewhere, ransom_at_the_end, ransom_too_small.
    """
    found = _prison(state)
    if how == Freed.COMBAT:
        _not_over(state)
        if ship not in ("", found):
            raise Refusal("ship_is_elsewhere", "ship", ship=ship, space=found)
    elif how == Freed.RANSOM:
        if state.round() < LAST_ROUND:
            raise Refusal("ransom_at_the_end", "how")
        if doubloons < RANSOM:
            raise Refusal("ransom_too_small", "doubloons", doubloons=doubloons, ransom=RANSOM)
    else:
        raise Refusal("no_such_way", "how")
    return settle(state, {"search:freed": Freed(how).value})


def card(state: State) -> dict[Colour, Side]:
    """The card: a covered green space needs no clue (U258, U267), a covered red one counts as filled (U366).

    Where `search:four_counts` is false it does not: as many red clues block as there are red spaces, and one that finds
    no space lies beside the card.
    """
    green = count(state, "search:greens") - (state["search:covered"] == Colour.GREEN)
    counts = state["search:covered"] == Colour.RED and state["search:four_counts"] is not False
    red = count(state, "search:reds") - counts
    return {
        Colour.GREEN: Side(count(state, "search:green"), green),
        Colour.RED: Side(count(state, "search:red"), red),
    }


def left(state: State) -> dict[str, int]:
    """The clues face down on the board by space, in the order of the board."""
    spaces = (subject.removeprefix("clue:") for subject in state.values if subject.startswith("clue:"))
    return {space: count(state, f"clue:{space}") for space in sorted(spaces, key=in_order)}


def _pay(state: State, colour: Colour, many: int) -> tuple[Change, ...]:
    _going_on(state)
    lying = count(state, f"search:{colour}")
    if many < 1:
        raise Refusal("no_such_count", "count", count=many)
    if many > lying:
        raise Refusal("no_such_clues_on_the_card", "count", colour=str(colour), count=lying)
    return settle(state, {f"search:{colour}": lying - many, "search:gone": count(state, "search:gone") + many})


def _found(state: State, space: str) -> tuple[Change, ...]:
    """She is found: every clue goes into the box, also the one that covered a space of the card."""
    cleared: dict[str, Value] = {f"clue:{place}": None for place in left(state)}
    card_cleared = dict.fromkeys(("search:green", "search:red", "search:covered"))
    return settle(state, {**cleared, **card_cleared, "search:gone": CLUES, "search:found": space})


def _going_on(state: State) -> None:
    """Clues are still looked for. Refusals: search_not_here, already_found."""
    _here(state)
    if state["search:found"]:
        raise Refusal("already_found", space=state["search:found"])


def _prison(state: State) -> str:
    """Where Luysa waits to be freed. Refusals: search_not_here, not_found_yet, already_freed."""
    _here(state)
    if not state["search:found"]:
        raise Refusal("not_found_yet")
    if state["search:freed"]:
        raise Refusal("already_freed")
    return str(state["search:found"])


def _not_over(state: State) -> None:
    """Somebody can still have a turn. Refusals: game_is_over."""
    if state.round() > LAST_ROUND:
        raise Refusal("game_is_over")


def _here(state: State) -> None:
    if not state["search:greens"]:
        raise Refusal("search_not_here")
