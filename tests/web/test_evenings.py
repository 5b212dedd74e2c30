"""Through the web: what can be played tonight and against whom, a campaign begun in the middle, a game given up."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest

from campaigns.models import Draft, Play
from campaigns.rules.effects import Effect, Wanted
from tests import factories
from tests.campaigns.oracle import places
from tests.web.evening import dump

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

NO_HTMX_AND_HTMX = pytest.mark.parametrize("htmx", [False, True])


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def links(page: str) -> list[str]:
    """The evenings that the page leads to, in their order."""
    return list(dict.fromkeys(re.findall(r'href="/c/[A-Z2-9]{6}/tonight/([a-z0-9]+)/"', page)))


def went(answer: Any, *, htmx: bool) -> str:
    """Where an answer leads."""
    assert answer.status_code == (204 if htmx else 303), text(answer)
    return str(answer["HX-Redirect"] if htmx else answer["Location"])


def after_game_one(evening: Evening, *effects: Wanted) -> None:
    """Closes the first game, in which 150 was read."""
    Draft.objects.filter(play__campaign=evening.campaign).update(status="dropped")
    factories.close(evening.campaign, evening.campaign.plays.get(), *effects, read=["150"])


def open_aside(evening: Evening, key: str = "78") -> Play:
    """An evening of its own, after the first game."""
    after_game_one(evening)
    play = factories.open_play(evening.campaign, key)
    evening.play = play.number
    return play


def closing(evening: Evening, play: Play) -> None:
    """The draft of the closing, with all rounds over."""
    factories.end_rounds(evening.campaign, play, 4)
    evening.post(evening.cast.captain, "read", after="4")
    evening.draft = Draft.objects.latest("pk").pk


class TestChoosing:
    def test_offers_the_campaign_and_four_evenings_of_their_own(self, start: Evening) -> None:
        page = text(start.get(start.cast.captain, "choose"))
        assert links(page) == ["campaign", "74", "78", "79", "193"]
        assert "The campaign begins" in page

    @pytest.mark.parametrize("twin", ["184", "185"])
    def test_offers_a_twin_only_when_its_card_is_in_the_bag(self, evening: Evening, twin: str) -> None:
        assert twin not in links(text(evening.get(evening.cast.captain, "choose")))
        after_game_one(evening, Wanted(Effect.CARD_INTO_PLAY, twin))
        page = text(evening.get(evening.cast.captain, "choose"))
        assert links(page) == [twin, "campaign", "74", "78", "79", "193"]
        assert f"Card {twin} is in play" in page
        assert "The campaign goes on" in page

    def test_leads_to_no_evening_that_is_not_open(self, start: Evening) -> None:
        for key in ("184", "185", "150", "nonsense"):
            start.key = key
            assert (key, start.get(start.cast.captain, "tonight").status_code) == (key, 404)


class TestWhoPlays:
    @NO_HTMX_AND_HTMX
    def test_alone_somebody_has_to_play_against_them(self, start: Evening, htmx: bool) -> None:
        before = dump()
        answer = start.post(start.cast.captain, "tonight", htmx=htmx, opponent="")
        page = text(answer)
        assert answer.status_code == 422
        assert 'class="error"' in page
        assert "Say who plays against you, and at which level." in page
        assert 'value="Ada"' in page
        assert page.lstrip().startswith("<!doctype html>") != htmx
        assert dump() == before

    @NO_HTMX_AND_HTMX
    def test_an_opponent_that_does_not_play_there_is_refused(self, start: Evening, htmx: bool) -> None:
        start.key = "74"
        answer = start.post(start.cast.captain, "tonight", htmx=htmx, opponent="jean:3")
        assert answer.status_code == 422
        assert 'class="error"' in text(answer)

    @NO_HTMX_AND_HTMX
    @pytest.mark.parametrize(
        ("key", "against"), [("campaign", "jean:1"), ("193", "jacques:very_hard"), ("78", "jacques:simple")]
    )
    def test_an_opponent_that_fits_is_kept(self, start: Evening, key: str, against: str, htmx: bool) -> None:
        start.key = key
        went(start.post(start.cast.captain, "tonight", htmx=htmx, opponent=against), htmx=htmx)
        play = start.campaign.plays.get()
        assert f"{play.opponent}:{play.level}" == against

    @pytest.mark.parametrize(("key", "jean"), [("campaign", True), ("78", True), ("74", False), ("193", False)])
    def test_jean_is_offered_in_competitive_games_only(self, start: Evening, key: str, jean: bool) -> None:
        start.key = key
        page = text(start.get(start.cast.captain, "tonight"))
        assert ('value="jean:5"' in page) == jean
        assert 'value="jacques:medium"' in page

    def test_optional_modules_are_offered_from_the_second_game_on(self, start: Evening, evening: Evening) -> None:
        assert 'name="optional"' not in text(start.get(start.cast.captain, "tonight"))
        after_game_one(evening)
        assert 'name="optional"' in text(evening.get(evening.cast.captain, "tonight"))
        evening.key = "78"
        assert 'name="optional"' not in text(evening.get(evening.cast.captain, "tonight"))

    @NO_HTMX_AND_HTMX
    def test_optional_modules_join_both(self, evening: Evening, htmx: bool) -> None:
        after_game_one(evening)
        went(evening.post(evening.cast.captain, "tonight", htmx=htmx, optional="on"), htmx=htmx)
        assert evening.campaign.plays.latest("number").modules == ["home_ports", "resistance_tiles", "uprising"]

    @NO_HTMX_AND_HTMX
    def test_a_twin_sent_twice_is_opened_once(self, evening: Evening, htmx: bool) -> None:
        """The second of two taps finds the card on the table and not in the bag."""
        after_game_one(evening, Wanted(Effect.CARD_INTO_PLAY, "184"))
        evening.key = "184"
        body = evening.body("tonight")
        answers = [evening.post(evening.cast.captain, "tonight", htmx=htmx, **body) for _ in range(2)]
        assert [went(answer, htmx=htmx) for answer in answers] == [evening.url("setup").replace("/p/1/", "/p/2/")] * 2
        assert evening.campaign.plays.count() == 2

    @NO_HTMX_AND_HTMX
    def test_a_twin_that_somebody_else_has_opened_is_told_with_the_name(self, evening: Evening, htmx: bool) -> None:
        after_game_one(evening, Wanted(Effect.CARD_INTO_PLAY, "184"))
        evening.key = "184"
        late = evening.body("tonight")
        evening.post(evening.cast.captain, "tonight")
        answer = evening.post(evening.cast.crew, "tonight", htmx=htmx, **late)
        assert answer.status_code == 409
        assert "Ines opened the game" in text(answer)


class TestInTheMiddle:
    @NO_HTMX_AND_HTMX
    @pytest.mark.parametrize("typed", ["L1 L31", "1, 31", "l 1;L31".replace("l 1", "l1"), "L1\nL31"])
    def test_takes_numbers_as_people_type_them(self, start: Evening, typed: str, htmx: bool) -> None:
        went(start.post(start.cast.captain, "middle", htmx=htmx, tiles=typed), htmx=htmx)
        assert places(start.campaign.pk) == {
            "card:152": "bag",
            "card:163": "bag",
            "card:150": "gone",
            "tile:L1": "bag@17",
            "tile:L31": "bag",
        }

    @NO_HTMX_AND_HTMX
    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ({"cards": "78"}, "78 is a scenario card"),
            ({"cards": ""}, ""),
            ({"cards": "x"}, ""),
            ({"tiles": "L27"}, "L27"),
            ({"tiles": "L40"}, "L40"),
            ({"read": "95"}, "95"),
        ],
    )
    def test_says_what_is_wrong_and_keeps_the_rest(
        self, start: Evening, typed: dict[str, str], says: str, htmx: bool
    ) -> None:
        before = dump()
        answer = start.post(start.cast.captain, "middle", htmx=htmx, **({"read": "150 151"} | typed))
        page = text(answer)
        assert answer.status_code == 422
        assert 'class="error"' in page
        assert says in page
        assert f'value="{typed.get("read", "150 151")}"' in page
        assert page.lstrip().startswith("<!doctype html>") != htmx
        assert dump() == before

    @NO_HTMX_AND_HTMX
    def test_is_refused_once_the_campaign_has_begun(self, evening: Evening, htmx: bool) -> None:
        before = dump()
        answer = evening.post(evening.cast.captain, "middle", htmx=htmx)
        assert answer.status_code == 422
        assert "This log has begun already" in text(answer)
        assert dump() == before

    def test_is_offered_until_then(self, start: Evening, evening: Evening) -> None:
        assert start.url("middle") in text(start.get(start.cast.captain, "campaign"))
        assert start.url("middle") not in text(start.get(start.cast.lookout, "campaign"))
        assert evening.url("middle") not in text(evening.get(evening.cast.captain, "campaign"))

    def test_leads_to_a_next_game_out_of_the_bag(self, start: Evening) -> None:
        start.post(start.cast.captain, "middle")
        page = text(start.get(start.cast.captain, "campaign"))
        assert "Everything waits in the bag." in page
        assert "The box is still closed." not in page
        start.post(start.cast.captain, "tonight")
        page = text(start.get(start.cast.captain, "setup"))
        for line in ("story_card_later:152", "story_card_later:163", "tile_from_bag:L1", "tile_from_bag:L31"):
            assert f'data-line="{line}"' in page


class TestGivingUp:
    @NO_HTMX_AND_HTMX
    def test_leads_to_the_log_and_says_what_hands_do(self, evening: Evening, htmx: bool) -> None:
        to = went(evening.post(evening.cast.crew, "give-up", htmx=htmx), htmx=htmx)
        page = text(evening.cast.crew.get(to))
        assert "In the log: Game 1 given up" in page
        assert "Lift L1 from the board, take its discs off and put it into the bag." in page
        assert evening.campaign.plays.get().status == "given_up"

    def test_can_be_taken_back_there(self, evening: Evening) -> None:
        before = places(evening.campaign.pk)
        evening.post(evening.cast.captain, "give-up")
        evening.undo = evening.campaign.revision
        went(evening.post(evening.cast.captain, "undo"), htmx=False)
        assert places(evening.campaign.pk) == before
        assert evening.campaign.plays.get().status == "open"

    def test_leaves_a_table_with_nothing_to_do(self, evening: Evening) -> None:
        assert evening.url("give-up") in text(evening.get(evening.cast.captain, "table"))
        evening.post(evening.cast.captain, "give-up")
        page = text(evening.get(evening.cast.captain, "table"))
        for name in ("give-up", "round", "read"):
            assert f'action="{evening.url(name)}"' not in page

    @NO_HTMX_AND_HTMX
    def test_of_a_game_that_is_over_is_refused(self, evening: Evening, htmx: bool) -> None:
        after_game_one(evening)
        before = dump()
        assert evening.post(evening.cast.captain, "give-up", htmx=htmx).status_code == 422
        assert dump() == before

    def test_is_not_offered_to_a_lookout(self, evening: Evening) -> None:
        assert evening.url("give-up") not in text(evening.get(evening.cast.lookout, "table"))


class TestDuringARound:
    @NO_HTMX_AND_HTMX
    def test_a_card_or_tile_can_say_something(self, evening: Evening, htmx: bool) -> None:
        Draft.objects.filter(play__campaign=evening.campaign).update(status="dropped")
        evening.draft = int(
            went(evening.post(evening.cast.crew, "read", htmx=htmx, after="0"), htmx=htmx).split("/")[-2]
        )
        assert "A card or tile says something now" in text(evening.get(evening.cast.crew, "draft"))
        evening.post(evening.cast.crew, "draft-effect", htmx=htmx)
        to = went(evening.post(evening.cast.crew, "commit", htmx=htmx), htmx=htmx)
        assert "In the log: During game 1" in text(evening.cast.crew.get(to))
        assert places(evening.campaign.pk)["tile:L12"] == "board"

    def test_is_offered_beside_the_round(self, evening: Evening) -> None:
        Draft.objects.filter(play__campaign=evening.campaign).update(status="dropped")
        page = text(evening.get(evening.cast.captain, "table"))
        assert "A card or tile says something now" in page


class TestAnEveningOfItsOwn:
    def test_offers_no_story(self, evening: Evening) -> None:
        play = open_aside(evening)
        factories.end_rounds(evening.campaign, play, 2)
        page = text(evening.get(evening.cast.captain, "table"))
        assert evening.url("round") in page
        assert evening.url("give-up") in page
        assert evening.url("read") not in page

    @NO_HTMX_AND_HTMX
    @pytest.mark.parametrize("after", ["0", "1"])
    def test_refuses_one_that_is_asked_for_all_the_same(self, evening: Evening, after: str, htmx: bool) -> None:
        play = open_aside(evening)
        factories.end_rounds(evening.campaign, play, 2)
        before = dump()
        assert evening.post(evening.cast.captain, "read", htmx=htmx, after=after).status_code == 422
        assert dump() == before

    def test_has_a_closing_of_points_and_of_tiles_that_go_home(self, evening: Evening) -> None:
        play = open_aside(evening)
        closing(evening, play)
        page = text(evening.get(evening.cast.captain, "draft"))
        assert 'name="0-points"' in page
        assert evening.url("draft-effect") not in page
        review = text(evening.get(evening.cast.captain, "review"))
        for tile in ("L1", "L30"):
            assert f"Lift {tile} from the board, take its discs off and put it into the bag." in review
        before = places(evening.campaign.pk)
        went(evening.post(evening.cast.captain, "commit"), htmx=False)
        assert places(evening.campaign.pk) == before

    @NO_HTMX_AND_HTMX
    def test_refuses_an_effect_at_its_field(self, evening: Evening, htmx: bool) -> None:
        closing(evening, open_aside(evening))
        before = dump()
        assert evening.post(evening.cast.captain, "draft-effect", htmx=htmx).status_code == 422
        assert dump() == before

    def test_is_no_game_of_the_campaign(self, evening: Evening) -> None:
        """The log counts it, the campaign does not: its second game is the third of the log."""
        factories.close(evening.campaign, open_aside(evening))
        page = text(evening.get(evening.cast.captain, "choose"))
        assert "Game 3: the campaign" in page
        assert "Game 3 of the campaign" not in page


class TestTheDifference:
    def test_is_told_from_the_second_list_on(self, evening: Evening) -> None:
        assert "Against game" not in text(evening.get(evening.cast.captain, "setup"))
        after_game_one(evening)
        play = factories.open_play(evening.campaign)
        evening.play = play.number
        page = text(evening.get(evening.cast.lookout, "setup"))
        found = re.search(r"Against game 1: leave (\d+), add (\d+), take away (\d+)", page)
        assert found
        same, added, gone = map(int, found.groups())
        old, new = (Play.objects.get(campaign=evening.campaign, number=number).lines for number in (1, 2))
        assert (same + added, same + gone) == (len(new), len(old))
        assert "Take L1 out of the bag" in page
