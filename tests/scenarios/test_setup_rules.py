"""What a set-up list asks for at which table, and what cannot be played. Sources stand at each rule."""

from __future__ import annotations

import pytest
from evenings_laid import BAG, amount, content, ids, laid_out, party, table_of

from scenarios import book
from scenarios.setup import checklist
from scenarios.table import Amount, Draw, Laid, Step, TableState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

JACQUES = frozenset({"jacques"})


class TestAlone:
    """One person alone chooses Jean or Jacques, and cooperative games bring Jacques: U198, U199."""

    @pytest.mark.parametrize("card", [150, 0, 184, 79, 78])
    def test_a_competitive_game_needs_an_opponent(self, card: int) -> None:
        with pytest.raises(ValueError, match="alone plays against Jean or Jacques"):
            laid_out(card, 1)

    @pytest.mark.parametrize("card", [74, 193, 185])
    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    def test_a_cooperative_game_has_jacques_without_a_choice(self, card: int, players: int) -> None:
        assert laid_out(card, players, level="hard") == laid_out(card, players, opponent="jacques", level="hard")
        with pytest.raises(ValueError, match="needs a level"):
            laid_out(card, players)

    def test_jean_and_jacques_have_different_lists(self) -> None:
        jean = ids(laid_out(150, 1, opponent="jean", level="3"))
        jacques = ids(laid_out(150, 1, more=JACQUES, opponent="jacques", level="simple"))
        assert [line for line in jean if line not in jacques] == ["jean_deck", "jean_new_cards"]
        assert [line for line in jacques if line not in jean] == [
            "jacques_markers",
            "jacques_split",
            "jacques_removed",
            "jacques_deck",
            "jacques_reminder",
        ]

    @pytest.mark.parametrize(
        ("level", "said"), [("1", "a=5,b=0,c=0"), ("2", "a=5,b=0,c=1"), ("3", "a=5,b=1,c=1"), ("5", "a=5,b=3,c=1")]
    )
    def test_jean_has_cards_by_his_level(self, level: str, said: str) -> None:
        lines = laid_out(78, 1, opponent="jean", level=level)
        assert amount(lines, "jean_deck") == said
        assert next(line for line in lines if line.id == "jean_deck").reasons == (
            "base",
            "opponent:jean",
            f"level:{level}",
        )

    @pytest.mark.parametrize(
        ("level", "said"), [("simple", "a=0,b=5"), ("medium", "a=2,b=3"), ("hard", "a=4,b=1"), ("very_hard", "a=5,b=0")]
    )
    def test_jacques_loses_cards_by_his_level(self, level: str, said: str) -> None:
        assert amount(laid_out(74, 3, level=level), "jacques_removed") == said

    @pytest.mark.parametrize(
        ("card", "players", "more", "opponent", "level", "said"),
        [
            (150, 1, frozenset(), "jean", "", "needs a level"),
            (150, 1, frozenset(), "jean", "hard", "no amount for the level hard"),
            (74, 1, frozenset(), "", "3", "no amount for the level 3"),
            (150, 2, frozenset(), "jean", "3", "one person alone"),
            (150, 2, JACQUES, "jacques", "hard", "one person alone"),
            (150, 2, JACQUES, "", "hard", "one person alone"),
            (74, 1, frozenset(), "jean", "3", "Jean only plays in a competitive scenario"),
            (150, 1, JACQUES, "jean", "3", "never beside Jacques"),
            (150, 1, frozenset(), "jacques", "hard", "brings the module"),
            (150, 1, frozenset(), "luysa", "3", "there is no opponent luysa"),
        ],
    )
    def test_what_does_not_fit_is_refused_with_a_sentence(
        self, card: int, players: int, more: frozenset[str], opponent: str, level: str, said: str
    ) -> None:
        with pytest.raises(ValueError, match=said):
            laid_out(card, players, more=more, opponent=opponent, level=level)


class TestModules:
    """Resistance Tiles come with Uprising or Liberation only, and these never without them: U063, U116, U175, U236."""

    @pytest.mark.parametrize("alone", ["uprising", "resistance_tiles"])
    def test_never_come_in_halves(self, alone: str) -> None:
        with pytest.raises(ValueError, match="Resistance Tiles"):
            laid_out(0, 3, more=frozenset({alone}))

    @pytest.mark.parametrize("card", [79, 184, 74, 193, 185])
    def test_liberation_turns_the_combat_tile_and_deals_the_careers(self, card: int) -> None:
        level = "" if card in (79, 184) else "hard"
        found = ids(laid_out(card, 3, level=level))
        assert {"combat_action_liberation", "careers_dealt", "careers_unused", "genoa"} <= set(found)
        assert not {"combat_action_base", "base_hand"} & set(found)

    @pytest.mark.parametrize("card", [150, 0, 78])
    def test_without_liberation_careers_are_chosen(self, card: int) -> None:
        found = ids(laid_out(card, 3))
        assert {"combat_action_base", "base_hand"} <= set(found)
        assert not {"combat_action_liberation", "careers_dealt", "genoa", "base_hand_liberation"} & set(found)


class TestTheDeck:
    """Cards 90 to 106 go in before 40 are counted off, with four cards only: U074, U083, U095, U109, U357, U358."""

    @pytest.mark.parametrize(("card", "level"), [(79, ""), (78, ""), (74, "hard"), (193, "hard")])
    def test_of_one_evening_is_mixed_and_counted_before_tiles_are_drawn(self, card: int, level: str) -> None:
        assert ids(laid_out(card, 3, level=level), "numbers", "b_cards", "a_cards", "drawn") == [
            f"numbers_into_b_cards:{card}",
            "b_cards_counted",
            "a_cards",
            "drawn_tile:1",
            "drawn_tile:2",
            "drawn_tile:3",
        ]

    @pytest.mark.parametrize(("card", "level"), [(150, ""), (0, ""), (184, ""), (185, "hard")])
    def test_of_the_campaign_leaves_them_out(self, card: int, level: str) -> None:
        assert ids(laid_out(card, 3, level=level), "numbers", "b_cards", "a_cards", "drawn") == ["b_cards", "a_cards"]


class TestDraws:
    """Three tiles by the objects of three project cards: U076, U077, U084, U085, U096, U111."""

    def table(self, *draws: Draw) -> TableState:
        return TableState(False, (), table_of(79).tiles, draws)

    def test_are_asked_for_column_by_column_until_they_are_known(self) -> None:
        lines = [
            line
            for line in laid_out(79, 2, self.table(Draw(2, "book", "L33"), Draw(1, "sabre")))
            if line.step == "drawn_tile"
        ]
        assert [(line.amount, line.piece) for line in lines] == [
            ("column=1", None),
            ("column=2,tile=L33", "L33"),
            ("column=3", None),
        ]
        said = [book.line_text(*content(), line, "en") for line in lines]
        assert said[1] == "The draw for column 2 is L33; lay it where the tile itself says."
        assert said[2].startswith("Turn up the top card of the project deck")
        assert "column 3" in said[2]

    def test_lie_tonight_like_any_other_tile(self) -> None:
        lines = laid_out(79, 2, self.table(Draw(1, "book", "L4"), Draw(2, "sabre", "L33"), Draw(3, "gold", "L12")))
        assert ids(lines, "no_marker", "marker_maybe", "tile_disc", "tile_from") == [
            "tile_from_box:L1",
            "tile_from_box:L30",
            "tile_disc_two:L12",
            "no_marker_on:L4",
            "marker_maybe_on:L33",
        ]

    def test_of_a_tile_that_a_bag_holds_borrow_it(self) -> None:
        tiles = (*table_of(79).tiles, Laid("L12", "borrowed", "8"))
        lines = laid_out(79, 2, TableState(False, (), tiles, (Draw(1, "book", "L12"),)))
        assert ids(lines, "tile_borrowed", "tile_disc") == ["tile_borrowed:L12", "tile_disc_two:L12"]
        assert amount(lines, "tile_disc_two:L12") == "space=8,tile=L12"


class TestBorrowed:
    """There is one of each tile in a box: a game of one evening takes it from the bag that keeps it."""

    def test_tiles_come_from_the_bag_and_not_from_the_box(self) -> None:
        table = TableState(False, (), (Laid("L1", "borrowed", "17"), Laid("L30", "box", "21a")))
        lines = laid_out(78, 3, table)
        assert ids(lines, "tile_") == ["tile_from_box:L30", "tile_borrowed:L1"]
        line = next(line for line in lines if line.id == "tile_borrowed:L1")
        assert (line.area, line.reasons, line.piece) == ("bag", ("scenario:all_inclusive", "tile:L1"), "L1")
        said = book.line_text(*content(), line, "en")
        assert said == "Borrow L1 from the bag of the campaign that keeps it and lay it on 17."


class TestTilesThatLie:
    """Disc tiles of the base game: the public descriptions. Markers on new locations: U069."""

    LYING = TableState(False, (163,), (*BAG, *(Laid(f"L{n}", "bag") for n in (5, 10, 11, 17, 18, 37))))

    @pytest.mark.parametrize(
        ("players", "opponent", "expected"),
        [
            (1, "jean", ["tile_disc_jean:L10", "tile_disc_jean:L11", "tile_disc_jean:L17"]),
            (2, "", ["tile_disc_two:L11", "tile_disc_two:L17"]),
            (3, "", []),
        ],
    )
    def test_with_discs_start_filled_for_two_and_against_jean(
        self, players: int, opponent: str, expected: list[str]
    ) -> None:
        lines = laid_out(0, players, self.LYING, opponent=opponent, level="2" if opponent else "")
        assert ids(lines, "tile_disc") == expected

    def test_that_bring_a_location_start_unrest_without_a_marker(self) -> None:
        lines = laid_out(184, 3, self.LYING)
        assert ids(lines, "no_marker_on", "marker_on_17") == ["marker_on_17:L1", "no_marker_on:L4", "no_marker_on:L37"]

    def test_without_l1_leave_17_a_village(self) -> None:
        assert ids(laid_out(184, 3, TableState(False, (184,), ())), "marker_on") == []


class TestSearch:
    """Clue tiles by number of players, and the card of one player alone: U255 to U261."""

    @pytest.mark.parametrize(
        ("players", "expected"),
        [
            (1, {"search_card_alone": "", "clues": "count=22,each=2"}),
            (
                2,
                {
                    "search_card": "",
                    "clue_on_green_space": "count=1",
                    "clues": "count=21,each=2",
                    "clue_at_2": "count=1",
                },
            ),
            (3, {"search_card": "", "clues": "count=22,each=2"}),
            (
                4,
                {"search_card": "", "clue_on_red_space": "count=1", "clues": "count=21,each=2", "clue_at_2": "count=1"},
            ),
        ],
    )
    def test_lays_clues_out(self, players: int, expected: dict[str, str]) -> None:
        lines = laid_out(193, players, level="medium")
        assert {line.id: line.amount for line in lines if line.id.startswith(("search", "clue"))} == expected


class TestSections:
    """Each line says which part of the rulebook tells it; the scenario that is played tells what they share."""

    @pytest.mark.parametrize(("card", "section"), [(79, "unrest"), (74, "coop_caribbean"), (193, "rescue")])
    def test_of_shared_steps_follow_the_scenario(self, card: int, section: str) -> None:
        lines = laid_out(card, 2, level="" if card == 79 else "hard")
        assert next(line.section for line in lines if line.step == "quest_tiles_back") == section

    def test_are_named_on_every_line(self) -> None:
        assert all(line.section not in ("", "scenario") for line in laid_out(185, 4, level="hard"))


class TestOpponents:
    def test_are_in_the_book_with_their_levels_by_name(self) -> None:
        found = book.opponents(*content())
        assert found["jacques"].levels == ("simple", "medium", "hard", "very_hard")
        assert (found["jacques"].module, found["jacques"].always) == ("jacques", frozenset({"cooperative"}))
        assert (found["jean"].module, found["jean"].alone) == ("", frozenset({"competitive"}))
        names = [book.level_name(*content(), "jacques", level, "es") for level in found["jacques"].levels]
        assert [name.partition(" (")[2] for name in names] == [
            "Deck Scrubber)",
            "Keel Diver)",
            "Navigator)",
            "Commodore)",
        ]
        assert book.text(book.opponent_texts(*content()), "jean", "name", "en") == "Jean"
        assert book.level_name(*content(), "jean", "9", "en") == ""

    def test_starts_say_what_lies(self) -> None:
        marked = tuple(str(space) for space in range(2, 20))
        assert book.scenarios(*content())["unrest"].starts == {
            79: book.Start(("L1", "L30"), 3, tuple(range(90, 107)), "one", marked),
            184: book.Start((), 0, (), "one", marked),
        }
        assert book.scenarios(*content())["all_inclusive"].first_game


class TestAmounts:
    def test_by_players_end_with_the_last_of_the_table(self) -> None:
        step = Step("x", frozenset({"s"}), "board", 1, ("base",), amounts={"count": Amount(by_players=(3, 4))})
        empty = TableState(True, (), ())
        for players, count in ((1, 3), (2, 4)):
            lines = checklist(
                steps=[step], scenario="s", card=0, modules=frozenset(), party=party(players), table=empty
            )
            assert lines[0].values == {"count": count}
        with pytest.raises(ValueError, match="x has no amount for 3 people"):
            checklist(steps=[step], scenario="s", card=0, modules=frozenset(), party=party(3), table=empty)
