"""Through the web: what is not possible tonight and why, who is absent, and the base campaign with this expansion."""

from __future__ import annotations

import html
import re
import uuid
from typing import TYPE_CHECKING, Any

import pytest

from campaigns import archive, crew, evenings, journal, lists, plays
from campaigns.models import Play, PrintedTable, Seat
from campaigns.rules.state import Piece, Place, Spot
from scenarios import book
from scenarios.table import SeatTonight
from tests import factories

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from tests.cast import Cast

pytestmark = pytest.mark.django_db

TWINS = ["184", "185"]
WITH_THE_EXPANSION = {
    "ship_boards": "count=2",
    "combat_action_base": "",
    "home_ports_dealt": "count=6,each=3",
    "home_port_kept": "",
    "home_ports_not_kept": "count=4",
    "upgrade_discs": "each=2",
    "quest_pile": "count=28",
}
"""What this box changes whichever option is played, for two: U022, U045, U047, U050 and U051."""


def page(cast: Cast, path: str = "tonight/") -> str:
    answer = cast.captain.get(f"/c/{cast.campaign.code}/{path}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def closed(cast: Cast) -> dict[str, str]:
    """The cards that the page of choices says cannot be played tonight, with what it says of each."""
    found = re.findall(r'<li data-closed="(\d+)">(.*?)</li>', page(cast), re.DOTALL)
    return {card: re.sub(r"<[^>]+>|\s+", " ", said).strip() for card, said in found}


def lies(cast: Cast, card: str, place: Place) -> None:
    access = factories.access_of(cast.campaign)
    piece, tap = Piece("card", card), factories.tap_of(access)
    archive.correct(access=access, tap=tap, piece=piece, spot=Spot(place), reason="so it lies")


class TestTwinsThatAreNotOpen:
    def test_say_why(self, cast: Cast) -> None:
        found = closed(cast)
        assert list(found) == TWINS
        for card, name in (("184", "Unrest"), ("185", "The Rescue")):
            assert name in found[card]
            assert f"Only while your campaign has card {card} in play" in found[card]

    @pytest.mark.parametrize("card", TWINS)
    def test_are_offered_and_not_explained_once_their_card_is_in_the_bag(self, cast: Cast, card: str) -> None:
        lies(cast, card, Place.BAG)
        assert list(closed(cast)) == [twin for twin in TWINS if twin != card]
        assert f"/tonight/{card}/" in page(cast)

    @pytest.mark.parametrize("card", TWINS)
    def test_are_closed_again_when_their_card_was_read(self, cast: Cast, card: str) -> None:
        lies(cast, card, Place.BAG)
        lies(cast, card, Place.GONE)
        assert list(closed(cast)) == TWINS
        assert f"/tonight/{card}/" not in page(cast)

    def test_are_none_where_both_are_open(self, cast: Cast) -> None:
        for card in TWINS:
            lies(cast, card, Place.BAG)
        assert closed(cast) == {}
        assert "Not tonight" not in page(cast)


class TestWhoIsAbsent:
    def opened(self, cast: Cast, *names: str) -> str:
        seats = {seat.name: seat.pk for seat in Seat.objects.filter(campaign=cast.campaign)}
        party = [SeatTonight(seats.get(name), "" if name in seats else name, "") for name in names]
        access = factories.access_of(cast.campaign)
        play = plays.open_tonight(
            access=access, tap=factories.tap_of(access), seats=party, key="campaign", choice=factories.JEAN
        )
        return page(cast, f"p/{play.number}/setup/")

    def test_is_named_on_the_list(self, cast: Cast) -> None:
        assert "Not tonight: Tomas." in self.opened(cast, "Ines")

    def test_is_named_even_if_a_guest_sits_there(self, cast: Cast) -> None:
        said = self.opened(cast, "Bela", "Tomas")
        assert "Bela, Tomas." in said
        assert "Not tonight: Ines." in said

    def test_is_everybody_at_a_table_of_guests(self, cast: Cast) -> None:
        assert "Not tonight: Ines, Tomas." in self.opened(cast, "Bela", "Cleo")

    def test_is_nobody_where_all_sit(self, cast: Cast) -> None:
        assert "Not tonight" not in self.opened(cast, "Tomas", "Ines")


class TestTheBaseCampaign:
    """It may be played with this expansion, by its own rules: U058. Ship boards belong to any option: U045."""

    def begun(self, box: str) -> Campaign:
        return crew.begin(
            device=uuid.uuid4(),
            op=factories.op(),
            box=box,
            line="maracaibo",
            name="Sunday",
            captain="Ines",
            seats=["Ines", "Tomas"],
            copy=None,
        )

    def amounts(self, campaign: Campaign) -> dict[str, str]:
        play = factories.open_play(campaign)
        return {line.id: line.amount for line in lists.lines(play)}

    def test_on_a_copy_of_the_expansion_has_its_common_set_up(self, packs: None) -> None:
        found = self.amounts(self.begun("uprising"))
        assert {line: found.get(line) for line in WITH_THE_EXPANSION} == WITH_THE_EXPANSION
        assert {"base_campaign_layout", "base_campaign_first_card:1", "base_campaign_doubloons:1"} <= set(found)

    def test_on_a_copy_of_the_expansion_has_resistance_tiles_worth_five_doubloons(self, packs: None) -> None:
        """No module turns the tile over: U048."""
        campaign = self.begun("uprising")
        play = factories.open_play(campaign)
        said = [book.line_text("uprising", play.content_version, line, "en") for line in lists.lines(play)]
        (found,) = [one for one in said if "Resistance" in one]
        assert "5 doubloons" in found

    def test_keeps_it_in_its_later_games(self, packs: None) -> None:
        campaign = self.begun("uprising")
        first = factories.open_play(campaign)
        plays.give_up(tap=factories.tap_of(factories.access_of(campaign)), play=first)
        found = self.amounts(campaign)
        assert {line: found.get(line) for line in WITH_THE_EXPANSION} == WITH_THE_EXPANSION

    def test_on_a_plain_copy_has_nothing_of_it(self, packs: None) -> None:
        assert set(self.amounts(self.begun("maracaibo"))) == {
            "base_campaign_layout",
            "base_campaign_first_card:1",
            "base_campaign_doubloons:0",
            "base_campaign_doubloons:1",
        }

    @pytest.mark.parametrize("box", ["uprising", "maracaibo"])
    def test_has_no_twin_to_explain(self, packs: None, box: str) -> None:
        campaign = self.begun(box)
        state = journal.ground(campaign.pk, journal.LEGACY).state
        assert evenings.closed_twins(factories.access_of(campaign), state) == []


class TestWhatTheFormOffers:
    def ask(self, cast: Cast, key: str, step: str, **posted: Any) -> tuple[Play, Any]:
        """Opens an evening; the answer to what is posted for the line of a step."""
        play = Play.objects.filter(campaign=cast.campaign).first() or factories.open_play(cast.campaign, key)
        line = next(line for line in lists.lines(play) if line.step == step and line.printed)
        form = {"op": factories.op(), "seen": factories.access_of(cast.campaign).pulse, "line": line.id}
        return play, cast.captain.post(f"/c/{cast.campaign.code}/p/{play.number}/printed/", form | posted)

    def test_of_markers_that_are_left_is_one_of_two(self, cast: Cast) -> None:
        assert self.ask(cast, "193", "markers_unused", said="sea")[1].status_code == 422
        assert not PrintedTable.objects.exists()
        play, answer = self.ask(cast, "193", "markers_unused", said="aside")
        assert answer.status_code == 303
        at = f"p/{play.number}/setup/"
        assert "Lay the ownership markers that are left aside" in page(cast, at)
        self.ask(cast, "193", "markers_unused", said="")
        assert "or aside if you read your card so" in page(cast, at)

    def test_of_tiles_asks_whether_they_come_back(self, cast: Cast) -> None:
        lies(cast, "185", Place.BAG)
        access = factories.access_of(cast.campaign)
        spot = Spot(Place.BAG, "9a")
        archive.correct(
            access=access, tap=factories.tap_of(access), piece=Piece("tile", "L4"), spot=spot, reason="so it lies"
        )
        play, answer = self.ask(cast, "185", "tiles_leave", said="4", gone="on")
        assert answer.status_code == 303
        assert PrintedTable.objects.get().said == "L4: gone"
        form = page(cast, f"p/{play.number}/printed/?line=tiles_leave:185:L4")
        assert 'value="L4"' in form
        assert re.search(r'name="gone"[^>]*checked', form)

    def test_shows_who_typed_what_stands_there(self, cast: Cast) -> None:
        play, _answer = self.ask(cast, "193", "quest_tiles_back", said="3 8")
        shown = page(cast, f"p/{play.number}/setup/")
        assert "Lay out quest tiles on 3, 8, 2 in all." in shown
        assert "(Ines)" in shown
        assert 'value="3, 8"' in page(cast, f"p/{play.number}/printed/?line=quest_tiles_back:193")

    def test_draws_a_tile_by_its_object_alone(self, cast: Cast) -> None:
        play = factories.open_play(cast.campaign, "78")
        address = f"/c/{cast.campaign.code}/p/{play.number}/draw/1/"
        form = {"op": factories.op(), "seen": factories.access_of(cast.campaign).pulse}
        unknown = cast.captain.post(address, form | {"object": "book"})
        assert unknown.status_code == 422
        assert 'value="book"' in unknown.content.decode()
        assert cast.captain.post(address, form | {"object": "book", "number": "36"}).status_code == 303
        assert "book → L36" in page(cast, f"p/{play.number}/draw/1/")
        assert "book → L36" not in page(cast, f"p/{play.number}/draw/2/")
