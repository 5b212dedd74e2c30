"""A list does not move under the group's feet: a running play keeps it, and the page names what differs now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import archive, lists, log, plays, wording
from campaigns.evenings import Choice
from campaigns.models import Play
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.state import Piece, Place, Spot
from cards.models import Box
from scenarios.models import SetupStep
from scenarios.table import SeatTonight
from tests import factories

if TYPE_CHECKING:
    from django.test import Client

    from campaigns.models import Campaign
    from tests.cast import Cast

pytestmark = pytest.mark.usefixtures("packs")


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    return cast.campaign


@pytest.fixture
def play(campaign: Campaign) -> Play:
    return factories.open_play(campaign)


def differs(campaign: Campaign, play: Play) -> tuple[list[str], list[str]]:
    found = lists.differs_now(factories.access_of(campaign), Play.objects.get(pk=play.pk))
    return [line.id for line in found.added], [line.id for line in found.gone]


def page(client: Client, campaign: Campaign, play: Play) -> str:
    return client.get(f"/c/{campaign.code}/p/{play.number}/setup/").content.decode()


def new_content() -> None:
    """As if a changed content file had been loaded: discs come in threes, and one step is gone."""
    SetupStep.objects.filter(key="upgrade_discs").update(
        amounts={"each": {"fixed": 3, "per_player": 0, "by_seat": [], "by_players": [], "by_level": {}}}
    )
    SetupStep.objects.filter(key="base_synergy").update(retired=True)
    Box.objects.filter(pk="uprising").update(content_hash="another")


class TestAfterAReading:
    def test_the_list_stays_and_the_new_tile_is_named(self, campaign: Campaign, play: Play) -> None:
        given = play.lines
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1, Wanted(Effect.TILE_ON_BOARD, "L31"))
        assert Play.objects.get(pk=play.pk).lines == given
        assert differs(campaign, play) == (["tile_from_box:L31"], [])

    def test_a_tile_that_the_story_took_away_is_named_as_gone(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1, Wanted(Effect.TILE_AWAY, "L4"))
        assert differs(campaign, play) == ([], ["tile_from_box:L4"])

    def test_nothing_differs_right_after_the_opening(self, campaign: Campaign, play: Play) -> None:
        assert differs(campaign, play) == ([], [])

    def test_the_page_says_so(self, cast: Cast, campaign: Campaign, play: Play) -> None:
        assert "from what you laid out" not in page(cast.captain, campaign, play)
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1, Wanted(Effect.TILE_ON_BOARD, "L31"))
        shown = page(cast.captain, campaign, play)
        assert "1 line differs from what you laid out" in shown
        assert "Take L31 out of the box" in shown


class TestAfterNewContent:
    def test_the_list_stays_and_the_changed_lines_are_named(self, campaign: Campaign, play: Play) -> None:
        given = play.lines
        new_content()
        assert Play.objects.get(pk=play.pk).lines == given
        assert differs(campaign, play) == (["upgrade_discs"], ["base_synergy", "upgrade_discs"])

    def test_a_tick_on_a_changed_amount_stays_with_the_old_one(self, campaign: Campaign, play: Play) -> None:
        access = factories.access_of(campaign)
        plays.tick(tap=factories.tap_of(access), play=play, line_id="upgrade_discs", done=True)
        new_content()
        kept = next(row for row in lists.ticked_lines(play) if row.line.id == "upgrade_discs")
        assert (kept.line.amount, kept.done) == ("each=2", True)

    def test_a_play_that_has_ended_is_left_alone(self, campaign: Campaign, play: Play) -> None:
        plays.give_up(tap=factories.tap_of(factories.access_of(campaign)), play=play)
        new_content()
        assert differs(campaign, play) == ([], [])

    def test_a_list_that_could_not_be_made_any_more_still_stands(self, campaign: Campaign, play: Play) -> None:
        """The content of a later version can ask for what this play never had, for instance a level."""
        Play.objects.filter(pk=play.pk).update(opponent="nobody_we_know")
        new_content()
        assert differs(campaign, play) == ([], [])

    def test_a_play_of_the_first_version_is_left_alone(self, campaign: Campaign, play: Play) -> None:
        Play.objects.filter(pk=play.pk).update(card=0, modules=[])
        new_content()
        assert differs(campaign, play) == ([], [])


class TestEveningOfItsOwn:
    def test_does_not_move_with_the_campaign(self, campaign: Campaign) -> None:
        access = factories.access_of(campaign)
        seats = [SeatTonight(seat.pk, "", "") for seat in campaign.seats.all()]
        tap = factories.tap_of(access)
        play = plays.open_tonight(access=access, tap=tap, seats=seats, key="78", choice=Choice())
        access = factories.access_of(campaign)
        piece, spot = Piece("tile", "L5"), Spot(Place.BAG)
        archive.correct(access=access, tap=factories.tap_of(access), piece=piece, spot=spot, reason="found it")
        assert differs(campaign, play) == ([], [])

    def test_names_in_the_log_what_hands_pack_away(self, campaign: Campaign) -> None:
        """A first game gives the campaign L1 and L30; All Inclusive borrows both and brings them home."""
        first = factories.open_play(campaign)
        plays.give_up(tap=factories.tap_of(factories.access_of(campaign)), play=first)
        access = factories.access_of(campaign)
        seats = [SeatTonight(seat.pk, "", "") for seat in campaign.seats.all()]
        play = plays.open_tonight(access=access, tap=factories.tap_of(access), seats=seats, key="78", choice=Choice())
        factories.end_rounds(campaign, play, 4)
        closed = factories.reading(campaign, play, 4)
        assert wording.entry(closed).hand_work == (
            "Lift L1 from the board, take its discs off and put it into the bag.",
            "Lift L30 from the board, take its discs off and put it into the bag.",
        )
        back = log.take_back(tap=factories.tap_of(access), sequence=closed.sequence)
        assert wording.entry(back).hand_work == ()
