"""Evenings besides the campaign, twins, opponents and modules; games given up, begun in the middle, and what differs.

Sources: U034 to U042 (how each scenario begins), U055 to U064, U074, U080 to U084, U102, U198, U199 of The Uprising.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaigns import archive, evenings, journal, lists, log, plays, story, wording
from campaigns.evenings import Choice
from campaigns.journal import Clash, Tap
from campaigns.models import Campaign, Draft, Entry, Member, Play, PlayResult, Seat
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.state import Piece, Place, Spot
from scenarios.table import SeatTonight
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places, projected

if TYPE_CHECKING:
    from scenarios.table import Line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

STANDALONE = ["74", "78", "79", "193"]
L31_AT_5 = Wanted(Effect.TILE_ON_BOARD, "L31", "5")
L31_AWAY = Wanted(Effect.TILE_AWAY, "L31")
LAID_OUT = {"card:150": "table", "tile:L1": "board@17", "tile:L4": "board@9a", "tile:L30": "board@21a"}
BAGGED = {
    "card:150": "gone",
    "card:163": "bag",
    "tile:L1": "bag@17",
    "tile:L4": "bag@9a",
    "tile:L30": "bag@21a",
    "tile:L31": "bag@5",
}
"""After a first game in which card 163 came into play and L31 went to 5."""


def comes(card: str) -> Wanted:
    return Wanted(Effect.CARD_INTO_PLAY, card)


@pytest.fixture
def campaign() -> Campaign:
    """A campaign with Ines, captain, and Tomas, crew; nothing was played yet."""
    begun = factories.begin()
    factories.join(begun, Member.Role.CREW, "Tomas")
    return begun


@pytest.fixture
def between(campaign: Campaign) -> Campaign:
    """The same after its first game, with the pieces as in BAGGED."""
    play_a_game(campaign, L31_AT_5, comes("163"))
    assert places(campaign.pk) == BAGGED
    return campaign


def play_a_game(campaign: Campaign, *effects: Wanted, key: str = "campaign", read: list[str] | None = None) -> Play:
    """Opens an evening and closes it; in a game of the campaign 150 (or `read`) is read and `effects` happen."""
    play = factories.open_play(campaign, key)
    cards = [] if play.status == "aside" else ["150"] if read is None else read
    factories.close(campaign, play, *effects, read=cards)
    play.refresh_from_db()
    return play


def twin_in_the_bag(campaign: Campaign, twin: str) -> None:
    """The first game brings card 184 or 185 into play; it goes into the bag."""
    play_a_game(campaign, comes(twin))


def open_for(
    campaign: Campaign, players: int, key: str = "campaign", *, optional: bool = False, against: str = ""
) -> Play:
    """Opens an evening with so many guests; `against` is "opponent:level"."""
    access = factories.access_of(campaign)
    opponent, _, level = against.partition(":")
    seats = [SeatTonight(None, f"Guest {at}", "") for at in range(players)]
    choice = Choice(optional, opponent, level)
    return plays.open_tonight(access=access, tap=factories.tap_of(access), seats=seats, key=key, choice=choice)


def keys(campaign: Campaign) -> list[str]:
    """What a campaign can play tonight."""
    return list(evenings.evenings(factories.access_of(campaign), legacy_of(campaign)))


def legacy_of(campaign: Campaign) -> Any:
    return journal.ground(campaign.pk, journal.LEGACY).state


def said(play: Play) -> list[tuple[str, str, tuple[str, ...]]]:
    """A set-up list as comparable rows."""
    return [(line.id, line.amount, line.reasons) for line in lists.lines(play)]


def ids(play: Play, *steps: str) -> list[str]:
    """The ids of the lines of a list, of all steps or some."""
    return [line.id for line in lists.lines(play) if not steps or line.step in steps]


def legacy_besides_plays(campaign: Campaign) -> dict[str, Any]:
    """The legacy without how often somebody sat at the table."""
    values = projected(campaign.pk, journal.LEGACY)
    return {subject: value for subject, value in values.items() if subject.split(":")[0] in ("tile", "card", "choice")}


def closing(campaign: Campaign, play: Play) -> Draft:
    """The draft of the closing, once all rounds are over."""
    factories.end_rounds(campaign, play, 4)
    return story.open_draft(access=factories.access_of(campaign), play=play, after=4)


def draft_tap(campaign: Campaign, draft: Draft) -> Tap:
    access = factories.access_of(campaign)
    return Tap(access.campaign, access.member, factories.op(), Draft.objects.get(pk=draft.pk).revision)


def by(campaign: Campaign, role: str = "captain") -> Tap:
    """A tap on the legacy by somebody who has just looked."""
    return factories.tap_of(factories.access_of(campaign, role))


def hands(campaign: Campaign, play: Play) -> list[str]:
    """What the review of the closing tells hands to do."""
    draft = Draft.objects.select_related("play").get(pk=closing(campaign, play).pk)
    review = story.review(access=factories.access_of(campaign), draft=draft)
    return [wording.hands(work) for work in review.hand_work]


class TestWhatCanBePlayed:
    def test_is_the_campaign_first_and_then_each_evening_by_its_card(self, campaign: Campaign) -> None:
        assert keys(campaign) == ["campaign", "74", "78", "79", "193"]

    def test_is_the_same_before_the_second_game(self, between: Campaign) -> None:
        assert keys(between) == ["campaign", "74", "78", "79", "193"]

    @pytest.mark.parametrize("twin", ["184", "185"])
    def test_is_a_twin_too_while_its_card_lies_in_the_bag(self, campaign: Campaign, twin: str) -> None:
        twin_in_the_bag(campaign, twin)
        assert keys(campaign) == ["campaign", twin, "74", "78", "79", "193"]

    @pytest.mark.parametrize("place", [Place.BOX, Place.TABLE, Place.GONE])
    @pytest.mark.parametrize("twin", ["184", "185"])
    def test_is_no_twin_whose_card_lies_elsewhere(self, campaign: Campaign, twin: str, place: Place) -> None:
        twin_in_the_bag(campaign, twin)
        piece = Piece("card", twin)
        access = factories.access_of(campaign)
        archive.correct(access=access, tap=by(campaign), piece=piece, spot=Spot(place), reason="so it lies")
        assert twin not in keys(campaign)

    def test_is_no_twin_of_another_campaign_on_the_same_copy(self, campaign: Campaign) -> None:
        twin_in_the_bag(campaign, "184")
        other = factories.begin("Leeward", copy=campaign.copy_id)
        assert "184" not in keys(other)

    @pytest.mark.parametrize("key", ["184", "185", "150", "0", "75", "nonsense", ""])
    def test_is_nothing_else_and_leaves_no_trace(self, campaign: Campaign, key: str) -> None:
        before = dump()
        with pytest.raises(Refusal) as met:
            open_for(campaign, 2, key)
        assert met.value.code == "evening_not_open"
        assert dump() == before


class TestAStandAloneEvening:
    @pytest.mark.parametrize(
        ("key", "scenario", "modules"),
        [
            ("74", "coop_caribbean", ["home_ports", "jacques", "liberation", "resistance_tiles"]),
            ("78", "all_inclusive", ["home_ports", "resistance_tiles", "uprising"]),
            ("79", "unrest", ["home_ports", "liberation", "resistance_tiles"]),
            ("193", "rescue", ["home_ports", "jacques", "liberation", "resistance_tiles", "search"]),
        ],
    )
    def test_knows_what_is_played(self, between: Campaign, key: str, scenario: str, modules: list[str]) -> None:
        play = factories.open_play(between, key)
        assert (play.number, play.status, play.scenario, play.card) == (2, "aside", scenario, int(key))
        assert play.modules == modules

    @pytest.mark.parametrize("key", STANDALONE)
    def test_moves_no_piece_of_the_campaign(self, between: Campaign, key: str) -> None:
        play = factories.open_play(between, key)
        assert places(between.pk) == BAGGED
        assert [change[0] for change in entries_of(between.pk)[-1].changes] == ["play:2"]
        factories.close(between, play)
        assert places(between.pk) == BAGGED
        assert_sound(between.pk)

    @pytest.mark.parametrize("key", STANDALONE)
    def test_between_two_games_leaves_the_second_as_if_it_had_not_been(self, between: Campaign, key: str) -> None:
        other = factories.begin("Leeward")
        play_a_game(other, L31_AT_5, comes("163"))
        play_a_game(between, key=key)
        assert legacy_besides_plays(between) == legacy_besides_plays(other)
        second, alike = factories.open_play(between), factories.open_play(other)
        assert said(second) == said(alike)
        assert places(between.pk) == places(other.pk)
        factories.close(between, second)
        factories.close(other, alike)
        assert legacy_besides_plays(between) == legacy_besides_plays(other)

    @pytest.mark.parametrize("key", STANDALONE)
    def test_before_the_campaign_leaves_its_first_game_as_it_is(self, campaign: Campaign, key: str) -> None:
        play_a_game(campaign, key=key)
        first = factories.open_play(campaign)
        assert places(campaign.pk) == LAID_OUT
        assert ids(first, "story_card_first", "tile_from_box", "tile_from_bag") == [
            "story_card_first:150",
            "tile_from_box:L1",
            "tile_from_box:L4",
            "tile_from_box:L30",
        ]

    def test_closes_with_points(self, between: Campaign) -> None:
        play = factories.open_play(between, "78")
        draft = closing(between, play)
        draft = story.set_fields(tap=draft_tap(between, draft), draft=draft.pk, fields={"points:0": 91, "points:1": 84})
        story.commit(access=factories.access_of(between), tap=by(between), draft=draft.pk, draft_seen=draft.revision)
        play.refresh_from_db()
        assert play.status == "played"
        assert list(PlayResult.objects.filter(play=play).order_by("index").values_list("points", flat=True)) == [91, 84]
        assert entries_of(between.pk)[-1].kind == "close"

    @pytest.mark.parametrize("after", [0, 1, 2, 3])
    def test_has_no_reading(self, between: Campaign, after: int) -> None:
        play = factories.open_play(between, "78")
        factories.end_rounds(between, play, 4)
        before = dump()
        with pytest.raises(Refusal) as met:
            story.open_draft(access=factories.access_of(between), play=play, after=after)
        assert met.value.code == "no_story_tonight"
        assert dump() == before

    @pytest.mark.parametrize("wanted", [L31_AWAY, comes("152"), Wanted(Effect.TILE_ON_BOARD, "L7", "3")])
    def test_takes_no_effect_into_its_closing(self, between: Campaign, wanted: Wanted) -> None:
        draft = closing(between, factories.open_play(between, "78"))
        before = dump()
        with pytest.raises(Refusal):
            story.add_effect(
                access=factories.access_of(between), tap=draft_tap(between, draft), draft=draft.pk, wanted=wanted
            )
        assert dump() == before

    def test_taken_back_was_never_opened(self, between: Campaign) -> None:
        play = factories.open_play(between, "79")
        log.take_back(tap=by(between), sequence=play.legacy_sequence + 1)
        play.refresh_from_db()
        assert (play.status, places(between.pk)) == ("", BAGGED)
        assert_sound(between.pk)

    def test_whose_closing_is_taken_back_stands_aside_still(self, between: Campaign) -> None:
        play = play_a_game(between, key="79")
        log.take_back(tap=by(between), sequence=entries_of(between.pk)[-1].sequence)
        play.refresh_from_db()
        assert (play.status, places(between.pk)) == ("aside", BAGGED)
        with pytest.raises(Refusal) as met:
            factories.open_play(between)
        assert met.value.code == "play_is_open"

    def test_given_up_leaves_the_campaign_alone_too(self, between: Campaign) -> None:
        play = factories.open_play(between, "74")
        plays.give_up(tap=by(between), play=play)
        play.refresh_from_db()
        assert (play.status, places(between.pk)) == ("given_up", BAGGED)
        assert_sound(between.pk)

    def test_keeps_the_campaign_from_being_played_meanwhile(self, between: Campaign) -> None:
        factories.open_play(between, "78")
        for key in ("campaign", "79"):
            with pytest.raises(Refusal) as met:
                factories.open_play(between, key)
            assert met.value.code == "play_is_open"


class TestBorrowedTiles:
    """All Inclusive starts with L1 and L30 (U082), the cooperative ones with L1 (U096, U111)."""

    @pytest.mark.parametrize(
        ("key", "tiles"), [("74", ["L1"]), ("78", ["L1", "L30"]), ("79", ["L1", "L30"]), ("193", ["L1"])]
    )
    def test_come_out_of_the_bag_that_holds_them(self, between: Campaign, key: str, tiles: list[str]) -> None:
        play = factories.open_play(between, key)
        taken = ids(play, "tile_borrowed", "tile_from_box", "tile_from_bag")
        assert taken == [f"tile_borrowed:{tile}" for tile in tiles]

    def test_come_out_of_the_box_before_the_campaign(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign, "78")
        assert ids(play, "tile_borrowed", "tile_from_box") == ["tile_from_box:L1", "tile_from_box:L30"]

    def test_come_out_of_the_box_if_the_story_took_them_away(self, campaign: Campaign) -> None:
        play_a_game(campaign, Wanted(Effect.TILE_AWAY, "L30"))
        play = factories.open_play(campaign, "78")
        assert ids(play, "tile_borrowed", "tile_from_box") == ["tile_from_box:L30", "tile_borrowed:L1"]

    def test_can_belong_to_another_campaign_on_the_same_copy(self, between: Campaign) -> None:
        other = factories.begin("Leeward", copy=between.copy_id)
        play = factories.open_play(other, "78")
        assert ids(play, "tile_borrowed", "tile_from_box") == ["tile_borrowed:L1", "tile_borrowed:L30"]

    def test_never_belong_to_a_campaign_on_another_copy(self, between: Campaign) -> None:
        other = factories.begin("Leeward")
        play = factories.open_play(other, "78")
        assert ids(play, "tile_borrowed", "tile_from_box") == ["tile_from_box:L1", "tile_from_box:L30"]

    def test_go_home_when_the_evening_is_over(self, between: Campaign) -> None:
        work = hands(between, factories.open_play(between, "78"))
        assert work == [
            "Lift L1 from the board, take its discs off and put it into the bag.",
            "Lift L30 from the board, take its discs off and put it into the bag.",
        ]

    def test_of_the_box_go_back_into_the_box(self, campaign: Campaign) -> None:
        work = hands(campaign, factories.open_play(campaign, "78"))
        assert work == [
            "Lift L1 from the board and put it back into the box.",
            "Lift L30 from the board and put it back into the box.",
        ]

    def test_go_home_each_to_its_own(self, campaign: Campaign) -> None:
        play_a_game(campaign, Wanted(Effect.TILE_AWAY, "L30"))
        work = hands(campaign, factories.open_play(campaign, "78"))
        assert set(work) == {
            "Lift L1 from the board, take its discs off and put it into the bag.",
            "Lift L30 from the board and put it back into the box.",
        }


class TestATwin:
    def test_sets_a_game_of_the_campaign_up(self, campaign: Campaign) -> None:
        """184 plays Unrest on what the archive holds: no tile is added or left out (U064)."""
        twin_in_the_bag(campaign, "184")
        play = factories.open_play(campaign, "184")
        assert (play.status, play.scenario, play.card) == ("open", "unrest", 184)
        assert play.modules == ["home_ports", "liberation", "resistance_tiles"]
        assert places(campaign.pk) == {
            "card:150": "gone",
            "card:184": "table",
            "tile:L1": "board@17",
            "tile:L4": "board@9a",
            "tile:L30": "board@21a",
        }
        assert ids(play, "story_card_later", "tile_from_bag", "tile_from_box", "tile_borrowed", "markers_france") == [
            "story_card_later:184",
            "tile_from_bag:L1",
            "tile_from_bag:L4",
            "tile_from_bag:L30",
            "markers_france",
        ]
        assert_sound(campaign.pk)

    def test_185_is_played_together_against_jacques(self, campaign: Campaign) -> None:
        twin_in_the_bag(campaign, "185")
        play = factories.open_play(campaign, "185")
        assert (play.status, play.scenario, play.card, play.opponent) == ("open", "rescue", 185, "jacques")
        assert play.modules == ["home_ports", "jacques", "liberation", "resistance_tiles", "search"]
        assert ids(play, "tiles_leave", "markers_of_card") == ["tiles_leave:185", "markers_of_card:185"]

    def test_has_readings_like_every_game_of_the_campaign(self, campaign: Campaign) -> None:
        twin_in_the_bag(campaign, "184")
        play = factories.open_play(campaign, "184")
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1, L31_AT_5, read=["184"])
        factories.close(campaign, play, comes("163"))
        assert places(campaign.pk) == BAGGED | {"card:184": "gone"}
        assert "184" not in keys(campaign)
        assert_sound(campaign.pk)

    def test_is_a_choice_and_no_must(self, campaign: Campaign) -> None:
        twin_in_the_bag(campaign, "184")
        play = factories.open_play(campaign)
        assert (play.scenario, play.card) == ("campaign", 0)
        assert ids(play, "story_card_later") == ["story_card_later:184"]

    def test_opened_by_two_at_once_is_opened_by_the_first(self, campaign: Campaign) -> None:
        twin_in_the_bag(campaign, "184")
        late = by(campaign, "crew")
        factories.open_play(campaign, "184")
        access = factories.access_of(campaign, "crew")
        with pytest.raises(Clash) as met:
            plays.open_tonight(access=access, tap=late, seats=[SeatTonight(None, "Bela", "")], key="184")
        assert (met.value.code, met.value.who.name) == ("open", "Ines")


class TestOpponents:
    COMPETITIVE = ("campaign", "78", "79")

    @pytest.mark.parametrize("key", COMPETITIVE)
    @pytest.mark.parametrize("against", [f"jean:{level}" for level in "12345"])
    def test_jean_plays_against_one_person_alone(self, campaign: Campaign, key: str, against: str) -> None:
        play = open_for(campaign, 1, key, against=against)
        assert (f"{play.opponent}:{play.level}", "jacques" in play.modules) == (against, False)
        assert "jean_deck" in ids(play)

    @pytest.mark.parametrize("key", [*COMPETITIVE, *STANDALONE])
    @pytest.mark.parametrize("level", ["simple", "medium", "hard", "very_hard"])
    def test_jacques_does_in_every_game(self, campaign: Campaign, key: str, level: str) -> None:
        play = open_for(campaign, 1, key, against=f"jacques:{level}")
        assert (play.opponent, play.level, "jacques" in play.modules) == ("jacques", level, True)
        assert "jacques_deck" in ids(play)

    @pytest.mark.parametrize("key", ["74", "193"])
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_jacques_plays_against_all_in_a_cooperative_one(self, campaign: Campaign, key: str, players: int) -> None:
        play = open_for(campaign, players, key, against="jacques:hard")
        assert (play.opponent, play.level) == ("jacques", "hard")

    @pytest.mark.parametrize(
        ("key", "players"), [("campaign", 1), ("78", 1), ("79", 1), *((k, n) for k in ("74", "193") for n in (1, 2, 4))]
    )
    def test_have_to_be_named(self, campaign: Campaign, key: str, players: int) -> None:
        self.refused(campaign, key, players, "", "opponent_missing")

    @pytest.mark.parametrize(
        ("key", "players", "against"),
        [
            ("74", 1, "jean:3"),
            ("193", 3, "jean:3"),
            ("campaign", 1, "jean:6"),
            ("campaign", 1, "jean:simple"),
            ("campaign", 1, "jean:"),
            ("74", 2, "jacques:3"),
            ("78", 1, "jacques"),
            ("79", 1, "columbus:1"),
        ],
    )
    def test_have_to_fit(self, campaign: Campaign, key: str, players: int, against: str) -> None:
        self.refused(campaign, key, players, against, "opponent_does_not_fit")

    @pytest.mark.parametrize("key", COMPETITIVE)
    @pytest.mark.parametrize("against", ["jean:3", "jacques:medium"])
    def test_stay_away_where_people_play_against_each_other(self, campaign: Campaign, key: str, against: str) -> None:
        play = open_for(campaign, 2, key, against=against)
        assert (play.opponent, play.level, "jacques" in play.modules) == ("", "", False)

    @staticmethod
    def refused(campaign: Campaign, key: str, players: int, against: str, code: str) -> None:
        before = dump()
        with pytest.raises(Refusal) as met:
            open_for(campaign, players, key, against=against)
        assert (met.value.code, met.value.field) == (code, "opponent")
        assert dump() == before


class TestOptionalModules:
    """Uprising and Resistance Tiles may join the campaign from its second game on, with L40 (U059, U061)."""

    def test_join_both_from_the_second_game_on(self, between: Campaign) -> None:
        play = open_for(between, 2, optional=True)
        assert play.modules == ["home_ports", "resistance_tiles", "uprising"]
        assert "combat_tile_of_uprising" in ids(play)

    def test_stay_in_the_box_unless_they_are_asked_for(self, between: Campaign) -> None:
        play = open_for(between, 2)
        assert play.modules == ["home_ports"]
        assert "combat_tile_of_uprising" not in ids(play)

    @pytest.mark.parametrize("aside", [False, True])
    def test_do_not_join_the_first_game_even_if_asked_for(self, campaign: Campaign, aside: bool) -> None:
        if aside:
            play_a_game(campaign, key="78")
        play = open_for(campaign, 2, optional=True)
        assert play.modules == ["home_ports"]

    def test_join_no_game_that_has_its_own(self, campaign: Campaign) -> None:
        twin_in_the_bag(campaign, "184")
        play = open_for(campaign, 2, "184", optional=True)
        assert play.modules == ["home_ports", "liberation", "resistance_tiles"]

    def test_are_asked_for_anew_each_game(self, between: Campaign) -> None:
        factories.close(between, open_for(between, 2, optional=True))
        assert open_for(between, 2).modules == ["home_ports"]

    def test_join_beside_an_opponent(self, between: Campaign) -> None:
        play = open_for(between, 1, optional=True, against="jacques:simple")
        assert play.modules == ["home_ports", "jacques", "resistance_tiles", "uprising"]


class TestGivingUp:
    def given_up(self, campaign: Campaign) -> Play:
        """The first game: L31 came after round 1, then the group went home."""
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1, L31_AT_5, comes("163"), read=["150"])
        plays.give_up(tap=by(campaign), play=play)
        play.refresh_from_db()
        return play

    def test_lets_readings_stand_and_packs_everything_away(self, campaign: Campaign) -> None:
        play = self.given_up(campaign)
        assert (play.status, play.readings) == ("given_up", [1])
        assert places(campaign.pk) == BAGGED
        assert not PlayResult.objects.filter(play=play).exists()
        assert_sound(campaign.pk)

    def test_taken_back_lays_everything_out_again_and_the_game_goes_on(self, campaign: Campaign) -> None:
        play = self.given_up(campaign)
        entry = entries_of(campaign.pk)[-1]
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        play.refresh_from_db()
        assert play.status == "open"
        assert places(campaign.pk) == LAID_OUT | {"card:150": "gone", "card:163": "table", "tile:L31": "board@5"}
        log.do_again(tap=by(campaign), sequence=entry.sequence)
        assert places(campaign.pk) == BAGGED
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        factories.close(campaign, play)
        assert places(campaign.pk) == BAGGED
        assert_sound(campaign.pk)

    def test_makes_the_next_game_one_from_the_bag_with_a_number_of_its_own(self, campaign: Campaign) -> None:
        self.given_up(campaign)
        again = factories.open_play(campaign)
        assert (again.number, again.game, again.card) == (2, 2, 0)
        assert ids(again, "story_card_later", "story_card_first", "tile_from_bag", "tile_from_box") == [
            "story_card_later:163",
            "tile_from_bag:L1",
            "tile_from_bag:L4",
            "tile_from_bag:L30",
            "tile_from_bag:L31",
        ]

    def test_sent_twice_happens_once(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        tap = by(campaign)
        first = plays.give_up(tap=tap, play=play)
        assert plays.give_up(tap=tap, play=play) == first
        assert first.kind == "give_up"

    def test_of_a_game_that_somebody_closed_meanwhile_clashes(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        late = by(campaign, "crew")
        factories.close(campaign, play)
        before = dump()
        with pytest.raises(Clash) as met:
            plays.give_up(tap=late, play=play)
        assert (met.value.code, met.value.who.name) == ("close", "Ines")
        assert dump() == before

    def test_of_a_game_that_is_over_is_refused(self, campaign: Campaign) -> None:
        play = play_a_game(campaign)
        with pytest.raises(Refusal) as met:
            plays.give_up(tap=by(campaign), play=play)
        assert met.value.code == "play_not_open"

    def test_ends_rounds_and_ticks(self, campaign: Campaign) -> None:
        play = self.given_up(campaign)
        stream = factories.tap_of(factories.access_of(campaign), play.number)
        with pytest.raises(Refusal) as met:
            plays.end_round(tap=stream, play=play.number, ended=2)
        assert met.value.code == "play_not_open"
        with pytest.raises(Refusal) as met:
            plays.tick(tap=by(campaign), play=play, line_id="base_board", done=True)
        assert met.value.code == "play_not_open"

    def test_keeps_a_draft_for_the_undo(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 1)
        access = factories.access_of(campaign)
        draft = story.open_draft(access=access, play=play, after=1)
        entry = plays.give_up(tap=by(campaign), play=play)
        with pytest.raises(Refusal) as met:
            story.commit(access=access, tap=by(campaign), draft=draft.pk, draft_seen=draft.revision)
        assert met.value.code == "play_not_open"
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        story.commit(access=access, tap=by(campaign), draft=draft.pk, draft_seen=draft.revision)
        assert_sound(campaign.pk)

    def test_is_told_as_that(self, campaign: Campaign) -> None:
        self.given_up(campaign)
        assert wording.title(entries_of(campaign.pk)[-1]) == "Game 1 given up"


class TestDuringARound:
    def happens(self, campaign: Campaign, play: Play, *effects: Wanted) -> Entry:
        return factories.reading(campaign, play, 0, *effects)

    def test_a_tile_is_placed_replaced_and_removed_with_no_round_over(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 0)
        self.happens(campaign, play, L31_AT_5)
        assert places(campaign.pk) == LAID_OUT | {"tile:L31": "board@5"}
        self.happens(campaign, play, L31_AWAY, Wanted(Effect.TILE_ON_BOARD, "L32", "5"))
        assert places(campaign.pk) == LAID_OUT | {"tile:L31": "gone", "tile:L32": "board@5"}
        self.happens(campaign, play, Wanted(Effect.TILE_AWAY, "L32"))
        assert places(campaign.pk) == LAID_OUT | {"tile:L31": "gone", "tile:L32": "gone"}
        play.refresh_from_db()
        assert play.readings == []
        assert_sound(campaign.pk)

    def test_the_next_draft_begins_empty(self, campaign: Campaign) -> None:
        """What stands in the log already is not told again."""
        play = factories.open_play(campaign)
        self.happens(campaign, play, L31_AT_5)
        again = story.open_draft(access=factories.access_of(campaign), play=play, after=0)
        assert story.wanted_effects(again) == []

    def test_the_reading_after_the_round_is_still_to_come(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 0)
        self.happens(campaign, play, L31_AT_5)
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1, read=["150"])
        play.refresh_from_db()
        assert play.readings == [1]

    def test_a_round_is_taken_back_all_the_same(self, campaign: Campaign) -> None:
        """It follows no round, so no round stands under it."""
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 1)
        self.happens(campaign, play, L31_AT_5)
        for sequence in (2, 1):
            stream = factories.tap_of(factories.access_of(campaign), play.number)
            plays.take_back(tap=stream, play=play.number, sequence=sequence)
        assert places(campaign.pk)["tile:L31"] == "board@5"

    def test_it_is_told_as_that_and_taken_back_as_one(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        entry = self.happens(campaign, play, L31_AT_5, comes("152"))
        assert wording.title(entry) == "During game 1"
        undone = log.take_back(tap=by(campaign), sequence=entry.sequence)
        assert wording.title(undone) == "Taken back: During game 1"
        assert places(campaign.pk) == LAID_OUT
        assert wording.title(log.do_again(tap=by(campaign), sequence=entry.sequence)) == "Done again: During game 1"
        assert_sound(campaign.pk)

    def test_two_that_happen_at_once_are_both_told(self, campaign: Campaign) -> None:
        """Whoever saw the table before the first of them has other pieces in hand."""
        play = factories.open_play(campaign)
        late = by(campaign, "crew")
        self.happens(campaign, play, L31_AT_5)
        access = factories.access_of(campaign, "crew")
        draft = story.open_draft(access=access, play=play, after=0)
        tap = Tap(access.campaign, access.member, factories.op(), draft.revision)
        draft = story.add_effect(access=access, tap=tap, draft=draft.pk, wanted=comes("152"))
        story.commit(access=access, tap=late, draft=draft.pk, draft_seen=draft.revision)
        assert places(campaign.pk) == LAID_OUT | {"tile:L31": "board@5", "card:152": "table"}


CARDS = ["152", "163", "107", "120", "184", "190"]
TILES = ["L1", "L4", "L30", "L2", "L5", "L31", "L32", "L33", "L36"]
MIDDLE = (
    {Piece("card", card): Place.BAG for card in CARDS}
    | {Piece("tile", tile): Place.BAG for tile in TILES}
    | {Piece("card", "150"): Place.GONE}
)
"""Six story cards and nine tiles in the bag; card 150 was read."""


class TestInTheMiddle:
    def go_on(self, campaign: Campaign, lies: dict[Piece, Place] | None = None) -> Entry:
        access = factories.access_of(campaign)
        return archive.go_on_here(access=access, tap=by(campaign), lies=MIDDLE if lies is None else lies)

    @staticmethod
    def logged() -> Campaign:
        """The same campaign, logged from its start: what the cards brought over three rounds of the first game."""
        campaign = factories.begin("Leeward")
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 2)
        tiles = [Wanted(Effect.TILE_ON_BOARD, tile) for tile in TILES[3:]]
        factories.reading(campaign, play, 1, *tiles, read=["150"])
        factories.reading(campaign, play, 2, *map(comes, CARDS))
        factories.close(campaign, play)
        return campaign

    def test_equals_a_campaign_that_was_logged_from_its_start(self, campaign: Campaign) -> None:
        self.go_on(campaign)
        other = self.logged()
        assert legacy_besides_plays(campaign) == legacy_besides_plays(other)
        assert keys(campaign) == keys(other)
        for key in ("campaign", "184", *STANDALONE):
            opened, alike = factories.open_play(campaign, key), factories.open_play(other, key)
            assert said(opened) == said(alike), key
            assert places(campaign.pk) == places(other.pk), key
            plays.give_up(tap=by(campaign), play=opened)
            plays.give_up(tap=by(other), play=alike)
        assert_sound(campaign.pk)

    def test_the_next_game_takes_everything_out_of_the_bag(self, campaign: Campaign) -> None:
        self.go_on(campaign)
        play = factories.open_play(campaign)
        assert (play.number, play.card) == (1, 0)
        assert ids(play, "story_card_first", "tile_from_box") == []
        assert sorted(ids(play, "story_card_later")) == sorted(f"story_card_later:{card}" for card in CARDS)
        assert sorted(ids(play, "tile_from_bag")) == sorted(f"tile_from_bag:{tile}" for tile in TILES)

    def test_its_next_game_may_have_the_optional_modules(self, campaign: Campaign) -> None:
        self.go_on(campaign)
        assert open_for(campaign, 2, optional=True).modules == ["home_ports", "resistance_tiles", "uprising"]

    @pytest.mark.parametrize(
        ("lies", "code"),
        [
            ({}, "no_card_in_the_bag"),
            ({Piece("tile", "L1"): Place.BAG}, "no_card_in_the_bag"),
            ({Piece("card", "152"): Place.BAG, Piece("card", "78"): Place.GONE}, "scenario_card"),
            ({Piece("card", "152"): Place.BAG, Piece("tile", "L40"): Place.BAG}, "module_tile"),
        ],
    )
    def test_refused_leaves_no_trace(self, campaign: Campaign, lies: dict[Piece, Place], code: str) -> None:
        before = dump()
        with pytest.raises(Refusal) as met:
            self.go_on(campaign, lies)
        assert met.value.code == code
        assert dump() == before

    @pytest.mark.parametrize("closed", [False, True])
    def test_is_not_after_the_first_game_was_opened(self, campaign: Campaign, closed: bool) -> None:
        play = factories.open_play(campaign)
        if closed:
            factories.close(campaign, play)
        with pytest.raises(Refusal) as met:
            self.go_on(campaign)
        assert met.value.code == "campaign_has_begun"

    def test_is_not_said_twice(self, campaign: Campaign) -> None:
        self.go_on(campaign)
        with pytest.raises(Refusal) as met:
            self.go_on(campaign)
        assert met.value.code == "campaign_has_begun"

    def test_is_possible_after_an_opening_was_taken_back_and_beside_an_evening(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        log.take_back(tap=by(campaign), sequence=play.legacy_sequence + 1)
        factories.open_play(campaign, "78")
        self.go_on(campaign)
        assert places(campaign.pk)["card:152"] == "bag"

    def test_taken_back_gives_the_first_game_back(self, campaign: Campaign) -> None:
        entry = self.go_on(campaign)
        assert wording.title(entry) == "The campaign goes on here"
        log.take_back(tap=by(campaign), sequence=entry.sequence)
        assert places(campaign.pk) == {}
        factories.open_play(campaign)
        assert places(campaign.pk) == LAID_OUT
        assert_sound(campaign.pk)

    def test_said_by_two_at_once_is_said_by_the_first(self, campaign: Campaign) -> None:
        late = by(campaign, "crew")
        self.go_on(campaign)
        before = dump()
        with pytest.raises(Clash) as met:
            archive.go_on_here(access=factories.access_of(campaign, "crew"), tap=late, lies=MIDDLE)
        assert (met.value.code, met.value.who.name) == ("middle", "Ines")
        assert dump() == before


def rows(lines: tuple[Line, ...]) -> set[str]:
    return {f"{line.id} {line.amount}".strip() for line in lines}


class TestTheDifference:
    def test_of_the_first_game_is_the_whole_list(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        found = lists.difference(play)
        assert (found.game, found.same, found.gone) == (None, 0, ())
        assert found.added == tuple(lists.lines(play))

    def test_names_what_came_and_what_went(self, between: Campaign) -> None:
        """From the first game to the second, by hand: cards and tiles now come out of the bag, nothing else differs."""
        play = factories.open_play(between)
        found = lists.difference(play)
        assert found.game == 1
        assert {row for row in rows(found.added) if row.split(":")[0] in ("tile_from_bag", "story_card_later")} == {
            "story_card_later:163 card=163",
            "tile_from_bag:L1 space=17,tile=L1",
            "tile_from_bag:L4 space=9a,tile=L4",
            "tile_from_bag:L30 space=21a,tile=L30",
            "tile_from_bag:L31 space=5,tile=L31",
        }
        assert {row for row in rows(found.gone) if row.split(":")[0] in ("tile_from_box", "story_card_first")} == {
            "story_card_first:150 card=150",
            "tile_from_box:L1 space=17,tile=L1",
            "tile_from_box:L4 space=9a,tile=L4",
            "tile_from_box:L30 space=21a,tile=L30",
        }

    def test_together_with_the_last_list_is_this_one(self, between: Campaign) -> None:
        last = Play.objects.get(campaign=between)
        for key in ("78", "193", "campaign"):
            play = factories.open_play(between, key)
            found = lists.difference(play)
            old, new = (rows(tuple(lists.lines(row))) for row in (last, play))
            assert (old - rows(found.gone)) | rows(found.added) == new
            assert found.same + len(found.added) == len(new)
            assert found.same + len(found.gone) == len(old)
            factories.close(between, play)
            last = play

    def test_of_a_changed_amount_is_a_line_to_do_again(self, between: Campaign) -> None:
        factories.close(between, open_for(between, 2))
        found = lists.difference(open_for(between, 3))
        assert "ship_boards count=3" in rows(found.added)
        assert "ship_boards count=2" in rows(found.gone)

    def test_does_not_count_an_opening_that_was_taken_back(self, between: Campaign) -> None:
        play = factories.open_play(between, "193")
        log.take_back(tap=by(between), sequence=play.legacy_sequence + 1)
        assert lists.difference(factories.open_play(between)).game == 1

    def test_counts_a_game_that_was_given_up(self, between: Campaign) -> None:
        play = factories.open_play(between)
        plays.give_up(tap=by(between), play=play)
        found = lists.difference(factories.open_play(between))
        assert (found.game, found.added, found.gone) == (2, (), ())


def test_seats_of_the_campaign_and_guests_sit_at_every_table(between: Campaign) -> None:
    """Who plays is not a matter of the scenario."""
    ines = Seat.objects.get(campaign=between, name="Ines")
    access = factories.access_of(between)
    party = [SeatTonight(None, "Bela", "red"), SeatTonight(ines.pk, "", "blue")]
    play = plays.open_tonight(access=access, tap=by(between), seats=party, key="78")
    assert [place["guest"] or place["seat"] for place in play.party] == ["Bela", ines.pk]


class TestTwoBags:
    def test_name_each_other_where_both_hold_a_tile(self, packs: None) -> None:
        """L1, L4 and L30 exist once; two campaigns of one box can both have them."""
        ours = factories.begin("Windward")
        theirs = factories.begin("Sunday rum")
        theirs.copy = ours.copy
        theirs.save(update_fields=["copy"])
        for campaign in (ours, theirs):
            play = factories.open_play(campaign)
            plays.give_up(tap=by(campaign), play=play)
        access = factories.access_of(ours)
        state = journal.ground(access.campaign, journal.LEGACY).state
        assert evenings.shared_tiles(access, state) == {"L1": "Sunday rum", "L4": "Sunday rum", "L30": "Sunday rum"}

    def test_are_silent_where_the_boxes_differ(self, packs: None) -> None:
        ours, theirs = factories.begin("Windward"), factories.begin("Sunday rum")
        for campaign in (ours, theirs):
            play = factories.open_play(campaign)
            plays.give_up(tap=by(campaign), play=play)
        access = factories.access_of(ours)
        assert evenings.shared_tiles(access, journal.ground(access.campaign, journal.LEGACY).state) == {}
