"""Whatever a group does: the journal replays to what the tables say, undo is the identity, a refusal leaves no trace,
and a tap sent twice is one tap.

A machine drives the real use cases on the database: two people, now and then one of them with an old page.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from campaigns import archive, journal, lists, log, plays, story
from campaigns.journal import LEGACY, Clash, Tap
from campaigns.models import Campaign, Draft, Entry, Member, Play
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.state import Piece, Place, Rest, Spot
from scenarios.table import SeatTonight
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, projected

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.access import Access
    from scenarios.table import Line

ROLES = st.sampled_from(["captain", "crew"])
STALE = st.sampled_from([0, 0, 0, 0, 1, 2, 5])
"""How many entries a page is behind."""
TILES = st.sampled_from(["L1", "L4", "L31", "L32", "L26", "L39"])
CARDS = st.sampled_from(["150", "152", "163", "184", "103", "78", "95", "192", "12", "194"])
EVENINGS = st.sampled_from(["campaign", "campaign", "campaign", "78", "74", "184"])
SPACES = st.sampled_from([None, None, "5", "17"])
MIDDLE = [
    *(Piece("card", card) for card in ("152", "184", "185")),
    *(Piece("tile", tile) for tile in ("L31", "L39")),
]
PLACES = st.sampled_from(list(Place))
BACK = st.sampled_from([0, 0, 0, 0, 1, 3])
"""How far before the newest standing entry a wrong page points."""


@st.composite
def wanted(draw: st.DrawFn) -> Wanted:
    """An effect as somebody types it, right or wrong."""
    effect = draw(st.sampled_from(list(Effect)))
    piece = draw(TILES if effect.startswith("tile") else CARDS)
    return Wanted(effect, piece, draw(SPACES), draw(st.booleans()))


class Group(RuleBasedStateMachine):
    """A campaign and what two people do with it. `before` and `after` remember what each entry made of its stream."""

    happened: ClassVar[Counter[str]] = Counter()
    """Over all examples, so that the test cannot pass by doing nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()
        self.before: dict[tuple[int, int], dict[str, Any]] = {}
        self.after: dict[tuple[int, int], dict[str, Any]] = {}

    def teardown(self) -> None:
        try:
            if hasattr(self, "campaign"):
                self.call_it_a_night()
        finally:
            transaction.savepoint_rollback(self.savepoint)

    @initialize(key=st.sampled_from(["campaign", "78", "campaign", "", "185", "78"]))
    def begin(self, key: str) -> None:
        self.campaign = factories.begin()
        factories.join(self.campaign, Member.Role.CREW, "Tomas")
        if key in ("", "185"):
            lies = [Piece("card", key or "184"), Piece("tile", "L31"), Piece("tile", "L4")]
            self.go_on_in_the_middle("captain", 0, dict.fromkeys(lies, Place.BAG))
        if key:
            self.open_a_game("captain", 0, key)
        if key == "185":
            self.say_what_card_185_takes_off("crew", "L4")

    @invariant()
    def is_sound(self) -> None:
        if hasattr(self, "campaign"):
            assert_sound(self.campaign.pk)

    # What people do

    @rule(role=ROLES, stale=STALE, tile=TILES, place=PLACES, space=SPACES, reason=st.sampled_from(["why", "why", " "]))
    def correct_a_tile(self, role: str, stale: int, tile: str, place: Place, space: str | None, reason: str) -> None:
        spot = Spot(place, space if place in (Place.BOARD, Place.BAG) else None)
        self.correct(role, stale, Piece("tile", tile), spot, reason)

    @rule(role=ROLES, stale=STALE, card=CARDS, place=PLACES)
    def correct_a_card(self, role: str, stale: int, card: str, place: Place) -> None:
        self.correct(role, stale, Piece("card", card), Spot(place), "why")

    def correct(self, role: str, stale: int, piece: Piece, spot: Spot, reason: str) -> None:
        access = self.access(role)
        self.write(
            self.tap(access, LEGACY, stale),
            LEGACY,
            lambda tap: archive.correct(access=access, tap=tap, piece=piece, spot=spot, reason=reason),
        )

    @precondition(lambda self: self.play() is None)
    @rule(role=ROLES, stale=STALE, key=EVENINGS)
    def open_the_next_game(self, role: str, stale: int, key: str) -> None:
        self.open_a_game(role, stale, key)

    @rule(role=ROLES)
    def open_a_game_too_many(self, role: str) -> None:
        self.open_a_game(role, 0)

    def open_a_game(self, role: str, stale: int, key: str = "campaign") -> None:
        access = self.access(role)
        seats = [SeatTonight(None, "Bela", "red"), SeatTonight(None, "Cleo", "blue")]

        def opened(tap: Tap) -> Entry:
            play = plays.open_tonight(access=access, tap=tap, seats=seats, key=key, choice=factories.JACQUES)
            return Entry.objects.get(campaign=access.campaign, stream=LEGACY, sequence=play.legacy_sequence + 1)

        self.write(self.tap(access, LEGACY, stale), LEGACY, opened)

    @precondition(lambda self: self.play() is not None)
    @rule(role=ROLES, stale=STALE)
    def give_up(self, role: str, stale: int) -> None:
        play = self.play()
        assert play
        tap = self.tap(self.access(role), LEGACY, stale)
        self.write(tap, LEGACY, lambda tap: plays.give_up(tap=tap, play=play))

    @rule(role=ROLES, stale=STALE, how=st.sampled_from([None, *Rest]))
    def rest(self, role: str, stale: int, how: Rest | None) -> None:
        self.write(self.tap(self.access(role), LEGACY, stale), LEGACY, lambda tap: log.rest(tap=tap, how=how))

    @precondition(lambda self: self.asks_for_tiles() is not None)
    @rule(role=ROLES, typed=st.sampled_from(["L4", "L31", "L4, L31: gone", "L1: gone", ""]))
    def say_what_card_185_takes_off(self, role: str, typed: str) -> None:
        """The log is told as an entry where it moves a tile; said twice it moves nothing more."""
        access, play, line = self.access(role), self.play(), self.asks_for_tiles()
        assert play
        assert line
        tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
        was, written = projected(self.campaign.pk, LEGACY), self.entries()
        for _ in range(2):
            plays.say_printed(access=access, tap=tap, play=play, line=line, typed=typed)
            moved = Entry.objects.filter(campaign=self.campaign, op=tap.op).first()
            assert self.entries() == written + bool(moved)
        if moved is None:
            assert projected(self.campaign.pk, LEGACY) == was
        else:
            assert (moved.kind, moved.stream) == ("take_off", LEGACY)
            self.happened[moved.kind] += 1
            self.remember(moved, was)

    def asks_for_tiles(self) -> Line | None:
        play = self.play()
        found = lists.lines(play) if play else []
        return next((line for line in found if line.step == "tiles_leave" and line.printed), None)

    def entries(self) -> int:
        return Entry.objects.filter(campaign=self.campaign).count()

    @precondition(lambda self: not projected(self.campaign.pk, LEGACY))
    @rule(role=ROLES, stale=STALE, lies=st.dictionaries(st.sampled_from(MIDDLE), st.sampled_from(list(Place)[:2])))
    def go_on_in_the_middle(self, role: str, stale: int, lies: dict[Piece, Place]) -> None:
        access = self.access(role)
        found = {piece: Place.GONE if place == Place.BOX else place for piece, place in lies.items()}
        tap = self.tap(access, LEGACY, stale)
        self.write(tap, LEGACY, lambda tap: archive.go_on_here(access=access, tap=tap, lies=found))

    @precondition(lambda self: self.play() is not None)
    @rule(role=ROLES, stale=STALE, wrong=st.sampled_from([0, 1, -1]))
    def end_a_round(self, role: str, stale: int, wrong: int) -> None:
        self.end_rounds(role, stale, self.round() + wrong)

    def end_rounds(self, role: str, stale: int, *ended: int) -> None:
        for round_ in ended:
            play = self.play()
            assert play
            tap = self.tap(self.access(role), play.number, stale)
            end = partial(plays.end_round, play=play.number, ended=round_)
            self.write(tap, play.number, lambda tap, end=end: end(tap=tap))

    def round(self) -> int:
        play = self.play()
        assert play
        return journal.ground(self.campaign.pk, play.number).state.round()

    @precondition(lambda self: self.play() is not None)
    @rule(
        role=ROLES,
        stale=STALE,
        after=st.sampled_from([0, 0, 1, 1, 2, 3, 4]),
        effects=st.lists(wanted(), max_size=3),
        reads=st.lists(st.sampled_from(["150", "152", "163"]), max_size=2),
        words=st.sampled_from([None, "sail on", "stay"]),
        points=st.sampled_from([None, 0, 131]),
        ends=st.sampled_from(["commit", "commit", "commit", "commit", "leave", "away"]),
    )
    def read(
        self,
        role: str,
        stale: int,
        after: int,
        effects: list[Wanted],
        reads: list[str],
        words: str | None,
        points: int | None,
        ends: str,
    ) -> None:
        """Plays up to the end of round `after` and reads; 4 is the closing, 0 what happens during a round."""
        access, play = self.access(role), self.play()
        assert play
        self.end_rounds(role, 0, *range(self.round(), after + 1))
        draft = self.unless_refused(lambda: story.open_draft(access=access, play=play, after=after))
        if draft is None:
            return
        fields: dict[str, Any] = {f"read:{card}": True for card in reads if card in story.in_play(access=access)}
        fields |= {"choice:150": None if play.status == "aside" else words, "points:0": points}
        self.edit(access, draft, lambda tap: story.set_fields(tap=tap, draft=draft.pk, fields=fields))
        for typed in effects:
            self.edit(
                access,
                draft,
                lambda tap, typed=typed: story.add_effect(access=access, tap=tap, draft=draft.pk, wanted=typed),
            )
        seen = Draft.objects.get(pk=draft.pk).revision
        if ends == "away":
            self.edit(access, draft, lambda tap: story.throw_away(tap=tap, draft=draft.pk))
        elif ends == "commit":
            tap = self.tap(self.access(role), LEGACY, stale)
            self.write(tap, LEGACY, lambda tap: story.commit(access=access, tap=tap, draft=draft.pk, draft_seen=seen))

    @precondition(lambda self: journal.newest_standing(self.campaign.pk, LEGACY) is not None)
    @rule(role=ROLES, stale=STALE, back=BACK, times=st.integers(1, 3))
    def undo(self, role: str, stale: int, back: int, times: int) -> None:
        for _ in range(times):
            newest = journal.newest_standing(self.campaign.pk, LEGACY)
            sequence = max(1, (newest.sequence if newest else 1) - back)
            tap = self.tap(self.access(role), LEGACY, stale)
            self.write(tap, LEGACY, lambda tap, at=sequence: log.take_back(tap=tap, sequence=at))

    @precondition(lambda self: journal.next_again(self.campaign.pk, LEGACY) is not None)
    @rule(role=ROLES, back=BACK, times=st.integers(1, 3))
    def do_again(self, role: str, back: int, times: int) -> None:
        for _ in range(times):
            undone = journal.next_again(self.campaign.pk, LEGACY)
            sequence = max(1, (undone.sequence if undone else 1) - back)
            tap = self.tap(self.access(role), LEGACY, 0)
            self.write(tap, LEGACY, lambda tap, at=sequence: log.do_again(tap=tap, sequence=at))

    @precondition(lambda self: self.play() is not None)
    @rule(role=ROLES, stale=STALE, again=st.booleans())
    def turn_a_round(self, role: str, stale: int, again: bool) -> None:
        play = self.play()
        assert play
        look = journal.next_again if again else journal.newest_standing
        found = look(self.campaign.pk, play.number)
        turn, sequence = plays.do_again if again else plays.take_back, found.sequence if found else 1
        tap = self.tap(self.access(role), play.number, stale)
        self.write(tap, play.number, lambda tap: turn(tap=tap, play=play.number, sequence=sequence))

    @precondition(lambda self: self.play() is not None)
    @rule(role=ROLES, line=st.sampled_from(["base_board", "ship_boards", "nonsense"]), done=st.booleans())
    def tick(self, role: str, line: str, done: bool) -> None:
        access, play = self.access(role), self.play()
        assert play
        tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
        self.twice(lambda: plays.tick(tap=tap, play=play, line_id=line, done=done))

    def call_it_a_night(self) -> None:
        """Every story ends with a closing and a rest, four steps back and all of them forth again."""
        if self.play():
            self.read("captain", 0, 4, [Wanted(Effect.TILE_BESIDE, "L36")], ["150"], "sail on", 0, "commit")
        self.rest("crew", 0, Rest.ASIDE)
        self.open_a_game("captain", 0)
        self.undo("crew", 0, 0, 4)
        if journal.next_again(self.campaign.pk, LEGACY):
            self.do_again("captain", 0, 4)
        self.is_sound()

    # What must be true of it

    def write(self, tap: Tap, stream: int, do: Callable[[Tap], Entry]) -> None:
        """Does a step twice with one op. After a clash it is done anyway, which cannot clash again with the same."""
        before, was = dump(), projected(self.campaign.pk, stream)
        try:
            entry = do(tap)
        except Refusal as refusal:
            self.happened[refusal.code] += 1
            assert dump() == before
            return
        except Clash as clash:
            self.happened["clash"] += 1
            assert dump() == before
            self.met(clash, tap)
            if clash.subjects:
                self.write(Tap(tap.campaign, tap.member, factories.op(), clash.seen), stream, do)
            return
        assert (entry.op, entry.stream) == (tap.op, stream)
        self.happened[entry.kind] += 1
        self.remember(entry, was)
        written = dump()
        assert do(tap) == entry
        assert dump() == written

    def met(self, clash: Clash, tap: Tap) -> None:
        """A clash names somebody's newer entry that touches the same, or what became of a draft."""
        if clash.entry is None:
            return
        assert clash.who == clash.entry.member
        assert clash.seen >= clash.entry.sequence
        if clash.subjects:
            assert clash.entry.sequence > tap.seen
            assert set(clash.subjects) <= set(clash.entry.touches)

    def remember(self, entry: Entry, was: dict[str, Any]) -> None:
        """Undo leads to what was before the entry, do again to what was after it."""
        now = projected(self.campaign.pk, entry.stream)
        if entry.stream == LEGACY and "play" in entry.values and self.stands_aside(entry.values["play"]):
            self.happened[f"aside {entry.kind}"] += 1
            assert not [subject for subject in entry.touches if subject[:4] in ("tile", "card")]
        if entry.kind == "undo":
            assert now == self.before[entry.stream, entry.of or 0]
        elif entry.kind == "again":
            assert now == self.after[entry.stream, entry.of or 0]
        else:
            self.before[entry.stream, entry.sequence], self.after[entry.stream, entry.sequence] = was, now

    def stands_aside(self, number: int) -> bool:
        """Whether a play is an evening of its own: such a one moves no piece, whatever happens to it."""
        return Play.objects.get(campaign=self.campaign, number=number).card in (74, 78)

    def edit(self, access: Access, draft: Draft, do: Callable[[Tap], Draft]) -> None:
        """Changes a draft twice with one op."""
        tap = Tap(access.campaign, access.member, factories.op(), Draft.objects.get(pk=draft.pk).revision)
        self.twice(lambda: do(tap))

    def twice(self, do: Callable[[], Any]) -> None:
        legacy = projected(self.campaign.pk, LEGACY)
        if self.unless_refused(do) is not None:
            done = dump()
            do()
            assert dump() == done
        assert projected(self.campaign.pk, LEGACY) == legacy

    def unless_refused(self, do: Callable[[], Any]) -> Any:
        """What `do` answers; `None` if the rules refuse, which leaves no trace."""
        before = dump()
        try:
            return do()
        except Refusal as refusal:
            self.happened[refusal.code] += 1
            assert dump() == before
            return None

    # How people come to it

    def access(self, role: str) -> Access:
        return factories.access_of(self.campaign, role)

    def tap(self, access: Access, stream: int, stale: int) -> Tap:
        seen = journal.ground(access.campaign, stream).revision
        return Tap(access.campaign, access.member, factories.op(), max(0, seen - stale))

    def play(self) -> Play | None:
        return Play.objects.filter(campaign=self.campaign, status__in=["open", "aside"]).first()


@pytest.mark.django_db
@pytest.mark.usefixtures("packs")
def test_whatever_a_group_does_the_log_stays_true() -> None:
    with transaction.atomic():
        run_state_machine_as_test(  # type: ignore[no-untyped-call]
            Group,
            settings=settings(
                max_examples=50,
                stateful_step_count=7,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            ),
        )
    assert not Campaign.objects.exists()
    kinds = {"open", "round", "reading", "close", "give_up", "middle", "correction", "undo", "again", "aside close"}
    kinds |= {"rest", "take_off", "campaign_rests"}
    assert kinds | {"clash"} <= set(Group.happened), Group.happened
