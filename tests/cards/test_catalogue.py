"""What lies in the boxes, number by number. The tables are written by hand from the sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from cards import catalogue
from cards.models import Box, LegacyTile
from cards.pieces import CardKind, CardNumber, Pieces, Tile, TileKind

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db

KINDS = [
    (range(1, 74), CardKind.STORY, "maracaibo", "maracaibo", True),
    ([75, 76, 77], CardKind.SCENARIO, "maracaibo", None, True),
    (range(80, 90), CardKind.SCENARIO, "maracaibo", None, True),
    ([74, 78, 79, 193], CardKind.SCENARIO, "uprising", None, True),
    (range(90, 100), CardKind.PROJECT, "uprising", None, True),
    (range(100, 107), CardKind.PROJECT, "uprising", None, False),
    (range(107, 184), CardKind.STORY, "uprising", "uprising", True),
    ([184, 185], CardKind.STORY_AND_SCENARIO, "uprising", "uprising", True),
    (range(186, 191), CardKind.STORY, "uprising", "uprising", True),
    ([191, 192], CardKind.SEARCH, "uprising", None, True),
]
PUBLIC_CARDS = {74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 150, 184, 185, 191, 192, 193}
PUBLIC_TILES = {"L1", "L4", "L30", "L38", "L39", "L40"}


def content(box: str) -> tuple[str, str]:
    return box, Box.objects.get(id=box).content_hash


@pytest.fixture
def found() -> Pieces:
    return catalogue.pieces(*content("uprising"))


class TestCards:
    def test_have_the_kind_that_their_number_says(self, found: Pieces) -> None:
        expected = {
            number: CardNumber(number, kind, box, line, sure, number in PUBLIC_CARDS)
            for numbers, kind, box, line, sure in KINDS
            for number in numbers
        }
        assert dict(found.cards) == expected

    def test_come_in_order_from_1_to_193(self, found: Pieces) -> None:
        assert list(found.cards) == list(range(1, 194))

    def test_of_the_base_game_alone_know_nothing_of_the_expansion(self) -> None:
        numbers = set(catalogue.pieces(*content("maracaibo")).cards)
        assert numbers == {*range(1, 74), 75, 76, 77, *range(80, 90)}


class TestTiles:
    def test_are_l1_to_l25_and_l30_to_l40(self, found: Pieces) -> None:
        assert list(found.tiles) == [f"L{n}" for n in (*range(1, 26), *range(30, 41))]

    @pytest.mark.parametrize("tile", ["L26", "L27", "L28", "L29"])
    def test_that_nobody_knows_are_absent(self, found: Pieces, tile: str) -> None:
        assert tile not in found.tiles
        assert not LegacyTile.objects.filter(key=tile).exists()

    def test_of_modules_are_l38_to_l40_and_the_clues_are_22(self, found: Pieces) -> None:
        modules = {key: tile.copies for key, tile in found.tiles.items() if tile.kind is TileKind.MODULE}
        assert modules == {"L38": 22, "L39": 1, "L40": 1}
        assert {tile.copies for key, tile in found.tiles.items() if key not in modules} == {1}

    def test_have_a_space_only_where_it_is_certain(self, found: Pieces) -> None:
        spaces = {key: tile.space for key, tile in found.tiles.items() if tile.space}
        assert spaces == {"L1": "17", "L4": "9a", "L30": "21a"}

    def test_with_inferred_numbers_are_marked(self, found: Pieces) -> None:
        unsure = {key for key, tile in found.tiles.items() if not tile.number_sure}
        assert unsure == {"L30", "L33", "L34", "L35", "L36", "L37"}

    def test_that_the_rulebook_tells_to_everyone_are_public(self, found: Pieces) -> None:
        assert {key for key, tile in found.tiles.items() if tile.public} == PUBLIC_TILES

    def test_are_whole_values(self, found: Pieces) -> None:
        assert found.tiles["L1"] == Tile("L1", "maracaibo", TileKind.CAMPAIGN, 1, "17", True, True)
        assert found.tiles["L38"] == Tile("L38", "uprising", TileKind.MODULE, 22, None, True, True)

    def test_that_left_the_files_are_no_longer_in_the_box(self) -> None:
        LegacyTile.objects.filter(key="L25").update(retired=True)
        now = catalogue.pieces("uprising", "after L25 left")
        assert "L25" not in now.tiles
        assert "L25" in catalogue.tile_texts("uprising", "after L25 left")


class TestTileTexts:
    def test_give_every_tile_a_name_and_a_summary(self, found: Pieces) -> None:
        texts = catalogue.tile_texts(*content("uprising"))
        assert set(texts) == set(found.tiles)
        assert all({"name", "summary"} <= set(texts[key]["en"]) for key in texts)
        assert texts["L1"]["en"]["name"] == "17 becomes a city"

    def test_name_each_tile_differently(self) -> None:
        names = [words["en"]["name"] for words in catalogue.tile_texts(*content("uprising")).values()]
        assert len(names) == len(set(names))


class TestBoxes:
    def test_that_two_others_both_need_count_once(self) -> None:
        Box.objects.create(id="more", version=1, requires=["uprising", "maracaibo"])
        assert catalogue.boxes_with("more", "any") == ("more", "uprising", "maracaibo")

    def test_and_their_rows_are_called_by_their_keys(self) -> None:
        tile = LegacyTile.objects.get(key="L1")
        assert (str(tile), str(tile.box)) == ("maracaibo:L1", "maracaibo")


class TestKeepingInMemory:
    def test_asks_the_database_once_for_each_content(self, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        with django_assert_num_queries(4):  # two boxes, cards, tiles
            catalogue.pieces("uprising", "never seen before")
        with django_assert_num_queries(0):
            catalogue.pieces("uprising", "never seen before")

    def test_gives_nothing_that_could_be_changed(self, found: Pieces) -> None:
        texts = catalogue.tile_texts(*content("uprising"))
        for mapping in (found.cards, found.tiles, texts, texts["L1"], texts["L1"]["en"]):
            with pytest.raises(TypeError):
                mapping["x"] = "y"  # type: ignore[index]

    def test_knows_no_box_that_is_not_loaded(self) -> None:
        with pytest.raises(Box.DoesNotExist):
            catalogue.pieces("moon", "any")
