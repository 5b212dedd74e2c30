"""Pages ask the database equally often whether there is little or much to show, and never more than twelve times."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns import plays, story
from campaigns.journal import Tap
from campaigns.models import Draft, Member, Play
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.state import Place, Spot
from tests import factories
from tests.web import routes
from tests.web.evening import HTMX, correct, during_game_one

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

LIMIT = 12

TICK = 5
"""Who is it, the play, the pulse, whether they may still write, the row."""

TICK_ANSWERED = TICK + 6
"""With htmx also: who is it as of now, the seats' names, the rounds, the ticks, whose parts, what the copy's cards
show."""

END_ROUND = 17
"""Who is it, the play; the play's revision and rounds; the legacy's revision and four projections; whether the game was
played without the log; campaign and play claimed; whether they may still write; the entry; the play, its rounds as
they are and as they become."""


def asked(ask: Callable[[], Any]) -> int:
    """How many statements a request runs; the tests' own savepoints do not count."""
    with CaptureQueriesContext(connection) as found:
        assert ask().status_code in (200, 204, 303)
    marks = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT", "ROLLBACK")
    return sum(not query["sql"].startswith(marks) for query in found.captured_queries)


def pages(evening: Evening) -> dict[str, int]:
    """Statements of each page, loaded by the captain once everything is in memory."""
    for name in routes.PAGES:
        evening.get(evening.cast.captain, name)
    return {name: asked(lambda name=name: evening.get(evening.cast.captain, name)) for name in routes.PAGES}


def more(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Pages that ask more often than before. They may ask less: where nothing waits to be done again, for instance."""
    return {name: (before[name], after[name]) for name in before if after[name] > before[name]}


class TestPages:
    def test_ask_at_most_twelve_times(self, start: Evening, evening: Evening) -> None:
        assert {name: count for name, count in pages(evening).items() if count > LIMIT} == {}
        unplayed = [name for name in routes.PAGES if "number" not in routes.parameters(name)]
        assert all(asked(lambda name=name: start.get(start.cast.captain, name)) <= LIMIT for name in unplayed)

    def test_ask_equally_often_with_five_entries_and_forty(self, evening: Evening) -> None:
        before = pages(evening)
        while evening.campaign.entries.count() < 40:
            at = evening.campaign.revision
            correct(evening.campaign, f"L{1 + at % 25}", Spot(Place.BOARD, str(at)))
        assert more(before, pages(evening)) == {}

    def test_ask_equally_often_with_one_line_ticked_and_all(self, evening: Evening) -> None:
        evening.post(evening.cast.captain, "tick")
        before = pages(evening)
        for line in Play.objects.get(campaign=evening.campaign).lines:
            evening.post(evening.cast.captain, "tick", tick=f"set {line['id']}")
        assert more(before, pages(evening)) == {}

    def test_ask_equally_often_with_one_effect_in_the_draft_and_eight(self, evening: Evening) -> None:
        before = pages(evening)
        access = factories.access_of(evening.campaign)
        for number in range(8, 15):
            seen = Draft.objects.get(pk=evening.draft).revision
            tap = Tap(access.campaign, access.member, factories.op(), seen)
            wanted = Wanted(Effect.TILE_BESIDE, f"L{number}")
            story.add_effect(access=access, tap=tap, draft=evening.draft, wanted=wanted)
        assert more(before, pages(evening)) == {}

    def test_ask_equally_often_with_one_log_on_the_device_and_six(self, evening: Evening) -> None:
        device = evening.campaign.members.get(role="captain").devices.get().pk
        before = pages(evening)
        for name in "abcde":
            factories.begin(name=name, device=device)
        assert more(before, pages(evening)) == {}

    def test_ask_equally_often_with_three_members_and_twelve(self, evening: Evening) -> None:
        before = pages(evening)
        for name in "abcdefghi":
            member, _device = factories.join(evening.campaign, Member.Role.CREW, name)
            Member.objects.filter(pk=member.pk).update(
                seat=evening.campaign.seats.create(name=name, position=ord(name))
            )
            factories.invitation(evening.campaign)
        assert more(before, pages(evening)) == {}

    def test_ask_equally_often_with_two_players_and_four(self, evening: Evening) -> None:
        before = pages(evening)
        device = evening.campaign.members.get(role="captain").devices.get().pk
        four = factories.begin(seats=["Ada", "Bo", "Cy", "Di"], device=device)
        factories.join(four, Member.Role.CREW, "Bo")
        factories.invitation(four)
        crowded = during_game_one(replace(evening.cast, campaign=four))
        assert more(before, pages(crowded)) == {}

    def test_ask_equally_often_in_the_first_game_and_after_three(self, evening: Evening) -> None:
        before = pages(evening)
        play = evening.campaign.plays.get()
        Draft.objects.filter(play=play).update(status="dropped")
        for game in range(3):
            play = factories.open_play(evening.campaign) if game else play
            factories.end_rounds(evening.campaign, play, 4)
            factories.reading(evening.campaign, play, 4, *([] if game else [Wanted(Effect.CARD_INTO_PLAY, "184")]))
        play, evening.asks = factories.open_play(evening.campaign, "184"), "quest_tiles_back:184"
        factories.end_rounds(evening.campaign, play, 2)
        access = factories.access_of(evening.campaign)
        back = factories.tap_of(access, play.number)
        plays.take_back(tap=back, play=play.number, sequence=back.seen)
        evening.play, evening.draft = play.number, story.open_draft(access=access, play=play, after=1).pk
        assert more(before, pages(evening)) == {}


class TestTaps:
    def test_a_tick(self, evening: Evening) -> None:
        assert tapped(evening, "tick", "setup") == TICK

    def test_a_tick_with_its_answer(self, evening: Evening) -> None:
        assert tapped(evening, "tick", "setup", htmx=True) == TICK_ANSWERED

    def test_the_end_of_a_round(self, evening: Evening) -> None:
        assert tapped(evening, "round", "table") == END_ROUND


def tapped(evening: Evening, name: str, page: str, *, htmx: bool = False) -> int:
    """Statements of a tap on a page that has just been loaded."""
    evening.get(evening.cast.captain, page)
    address, body = evening.url(name), evening.body(name)
    return asked(lambda: evening.cast.captain.post(address, body, headers=HTMX if htmx else {}))
