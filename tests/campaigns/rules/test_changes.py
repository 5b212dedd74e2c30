"""The alphabet of the journal is closed; what is done can be taken back; hands are told what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns.rules.changes import Broken, Change, HandWork, apply, hand_work, inverse, read_changes, touches
from campaigns.rules.state import Place, Spot, State

quick = settings(max_examples=200, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


class TestTheAlphabet:
    @pytest.mark.parametrize(
        ("subject", "kind"),
        [
            ("tile:L1", "tile"),
            ("tile:L37", "tile"),
            ("card:1", "card"),
            ("card:190", "card"),
            ("choice:150", "choice"),
            ("play:1", "play"),
            ("play:120", "play"),
            ("read:12:3", "read"),
            ("points:12:3", "points"),
            ("round", "round"),
        ],
    )
    def test_knows(self, subject: str, kind: str) -> None:
        assert Change(subject, None, None).kind == kind

    @pytest.mark.parametrize(
        "subject",
        [
            "",
            "tile",
            "tile:",
            "tile:31",
            "tile:l31",
            "tile:L310",
            "tile:L31 ",
            "tile:L\u0663\u0661",
            "tile:L31\n",
            "card:1500",
            "card:L1",
            "card:-1",
            "card:\u0661\u0665\u0660",
            "choice:",
            "play:",
            "play:x",
            "read:1",
            "read:1:12",
            "points:1",
            "points:1:10",
            "round:1",
            "rounds",
            "marker-7-france",
            "note:150",
        ],
    )
    def test_is_closed(self, subject: str) -> None:
        with pytest.raises(ValueError):
            Change(subject, None, "box")


class TestStored:
    def test_is_subject_and_both_ends(self) -> None:
        assert Change("tile:L31", "box", "board@17").stored() == ["tile:L31", "box", "board@17"]

    def test_comes_back_from_json_as_it_was(self) -> None:
        changes = (Change("read:1:2", None, True), Change("points:1:0", None, -3), Change("card:152", "table", "gone"))
        assert read_changes(json.loads(json.dumps([change.stored() for change in changes]))) == changes


class TestApply:
    def test_moves_each_subject_in_order(self) -> None:
        steps = [Change("tile:L31", "box", "board"), Change("tile:L31", "board", "gone"), Change("round", None, 1)]
        assert dict(apply(State(), steps).values) == {"tile:L31": "gone", "round": 1}

    def test_holds_a_piece_in_the_box_as_nothing(self) -> None:
        assert dict(apply(State({"card:152": "table"}), [Change("card:152", "table", "box")]).values) == {}

    def test_holds_a_fact_taken_back_as_nothing(self) -> None:
        assert dict(apply(State({"choice:150": "stay"}), [Change("choice:150", "stay", None)]).values) == {}

    def test_leaves_the_state_before_it_as_it_was(self) -> None:
        before = State({"tile:L1": "board@17"})
        apply(before, [Change("tile:L1", "board@17", "bag@17")])
        assert dict(before.values) == {"tile:L1": "board@17"}

    @pytest.mark.parametrize("was", ["board", "bag@17", "box", None])
    def test_is_broken_when_a_change_starts_elsewhere(self, was: str | None) -> None:
        with pytest.raises(Broken, match="tile:L1"):
            apply(State({"tile:L1": "board@17"}), [Change("tile:L1", was, "gone")])

    def test_is_broken_when_only_a_later_change_starts_elsewhere(self) -> None:
        with pytest.raises(Broken):
            apply(State(), [Change("play:1", None, "open"), Change("play:1", "played", "open")])


class TestInverse:
    def test_turns_both_ends_and_the_order_round(self) -> None:
        steps = [Change("tile:L31", "box", "board"), Change("tile:L31", "board", "gone")]
        assert inverse(steps) == (Change("tile:L31", "gone", "board"), Change("tile:L31", "board", "box"))

    def test_of_nothing_is_nothing(self) -> None:
        assert inverse(()) == ()


class TestTouches:
    def test_are_the_subjects_each_once(self) -> None:
        steps = [
            Change("tile:L31", "box", "board"),
            Change("tile:L31", "board", "gone"),
            Change("card:152", "box", "table"),
        ]
        assert touches(steps) == {"tile:L31", "card:152"}


class TestHandWork:
    def test_is_told_for_pieces_with_both_ends(self) -> None:
        steps = [Change("tile:L31", "box", "board@17"), Change("card:152", "table", "gone")]
        assert hand_work(steps) == (
            HandWork("tile_box_board", "tile:L31", Spot(Place.BOX), Spot(Place.BOARD, "17")),
            HandWork("card_table_gone", "card:152", Spot(Place.TABLE), Spot(Place.GONE)),
        )

    def test_is_none_for_facts(self) -> None:
        facts = [
            Change("choice:150", None, "sail on"),
            Change("play:1", None, "open"),
            Change("read:1:1", None, True),
            Change("points:1:0", None, 90),
            Change("round", 1, 2),
        ]
        assert hand_work(facts) == ()


PIECES = [f"tile:L{n}" for n in (1, 4, 30, 31)] + ["card:150", "card:152"]
SPOTS = ["box", "bag", "bag@17", "bag@beside", "board", "board@17", "board@9a", "table", "gone"]
FACTS: dict[str, list[Any]] = {
    "choice:150": [None, "sail on", "stay", "خليج"],
    "play:1": [None, "open", "played"],
    "read:1:1": [None, True],
    "points:1:0": [None, 0, -3, 131],
    "round": [None, 1, 2, 5],
}


@st.composite
def walks(draw: st.DrawFn) -> list[Change]:
    """Up to twenty changes in a row, each starting where the subject is; pieces start in the box, facts at nothing."""
    at: dict[str, Any] = {}
    found = []
    for subject in draw(st.lists(st.sampled_from([*PIECES, *FACTS]), max_size=20)):
        is_piece = subject in PIECES
        to = draw(st.sampled_from(SPOTS if is_piece else FACTS[subject]))
        found.append(Change(subject, at.get(subject, "box" if is_piece else None), to))
        at[subject] = to
    return found


class TestAnyWalk:
    @quick
    @given(walks())
    def test_there_and_back_is_the_identity(self, walk: list[Change]) -> None:
        assert apply(apply(State(), walk), inverse(walk)) == State()

    @quick
    @given(walks(), walks())
    def test_back_from_the_second_part_is_where_the_first_ended(self, one: list[Change], more: list[Change]) -> None:
        middle = apply(State(), one)
        # The second walk starts in an empty box, so it is only taken as far as it fits.
        try:
            end = apply(middle, more)
        except Broken:
            return
        assert apply(end, inverse(more)) == middle

    @quick
    @given(walks())
    def test_turned_round_twice_is_itself(self, walk: list[Change]) -> None:
        assert inverse(inverse(walk)) == tuple(walk)

    @quick
    @given(walks())
    def test_is_the_same_in_one_go_and_step_by_step(self, walk: list[Change]) -> None:
        state = State()
        for change in walk:
            state = apply(state, [change])
        assert state == apply(State(), walk)

    @quick
    @given(walks())
    def test_touches_the_same_on_the_way_back(self, walk: list[Change]) -> None:
        assert touches(inverse(walk)) == touches(walk)

    @quick
    @given(walks())
    def test_hand_work_back_undoes_hand_work_there(self, walk: list[Change]) -> None:
        there = [(work.subject, work.was, work.to) for work in hand_work(walk)]
        back = [(work.subject, work.to, work.was) for work in hand_work(inverse(walk))]
        assert back == there[::-1]

    @quick
    @given(walks())
    def test_survives_json(self, walk: list[Change]) -> None:
        assert read_changes(json.loads(json.dumps([change.stored() for change in walk]))) == tuple(walk)

    @quick
    @given(walks())
    def test_keeps_nothing_for_pieces_in_the_box(self, walk: list[Change]) -> None:
        assert "box" not in apply(State(), walk).values.values()
        assert None not in apply(State(), walk).values.values()
