"""The facts of the rulebook that an evening with aids rests on, by section, and the few that no test marks."""

from __future__ import annotations

from typing import NamedTuple


def _all(*runs: tuple[int, int]) -> tuple[str, ...]:
    return tuple(f"U{number:03}" for first, last in runs for number in range(first, last + 1))


SECTIONS: dict[str, tuple[str, ...]] = {
    "unrest": _all((64, 79), (357, 357), (361, 361)),
    "coop_caribbean": _all((88, 101)),
    "rescue": _all((102, 115), (358, 359)),
    "resistance_tiles": _all((160, 173)),
    "uprising": _all((174, 197)),
    "jacques": _all((198, 235), (368, 368)),
    "liberation": _all((236, 254), (362, 363)),
    "search": _all((255, 273), (366, 366)),
}
"""The numbers of the facts of each section."""

LAST = 368
"""U001 to U368 are all facts of the rulebook."""

TOLD = "tests/scenarios/test_told_rules.py::test_a_rule_of_hands_and_heads_is_told_where_it_counts"
"""The test that shows an unmarked fact in the look-up."""


class Unmarked(NamedTuple):
    """Why no aid can show a fact, and the test that shows it otherwise."""

    reason: str
    shown_by: str = TOLD


UNMARKED: dict[str, Unmarked] = {
    "U093": Unmarked("Players type their points; that nations are left out of them is theirs to know."),
    "U099": Unmarked("Who sits next is seen at the table; no aid asks whose turn it is."),
    "U104": Unmarked("What the story is about; no rule."),
    "U169": Unmarked("A player's own doubloons and ship upgrades are kept by nobody but the player."),
    "U173": Unmarked("The effect of one project card; no aid keeps hands of cards."),
    "U196": Unmarked("What project cards do in a base combat, which is not worked out."),
    "U214": Unmarked("Which piece stands in for a disc is a thing of hands."),
    "U217": Unmarked("Which of several quests he takes is chosen by the players; only their number is kept."),
    "U220": Unmarked("The explorer track is on the board alone; no aid holds its spaces."),
    "U221": Unmarked("The explorer track is on the board alone; no aid holds its spaces."),
    "U230": Unmarked("That the final scoring is the end is the base game's rule, and nothing to work out."),
    "U250": Unmarked("Influence markers are kept on the board alone."),
    "U254": Unmarked("The conditions of two project cards; no aid keeps hands of cards."),
    "U262": Unmarked("The parts of a turn are not followed: when a clue may be turned up is for the group to keep."),
}
