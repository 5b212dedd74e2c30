"""What a history of writes has to be: acknowledged writes once, refused ones never, everybody's end the journal's end.

In the words of Jepsen's tests: a history is what the clients tried and heard; the journal is what was kept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class Answer(StrEnum):
    """What a client heard of a write."""

    DONE = "done"
    REFUSED = "refused"
    NOTHING = "nothing"
    """The line was cut or the server fell: it may be written or not."""


@dataclass(frozen=True)
class Attempt:
    """A write with its operation id, and what it does: `by` is added to `subject`."""

    client: int
    op: str
    subject: str
    by: int
    answer: Answer


@dataclass(frozen=True)
class Kept:
    """A write as the journal has it."""

    op: str
    subject: str
    by: int


def faults(
    attempts: Iterable[Attempt],
    journal: Iterable[Kept],
    end: Mapping[str, int],
    seen: Mapping[int, Mapping[str, int]],
) -> list[str]:
    """Everything that is wrong, in words; empty for a history without a fault.

    `end` is what each subject came to in the database, `seen` what each client's page shows in the end.
    """
    tried: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        tried.setdefault(attempt.op, []).append(attempt)
    kept = list(journal)
    times = Counter(row.op for row in kept)
    found = [f"{op}: {_fault(own, times[op])}" for op, own in tried.items() if _fault(own, times[op])]
    found += [f"{row.op}: nobody tried it" for row in kept if row.op not in tried]
    for row in kept:
        own = tried.get(row.op, [])
        if own and (row.subject, row.by) != (own[0].subject, own[0].by):
            found.append(f"{row.op}: tried as {own[0].subject}{own[0].by:+}, kept as {row.subject}{row.by:+}")
    return found + _ends(kept, end, seen)


def _fault(own: list[Attempt], times: int) -> str:
    answers = {attempt.answer for attempt in own}
    if times > 1:
        return f"written {times} times"
    if Answer.DONE in answers and not times:
        return "acknowledged and lost"
    if answers == {Answer.REFUSED} and times:
        return "refused and written"
    if Answer.DONE in answers and Answer.REFUSED in answers:
        return "acknowledged and refused"
    return ""


def _ends(kept: list[Kept], end: Mapping[str, int], seen: Mapping[int, Mapping[str, int]]) -> list[str]:
    """Where what was written does not lead to the end, or a client shows another one."""
    sums: Counter[str] = Counter()
    for row in kept:
        sums[row.subject] += row.by
    subjects = sorted({*sums, *end})
    drift = [
        f"{s}: the journal leads to {sums[s]}, the end is {end.get(s, 0)}" for s in subjects if sums[s] != end.get(s, 0)
    ]
    elsewhere = [
        f"client {client}: shows {subject} {own.get(subject, 0)}, the end is {end.get(subject, 0)}"
        for client, own in seen.items()
        for subject in sorted({*own, *end})
        if own.get(subject, 0) != end.get(subject, 0)
    ]
    return drift + elsewhere
