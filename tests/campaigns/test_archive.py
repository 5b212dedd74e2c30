"""The archive: what lies where, and what to write when box and log differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import archive, journal
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place, Spot, State
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, places

if TYPE_CHECKING:
    from campaigns.models import Campaign, Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]


@pytest.fixture
def campaign() -> Campaign:
    return factories.begin()


def correct(campaign: Campaign, piece: Piece, spot: Spot, reason: str = "it lies there") -> Entry:
    access = factories.access_of(campaign)
    return archive.correct(access=access, tap=factories.tap_of(access), piece=piece, spot=spot, reason=reason)


class TestWhereabouts:
    def test_name_bag_table_and_what_has_gone(self) -> None:
        held = {"card:152": "bag", "tile:L1": "bag@17", "tile:L31": "table", "tile:L4": "board@9a", "card:150": "gone"}
        found = archive.whereabouts(State(held))
        assert [piece.id for piece, _ in found.bag] == ["152", "L1"]
        assert [piece.id for piece, _ in found.table] == ["L4", "L31"]
        assert [piece.id for piece, _ in found.gone] == ["150"]


class TestACorrection:
    def test_says_where_the_piece_lies_and_why(self, campaign: Campaign) -> None:
        entry = correct(campaign, Piece("tile", "L31"), Spot(Place.BAG, "5"), "  we forgot it\n")
        assert (entry.kind, entry.values) == ("correction", {"reason": "we forgot it"})
        assert places(campaign.pk) == {"tile:L31": "bag@5"}
        assert_sound(campaign.pk)

    @pytest.mark.parametrize(
        ("piece", "spot", "reason", "code"),
        [
            (Piece("tile", "L31"), Spot(Place.BAG), " ", "reason_missing"),
            (Piece("tile", "L31"), Spot(Place.BOX), "why", "nothing_changed"),
            (Piece("card", "152"), Spot(Place.BOARD), "why", "place_does_not_fit"),
            (Piece("card", "152"), Spot(Place.DECK), "why", "place_does_not_fit"),
            (Piece("tile", "L31"), Spot(Place.DECK), "why", "place_does_not_fit"),
            (Piece("card", "78"), Spot(Place.BAG), "why", "scenario_card"),
            (Piece("tile", "L26"), Spot(Place.BAG), "why", "no_such_tile"),
        ],
    )
    def test_that_is_refused_leaves_no_trace(
        self, campaign: Campaign, piece: Piece, spot: Spot, reason: str, code: str
    ) -> None:
        before = dump()
        with pytest.raises(Refusal) as met:
            correct(campaign, piece, spot, reason)
        assert met.value.code == code
        assert dump() == before

    def test_can_begin_a_log_in_the_middle_of_a_campaign(self, campaign: Campaign) -> None:
        """A group that played on paper writes its bag down; the next game takes it from there."""
        for piece, spot in ((Piece("card", "163"), Spot(Place.BAG)), (Piece("tile", "L31"), Spot(Place.BAG, "5"))):
            correct(campaign, piece, spot)
        factories.open_play(campaign)
        assert places(campaign.pk) == {"card:163": "table", "tile:L31": "board@5"}

    def test_of_a_card_during_a_game(self, campaign: Campaign) -> None:
        factories.open_play(campaign)
        correct(campaign, Piece("card", "150"), Spot(Place.GONE), "read long ago")
        state = journal.ground(campaign.pk, journal.LEGACY).state
        assert state.spot(Piece("card", "150")) == Spot(Place.GONE)
