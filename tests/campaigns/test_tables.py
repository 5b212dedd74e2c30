"""Printed tables: typed once from a card of the copy, there for every campaign that is played with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import crew, lists, plays, tables
from campaigns.journal import Clash, Tap
from campaigns.models import Campaign, Member, PrintedTable
from campaigns.rules.effects import Refusal
from tests import factories

if TYPE_CHECKING:
    from campaigns.models import Play
    from scenarios.table import Line

pytestmark = pytest.mark.usefixtures("packs")


@pytest.fixture
def campaign(packs: None) -> Campaign:
    return factories.begin()


@pytest.fixture
def play(campaign: Campaign) -> Play:
    return factories.open_play(campaign)


def asking(play: Play) -> Line:
    """The line about the quest tiles of card 150: only the card shows where they lie."""
    return next(line for line in lists.lines(play) if line.id == "quest_tiles_first:150")


def enter(campaign: Campaign, play: Play, typed: str, role: str = "captain", seen: int | None = None) -> str:
    access = factories.access_of(campaign, role)
    tap = Tap(access.campaign, access.member, factories.op(), access.pulse if seen is None else seen)
    return plays.say_printed(access=access, tap=tap, play=play, line=asking(play), typed=typed)


def shown(campaign: Campaign, play: Play) -> dict[str, tuple[str, str]]:
    found = tables.of_play(play, lists.lines(play), tables.entered(factories.access_of(campaign)))
    return {line: (entered.said, entered.by) for line, entered in found.items()}


class TestPrintedTables:
    def test_stand_beside_their_line_with_who_typed_them(self, campaign: Campaign, play: Play) -> None:
        assert enter(campaign, play, "3 8;9a") == "3, 8, 9a"
        assert shown(campaign, play) == {"quest_tiles_first:150": ("3, 8, 9a", "Ines")}

    def test_are_there_for_another_campaign_on_the_same_copy(self, campaign: Campaign, play: Play) -> None:
        enter(campaign, play, "3 8")
        other = crew.begin(
            device=Member.objects.get(campaign=campaign).devices.all()[0].pk,
            op=factories.op(),
            box="uprising",
            line="uprising",
            name="Sunday",
            captain="Mara",
            seats=["Mara", "Tomas"],
            copy=campaign.copy_id,
        )
        assert shown(other, factories.open_play(other)) == {"quest_tiles_first:150": ("3, 8", "Ines")}

    def test_are_not_there_for_another_copy(self, campaign: Campaign, play: Play) -> None:
        enter(campaign, play, "3 8")
        other = factories.begin("Sunday")
        assert shown(other, factories.open_play(other)) == {}

    def test_can_be_changed_and_taken_back(self, campaign: Campaign, play: Play) -> None:
        enter(campaign, play, "3 8")
        enter(campaign, play, "3 9")
        assert shown(campaign, play)["quest_tiles_first:150"] == ("3, 9", "Ines")
        enter(campaign, play, "")
        assert shown(campaign, play) == {}

    def test_typed_from_an_older_page_clash(self, campaign: Campaign, play: Play) -> None:
        factories.join(campaign, Member.Role.CREW, "Tomas")
        before = factories.access_of(campaign).pulse
        enter(campaign, play, "3 8")
        with pytest.raises(Clash) as met:
            enter(campaign, play, "3 9", "crew", seen=before)
        assert met.value.who.name == "Ines"
        assert enter(campaign, play, "3 9", "crew", seen=met.value.seen) == "3, 9"

    def test_typed_twice_alike_do_not_clash(self, campaign: Campaign, play: Play) -> None:
        factories.join(campaign, Member.Role.CREW, "Tomas")
        before = factories.access_of(campaign).pulse
        enter(campaign, play, "3 8")
        assert enter(campaign, play, "3, 8", "crew", seen=before) == "3, 8"

    def test_that_do_not_read_are_refused_by_name(self, campaign: Campaign, play: Play) -> None:
        with pytest.raises(Refusal, match="not_readable") as refused:
            enter(campaign, play, "3 Havana")
        assert refused.value.values == {"part": "Havana"}
        assert not PrintedTable.objects.exists()

    def test_are_asked_for_no_other_line(self, campaign: Campaign, play: Play) -> None:
        access = factories.access_of(campaign)
        line = lists.lines(play)[0]
        tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
        with pytest.raises(Refusal, match="nothing_printed"):
            plays.say_printed(access=access, tap=tap, play=play, line=line, typed="3")
