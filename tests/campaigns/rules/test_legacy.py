"""What a campaign's legacy allows, by the numbers that the rulebooks name.

Sources: U015, U024, U025, U034, U056 to U064, U074, U102, U255, U261 of The Uprising; the base game's story cards are
1 to 73.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns.rules import effects, legacy
from campaigns.rules.changes import Change, apply, inverse
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.legacy import Reading
from campaigns.rules.state import Piece, Place, Spot, State, Value
from cards import catalogue
from tests import factories

if TYPE_CHECKING:
    from cards.pieces import Pieces

pytestmark = pytest.mark.django_db  # only to read the pieces

LINE = "uprising"
INTO_PLAY, READ = Effect.CARD_INTO_PLAY, Effect.CARD_READ
ON_BOARD, BESIDE, AWAY = Effect.TILE_ON_BOARD, Effect.TILE_BESIDE, Effect.TILE_AWAY
FIRST = [
    (Piece("card", "150"), None),
    (Piece("tile", "L1"), "17"),
    (Piece("tile", "L4"), "9a"),
    (Piece("tile", "L30"), "21a"),
]
"""What a campaign of The Uprising begins with (U034, U056)."""


@pytest.fixture
def pieces(packs: None) -> Pieces:
    """What lies in The Uprising's box and the base game's."""
    return catalogue.pieces("uprising", factories.content())


def at_table(**more: Value) -> State:
    """The first game is under way; `more` in the form tile_L31="board" adds to it."""
    held: dict[str, Value] = {
        "play:1": "open",
        "card:150": "table",
        "tile:L1": "board@17",
        "tile:L4": "board@9a",
        "tile:L30": "board@21a",
    }
    return State(held | {subject.replace("_", ":"): value for subject, value in more.items()})


def refused(state: State, wanted: Wanted, pieces: Pieces, line: str = LINE) -> Refusal:
    """The refusal that an effect meets."""
    with pytest.raises(Refusal) as met:
        effects.check(state, wanted, pieces, line)
    return met.value


class TestCardNumbers:
    @pytest.mark.parametrize("number", [74, 75, 76, 77, 78, 79, 80, 84, 89, 193])
    @pytest.mark.parametrize("effect", [INTO_PLAY, READ])
    def test_of_scenario_cards_are_refused(self, pieces: Pieces, number: int, effect: Effect) -> None:
        refusal = refused(at_table(), Wanted(effect, str(number)), pieces)
        assert (refusal.code, refusal.field, refusal.values) == ("scenario_card", "number", {"card": str(number)})

    @pytest.mark.parametrize("number", [191, 192])
    def test_of_the_search_are_refused(self, pieces: Pieces, number: int) -> None:
        assert refused(at_table(), Wanted(INTO_PLAY, str(number)), pieces).code == "search_card"

    @pytest.mark.parametrize("number", range(90, 100))
    def test_of_projects_are_refused(self, pieces: Pieces, number: int) -> None:
        assert refused(at_table(), Wanted(INTO_PLAY, str(number)), pieces).code == "project_card"

    @pytest.mark.parametrize("number", range(90, 100))
    def test_of_sure_projects_are_refused_even_if_the_group_says_story(self, pieces: Pieces, number: int) -> None:
        assert refused(at_table(), Wanted(INTO_PLAY, str(number), ours=True), pieces).code == "project_card"

    @pytest.mark.parametrize("number", range(100, 107))
    def test_of_maybe_projects_ask_the_group(self, pieces: Pieces, number: int) -> None:
        refusal = refused(at_table(), Wanted(INTO_PLAY, str(number)), pieces)
        assert (refusal.code, refusal.field) == ("maybe_project_card", "ours")

    @pytest.mark.parametrize("number", range(100, 107))
    def test_of_maybe_projects_are_story_cards_if_the_group_says_so(self, pieces: Pieces, number: int) -> None:
        move = effects.check(at_table(), Wanted(INTO_PLAY, str(number), ours=True), pieces, LINE)
        assert move == Change(f"card:{number}", "box", "table")

    @pytest.mark.parametrize("number", [1, 2, 36, 72, 73])
    def test_of_the_base_campaign_are_refused_in_the_uprising(self, pieces: Pieces, number: int) -> None:
        assert refused(at_table(), Wanted(INTO_PLAY, str(number)), pieces).code == "other_line"

    @pytest.mark.parametrize("number", [107, 150, 184, 190])
    def test_of_the_uprising_are_refused_in_the_base_campaign(self, pieces: Pieces, number: int) -> None:
        state = State({"play:1": "open", "card:1": "table"})
        assert refused(state, Wanted(INTO_PLAY, str(number)), pieces, "maracaibo").code == "other_line"

    @pytest.mark.parametrize("number", ["0", "194", "200", "999", "", "-1", "15O", "L31", "1e2", "150 "])
    def test_that_no_card_has_are_refused(self, pieces: Pieces, number: str) -> None:
        refusal = refused(at_table(), Wanted(INTO_PLAY, number), pieces)
        assert (refusal.code, refusal.values) == ("no_such_card", {"card": number})

    @pytest.mark.parametrize("number", ["0152", "00152", "\u0661\u0665\u0662", "\uff11\uff15\uff12"])
    def test_are_written_in_one_way_only(self, pieces: Pieces, number: str) -> None:
        """Else one card could lie in two places under two spellings."""
        assert refused(at_table(), Wanted(INTO_PLAY, number), pieces).code == "no_such_card"

    @pytest.mark.parametrize("number", [107, 120, 149, 151, 152, 183, 184, 185, 186, 190])
    def test_of_story_cards_come_into_play(self, pieces: Pieces, number: int) -> None:
        """184 and 185 are scenario cards too, and story cards of this campaign (U064, U102)."""
        move = effects.check(at_table(), Wanted(INTO_PLAY, str(number)), pieces, LINE)
        assert move == Change(f"card:{number}", "box", "table")


class TestACard:
    def test_read_at_once_leaves_the_box_for_good(self, pieces: Pieces) -> None:
        assert effects.check(at_table(), Wanted(READ, "152"), pieces, LINE) == Change("card:152", "box", "gone")

    @pytest.mark.parametrize("effect", [INTO_PLAY, READ])
    def test_is_not_read_twice(self, pieces: Pieces, effect: Effect) -> None:
        refusal = refused(at_table(card_152="gone"), Wanted(effect, "152"), pieces)
        assert (refusal.code, refusal.field, refusal.values) == ("card_already_read", "number", {"card": "152"})

    @pytest.mark.parametrize("effect", [INTO_PLAY, READ])
    @pytest.mark.parametrize("spot", ["table", "bag"])
    def test_in_play_does_not_come_into_play_again(self, pieces: Pieces, effect: Effect, spot: str) -> None:
        refusal = refused(at_table(card_152=spot), Wanted(effect, "152"), pieces)
        assert (refusal.code, refusal.values) == ("card_already_in_play", {"card": "152"})


class TestTileNumbers:
    @pytest.mark.parametrize("tile", ["L0", "L26", "L27", "L28", "L29", "L41", "L99", "31", "l31", "", "L031"])
    def test_that_no_tile_has_are_refused(self, pieces: Pieces, tile: str) -> None:
        refusal = refused(at_table(), Wanted(ON_BOARD, tile), pieces)
        assert (refusal.code, refusal.field, refusal.values) == ("no_such_tile", "number", {"tile": tile})

    @pytest.mark.parametrize("tile", ["L38", "L39", "L40"])
    @pytest.mark.parametrize("effect", [ON_BOARD, BESIDE, AWAY])
    def test_of_module_tiles_are_no_legacy(self, pieces: Pieces, tile: str, effect: Effect) -> None:
        assert refused(at_table(), Wanted(effect, tile), pieces).code == "module_tile"

    @pytest.mark.parametrize("number", [*range(1, 26), *range(30, 38)])
    def test_of_campaign_tiles_are_known(self, pieces: Pieces, number: int) -> None:
        empty = State({"play:1": "open"})
        assert effects.check(empty, Wanted(BESIDE, f"L{number}"), pieces, LINE).to == "table"


class TestATile:
    def test_goes_to_the_space_that_the_card_names(self, pieces: Pieces) -> None:
        move = effects.check(at_table(), Wanted(ON_BOARD, "L31", "12"), pieces, LINE)
        assert move == Change("tile:L31", "box", "board@12")

    def test_goes_to_its_own_space_if_the_card_names_none(self, pieces: Pieces) -> None:
        """L30 belongs on 21a (U056)."""
        move = effects.check(State({"play:1": "open"}), Wanted(ON_BOARD, "L30"), pieces, LINE)
        assert move == Change("tile:L30", "box", "board@21a")

    def test_without_a_known_space_goes_onto_the_board_all_the_same(self, pieces: Pieces) -> None:
        move = effects.check(at_table(), Wanted(ON_BOARD, "L31"), pieces, LINE)
        assert move == Change("tile:L31", "box", "board")

    @pytest.mark.parametrize("space", [None, "17"])
    def test_is_not_placed_twice(self, pieces: Pieces, space: str | None) -> None:
        refusal = refused(at_table(), Wanted(ON_BOARD, "L1", space), pieces)
        assert (refusal.code, refusal.field, refusal.values) == ("tile_already_there", "number", {"tile": "L1"})

    def test_without_a_space_is_not_placed_twice_either(self, pieces: Pieces) -> None:
        assert refused(at_table(tile_L31="board"), Wanted(ON_BOARD, "L31"), pieces).code == "tile_already_there"

    @pytest.mark.parametrize("space", [None, "17"])
    def test_is_not_laid_beside_the_board_twice(self, pieces: Pieces, space: str | None) -> None:
        wanted = Wanted(BESIDE, "L31", space)
        assert refused(at_table(tile_L31="table"), wanted, pieces).code == "tile_already_there"

    def test_beside_the_board_has_no_space(self, pieces: Pieces) -> None:
        move = effects.check(at_table(), Wanted(BESIDE, "L31", "17"), pieces, LINE)
        assert move == Change("tile:L31", "box", "table")

    def test_can_move_to_another_space(self, pieces: Pieces) -> None:
        move = effects.check(at_table(), Wanted(ON_BOARD, "L1", "12"), pieces, LINE)
        assert move == Change("tile:L1", "board@17", "board@12")

    def test_can_move_from_beside_the_board_onto_it_and_back(self, pieces: Pieces) -> None:
        onto = effects.check(at_table(tile_L31="table"), Wanted(ON_BOARD, "L31", "5"), pieces, LINE)
        beside = effects.check(at_table(tile_L31="board@5"), Wanted(BESIDE, "L31"), pieces, LINE)
        assert (onto.to, beside.to) == ("board@5", "table")

    @pytest.mark.parametrize("spot", ["board@5", "board", "table"])
    def test_on_the_table_can_be_taken_away(self, pieces: Pieces, spot: str) -> None:
        move = effects.check(at_table(tile_L31=spot), Wanted(AWAY, "L31"), pieces, LINE)
        assert move == Change("tile:L31", spot, "gone")

    @pytest.mark.parametrize("spot", [None, "bag@5", "gone"])
    def test_that_is_not_there_is_not_lifted(self, pieces: Pieces, spot: str | None) -> None:
        refusal = refused(at_table(tile_L31=spot), Wanted(AWAY, "L31"), pieces)
        assert (refusal.code, refusal.field, refusal.values) == ("tile_not_there", "number", {"tile": "L31"})

    def test_that_was_taken_away_can_return(self, pieces: Pieces) -> None:
        move = effects.check(at_table(tile_L31="gone"), Wanted(ON_BOARD, "L31", "5"), pieces, LINE)
        assert move == Change("tile:L31", "gone", "board@5")


class TestOpening:
    def test_lays_out_what_a_campaign_begins_with(self) -> None:
        assert legacy.open_play(State(), 1, FIRST) == (
            Change("play:1", None, "open"),
            Change("card:150", "box", "table"),
            Change("tile:L1", "box", "board@17"),
            Change("tile:L4", "box", "board@9a"),
            Change("tile:L30", "box", "board@21a"),
        )

    def test_of_a_later_game_empties_the_bag(self) -> None:
        state = State(
            {
                "play:1": "played",
                "card:150": "gone",
                "card:163": "bag",
                "tile:L1": "bag@17",
                "tile:L31": "bag",
                "tile:L32": "bag@beside",
                "tile:L33": "gone",
            }
        )
        assert legacy.open_play(state, 2, FIRST) == (
            Change("play:2", None, "open"),
            Change("card:163", "bag", "table"),
            Change("tile:L1", "bag@17", "board@17"),
            Change("tile:L31", "bag", "board"),
            Change("tile:L32", "bag@beside", "table"),
        )

    @pytest.mark.parametrize("spot", ["gone", "gone@21a"])
    def test_of_a_later_game_with_an_empty_bag_takes_nothing_from_the_box(self, spot: str) -> None:
        state = State({"play:1": "played", "card:150": "gone", "tile:L30": spot})
        assert legacy.open_play(state, 2, FIRST) == (Change("play:2", None, "open"),)

    @pytest.mark.parametrize("earlier", ["played", "given_up"])
    def test_is_that_of_the_first_game_while_no_story_card_has_left_the_box(self, earlier: str) -> None:
        """Whoever tries All Inclusive first has not begun the campaign by that."""
        opened = legacy.open_play(State({"play:1": earlier}), 2, FIRST)
        assert opened[1:] == legacy.open_play(State(), 1, FIRST)[1:]

    def test_of_the_first_game_also_empties_the_bag(self) -> None:
        """ "Our box differs" can put a tile there before anything was played; one of the first tiles comes once."""
        opened = legacy.open_play(State({"tile:L4": "bag@12", "tile:L31": "bag"}), 1, FIRST)
        assert set(opened) == {
            Change("play:1", None, "open"),
            Change("card:150", "box", "table"),
            Change("tile:L1", "box", "board@17"),
            Change("tile:L4", "bag@12", "board@12"),
            Change("tile:L30", "box", "board@21a"),
            Change("tile:L31", "bag", "board"),
        }

    @pytest.mark.parametrize("status", ["open", "aside"])
    def test_is_refused_while_a_game_is_under_way(self, status: str) -> None:
        with pytest.raises(Refusal) as met:
            legacy.open_play(at_table(play_1=status), 2, FIRST)
        assert (met.value.code, met.value.values) == ("play_is_open", {"play": 1})

    def test_again_after_it_was_taken_back_begins_as_the_first_time(self) -> None:
        opened = legacy.open_play(State(), 2, FIRST)
        assert opened[1:] == legacy.open_play(State(), 1, FIRST)[1:]


class TestReading:
    def test_writes_its_mark_even_if_nothing_changes(self, pieces: Pieces) -> None:
        assert legacy.read(at_table(), Reading(1, 2), pieces, LINE) == (Change("read:1:2", None, True),)

    def test_tells_cards_then_choices_then_effects_in_the_order_they_were_typed(self, pieces: Pieces) -> None:
        reading = Reading(
            play=1,
            after=1,
            read=frozenset({"150"}),
            choices={"150": "sail on"},
            effects=(Wanted(ON_BOARD, "L31", "5"), Wanted(INTO_PLAY, "152"), Wanted(AWAY, "L4")),
        )
        assert legacy.read(at_table(), reading, pieces, LINE) == (
            Change("read:1:1", None, True),
            Change("card:150", "table", "gone"),
            Change("choice:150", None, "sail on"),
            Change("tile:L31", "box", "board@5"),
            Change("card:152", "box", "table"),
            Change("tile:L4", "board@9a", "gone"),
        )

    def test_takes_cards_in_the_order_of_their_numbers(self, pieces: Pieces) -> None:
        state = at_table(card_107="table", card_9="table")
        told = legacy.read(state, Reading(1, 1, frozenset({"150", "107", "9"})), pieces, LINE)
        assert [change.subject for change in told] == ["read:1:1", "card:9", "card:107", "card:150"]

    def test_keeps_a_choice_once(self, pieces: Pieces) -> None:
        told = legacy.read(at_table(choice_150="stay"), Reading(1, 1, choices={"150": "stay"}), pieces, LINE)
        assert told == (Change("read:1:1", None, True),)

    def test_can_change_a_choice(self, pieces: Pieces) -> None:
        told = legacy.read(at_table(choice_150="stay"), Reading(1, 1, choices={"150": "go"}), pieces, LINE)
        assert told[1] == Change("choice:150", "stay", "go")

    def test_is_written_once_for_a_round(self, pieces: Pieces) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(**{"read:1:1": True}), Reading(1, 1), pieces, LINE)
        assert (met.value.code, met.value.values) == ("reading_already_written", {"round": 1})

    @pytest.mark.parametrize("status", [None, "played", "given_up"])
    def test_needs_the_game_under_way(self, pieces: Pieces, status: str | None) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(play_1=status), Reading(1, 1), pieces, LINE)
        assert (met.value.code, met.value.values) == ("play_not_open", {"play": 1})

    def test_reads_no_card_that_was_read_before(self, pieces: Pieces) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(card_152="gone"), Reading(1, 1, frozenset({"152"})), pieces, LINE)
        assert (met.value.code, met.value.values) == ("card_already_read", {"card": "152"})

    @pytest.mark.parametrize("spot", [None, "bag"])
    def test_reads_no_card_that_is_not_in_play(self, pieces: Pieces, spot: str | None) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(card_152=spot), Reading(1, 1, frozenset({"152"})), pieces, LINE)
        assert (met.value.code, met.value.values) == ("card_not_in_play", {"card": "152"})

    def test_sees_its_own_earlier_steps(self, pieces: Pieces) -> None:
        """A card that this reading ends does not come into play again in it."""
        reading = Reading(1, 1, frozenset({"150"}), effects=(Wanted(INTO_PLAY, "150"),))
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(), reading, pieces, LINE)
        assert met.value.code == "card_already_read"

    def test_sees_its_own_earlier_effects(self, pieces: Pieces) -> None:
        twice = (Wanted(ON_BOARD, "L31", "5"), Wanted(ON_BOARD, "L31", "5"))
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(), Reading(1, 1, effects=twice), pieces, LINE)
        assert met.value.code == "tile_already_there"


class TestClosing:
    def test_puts_all_that_is_in_play_into_the_bag(self, pieces: Pieces) -> None:
        state = at_table(card_152="table", tile_L31="board", tile_L32="table", tile_L33="gone", card_160="gone")
        reading = Reading(1, 4, frozenset({"150"}), effects=(Wanted(INTO_PLAY, "163"),))
        told = legacy.close(state, reading, {1: 98, 0: 131}, pieces, LINE)
        assert told == (
            Change("points:1:0", None, 131),
            Change("points:1:1", None, 98),
            Change("read:1:4", None, True),
            Change("card:150", "table", "gone"),
            Change("card:163", "box", "table"),
            Change("card:152", "table", "bag"),
            Change("card:163", "table", "bag"),
            Change("tile:L1", "board@17", "bag@17"),
            Change("tile:L4", "board@9a", "bag@9a"),
            Change("tile:L30", "board@21a", "bag@21a"),
            Change("tile:L31", "board", "bag"),
            Change("tile:L32", "table", "bag@beside"),
            Change("play:1", "open", "played"),
        )

    def test_and_the_next_opening_put_every_piece_back_where_it_lay(self, pieces: Pieces) -> None:
        state = at_table(card_152="table", tile_L31="board", tile_L32="table", tile_L33="gone")
        closed = apply(state, legacy.close(state, Reading(1, 4), {}, pieces, LINE))
        reopened = apply(closed, legacy.open_play(closed, 2, FIRST))
        assert list(reopened.pieces(*Place)) == list(state.pieces(*Place))

    def test_is_refused_when_the_game_is_closed(self, pieces: Pieces) -> None:
        with pytest.raises(Refusal) as met:
            legacy.close(at_table(play_1="played"), Reading(1, 4), {}, pieces, LINE)
        assert met.value.code == "play_not_open"


BAGGED: dict[str, Value] = {
    "play:1": "played",
    "card:150": "gone",
    "card:163": "bag",
    "choice:150": "sail on",
    "tile:L1": "bag@17",
    "tile:L31": "bag",
    "tile:L32": "bag@beside",
    "tile:L33": "gone",
}
"""Between the first game and the second."""


def aside(**more: Value) -> State:
    """An evening of its own is under way as play 2, after the first game of the campaign."""
    held = BAGGED | {"play:2": "aside"}
    return State(held | {subject.replace("_", ":"): value for subject, value in more.items()})


class TestAnEveningOfItsOwn:
    def test_moves_no_piece_when_it_is_opened(self) -> None:
        assert legacy.open_aside(State(BAGGED), 2) == (Change("play:2", None, "aside"),)

    def test_can_come_before_the_campaign(self) -> None:
        assert legacy.open_aside(State(), 1) == (Change("play:1", None, "aside"),)

    @pytest.mark.parametrize("status", ["open", "aside"])
    def test_is_not_opened_while_another_game_is_under_way(self, status: str) -> None:
        with pytest.raises(Refusal) as met:
            legacy.open_aside(at_table(play_1=status), 2)
        assert (met.value.code, met.value.values) == ("play_is_open", {"play": 1})

    def test_closes_with_its_points_alone(self, pieces: Pieces) -> None:
        told = legacy.close(aside(), Reading(2, 4), {0: 88, 1: 93}, pieces, LINE)
        assert told == (
            Change("points:2:0", None, 88),
            Change("points:2:1", None, 93),
            Change("read:2:4", None, True),
            Change("play:2", "aside", "played"),
        )

    def test_leaves_a_piece_alone_that_a_correction_laid_on_the_table(self, pieces: Pieces) -> None:
        """It never changes the legacy, not even where that looks as if a game were on."""
        state = aside(tile_L31="board@5", tile_L32="table", card_163="table")
        closed = legacy.close(state, Reading(2, 4), {}, pieces, LINE)
        assert closed == (Change("read:2:4", None, True), Change("play:2", "aside", "played"))
        assert legacy.give_up(state, 2) == (Change("play:2", "aside", "given_up"),)

    @pytest.mark.parametrize(
        "reading",
        [
            Reading(2, 4, read=frozenset({"163"})),
            Reading(2, 4, choices={"163": "stay"}),
            Reading(2, 4, effects=(Wanted(ON_BOARD, "L7", "5"),)),
            Reading(2, 4, effects=(Wanted(INTO_PLAY, "152"),)),
        ],
    )
    def test_has_no_story_in_its_closing(self, pieces: Pieces, reading: Reading) -> None:
        with pytest.raises(Refusal) as met:
            legacy.close(aside(card_163="table"), reading, {0: 88}, pieces, LINE)
        assert met.value.code == "no_story_tonight"

    @pytest.mark.parametrize("after", [0, 1, 2, 3])
    def test_has_no_reading_at_all(self, pieces: Pieces, after: int) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(aside(), Reading(2, after), pieces, LINE)
        assert met.value.code == "no_story_tonight"

    def test_taken_back_and_done_again_is_what_it_was(self, pieces: Pieces) -> None:
        closing = legacy.close(aside(), Reading(2, 4), {0: 88}, pieces, LINE)
        closed = apply(aside(), closing)
        assert apply(closed, inverse(closing)) == aside()
        assert apply(apply(closed, inverse(closing)), closing) == closed

    @pytest.mark.parametrize("ended", ["played", "given_up"])
    def test_leaves_the_next_game_of_the_campaign_as_it_was(self, pieces: Pieces, ended: str) -> None:
        told = (
            legacy.close(aside(), Reading(2, 4), {0: 88}, pieces, LINE)
            if ended == "played"
            else legacy.give_up(aside(), 2)
        )
        after = apply(aside(), told)
        assert list(after.pieces(*Place)) == list(State(BAGGED).pieces(*Place))
        assert legacy.open_play(after, 3, FIRST)[1:] == legacy.open_play(State(BAGGED), 3, FIRST)[1:]

    def test_is_a_game_under_way_for_its_rounds(self) -> None:
        legacy.running(aside(), 2)


class TestGivingUp:
    def test_puts_all_that_is_in_play_into_the_bag_and_has_no_points(self) -> None:
        state = at_table(card_150="gone", card_152="table", tile_L32="table", **{"read:1:1": True})
        assert legacy.give_up(state, 1) == (
            Change("card:152", "table", "bag"),
            Change("tile:L1", "board@17", "bag@17"),
            Change("tile:L4", "board@9a", "bag@9a"),
            Change("tile:L30", "board@21a", "bag@21a"),
            Change("tile:L32", "table", "bag@beside"),
            Change("play:1", "open", "given_up"),
        )

    def test_lets_what_the_readings_wrote_stand(self) -> None:
        state = at_table(card_150="gone", card_152="table", choice_150="go", tile_L4="gone", **{"read:1:1": True})
        after = apply(state, legacy.give_up(state, 1))
        kept = ("card:150", "choice:150", "tile:L4", "read:1:1")
        assert [after[subject] for subject in kept] == ["gone", "go", "gone", True]

    def test_taken_back_leaves_the_table_as_it_was(self) -> None:
        state = at_table(card_152="table", tile_L31="board", tile_L32="table")
        given_up = legacy.give_up(state, 1)
        assert apply(apply(state, given_up), inverse(given_up)) == state

    def test_is_no_game_played_and_the_next_one_goes_on_from_the_bag(self) -> None:
        state = at_table(card_150="gone", card_152="table", tile_L31="board@5")
        after = apply(state, legacy.give_up(state, 1))
        assert (after.games_played(), after.play_under_way()) == (0, None)
        assert legacy.open_play(after, 2, FIRST) == (
            Change("play:2", None, "open"),
            Change("card:152", "bag", "table"),
            Change("tile:L1", "bag@17", "board@17"),
            Change("tile:L4", "bag@9a", "board@9a"),
            Change("tile:L30", "bag@21a", "board@21a"),
            Change("tile:L31", "bag@5", "board@5"),
        )

    @pytest.mark.parametrize("status", [None, "played", "given_up"])
    def test_needs_the_game_under_way(self, status: str | None) -> None:
        with pytest.raises(Refusal) as met:
            legacy.give_up(at_table(play_1=status), 1)
        assert (met.value.code, met.value.values) == ("play_not_open", {"play": 1})


class TestDuringARound:
    """A card or tile that says something before the round is over: after = 0."""

    def test_something_is_told_without_a_mark(self, pieces: Pieces) -> None:
        reading = Reading(1, 0, frozenset({"150"}), {"150": "go"}, (Wanted(ON_BOARD, "L31", "5"),))
        assert legacy.read(at_table(), reading, pieces, LINE) == (
            Change("card:150", "table", "gone"),
            Change("choice:150", None, "go"),
            Change("tile:L31", "box", "board@5"),
        )

    def test_it_can_happen_as_often_as_it_likes(self, pieces: Pieces) -> None:
        """A tile is placed, replaced by another and taken away, all in one round."""
        state = at_table(**{"read:1:1": True})
        for done in (
            (Wanted(ON_BOARD, "L31", "5"),),
            (Wanted(AWAY, "L31"), Wanted(ON_BOARD, "L32", "5")),
            (Wanted(AWAY, "L32"),),
        ):
            state = apply(state, legacy.read(state, Reading(1, 0, effects=done), pieces, LINE))
        assert [state["tile:L31"], state["tile:L32"], state["read:1:0"]] == ["gone", "gone", None]
        legacy.read(state, Reading(1, 2), pieces, LINE)

    @pytest.mark.parametrize("now", [0, 1, 3, 5])
    def test_it_follows_no_round(self, now: int) -> None:
        legacy.may_read(State({"round": now} if now else {}), 0)

    def test_what_a_reading_may_not_it_may_not_either(self, pieces: Pieces) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(), Reading(1, 0, effects=(Wanted(AWAY, "L31"),)), pieces, LINE)
        assert met.value.code == "tile_not_there"

    @pytest.mark.parametrize("status", [None, "played", "given_up"])
    def test_it_needs_the_game_under_way(self, pieces: Pieces, status: str | None) -> None:
        with pytest.raises(Refusal) as met:
            legacy.read(at_table(play_1=status), Reading(1, 0), pieces, LINE)
        assert met.value.code == "play_not_open"


TYPED = {
    Piece("card", "152"): Place.BAG,
    Piece("card", "163"): Place.BAG,
    Piece("card", "150"): Place.GONE,
    Piece("tile", "L1"): Place.BAG,
    Piece("tile", "L31"): Place.BAG,
}
"""What a group finds that has played before: two cards and two tiles in the bag, and it knows of one card read."""


class TestInTheMiddle:
    def test_a_campaign_goes_on_from_what_was_typed(self, pieces: Pieces) -> None:
        """L1 belongs to 17 (U056); where L31 belongs only its card says."""
        assert set(legacy.begin_in_the_middle(State(), TYPED, pieces, LINE)) == {
            Change("card:152", "box", "bag"),
            Change("card:163", "box", "bag"),
            Change("card:150", "box", "gone"),
            Change("tile:L1", "box", "bag@17"),
            Change("tile:L31", "box", "bag"),
        }

    def test_the_next_game_empties_that_bag_and_takes_nothing_from_the_box(self, pieces: Pieces) -> None:
        begun = apply(State(), legacy.begin_in_the_middle(State(), TYPED, pieces, LINE))
        assert legacy.open_play(begun, 1, FIRST) == (
            Change("play:1", None, "open"),
            Change("card:152", "bag", "table"),
            Change("card:163", "bag", "table"),
            Change("tile:L1", "bag@17", "board@17"),
            Change("tile:L31", "bag", "board"),
        )

    def test_a_tile_that_lies_there_already_is_not_moved(self, pieces: Pieces) -> None:
        state = State({"tile:L1": "bag@17", "tile:L31": "gone"})
        moves = {change.subject: change for change in legacy.begin_in_the_middle(state, TYPED, pieces, LINE)}
        assert "tile:L1" not in moves
        assert moves["tile:L31"] == Change("tile:L31", "gone", "bag")

    def test_evenings_of_their_own_before_it_do_no_harm(self, pieces: Pieces) -> None:
        after_one = State({"play:1": "played", "points:1:0": 80})
        told = legacy.begin_in_the_middle(after_one, TYPED, pieces, LINE)
        assert told == legacy.begin_in_the_middle(State(), TYPED, pieces, LINE)

    @pytest.mark.parametrize("spot", ["table", "bag", "gone"])
    def test_is_refused_once_a_story_card_has_left_the_box(self, pieces: Pieces, spot: str) -> None:
        with pytest.raises(Refusal) as met:
            legacy.begin_in_the_middle(State({"card:150": spot}), TYPED, pieces, LINE)
        assert met.value.code == "campaign_has_begun"

    @pytest.mark.parametrize(
        "lies",
        [{}, {Piece("tile", "L1"): Place.BAG}, {Piece("card", "150"): Place.GONE, Piece("tile", "L1"): Place.BAG}],
    )
    def test_needs_a_card_in_the_bag(self, pieces: Pieces, lies: dict[Piece, Place]) -> None:
        with pytest.raises(Refusal) as met:
            legacy.begin_in_the_middle(State(), lies, pieces, LINE)
        assert (met.value.code, met.value.field) == ("no_card_in_the_bag", "cards")

    @pytest.mark.parametrize("place", [Place.BAG, Place.GONE])
    @pytest.mark.parametrize(
        ("piece", "code"),
        [
            (Piece("card", "78"), "scenario_card"),
            (Piece("card", "193"), "scenario_card"),
            (Piece("card", "191"), "search_card"),
            (Piece("card", "95"), "project_card"),
            (Piece("card", "12"), "other_line"),
            (Piece("card", "194"), "no_such_card"),
            (Piece("tile", "L27"), "no_such_tile"),
            (Piece("tile", "L40"), "module_tile"),
        ],
    )
    def test_refuses_numbers_that_can_be_no_legacy(self, pieces: Pieces, piece: Piece, code: str, place: Place) -> None:
        with pytest.raises(Refusal) as met:
            legacy.begin_in_the_middle(State(), TYPED | {piece: place}, pieces, LINE)
        assert (met.value.code, met.value.values) == (code, {piece.kind: piece.id})

    @pytest.mark.parametrize("number", ["103", "184", "185"])
    def test_takes_twins_and_believes_the_group_about_a_maybe_project(self, pieces: Pieces, number: str) -> None:
        told = legacy.begin_in_the_middle(State(), {Piece("card", number): Place.BAG}, pieces, LINE)
        assert told == (Change(f"card:{number}", "box", "bag"),)


class TestOurBoxDiffers:
    def test_sets_a_tile_where_it_really_lies(self, pieces: Pieces) -> None:
        told = legacy.correct(at_table(), Piece("tile", "L1"), Spot(Place.GONE), "lost", pieces, LINE)
        assert told == (Change("tile:L1", "board@17", "gone"),)

    def test_sets_a_card_back_into_the_box(self, pieces: Pieces) -> None:
        told = legacy.correct(at_table(), Piece("card", "150"), Spot(Place.BOX), "never drawn", pieces, LINE)
        assert told == (Change("card:150", "table", "box"),)

    def test_takes_a_piece_from_the_box(self, pieces: Pieces) -> None:
        told = legacy.correct(at_table(), Piece("tile", "L31"), Spot(Place.BAG, "5"), "forgotten", pieces, LINE)
        assert told == (Change("tile:L31", "box", "bag@5"),)

    @pytest.mark.parametrize("reason", ["", " ", "\t \n"])
    def test_needs_a_reason(self, pieces: Pieces, reason: str) -> None:
        with pytest.raises(Refusal) as met:
            legacy.correct(at_table(), Piece("tile", "L1"), Spot(Place.GONE), reason, pieces, LINE)
        assert (met.value.code, met.value.field) == ("reason_missing", "reason")

    @pytest.mark.parametrize(
        ("piece", "spot"),
        [
            (Piece("tile", "L1"), Spot(Place.BOARD, "17")),
            (Piece("tile", "L31"), Spot(Place.BOX)),
            (Piece("card", "150"), Spot(Place.TABLE)),
        ],
    )
    def test_needs_a_difference(self, pieces: Pieces, piece: Piece, spot: Spot) -> None:
        with pytest.raises(Refusal) as met:
            legacy.correct(at_table(), piece, spot, "looked again", pieces, LINE)
        assert (met.value.code, met.value.field) == ("nothing_changed", "place")

    def test_lays_no_story_card_on_the_board(self, pieces: Pieces) -> None:
        with pytest.raises(Refusal) as met:
            legacy.correct(at_table(), Piece("card", "150"), Spot(Place.BOARD), "it lies there", pieces, LINE)
        assert (met.value.code, met.value.field) == ("place_does_not_fit", "place")

    @pytest.mark.parametrize(
        ("piece", "code"),
        [
            (Piece("card", "78"), "scenario_card"),
            (Piece("card", "191"), "search_card"),
            (Piece("card", "95"), "project_card"),
            (Piece("card", "12"), "other_line"),
            (Piece("card", "194"), "no_such_card"),
            (Piece("tile", "L27"), "no_such_tile"),
            (Piece("tile", "L40"), "module_tile"),
        ],
    )
    def test_refuses_what_can_be_no_legacy(self, pieces: Pieces, piece: Piece, code: str) -> None:
        with pytest.raises(Refusal) as met:
            legacy.correct(at_table(), piece, Spot(Place.BAG), "it lies there", pieces, LINE)
        assert met.value.code == code

    def test_believes_the_group_about_a_maybe_project(self, pieces: Pieces) -> None:
        """Who corrects the place of card 103 as a story card has said that it is one."""
        told = legacy.correct(at_table(), Piece("card", "103"), Spot(Place.GONE), "read", pieces, LINE)
        assert told == (Change("card:103", "box", "gone"),)

    def test_may_contradict_what_a_reading_may_not(self, pieces: Pieces) -> None:
        """A card that was read can lie in play all the same: people misread numbers."""
        state = at_table(card_152="gone")
        told = legacy.correct(state, Piece("card", "152"), Spot(Place.TABLE), "misread", pieces, LINE)
        assert told == (Change("card:152", "gone", "table"),)


class TestRounds:
    @pytest.mark.parametrize(("now", "then"), [(None, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
    def test_follow_each_other(self, now: int | None, then: int) -> None:
        assert legacy.end_round(State({"round": now} if now else {}), now or 0) == (Change("round", now, then),)

    @pytest.mark.parametrize("ended", [0, 1, 3, -1])
    def test_end_only_once_and_in_order(self, ended: int) -> None:
        with pytest.raises(Refusal) as met:
            legacy.end_round(State({"round": 2}), ended)
        assert (met.value.code, met.value.values) == ("round_is_over", {"round": ended})

    @pytest.mark.parametrize("ended", [4, 5])
    def test_are_four(self, ended: int) -> None:
        with pytest.raises(Refusal) as met:
            legacy.end_round(State({"round": 5}), ended)
        assert met.value.code == "rounds_are_over"

    @pytest.mark.parametrize("now", [1, 2])
    def test_are_read_about_when_they_are_over(self, now: int) -> None:
        with pytest.raises(Refusal) as met:
            legacy.may_read(State({"round": now}), 2)
        assert (met.value.code, met.value.values) == ("round_not_over", {"round": 2})
        legacy.may_read(State({"round": 3}), 2)

    def test_are_not_reopened_while_their_reading_stands(self) -> None:
        back = [Change("round", 3, 2)]
        with pytest.raises(Refusal) as met:
            legacy.may_take_round_back(at_table(**{"read:1:2": True}), 1, back)
        assert (met.value.code, met.value.values) == ("reading_stands", {"round": 2})

    @pytest.mark.parametrize("mark", ["read:1:1", "read:2:2"])
    def test_are_reopened_whatever_else_was_read(self, mark: str) -> None:
        legacy.may_take_round_back(at_table(**{mark: True}), 1, [Change("round", 3, 2)])

    def test_back_to_the_set_up_have_no_reading(self) -> None:
        legacy.may_take_round_back(at_table(**{"read:1:1": True}), 1, [Change("round", 1, None)])

    def test_are_all_that_this_rule_looks_at(self) -> None:
        legacy.may_take_round_back(at_table(**{"read:1:2": True}), 1, [Change("tile:L1", "board@17", "bag@17")])

    @pytest.mark.parametrize("status", [None, "played", "given_up"])
    def test_run_only_in_a_game_under_way(self, status: str | None) -> None:
        with pytest.raises(Refusal) as met:
            legacy.running(at_table(play_1=status), 1)
        assert met.value.code == "play_not_open"
        legacy.running(at_table(), 1)


INTO_DECK = Effect.PROJECT_INTO_DECK


class TestAProjectCard:
    """Project cards 90 to 99, and 100 to 106 unless the group says otherwise, can join the campaign's deck."""

    @pytest.mark.parametrize("number", ["90", "99", "100", "106"])
    def test_joins_the_deck(self, pieces: Pieces, number: str) -> None:
        move = effects.check(at_table(), Wanted(INTO_DECK, number), pieces, LINE)
        assert move == Change(f"card:{number}", "box", "deck")

    @pytest.mark.parametrize("number", ["78", "150", "152", "184", "191", "12"])
    def test_is_no_card_of_another_kind(self, pieces: Pieces, number: str) -> None:
        refusal = refused(at_table(), Wanted(INTO_DECK, number), pieces)
        assert (refusal.code, refusal.values) == ("no_project_card", {"card": number})

    def test_is_no_card_that_the_group_calls_a_story_card(self, pieces: Pieces) -> None:
        assert refused(at_table(), Wanted(INTO_DECK, "103", ours=True), pieces).code == "no_project_card"

    def test_is_one_that_exists(self, pieces: Pieces) -> None:
        assert refused(at_table(), Wanted(INTO_DECK, "999"), pieces).code == "no_such_card"

    @pytest.mark.parametrize("effect", [INTO_DECK, Effect.CARD_INTO_PLAY, Effect.CARD_READ])
    def test_joins_only_once_and_is_no_story_card_then(self, pieces: Pieces, effect: Effect) -> None:
        held = at_table(**{"card:103": "deck"})
        assert refused(held, Wanted(effect, "103", ours=True), pieces).code == "card_in_deck"

    def test_stays_in_the_deck_when_the_game_is_packed_away(self, pieces: Pieces) -> None:
        held = at_table(**{"card:95": "deck"})
        told = legacy.close(held, Reading(1, 4), {}, pieces, LINE)
        assert "card:95" not in [change.subject for change in told]


class TestPhases:
    """Endeavor has seven rounds of five phases."""

    def test_follow_each_other_and_the_last_ends_the_round(self) -> None:
        assert legacy.end_phase(State({"round": 2}), 2, 0, 5, 7) == (Change("phase", None, 1),)
        last = legacy.end_phase(State({"round": 2, "phase": 4}), 2, 4, 5, 7)
        assert last == (Change("round", 2, 3), Change("phase", 4, None))

    @pytest.mark.parametrize(
        ("state", "phases", "code"),
        [
            ({"round": 2}, 0, "rounds_are_over"),
            ({}, 5, "rounds_are_over"),
            ({"round": 8}, 5, "rounds_are_over"),
            ({"round": 3}, 5, "round_is_over"),
            ({"round": 2, "phase": 1}, 5, "round_is_over"),
        ],
    )
    def test_end_once(self, state: dict[str, int], phases: int, code: str) -> None:
        with pytest.raises(Refusal, match=code):
            legacy.end_phase(State(state), 2, 0, phases, 7)
