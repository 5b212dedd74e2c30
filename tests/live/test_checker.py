"""The checker of histories itself: it is shown every fault it is there for, and reports each."""

from __future__ import annotations

import pytest

from tests.live.checker import Answer, Attempt, Kept, faults

DONE, REFUSED, NOTHING = Answer.DONE, Answer.REFUSED, Answer.NOTHING
GOOD = [
    Attempt(0, "a", "quests", 1, DONE),
    Attempt(1, "b", "quests", 1, REFUSED),
    Attempt(1, "c", "quests", 1, NOTHING),
    Attempt(1, "c", "quests", 1, DONE),
    Attempt(2, "d", "marker", 1, NOTHING),
]
JOURNAL = [Kept("a", "quests", 1), Kept("c", "quests", 1)]
END = {"quests": 2}
SEEN = {0: END, 1: END, 2: END}


def test_a_good_history_has_no_fault() -> None:
    assert faults(GOOD, JOURNAL, END, SEEN) == []


def test_what_nobody_heard_of_may_be_written_or_not() -> None:
    with_it = {"quests": 2, "marker": 1}
    assert faults(GOOD, [*JOURNAL, Kept("d", "marker", 1)], with_it, {0: with_it}) == []


@pytest.mark.parametrize(
    ("journal", "end", "seen", "told"),
    [
        (JOURNAL[:1], {"quests": 1}, {}, "c: acknowledged and lost"),
        ([*JOURNAL, Kept("a", "quests", 1)], {"quests": 3}, {}, "a: written 2 times"),
        ([*JOURNAL, Kept("b", "quests", 1)], {"quests": 3}, {}, "b: refused and written"),
        ([*JOURNAL, Kept("x", "quests", 1)], {"quests": 3}, {}, "x: nobody tried it"),
        ([JOURNAL[0], Kept("c", "quests", 2)], {"quests": 3}, {}, "c: tried as quests+1, kept as quests+2"),
        (JOURNAL, {"quests": 3}, {}, "quests: the journal leads to 2, the end is 3"),
        (JOURNAL, END, {1: {"quests": 1}}, "client 1: shows quests 1, the end is 2"),
    ],
)
def test_each_fault_is_told(
    journal: list[Kept], end: dict[str, int], seen: dict[int, dict[str, int]], told: str
) -> None:
    assert faults(GOOD, journal, end, seen) == [told]


def test_one_op_that_was_acknowledged_and_refused_is_told() -> None:
    history = [Attempt(0, "a", "quests", 1, DONE), Attempt(0, "a", "quests", 1, REFUSED)]
    assert faults(history, [Kept("a", "quests", 1)], {"quests": 1}, {}) == ["a: acknowledged and refused"]
