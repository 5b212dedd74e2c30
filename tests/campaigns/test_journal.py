"""The journal: one step is one entry, what touches the same is told, what is done can be undone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError

from campaigns import archive, journal
from campaigns.journal import LEGACY, Clash, Ground, Plan, Tap
from campaigns.models import Campaign, Entry, Member
from campaigns.rules.changes import Broken, Change
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place, Spot, State
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.access import Access

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]


@pytest.fixture
def campaign() -> Campaign:
    """A new campaign with a captain, Ines, and a crew member, Tomas."""
    begun = factories.begin()
    factories.join(begun, Member.Role.CREW, "Tomas")
    return begun


def correct(campaign: Campaign, tile: str, spot: str, role: str = "captain", tap: Tap | None = None) -> Entry:
    """Somebody corrects where a tile lies, having just loaded the page unless `tap` says otherwise."""
    access = factories.access_of(campaign, role)
    return archive.correct(
        access=access,
        tap=tap or factories.tap_of(access),
        piece=Piece("tile", tile),
        spot=Spot.read(spot),
        reason="it lies there",
    )


def tap_now(campaign: Campaign, role: str = "captain") -> Tap:
    return factories.tap_of(factories.access_of(campaign, role))


def move(tile: str, spot: str) -> Callable[[Ground], Plan]:
    """A decision to move a tile from wherever it is."""

    def decide(ground: Ground) -> Plan:
        was = ground.state[f"tile:{tile}"] or "box"
        return Plan(Entry.Kind.CORRECTION, (Change(f"tile:{tile}", was, spot),))

    return decide


class TestABeginning:
    def test_is_the_first_entry(self, campaign: Campaign) -> None:
        campaign.refresh_from_db()
        assert [(e.sequence, e.kind, e.standing, e.changes) for e in entries_of(campaign.pk)] == [
            (1, "begin", True, [])
        ]
        assert campaign.revision == 1
        assert_sound(campaign.pk)

    def test_cannot_be_undone(self, campaign: Campaign) -> None:
        assert journal.newest_standing(campaign.pk, LEGACY) is None
        with pytest.raises(Refusal) as met:
            journal.undo(tap_now(campaign), LEGACY, 1)
        assert met.value.code == "nothing_to_undo"


class TestAStep:
    def test_is_one_entry_with_its_author_and_what_it_touches(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5", "crew")
        stored = Entry.objects.get(pk=entry.pk)
        assert (stored.stream, stored.sequence, stored.kind, stored.member.name) == (0, 2, "correction", "Tomas")
        assert stored.changes == [["tile:L31", "box", "board@5"]]
        assert stored.touches == ["tile:L31"]
        assert (stored.standing, stored.of, stored.format) == (True, None, 1)
        assert_sound(campaign.pk)

    def test_raises_the_pulse_once(self, campaign: Campaign) -> None:
        before = Campaign.objects.get(pk=campaign.pk).pulse
        correct(campaign, "L31", "board@5")
        assert Campaign.objects.get(pk=campaign.pk).pulse == before + 1

    def test_of_another_campaign_is_another_matter(self, campaign: Campaign) -> None:
        other = factories.begin("Leeward")
        correct(campaign, "L31", "board@5")
        assert places(other.pk) == {}
        assert len(entries_of(other.pk)) == 1

    def test_that_is_refused_leaves_no_trace(self, campaign: Campaign) -> None:
        before = dump()
        with pytest.raises(Refusal):
            correct(campaign, "L31", "box")
        assert dump() == before

    def test_that_does_not_fit_the_state_is_not_written(self, campaign: Campaign) -> None:
        before = dump()
        wrong = Plan(Entry.Kind.CORRECTION, (Change("tile:L31", "board@5", "bag"),))
        with pytest.raises(Broken):
            journal.write(tap_now(campaign), LEGACY, lambda _: wrong)
        assert dump() == before


class TestTheSameOp:
    def test_is_answered_with_its_entry(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        first = correct(campaign, "L31", "board@5", tap=tap)
        before = dump()
        assert correct(campaign, "L31", "board@5", tap=tap) == first
        assert dump() == before

    def test_is_answered_with_its_entry_even_if_others_wrote_the_same_since(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        first = correct(campaign, "L31", "board@5", tap=tap)
        correct(campaign, "L31", "bag", "crew")
        assert correct(campaign, "L31", "board@5", tap=tap) == first
        assert places(campaign.pk) == {"tile:L31": "bag"}

    def test_is_answered_with_its_entry_from_a_newer_page(self, campaign: Campaign) -> None:
        """The op is stored but not among the entries since: the database's own constraint tells."""
        first = correct(campaign, "L31", "board@5", tap=(tap := tap_now(campaign)))
        correct(campaign, "L31", "bag")
        newer = replace(tap_now(campaign), op=tap.op)
        before = dump()
        assert correct(campaign, "L31", "board@5", tap=newer) == first
        assert dump() == before

    def test_is_answered_with_its_entry_where_it_would_be_refused_now(self, campaign: Campaign) -> None:
        first = correct(campaign, "L31", "board@5", tap=(tap := tap_now(campaign)))
        newer = replace(tap_now(campaign), op=tap.op)
        assert correct(campaign, "L31", "board@5", tap=newer) == first

    def test_of_an_undo_undoes_once(self, campaign: Campaign) -> None:
        correct(campaign, "L31", "board@5")
        two = correct(campaign, "L32", "board@6")
        tap = tap_now(campaign)
        first = journal.undo(tap, LEGACY, two.sequence)
        assert journal.undo(tap, LEGACY, two.sequence) == first
        assert places(campaign.pk) == {"tile:L31": "board@5"}

    def test_of_a_redo_does_it_once(self, campaign: Campaign) -> None:
        one = correct(campaign, "L31", "board@5")
        journal.undo(tap_now(campaign), LEGACY, one.sequence)
        tap = tap_now(campaign)
        first = journal.again(tap, LEGACY, one.sequence)
        assert journal.again(tap, LEGACY, one.sequence) == first
        assert len(entries_of(campaign.pk)) == 4

    def test_in_another_campaign_is_another_op(self, campaign: Campaign) -> None:
        other = factories.begin("Leeward")
        tap = tap_now(campaign)
        correct(campaign, "L31", "board@5", tap=tap)
        correct(other, "L31", "board@5", tap=replace(tap_now(other), op=tap.op))
        assert places(other.pk) == {"tile:L31": "board@5"}


class TestAClash:
    def test_names_the_entry_its_author_and_the_thing(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        rival = correct(campaign, "L31", "bag", "crew")
        before = dump()
        with pytest.raises(Clash) as met:
            correct(campaign, "L31", "board@5", tap=tap)
        clash = met.value
        assert (clash.entry, clash.who.name, clash.code, clash.at) == (rival, "Tomas", "correction", rival.at)
        assert clash.subjects == ("tile:L31",)
        assert clash.seen == rival.sequence
        assert dump() == before

    def test_is_never_about_different_things(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        correct(campaign, "L31", "bag", "crew")
        correct(campaign, "L32", "board@5", tap=tap)
        assert places(campaign.pk) == {"tile:L31": "bag", "tile:L32": "board@5"}

    def test_names_the_newest_of_several(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        correct(campaign, "L31", "bag", "crew")
        newest = correct(campaign, "L31", "gone", "captain")
        correct(campaign, "L32", "gone", "crew")
        with pytest.raises(Clash) as met:
            correct(campaign, "L31", "board@5", tap=tap)
        assert met.value.entry == newest
        assert met.value.who.name == "Ines"

    def test_can_be_overridden_by_having_seen_it(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        correct(campaign, "L31", "bag", "crew")
        with pytest.raises(Clash) as met:
            correct(campaign, "L31", "board@5", tap=tap)
        correct(campaign, "L31", "board@5", tap=Tap(tap.campaign, tap.member, factories.op(), met.value.seen))
        assert places(campaign.pk) == {"tile:L31": "board@5"}

    def test_is_told_before_a_rule_that_the_rival_made_true(self, campaign: Campaign) -> None:
        """Both set L31 to the same place: the second hears who was first, not that nothing changed."""
        tap = tap_now(campaign)
        correct(campaign, "L31", "bag", "crew")
        with pytest.raises(Clash):
            correct(campaign, "L31", "bag", tap=tap)

    def test_reads_as_what_happened_and_who_did_it(self, campaign: Campaign) -> None:
        tap = tap_now(campaign)
        correct(campaign, "L31", "bag", "crew")
        with pytest.raises(Clash, match="correction by Tomas"):
            correct(campaign, "L31", "board@5", tap=tap)


class TestUndo:
    def test_lifts_the_tile_that_the_entry_placed(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")
        undone = journal.undo(tap_now(campaign, "crew"), LEGACY, entry.sequence)
        assert (undone.kind, undone.of, undone.standing, undone.member.name) == ("undo", entry.sequence, False, "Tomas")
        assert undone.changes == [["tile:L31", "board@5", "box"]]
        assert places(campaign.pk) == {}
        assert_sound(campaign.pk)

    def test_keeps_the_entry_in_the_log(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")
        journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        assert [(e.sequence, e.standing) for e in entries_of(campaign.pk)] == [(1, True), (2, False), (3, False)]

    def test_pressed_twice_goes_two_back(self, campaign: Campaign) -> None:
        one = correct(campaign, "L31", "board@5")
        two = correct(campaign, "L31", "board@6")
        for entry in (two, one):
            journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        assert places(campaign.pk) == {}
        with pytest.raises(Refusal) as met:
            journal.undo(tap_now(campaign), LEGACY, one.sequence)
        assert met.value.code == "nothing_to_undo"

    def test_of_an_older_entry_clashes_with_the_newest(self, campaign: Campaign) -> None:
        one = correct(campaign, "L31", "board@5")
        two = correct(campaign, "L32", "board@6", "crew")
        before = dump()
        with pytest.raises(Clash) as met:
            journal.undo(tap_now(campaign), LEGACY, one.sequence)
        assert (met.value.entry, met.value.who.name, met.value.subjects) == (two, "Tomas", ())
        assert dump() == before

    def test_by_two_people_at_once_names_the_one_who_undid(self, campaign: Campaign) -> None:
        correct(campaign, "L31", "board@5")
        two = correct(campaign, "L32", "board@6")
        late = tap_now(campaign)
        first = journal.undo(tap_now(campaign, "crew"), LEGACY, two.sequence)
        with pytest.raises(Clash) as met:
            journal.undo(late, LEGACY, two.sequence)
        assert (met.value.code, met.value.who.name, met.value.entry) == ("undo", "Tomas", first)
        assert places(campaign.pk) == {"tile:L31": "board@5"}

    def test_of_the_only_entry_by_two_people_names_the_one_who_undid(self, campaign: Campaign) -> None:
        one = correct(campaign, "L31", "board@5")
        late = tap_now(campaign)
        journal.undo(tap_now(campaign, "crew"), LEGACY, one.sequence)
        with pytest.raises(Clash) as met:
            journal.undo(late, LEGACY, one.sequence)
        assert (met.value.code, met.value.who.name) == ("undo", "Tomas")

    def test_may_be_forbidden_by_who_asked_for_it(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")

        def also(plan: Plan) -> tuple[Ground, ...]:
            assert plan.changes == (Change("tile:L31", "board@5", "box"),)
            raise Refusal("reading_stands")

        before = dump()
        with pytest.raises(Refusal):
            journal.undo(tap_now(campaign), LEGACY, entry.sequence, also)
        assert dump() == before


class TestDoAgain:
    def test_brings_back_what_was_undone(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")
        journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        done = journal.again(tap_now(campaign, "crew"), LEGACY, entry.sequence)
        assert (done.kind, done.of, done.standing) == ("again", entry.sequence, False)
        assert places(campaign.pk) == {"tile:L31": "board@5"}
        assert Entry.objects.get(pk=entry.pk).standing
        assert_sound(campaign.pk)

    def test_goes_forward_in_the_order_of_the_log(self, campaign: Campaign) -> None:
        one, two = correct(campaign, "L31", "board@5"), correct(campaign, "L31", "board@6")
        for entry in (two, one):
            journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        for entry in (one, two):
            found = journal.next_again(campaign.pk, LEGACY)
            assert found == entry
            journal.again(tap_now(campaign), LEGACY, entry.sequence)
        assert journal.next_again(campaign.pk, LEGACY) is None
        assert places(campaign.pk) == {"tile:L31": "board@6"}

    def test_can_be_undone_again_and_again(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")
        for _ in range(3):
            journal.undo(tap_now(campaign), LEGACY, entry.sequence)
            assert places(campaign.pk) == {}
            journal.again(tap_now(campaign), LEGACY, entry.sequence)
            assert places(campaign.pk) == {"tile:L31": "board@5"}
        assert_sound(campaign.pk)

    def test_of_nothing_is_refused(self, campaign: Campaign) -> None:
        with pytest.raises(Refusal) as met:
            journal.again(tap_now(campaign), LEGACY, 1)
        assert met.value.code == "nothing_to_do_again"

    def test_is_over_once_something_new_is_written(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")
        journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        correct(campaign, "L32", "board@6")
        with pytest.raises(Refusal) as met:
            journal.again(tap_now(campaign), LEGACY, entry.sequence)
        assert met.value.code == "nothing_to_do_again"

    def test_late_names_who_wrote_something_new(self, campaign: Campaign) -> None:
        entry = correct(campaign, "L31", "board@5")
        journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        late = tap_now(campaign)
        new = correct(campaign, "L32", "board@6", "crew")
        with pytest.raises(Clash) as met:
            journal.again(late, LEGACY, entry.sequence)
        assert (met.value.entry, met.value.who.name) == (new, "Tomas")

    def test_by_two_people_at_once_names_the_one_who_did(self, campaign: Campaign) -> None:
        one, two = correct(campaign, "L31", "board@5"), correct(campaign, "L32", "board@6")
        for entry in (two, one):
            journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        late = tap_now(campaign)
        first = journal.again(tap_now(campaign, "crew"), LEGACY, one.sequence)
        with pytest.raises(Clash) as met:
            journal.again(late, LEGACY, one.sequence)
        assert (met.value.code, met.value.who.name, met.value.entry) == ("again", "Tomas", first)

    def test_of_another_entry_than_the_next_clashes(self, campaign: Campaign) -> None:
        one, two = correct(campaign, "L31", "board@5"), correct(campaign, "L32", "board@6")
        for entry in (two, one):
            journal.undo(tap_now(campaign), LEGACY, entry.sequence)
        with pytest.raises(Clash) as met:
            journal.again(tap_now(campaign), LEGACY, two.sequence)
        assert met.value.entry == one

    def test_starts_after_the_last_new_entry(self, campaign: Campaign) -> None:
        one = correct(campaign, "L31", "board@5")
        journal.undo(tap_now(campaign), LEGACY, one.sequence)
        two = correct(campaign, "L32", "board@6")
        journal.undo(tap_now(campaign), LEGACY, two.sequence)
        assert journal.next_again(campaign.pk, LEGACY) == two


class TestSomebodyWritesWhileWeDecide:
    """The decision is made outside the transaction; here the rival writes between decision and claim."""

    def test_the_decision_is_made_again_on_the_fresh_state(self, campaign: Campaign) -> None:
        seen: list[int] = []

        def decide(ground: Ground) -> Plan:
            seen.append(ground.revision)
            if len(seen) == 1:
                correct(campaign, "L32", "bag", "crew")
            return move("L31", "board@5")(ground)

        entry = journal.write(tap_now(campaign), LEGACY, decide)
        assert seen == [1, 2]
        assert entry.sequence == 3
        assert_sound(campaign.pk)

    def test_a_rival_for_the_same_thing_wins(self, campaign: Campaign) -> None:
        rivals: list[Entry] = []

        def decide(ground: Ground) -> Plan:
            if not rivals:
                rivals.append(correct(campaign, "L31", "bag", "crew"))
            return move("L31", "board@5")(ground)

        with pytest.raises(Clash) as met:
            journal.write(tap_now(campaign), LEGACY, decide)
        assert met.value.entry == rivals[0]

    @pytest.mark.parametrize("lost", [1, 3, 4])
    def test_the_fifth_try_cannot_lose(self, campaign: Campaign, lost: int) -> None:
        tries: list[int] = []

        def decide(ground: Ground) -> Plan:
            tries.append(ground.revision)
            if len(tries) <= lost:
                correct(campaign, f"L{len(tries)}", "bag", "crew")
            return move("L31", "board@5")(ground)

        entry = journal.write(tap_now(campaign), LEGACY, decide)
        assert len(tries) == lost + 1
        assert entry.sequence == lost + 2
        assert_sound(campaign.pk)

    def test_the_fifth_try_raises_the_pulse_once(self, campaign: Campaign) -> None:
        tries: list[int] = []

        def decide(ground: Ground) -> Plan:
            tries.append(ground.revision)
            if len(tries) <= 4:
                correct(campaign, f"L{len(tries)}", "bag", "crew")
            return move("L31", "board@5")(ground)

        before = Campaign.objects.get(pk=campaign.pk).pulse
        journal.write(tap_now(campaign), LEGACY, decide)
        assert Campaign.objects.get(pk=campaign.pk).pulse == before + 5

    def test_a_decision_on_two_moments_is_made_again(self, campaign: Campaign) -> None:
        """What it looked up besides the state was newer than the state: that is no broken journal."""
        tries: list[int] = []

        def decide(ground: Ground) -> Plan:
            tries.append(ground.revision)
            if len(tries) == 1:
                correct(campaign, "L32", "bag", "crew")
            newer = journal.ground(campaign.pk, LEGACY).state
            undone = Change("tile:L32", newer["tile:L32"] or "box", "gone")
            return Plan(Entry.Kind.CORRECTION, (undone,))

        with pytest.raises(Clash):
            journal.write(tap_now(campaign), LEGACY, decide)
        assert_sound(campaign.pk)

    def test_a_refusal_that_the_rival_made_true_is_thought_over(self, campaign: Campaign) -> None:
        """The state was newer than the revision read before it: the loser hears who was first, not a broken rule."""
        rivals: list[Entry] = []

        def decide(ground: Ground) -> Plan:
            if not rivals:
                rivals.append(correct(campaign, "L31", "bag", "crew"))
                raise Refusal("nothing_changed")
            return move("L31", "bag")(ground)

        with pytest.raises(Clash) as met:
            journal.write(tap_now(campaign), LEGACY, decide, wants=["tile:L31"])
        assert met.value.entry == rivals[0]

    def test_a_clash_is_never_older_than_its_entry(self, campaign: Campaign) -> None:
        """The rival came after the state was read: "do it anyway" has to have seen it."""
        one = correct(campaign, "L31", "board@5")
        rivals: list[Entry] = []

        def newest(ground: Ground) -> Plan:
            rivals.append(correct(campaign, "L32", "bag", "crew"))
            raise Clash.of(rivals[0], ground.revision)

        with pytest.raises(Clash) as met:
            journal.write(tap_now(campaign), LEGACY, newest)
        assert met.value.seen == rivals[0].sequence > one.sequence


class TestAlong:
    def test_is_written_with_the_entry_or_not_at_all(self, campaign: Campaign) -> None:
        def along(entry: Entry) -> None:
            Member.objects.filter(campaign=campaign).update(noted=True)
            raise RuntimeError(entry.op)

        before = dump()
        plan = Plan(Entry.Kind.CORRECTION, (Change("tile:L31", "box", "bag"),), along=along)
        with pytest.raises(RuntimeError):
            journal.write(tap_now(campaign), LEGACY, lambda _: plan)
        assert dump() == before

    def test_that_breaks_a_constraint_of_the_database_says_so(self, campaign: Campaign) -> None:
        def along(entry: Entry) -> None:
            Entry.objects.create(
                campaign_id=entry.campaign_id, stream=0, sequence=1, op=factories.op(), kind="begin", changes=[],
                touches=[], standing=True, member_id=entry.member_id,
            )  # fmt: skip

        before = dump()
        plan = Plan(Entry.Kind.CORRECTION, (Change("tile:L31", "box", "bag"),), along=along)
        with pytest.raises(IntegrityError):
            journal.write(tap_now(campaign), LEGACY, lambda _: plan)
        assert dump() == before


class TestTwoStreams:
    def test_a_step_of_the_play_holds_the_legacy_it_read(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        access, tries = factories.access_of(campaign), []

        def decide(ground: Ground) -> Plan:
            tries.append(ground.revision)
            table = journal.ground(campaign.pk, LEGACY)
            if len(tries) == 1:
                correct(campaign, "L31", "bag", "crew")
            return Plan(Entry.Kind.ROUND, (Change("round", None, 1),), holds=(table,))

        journal.write(factories.tap_of(access, play.number), play.number, decide)
        assert tries == [0, 0]
        assert_sound(campaign.pk)

    def test_a_step_of_the_legacy_holds_the_play_it_read(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        access, tries = factories.access_of(campaign), []

        def decide(ground: Ground) -> Plan:
            tries.append(ground.revision)
            course = journal.ground(campaign.pk, play.number)
            if len(tries) == 1:
                factories.end_rounds(campaign, play, 0)
            return replace(move("L31", "bag")(ground), holds=(course,))

        entry = journal.write(factories.tap_of(access), LEGACY, decide)
        assert len(tries) == 2
        assert entry.sequence == tries[0] + 1
        play.refresh_from_db()
        assert play.revision == 1
        assert_sound(campaign.pk)

    def test_a_step_of_the_play_that_reads_nothing_else_only_raises_the_pulse(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        access = factories.access_of(campaign)
        plan = Plan(Entry.Kind.ROUND, (Change("round", None, 1),))
        journal.write(factories.tap_of(access, play.number), play.number, lambda _: plan)
        now = factories.access_of(campaign)
        assert (now.pulse, now.revision) == (access.pulse + 1, access.revision)
        assert_sound(campaign.pk)

    def test_a_play_and_the_legacy_count_apart(self, campaign: Campaign) -> None:
        play = factories.open_play(campaign)
        factories.end_rounds(campaign, play, 1)
        assert [entry.sequence for entry in entries_of(campaign.pk, play.number)] == [1, 2]
        assert [entry.sequence for entry in entries_of(campaign.pk)] == [1, 2]


class TestReplay:
    def test_of_nothing_is_an_empty_campaign(self) -> None:
        assert journal.replay([]) == (State(), frozenset())

    def test_takes_no_entry_that_does_not_fit(self, campaign: Campaign) -> None:
        correct(campaign, "L31", "board@5")
        correct(campaign, "L31", "gone")
        first, second, third = entries_of(campaign.pk)
        with pytest.raises(Broken):
            journal.replay([first, third, second])

    def test_knows_what_stands(self, campaign: Campaign) -> None:
        one, two = correct(campaign, "L31", "board@5"), correct(campaign, "L32", "board@6")
        journal.undo(tap_now(campaign), LEGACY, two.sequence)
        journal.undo(tap_now(campaign), LEGACY, one.sequence)
        journal.again(tap_now(campaign), LEGACY, one.sequence)
        state, standing = journal.replay(entries_of(campaign.pk))
        assert standing == {1, one.sequence}
        assert list(state.pieces(*Place)) == [(Piece("tile", "L31"), Spot(Place.BOARD, "5"))]


class TestThePulse:
    def test_rises_for_what_is_no_entry(self, campaign: Campaign) -> None:
        before = Campaign.objects.get(pk=campaign.pk)
        assert journal.raise_pulse(campaign.pk) == before.pulse + 1
        after = Campaign.objects.get(pk=campaign.pk)
        assert (after.pulse, after.revision) == (before.pulse + 1, before.revision)


def test_an_access_reads_the_revision_that_a_tap_has_seen(campaign: Campaign) -> None:
    access: Access = factories.access_of(campaign)
    assert factories.tap_of(access).seen == access.revision == 1
