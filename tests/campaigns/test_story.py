"""Readings and closings: a draft that everybody at the table sees, written into the log as one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaigns import journal, log, plays, story
from campaigns.journal import Clash, Tap
from campaigns.models import Campaign, Draft, Entry, Member, PlayResult
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.state import Piece
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places, projected

if TYPE_CHECKING:
    from campaigns.models import Play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

L31 = Wanted(Effect.TILE_ON_BOARD, "L31", "5")
CARD_152 = Wanted(Effect.CARD_INTO_PLAY, "152")
LAID_OUT = {"card:150": "table", "tile:L1": "board@17", "tile:L4": "board@9a", "tile:L30": "board@21a"}


@pytest.fixture
def campaign() -> Campaign:
    """A campaign with Ines, captain, and Tomas, crew."""
    begun = factories.begin()
    factories.join(begun, Member.Role.CREW, "Tomas")
    return begun


@pytest.fixture
def play(campaign: Campaign) -> Play:
    """The first game; round 1 is over."""
    opened = factories.open_play(campaign)
    factories.end_rounds(campaign, opened, 1)
    return opened


@pytest.fixture
def draft(campaign: Campaign, play: Play) -> Draft:
    """The reading after round 1, just opened by Ines."""
    return story.open_draft(access=factories.access_of(campaign), play=play, after=1)


def by(draft: Draft, role: str = "captain", seen: int | None = None) -> Tap:
    """A tap on a draft by somebody who sees it as it is, unless `seen` says otherwise."""
    member = Member.objects.get(campaign=draft.play.campaign, role=role)
    now = Draft.objects.get(pk=draft.pk).revision if seen is None else seen
    return Tap(draft.play.campaign_id, member.pk, factories.op(), now)


def put(draft: Draft, fields: dict[str, Any], tap: Tap | None = None) -> dict[str, Any]:
    """Sets fields; answers with the data."""
    return story.set_fields(tap=tap or by(draft), draft=draft.pk, fields=fields).data


def effect(draft: Draft, wanted: Wanted, tap: Tap | None = None) -> Draft:
    access = factories.access_of(draft.play.campaign)
    return story.add_effect(access=access, tap=tap or by(draft), draft=draft.pk, wanted=wanted)


def commit(draft: Draft, role: str = "captain", seen: int | None = None, tap: Tap | None = None) -> Entry:
    access = factories.access_of(draft.play.campaign, role)
    now = Draft.objects.get(pk=draft.pk).revision if seen is None else seen
    return story.commit(access=access, tap=tap or factories.tap_of(access), draft=draft.pk, draft_seen=now)


def change_after_a_look(draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tomas changes the draft once, right after somebody has looked at it to decide."""
    look, quicker = story._open_or_clash, [{"choice:150": "stay"}]

    def slow(pk: int) -> Draft:
        row = look(pk)
        if quicker:
            put(draft, quicker.pop(), by(draft, "crew"))
        return row

    monkeypatch.setattr(story, "_open_or_clash", slow)


class TestOpeningADraft:
    def test_is_seen_by_everybody(self, campaign: Campaign, draft: Draft) -> None:
        pulse = Campaign.objects.get(pk=campaign.pk).pulse
        assert (draft.after, draft.status, draft.revision, draft.opened_by.name) == (1, "open", 0, "Ines")
        assert pulse == 1 + 1 + 2 + 1  # begin, open, set-up and round 1, this draft

    def test_twice_is_the_same_draft(self, campaign: Campaign, play: Play, draft: Draft) -> None:
        crew = factories.access_of(campaign, "crew")
        before = dump()
        assert story.open_draft(access=crew, play=play, after=1) == draft
        assert dump() == before

    def test_waits_for_the_end_of_the_round(self, campaign: Campaign, play: Play) -> None:
        before = dump()
        with pytest.raises(Refusal) as met:
            story.open_draft(access=factories.access_of(campaign), play=play, after=2)
        assert met.value.code == "round_not_over"
        assert dump() == before

    def test_is_refused_when_the_reading_is_written(self, campaign: Campaign, play: Play) -> None:
        factories.reading(campaign, play, 1)
        with pytest.raises(Refusal) as met:
            story.open_draft(access=factories.access_of(campaign), play=play, after=1)
        assert met.value.code == "reading_already_written"

    def test_is_refused_when_the_game_is_closed(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        factories.reading(campaign, play, 4)
        with pytest.raises(Refusal) as met:
            story.open_draft(access=factories.access_of(campaign), play=play, after=2)
        assert met.value.code == "play_not_open"


class TestFields:
    def test_are_kept(self, draft: Draft) -> None:
        data = put(draft, {"read:150": True, "choice:150": "sail on", "points:0": 131})
        assert (data["read"], data["choices"], data["points"]) == ({"150": True}, {"150": "sail on"}, {"0": 131})

    def test_of_nothing_are_taken_away(self, draft: Draft) -> None:
        put(draft, {"read:150": True, "choice:150": "sail on", "points:0": 131})
        data = put(draft, {"read:150": False, "choice:150": "", "points:0": None})
        assert (data["read"], data["choices"], data["points"]) == ({}, {}, {})

    def test_hold_no_points_at_all_as_zero(self, draft: Draft) -> None:
        """Who ends with 0 points has a result; who typed nothing has none."""
        assert put(draft, {"points:0": 0, "points:1": None})["points"] == {"0": 0}

    def test_raise_revision_and_pulse(self, campaign: Campaign, draft: Draft) -> None:
        pulse = Campaign.objects.get(pk=campaign.pk).pulse
        put(draft, {"read:150": True})
        assert Draft.objects.get(pk=draft.pk).revision == 1
        assert Campaign.objects.get(pk=campaign.pk).pulse == pulse + 1

    def test_change_nothing_in_the_legacy(self, campaign: Campaign, draft: Draft) -> None:
        put(draft, {"read:150": True})
        effect(draft, L31)
        assert places(campaign.pk) == LAID_OUT

    def test_of_two_people_stand_side_by_side(self, draft: Draft) -> None:
        put(draft, {"read:150": True}, by(draft, "captain", seen=0))
        data = put(draft, {"choice:150": "stay"}, by(draft, "crew", seen=0))
        assert (data["read"], data["choices"]) == ({"150": True}, {"150": "stay"})

    def test_set_by_somebody_else_meanwhile_clash(self, draft: Draft) -> None:
        put(draft, {"choice:150": "stay"}, by(draft, "crew", seen=0))
        before = dump()
        with pytest.raises(Clash) as met:
            put(draft, {"choice:150": "go"}, by(draft, "captain", seen=0))
        clash = met.value
        assert (clash.code, clash.who.name, clash.subjects, clash.entry) == (
            "draft_field",
            "Tomas",
            ("choice:150",),
            None,
        )
        assert dump() == before

    def test_set_by_somebody_else_can_be_overridden_by_having_seen_it(self, draft: Draft) -> None:
        put(draft, {"choice:150": "stay"}, by(draft, "crew", seen=0))
        with pytest.raises(Clash) as met:
            put(draft, {"choice:150": "go"}, by(draft, "captain", seen=0))
        assert put(draft, {"choice:150": "go"}, by(draft, "captain", seen=met.value.seen))["choices"] == {"150": "go"}

    def test_set_by_oneself_on_another_device_clash_too(self, draft: Draft) -> None:
        put(draft, {"choice:150": "stay"}, by(draft, seen=0))
        with pytest.raises(Clash):
            put(draft, {"choice:150": "go"}, by(draft, seen=0))

    def test_set_to_what_they_are_do_not_clash(self, draft: Draft) -> None:
        put(draft, {"choice:150": "stay"}, by(draft, seen=0))
        assert put(draft, {"choice:150": "stay", "read:150": True}, by(draft, "crew", seen=0))["read"] == {"150": True}

    def test_are_set_once_for_an_op(self, draft: Draft) -> None:
        tap = by(draft)
        put(draft, {"choice:150": "stay"}, tap)
        before = dump()
        put(draft, {"choice:150": "stay"}, tap)
        assert dump() == before

    def test_sent_again_do_not_beat_what_came_after(self, draft: Draft) -> None:
        """A tap whose answer was lost is sent again after the next one got through."""
        lost = by(draft)
        put(draft, {"choice:150": "stay"}, lost)
        put(draft, {"choice:150": "go"})
        assert put(draft, {"choice:150": "stay"}, lost)["choices"] == {"150": "go"}

    def test_sent_again_after_somebody_else_set_them_are_no_clash(self, draft: Draft) -> None:
        lost = by(draft)
        put(draft, {"choice:150": "stay"}, lost)
        put(draft, {"choice:150": "go"}, by(draft, "crew"))
        assert put(draft, {"choice:150": "stay"}, lost)["choices"] == {"150": "go"}

    def test_of_a_written_draft_clash_with_who_wrote_it(self, draft: Draft) -> None:
        tap = by(draft)
        commit(draft, "crew")
        with pytest.raises(Clash) as met:
            put(draft, {"choice:150": "stay"}, tap)
        assert (met.value.code, met.value.who.name, met.value.subjects) == ("draft_committed", "Tomas", ())

    def test_survive_somebody_quicker(self, draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
        """Somebody else saves another field between our reading of the draft and our saving."""
        saved, quicker = story._saved, [{"points:0": 90}]

        def slow(tap: Tap, row: Draft, data: dict[str, Any]) -> bool:
            if quicker:
                put(draft, quicker.pop(), by(draft, "crew"))
            return saved(tap, row, data)

        monkeypatch.setattr(story, "_saved", slow)
        data = put(draft, {"choice:150": "stay"})
        assert (data["points"], data["choices"]) == ({"0": 90}, {"150": "stay"})

    def test_that_never_get_through_say_who_was_quicker(self, draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
        put(draft, {"points:0": 90}, by(draft, "crew"))
        monkeypatch.setattr(story, "_saved", lambda *_: False)
        before = dump()
        with pytest.raises(Clash) as met:
            put(draft, {"choice:150": "stay"})
        assert (met.value.code, met.value.who.name) == ("draft_changed", "Tomas")
        assert dump() == before


class TestEffects:
    def test_are_listed_as_typed(self, draft: Draft) -> None:
        effect(draft, CARD_152)
        found = effect(draft, Wanted(Effect.CARD_READ, "103", ours=True))
        assert story.wanted_effects(found) == [CARD_152, Wanted(Effect.CARD_READ, "103", None, ours=True)]

    def test_on_the_same_piece_replace_each_other(self, draft: Draft) -> None:
        effect(draft, L31)
        effect(draft, CARD_152)
        beside = Wanted(Effect.TILE_BESIDE, "L31")
        assert story.wanted_effects(effect(draft, beside)) == [CARD_152, beside]

    @pytest.mark.parametrize(
        ("wanted", "code"),
        [
            (Wanted(Effect.CARD_INTO_PLAY, "78"), "scenario_card"),
            (Wanted(Effect.CARD_INTO_PLAY, "150"), "card_already_in_play"),
            (Wanted(Effect.TILE_ON_BOARD, "L1"), "tile_already_there"),
            (Wanted(Effect.TILE_AWAY, "L31"), "tile_not_there"),
            (Wanted(Effect.TILE_BESIDE, "L39"), "module_tile"),
        ],
    )
    def test_that_the_rules_refuse_leave_no_trace(self, draft: Draft, wanted: Wanted, code: str) -> None:
        effect(draft, CARD_152)
        before = dump()
        with pytest.raises(Refusal) as met:
            effect(draft, wanted)
        assert met.value.code == code
        assert dump() == before

    def test_meet_the_cards_that_this_reading_ends(self, draft: Draft) -> None:
        put(draft, {"read:150": True})
        with pytest.raises(Refusal) as met:
            effect(draft, Wanted(Effect.CARD_INTO_PLAY, "150"))
        assert met.value.code == "card_already_read"

    def test_are_added_once_for_an_op(self, draft: Draft) -> None:
        tap = by(draft)
        effect(draft, L31, tap)
        before = dump()
        effect(draft, L31, tap)
        assert dump() == before

    def test_of_two_people_stand_side_by_side(self, draft: Draft) -> None:
        effect(draft, L31, by(draft, "captain", seen=0))
        found = effect(draft, CARD_152, by(draft, "crew", seen=0))
        assert story.wanted_effects(found) == [L31, CARD_152]

    def test_of_two_people_on_one_piece_clash(self, draft: Draft) -> None:
        effect(draft, L31, by(draft, "crew", seen=0))
        with pytest.raises(Clash) as met:
            effect(draft, Wanted(Effect.TILE_BESIDE, "L31"), by(draft, "captain", seen=0))
        assert (met.value.code, met.value.who.name, met.value.subjects) == (
            "draft_field",
            "Tomas",
            ("effect:tile:L31",),
        )

    def test_can_be_taken_out(self, draft: Draft) -> None:
        effect(draft, L31)
        effect(draft, CARD_152)
        found = story.drop_effect(tap=by(draft), draft=draft.pk, piece=Piece("tile", "L31"))
        assert story.wanted_effects(found) == [CARD_152]

    def test_that_are_not_there_are_not_taken_out(self, draft: Draft) -> None:
        before = dump()
        story.drop_effect(tap=by(draft), draft=draft.pk, piece=Piece("tile", "L31"))
        assert dump() == before


class TestThrowingAway:
    def test_changes_nothing_but_the_draft(self, campaign: Campaign, draft: Draft) -> None:
        effect(draft, L31)
        story.throw_away(tap=by(draft), draft=draft.pk)
        assert Draft.objects.get(pk=draft.pk).status == "dropped"
        assert places(campaign.pk) == LAID_OUT

    def test_makes_room_for_a_new_one(self, campaign: Campaign, play: Play, draft: Draft) -> None:
        put(draft, {"choice:150": "stay"})
        story.throw_away(tap=by(draft), draft=draft.pk)
        fresh = story.open_draft(access=factories.access_of(campaign), play=play, after=1)
        assert (fresh == draft, fresh.data) == (False, {})

    def test_of_what_somebody_changed_meanwhile_clashes(self, draft: Draft) -> None:
        tap = by(draft)
        put(draft, {"choice:150": "stay"}, by(draft, "crew"))
        before = dump()
        with pytest.raises(Clash) as met:
            story.throw_away(tap=tap, draft=draft.pk)
        assert (met.value.code, met.value.who.name) == ("draft_changed", "Tomas")
        assert dump() == before

    def test_sent_twice_is_done_once(self, draft: Draft) -> None:
        tap = by(draft)
        story.throw_away(tap=tap, draft=draft.pk)
        before = dump()
        story.throw_away(tap=tap, draft=draft.pk)
        assert dump() == before

    def test_by_two_people_tells_the_second(self, draft: Draft) -> None:
        late = by(draft)
        story.throw_away(tap=by(draft, "crew"), draft=draft.pk)
        with pytest.raises(Clash) as met:
            story.throw_away(tap=late, draft=draft.pk)
        assert (met.value.code, met.value.who.name) == ("draft_dropped", "Tomas")

    def test_while_somebody_changes_it_tells_who(self, draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
        """The change comes after the draft was looked at and before it is dropped."""
        change_after_a_look(draft, monkeypatch)
        with pytest.raises(Clash) as met:
            story.throw_away(tap=by(draft), draft=draft.pk)
        assert met.value.code == "draft_changed"
        assert Draft.objects.get(pk=draft.pk).status == "open"


class TestReview:
    def test_says_what_a_commit_would_write_and_writes_nothing(self, campaign: Campaign, draft: Draft) -> None:
        put(draft, {"read:150": True, "choice:150": "sail on"})
        effect(draft, L31)
        found = effect(draft, CARD_152)
        before = dump()
        review = story.review(access=factories.access_of(campaign), draft=found)
        assert [change.stored() for change in review.changes] == [
            ["read:1:1", None, True],
            ["card:150", "table", "gone"],
            ["choice:150", None, "sail on"],
            ["tile:L31", "box", "board@5"],
            ["card:152", "box", "table"],
        ]
        assert [work.code for work in review.hand_work] == ["card_table_gone", "tile_box_board", "card_box_table"]
        assert review.revision == 2
        assert dump() == before

    def test_is_what_is_written(self, campaign: Campaign, draft: Draft) -> None:
        found = effect(draft, L31)
        review = story.review(access=factories.access_of(campaign), draft=found)
        assert commit(found).changes == [change.stored() for change in review.changes]


class TestCommitting:
    def test_is_one_entry(self, campaign: Campaign, draft: Draft) -> None:
        put(draft, {"read:150": True, "choice:150": "sail on"})
        effect(draft, L31)
        effect(draft, CARD_152)
        entry = commit(draft, "crew")
        assert (entry.kind, entry.sequence, entry.member.name) == ("reading", 3, "Tomas")
        assert (entry.values["play"], entry.values["game"], entry.values["after"]) == (1, 1, 1)
        assert places(campaign.pk) == LAID_OUT | {"card:150": "gone", "card:152": "table", "tile:L31": "board@5"}
        assert Draft.objects.get(pk=draft.pk).status == "committed"
        assert_sound(campaign.pk)

    def test_is_undone_as_one(self, campaign: Campaign, draft: Draft) -> None:
        put(draft, {"read:150": True, "choice:150": "sail on"})
        effect(draft, L31)
        before = projected(campaign.pk, journal.LEGACY)
        entry = commit(draft)
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=entry.sequence)
        assert projected(campaign.pk, journal.LEGACY) == before

    def test_sent_twice_is_written_once(self, campaign: Campaign, draft: Draft) -> None:
        tap = factories.tap_of(factories.access_of(campaign))
        effect(draft, L31)
        first = commit(draft, tap=tap, seen=1)
        before = dump()
        assert commit(draft, tap=tap, seen=1) == first
        assert dump() == before

    def test_of_a_draft_changed_since_its_review_clashes(self, draft: Draft) -> None:
        effect(draft, L31)
        put(draft, {"choice:150": "stay"}, by(draft, "crew"))
        before = dump()
        with pytest.raises(Clash) as met:
            commit(draft, seen=1)
        assert (met.value.code, met.value.who.name) == ("draft_changed", "Tomas")
        assert dump() == before

    def test_by_two_people_tells_the_second_who_wrote_it(self, campaign: Campaign, draft: Draft) -> None:
        late = factories.tap_of(factories.access_of(campaign))
        first = commit(draft, "crew", seen=0)
        with pytest.raises(Clash) as met:
            commit(draft, seen=0, tap=late)
        assert (met.value.code, met.value.who.name, met.value.entry) == ("reading", "Tomas", first)
        assert met.value.subjects == ("read:1:1",)

    def test_of_a_draft_that_was_written_clashes_even_for_who_saw_that(self, draft: Draft) -> None:
        commit(draft, "crew")
        with pytest.raises(Clash) as met:
            commit(draft)
        assert met.value.code == "draft_committed"

    def test_of_a_draft_that_was_thrown_away_clashes(self, draft: Draft) -> None:
        story.throw_away(tap=by(draft, "crew"), draft=draft.pk)
        with pytest.raises(Clash) as met:
            commit(draft)
        assert (met.value.code, met.value.who.name) == ("draft_dropped", "Tomas")

    def test_while_the_draft_changes_tells_who(self, draft: Draft, monkeypatch: pytest.MonkeyPatch) -> None:
        change_after_a_look(draft, monkeypatch)
        with pytest.raises(Clash) as met:
            commit(draft)
        assert met.value.code == "draft_changed"

    def test_needs_the_round_to_be_over_still(self, campaign: Campaign, play: Play, draft: Draft) -> None:
        """Somebody took the end of the round back while the draft was open."""
        access = factories.access_of(campaign)
        plays.take_back(tap=factories.tap_of(access, play.number), play=play.number, sequence=2)
        before = dump()
        with pytest.raises(Refusal) as met:
            commit(draft)
        assert met.value.code == "round_not_over"
        assert dump() == before

    def test_needs_the_game_to_be_under_way_still(self, campaign: Campaign, draft: Draft) -> None:
        access = factories.access_of(campaign)
        log.take_back(tap=factories.tap_of(access), sequence=2)
        with pytest.raises(Refusal) as met:
            commit(draft)
        assert met.value.code == "play_not_open"

    def test_does_not_mind_what_it_does_not_touch(self, campaign: Campaign, draft: Draft) -> None:
        effect(draft, L31)
        late = factories.tap_of(factories.access_of(campaign))
        play = draft.play
        factories.end_rounds(campaign, play, 2)
        assert commit(draft, tap=late).kind == "reading"


class TestAnUndoneReading:
    def test_lends_its_words_to_the_next_draft_of_that_round(
        self, campaign: Campaign, play: Play, draft: Draft
    ) -> None:
        put(draft, {"choice:150": "stay"})
        effect(draft, L31)
        entry = commit(draft)
        access = factories.access_of(campaign)
        log.take_back(tap=factories.tap_of(access), sequence=entry.sequence)
        mended = story.open_draft(access=access, play=play, after=1)
        assert mended != draft
        assert mended.data["choices"] == {"150": "stay"}
        assert story.wanted_effects(mended) == [L31]

    def test_lends_them_without_its_quarrels(self, campaign: Campaign, play: Play, draft: Draft) -> None:
        """Who set what in the old draft is no rival in the new one, and its taps can be new taps again."""
        put(draft, {"choice:150": "stay"}, by(draft, "crew"))
        entry = commit(draft)
        access = factories.access_of(campaign)
        log.take_back(tap=factories.tap_of(access), sequence=entry.sequence)
        mended = story.open_draft(access=access, play=play, after=1)
        assert put(mended, {"choice:150": "go"}, by(mended, seen=0))["choices"] == {"150": "go"}

    def test_is_not_done_again_while_its_round_is_reopened(self, campaign: Campaign, play: Play, draft: Draft) -> None:
        entry = commit(draft)
        access = factories.access_of(campaign)
        log.take_back(tap=factories.tap_of(access), sequence=entry.sequence)
        plays.take_back(tap=factories.tap_of(access, play.number), play=play.number, sequence=2)
        before = dump()
        with pytest.raises(Refusal) as met:
            log.do_again(tap=factories.tap_of(access), sequence=entry.sequence)
        assert met.value.code == "round_not_over"
        assert dump() == before


class TestTheClosing:
    def test_writes_points_last_reading_and_archive_as_one_entry(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        draft = story.open_draft(access=factories.access_of(campaign), play=play, after=4)
        put(draft, {"read:150": True, "points:0": 131, "points:1": 0})
        effect(draft, CARD_152)
        effect(draft, L31)
        effect(draft, Wanted(Effect.TILE_BESIDE, "L32"))
        entry = commit(draft)
        assert entry.kind == "close"
        assert places(campaign.pk) == {
            "card:150": "gone",
            "card:152": "bag",
            "tile:L1": "bag@17",
            "tile:L4": "bag@9a",
            "tile:L30": "bag@21a",
            "tile:L31": "bag@5",
            "tile:L32": "bag@beside",
        }
        assert dict(PlayResult.objects.filter(play=play).values_list("index", "points")) == {0: 131, 1: 0}
        assert_sound(campaign.pk)

    def test_waits_for_the_fourth_round(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 3)
        with pytest.raises(Refusal) as met:
            story.open_draft(access=factories.access_of(campaign), play=play, after=4)
        assert met.value.code == "round_not_over"

    def test_taken_back_and_done_again_ends_the_same(self, campaign: Campaign, play: Play) -> None:
        factories.end_rounds(campaign, play, 4)
        entry = factories.reading(campaign, play, 4, L31)
        closed = projected(campaign.pk, journal.LEGACY)
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=entry.sequence)
        assert places(campaign.pk) == LAID_OUT
        log.do_again(tap=factories.tap_of(factories.access_of(campaign)), sequence=entry.sequence)
        assert projected(campaign.pk, journal.LEGACY) == closed
        assert_sound(campaign.pk)


class TestCardsInPlay:
    def test_are_those_on_the_table(self, campaign: Campaign, draft: Draft) -> None:
        assert story.in_play(access=factories.access_of(campaign)) == ["150"]
        put(draft, {"read:150": True})
        effect(draft, CARD_152)
        commit(draft)
        assert story.in_play(access=factories.access_of(campaign)) == ["152"]
        assert len(entries_of(campaign.pk)) == 3
