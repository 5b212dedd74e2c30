"""How aids keep numbers and words in a play's stream: what is nothing is not kept, so a full undo ends empty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaigns.rules.changes import Change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.rules.state import State, Value


def count(state: State, subject: str) -> int:
    """The number that a subject holds; nothing is 0."""
    return int(state[subject] or 0)


def settle(state: State, wanted: Mapping[str, Value]) -> tuple[Change, ...]:
    """The changes that bring each subject to what is wanted; what is so already needs none. 0 and "" become nothing."""
    kept = {subject: _kept(value) for subject, value in wanted.items()}
    return tuple(Change(s, state[s], value) for s, value in kept.items() if not _same(state[s], value))


def _kept(value: Value) -> Value:
    """A bare 0 or an empty word is nothing; False is something: it was decided."""
    return value if isinstance(value, bool) else value or None


def _same(one: Value, other: Value) -> bool:
    """Whether two values are one and the same: 1 and True are not."""
    return type(one) is type(other) and one == other
