"""What is nothing is not kept."""

from __future__ import annotations

import pytest

from campaigns.aids.counting import count, settle
from campaigns.rules.changes import Change
from campaigns.rules.state import State, Value


class TestCount:
    def test_is_nought_for_what_nobody_mentioned(self) -> None:
        assert count(State(), "out:france") == 0

    def test_is_what_the_subject_holds(self) -> None:
        assert count(State({"out:france": 3}), "out:france") == 3


class TestSettle:
    @pytest.mark.parametrize("nothing", [0, "", None])
    def test_keeps_nothing_as_nothing(self, nothing: Value) -> None:
        assert settle(State({"out:spain": 1}), {"out:spain": nothing}) == (Change("out:spain", 1, None),)

    def test_keeps_a_no_that_was_said(self) -> None:
        (change,) = settle(State({"search:eleven": True}), {"search:eleven": False})
        assert change.to is False

    @pytest.mark.parametrize(("was", "to"), [(2, 2), (None, 0), (None, ""), (True, True)])
    def test_changes_nothing_that_is_so(self, was: Value, to: Value) -> None:
        assert settle(State({"out:spain": was} if was else {}), {"out:spain": to}) == ()

    def test_tells_one_from_yes(self) -> None:
        assert settle(State({"search:red": True}), {"search:red": 1}) == (Change("search:red", True, 1),)
