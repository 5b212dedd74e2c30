"""Lists of a copy whose cards were typed: what a printed table tells stands in the list. All expectations by hand.

Sources: U056, U072, U082, U097, U105 (quest tiles), U094, U106, U107 (ownership markers), U108, U358 (tiles of card
185), U359 (markers that are left), U077, U085 (tiles by object and column).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from evenings_laid import BAG, SCENARIOS, amount, content, ids, laid_out, party, table_of

from cards import catalogue
from scenarios import book
from scenarios.printed import Kind, PrintedTables, key, read
from scenarios.setup import checklist
from scenarios.table import LONGEST, Draw, Laid, Line, TableState

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

FRANCE, SPAIN, ENGLAND = range(2, 8), range(8, 14), range(14, 20)
NATIONS = {
    str(space): name
    for name, spaces in (("france", FRANCE), ("spain", SPAIN), ("england", ENGLAND))
    for space in spaces
}
QUEST_TILES = {
    150: "quest_tiles_first:150",
    78: "quest_tiles_front:78",
    74: "quest_tiles_back:74",
    79: "quest_tiles_back:79",
    184: "quest_tiles_back:184",
    185: "quest_tiles_back:185",
    193: "quest_tiles_back:193",
}
TOGETHER = (74, 185, 193)
THREE_PLAYERS = "2: 1, 3: 1, 4: 2, 5: 2, 6: 1, 7: 1"
"""The one row of the cards that is told outside of them."""


def level(card: int) -> str:
    return "hard" if card in TOGETHER else ""


def asked(card: int, players: int, typed: Mapping[str, str]) -> PrintedTables:
    """Tables that somebody typed for lines of the plain list, by line id."""
    lines = {line.id: line for line in laid_out(card, players, level=level(card))}
    found = [(lines[line_id], said) for line_id, said in typed.items()]
    return PrintedTables({key(line.step, card, line.values): read(Kind(line.printed), said) for line, said in found})


def told(card: int, players: int, typed: Mapping[str, str], table: TableState | None = None) -> tuple[Line, ...]:
    """The list on a copy for which this was typed."""
    return with_tables(card, players, asked(card, players, typed), table)


def with_tables(card: int, players: int, tables: PrintedTables, table: TableState | None = None) -> tuple[Line, ...]:
    scenario = SCENARIOS[card]
    return checklist(
        steps=book.steps(*content(), scenario),
        scenario=scenario,
        card=card,
        modules=book.scenarios(*content())[scenario].modules,
        party=party(players),
        table=table or table_of(card),
        level=level(card),
        tables=tables,
        nations=NATIONS,
    )


def plain(card: int, players: int, table: TableState | None = None) -> tuple[Line, ...]:
    return laid_out(card, players, table, level=level(card))


def others(lines: tuple[Line, ...], *steps: str) -> list[Line]:
    return [line for line in lines if line.step not in steps]


def words(lines: tuple[Line, ...], *steps: str) -> list[str]:
    """The sentences of the lines of some steps, in order."""
    return [book.line_text(*content(), line, "en") for line in lines if line.step in steps]


class TestQuestTiles:
    @pytest.mark.parametrize("card", QUEST_TILES)
    def test_stand_in_their_line_with_their_number(self, card: int) -> None:
        line_id = QUEST_TILES[card]
        step = line_id.partition(":")[0]
        lines = told(card, 3, {line_id: "3, 8, 9a"})
        assert words(lines, step) == ["Lay out quest tiles on 3, 8, 9a, 3 in all."]
        assert ids(lines) == ids(plain(card, 3))
        assert others(lines, step) == others(plain(card, 3), step)

    def test_of_another_card_are_not_taken_for_them(self) -> None:
        tables = asked(79, 3, {"quest_tiles_back:79": "3, 8"})
        assert with_tables(193, 3, tables) == plain(193, 3)

    def test_can_be_asked_for_again(self) -> None:
        lines = told(150, 2, {"quest_tiles_first:150": "3"})
        assert [line.id for line in lines if line.printed] == ["quest_tiles_first:150"]

    def test_on_other_places_are_a_line_to_do_again(self) -> None:
        unsaid, one, two = (
            amount(told(150, 2, typed), "quest_tiles_first:150")
            for typed in ({}, {"quest_tiles_first:150": "3"}, {"quest_tiles_first:150": "3 8"})
        )
        assert len({unsaid, one, two}) == 3

    def test_of_a_whole_board_have_an_amount_that_can_be_kept(self) -> None:
        """A tick keeps eighty signs of an amount, and two long tables still differ."""
        many = [f"{space}{letter}" for space in range(1, 20) for letter in "ab"]
        found = [
            amount(told(150, 2, {"quest_tiles_first:150": " ".join(places)}), "quest_tiles_first:150")
            for places in (many, many[:-1])
        ]
        assert len(set(found)) == 2
        assert all(len(one) <= LONGEST == 80 for one in found)


class TestMarkers:
    @pytest.mark.parametrize("card", TOGETHER)
    def test_are_told_by_nation_with_how_many_in_all(self, card: int) -> None:
        """France holds 2 to 7, Spain 8 to 13, England 14 to 19; a space of a tile is nobody's."""
        typed = f"{THREE_PLAYERS}, 8: 1, 11: 2, 13: 2, 14: 2, 19: 1, 9a: 1"
        lines = told(card, 3, {f"markers_of_card:{card}": typed})
        assert words(lines, "markers_of_card") == [
            "Put French ownership markers on 2, 3, 4 (2), 5 (2), 6, 7, 8 in all.",
            "Put Spanish ownership markers on 8, 11 (2), 13 (2), 5 in all.",
            "Put English ownership markers on 14 (2), 19, 3 in all.",
            "Put ownership markers on 9a, 1 in all, of the nation that your card names.",
        ]
        assert others(lines, "markers_of_card") == others(plain(card, 3), "markers_of_card")

    @pytest.mark.parametrize(
        ("space", "nation"),
        [
            *[(str(space), "French") for space in FRANCE],
            *[(str(space), "Spanish") for space in SPAIN],
            *[(str(space), "English") for space in ENGLAND],
        ],
    )
    def test_on_any_space_of_the_board_are_of_its_nation(self, space: str, nation: str) -> None:
        found = words(told(193, 3, {"markers_of_card:193": f"{space}: 1"}), "markers_of_card")
        assert found == [f"Put {nation} ownership markers on {space}, 1 in all."]

    @pytest.mark.parametrize("space", ["0", "1", "9a", "17b", "20"])
    def test_on_other_spaces_are_of_the_nation_that_the_card_names(self, space: str) -> None:
        found = words(told(74, 2, {"markers_of_card:74": f"{space}: 2"}), "markers_of_card")
        assert found == [f"Put ownership markers on {space} (2), 2 in all, of the nation that your card names."]

    def test_are_asked_for_by_the_number_of_players(self) -> None:
        tables = asked(74, 3, {"markers_of_card:74": THREE_PLAYERS})
        assert len(words(with_tables(74, 3, tables), "markers_of_card")) == 1
        assert words(with_tables(74, 3, tables), "markers_of_card")[0].endswith("8 in all.")
        for players in (1, 2, 4):
            assert ids(with_tables(74, players, tables), "markers_of_card") == ["markers_of_card:74"]

    def test_of_one_card_are_not_those_of_another(self) -> None:
        """185 and 193 set the same scenario up, but each shows its own."""
        tables = asked(193, 3, {"markers_of_card:193": THREE_PLAYERS})
        assert ids(with_tables(185, 3, tables), "markers_of_card") == ["markers_of_card:185"]

    def test_are_asked_about_on_one_line_only_and_those_of_nobody_come_last(self) -> None:
        lines = told(74, 3, {"markers_of_card:74": "9a: 1, 14: 1, 8: 1, 2: 1"})
        assert words(lines, "markers_of_card")[-1].endswith("of the nation that your card names.")
        assert [bool(line.printed) for line in lines if line.step == "markers_of_card"] == [True, False, False, False]

    def test_go_to_the_nations_that_the_board_of_the_box_names(self) -> None:
        assert dict(catalogue.nations(*content())) == NATIONS


class TestTilesOfCard185:
    BAG = TableState(False, (185,), (*BAG, Laid("L11", "bag")))

    def test_are_one_line_each_and_stand_nowhere_else(self) -> None:
        lines = told(185, 2, {"tiles_leave:185": "L11, L4, L12"}, self.BAG)
        assert [line.piece for line in lines if line.step == "tiles_leave"] == ["L4", "L11"]
        for tile in ("L4", "L11"):
            assert [line.step for line in lines if line.piece == tile] == ["tiles_leave"]
            assert [line.step for line in lines if f"tile:{tile}" in line.reasons] == []
        assert not [line for line in lines if "L12" in line.values.values()]

    def test_leave_all_others_as_they_were(self) -> None:
        lines, before = told(185, 2, {"tiles_leave:185": "L11, L4"}, self.BAG), plain(185, 2, self.BAG)
        here = [line for line in before if line.step != "tiles_leave" and line.values.get("tile") not in ("L4", "L11")]
        assert others(lines, "tiles_leave") == here
        gone = {line.id for line in before} - {line.id for line in lines}
        assert gone == {
            "tiles_leave:185",
            "tile_from_bag:L4",
            "tile_from_bag:L11",
            "marker_on_new_location:L4",
            "tile_disc_two:L11",
        }

    def test_are_named_each_in_its_sentence(self) -> None:
        found = words(told(185, 2, {"tiles_leave:185": "L4 L11"}, self.BAG), "tiles_leave")
        assert found == [
            "Leave L4 in the bag, since card 185 takes it off the board.",
            "Leave L11 in the bag, since card 185 takes it off the board.",
        ]

    @pytest.mark.parametrize("taken_from", ["other_bag", "box"])
    def test_are_named_wherever_they_are(self, taken_from: str) -> None:
        table = TableState(False, (185,), (Laid("L1", "bag", "17"), Laid("L4", taken_from, "9a")))
        lines = told(185, 3, {"tiles_leave:185": "L4"}, table)
        assert [line.piece for line in lines if "L4" in line.values.values()] == ["L4"]
        (found,) = words(lines, "tiles_leave")
        assert "L4" in found

    def test_that_never_come_back_are_not_told_to_wait_in_the_bag(self) -> None:
        lines = told(185, 2, {"tiles_leave:185": "L4: gone"}, self.BAG)
        assert [line.piece for line in lines if line.step == "tiles_leave"] == ["L4"]
        (found,) = words(lines, "tiles_leave")
        assert "L4" in found
        assert "Leave L4 in the bag" not in found

    def test_that_the_campaign_does_not_have_are_nothing_to_take_away(self) -> None:
        lines = told(185, 3, {"tiles_leave:185": "L36, L37"}, self.BAG)
        assert words(lines, "tiles_leave") == [
            "Nothing to take away, since your campaign has none of the tiles that card 185 names."
        ]
        assert others(lines, "tiles_leave") == others(plain(185, 3, self.BAG), "tiles_leave")

    def test_are_of_no_concern_to_other_games(self) -> None:
        tables = asked(185, 3, {"tiles_leave:185": "L1, L4"})
        for card in (0, 184, 193):
            assert with_tables(card, 3, tables) == plain(card, 3)

    @pytest.mark.parametrize("typed", ["L4, L11, L1", "L4", "L36"])
    def test_are_asked_about_on_one_line_only(self, typed: str) -> None:
        lines = told(185, 2, {"tiles_leave:185": typed}, self.BAG)
        assert [bool(line.printed) for line in lines if line.step == "tiles_leave"].count(True) == 1


class TestMarkersThatAreLeft:
    """No source says it of cards 193 and 185: U359. Of card 74 it is said: U092."""

    @pytest.mark.parametrize("card", [193, 185])
    @pytest.mark.parametrize(
        ("chosen", "expected"),
        [
            ("box", "Put the ownership markers that are left into the box."),
            ("aside", "Lay the ownership markers that are left aside, within reach."),
        ],
    )
    def test_are_what_the_group_chose(self, card: int, chosen: str, expected: str) -> None:
        lines = told(card, 3, {"markers_unused": chosen})
        assert words(lines, "markers_unused") == [expected]
        assert others(lines, "markers_unused") == others(plain(card, 3), "markers_unused")

    def test_are_no_choice_with_card_74(self) -> None:
        assert not [line for line in plain(74, 3) if line.printed == Kind.CHOICE]

    def test_done_otherwise_are_a_line_to_do_again(self) -> None:
        found = [told(193, 3, typed) for typed in ({}, {"markers_unused": "box"}, {"markers_unused": "aside"})]
        assert len({amount(lines, "markers_unused") for lines in found}) == 3


class TestObjects:
    """An object lists another tile in each column, and only the card that is turned up says which object it is."""

    @pytest.mark.parametrize("card", [74, 78, 79, 193])
    def test_draw_nothing_by_themselves(self, card: int) -> None:
        lines = told(card, 3, {"drawn_tile:1": "book: L31", "drawn_tile:2": "book: L36"})
        assert lines == plain(card, 3)

    def test_do_not_hide_what_was_drawn(self) -> None:
        table = TableState(False, (), table_of(78).tiles, (Draw(1, "book", "L31"),))
        lines = told(78, 3, {"drawn_tile:1": "book: L31"}, table)
        assert words(lines, "drawn_tile")[0].startswith("The draw for column 1 is L31;")


@pytest.mark.parametrize("card", QUEST_TILES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_list_of_which_all_is_known_asks_for_nothing_unsaid(card: int, players: int) -> None:
    """Every line that asks can be answered; the answers make a list with whole sentences and ids that fit a tick."""
    answers = {
        Kind.PLACES: "3, 8",
        Kind.MARKERS: f"{THREE_PLAYERS}, 9a: 1",
        Kind.TILES: "L4, L31",
        Kind.CHOICE: "box",
        Kind.OBJECTS: "book: L31",
    }
    lines = plain(card, players)
    typed = {line.id: answers[Kind(line.printed)] for line in lines if line.printed}
    known = told(card, players, typed)
    assert len({line.id for line in known}) == len(known)
    assert all(len(line.id) <= 80 and len(line.amount) <= LONGEST for line in known)
    said = [book.line_text(*content(), line, "en") for line in known]
    assert all(said)
    assert not [one for one in said if "{" in one or "?" in one]
    assert not [one for one in said if "shows" in one]
    assert [line.step for line in known if line.step not in {one.step for one in lines}] == []
