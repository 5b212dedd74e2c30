"""What exists once in a box: tiles that two campaigns of a copy hold, and project cards that a story brought.

A tile lies where it was used last. Project cards 90 to 106 are mixed in for an evening of its own (The Uprising, U074,
U083, U095, U109) and come out again; those that the story brought stay for the campaign's own later games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaigns import archive, lists, log, plays, story, wording
from campaigns.journal import Tap
from campaigns.models import Draft, Play
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.state import Piece, Place
from tests import factories
from tests.campaigns.oracle import assert_sound, entries_of, places

if TYPE_CHECKING:
    from campaigns.models import Campaign

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

STANDALONE = ["74", "78", "79", "193"]
MIXED_IN = tuple(range(90, 107))
CARD_163 = Wanted(Effect.CARD_INTO_PLAY, "163")
TAKING = ("tile_from_box", "tile_from_bag", "tile_from_other_bag", "tile_borrowed")


@pytest.fixture
def ours() -> Campaign:
    """A campaign after its first game: L1, L4, L30 and L31 lie in its bag, card 163 goes on."""
    campaign = factories.begin("Windward")
    first_game(campaign, Wanted(Effect.TILE_ON_BOARD, "L31", "5"))
    return campaign


@pytest.fixture
def theirs(ours: Campaign) -> Campaign:
    """Another one on the same copy, nothing played yet."""
    return factories.begin("Sunday", copy=ours.copy_id)


def first_game(campaign: Campaign, *effects: Wanted) -> None:
    factories.close(campaign, factories.open_play(campaign), CARD_163, *effects, read=["150"])


def taken(play: Play) -> list[str]:
    """Where the list takes its tiles from."""
    return [line.id for line in lists.lines(Play.objects.get(pk=play.pk)) if line.step in TAKING]


def by(campaign: Campaign) -> Tap:
    return factories.tap_of(factories.access_of(campaign))


def give_up(campaign: Campaign, play: Play) -> None:
    plays.give_up(tap=by(campaign), play=play)


def review(campaign: Campaign, play: Play) -> Any:
    """The review of the closing."""
    factories.end_rounds(campaign, play, 4)
    access = factories.access_of(campaign)
    draft = story.open_draft(access=access, play=play, after=4)
    return story.review(access=access, draft=Draft.objects.select_related("play").get(pk=draft.pk))


def project(card: str) -> Wanted:
    return Wanted(Effect.PROJECT_INTO_DECK, card)


class TestTilesOfTwoBags:
    def test_come_out_of_the_bag_of_the_one_that_used_them_last(self, ours: Campaign, theirs: Campaign) -> None:
        """By hand: game 1 of theirs takes what ours packed away, game 2 of ours what theirs packed away."""
        play = factories.open_play(theirs)
        assert taken(play) == [f"tile_from_other_bag:{tile}" for tile in ("L1", "L4", "L30")]
        factories.close(theirs, play, CARD_163, read=["150"])
        play = factories.open_play(ours)
        assert taken(play) == ["tile_from_bag:L31", *(f"tile_from_other_bag:{tile}" for tile in ("L1", "L4", "L30"))]
        factories.close(ours, play)
        play = factories.open_play(ours)
        assert taken(play) == [f"tile_from_bag:{tile}" for tile in ("L1", "L4", "L30", "L31")]
        assert_sound(ours.pk)

    def test_go_into_the_bag_of_who_played(self, ours: Campaign, theirs: Campaign) -> None:
        before = places(ours.pk)
        first_game(theirs)
        assert places(theirs.pk)["tile:L1"] == "bag@17"
        assert places(ours.pk) == before

    def test_are_ones_own_again_once_the_opening_of_the_other_is_taken_back(
        self, ours: Campaign, theirs: Campaign
    ) -> None:
        factories.open_play(theirs)
        log.take_back(tap=by(theirs), sequence=entries_of(theirs.pk)[-1].sequence)
        assert taken(factories.open_play(ours)) == [f"tile_from_bag:{tile}" for tile in ("L1", "L4", "L30", "L31")]

    def test_that_left_the_other_campaign_lie_in_the_own_bag(self, ours: Campaign, theirs: Campaign) -> None:
        first_game(theirs, Wanted(Effect.TILE_AWAY, "L4"))
        assert "tile_from_bag:L4" in taken(factories.open_play(ours))

    def test_of_another_copy_are_of_no_concern(self, ours: Campaign) -> None:
        first_game(factories.begin("Monday"))
        assert taken(factories.open_play(ours)) == [f"tile_from_bag:{tile}" for tile in ("L1", "L4", "L30", "L31")]

    def test_are_taken_from_there_still_when_the_list_follows_a_printed_table(
        self, ours: Campaign, theirs: Campaign
    ) -> None:
        play = factories.open_play(theirs)
        before = taken(play)
        say(theirs, play, "quest_tiles_first", "3 8")
        assert taken(play) == before

    def test_that_card_185_takes_off_keep_their_tick(self, ours: Campaign, theirs: Campaign) -> None:
        lies = {Piece("card", "185"): Place.BAG, Piece("tile", "L4"): Place.BAG}
        archive.go_on_here(access=factories.access_of(theirs), tap=by(theirs), lies=lies)
        play = factories.open_play(theirs, "185")
        say(theirs, play, "tiles_leave", "L4")
        give_up(theirs, play)
        give_up(ours, factories.open_play(ours))  # ours used L4 last
        play = factories.open_play(theirs, "185")
        access = factories.access_of(theirs)
        tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
        plays.tick(tap=tap, play=play, line_id="tiles_leave:185:L4", done=True)
        before = [row.line for row in lists.ticked_lines(play) if row.line.step == "tiles_leave"]
        say(theirs, play, "quest_tiles_back", "3 8")
        ticked = lists.ticked_lines(Play.objects.get(pk=play.pk))
        assert [row.line for row in ticked if row.line.step == "tiles_leave"] == before
        assert [row.line.id for row in ticked if row.done] == ["tiles_leave:185:L4"]


def say(campaign: Campaign, play: Play, step: str, typed: str) -> None:
    access = factories.access_of(campaign)
    tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
    line = next(line for line in lists.lines(Play.objects.get(pk=play.pk)) if line.step == step and line.printed)
    plays.say_printed(access=access, tap=tap, play=Play.objects.get(pk=play.pk), line=line, typed=typed)


class TestABorrowedTile:
    @pytest.mark.parametrize("key", STANDALONE)
    def test_may_lie_on_the_table_of_another_campaign(self, ours: Campaign, theirs: Campaign, key: str) -> None:
        factories.open_play(ours)
        before = places(ours.pk)
        play = factories.open_play(theirs, key)
        assert taken(play)[0] == "tile_borrowed:L1"
        assert not [line for line in taken(play) if line.startswith("tile_from")]
        assert places(ours.pk) == before

    def test_that_is_drawn_may_lie_there_too(self, ours: Campaign, theirs: Campaign) -> None:
        factories.open_play(ours)
        play = factories.open_play(theirs, "78")
        access = factories.access_of(theirs)
        for column, tile in ((1, "L31"), (2, "L36")):
            plays.draw(access=access, tap=by(theirs), play=play, column=column, tile=tile)
        assert taken(play) == ["tile_borrowed:L1", "tile_borrowed:L30", "tile_borrowed:L31"]
        play = Play.objects.get(pk=play.pk)
        hands = [wording.hands(work) for work in review(theirs, play).hand_work]
        assert len(hands) == 4
        assert [("bag" in work, "box" in work) for work in hands if "L36" in work] == [(False, True)]

    def test_that_left_a_campaign_comes_out_of_the_box(self, ours: Campaign, theirs: Campaign) -> None:
        factories.close(ours, factories.open_play(ours), Wanted(Effect.TILE_AWAY, "L1"))
        assert taken(factories.open_play(theirs, "74")) == ["tile_from_box:L1"]


class TestProjectCardsOfTheStory:
    @pytest.fixture
    def told(self) -> Campaign:
        """The first game brought project cards 91 and 95 into the deck, and cards 163, 184 and 185 into play."""
        campaign = factories.begin()
        first_game(campaign, project("95"), project("91"), *(Wanted(Effect.CARD_INTO_PLAY, c) for c in ("184", "185")))
        return campaign

    def lines(self, play: Play) -> list[str]:
        return [line.id for line in lists.lines(play) if line.step == "project_in_deck"]

    @pytest.mark.parametrize("key", ["campaign", "184", "185"])
    def test_are_in_the_deck_of_each_later_game(self, told: Campaign, key: str) -> None:
        for _ in range(2):
            play = factories.open_play(told, key)
            assert self.lines(play) == ["project_in_deck:91", "project_in_deck:95"]
            give_up(told, play)

    @pytest.mark.parametrize("key", STANDALONE)
    def test_are_no_line_of_an_evening_of_its_own(self, told: Campaign, key: str) -> None:
        play = factories.open_play(told, key)
        assert self.lines(play) == []
        found = review(told, play)
        assert (found.out, found.stay) == (MIXED_IN, (91, 95))

    @pytest.mark.parametrize("key", STANDALONE)
    def test_are_none_before_the_story_brought_any(self, ours: Campaign, key: str) -> None:
        found = review(ours, factories.open_play(ours, key))
        assert (found.out, found.stay) == (MIXED_IN, ())

    @pytest.mark.parametrize("key", ["campaign", "184", "185"])
    def test_are_not_sorted_out_after_a_game_of_the_campaign(self, told: Campaign, key: str) -> None:
        found = review(told, factories.open_play(told, key))
        assert (found.out, found.stay) == ((), ())

    def test_taken_back_with_their_reading_are_in_no_deck(self, told: Campaign) -> None:
        log.take_back(tap=by(told), sequence=entries_of(told.pk)[-1].sequence)
        give_up(told, Play.objects.get(campaign=told))
        assert self.lines(factories.open_play(told)) == []
