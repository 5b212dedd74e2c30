"""A game that was played without this log: its day, its effects and its points stand in the log all the same."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from campaigns import journal, lists, log, plays, story, wording
from campaigns.course import Step, what_next
from campaigns.journal import Tap
from campaigns.models import Draft, Entry, Member, Play, PlayResult, Seat
from campaigns.rules.effects import Effect, Refusal, Wanted
from scenarios.table import SeatTonight
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places, projected

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from scenarios.table import Line
    from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

DAY = date(2026, 3, 14)
L31_AT_5, CARD_163 = Wanted(Effect.TILE_ON_BOARD, "L31", "5"), Wanted(Effect.CARD_INTO_PLAY, "163")
BAGGED = {
    "card:150": "gone",
    "card:163": "bag",
    "tile:L1": "bag@17",
    "tile:L4": "bag@9a",
    "tile:L30": "bag@21a",
    "tile:L31": "bag@5",
}


@pytest.fixture
def campaign() -> Campaign:
    begun = factories.begin()
    factories.join(begun, Member.Role.CREW, "Tomas")
    return begun


def past(campaign: Campaign, key: str = "campaign", tap: Tap | None = None) -> Play:
    """A game of both players that was played on DAY."""
    access = factories.access_of(campaign)
    seats = [SeatTonight(seat.pk, "", "") for seat in Seat.objects.filter(campaign=campaign).order_by("position")]
    return plays.played_without(access=access, tap=tap or factories.tap_of(access), seats=seats, key=key, day=DAY)


def told(campaign: Campaign, play: Play, *effects: Wanted, read: str = "150") -> Entry:
    """Its closing: a card that was read, effects, and points of both."""
    access = factories.access_of(campaign)
    draft = story.open_draft(access=access, play=play, after=4)
    fields = {"points:0": 97, "points:1": 104} | ({f"read:{read}": True} if read else {})
    draft = story.set_fields(tap=by(campaign, draft.revision), draft=draft.pk, fields=fields)
    for wanted in effects:
        draft = story.add_effect(access=access, tap=by(campaign, draft.revision), draft=draft.pk, wanted=wanted)
    tap = factories.tap_of(factories.access_of(campaign))
    return story.commit(access=access, tap=tap, draft=draft.pk, draft_seen=draft.revision)


def by(campaign: Campaign, seen: int) -> Tap:
    access = factories.access_of(campaign)
    return Tap(access.campaign, access.member, factories.op(), seen)


def take_back(campaign: Campaign) -> None:
    newest = journal.newest_standing(campaign.pk, journal.LEGACY)
    assert newest is not None
    log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=newest.sequence)


def rows(lines: tuple[Line, ...] | list[Line]) -> set[tuple[str, str]]:
    return {(line.id, line.amount) for line in lines}


class TestAGameWithoutTheLog:
    def test_ends_as_the_same_game_with_the_log(self, campaign: Campaign) -> None:
        told(campaign, past(campaign), L31_AT_5, CARD_163)
        with_log = factories.begin("Leeward")
        factories.close(with_log, factories.open_play(with_log), L31_AT_5, CARD_163, read=["150"])
        assert places(campaign.pk) == places(with_log.pk) == BAGGED
        points = PlayResult.objects.filter(play__campaign=campaign).order_by("index")
        assert list(points.values_list("points", flat=True)) == [97, 104]
        assert_sound(campaign.pk)

    def test_has_no_list_and_goes_straight_to_its_closing(self, campaign: Campaign) -> None:
        play = past(campaign)
        assert (lists.lines(play), play.played_on, play.game) == ([], DAY, 1)
        found = what_next(play, 1, 0, None)
        assert (found.step, found.game) == (Step.CLOSE, 1)
        draft = story.open_draft(access=factories.access_of(campaign), play=play, after=4)
        assert what_next(play, 1, 0, draft).step == Step.DRAFT
        state = journal.ground(campaign.pk, journal.LEGACY).state
        assert not lists.differs_now(factories.access_of(campaign), play).added
        assert state.games_opened() == 1

    def test_is_dated_in_the_log(self, campaign: Campaign) -> None:
        closing = told(campaign, past(campaign))
        opening = entries_of(campaign.pk)[-2]
        assert (opening.kind, closing.kind) == ("open", "close")
        for entry in (opening, closing):
            assert entry.values["day"] == "2026-03-14"
            assert "14 March 2026" in wording.entry(entry).title or "March 14, 2026" in wording.entry(entry).title

    def test_asks_nothing_of_hands(self, campaign: Campaign) -> None:
        """Its pieces were laid out and packed away long ago."""
        told(campaign, past(campaign), L31_AT_5)
        assert [wording.entry(entry).hand_work for entry in entries_of(campaign.pk)[-2:]] == [(), ()]

    def test_is_taken_back_closing_first_and_done_again(self, campaign: Campaign) -> None:
        begun = projected(campaign.pk, journal.LEGACY)
        play = past(campaign)
        opened = projected(campaign.pk, journal.LEGACY)
        told(campaign, play, L31_AT_5, CARD_163)
        closed = projected(campaign.pk, journal.LEGACY)
        take_back(campaign)
        assert projected(campaign.pk, journal.LEGACY) == opened
        take_back(campaign)
        assert projected(campaign.pk, journal.LEGACY) == begun
        for _ in range(2):
            undone = journal.next_again(campaign.pk, journal.LEGACY)
            assert undone is not None
            log.do_again(tap=factories.tap_of(factories.access_of(campaign)), sequence=undone.sequence)
        assert projected(campaign.pk, journal.LEGACY) == closed
        assert_sound(campaign.pk)

    def test_taken_back_keeps_what_was_typed_for_its_closing(self, campaign: Campaign) -> None:
        play = past(campaign)
        told(campaign, play, CARD_163)
        take_back(campaign)
        draft = story.open_draft(access=factories.access_of(campaign), play=play, after=4)
        assert draft.data["points"] == {"0": 97, "1": 104}

    def test_sent_twice_is_one_game(self, campaign: Campaign) -> None:
        access = factories.access_of(campaign)
        tap = factories.tap_of(access)
        assert past(campaign, tap=tap) == past(campaign, tap=tap)
        assert Play.objects.filter(campaign=campaign).count() == 1

    def test_has_no_rounds(self, campaign: Campaign) -> None:
        play = past(campaign)
        before = dump()
        with pytest.raises(Refusal):
            plays.end_round(tap=factories.tap_of(factories.access_of(campaign), play.number), play=1, ended=0)
        assert dump() == before

    @pytest.mark.parametrize("key", ["campaign", "78"])
    def test_waits_while_another_is_under_way(self, campaign: Campaign, key: str) -> None:
        factories.open_play(campaign)
        before = dump()
        with pytest.raises(Refusal, match="play_is_open"):
            past(campaign, key)
        assert dump() == before

    def test_by_a_twin_needs_its_card_in_the_bag(self, campaign: Campaign) -> None:
        with pytest.raises(Refusal, match="evening_not_open"):
            past(campaign, "184")
        told(campaign, past(campaign), Wanted(Effect.CARD_INTO_PLAY, "184"))
        play = past(campaign, "184")
        assert (play.card, play.status) == (184, "open")
        assert places(campaign.pk)["card:184"] == "table"

    def test_of_its_own_leaves_the_campaign_alone(self, campaign: Campaign) -> None:
        told(campaign, past(campaign), L31_AT_5, CARD_163)
        told(campaign, past(campaign, "78"), read="")
        assert places(campaign.pk) == BAGGED
        assert_sound(campaign.pk)

    def test_given_up_is_possible_too(self, campaign: Campaign) -> None:
        play = past(campaign)
        plays.give_up(tap=factories.tap_of(factories.access_of(campaign)), play=play)
        assert places(campaign.pk)["card:150"] == "bag"
        assert_sound(campaign.pk)


class TestTheNextGame:
    def test_compares_with_the_last_one_that_had_a_list(self, campaign: Campaign) -> None:
        first = factories.open_play(campaign)
        factories.close(campaign, first, CARD_163, read=["150"])
        told(campaign, past(campaign), L31_AT_5, read="")
        third = factories.open_play(campaign)
        found = lists.difference(third)
        assert (third.game, found.game) == (3, 1)
        assert (rows(lists.lines(first)) - rows(found.gone)) | rows(found.added) == rows(lists.lines(third))
        assert "tile_from_bag:L31" in {line.id for line in found.added}

    def test_after_none_with_a_list_is_all_new(self, campaign: Campaign) -> None:
        told(campaign, past(campaign), CARD_163)
        play = factories.open_play(campaign)
        found = lists.difference(play)
        assert (found.game, found.gone, found.added) == (None, (), tuple(lists.lines(play)))


class TestThePages:
    def sent(self, cast: Cast, **changed: Any) -> Any:
        form = {"op": factories.op(), "seen": 0, "who1": "guest", "guest1": "Ada", "key": "campaign"}
        return cast.captain.post(self.at(cast, "without/"), form | {"played_on": "2026-03-14"} | changed)

    def at(self, cast: Cast, path: str) -> str:
        return f"/c/{cast.campaign.code}/{path}"

    def test_lead_straight_to_the_closing(self, cast: Cast) -> None:
        assert "/without/" in cast.captain.get(self.at(cast, "tonight/")).content.decode()
        answer = self.sent(cast)
        draft = Draft.objects.get(play__campaign=cast.campaign)
        assert (answer.status_code, answer["Location"]) == (303, self.at(cast, f"p/1/read/{draft.pk}/"))
        assert draft.after == 4
        assert "Points of Ada" in cast.captain.get(answer["Location"]).content.decode()
        for path in ("p/1/", "p/1/setup/", ""):
            page = cast.captain.get(self.at(cast, path)).content.decode()
            assert "End round" not in page
            assert "All lies ready" not in page

    def test_say_how_the_bag_should_be_packed(self, cast: Cast) -> None:
        draft = self.sent(cast)["Location"]
        page = cast.captain.get(f"{draft}review/").content.decode()
        hands = page[page.index("So the bag should be packed now") :]
        assert all(f"<li>{tile}</li>" in hands for tile in ("L1", "L4", "L30"))

    @pytest.mark.parametrize("day", ["", "2999-01-01", "yesterday"])
    def test_refuse_a_day_that_is_none(self, cast: Cast, day: str) -> None:
        assert self.sent(cast, played_on=day).status_code == 422
        assert not Play.objects.exists()

    def test_refuse_a_party_of_nobody_and_an_evening_that_is_none(self, cast: Cast) -> None:
        assert self.sent(cast, who1="").status_code == 422
        assert self.sent(cast, key="184").status_code == 422
        assert not Play.objects.exists()
