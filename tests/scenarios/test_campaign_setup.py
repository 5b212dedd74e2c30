"""Setting up a campaign game of The Uprising: whole lists, written by hand from the rulebook's facts.

Sources: U045 to U051 (common set-up), U055 to U060 and U063 (campaign), U117 to U121 (Home Ports), U365 (sides up),
U367 (Home Ports not kept); the base game's own steps are reminders.
"""

from __future__ import annotations

import pytest

from cards.models import Box
from scenarios import book
from scenarios.setup import checklist
from scenarios.table import Laid, Line, Party, SeatTonight, TableState

pytestmark = pytest.mark.django_db

SCENARIO = "scenario:campaign"
HOME_PORTS = frozenset({"home_ports"})
FIRST = TableState(
    first_game=True,
    story_cards=(150,),
    tiles=(Laid("L1", "box", "17"), Laid("L4", "box", "9a"), Laid("L30", "box", "21a")),
)
LATER = TableState(
    first_game=False,
    story_cards=(163,),
    tiles=(Laid("L1", "bag", "17"), Laid("L4", "bag", "9a"), Laid("L30", "bag", "21a"), Laid("L31", "bag")),
)

Row = tuple[str, str, str, tuple[str, ...], bool]
"""Line id, area, amount, reasons, open."""

LAYOUT: list[Row] = [("base_layout", "board", "", ("base",), False)]
FIRST_PIECES: list[Row] = [
    ("story_card_first:150", "board", "card=150", (SCENARIO, "card:150"), False),
    ("tile_from_box:L1", "tiles", "space=17,tile=L1", (SCENARIO, "tile:L1"), False),
    ("tile_from_box:L4", "tiles", "space=9a,tile=L4", (SCENARIO, "tile:L4"), False),
    ("tile_from_box:L30", "tiles", "space=21a,tile=L30", (SCENARIO, "tile:L30"), False),
    ("quest_tiles_first:150", "tiles", "card=150", (SCENARIO, "card:150"), False),
]
LATER_PIECES: list[Row] = [
    ("story_card_later:163", "bag", "card=163", (SCENARIO, "card:163"), False),
    ("tile_from_bag:L1", "bag", "space=17,tile=L1", (SCENARIO, "tile:L1"), False),
    ("tile_from_bag:L4", "bag", "space=9a,tile=L4", (SCENARIO, "tile:L4"), False),
    ("tile_from_bag:L30", "bag", "space=21a,tile=L30", (SCENARIO, "tile:L30"), False),
    ("tile_from_bag:L31", "bag", "tile=L31", (SCENARIO, "tile:L31"), False),
    ("quest_tiles_later", "tiles", "", (SCENARIO,), True),
]
STAY: list[Row] = [("other_tiles_stay", "tiles", "", (SCENARIO,), False)]
CARDS: list[Row] = [("b_cards", "cards", "count=40", ("base", SCENARIO), True)]
KEPT: Row = ("home_port_kept", "player", "", ("module:home_ports",), False)


def boards(count: str, resistance: Row | None = None) -> list[Row]:
    return [
        ("ship_boards", "player", count, ("box:uprising", "players"), False),
        ("combat_action_base", "player", "", ("box:uprising",), False),
        resistance or ("resistance_doubloons", "player", "doubloons=5", ("box:uprising",), False),
        ("upgrade_discs", "player", "each=2", ("box:uprising", "module:home_ports"), False),
    ]


def dealt(amount: str) -> Row:
    return ("home_ports_dealt", "player", amount, ("module:home_ports", "players"), False)


def doubloons(place: int, amount: str) -> Row:
    return (f"doubloons:{place}", "player", amount, ("base", "players"), True)


def not_kept(amount: str) -> Row:
    return ("home_ports_not_kept", "player", amount, ("module:home_ports", "players"), True)


PLAYERS: dict[int, list[Row]] = {
    1: [
        *boards("count=1"),
        dealt("count=3,each=3"),
        doubloons(0, "doubloons=8,seat=1"),
        KEPT,
        not_kept("count=2"),
    ],
    2: [
        *boards("count=2"),
        dealt("count=6,each=3"),
        doubloons(0, "doubloons=8,seat=1"),
        doubloons(1, "doubloons=9,seat=2"),
        KEPT,
        not_kept("count=4"),
    ],
    3: [
        *boards("count=3"),
        dealt("count=9,each=3"),
        doubloons(0, "doubloons=8,seat=1"),
        doubloons(1, "doubloons=9,seat=2"),
        doubloons(2, "doubloons=10,seat=3"),
        KEPT,
        not_kept("count=6"),
    ],
    4: [
        *boards("count=4"),
        dealt("count=12,each=3"),
        doubloons(0, "doubloons=8,seat=1"),
        doubloons(1, "doubloons=9,seat=2"),
        doubloons(2, "doubloons=10,seat=3"),
        doubloons(3, "doubloons=11,seat=4"),
        KEPT,
        not_kept("count=8"),
    ],
}


def party(players: int) -> Party:
    return Party(tuple(SeatTonight(place, "", "blue") for place in range(players)))


def content() -> tuple[str, str]:
    return "uprising", Box.objects.get(id="uprising").content_hash


def laid_out(players: int, table: TableState, modules: frozenset[str] = HOME_PORTS) -> tuple[Line, ...]:
    steps = book.steps(*content(), "campaign")
    return checklist(steps=steps, scenario="campaign", modules=modules, party=party(players), table=table)


def rows(lines: tuple[Line, ...]) -> list[Row]:
    return [(line.id, line.area, line.amount, line.reasons, line.open) for line in lines]


class TestFirstGame:
    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    def test_has_this_whole_list(self, players: int) -> None:
        expected = [*LAYOUT, *FIRST_PIECES, *STAY, *CARDS, *PLAYERS[players]]
        assert rows(laid_out(players, FIRST)) == expected

    def test_names_the_pieces_that_move(self) -> None:
        pieces = [line.piece for line in laid_out(2, FIRST) if line.piece]
        assert pieces == ["150", "L1", "L4", "L30", "150"]


class TestLaterGame:
    def test_has_this_whole_list(self) -> None:
        assert rows(laid_out(3, LATER)) == [*LAYOUT, *LATER_PIECES, *STAY, *CARDS, *PLAYERS[3]]

    def test_never_names_card_150(self) -> None:
        assert not [line.id for line in laid_out(3, LATER) if line.piece == "150" or "card:150" in line.reasons]

    def test_takes_a_tile_from_where_the_log_says_it_is(self) -> None:
        mixed = TableState(False, (163,), (Laid("L36", "box"), Laid("L1", "bag", "17")))
        ids = [line.id for line in laid_out(2, mixed) if "tile_from" in line.id]
        assert ids == ["tile_from_bag:L1", "tile_from_box:L36"]

    def test_lists_several_story_cards_in_order(self) -> None:
        both = TableState(False, (170, 112), ())
        assert [line.id for line in laid_out(2, both) if line.piece] == ["story_card_later:112", "story_card_later:170"]


class TestWithTheModuleUprising:
    """After the first game Uprising and Resistance Tiles may join, always both: U063."""

    def test_l40_lies_beside_the_board_and_the_village_action_is_up(self) -> None:
        lines = rows(laid_out(3, LATER, HOME_PORTS | {"uprising", "resistance_tiles"}))
        l40: Row = ("combat_tile_of_uprising", "tiles", "", ("module:uprising", "tile:L40"), False)
        village: Row = ("resistance_village_action", "player", "", ("module:resistance_tiles",), False)
        players = [*boards("count=3", village), *PLAYERS[3][4:]]
        assert lines == [*LAYOUT, *LATER_PIECES, *STAY, l40, *CARDS, *players]


class TestTheList:
    def test_is_the_same_however_the_table_is_ordered(self) -> None:
        turned = TableState(False, LATER.story_cards, LATER.tiles[::-1])
        assert laid_out(3, turned) == laid_out(3, LATER)

    def test_has_no_id_twice(self) -> None:
        ids = [line.id for line in laid_out(4, LATER)]
        assert len(ids) == len(set(ids))

    @pytest.mark.parametrize("players", [0, 5])
    def test_is_for_one_to_four(self, players: int) -> None:
        with pytest.raises(ValueError):
            laid_out(players, FIRST)

    def test_is_empty_for_a_scenario_that_no_step_names(self) -> None:
        steps = book.steps(*content(), "campaign")
        found = checklist(steps=steps, scenario="moon", modules=HOME_PORTS, party=party(2), table=FIRST)
        assert found == ()


class TestBaseCampaign:
    """The base game's own campaign: U058. Its rulebook says the rest."""

    def test_begins_with_card_1_and_no_tile(self) -> None:
        box = "maracaibo", Box.objects.get(id="maracaibo").content_hash
        steps = book.steps(*box, "base_campaign")
        table = TableState(True, (1,), ())
        lines = checklist(steps=steps, scenario="base_campaign", modules=frozenset(), party=party(1), table=table)
        assert [line.id for line in lines] == [
            "base_campaign_layout",
            "base_campaign_first_card:1",
            "base_campaign_doubloons:0",
        ]


class TestSentences:
    def said(self, line_id: str, table: TableState, language: str = "en") -> str:
        line = next(line for line in laid_out(3, table) if line.id == line_id)
        return book.line_text(*content(), line, language)

    def test_fill_their_gaps(self) -> None:
        assert self.said("tile_from_box:L30", FIRST) == "Take L30 out of the box and lay it on 21a."
        assert self.said("home_ports_dealt", FIRST).endswith("deal 3 to each player, 9 in all.")
        assert self.said("doubloons:2", FIRST) == "Take 10 doubloons, being number 3 in turn order."

    def test_read_well_where_no_space_is_known(self) -> None:
        expected = "Take L31 out of the bag and lay it where it lay in the last game."
        assert self.said("tile_from_bag:L31", LATER) == expected

    @pytest.mark.parametrize("table", [FIRST, LATER])
    def test_leave_no_gap_and_say_why_and_what_is_open(self, table: TableState) -> None:
        for line in laid_out(4, table):
            parts = [say(*content(), line, "en") for say in (book.line_text, book.line_why, book.line_open)]
            assert not [part for part in parts if "{" in part or "?" in part]
            assert parts[0]
            assert parts[1]
            assert bool(parts[2]) == line.open

    def test_fall_back_to_english(self) -> None:
        assert self.said("base_layout", FIRST, "ca") == self.said("base_layout", FIRST)

    def test_of_a_line_stored_under_older_content_never_fail(self) -> None:
        old = Line(id="ship_boards", step="ship_boards", area="player", reasons=("base",))
        gone = Line(id="gone", step="gone", area="player", reasons=("base",))
        assert "? in all" in book.line_text(*content(), old, "en")
        assert book.line_text(*content(), gone, "en") == ""
