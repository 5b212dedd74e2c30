"""The log: everything that was written, newest first; undo and do again of the legacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import journal, log
from campaigns.models import TileState
from campaigns.rules.effects import Effect, Refusal, Wanted
from tests import factories
from tests.campaigns.oracle import assert_sound, places, projected

if TYPE_CHECKING:
    from campaigns.models import Campaign, Play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

L31 = Wanted(Effect.TILE_ON_BOARD, "L31", "5")


@pytest.fixture
def campaign() -> Campaign:
    return factories.begin()


@pytest.fixture
def play(campaign: Campaign) -> Play:
    """The first game; round 1 is over."""
    opened = factories.open_play(campaign)
    factories.end_rounds(campaign, opened, 1)
    return opened


def turn(campaign: Campaign, *sequences: int, again: bool = False) -> None:
    """Takes entries of the legacy back, or does them again, one after the other."""
    for sequence in sequences:
        tap = factories.tap_of(factories.access_of(campaign))
        (log.do_again if again else log.take_back)(tap=tap, sequence=sequence)


class TestHistory:
    def test_tells_all_streams_newest_first_with_their_authors(self, campaign: Campaign, play: Play) -> None:
        factories.reading(campaign, play, 1)
        told = [(entry.kind, entry.stream, entry.member.name) for entry in log.history(campaign.pk)]
        assert told == [
            ("reading", 0, "Ines"),
            ("round", 1, "Ines"),
            ("round", 1, "Ines"),
            ("open", 0, "Ines"),
            ("begin", 0, "Ines"),
        ]

    def test_can_be_cut_short(self, campaign: Campaign, play: Play) -> None:
        assert [entry.kind for entry in log.history(campaign.pk, 2)] == ["round", "round"]

    def test_is_of_one_campaign(self, campaign: Campaign, play: Play) -> None:
        assert [entry.kind for entry in log.history(factories.begin("Leeward").pk)] == ["begin"]


class TestUndoAndDoAgain:
    def test_of_a_reading_lift_and_place_its_tile(self, campaign: Campaign, play: Play) -> None:
        before = projected(campaign.pk, journal.LEGACY)
        entry = factories.reading(campaign, play, 1, L31, read=["150"])
        after = projected(campaign.pk, journal.LEGACY)
        turn(campaign, entry.sequence)
        assert projected(campaign.pk, journal.LEGACY) == before
        turn(campaign, entry.sequence, again=True)
        assert projected(campaign.pk, journal.LEGACY) == after
        assert_sound(campaign.pk)

    def test_go_back_over_several_steps_and_forward_again(self, campaign: Campaign, play: Play) -> None:
        reading = factories.reading(campaign, play, 1, L31)
        turn(campaign, reading.sequence, 2)
        assert places(campaign.pk) == {}
        turn(campaign, 2, reading.sequence, again=True)
        assert places(campaign.pk)["tile:L31"] == "board@5"
        assert_sound(campaign.pk)

    def test_reopen_a_closed_game_at_its_last_round(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        entry = factories.reading(campaign, play, 4)
        turn(campaign, entry.sequence)
        play.refresh_from_db()
        assert (play.status, play.readings) == ("open", [])
        assert journal.ground(campaign.pk, play.number).state.round() == 5

    def test_stop_at_the_beginning(self, campaign: Campaign) -> None:
        with pytest.raises(Refusal) as met:
            turn(campaign, 1)
        assert met.value.code == "nothing_to_undo"


class TestDifferences:
    def test_are_none_in_a_sound_log(self, campaign: Campaign, play: Play) -> None:
        factories.reading(campaign, play, 1, L31)
        assert log.differences(campaign.pk) == []

    def test_name_what_differs(self, campaign: Campaign, play: Play) -> None:
        factories.reading(campaign, play, 1, L31)
        TileState.objects.filter(tile="L31").update(spot="board@6")
        play.refresh_from_db()
        play.revision += 1
        play.save()
        campaign.entries.filter(stream=0, sequence=2).update(standing=False)
        assert log.differences(campaign.pk) == [
            "stream 0: tile:L31 is 'board@6', replayed 'board@5'",
            "stream 0: standing differs",
            "stream 1: revision 3, entries 2",
        ]
