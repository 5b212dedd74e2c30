"""A campaign that is laid aside or has ended: everything stays as it is, and it can go on at any time."""

from __future__ import annotations

import html
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from campaigns import archive, journal, log, plays
from campaigns.course import Step, what_next
from campaigns.journal import Clash, Tap
from campaigns.models import Member, Play
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place, Rest, Spot
from scenarios.table import SeatTonight
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places

if TYPE_CHECKING:
    from campaigns.models import Campaign, Entry
    from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

BOTH = pytest.mark.parametrize("how", list(Rest))
STANDALONE = ["74", "78", "79", "193"]
GUEST = [SeatTonight(None, "Ada", ""), SeatTonight(None, "Bela", "")]


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign with cards 150 and 184 and three tiles in its bag, between two games."""
    played(cast.campaign)
    return cast.campaign


def played(campaign: Campaign) -> None:
    play = factories.open_play(campaign)
    plays.give_up(tap=by(campaign), play=play)
    piece, spot = Piece("card", "184"), Spot(Place.BAG)
    archive.correct(access=factories.access_of(campaign), tap=by(campaign), piece=piece, spot=spot, reason="so it lies")


def by(campaign: Campaign, role: str = "captain") -> Tap:
    return factories.tap_of(factories.access_of(campaign, role))


def rest(campaign: Campaign, how: Rest | None, tap: Tap | None = None) -> Entry:
    return log.rest(tap=tap or by(campaign), how=how)


def open_with(campaign: Campaign, key: str, choice: Any = factories.JACQUES) -> Play:
    access = factories.access_of(campaign)
    return plays.open_tonight(access=access, tap=by(campaign), seats=GUEST, key=key, choice=choice)


def resting(campaign: Campaign) -> Any:
    return journal.ground(campaign.pk, journal.LEGACY).state["rest"]


class TestWhileItRests:
    @BOTH
    @pytest.mark.parametrize("key", ["campaign", "184"])
    def test_no_game_of_the_campaign_can_be_opened(self, campaign: Campaign, how: Rest, key: str) -> None:
        rest(campaign, how)
        before = dump()
        with pytest.raises(Refusal, match="campaign_rests"):
            open_with(campaign, key)
        assert dump() == before

    @BOTH
    @pytest.mark.parametrize("key", ["campaign", "184"])
    def test_none_is_written_that_was_played_without_the_log(self, campaign: Campaign, how: Rest, key: str) -> None:
        rest(campaign, how)
        before = dump()
        with pytest.raises(Refusal, match="campaign_rests"):
            plays.played_without(
                access=factories.access_of(campaign), tap=by(campaign), seats=GUEST, key=key, day=date(2026, 3, 14)
            )
        assert dump() == before

    @BOTH
    @pytest.mark.parametrize("key", STANDALONE)
    def test_an_evening_of_its_own_is_played_to_its_end(self, campaign: Campaign, how: Rest, key: str) -> None:
        rest(campaign, how)
        before = places(campaign.pk)
        play = open_with(campaign, key)
        factories.close(campaign, play)
        assert places(campaign.pk) == before
        assert resting(campaign) == how
        assert_sound(campaign.pk)

    @BOTH
    def test_what_comes_next_says_so(self, campaign: Campaign, how: Rest) -> None:
        rest(campaign, how)
        assert what_next(None, 1, 0, None, rests=True).step == Step.RESTS
        assert what_next(None, 1, 0, None).step == Step.TONIGHT


class TestResting:
    def test_is_one_entry_that_moves_no_piece(self, campaign: Campaign) -> None:
        before = places(campaign.pk)
        entry = rest(campaign, Rest.ASIDE)
        assert (entry.kind, entry.changes) == ("rest", [["rest", None, "aside"]])
        assert places(campaign.pk) == before
        assert_sound(campaign.pk)

    def test_can_go_from_one_to_the_other_and_back(self, campaign: Campaign) -> None:
        for how in (Rest.ASIDE, Rest.ENDED, Rest.ASIDE, None, Rest.ENDED, None):
            rest(campaign, how)
            assert resting(campaign) == how
            assert_sound(campaign.pk)
        assert open_with(campaign, "campaign").status == "open"

    @pytest.mark.parametrize("how", [None, *Rest])
    def test_said_twice_is_nothing_new(self, campaign: Campaign, how: Rest | None) -> None:
        if how:
            rest(campaign, how)
        before = dump()
        with pytest.raises(Refusal, match="nothing_changed"):
            rest(campaign, how)
        assert dump() == before

    @pytest.mark.parametrize("key", ["campaign", "184", "78"])
    def test_is_refused_while_a_game_is_under_way(self, campaign: Campaign, key: str) -> None:
        open_with(campaign, key)
        before = dump()
        for how in Rest:
            with pytest.raises(Refusal, match="play_is_open"):
                rest(campaign, how)
        assert dump() == before

    def test_sent_twice_happens_once(self, campaign: Campaign) -> None:
        tap = by(campaign)
        assert rest(campaign, Rest.ASIDE, tap) == rest(campaign, Rest.ASIDE, tap)
        assert len([entry for entry in entries_of(campaign.pk) if entry.kind == "rest"]) == 1

    def test_said_by_two_at_once_is_said_by_the_first(self, campaign: Campaign) -> None:
        late = by(campaign, "crew")
        rest(campaign, Rest.ASIDE)
        before = dump()
        with pytest.raises(Clash) as met:
            rest(campaign, Rest.ENDED, late)
        assert (met.value.who.name, met.value.subjects) == ("Ines", ("rest",))
        assert dump() == before

    def test_from_an_older_page_does_not_end_a_game_that_somebody_opened(self, campaign: Campaign) -> None:
        late = by(campaign, "crew")
        open_with(campaign, "campaign")
        with pytest.raises((Refusal, Clash)):
            rest(campaign, Rest.ENDED, late)
        assert resting(campaign) is None

    def test_is_taken_back_and_done_again(self, campaign: Campaign) -> None:
        entry = rest(campaign, Rest.ENDED)
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        assert resting(campaign) is None
        log.do_again(tap=by(campaign), sequence=entry.sequence)
        assert resting(campaign) == Rest.ENDED
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        assert open_with(campaign, "campaign").status == "open"
        assert_sound(campaign.pk)

    def test_going_on_is_taken_back_too(self, campaign: Campaign) -> None:
        rest(campaign, Rest.ASIDE)
        entry = rest(campaign, None)
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        assert resting(campaign) == Rest.ASIDE
        assert_sound(campaign.pk)

    def test_is_of_one_campaign(self, campaign: Campaign) -> None:
        other = factories.begin("Sunday", copy=campaign.copy_id)
        rest(campaign, Rest.ENDED)
        assert factories.open_play(other).status == "open"


class TestThePages:
    def page(self, cast: Cast, path: str = "", who: str = "captain") -> str:
        answer = getattr(cast, who).get(f"/c/{cast.campaign.code}/{path}")
        assert answer.status_code == 200
        return html.unescape(answer.content.decode())

    def said(self, cast: Cast, how: str, who: str = "captain") -> Any:
        seen = journal.ground(cast.campaign.pk, journal.LEGACY).revision
        form = {"op": factories.op(), "seen": seen, "how": how}
        return getattr(cast, who).post(f"/c/{cast.campaign.code}/rest/", form)

    @pytest.mark.parametrize(("how", "words"), [("aside", "is laid aside"), ("ended", "has ended")])
    def test_say_it_and_offer_to_go_on(self, cast: Cast, campaign: Campaign, how: str, words: str) -> None:
        answer = self.said(cast, how, "crew")
        assert (answer.status_code, answer["Location"].partition("?")[0]) == (303, f"/c/{campaign.code}/")
        for path in ("", "tonight/"):
            page = self.page(cast, path)
            assert f"The campaign {words}" in page
            assert "Let the campaign go on" in page
        choose = self.page(cast, "tonight/")
        assert "tonight/campaign/" not in choose
        assert "tonight/184/" not in choose
        assert all(f"tonight/{key}/" in choose for key in STANDALONE)
        assert self.said(cast, "on").status_code == 303
        assert "tonight/campaign/" in self.page(cast, "tonight/")

    def test_offer_a_lookout_nothing(self, cast: Cast, campaign: Campaign) -> None:
        assert self.said(cast, "aside", "lookout").status_code == 403
        self.said(cast, "aside")
        page = self.page(cast, who="lookout")
        assert "The campaign is laid aside" in page
        assert "Let the campaign go on" not in page

    @pytest.mark.parametrize("how", ["", "gone", "None"])
    def test_know_no_other_way(self, cast: Cast, campaign: Campaign, how: str) -> None:
        assert self.said(cast, how).status_code == 404
        assert resting(campaign) is None

    def test_refuse_a_game_that_is_asked_for_all_the_same(self, cast: Cast, campaign: Campaign) -> None:
        self.said(cast, "aside")
        before = Play.objects.count()
        form = {"op": factories.op(), "seen": journal.ground(campaign.pk, journal.LEGACY).revision}
        form |= {"who1": "guest", "guest1": "Ada", "who2": "guest", "guest2": "Bela"}
        answer = cast.captain.post(f"/c/{campaign.code}/tonight/campaign/", form)
        assert answer.status_code == 422
        assert "does not go on just now" in html.unescape(answer.content.decode())
        assert Play.objects.count() == before

    def test_tell_it_in_the_log(self, cast: Cast, campaign: Campaign) -> None:
        titles = []
        for how in ("aside", "ended", "on"):
            self.said(cast, how)
            page = self.page(cast, "log/")
            titles.append(page)
        assert Member.objects.get(campaign=campaign, role="captain").name in titles[-1]
        assert len({len(page) for page in titles}) == 3
