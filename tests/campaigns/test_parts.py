"""Setting up together: the list is dealt by area and order, and anybody takes a part over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaigns import lists, parts
from campaigns.journal import Clash, Tap
from campaigns.models import Member
from campaigns.rules.effects import Refusal
from scenarios.table import Line
from tests import factories

if TYPE_CHECKING:
    from campaigns.access import Access
    from campaigns.models import Campaign, Play


def line(key: str, area: str) -> Line:
    return Line(key, key, area, ())


LIST = [line(*one.split()) for one in ("a board", "b board", "c cards", "d tiles", "e board", "f player")]


class TestRuns:
    def test_are_lines_that_follow_each_other_in_an_area(self) -> None:
        assert [(run.id, [one.id for one in run.lines]) for run in parts.runs(LIST)] == [
            ("board-0", ["a", "b"]),
            ("cards-1", ["c"]),
            ("tiles-2", ["d"]),
            ("board-3", ["e"]),
            ("player-4", ["f"]),
        ]

    @given(st.lists(st.sampled_from(["board", "cards", "tiles"]), max_size=30))
    def test_hold_every_line_once_in_its_order(self, areas: list[str]) -> None:
        lines = [line(str(at), area) for at, area in enumerate(areas)]
        assert [one for run in parts.runs(lines) for one in run.lines] == lines

    def test_of_an_area_wait_for_the_earlier_ones_of_it(self) -> None:
        """Hands come back to the board only after the tiles."""
        runs = parts.runs(LIST)
        assert parts.waits_for(runs[3], runs, {"board-0": 1, "cards-1": 1, "tiles-2": 1}) == ("board-0",)
        assert parts.waits_for(runs[3], runs, {"board-0": 0, "cards-1": 1}) == ()
        assert parts.waits_for(runs[0], runs, {"board-0": 2, "board-3": 1}) == ()


class TestShares:
    def test_go_to_whoever_has_fewest_lines_so_far(self) -> None:
        runs = parts.runs(LIST)
        assert parts.shares(runs, [7, 8]) == {"board-0": 7, "cards-1": 8, "tiles-2": 8, "board-3": 7, "player-4": 8}
        assert set(parts.shares(runs, [9]).values()) == {9}

    @given(
        st.lists(st.sampled_from(["board", "cards", "tiles"]), min_size=1, max_size=40),
        st.lists(st.integers(1, 99), min_size=1, max_size=4, unique=True),
    )
    def test_leave_no_run_out_and_name_nobody_else(self, areas: list[str], members: list[int]) -> None:
        runs = parts.runs(line(str(at), area) for at, area in enumerate(areas))
        dealt = parts.shares(runs, members)
        assert list(dealt) == [run.id for run in runs]
        assert set(dealt.values()) <= set(members)

    def test_need_somebody(self) -> None:
        with pytest.raises(ValueError, match=r"\[\]"):
            parts.shares(parts.runs(LIST), [])


@pytest.mark.django_db
@pytest.mark.usefixtures("packs")
class TestDealing:
    @pytest.fixture
    def play(self, packs: None) -> Play:
        campaign = factories.begin()
        factories.join(campaign, Member.Role.CREW, "Tomas")
        factories.join(campaign, Member.Role.LOOKOUT, "Ada")
        return factories.open_play(campaign)

    def tap(self, access: Access, seen: int | None = None) -> Tap:
        return Tap(access.campaign, access.member, factories.op(), access.pulse if seen is None else seen)

    def access(self, play: Play, role: str = "captain") -> Access:
        campaign: Campaign = play.campaign
        campaign.refresh_from_db()
        return factories.access_of(campaign, role)

    def deal(self, play: Play, members: list[int], seen: int | None = None) -> None:
        access = self.access(play)
        runs = parts.runs(lists.lines(play))
        parts.deal(access=access, tap=self.tap(access, seen), play=play, parts=runs, members=members)

    def take(self, play: Play, area: str, role: str, seen: int | None = None) -> None:
        access = self.access(play, role)
        runs = parts.runs(lists.lines(play))
        parts.take(access=access, tap=self.tap(access, seen), play=play, parts=runs, area=area)

    def test_gives_every_run_to_those_who_may_tick(self, play: Play) -> None:
        everybody = list(Member.objects.filter(campaign=play.campaign).values_list("pk", flat=True))
        self.deal(play, [*everybody, 9_999])
        held = parts.of_play(play).holders
        assert set(held) == {run.id for run in parts.runs(lists.lines(play))}
        assert {one.name for one in held.values()} == {"Ines", "Tomas"}

    def test_to_nobody_is_refused(self, play: Play) -> None:
        lookout = Member.objects.get(campaign=play.campaign, role="lookout")
        for members in ([], [lookout.pk], [9_999]):
            with pytest.raises(Refusal, match="nobody_to_deal_to"):
                self.deal(play, members)
        assert parts.of_play(play).holders == {}

    def test_lets_anybody_take_a_part_over(self, play: Play) -> None:
        self.deal(play, [self.access(play).member])
        self.take(play, "board-0", "crew")
        assert parts.of_play(play).holders["board-0"].name == "Tomas"
        with pytest.raises(Refusal, match="no_such_part"):
            self.take(play, "harbour-0", "crew")

    def test_names_who_took_it_first(self, play: Play) -> None:
        old = self.access(play).pulse
        self.take(play, "board-0", "crew")
        with pytest.raises(Clash) as met:
            self.take(play, "board-0", "captain", seen=old)
        assert (met.value.code, met.value.who.name, met.value.anyway) == ("part", "Tomas", True)
        with pytest.raises(Clash):
            self.deal(play, [self.access(play).member], seen=old)
        self.take(play, "board-0", "captain", seen=met.value.seen)
        assert parts.of_play(play).holders["board-0"].name == "Ines"

    def test_raises_the_pulse_that_other_phones_follow(self, play: Play) -> None:
        before = self.access(play).pulse
        self.take(play, "board-0", "crew")
        assert self.access(play).pulse == before + 1
