"""Campaign games: what is special about their lists. The whole lists stand in `expected/`.

Sources: U055 to U060 and U063 (campaign), U073 and U357 (card 184), U108 and U358 (card 185).
"""

from __future__ import annotations

import pytest
from evenings_laid import amount, content, ids, laid_out, party, table_of

from cards.models import Box
from scenarios import book
from scenarios.setup import checklist
from scenarios.table import Laid, Line, TableState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

WITH_UPRISING = frozenset({"uprising", "resistance_tiles"})
TAKEN = ("tile_from", "tile_borrowed", "story_card")


class TestFirstGame:
    def test_names_the_pieces_that_move(self) -> None:
        pieces = [line.piece for line in laid_out(150, 2) if line.piece]
        assert pieces == ["150", "L1", "L4", "L30", "150"]


class TestLaterGame:
    def test_never_names_card_150(self) -> None:
        assert not [line.id for line in laid_out(0, 3) if line.piece == "150" or "card:150" in line.reasons]

    def test_takes_a_tile_from_where_the_log_says_it_is(self) -> None:
        mixed = TableState(False, (163,), (Laid("L36", "box"), Laid("L1", "bag", "17"), Laid("L4", "borrowed", "9a")))
        found = ids(laid_out(0, 2, mixed), "tile_from", "tile_borrowed")
        assert found == ["tile_from_bag:L1", "tile_from_box:L36", "tile_borrowed:L4"]

    def test_lists_several_story_cards_in_order(self) -> None:
        both = TableState(False, (170, 112), ())
        assert ids(laid_out(0, 2, both), "story_card") == ["story_card_later:112", "story_card_later:170"]

    def test_asks_for_no_other_set_up_of_the_bag_when_its_card_sets_the_game_up(self) -> None:
        """184 is Unrest by the bag: its tiles stay as they are, and nothing is drawn or mixed in."""
        lines = laid_out(184, 3)
        assert ids(lines, *TAKEN) == [
            "story_card_later:163",
            "story_card_later:184",
            "tile_from_bag:L1",
            "tile_from_bag:L4",
            "tile_from_bag:L30",
            "tile_from_bag:L31",
        ]
        assert ids(lines, "drawn", "numbers_into", "scenario_card", "tiles_leave") == []
        assert ids(lines, "markers", "marker", "no_marker") == ids(
            laid_out(79, 3, table_of(184)), "marker", "no_marker"
        )

    def test_card_185_takes_tiles_away_first(self) -> None:
        lines = laid_out(185, 3, level="hard")
        assert "tiles_leave:185" in ids(lines)
        assert ids(lines, "drawn", "numbers_into") == []


class TestWithTheModuleUprising:
    """After the first game Uprising and Resistance Tiles may join, always both: U063."""

    def test_l40_lies_beside_the_board_and_the_village_action_is_up(self) -> None:
        plain, joined = ids(laid_out(0, 3)), ids(laid_out(0, 3, more=WITH_UPRISING))
        assert [line for line in joined if line not in plain] == [
            "combat_tile_of_uprising",
            "resistance_village_action",
        ]
        assert [line for line in plain if line not in joined] == ["resistance_doubloons"]


class TestTheList:
    def test_is_the_same_however_the_table_is_ordered(self) -> None:
        table = table_of(0)
        turned = TableState(False, table.story_cards, table.tiles[::-1])
        assert laid_out(0, 3, turned) == laid_out(0, 3, table)

    @pytest.mark.parametrize("players", [0, 5])
    def test_is_for_one_to_four(self, players: int) -> None:
        with pytest.raises(ValueError):
            laid_out(150, players)

    def test_is_empty_for_a_scenario_that_no_step_names(self) -> None:
        steps = book.steps(*content(), "campaign")
        modules = frozenset({"home_ports"})
        found = checklist(steps=steps, scenario="moon", card=150, modules=modules, party=party(2), table=table_of(150))
        assert found == ()


class TestBaseCampaign:
    """The base game's own campaign: U058. Its rulebook says the rest, also how one person plays it alone."""

    def test_begins_with_card_1_and_no_tile(self) -> None:
        box = "maracaibo", Box.objects.get(id="maracaibo").content_hash
        lines = checklist(
            steps=book.steps(*box, "base_campaign"),
            scenario="base_campaign",
            card=1,
            modules=frozenset(),
            party=party(1),
            table=TableState(True, (1,), ()),
        )
        assert ids(lines) == ["base_campaign_layout", "base_campaign_first_card:1", "base_campaign_doubloons:0"]


class TestSentences:
    def said(self, lines: tuple[Line, ...], line_id: str, language: str = "en") -> str:
        line = next(line for line in lines if line.id == line_id)
        return book.line_text(*content(), line, language)

    def test_fill_their_gaps(self) -> None:
        first = laid_out(150, 3)
        assert self.said(first, "tile_from_box:L30") == "Take L30 out of the box and lay it on 21a."
        assert self.said(first, "home_ports_dealt").endswith("deal 3 to each player, 9 in all.")
        assert self.said(first, "doubloons:2") == "Take 10 doubloons, being number 3 in turn order."
        assert amount(first, "doubloons:2") == "doubloons=10,seat=3"

    def test_read_well_where_no_space_is_known(self) -> None:
        expected = "Take L31 out of the bag and lay it where it lay in the last game."
        assert self.said(laid_out(0, 3), "tile_from_bag:L31") == expected

    def test_fall_back_to_english(self) -> None:
        lines = laid_out(150, 3)
        assert self.said(lines, "base_board", "ca") == self.said(lines, "base_board")

    def test_of_a_line_stored_under_older_content_never_fail(self) -> None:
        old = Line(id="ship_boards", step="ship_boards", area="player", reasons=("base",))
        gone = Line(id="gone", step="gone", area="player", reasons=("base",))
        assert old.section == ""
        assert "? in all" in book.line_text(*content(), old, "en")
        assert book.line_text(*content(), gone, "en") == ""
