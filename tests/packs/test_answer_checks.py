"""A look-up that cannot be trusted is refused. Each rule is broken once, in an otherwise right pack."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from scenarios.packs.checks import check
from scenarios.packs.pack import read_packs
from scenarios.packs.reader import PackError

if TYPE_CHECKING:
    from sample_packs import Shelf

RULES = """\
rules:
  - {key: calm, chapter: base, facts: [X002]}
  - key: gust
    chapter: options
    moments: [turn, end_of_round]
    places: ["2", 9a]
    scenarios: [evening]
    modules: [wind]
    without_modules: [storm]
    tiles: [L2]
    players: [1, 2]
    opponent: shark
    about: ["tile:L2", "module:storm", "scenario:evening", "location:9a", "card:7", "opponent:shark", "port:haven"]
    facts: [X003, X004]
"""
AUTOMA = """\
automa:
  - {key: shark_a1, opponent: shark, deck: a, areas: [D4, Q2-7, X1, END], facts: [X005]}
  - {key: shark_b1, opponent: shark, deck: b, steps: 1, route: upper, display: 2, actions: [{do: explore, count: 2}]}
"""
FACTS = """\
facts:
  - {letter: X, first: 1, last: 6, digits: 3}
left_out:
  X006: It holds no rule.
"""
WORDS = """\
rules:
  calm: {name: Calm sea, text: Nothing happens on the way to L1.}
  gust: {name: A gust, text: Turn L2 around., open: Nobody knows how far.}
"""


@pytest.fixture
def told(shelf: Shelf) -> Shelf:
    """The island with a look-up: two rules, two cards of an opponent, five facts that are told and one left out."""
    shelf.put("island", "rules.yaml", RULES)
    shelf.put("island", "automa.yaml", AUTOMA)
    shelf.put("island", "facts.yaml", FACTS)
    words = (shelf.folder / "island" / "text.en.yaml").read_text()
    shelf.put("island", "text.en.yaml", words + WORDS)
    return shelf


def faults(shelf: Shelf) -> list[str]:
    try:
        return [str(fault) for fault in check(read_packs(shelf.folder))]
    except PackError as error:
        return [str(fault) for fault in error.faults]


def test_the_sample_is_right(told: Shelf) -> None:
    assert faults(told) == []


class TestRules:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ("module:storm", "module:rain", "13: rules.1.about: there is no module rain"),
            ("tile:L2", "tile:L9", "13: rules.1.about: there is no tile L9"),
            ("location:9a", "location:9b", "13: rules.1.about: there is no location 9b"),
            ("scenario:evening", "scenario:dawn", "13: rules.1.about: there is no scenario dawn"),
            ("card:7", "card:8", "13: rules.1.about: there is no card 8"),
            ("opponent:shark", "opponent:whale", "13: rules.1.about: there is no opponent whale"),
            ("port:haven", "port:heaven", "13: rules.1.about: there is no port heaven"),
            ("port:haven", "automa:shark_c9", "13: rules.1.about: there is no automa shark_c9"),
            ("scenarios: [evening]", "scenarios: [dawn]", "7: rules.1.scenarios: there is no scenario dawn"),
            ("modules: [wind]", "modules: [rain]", "8: rules.1.modules: there is no module rain"),
            (
                "without_modules: [storm]",
                "without_modules: [rain]",
                "9: rules.1.without_modules: there is no module rain",
            ),
            ("tiles: [L2]", "tiles: [L2, L9]", "10: rules.1.tiles: there is no tile L9"),
            ('places: ["2", 9a]', 'places: ["2", 9b]', "6: rules.1.places: there is no location 9b"),
            ("opponent: shark\n", "opponent: whale\n", "12: rules.1.opponent: there is no opponent whale"),
        ],
    )
    def test_that_name_what_is_not_there_are_named(self, told: Shelf, before: str, after: str, expected: str) -> None:
        told.change("island/rules.yaml", before, after)
        assert faults(told) == [f"island/rules.yaml:{expected}"]

    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ("chapter: base", "chapter: weather", "2: rules.0.chapter: input should be"),
            ("moments: [turn", "moments: [dusk", "5: rules.1.moments.0: input should be"),
            ("players: [1, 2]", "players: [0, 2]", "10: rules.1.players.0: input should be"),
            ("tile:L2", "weather:L2", "12: rules.1.about.0: string should match"),
            (", facts: [X002]", ", facts: []", "2: rules.0.facts: tuple should have"),
            (", facts: [X002]", "", "2: rules.0.facts: is missing"),
            ("key: calm", "key: calm, text: Calm", "2: rules.0.text: is no key"),
        ],
    )
    def test_of_a_wrong_shape_are_named(self, told: Shelf, before: str, after: str, expected: str) -> None:
        told.change("island/rules.yaml", before, after)
        found = [re.sub(r":[0-9]+: ", ": ", fault, count=1) for fault in faults(told)]
        assert found
        assert found[0].startswith(f"island/rules.yaml: {expected.split(': ', 1)[1]}")

    def test_may_name_what_a_box_that_they_need_holds(self, told: Shelf) -> None:
        rule = (
            'rules:\n  - {key: swell, chapter: base, about: ["module:wind", "tile:L5"], tiles: [L1], facts: [X001]}\n'
        )
        told.put("reef", "rules.yaml", rule)
        told.change("reef/text.en.yaml", "tiles:", "rules:\n  swell: {name: Swell, text: At L5.}\ntiles:")
        assert faults(told) == []

    def test_know_no_tile_of_a_box_that_needs_theirs(self, told: Shelf) -> None:
        told.change("island/rules.yaml", '["tile:L2"', '["tile:L5", "tile:L2"')
        assert faults(told) == ["island/rules.yaml:13: rules.1.about: there is no tile L5"]

    def test_stand_once_among_boxes_that_are_played_together(self, told: Shelf) -> None:
        told.put("reef", "rules.yaml", "rules:\n  - {key: calm, chapter: base, facts: [X001]}\n")
        told.change("reef/text.en.yaml", "tiles:", "rules:\n  calm: {name: Calm, text: Calm.}\ntiles:")
        assert [fault for fault in faults(told) if "calm is used twice" in fault]


class TestTheWall:
    @pytest.mark.parametrize("field", ["name: Calm sea", "text: Nothing happens", "text: Nothing, open: Nobody knows"])
    def test_a_locked_tile_in_any_text_belongs_into_about(self, told: Shelf, field: str) -> None:
        whole = "{name: Calm sea, text: Nothing happens on the way to L1.}"
        parts = {"name": "Calm", "text": "Calm."} | dict([field.rsplit(", ", 1)[-1].split(": ", 1)])
        parts = {key: f"{words} at L2" if key in field.rsplit(", ", 1)[-1] else words for key, words in parts.items()}
        told.change(
            "island/text.en.yaml", whole, "{" + ", ".join(f"{key}: {said}" for key, said in parts.items()) + "}"
        )
        found = faults(told)
        assert len(found) == 1
        assert re.match(r"island/text\.en\.yaml:[0-9]+: rules\.calm: L2 is named, .* belongs into about", found[0])

    def test_what_a_rule_is_about_may_be_named(self, told: Shelf) -> None:
        told.change(
            "island/rules.yaml", "chapter: base, facts: [X002]", 'chapter: base, about: ["tile:L2"], facts: [X002]'
        )
        told.change("island/text.en.yaml", "on the way to L1", "on the way to L2")
        assert faults(told) == []

    def test_a_condition_names_it_too(self, told: Shelf) -> None:
        told.change("island/rules.yaml", '"tile:L2", ', "")
        assert faults(told) == []

    def test_holds_in_every_language(self, told: Shelf) -> None:
        told.put(
            "island", "text.ca.yaml", "box: {name: Illa, summary: Una caixa.}\nrules:\n  calm: {name: C, text: A L2.}\n"
        )
        assert [fault.split(": ")[1:] for fault in faults(told)] == [
            ["rules.calm", "L2 is named, which not every campaign has reached", "it belongs into about"]
        ]

    def test_numbers_that_only_look_alike_are_no_tiles(self, told: Shelf) -> None:
        told.change("island/text.en.yaml", "on the way to L1", "on the way to XL2 or L200 or L2b")
        assert faults(told) == []


class TestTexts:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ("  calm: {name: Calm sea", "  clam: {name: Calm sea", "rules.calm: has no text"),
            ("  calm: {name: Calm sea", "  clam: {name: Calm sea", "rules.clam: is a text without an entry"),
            ("name: A gust, ", "", "rules.gust.name: is missing"),
            ("text: Turn L2 around., ", "", "rules.gust.text: is missing"),
            ("name: A gust", f"name: {'A' * 81}", "rules.gust.name: string should have at most 80 characters"),
        ],
    )
    def test_that_do_not_fit_are_named(self, told: Shelf, before: str, after: str, expected: str) -> None:
        told.change("island/text.en.yaml", before, after)
        assert expected in [fault.split(": ", 1)[1] for fault in faults(told)]


class TestAutoma:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            (
                "opponent: shark, deck: a",
                "opponent: whale, deck: a",
                "2: automa.0.opponent: there is no opponent whale",
            ),
            ("areas: [D4, Q2-7, X1, END], ", "", "2: automa.0: has either areas or actions"),
            ("X1, END]", "X1, END], actions: [{do: combat}]", "2: automa.0: has either areas or actions"),
            (", actions: [{do: explore, count: 2}]", "", "3: automa.1: has either areas or actions"),
            ("steps: 1", "areas: [END], steps: 1", "3: automa.1: has either areas or actions"),
        ],
    )
    def test_cards_have_an_opponent_and_one_way_of_acting(
        self, told: Shelf, before: str, after: str, expected: str
    ) -> None:
        told.change("island/automa.yaml", before, after)
        assert faults(told) == [f"island/automa.yaml:{expected}"]

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("[D4,", "[D444,"),
            ("Q2-7", "Q2"),
            ("X1", "X"),
            ("END", "STOP"),
            ("deck: a", "deck: z"),
            ("route: upper", "route: middle"),
            ("do: explore", "do: swim"),
            ("count: 2", "count: 2, early: 1, late: 2"),
            ("count: 2", "early: 1"),
        ],
    )
    def test_cards_of_a_wrong_shape_are_refused(self, told: Shelf, before: str, after: str) -> None:
        told.change("island/automa.yaml", before, after)
        found = faults(told)
        assert len(found) == 1
        assert found[0].startswith("island/automa.yaml:")


class TestFacts:
    def test_that_nobody_tells_are_named(self, told: Shelf) -> None:
        told.change("island/rules.yaml", "facts: [X003, X004]", "facts: [X003]")
        assert faults(told) == ["island/facts.yaml:1: facts: X004 is neither told nor left out"]

    def test_that_are_told_are_not_left_out(self, told: Shelf) -> None:
        told.change("island/facts.yaml", "X006: It holds no rule.", "X006: It holds no rule.\n  X002: Nor does it.")
        assert faults(told) == ["island/facts.yaml:5: left_out.X002: is told, so it is not left out"]

    def test_that_are_left_out_are_facts_of_the_box(self, told: Shelf) -> None:
        told.change("island/facts.yaml", "X006: It holds no rule.", "X006: It holds no rule.\n  X077: Nor does it.")
        assert faults(told) == ["island/facts.yaml:5: left_out.X077: is no fact of this box"]

    @pytest.mark.parametrize(("count", "expected"), [(25, []), (26, ["left_out: are more than 25"])])
    def test_are_left_out_twenty_five_times_at_most(self, told: Shelf, count: int, expected: list[str]) -> None:
        told.change("island/facts.yaml", "last: 6", f"last: {5 + count}")
        rows = "".join(f"  X{number:03}: It holds no rule.\n" for number in range(6, 6 + count))
        told.change("island/facts.yaml", "  X006: It holds no rule.\n", rows)
        assert [fault.split(": ", 1)[1] for fault in faults(told)] == expected

    def test_are_left_out_for_a_reason(self, told: Shelf) -> None:
        told.change("island/facts.yaml", "X006: It holds no rule.", "X006: ''")
        found = faults(told)
        assert len(found) == 1
        assert "left_out.X006" in found[0]

    def test_may_be_told_by_a_box_that_needs_this_one(self, told: Shelf) -> None:
        told.change("island/rules.yaml", "facts: [X003, X004]", "facts: [X003]")
        told.put("reef", "tiles.yaml", "tiles:\n  - {key: L5, facts: [X004]}\n")
        assert faults(told) == []

    def test_are_not_told_by_a_step_of_a_set_up(self, told: Shelf) -> None:
        told.change("island/rules.yaml", "facts: [X003, X004]", "facts: [X003]")
        told.change("island/setup.yaml", "position: 10,", "position: 10, facts: [X004],")
        assert any("X004 is neither told nor left out" in fault for fault in faults(told))

    @pytest.mark.parametrize(
        ("where", "key"),
        [
            ("tiles", "key: L2"),
            ("modules", "key: wind"),
            ("scenarios", "key: evening"),
            ("opponents", "key: shark"),
            ("locations", 'key: "1"'),
            ("automa", "key: shark_b1"),
            ("home_ports", "facts: [X001"),
        ],
    )
    def test_may_be_told_by_any_piece_that_people_look_up(self, told: Shelf, where: str, key: str) -> None:
        told.change("island/rules.yaml", "facts: [X003, X004]", "facts: [X003]")
        added = f"{key}, X004" if where == "home_ports" else f"{key}, facts: [X004]"
        told.change(f"island/{where}.yaml", key, added)
        assert faults(told) == []

    def test_are_not_told_by_a_campaign_line_which_nobody_can_look_up(self, told: Shelf) -> None:
        told.change("island/rules.yaml", "facts: [X003, X004]", "facts: [X003]")
        told.change("island/lines.yaml", "key: shore", "key: shore, facts: [X004]")
        assert faults(told) == ["island/facts.yaml:1: facts: X004 is neither told nor left out"]
