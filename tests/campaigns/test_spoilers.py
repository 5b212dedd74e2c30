"""The spoiler wall: a campaign reads what a tile is once it has reached it."""

from __future__ import annotations

import pytest

from campaigns import spoilers
from campaigns.rules.state import State
from campaigns.spoilers import SeenTile
from tests import factories

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

LOCKED = [f"L{n}" for n in (2, 3, *range(5, 26), *range(31, 38))]


def is_open(tile: str, **values: str) -> bool:
    state = State({f"tile:{name}": spot for name, spot in values.items()})
    return spoilers.is_open(tile, state, "uprising", factories.content())


class TestTheWall:
    @pytest.mark.parametrize("tile", ["L1", "L4", "L30", "L38", "L39", "L40"])
    def test_leaves_open_what_the_rulebook_tells_everybody(self, tile: str) -> None:
        assert is_open(tile)

    def test_hides_every_other_tile_of_a_new_campaign(self) -> None:
        assert [tile for tile in LOCKED if is_open(tile)] == []

    @pytest.mark.parametrize("spot", ["board@5", "board", "table", "bag", "bag@beside", "gone"])
    def test_opens_for_exactly_the_tile_that_was_reached(self, spot: str) -> None:
        assert [tile for tile in LOCKED if is_open(tile, L31=spot)] == ["L31"]

    @pytest.mark.parametrize("tile", ["L26", "L41", "", "tile:L1"])
    def test_has_nothing_to_say_of_what_is_no_tile(self, tile: str) -> None:
        assert not is_open(tile, **({tile: "board"} if tile == "L26" else {}))


class TestATile:
    def seen(self, tile: str, language: str = "en", **values: str) -> SeenTile:
        state = State({f"tile:{name}": spot for name, spot in values.items()})
        return spoilers.seen_tile(tile, state, "uprising", factories.content(), language)

    def test_behind_the_wall_is_its_number(self) -> None:
        assert self.seen("L31") == SeenTile("L31", "", "", "")

    def test_that_was_reached_has_words(self) -> None:
        found = self.seen("L31", L31="board@5")
        assert found.id == "L31"
        assert found.name
        assert found.summary

    def test_speaks_english_where_a_language_is_missing(self) -> None:
        assert self.seen("L1", "xx") == self.seen("L1", "en")
