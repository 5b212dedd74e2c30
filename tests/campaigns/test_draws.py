"""The three drawn tiles of an evening of its own: the group says which, the list and the packing away follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import archive, evenings, journal, lists, plays
from campaigns.evenings import Choice
from campaigns.journal import Clash, Tap
from campaigns.models import Member, Play, TileState
from campaigns.rules.changes import hand_work
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place, Spot
from scenarios.table import SeatTonight
from tests import factories

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from tests.cast import Cast

pytestmark = pytest.mark.usefixtures("packs")


@pytest.fixture
def campaign(cast: Cast) -> Campaign:
    """A campaign whose bag holds L31, for 5."""
    access = factories.access_of(cast.campaign)
    piece, spot = Piece("tile", "L31"), Spot(Place.BAG, "5")
    archive.correct(access=access, tap=factories.tap_of(access), piece=piece, spot=spot, reason="as it lies")
    return cast.campaign


@pytest.fixture
def play(campaign: Campaign) -> Play:
    """All Inclusive, which draws three tiles."""
    access = factories.access_of(campaign)
    seats = [SeatTonight(seat.pk, "", "") for seat in campaign.seats.all()]
    return plays.open_tonight(access=access, tap=factories.tap_of(access), seats=seats, key="78", choice=Choice())


def draw(
    campaign: Campaign, play: Play, column: int, tile: str, role: str = "captain", seen: int | None = None
) -> None:
    access = factories.access_of(campaign, role)
    tap = Tap(access.campaign, access.member, factories.op(), access.pulse if seen is None else seen)
    plays.draw(access=access, tap=tap, play=play, column=column, tile=tile)


def drawn(play: Play) -> dict[str, str]:
    """Line id to amount of all lines about drawn or borrowed tiles."""
    found = lists.lines(Play.objects.get(pk=play.pk))
    return {line.id: line.amount for line in found if line.id.startswith(("drawn_tile", "tile_borrowed"))}


def brought_home(campaign: Campaign, play: Play) -> list[str]:
    access = factories.access_of(campaign)
    state = journal.ground(access.campaign, journal.LEGACY).state
    home = evenings.pack_away(access, state, Play.objects.get(pk=play.pk))
    return [f"{work.subject} {work.to}" for work in hand_work(home)]


class TestDrawing:
    def test_asks_for_three_tiles(self, play: Play) -> None:
        assert drawn(play) == {f"drawn_tile:{n}": f"column={n}" for n in (1, 2, 3)}

    def test_a_tile_of_the_box_stands_in_its_line_and_goes_back_into_the_box(
        self, campaign: Campaign, play: Play
    ) -> None:
        draw(campaign, play, 2, "L36")
        assert drawn(play)["drawn_tile:2"] == "column=2,tile=L36"
        assert brought_home(campaign, play) == ["tile:L1 box", "tile:L30 box", "tile:L36 box"]

    def test_a_tile_of_the_bag_is_borrowed_and_goes_back_into_the_bag(self, campaign: Campaign, play: Play) -> None:
        draw(campaign, play, 1, "L31")
        assert "tile_borrowed:L31" in drawn(play)
        assert "tile:L31 bag" in brought_home(campaign, play)

    def test_changes_nothing_of_the_legacy(self, campaign: Campaign, play: Play) -> None:
        before = list(TileState.objects.values_list("tile", "spot"))
        draw(campaign, play, 1, "L31")
        assert list(TileState.objects.values_list("tile", "spot")) == before

    def test_can_be_said_anew(self, campaign: Campaign, play: Play) -> None:
        draw(campaign, play, 1, "L31")
        draw(campaign, play, 1, "L36")
        assert drawn(play)["drawn_tile:1"] == "column=1,tile=L36"
        assert "tile_borrowed:L31" not in drawn(play)
        draw(campaign, play, 1, "L36")
        assert drawn(play)["drawn_tile:1"] == "column=1,tile=L36"

    def test_keeps_ticks_on_lines_that_stay(self, campaign: Campaign, play: Play) -> None:
        access = factories.access_of(campaign)
        plays.tick(tap=factories.tap_of(access), play=play, line_id="ship_boards", done=True)
        draw(campaign, play, 1, "L31")
        ticked = lists.ticked_lines(Play.objects.get(pk=play.pk))
        assert [row.line.id for row in ticked if row.done] == ["ship_boards"]


class TestRefusals:
    @pytest.mark.parametrize("tile", ["L1", "L30"])
    def test_a_tile_that_lies_from_the_start_is_asked_about(self, campaign: Campaign, play: Play, tile: str) -> None:
        with pytest.raises(Refusal, match="tile_lies_already"):
            draw(campaign, play, 1, tile)

    def test_a_tile_that_another_column_drew_is_asked_about(self, campaign: Campaign, play: Play) -> None:
        draw(campaign, play, 1, "L36")
        with pytest.raises(Refusal, match="tile_lies_already"):
            draw(campaign, play, 2, "L36")

    @pytest.mark.parametrize(("tile", "code"), [("L40", "module_tile"), ("L27", "no_such_tile")])
    def test_numbers_that_are_no_campaign_tile(self, campaign: Campaign, play: Play, tile: str, code: str) -> None:
        with pytest.raises(Refusal, match=code):
            draw(campaign, play, 1, tile)

    def test_a_column_that_the_card_does_not_have(self, campaign: Campaign, play: Play) -> None:
        with pytest.raises(Refusal, match="no_such_line"):
            draw(campaign, play, 4, "L36")

    def test_a_game_that_has_ended(self, campaign: Campaign, play: Play) -> None:
        plays.give_up(tap=factories.tap_of(factories.access_of(campaign)), play=play)
        with pytest.raises(Refusal, match="play_not_open"):
            draw(campaign, play, 1, "L36")

    def test_an_older_page_clashes(self, campaign: Campaign, play: Play) -> None:
        factories.join(campaign, Member.Role.CREW, "Tomas")
        before = factories.access_of(campaign).pulse
        draw(campaign, play, 1, "L36")
        with pytest.raises(Clash) as met:
            draw(campaign, play, 1, "L33", "crew", seen=before)
        assert met.value.who.name == "Ines"
        assert met.value.at.isoformat() == Play.objects.get(pk=play.pk).draws[0]["at"]
        draw(campaign, play, 1, "L33", "crew", seen=met.value.seen)
        assert drawn(play)["drawn_tile:1"] == "column=1,tile=L33"


class TestPage:
    def test_asks_and_leads_back_to_the_list(self, cast: Cast, campaign: Campaign, play: Play) -> None:
        at = f"/c/{campaign.code}/p/{play.number}/"
        assert "Say which tile it is" in cast.captain.get(f"{at}setup/").content.decode()
        address = f"{at}draw/1/"
        assert "The tile you drew" in cast.captain.get(address).content.decode()
        form = {"op": factories.op(), "seen": "999", "number": "l 36"}
        answer = cast.captain.post(address, form)
        assert (answer.status_code, answer["Location"]) == (303, f"{at}setup/#_line-drawn_tile:1")
        assert "The draw for column 1 is L36" in cast.captain.get(f"{at}setup/").content.decode()

    @pytest.mark.parametrize(
        ("headers", "template"), [({}, "<!doctype"), ({"HX-Request": "true"}, '<form id="_drawn"')]
    )
    def test_keeps_what_was_typed_when_it_is_refused(
        self, cast: Cast, campaign: Campaign, play: Play, headers: dict[str, str], template: str
    ) -> None:
        address = f"/c/{campaign.code}/p/{play.number}/draw/1/"
        answer = cast.captain.post(address, {"op": factories.op(), "seen": "999", "number": "L1"}, headers=headers)
        assert answer.status_code == 422
        shown = answer.content.decode()
        assert shown.lstrip().startswith(template)
        assert 'value="L1"' in shown
        assert "L1 lies on the table already" in shown

    def test_a_stranger_finds_nothing(self, cast: Cast, campaign: Campaign, play: Play) -> None:
        assert cast.stranger.get(f"/c/{campaign.code}/p/{play.number}/draw/1/").status_code == 404
        assert cast.lookout.get(f"/c/{campaign.code}/p/{play.number}/draw/1/").status_code == 403
