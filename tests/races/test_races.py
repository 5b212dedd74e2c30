"""Several phones at the same moment: threads on a database in a file, through the real use cases.

Whatever the order, each test says what must be true; none measures a time.
"""

from __future__ import annotations

import itertools
import threading
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from campaigns import access as gate
from campaigns import archive, crew, journal, lists, log, plays, story
from campaigns.journal import LEGACY, Clash, Tap
from campaigns.models import Campaign, Draft, Entry, Member, Play, Tick
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.state import Piece, Place, Spot
from cards.models import Box
from tests import factories
from tests.campaigns.oracle import assert_sound, places, projected
from tests.cast import browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytest_django import DjangoDbBlocker

    from campaigns.access import Access

T = TypeVar("T")

THREADS, WRITES = 8, 50
OWN = ["L2", "L3", "L5", "L6", "L7", "L8", "L9", "L10"]
"""The tile that belongs to each thread; all want L31."""
PATIENCE = 120
"""Seconds until a thread that never comes is given up: only a defect gets here."""


@pytest.fixture
def _content_stays(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Set up before `transactional_db` and so ended after it emptied the tables: the next test finds the packs."""
    yield
    with django_db_blocker.unblock():
        if not Box.objects.exists():
            call_command("load_packs", verbosity=0)


pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_content_stays", "transactional_db", "packs"),
]


def together(*jobs: Callable[[], T]) -> list[T | Clash | Refusal]:
    """Runs jobs in threads that start at the same moment; a clash or refusal is an answer, anything else fails."""
    start, answers, failures = threading.Barrier(len(jobs)), dict[int, Any](), list[BaseException]()

    def run(at: int, job: Callable[[], T]) -> None:
        try:
            start.wait(PATIENCE)
            answers[at] = job()
        except (Clash, Refusal) as told:
            answers[at] = told
        except BaseException as failure:
            failures.append(failure)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if failures:  # a broken barrier is only what the others saw of the failure
        raise min(failures, key=lambda failure: isinstance(failure, threading.BrokenBarrierError))
    return [answers[at] for at in range(len(jobs))]


def crowd(campaign: Campaign) -> list[Access]:
    """The captain and seven crew members, each on a phone of their own."""
    phones = [factories.join(campaign, Member.Role.CREW, f"Crew {n}")[1] for n in range(1, THREADS)]
    found = [factories.access_of(campaign), *(gate.find(campaign.code, phone) for phone in phones)]
    return [access for access in found if access]


def seen_now(campaign: Campaign, stream: int = LEGACY) -> int:
    return journal.ground(campaign.pk, stream).revision


def move(access: Access, tap: Tap, tile: str, spot: Spot) -> Entry:
    return archive.correct(access=access, tap=tap, piece=Piece("tile", tile), spot=spot, reason="a race")


def assert_told_truly(clash: Clash, tap: Tap) -> None:
    """The clash names an entry that is newer than the page, touches the same thing, and its author."""
    assert clash.entry
    stored = Entry.objects.select_related("member").get(pk=clash.entry.pk)
    assert tap.seen < stored.sequence <= clash.seen
    assert clash.subjects
    assert set(clash.subjects) <= set(stored.touches)
    assert clash.who == stored.member
    assert stored.op != tap.op


@dataclass
class Tally:
    """What the threads of one run were told."""

    ok: int = 0
    clashes: int = 0
    winners: int = 0


class TestEightPhonesWriteFiftyTimes:
    """Half of the taps on one tile that all want, half on a tile of one's own; every tenth is sent twice at once."""

    @pytest.fixture(autouse=True)
    def _campaign(self, packs: None) -> None:
        self.campaign = factories.begin()
        self.people = crowd(self.campaign)
        self.gate, self.seen = threading.Barrier(THREADS, action=self.look), 0
        self.tallies = [Tally() for _ in self.people]
        self.stored: list[list[str]] = [[] for _ in self.people]
        self.spaces = itertools.count(1)  # no step says the same twice

    def look(self) -> None:
        """All phones load the page at the same moment."""
        self.seen = Campaign.objects.get(pk=self.campaign.pk).revision
        connection.close()

    def evening(self, at: int) -> None:
        """The fifty taps of one phone."""
        own_seen = 0
        try:
            for tap in range(WRITES):
                twice = tap % 10 in (8, 9) and (tap + at) % 2 == 0
                if tap % 2:
                    own_seen = self.own(at, own_seen, twice).sequence
                else:
                    self.gate.wait(PATIENCE)
                    seen = self.seen
                    self.gate.wait(PATIENCE)
                    self.contested(at, seen, twice)
                    self.gate.wait(PATIENCE)
        except BaseException:
            self.gate.abort()
            raise

    def own(self, at: int, seen: int, twice: bool) -> Entry:
        """A step on the own tile, from a page that is as old as the last own step: never a clash."""
        entry = self.send(at, seen, OWN[at], twice)
        assert isinstance(entry, Entry), f"{OWN[at]} is nobody else's: {entry}"
        return entry

    def contested(self, at: int, seen: int, twice: bool) -> None:
        """A step on the tile that all want; who was not first does it anyway, as often as it takes."""
        answer = self.send(at, seen, "L31", twice)
        self.tallies[at].winners += isinstance(answer, Entry)
        while isinstance(answer, Clash):
            self.tallies[at].clashes += 1
            answer = self.send(at, answer.seen, "L31", twice=False)
        assert isinstance(answer, Entry)

    def send(self, at: int, seen: int, tile: str, twice: bool) -> Entry | Clash:
        """One tap, or the same tap from two threads at the same moment: one entry, or nothing."""
        access, spot = self.people[at], Spot(Place.BOARD, str(next(self.spaces)))
        tap = Tap(access.campaign, access.member, factories.op(), seen)
        if twice:
            one, two = together(*[lambda: move(access, tap, tile, spot)] * 2)
            assert type(one) is type(two)
            answer: Any = one
            if isinstance(one, Entry):
                assert one == two
        else:
            try:
                answer = move(access, tap, tile, spot)
            except Clash as clash:
                answer = clash
        if isinstance(answer, Entry):
            assert (answer.op, answer.member_id, answer.touches) == (tap.op, tap.member, [f"tile:{tile}"])
            self.stored[at].append(tap.op)
        else:
            assert_told_truly(answer, tap)
        return answer  # type: ignore[no-any-return]

    def test_nothing_is_lost_doubled_or_in_the_way(self) -> None:
        told = together(*(lambda at=at: self.evening(at) for at in range(THREADS)))  # type: ignore[misc]
        assert told == [None] * THREADS

        taps = THREADS * WRITES
        row = Campaign.objects.get(pk=self.campaign.pk)
        entries = list(Entry.objects.filter(campaign=row).order_by("sequence"))
        assert len(entries) == taps + 1  # and the beginning
        assert [entry.sequence for entry in entries] == list(range(1, taps + 2))
        assert row.revision == row.pulse == taps + 1
        assert {entry.op for entry in entries[1:]} == {op for ops in self.stored for op in ops}
        assert_sound(row.pk)

        rounds = WRITES // 2
        assert sum(tally.winners for tally in self.tallies) == rounds
        assert sum(tally.clashes for tally in self.tallies) >= rounds * (THREADS - 1)
        assert set(places(row.pk)) == {f"tile:{tile}" for tile in [*OWN, "L31"]}


class TestADoubleTap:
    def test_on_create_makes_one_campaign(self) -> None:
        phone = browser(uuid.uuid4())
        form = {
            "op": factories.op(),
            "name": "Windward",
            "captain": "Ines",
            "line": "uprising:uprising",
            "player1": "A",
        }

        def tap() -> str:
            client = Client()
            client.cookies = phone.cookies
            answer = client.post("/new/", form)
            assert answer.status_code == 303
            return str(answer["Location"])

        one, two = together(tap, tap)
        assert one == two
        assert (Campaign.objects.count(), Member.objects.count(), Entry.objects.count()) == (1, 1, 1)

    def test_on_create_by_a_browser_without_a_cookie_before_the_form_makes_one_device(self) -> None:
        first = Client()
        first.get("/new/")
        form = {
            "op": factories.op(),
            "name": "Windward",
            "captain": "Ines",
            "line": "uprising:uprising",
            "player1": "A",
        }

        def tap() -> int:
            client = Client()
            client.cookies = first.cookies
            return client.post("/new/", form).status_code

        assert together(tap, tap, tap) == [303] * 3
        member = Member.objects.get()
        assert member.devices.count() == 1

    def test_on_begin_makes_one_campaign(self) -> None:
        op, device = factories.op(), uuid.uuid4()

        def begin() -> Campaign:
            return crew.begin(
                device=device, op=op, box="uprising", line="uprising", name="W", captain="I", seats=["A"], copy=None
            )

        found = together(begin, begin, begin, begin)
        assert found == [Campaign.objects.get()] * 4
        assert Entry.objects.count() == 1

    def test_on_opening_a_game_opens_one(self) -> None:
        campaign = factories.begin()
        access = factories.access_of(campaign)
        tap = factories.tap_of(access)
        seats = [factories.SeatTonight(None, "Bela", ""), factories.SeatTonight(None, "Cleo", "")]
        found = together(*[lambda: plays.open_tonight(access=access, tap=tap, seats=seats)] * 4)
        assert found == [Play.objects.get()] * 4
        assert_sound(campaign.pk)

    def test_on_undo_goes_one_step_back(self) -> None:
        campaign = factories.begin()
        access = factories.access_of(campaign)
        for spot in ("5", "6"):
            entry = move(access, factories.tap_of(access), "L31", Spot(Place.BOARD, spot))
        tap = factories.tap_of(access)
        found = together(*[lambda: log.take_back(tap=tap, sequence=entry.sequence)] * 4)
        assert [answer.kind for answer in found if isinstance(answer, Entry)] == ["undo"] * 4
        assert places(campaign.pk) == {"tile:L31": "board@5"}
        assert_sound(campaign.pk)


class TestTwoPeopleAtOnce:
    @pytest.fixture(autouse=True)
    def _campaign(self, packs: None) -> None:
        """Ines and Tomas at the table; the game is under way, round 1 is over."""
        self.campaign = factories.begin()
        factories.join(self.campaign, Member.Role.CREW, "Tomas")
        self.ines, self.tomas = factories.access_of(self.campaign), factories.access_of(self.campaign, "crew")
        self.play = factories.open_play(self.campaign)
        factories.end_rounds(self.campaign, self.play, 1)

    def tap(self, access: Access, stream: int = LEGACY) -> Tap:
        return factories.tap_of(access, stream)

    def edit_tap(self, access: Access, draft: Draft) -> Tap:
        return Tap(access.campaign, access.member, factories.op(), Draft.objects.get(pk=draft.pk).revision)

    def test_open_one_game(self) -> None:
        log.take_back(tap=self.tap(self.ines), sequence=2)
        seats = [factories.SeatTonight(None, "Bela", ""), factories.SeatTonight(None, "Cleo", "")]
        jobs = [(access, self.tap(access)) for access in (self.ines, self.tomas)]
        found = together(
            *(lambda a=a, t=t: plays.open_tonight(access=a, tap=t, seats=seats) for a, t in jobs)  # type: ignore[misc]
        )
        assert Play.objects.filter(status="open").count() == 1
        assert sum(isinstance(answer, Play) for answer in found) == 1
        assert_sound(self.campaign.pk)

    def test_open_the_campaign_and_an_evening_of_its_own(self) -> None:
        """One of both, and never pieces on the table that no game laid out."""
        seats = [factories.SeatTonight(None, "Bela", ""), factories.SeatTonight(None, "Cleo", "")]
        for _ in range(6):
            newest = journal.newest_standing(self.campaign.pk, LEGACY)
            assert newest
            log.take_back(tap=self.tap(self.ines), sequence=newest.sequence)
            jobs = [(self.ines, self.tap(self.ines), "campaign"), (self.tomas, self.tap(self.tomas), "78")]
            found = together(
                *(
                    lambda a=a, t=t, k=k: plays.open_tonight(access=a, tap=t, seats=seats, key=k)  # type: ignore[misc]
                    for a, t, k in jobs
                )
            )
            (opened,) = [answer for answer in found if isinstance(answer, Play)]
            assert {answer.code for answer in found if isinstance(answer, Clash | Refusal)} <= {"open", "play_is_open"}
            assert len(places(self.campaign.pk)) == (4 if opened.status == "open" else 0)
            assert_sound(self.campaign.pk)

    def test_give_the_game_up_and_close_it(self) -> None:
        """Who came first is written, the other is told; either way everything lies in the bag."""
        factories.end_rounds(self.campaign, self.play, 4)
        draft = story.open_draft(access=self.ines, play=self.play, after=4)
        for _ in range(6):
            up, close = self.tap(self.tomas), self.tap(self.ines)
            found = together(
                lambda tap=up: plays.give_up(tap=tap, play=self.play),  # type: ignore[misc]
                lambda tap=close, d=draft: story.commit(access=self.ines, tap=tap, draft=d.pk, draft_seen=d.revision),  # type: ignore[misc]
            )
            (written,) = [answer for answer in found if isinstance(answer, Entry)]
            (told,) = [answer for answer in found if not isinstance(answer, Entry)]
            assert isinstance(told, Clash | Refusal)
            assert told.code in ("close", "give_up", "draft_committed", "play_not_open")
            assert {spot.partition("@")[0] for spot in places(self.campaign.pk).values()} == {"bag"}
            log.take_back(tap=self.tap(self.ines), sequence=written.sequence)
            assert_sound(self.campaign.pk)
            draft = story.open_draft(access=self.ines, play=self.play, after=4)

    def test_say_what_lies_in_the_bag(self) -> None:
        """A campaign goes on in the middle once, from what the first of both typed."""
        log.take_back(tap=self.tap(self.ines), sequence=2)
        lies = [{Piece("card", "152"): Place.BAG}, {Piece("card", "163"): Place.BAG, Piece("tile", "L1"): Place.BAG}]
        jobs = list(zip((self.ines, self.tomas), lies, strict=True))
        taps = [self.tap(access) for access, _ in jobs]
        found = together(
            *(
                lambda a=a, t=t, said=said: archive.go_on_here(access=a, tap=t, lies=said)  # type: ignore[misc]
                for (a, said), t in zip(jobs, taps, strict=True)
            )
        )
        assert sum(isinstance(answer, Entry) for answer in found) == 1
        assert sorted(places(self.campaign.pk)) in (["card:152"], ["card:163", "tile:L1"])
        assert_sound(self.campaign.pk)

    def test_end_one_round(self) -> None:
        taps = [self.tap(access, 1) for access in (self.ines, self.tomas) for _ in range(3)]
        found = together(*(lambda t=t: plays.end_round(tap=t, play=1, ended=2) for t in taps))  # type: ignore[misc]
        assert journal.ground(self.campaign.pk, 1).state.round() == 3
        assert sum(isinstance(answer, Entry) for answer in found) == 1
        for answer, tap in zip(found, taps, strict=True):
            if not isinstance(answer, Entry):
                assert isinstance(answer, Clash)
                assert_told_truly(answer, tap)
        assert_sound(self.campaign.pk)

    def test_undo_one_step(self) -> None:
        """Each presses undo on the same page: one step goes back, the others hear who did it."""
        entry = move(self.ines, self.tap(self.ines), "L31", Spot(Place.BOARD, "5"))
        taps = [self.tap(access) for access in (self.ines, self.tomas) for _ in range(3)]
        found = together(*(lambda t=t: log.take_back(tap=t, sequence=entry.sequence) for t in taps))  # type: ignore[misc]
        assert sum(isinstance(answer, Entry) for answer in found) == 1
        assert {answer.code for answer in found if not isinstance(answer, Entry)} == {"undo"}
        assert len(places(self.campaign.pk)) == 4
        assert_sound(self.campaign.pk)

    def test_turn_a_round_back_and_write_its_reading(self) -> None:
        """One of both; never a reading of a round that is not over."""
        for _ in range(6):
            draft = story.open_draft(access=self.ines, play=self.play, after=1)
            newest = journal.newest_standing(self.campaign.pk, 1)
            assert newest
            back, write = self.tap(self.tomas, 1), self.tap(self.ines)
            turned, written = together(
                lambda tap=back, at=newest.sequence: plays.take_back(tap=tap, play=1, sequence=at),  # type: ignore[misc]
                lambda tap=write, d=draft: story.commit(access=self.ines, tap=tap, draft=d.pk, draft_seen=d.revision),  # type: ignore[misc]
            )
            values = projected(self.campaign.pk, LEGACY)
            round_ = journal.ground(self.campaign.pk, 1).state.round()
            if isinstance(written, Entry):
                assert isinstance(turned, Refusal)
                assert (turned.code, values["read:1:1"], round_) == ("reading_stands", True, 2)
                log.take_back(tap=self.tap(self.ines), sequence=written.sequence)
            else:
                assert isinstance(written, Refusal)
                assert isinstance(turned, Entry)
                assert (written.code, "read:1:1" in values, round_) == ("round_not_over", False, 1)
                plays.do_again(tap=self.tap(self.tomas, 1), play=1, sequence=newest.sequence)
            assert_sound(self.campaign.pk)

    def test_close_the_game_and_end_a_round(self) -> None:
        """A closed game has no rounds to end or to take back; who came first is written, the other is told."""
        factories.end_rounds(self.campaign, self.play, 4)
        for _ in range(6):
            draft = story.open_draft(access=self.ines, play=self.play, after=4)
            newest = journal.newest_standing(self.campaign.pk, 1)
            assert newest
            back, close, late = self.tap(self.tomas, 1), self.tap(self.ines), self.tap(self.tomas, 1)
            turned, closed, ended = together(
                lambda tap=back, at=newest.sequence: plays.take_back(tap=tap, play=1, sequence=at),  # type: ignore[misc]
                lambda tap=close, d=draft: story.commit(access=self.ines, tap=tap, draft=d.pk, draft_seen=d.revision),  # type: ignore[misc]
                lambda tap=late: plays.end_round(tap=tap, play=1, ended=4),  # type: ignore[misc]
            )
            assert not isinstance(ended, Entry)
            values = projected(self.campaign.pk, LEGACY)
            if isinstance(closed, Entry):
                assert isinstance(turned, Refusal)
                assert (turned.code, values["play:1"]) == ("play_not_open", "played")
                assert journal.ground(self.campaign.pk, 1).state.round() == 5
                log.take_back(tap=self.tap(self.ines), sequence=closed.sequence)
            else:
                assert isinstance(closed, Refusal)
                assert (closed.code, values["play:1"]) == ("round_not_over", "open")
                assert isinstance(turned, Entry)
                plays.do_again(tap=self.tap(self.tomas, 1), play=1, sequence=newest.sequence)
            assert_sound(self.campaign.pk)

    def test_open_one_draft(self) -> None:
        jobs = [self.ines, self.tomas] * 3
        found = together(
            *(lambda a=a: story.open_draft(access=a, play=self.play, after=1) for a in jobs)  # type: ignore[misc]
        )
        assert found == [Draft.objects.get()] * 6

    def test_commit_a_draft_and_change_it(self) -> None:
        """One wins and the other is told; no change is written unseen and none is lost."""
        outcomes = set()
        for turn in range(8):
            draft = story.open_draft(access=self.ines, play=self.play, after=1)
            write, edit = self.tap(self.ines), self.edit_tap(self.tomas, draft)
            words = {"choice:150": f"turn {turn}"}
            written, edited = together(
                lambda tap=write, d=draft: story.commit(access=self.ines, tap=tap, draft=d.pk, draft_seen=d.revision),  # type: ignore[misc]
                lambda tap=edit, d=draft, w=words: story.set_fields(tap=tap, draft=d.pk, fields=w),  # type: ignore[misc]
            )
            values = projected(self.campaign.pk, LEGACY)
            if isinstance(written, Entry):
                assert isinstance(edited, Clash)
                assert (edited.code, edited.who.name) == ("draft_committed", "Ines")
                assert values.get("choice:150") != f"turn {turn}"
                log.take_back(tap=self.tap(self.ines), sequence=written.sequence)
            else:
                assert isinstance(written, Clash)
                assert isinstance(edited, Draft)
                assert (written.code, written.who.name) == ("draft_changed", "Tomas")
                assert "read:1:1" not in values
                story.throw_away(tap=self.edit_tap(self.ines, draft), draft=draft.pk)
            outcomes.add(type(written).__name__)
            assert_sound(self.campaign.pk)
        assert outcomes <= {"Entry", "Clash"}

    def test_throw_a_draft_away_and_change_it(self) -> None:
        for turn in range(6):
            draft = story.open_draft(access=self.ines, play=self.play, after=1)
            drop, edit = self.edit_tap(self.ines, draft), self.edit_tap(self.tomas, draft)
            words = {"choice:150": f"turn {turn}"}
            dropped, edited = together(
                lambda tap=drop, d=draft: story.throw_away(tap=tap, draft=d.pk),  # type: ignore[misc]
                lambda tap=edit, d=draft, w=words: story.set_fields(tap=tap, draft=d.pk, fields=w),  # type: ignore[misc]
            )
            told = [answer for answer in (dropped, edited) if isinstance(answer, Clash)]
            assert len(told) == 1
            assert told[0].code == ("draft_dropped" if told[0] is edited else "draft_changed")
            if told[0] is dropped:
                story.throw_away(tap=self.edit_tap(self.ines, draft), draft=draft.pk)

    def test_fill_one_draft_in(self) -> None:
        """Eight hands set eight fields and add eight effects of one draft at once: all of it is there."""
        draft = story.open_draft(access=self.ines, play=self.play, after=1)
        jobs: list[Callable[[], Draft]] = []
        for at in range(4):
            fields: dict[str, Any] = {f"points:{at}": at}
            wanted = Wanted(Effect.TILE_BESIDE, OWN[at])
            first, second = self.edit_tap(self.ines, draft), self.edit_tap(self.tomas, draft)
            jobs += [
                lambda tap=first, f=fields: story.set_fields(tap=tap, draft=draft.pk, fields=f),  # type: ignore[misc]
                lambda tap=second, w=wanted: story.add_effect(access=self.tomas, tap=tap, draft=draft.pk, wanted=w),  # type: ignore[misc]
            ]
        assert [type(answer) for answer in together(*jobs)] == [Draft] * 8
        draft.refresh_from_db()
        assert draft.data["points"] == {str(at): at for at in range(4)}
        assert {wanted.id for wanted in story.wanted_effects(draft)} == set(OWN[:4])
        assert draft.revision == 8


class TestTicks:
    @pytest.fixture(autouse=True)
    def _list(self, packs: None) -> None:
        """Eight phones before tonight's set-up list."""
        self.campaign = factories.begin()
        self.people = crowd(self.campaign)
        self.play = factories.open_play(self.campaign)
        self.lines = [line.id for line in lists.lines(self.play)]

    def job(self, at: int, line: str, seen: int, done: bool = True) -> Callable[[], bool]:
        access = self.people[at]
        tap = Tap(access.campaign, access.member, factories.op(), seen)
        return lambda: plays.tick(tap=tap, play=self.play, line_id=line, done=done)

    def pulse(self) -> int:
        return Campaign.objects.get(pk=self.campaign.pk).pulse

    def test_of_different_lines_are_all_set(self) -> None:
        seen = self.pulse()
        assert len(self.lines) >= THREADS
        assert together(*(self.job(at, self.lines[at], seen) for at in range(THREADS))) == [True] * THREADS
        assert {tick.line: tick.member_id for tick in Tick.objects.filter(done=True)} == {
            line: access.member for line, access in zip(self.lines, self.people, strict=False)
        }
        assert self.pulse() == seen + THREADS
        assert sorted(Tick.objects.values_list("pulse", flat=True)) == list(range(seen + 1, seen + THREADS + 1))

    def test_of_the_same_line_set_it_once(self) -> None:
        """Set, not toggled: eight taps on one line leave it done."""
        seen = self.pulse()
        told = together(*(self.job(at, self.lines[0], seen) for at in range(THREADS)))
        assert sorted(told) == [False] * (THREADS - 1) + [True]  # type: ignore[type-var]
        assert Tick.objects.get().done
        assert self.pulse() == seen + 1

    def test_from_an_older_page_do_not_beat_a_newer_one(self) -> None:
        """Whichever comes first: the tap of who saw the line done wins over those who did not."""
        old = self.pulse()
        assert self.job(0, self.lines[0], old)()
        for _ in range(4):
            new = self.pulse()
            told = together(
                self.job(1, self.lines[0], new, done=False),
                *(self.job(at, self.lines[0], old) for at in range(2, THREADS)),
            )
            assert told == [True] + [False] * (THREADS - 2)
            assert not Tick.objects.get().done
            assert self.job(0, self.lines[0], self.pulse())()

    def test_sent_twice_at_once_count_once(self) -> None:
        job = self.job(0, self.lines[0], self.pulse())
        assert sorted(together(job, job)) == [False, True]  # type: ignore[type-var]


class TestUndoAndDoAgainByMany:
    def test_leave_a_log_that_replays(self) -> None:
        """Eight phones press undo and do again as they like, on pages of any age."""
        campaign = factories.begin()
        people = crowd(campaign)
        for at, tile in enumerate(OWN):
            move(people[at], factories.tap_of(people[at]), tile, Spot(Place.BOARD, "5"))

        def press(at: int) -> int:
            told = 0
            for turn in range(12):
                look = journal.newest_standing if (at + turn) % 3 else journal.next_again
                found = look(campaign.pk, LEGACY)
                if found is None:
                    continue
                do = log.take_back if (at + turn) % 3 else log.do_again
                tap = replace(factories.tap_of(people[at]), seen=seen_now(campaign))
                try:
                    do(tap=tap, sequence=found.sequence)
                except (Clash, Refusal):
                    told += 1
            return told

        answers = together(*(lambda at=at: press(at) for at in range(THREADS)))  # type: ignore[misc]
        assert all(isinstance(answer, int) for answer in answers)
        assert_sound(campaign.pk)
