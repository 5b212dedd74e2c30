"""Where pieces are, and what a stream says about a campaign: plain values, no database."""

from __future__ import annotations

import pytest

from campaigns.rules.state import BESIDE, Piece, Place, PlayStatus, Spot, State, Value

L1, L4, L30 = Piece("tile", "L1"), Piece("tile", "L4"), Piece("tile", "L30")
CARD = Piece("card", "152")


class TestSpot:
    def test_of_a_piece_that_nobody_mentioned_is_the_box(self) -> None:
        assert Spot.read(None) == Spot(Place.BOX, None)

    @pytest.mark.parametrize(
        ("stored", "place", "space"),
        [
            ("box", Place.BOX, None),
            ("bag@17", Place.BAG, "17"),
            ("board@9a", Place.BOARD, "9a"),
            ("board", Place.BOARD, None),
            ("table", Place.TABLE, None),
            ("gone", Place.GONE, None),
        ],
    )
    def test_is_written_as_it_is_read(self, stored: str, place: Place, space: str | None) -> None:
        assert Spot.read(stored) == (place, space)
        assert str(Spot(place, space)) == stored

    def test_refuses_a_word_that_is_no_place(self) -> None:
        with pytest.raises(ValueError, match="cellar"):
            Spot.read("cellar@3")


class TestTheBag:
    def test_remembers_the_space_of_a_tile(self) -> None:
        bagged = Spot(Place.BOARD, "17").bagged("tile")
        assert bagged == (Place.BAG, "17")
        assert bagged.laid_out("tile") == (Place.BOARD, "17")

    def test_remembers_that_a_tile_lay_beside_the_board(self) -> None:
        bagged = Spot(Place.TABLE).bagged("tile")
        assert bagged == (Place.BAG, BESIDE)
        assert bagged.laid_out("tile") == (Place.TABLE, None)

    def test_keeps_no_space_for_a_tile_that_had_none(self) -> None:
        bagged = Spot(Place.BOARD).bagged("tile")
        assert bagged == (Place.BAG, None)
        assert bagged.laid_out("tile") == (Place.BOARD, None)

    def test_gives_a_story_card_back_into_play(self) -> None:
        bagged = Spot(Place.TABLE).bagged("card")
        assert bagged == (Place.BAG, None)
        assert bagged.laid_out("card") == (Place.TABLE, None)


class TestState:
    def test_of_a_new_campaign_holds_nothing(self) -> None:
        new = State()
        assert new["tile:L1"] is None
        assert new.spot(L1) == Spot(Place.BOX)
        assert list(new.pieces(*Place)) == []
        assert new.play_under_way() is None
        assert new.games_played() == 0
        assert new.round() == 0

    def test_names_pieces_by_what_is_printed_on_them(self) -> None:
        assert (L1.subject, CARD.subject) == ("tile:L1", "card:152")

    def test_lists_cards_before_tiles_and_each_in_the_order_of_its_numbers(self) -> None:
        held = {"tile:L30": "board@21a", "tile:L4": "board@9a", "card:152": "table", "card:99": "table"}
        found = [piece.id for piece, _ in State(held).pieces(Place.BOARD, Place.TABLE)]
        assert found == ["99", "152", "L4", "L30"]

    def test_lists_only_the_places_asked_for(self) -> None:
        held = State({"tile:L4": "bag@9a", "tile:L30": "board@21a", "card:150": "gone", "choice:150": "yes"})
        assert list(held.pieces(Place.BAG)) == [(L4, Spot(Place.BAG, "9a"))]
        assert list(held.pieces(Place.BOARD, Place.GONE)) == [
            (Piece("card", "150"), Spot(Place.GONE)),
            (L30, Spot(Place.BOARD, "21a")),
        ]

    def test_knows_the_game_under_way_and_how_many_were_played(self) -> None:
        held = State({"play:1": PlayStatus.PLAYED, "play:2": PlayStatus.PLAYED, "play:4": PlayStatus.OPEN})
        assert held.play_under_way() == 4
        assert held.games_played() == 2

    @pytest.mark.parametrize("status", [PlayStatus.OPEN, PlayStatus.ASIDE])
    def test_takes_an_evening_of_its_own_for_a_game_under_way(self, status: PlayStatus) -> None:
        assert State({"play:1": PlayStatus.PLAYED, "play:2": status}).play_under_way() == 2

    def test_counts_no_game_that_was_given_up(self) -> None:
        held = State({"play:1": PlayStatus.GIVEN_UP, "play:2": PlayStatus.PLAYED, "play:3": PlayStatus.GIVEN_UP})
        assert (held.play_under_way(), held.games_played()) == (None, 1)

    def test_numbers_the_next_game_after_all_that_were_opened(self) -> None:
        held = State({"play:1": PlayStatus.GIVEN_UP, "play:2": PlayStatus.PLAYED, "play:4": PlayStatus.OPEN})
        assert held.games_opened() == 3

    @pytest.mark.parametrize("spot", ["table", "bag", "gone"])
    def test_has_begun_once_a_story_card_has_left_the_box(self, spot: str) -> None:
        assert State({"card:150": spot}).has_begun()

    @pytest.mark.parametrize(
        "held",
        [{}, {"play:1": "played", "points:1:0": 80, "read:1:4": True}, {"tile:L1": "bag@17"}, {"choice:150": "go"}],
    )
    def test_has_not_begun_by_anything_else(self, held: dict[str, Value]) -> None:
        assert not State(held).has_begun()

    def test_has_no_game_under_way_between_games(self) -> None:
        assert State({"play:1": "played"}).play_under_way() is None

    def test_knows_the_round_of_a_play(self) -> None:
        assert State({"round": 3}).round() == 3
