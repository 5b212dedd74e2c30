"""Codes become sentences: every code that the rules know has one, and it says what was typed and no more."""

from __future__ import annotations

import ast
import itertools
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

import campaigns
from campaigns import phrases, wording
from campaigns.journal import Clash
from campaigns.models import Entry, Member
from campaigns.rules.changes import Change, hand_work
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Place, Spot

ROOM = Path(campaigns.__file__).parent
TYPED: dict[str, str | int] = {
    "piece": "L31",
    "card": "152",
    "tile": "L31",
    "round": 2,
    "play": 1,
    "name": "Ines",
    "part": "blue",
    "space": "14",
    "least": 2,
    "most": 99,
    "players": 1,
    "count": 3,
    "demanded": 4,
    "ransom": 15,
    "beside": 2,
    "ship": "3",
    "square": 1,
    "cost": 5,
    "points": 2,
    "value": 4,
}


def codes_raised() -> set[str]:
    """Every code that some function of the log refuses with, read from the source."""
    calls = [
        node
        for file in ROOM.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    named = {"Refusal": 0, "_too_late": 3}
    found = {call.args[at] for call in calls for name, at in named.items() if call.func.id == name}  # type: ignore[attr-defined]
    words = {arg.value for arg in found if isinstance(arg, ast.Constant)}
    return words | {"scenario_card", "search_card", "project_card"}  # looked up in a table


def entry(kind: str, *changes: Change, of: int | None = None, **values: Any) -> Entry:
    stored = [change.stored() for change in changes]
    member = Member(name="Tomas")
    return Entry(kind=kind, sequence=3, changes=stored, values=values, of=of, member=member, at=timezone.now())


class TestRefusals:
    def test_all_have_a_sentence_and_no_sentence_is_left_over(self) -> None:
        assert set(phrases.REFUSALS) == codes_raised()

    @pytest.mark.parametrize("code", sorted(phrases.REFUSALS))
    def test_are_whole_sentences(self, code: str) -> None:
        said = wording.refusal(Refusal(code, **TYPED))
        assert said.endswith(".")
        assert "%" not in said

    def test_repeat_what_was_typed(self) -> None:
        assert wording.refusal(Refusal("scenario_card", card="78")).startswith("78 is a scenario card")
        assert "L31" in wording.refusal(Refusal("tile_already_there", tile="L31"))


class TestClashes:
    @pytest.mark.parametrize("kind", [kind for kind in Entry.Kind if kind != Entry.Kind.BEGIN])
    def test_of_every_kind_of_entry_name_who_and_when(self, kind: str) -> None:
        said = wording.clash(Clash.of(entry(kind), 3, ["tile:L31"]))
        assert said.startswith("Tomas ")
        assert said.endswith("a moment ago.")

    @pytest.mark.parametrize("code", ["draft_field", "draft_changed", "draft_committed", "draft_dropped"])
    def test_about_a_draft_name_who_and_when(self, code: str) -> None:
        said = wording.clash(Clash(code, Member(name="Tomas"), timezone.now(), 3, subjects=["effect:tile:L31"]))
        assert said.startswith("Tomas ")

    def test_about_a_correction_name_the_thing(self) -> None:
        assert wording.clash(Clash.of(entry("correction"), 3, ["tile:L31"])) == "Tomas corrected L31 a moment ago."

    @pytest.mark.parametrize(
        ("subject", "words"),
        [
            ("tile:L31", "L31"),
            ("card:152", "card 152"),
            ("choice:150", "the choice on card 150"),
            ("read:2:1", "the reading"),
            ("read:150", "the reading"),
            ("play:2", "the game"),
            ("points:2:0", "the points"),
            ("points:0", "the points"),
            ("round", "the round"),
            ("effect:tile:L31", "L31"),
            ("effect:card:152", "card 152"),
        ],
    )
    def test_have_words_for_every_subject(self, subject: str, words: str) -> None:
        assert wording.subject(subject) == words


class TestTime:
    @pytest.mark.parametrize(
        ("seconds", "words"), [(0, "a moment ago"), (59, "a moment ago"), (300, "5\xa0minutes ago")]
    )
    def test_is_told_as_people_tell_it(self, seconds: int, words: str) -> None:
        assert wording.ago(timezone.now() - timedelta(seconds=seconds)) == words


class TestSpots:
    @pytest.mark.parametrize(
        ("spot", "kind", "words"),
        [
            ("box", "tile", "in the box"),
            ("bag", "tile", "in the bag"),
            ("bag@17", "tile", "in the bag, for 17"),
            ("bag@beside", "tile", "in the bag"),
            ("board", "tile", "on the board"),
            ("board@9a", "tile", "on the board at 9a"),
            ("table", "tile", "beside the board"),
            ("gone", "tile", "out of the campaign"),
            ("table", "card", "in play"),
            ("bag", "card", "in the bag"),
            ("gone", "card", "read"),
        ],
    )
    def test_are_told(self, spot: str, kind: str, words: str) -> None:
        assert wording.spot(Spot.read(spot), kind) == words


class TestHandWork:
    def said(self, subject: str, was: str, to: str) -> str:
        return wording.hands(hand_work([Change(subject, was, to)])[0])

    @pytest.mark.parametrize("kind", ["tile", "card"])
    @pytest.mark.parametrize(("was", "to"), [*itertools.permutations(Place, 2)])
    def test_is_a_sentence_for_every_move(self, kind: str, was: Place, to: Place) -> None:
        said = self.said("tile:L31" if kind == "tile" else "card:152", str(was), str(to))
        assert "L31" in said if kind == "tile" else "ard 152" in said
        assert said.endswith(".")
        assert "%" not in said

    @pytest.mark.parametrize(
        ("subject", "was", "to", "words"),
        [
            ("tile:L31", "box", "board@5", "Take L31 out of the box and lay it at 5."),
            ("tile:L31", "bag@5", "board@5", "Take L31 out of the bag and lay it at 5."),
            ("tile:L31", "board@5", "box", "Lift L31 from the board and put it back into the box."),
            ("tile:L31", "board@5", "board@6", "L31: it should lie on the board at 6 now."),
            ("card:150", "table", "gone", "Lay card 150 with the cards that were read."),
            ("card:152", "gone", "box", "Card 152: it should lie in the box now."),
        ],
    )
    def test_says_what_hands_do(self, subject: str, was: str, to: str, words: str) -> None:
        assert self.said(subject, was, to) == words


class TestEntries:
    @pytest.mark.parametrize(
        ("row", "title"),
        [
            (entry("begin"), "The log began"),
            (entry("open", game=3), "Game 3 opened"),
            (entry("reading", game=3, after=1), "Story after round 1 of game 3"),
            (entry("close", game=3), "Game 3 closed"),
            (entry("correction"), "Our box differs"),
            (entry("round", Change("round", None, 1)), "The game started"),
            (entry("round", Change("round", 1, 2)), "Round 1 ended"),
        ],
    )
    def test_have_a_title(self, row: Entry, title: str) -> None:
        assert wording.title(row) == title

    @pytest.mark.parametrize(
        ("kind", "change", "title"),
        [
            ("undo", Change("round", 2, 1), "Taken back: Round 1 ended"),
            ("undo", Change("round", 1, None), "Taken back: The game started"),
            ("again", Change("round", 1, 2), "Done again: Round 1 ended"),
        ],
    )
    def test_that_turn_a_round_name_it_as_it_was_named(self, kind: str, change: Change, title: str) -> None:
        row = entry(kind, change, of=2)
        row.values = {"of": "round"}
        assert wording.title(row) == title

    def test_that_turn_a_reading_name_it(self) -> None:
        row = entry("undo", of=4, game=1, after=2)
        row.values["of"] = "reading"
        assert wording.title(row) == "Taken back: Story after round 2 of game 1"

    def test_tell_changes_reason_and_hand_work(self) -> None:
        row = entry("correction", Change("tile:L31", "box", "bag@5"), reason="forgotten")
        words = wording.entry(row)
        assert words.lines == ("L31: in the box → in the bag, for 5", "Reason: “forgotten”")
        assert words.hand_work == ("L31: it should lie in the bag, for 5 now.",)

    def test_tell_choices_and_points_with_names(self) -> None:
        party = [{"seat": 7, "guest": "", "colour": ""}, {"seat": None, "guest": "Bela", "colour": ""}]
        row = entry(
            "close",
            Change("points:1:0", None, 131),
            Change("points:1:1", None, 0),
            Change("points:1:2", None, 5),
            Change("choice:150", None, "sail on"),
            Change("card:150", "table", "gone"),
            Change("read:1:4", None, True),
            Change("play:1", "open", "played"),
            game=1,
            party=party,
        )
        assert wording.entry(row, {7: "Ines"}).lines == (
            "Ines: 131 points",
            "Bela: 0 points",
            "3: 5 points",
            "The choice on card 150: “sail on”",
            "Card 150: in play → read",
        )

    def test_say_nothing_of_what_is_taken_away_from_facts(self) -> None:
        row = entry("undo", Change("choice:150", "sail on", None), Change("points:1:0", 131, None), of=3)
        row.values = {"of": "correction"}
        assert wording.entry(row).lines == ()
