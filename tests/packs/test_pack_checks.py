"""Packs that do not fit together are refused. Each rule is broken once, in an otherwise right pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenarios.packs.checks import check
from scenarios.packs.pack import read_packs
from scenarios.packs.reader import PackError

if TYPE_CHECKING:
    from sample_packs import Shelf


def faults(shelf: Shelf) -> list[str]:
    try:
        return [str(fault) for fault in check(read_packs(shelf.folder))]
    except PackError as error:
        return [str(fault) for fault in error.faults]


def test_the_sample_is_right(shelf: Shelf) -> None:
    assert faults(shelf) == []


class TestShape:
    @pytest.mark.parametrize(
        ("where", "before", "after", "expected"),
        [
            (
                "tiles.yaml",
                "number_sure: false",
                "sure: no",
                "island/tiles.yaml:3: tiles.1.sure: is no key that is known here",
            ),
            ("tiles.yaml", '"9a"', "17", "island/tiles.yaml:2: tiles.0.space: input should be a valid string"),
            ("tiles.yaml", "key: L1, ", "", "island/tiles.yaml:2: tiles.0.key: is missing"),
            ("cards.yaml", "kind: scenario", "kind: quest", "island/cards.yaml:3: cards.1.kind: input should be"),
            ("box.yaml", "version: 1", "version: true", "island/box.yaml:2: version: input should be a valid integer"),
            ("setup.yaml", "reasons: [base]", "reasons: []", "island/setup.yaml:2: steps.0.reasons: tuple should have"),
            (
                "setup.yaml",
                "reasons: [base]",
                "reasons: [fun]",
                "island/setup.yaml:2: steps.0.reasons.0: string should",
            ),
            (
                "setup.yaml",
                "by_seat: [1, 2]",
                "fixed: 0",
                "island/setup.yaml:9: steps.2.amounts.doubloons: needs fixed or",
            ),
            ("setup.yaml", "doubloons: {", "coins: {", "island/setup.yaml:9: steps.2.amounts.coins"),
            ("text.en.yaml", "name: Wind", "name: ''", "island/text.en.yaml:8: modules.wind.name: string should"),
        ],
    )
    def test_slips_are_named_with_their_line(
        self, shelf: Shelf, where: str, before: str, after: str, expected: str
    ) -> None:
        shelf.change(f"island/{where}", before, after)
        found = faults(shelf)
        assert found
        assert found[0].startswith(expected)

    def test_a_missing_and_a_foreign_file_are_named(self, shelf: Shelf) -> None:
        (shelf.folder / "reef" / "text.en.yaml").unlink()
        shelf.put("reef", "tile.yaml", "tiles: []\n")
        assert faults(shelf) == [
            "reef/text.en.yaml:1: (file): is missing",
            "reef/tile.yaml:1: (file): is no file of a pack",
        ]

    def test_faults_of_all_files_come_at_once(self, shelf: Shelf) -> None:
        shelf.change("island/tiles.yaml", "key: L1", "key: X1")
        shelf.change("reef/box.yaml", "version: 1", "version: 0")
        assert [fault.split(":")[0] for fault in faults(shelf)] == ["island/tiles.yaml", "reef/box.yaml"]

    def test_a_file_that_is_no_yaml_is_named_with_its_box(self, shelf: Shelf) -> None:
        shelf.put("reef", "tiles.yaml", "tiles: &all []\n")
        assert faults(shelf) == ["reef/tiles.yaml:1: tiles: anchors and aliases are not allowed"]

    def test_an_empty_folder_is_no_content(self, shelf: Shelf) -> None:
        empty = shelf.folder / "nothing"
        empty.mkdir()
        with pytest.raises(PackError, match="holds no pack"):
            read_packs(empty)


class TestReferences:
    @pytest.mark.parametrize(
        ("where", "before", "after", "expected"),
        [
            ("box", "tiles: [L1]", "tiles: [L1, L9]", "4: public.tiles.1: the box has no tile L9"),
            ("box", "cards: [7]", "cards: [8]", "5: public.cards.0: the box has no card 8"),
            ("box", "id: island", "id: isle", "1: id: is isle, but the folder is called island"),
            ("box", "version: 1", "version: 1\nrequires: [moon]", "3: requires.0: there is no box moon"),
            ("box", "version: 1", "version: 1\nrequires: [reef]", "3: requires.0: reef needs island itself: a circle"),
            ("cards", "first: 7", "first: 3", "2: cards.0.first: overlaps with another range at 3"),
            ("cards", "first: 7", "first: 7, last: 6", "3: cards.1.last: lies before first"),
            ("cards", "line: shore", "line: sea", "2: cards.0.line: there is no line sea"),
            (
                "cards",
                "kind: scenario",
                "kind: scenario, line: shore",
                "3: cards.1.line: belongs to story cards, and each of them has one",
            ),
            ("cards", ", line: shore", "", "2: cards.0.line: belongs to story cards, and each of them has one"),
            ("tiles", "key: L2", "key: L1", "3: tiles.1.key: L1 is used twice"),
            ("lines", "[L1]", "[L9]", "2: lines.0.first_tiles.0: there is no tile L9"),
            ("lines", "[L1]", "[L2]", "2: lines.0.first_tiles.0: L2 starts a game, so it is public"),
            (
                "lines",
                "first_story_card: 1",
                "first_story_card: 7",
                "2: lines.0.first_story_card: 7 is no story card of the line shore",
            ),
            ("lines", "scenario: evening", "scenario: dawn", "2: lines.0.scenario: there is no scenario dawn"),
            ("modules", "[wind]", "[rain]", "3: modules.1.requires.0: there is no module rain"),
            (
                "modules",
                "key: wind",
                "key: wind, requires: [storm]",
                "2: modules.0.requires.0: storm needs wind itself: a circle",
            ),
            ("scenarios", "modules: [wind]", "modules: [rain]", "2: scenarios.0.modules.0: there is no module rain"),
            (
                "scenarios",
                "modules: [wind], optional",
                "modules: [], optional",
                "2: scenarios.0.optional_modules: also needs the module wind",
            ),
            ("scenarios", "[7]", "[9]", "2: scenarios.0.cards.0: there is no card 9"),
            (
                "scenarios",
                "cards: [7]",
                "cards: [7], starts: [{card: 8}]",
                "2: scenarios.0.starts: do not name each of the cards once",
            ),
            (
                "scenarios",
                "cards: [7]",
                "cards: [7], starts: [{card: 7, tiles: [L2]}]",
                "2: scenarios.0.starts.0.tiles.0: L2 starts a game, so it is public",
            ),
            ("opponents", "storm", "rain", "2: opponents.0.module: there is no module rain"),
            ("opponents", "[tame, wild]", "[wild, tame, wild]", "2: opponents.0.levels: name one twice"),
            ("setup", "opponent: shark", "opponent: whale", "16: steps.3.opponent: there is no opponent whale"),
            ("setup", "cards: [7]", "cards: [7, 9]", "17: steps.3.cards: there is no card 9"),
            ("setup", "cards: [7]", "cards: [7, 2]", "17: steps.3.cards: 2 starts none of its scenarios"),
            ("setup", "cards: [7]", "cards: [2]", "17: steps.3.cards: none of them starts evening"),
            (
                "setup",
                "tame: 0, ",
                "",
                "18: steps.3.amounts: a does not go by the levels of an opponent that the step asks for",
            ),
            (
                "setup",
                "    opponent: shark\n",
                "",
                "17: steps.3.amounts: a does not go by the levels of an opponent that the step asks for",
            ),
            ("setup", "    opponent: shark\n", "", "18: steps.3.reasons.0: belongs to steps of one opponent"),
            ("setup", "    opponent: shark\n", "", "18: steps.3.reasons.1: belongs to steps that ask for an opponent"),
            (
                "setup",
                "opponent: shark",
                "opponent: shark\n    players: [2]",
                "16: steps.3.opponent: shark never plays in evening",
            ),
            ("setup", "each: tile,", "each: tile, tiles: [L9],", "3: steps.1.tiles: there is no tile L9"),
            (
                "setup",
                "position: 10,",
                "position: 10, tiles: [L1],",
                "2: steps.0.tiles: belongs to steps for each tile",
            ),
            (
                "setup",
                "each: start, cards: [7],",
                "each: start,",
                "21: steps.4.cards: are said by steps for each start, and the archive is none",
            ),
            (
                "setup",
                "position: 10,",
                "position: 10, without_modules: [wind],",
                "2: steps.0.without_modules: evening always uses wind",
            ),
            ("setup", "[evening]", "[evening, dawn]", "2: steps.0.scenarios.1: there is no scenario dawn"),
            ("setup", "position: 20", "position: 10", "2: steps.0.position: is taken by another step of evening"),
            ("setup", "position: 10,", "position: 10, modules: [rain],", "2: steps.0.modules: there is no module rain"),
            (
                "setup",
                "position: 10,",
                "position: 10, taken_from: box,",
                "2: steps.0.taken_from: belongs to steps for each tile",
            ),
            ("setup", "[base]", '["tile:L9"]', "2: steps.0.reasons.0: tile:L9 names nothing that is known"),
            ("setup", "[base]", '["card:9"]', "2: steps.0.reasons.0: card:9 names nothing that is known"),
            ("setup", "[base]", '["box:reef"]', "2: steps.0.reasons.0: box:reef names nothing that is known"),
        ],
    )
    def test_to_what_is_not_there_are_named(
        self, shelf: Shelf, where: str, before: str, after: str, expected: str
    ) -> None:
        shelf.change(f"island/{where}.yaml", before, after)
        assert f"island/{where}.yaml:{expected}" in faults(shelf)

    def test_of_a_step_to_a_module_that_its_scenario_never_uses(self, shelf: Shelf) -> None:
        shelf.change("island/scenarios.yaml", ", optional_modules: [storm]", "")
        shelf.change("island/opponents.yaml", "module: storm, ", "")
        shelf.change("island/setup.yaml", "position: 10,", "position: 10, without_modules: [storm],")
        assert faults(shelf) == ["island/setup.yaml:2: steps.0.without_modules: evening never uses storm"]

    def test_of_a_step_to_a_module_that_comes_along_with_an_opponent(self, shelf: Shelf) -> None:
        shelf.change("island/scenarios.yaml", ", optional_modules: [storm]", "")
        shelf.change("island/setup.yaml", "position: 10,", "position: 10, modules: [storm],")
        assert faults(shelf) == []
        shelf.change("island/setup.yaml", "position: 10,", "position: 10, players: [2],")
        assert faults(shelf) == ["island/setup.yaml:2: steps.0.modules: evening never uses storm"]

    def test_the_archive_starts_the_games_of_a_line(self, shelf: Shelf) -> None:
        shelf.change("island/setup.yaml", "position: 10,", "position: 10, cards: [0],")
        assert faults(shelf) == []
        shelf.put("island", "lines.yaml", "lines: []\n")
        shelf.change("island/cards.yaml", ", kind: story, line: shore", ", kind: search")
        shelf.change("island/text.en.yaml", "lines:\n  shore: {name: Shore, summary: A line.}\n", "")
        assert faults(shelf) == [
            "island/setup.yaml:2: steps.0.cards: none of them starts evening",
            "island/setup.yaml:2: steps.0.cards: the archive starts none of its scenarios",
        ]

    def test_a_line_and_its_scenario_begin_alike(self, shelf: Shelf) -> None:
        shelf.change("island/scenarios.yaml", "cards: [7]", "cards: [7, 1], starts: [{card: 7}, {card: 1}]")
        assert faults(shelf) == ["island/lines.yaml:2: lines.0.first_tiles: are others than those of evening"]

    def test_a_module_tile_starts_no_campaign(self, shelf: Shelf) -> None:
        shelf.change("island/tiles.yaml", "key: L1", "kind: module, key: L1")
        assert faults(shelf) == ["island/lines.yaml:2: lines.0.first_tiles.0: L1 is no campaign tile"]

    def test_amounts_by_seat_need_a_line_for_each_seat(self, shelf: Shelf) -> None:
        shelf.change("island/setup.yaml", "    each: seat\n", "")
        assert "island/setup.yaml:8: steps.2.amounts: by_seat belongs to steps for each seat" in faults(shelf)

    def test_a_box_may_name_what_a_box_that_it_needs_holds(self, shelf: Shelf) -> None:
        shelf.put("reef", "lines.yaml", "lines: []\n")
        shelf.put("reef", "scenarios.yaml", "scenarios:\n  - {key: night, mode: cooperative, modules: [wind]}\n")
        shelf.change("reef/text.en.yaml", "tiles:", "scenarios:\n  night: {name: Night, summary: Dark.}\ntiles:")
        assert faults(shelf) == []

    def test_a_key_stands_once_among_boxes_that_are_played_together(self, shelf: Shelf) -> None:
        shelf.change("reef/tiles.yaml", "L5", "L2")
        shelf.change("reef/text.en.yaml", "L5", "L2")
        assert faults(shelf) == ["reef/tiles.yaml:2: tiles.0.key: L2 is used twice"]

    def test_what_is_looked_up_has_a_key_of_its_own_among_all_boxes(self, shelf: Shelf) -> None:
        """One public book holds boxes that have nothing else in common; lines stand in no book."""
        shelf.put("lagoon", "box.yaml", "id: lagoon\nversion: 1\n")
        shelf.put("lagoon", "modules.yaml", "modules:\n  - {key: calm}\n  - {key: wind}\n")
        named = "  calm: {name: Calm, summary: Still.}\n  wind: {name: Wind, summary: Other.}\n"
        shelf.put("lagoon", "text.en.yaml", f"box: {{name: Lagoon, summary: Blue.}}\nmodules:\n{named}")
        assert faults(shelf) == [
            "island/modules.yaml:2: modules.0.key: wind is used twice",
            "lagoon/modules.yaml:3: modules.1.key: wind is used twice",
        ]


class TestTexts:
    @pytest.mark.parametrize(
        ("before", "after", "expected"),
        [
            ("  wind: {name: Wind, summary: A module.}\n", "", "7: modules.wind: has no text"),
            ("  storm:", "  rain:", "9: modules.rain: is a text without an entry"),
            ("  board:", "  bord:", "13: steps.bord: is a text without an entry"),
            (", open: Check on your tile.", "", "4: tiles.L2.open: is missing: the number of the tile is not sure"),
            ("takes {doubloons}", "takes some", "15: steps.coins.line: {doubloons} is never said"),
            (
                "takes {doubloons}",
                "takes {doubloons} of {count}",
                "15: steps.coins.line: {count} is no value of this step",
            ),
            (
                "Lay {tile} somewhere",
                "Lay {tile} on {space}",
                "14: steps.tile.line_without_space: {space} is no value of this step",
            ),
            ('"{tile} is known."', '"{space} is known."', "14: steps.tile.why: {space} is no value of this step"),
            (
                ' line_without_space: "Lay {tile} somewhere.",',
                "",
                "14: steps.tile.line_without_space: belongs to steps for each tile, and each of them has one",
            ),
            (
                ' line_without_tile: "Draw for {column}.",',
                "",
                "18: steps.draw.line_without_tile: belongs to steps for each draw, and each of them has one",
            ),
            ("tame: Tame, ", "", "20: opponents.shark.levels: do not name the levels that there are"),
            ("Wild at heart", "'Wild {heart'", "20: opponents.shark.level_wild: holds a brace that names no value"),
            (", open: Check it.", "", "15: steps.coins.open: stands here if and only if the step is open"),
            ("Lay the board.", '"Lay the {0} board."', "13: steps.board.line: holds a brace that names no value"),
            ("The first tile.", '"The {tile}."', "3: tiles.L1.summary: holds a brace that names no value"),
        ],
    )
    def test_that_do_not_fit_are_named(self, shelf: Shelf, before: str, after: str, expected: str) -> None:
        shelf.change("island/text.en.yaml", before, after)
        assert f"island/text.en.yaml:{expected}" in faults(shelf)

    def test_of_another_language_may_lack_what_english_has(self, shelf: Shelf) -> None:
        shelf.put("reef", "text.ca.yaml", "box: {name: Escull, summary: Cal l'illa.}\n")
        assert faults(shelf) == []

    def test_of_another_language_hold_nothing_beyond_it(self, shelf: Shelf) -> None:
        text = "box: {name: Escull, summary: Cal.}\ntiles:\n  L6: {name: Sis, summary: Cap.}\n"
        shelf.put("reef", "text.ca.yaml", text)
        assert faults(shelf) == ["reef/text.ca.yaml:3: tiles.L6: is a text without an entry"]
