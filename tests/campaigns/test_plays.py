"""Tonight's game: its opening, its set-up list with ticks, its rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import journal, lists, log, plays
from campaigns.journal import Clash, Tap
from campaigns.models import (
    Campaign,
    CardState,
    Draft,
    Entry,
    Member,
    Play,
    PlayResult,
    PlayState,
    Seat,
    Tick,
    TileState,
)
from campaigns.rules.effects import Effect, Refusal, Wanted
from scenarios.table import SeatTonight
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places

if TYPE_CHECKING:
    from campaigns.plays import TickedLine

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

LAID_OUT = {"card:150": "table", "tile:L1": "board@17", "tile:L4": "board@9a", "tile:L30": "board@21a"}


@pytest.fixture
def campaign() -> Campaign:
    """A campaign with Ines, captain, and Tomas, crew."""
    begun = factories.begin()
    factories.join(begun, Member.Role.CREW, "Tomas")
    return begun


@pytest.fixture
def play(campaign: Campaign) -> Play:
    return factories.open_play(campaign)


def pulse_tap(campaign: Campaign, role: str = "captain", seen: int | None = None, op: str | None = None) -> Tap:
    """A tap on the set-up list; what such a tap has seen is the pulse."""
    access = factories.access_of(campaign, role)
    return Tap(access.campaign, access.member, op or factories.op(), access.pulse if seen is None else seen)


def tick(campaign: Campaign, play: Play, done: bool = True, line: str = "base_board", tap: Tap | None = None) -> bool:
    return plays.tick(tap=tap or pulse_tap(campaign), play=play, line_id=line, done=done)


def row(play: Play, line: str = "base_board") -> TickedLine:
    return next(found for found in lists.ticked_lines(play) if found.line.id == line)


def stream_tap(campaign: Campaign, play: Play, role: str = "captain") -> Tap:
    return factories.tap_of(factories.access_of(campaign, role), play.number)


class TestOpening:
    def test_lays_the_first_pieces_out(self, campaign: Campaign, play: Play) -> None:
        assert places(campaign.pk) == LAID_OUT
        assert (play.number, play.game, play.status, play.scenario) == (1, 1, "open", "campaign")
        assert_sound(campaign.pk)

    def test_keeps_party_lines_and_what_they_were_worked_out_from(self, campaign: Campaign) -> None:
        access = factories.access_of(campaign)
        ines = Seat.objects.get(campaign=campaign, name="Ines")
        party = [SeatTonight(None, "Bela", "red"), SeatTonight(ines.pk, "", "blue")]
        play = plays.open_tonight(access=access, tap=factories.tap_of(access), seats=party)
        assert play.party == [
            {"seat": None, "guest": "Bela", "colour": "red"},
            {"seat": ines.pk, "guest": "", "colour": "blue"},
        ]
        assert (play.legacy_sequence, play.content_version) == (1, factories.content())
        pieces = {line.piece for line in lists.lines(play)} - {None}
        assert pieces == {"150", "L1", "L4", "L30"}

    def test_is_refused_while_a_game_is_under_way(self, campaign: Campaign, play: Play) -> None:
        before = dump()
        with pytest.raises(Refusal) as met:
            factories.open_play(campaign)
        assert met.value.code == "play_is_open"
        assert dump() == before

    def test_sent_twice_opens_one_game(self, campaign: Campaign) -> None:
        access = factories.access_of(campaign)
        tap, seats = factories.tap_of(access), [SeatTonight(None, "Bela", ""), SeatTonight(None, "Cleo", "")]
        first = plays.open_tonight(access=access, tap=tap, seats=seats)
        assert plays.open_tonight(access=access, tap=tap, seats=seats) == first
        assert Play.objects.count() == 1

    def test_taken_back_puts_every_piece_back_into_the_box(self, campaign: Campaign, play: Play) -> None:
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=2)
        assert places(campaign.pk) == {}
        play.refresh_from_db()
        assert play.status == ""
        assert_sound(campaign.pk)

    def test_after_one_taken_back_is_a_new_play_of_the_same_game(self, campaign: Campaign, play: Play) -> None:
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=2)
        again = factories.open_play(campaign)
        assert (again.number, again.game) == (2, 1)
        assert places(campaign.pk) == LAID_OUT
        assert_sound(campaign.pk)

    def test_of_the_second_game_empties_the_bag(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        wanted = [Wanted(Effect.TILE_BESIDE, "L31"), Wanted(Effect.CARD_INTO_PLAY, "163")]
        factories.reading(campaign, play, 4, *wanted, read=["150"])
        second = factories.open_play(campaign)
        assert (second.number, second.game) == (2, 2)
        assert places(campaign.pk) == {
            "card:150": "gone",
            "card:163": "table",
            "tile:L1": "board@17",
            "tile:L4": "board@9a",
            "tile:L30": "board@21a",
            "tile:L31": "table",
        }
        assert {line.piece for line in lists.lines(second)} - {None} == {"163", "L1", "L4", "L30", "L31"}
        assert "space" not in next(line.values for line in lists.lines(second) if line.piece == "L31")
        assert_sound(campaign.pk)


class TestTicks:
    def test_say_who_did_it(self, campaign: Campaign, play: Play) -> None:
        assert row(play).done is False
        assert tick(campaign, play, tap=pulse_tap(campaign, "crew"))
        assert (row(play).done, row(play).by) == (True, "Tomas")
        assert [other.done for other in lists.ticked_lines(play)].count(True) == 1

    def test_are_set_and_not_toggled(self, campaign: Campaign, play: Play) -> None:
        assert tick(campaign, play)
        before = dump()
        assert not tick(campaign, play, tap=pulse_tap(campaign, "crew"))
        assert row(play).done
        assert dump() == before

    def test_can_be_taken_off(self, campaign: Campaign, play: Play) -> None:
        tick(campaign, play)
        assert tick(campaign, play, done=False)
        assert not row(play).done

    def test_raise_the_pulse(self, campaign: Campaign, play: Play) -> None:
        before = factories.access_of(campaign).pulse
        tick(campaign, play)
        assert factories.access_of(campaign).pulse == before + 1
        assert Tick.objects.get().pulse == before + 1

    def test_from_an_older_page_do_not_beat_newer_ones(self, campaign: Campaign, play: Play) -> None:
        old = pulse_tap(campaign)
        tick(campaign, play, done=True)
        tick(campaign, play, done=False, tap=pulse_tap(campaign, "crew"))
        before = dump()
        assert not tick(campaign, play, done=True, tap=old)
        assert dump() == before

    def test_sent_again_late_do_not_come_back(self, campaign: Campaign, play: Play) -> None:
        lost = pulse_tap(campaign)
        tick(campaign, play, done=True, tap=lost)
        tick(campaign, play, done=False)
        assert not tick(campaign, play, done=True, tap=lost)
        assert not row(play).done

    def test_on_other_lines_make_no_page_old(self, campaign: Campaign, play: Play) -> None:
        old = pulse_tap(campaign)
        tick(campaign, play, line="tile_from_box:L1")
        assert tick(campaign, play, line="tile_from_box:L4", tap=old)

    def test_of_a_line_that_is_not_there_are_refused(self, campaign: Campaign, play: Play) -> None:
        with pytest.raises(Refusal) as met:
            tick(campaign, play, line="tile_from_box:L31")
        assert met.value.code == "no_such_line"

    def test_of_a_game_that_is_over_are_refused(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        factories.reading(campaign, play, 4)
        play.refresh_from_db()
        with pytest.raises(Refusal) as met:
            tick(campaign, play)
        assert met.value.code == "play_not_open"

    def test_count_for_their_amount(self, campaign: Campaign, play: Play) -> None:
        """A line whose amount changed is a line to do again."""
        tick(campaign, play, line="ship_boards")
        Tick.objects.update(amount="count=9")
        assert [found.done for found in lists.ticked_lines(play)].count(True) == 0


class TestRounds:
    def test_go_on_one_by_one(self, campaign: Campaign, play: Play) -> None:
        for ended in range(5):
            entry = plays.end_round(tap=stream_tap(campaign, play), play=1, ended=ended)
            assert (entry.stream, entry.sequence, entry.kind) == (1, ended + 1, "round")
        assert journal.ground(campaign.pk, 1).state.round() == 5
        assert_sound(campaign.pk)

    def test_do_not_touch_the_legacy(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 2)
        assert [entry.kind for entry in entries_of(campaign.pk)] == ["begin", "open"]
        assert places(campaign.pk) == LAID_OUT

    def test_end_once_for_two_people_and_the_second_hears_who_did(self, campaign: Campaign, play: Play) -> None:
        late = stream_tap(campaign, play)
        first = plays.end_round(tap=stream_tap(campaign, play, "crew"), play=1, ended=0)
        before = dump()
        with pytest.raises(Clash) as met:
            plays.end_round(tap=late, play=1, ended=0)
        clash = met.value
        assert (clash.code, clash.who.name, clash.entry, clash.subjects) == ("round", "Tomas", first, ("round",))
        assert dump() == before

    def test_end_once_for_two_taps_of_one_person(self, campaign: Campaign, play: Play) -> None:
        tap = stream_tap(campaign, play)
        first = plays.end_round(tap=tap, play=1, ended=0)
        assert plays.end_round(tap=tap, play=1, ended=0) == first
        assert journal.ground(campaign.pk, 1).state.round() == 1

    def test_that_are_over_are_refused_to_who_saw_that(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 1)
        before = dump()
        with pytest.raises(Refusal) as met:
            plays.end_round(tap=stream_tap(campaign, play), play=1, ended=1)
        assert met.value.code == "round_is_over"
        assert dump() == before

    def test_of_a_closed_game_are_refused(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        factories.reading(campaign, play, 4)
        before = dump()
        with pytest.raises(Refusal) as met:
            plays.end_round(tap=stream_tap(campaign, play), play=1, ended=5)
        assert met.value.code == "play_not_open"
        assert dump() == before

    def test_can_be_taken_back_and_done_again(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 1)
        undone = plays.take_back(tap=stream_tap(campaign, play), play=1, sequence=2)
        assert (undone.kind, undone.of) == ("undo", 2)
        assert journal.ground(campaign.pk, 1).state.round() == 1
        plays.do_again(tap=stream_tap(campaign, play), play=1, sequence=2)
        assert journal.ground(campaign.pk, 1).state.round() == 2
        assert_sound(campaign.pk)

    def test_go_back_to_the_set_up(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 0)
        plays.take_back(tap=stream_tap(campaign, play), play=1, sequence=1)
        assert journal.ground(campaign.pk, 1).state.round() == 0
        assert_sound(campaign.pk)

    def test_are_not_reopened_while_their_reading_stands(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 1)
        factories.reading(campaign, play, 1)
        before = dump()
        with pytest.raises(Refusal) as met:
            plays.take_back(tap=stream_tap(campaign, play), play=1, sequence=2)
        assert (met.value.code, met.value.values) == ("reading_stands", {"round": 1})
        assert dump() == before

    def test_are_reopened_once_their_reading_is_undone(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 1)
        entry = factories.reading(campaign, play, 1)
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=entry.sequence)
        plays.take_back(tap=stream_tap(campaign, play), play=1, sequence=2)
        assert journal.ground(campaign.pk, 1).state.round() == 1

    @pytest.mark.parametrize("turn", [plays.take_back, plays.do_again])
    def test_of_a_closed_game_stay_as_they_are(self, campaign: Campaign, play: Play, turn: object) -> None:
        factories.end_rounds(campaign, play, 4)
        if turn is plays.do_again:
            plays.take_back(tap=stream_tap(campaign, play), play=1, sequence=5)
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=2)
        with pytest.raises(Refusal) as met:
            turn(tap=stream_tap(campaign, play), play=1, sequence=5)  # type: ignore[operator]
        assert met.value.code == "play_not_open"


class TestAnEvening:
    """Two games, with a table of the pieces after each step, written by hand."""

    def test_leaves_every_piece_where_the_cards_said(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        assert places(campaign.pk) == LAID_OUT

        factories.end_rounds(campaign, play, 1)
        effects = [Wanted(Effect.TILE_ON_BOARD, "L31"), Wanted(Effect.CARD_INTO_PLAY, "152")]
        factories.reading(campaign, play, 1, *effects, read=["150"])
        after_round_1 = LAID_OUT | {"card:150": "gone", "card:152": "table", "tile:L31": "board"}
        assert places(campaign.pk) == after_round_1

        factories.end_rounds(campaign, play, 2)
        factories.reading(campaign, play, 2)
        assert places(campaign.pk) == after_round_1

        factories.end_rounds(campaign, play, 3)
        factories.reading(campaign, play, 3, Wanted(Effect.TILE_AWAY, "L4"))
        assert places(campaign.pk) == after_round_1 | {"tile:L4": "gone"}

        factories.end_rounds(campaign, play, 4)
        factories.reading(campaign, play, 4)
        assert places(campaign.pk) == {
            "card:150": "gone",
            "card:152": "bag",
            "tile:L1": "bag@17",
            "tile:L4": "gone",
            "tile:L30": "bag@21a",
            "tile:L31": "bag",
        }

        factories.open_play(campaign)
        assert places(campaign.pk) == {
            "card:150": "gone",
            "card:152": "table",
            "tile:L1": "board@17",
            "tile:L4": "gone",
            "tile:L30": "board@21a",
            "tile:L31": "board",
        }
        assert Entry.objects.filter(campaign=campaign).count() == 1 + 2 + 4 + 5
        assert_sound(campaign.pk)


def test_rows_of_a_game_say_what_they_are(campaign: Campaign, play: Play) -> None:
    """People read these names in error messages and shells."""
    factories.end_rounds(campaign, play, 4)
    tick(campaign, play)
    factories.reading(campaign, play, 4, Wanted(Effect.CARD_INTO_PLAY, "152"), read=["150"])
    PlayResult.objects.create(play=play, index=0, points=131)
    assert str(Draft.objects.get()) == "draft after round 4"
    assert str(Tick.objects.get()) == "base_board"
    assert [str(row) for row in TileState.objects.order_by("pk")] == ["L1 bag@17", "L4 bag@9a", "L30 bag@21a"]
    assert [str(row) for row in CardState.objects.order_by("number")] == ["150 gone", "152 bag"]
    assert [str(PlayResult.objects.get()), str(PlayState.objects.get())] == ["0: 131", "course"]
