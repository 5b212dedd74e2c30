"""Single evenings of the boxes without a story, through the web, from the shelf to the result."""

from __future__ import annotations

import html
import re
import uuid
from typing import TYPE_CHECKING

import pytest

from campaigns import crew
from campaigns.models import Campaign, Draft, Play
from scenarios.lot import Lot
from tests import factories
from tests.cast import browser

if TYPE_CHECKING:
    from django.http import HttpResponse
    from django.test import Client

pytestmark = pytest.mark.django_db

NOT_HERE = ("bag/", "middle/", "correct/", "peek/", "rest/")
"""What only a campaign with cards, tiles and a bag has."""

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")


class Table:
    """A log of single evenings with its captain's browser."""

    def __init__(self, box: str, players: int) -> None:
        device = uuid.uuid4()
        self.client: Client = browser(device)
        self.campaign: Campaign = crew.begin(
            device=device,
            op=factories.op(),
            box=box,
            line=box,
            name="Evenings",
            captain="Ada",
            seats=NAMES[:players],
            copy=None,
        )

    def get(self, path: str = "") -> str:
        answer = self.client.get(f"/c/{self.campaign.code}/{path}")
        assert answer.status_code == 200, path
        return html.unescape(answer.content.decode())

    def post(self, path: str, status: int = 303, **fields: object) -> HttpResponse:
        self.campaign.refresh_from_db()
        play = Play.objects.filter(campaign=self.campaign).first()
        seen = self.campaign.pulse if path.endswith(("tick/", "printed/")) else self.campaign.revision
        if play and path.startswith("p/1/") and path.endswith(("round/", "phase/", "undo/")):
            seen = play.revision
        body = {"op": factories.op(), "seen": seen, **fields}
        answer = self.client.post(f"/c/{self.campaign.code}/{path}", body)
        assert answer.status_code == status, answer.content.decode()[:2000]
        return answer

    def party(self, players: int) -> dict[str, object]:
        seats = self.campaign.seats.order_by("position")[:players]
        return {f"who{at}": seat.pk for at, seat in enumerate(seats, 1)}

    def open(self, key: str, players: int, **choices: object) -> Play:
        self.post(f"tonight/{key}/", **self.party(players), **choices)
        return Play.objects.get(campaign=self.campaign)

    def lines(self) -> dict[str, str]:
        """The lines of the set-up list by id, in words."""
        found = re.findall(r'data-line="([^"]+)".*?</span><span>(.*?)</button>', self.get("p/1/setup/"), re.DOTALL)
        return {line: re.sub(r"<[^>]+>|\s+", " ", words).strip() for line, words in found}


class TestTheShelf:
    def test_has_the_uprising_first_and_the_boxes_of_single_evenings_last(self, packs: None) -> None:
        page = html.unescape(browser(uuid.uuid4()).get("/").content.decode())
        shelf = page[page.index('id="boxes"') :]
        names = re.findall(r"<strong>([^<]+)</strong>", shelf)
        assert names[:2] == ["The campaign of The Uprising", "The campaign of the base game"]
        assert names[-3:] == ["Endeavor: Age of Sail", "Merchants & Marauders", "Pirates of Maracaibo"]
        assert len(names) == 5

    def test_a_log_of_evenings_begins_with_five_where_the_box_seats_five(self, packs: None) -> None:
        fields = {f"player{at}": name for at, name in enumerate(NAMES, 1)} | {"name": "Sails", "captain": "Ada"}
        client = browser(uuid.uuid4())
        assert client.post("/new/", fields | {"line": "endeavor:endeavor"}).status_code == 303
        assert Campaign.objects.get(name="Sails").seats.count() == 5
        answer = client.post("/new/", fields | {"line": "pirates:pirates"})
        assert answer.status_code == 422
        assert "This game seats 4 players at most" in answer.content.decode()


class TestAnEveningOfPirates:
    def test_goes_from_the_choice_to_the_result(self, packs: None) -> None:
        table = Table("pirates", 3)
        assert "2 to 4 players" in table.get("tonight/")
        play = table.open("pirates", 3)
        assert (play.status, play.rounds, play.modules) == ("aside", 3, [])
        assert "Take 12 doubloons" in table.lines()["starting_doubloons:2"]
        table.post("p/1/tick/", tick="set exploration_board")
        for ended in range(4):
            table.post("p/1/round/", round=ended)
        assert "All rounds are over" in table.post("p/1/round/", status=422, round=4).content.decode()
        table.post("p/1/read/", after=4)
        draft = Draft.objects.get(play=play)
        points = {"0-points": 82, "1-points": 82, "2-points": 79}
        table.post(f"p/1/read/{draft.pk}/points/", seen=draft.revision, **points)
        review = table.get(f"p/1/read/{draft.pk}/review/")
        assert "<strong>Ada</strong> <strong>Ben</strong>" in review
        draft.refresh_from_db()
        table.post(f"p/1/read/{draft.pk}/commit/", draft_seen=draft.revision)
        play.refresh_from_db()
        assert play.status == "played"
        assert sorted(play.results.values_list("index", "points")) == [(0, 82), (1, 82), (2, 79)]

    def test_is_closed_by_its_score_sheets(self, packs: None) -> None:
        """4 points a river, 1 for each 5 doubloons: 6 + 2 x 4 + 2 = 16, and 10 + 4 + 0 = 14."""
        table = Table("pirates", 2)
        play = table.open("pirates", 2)
        for ended in range(4):
            table.post("p/1/round/", round=ended)
        table.post("p/1/read/", after=4)
        for place, numbers in ((1, {"track": 6, "rivers": 2, "doubloons": 12}), (2, {"track": 10, "rivers": 1})):
            draft = Draft.objects.get(play=play)
            table.post(f"p/1/read/{draft.pk}/score/{place}/", seen=draft.revision, **numbers)
        draft = Draft.objects.get(play=play)
        assert "<strong>Ada</strong>" in table.get(f"p/1/read/{draft.pk}/review/")
        table.post(f"p/1/read/{draft.pk}/commit/", draft_seen=draft.revision)
        play.refresh_from_db()
        assert play.status == "played"
        assert sorted(play.results.values_list("index", "points")) == [(0, 16), (1, 14)]

    def test_no_reading_and_no_closing_before_the_third_round_is_over(self, packs: None) -> None:
        table = Table("pirates", 2)
        table.open("pirates", 2)
        for ended in range(3):
            table.post("p/1/round/", round=ended)
        table.post("p/1/read/", status=422, after=1)
        table.post("p/1/read/", status=422, after=4)

    def test_a_map_of_your_own_is_chosen_for_itself(self, packs: None) -> None:
        table = Table("pirates", 2)
        play = table.open("pirates", 2, **{"module-pirates_own_map": "on"})
        assert play.modules == ["pirates_own_map"]
        assert "map_of_your_own" in table.lines()
        assert "map_by_diagram" not in table.lines()

    @pytest.mark.parametrize("players", [1])
    def test_a_party_that_the_box_does_not_seat_is_refused_at_the_form(self, players: int, packs: None) -> None:
        table = Table("pirates", 3)
        answer = table.post("tonight/pirates/", status=422, **table.party(players))
        assert "This is for 2 to 4 players, and 1 sit" in answer.content.decode()
        assert not Play.objects.exists()


class TestEndeavor:
    def test_seats_five_on_side_b_only(self, packs: None) -> None:
        table = Table("endeavor", 5)
        table.post("tonight/endeavor_b/", status=422, **table.party(3))
        assert 'name="who5"' not in table.get("tonight/endeavor_a/")
        assert table.open("endeavor_b", 5).party[4]["seat"]

    def test_a_seat_that_takes_the_dock_raises_its_wealth_and_may_think_again(self, packs: None) -> None:
        table = Table("endeavor", 2)
        table.open("endeavor_a", 2)
        assert not [line for line in table.lines() if line.startswith("dock_wealth")]
        table.post("p/1/printed/", line="starting_building:1", said="dock")
        table.post("p/1/printed/", line="starting_building:0", said="house")
        lines = table.lines()
        assert [line for line in lines if line.startswith("dock_wealth")] == ["dock_wealth:1"]
        assert "Merchant Dock up" in lines["starting_building:1"]
        assert "Colonial House up" in lines["starting_building:0"]
        table.post("p/1/printed/", line="starting_building:1", said="house")
        assert "dock_wealth:1" not in table.lines()

    def test_what_a_seat_chose_is_not_known_in_the_next_game(self, packs: None) -> None:
        table = Table("endeavor", 2)
        table.open("endeavor_a", 2)
        table.post("p/1/printed/", line="starting_building:1", said="dock")
        table.post("p/1/give-up/")
        table.post("tonight/endeavor_a/", **table.party(2))
        assert "dock_wealth" not in table.get("p/2/setup/")

    def test_a_round_goes_through_its_phases_and_back(self, packs: None) -> None:
        table = Table("endeavor", 2)
        table.open("endeavor_a", 2)
        table.post("p/1/round/", round=0)
        assert "End Building" in table.get("p/1/")
        for phase in range(4):
            table.post("p/1/phase/", round=1, phase=phase)
        page = table.get("p/1/")
        assert "End Discard and round 1" in page
        assert "Check the attributes" in page[: page.index('id="glance"')]
        table.post("p/1/phase/", round=1, phase=4)
        assert "End Building" in table.get("p/1/")
        newest = Play.objects.get().campaign.entries.filter(stream=1).latest("sequence")
        table.post(f"p/1/{newest.sequence}/undo/")
        assert "End Discard and round 1" in table.get("p/1/")
        assert "Phase 2 of round 1 ended" in table.get("log/")

    def test_a_phase_that_is_over_is_not_ended_twice(self, packs: None) -> None:
        table = Table("endeavor", 2)
        table.open("endeavor_a", 2)
        table.post("p/1/round/", round=0)
        table.post("p/1/phase/", round=1, phase=0)
        table.post("p/1/phase/", status=422, round=1, phase=0)
        table.post("p/1/phase/", status=422, round=2, phase=1)

    def test_ends_after_seven_rounds(self, packs: None) -> None:
        table = Table("endeavor", 2)
        table.open("endeavor_a", 2)
        for ended in range(7):
            table.post("p/1/round/", round=ended)
        table.post("p/1/read/", status=422, after=4)
        table.post("p/1/round/", round=7)
        table.post("p/1/read/", after=4)


class TestMerchants:
    def test_has_no_rounds(self, packs: None) -> None:
        table = Table("merchants", 4)
        assert table.open("merchants", 4).rounds == 1
        table.post("p/1/round/", round=0)
        page = table.get("p/1/")
        assert "Game 1 is running" in page
        assert 'class="rounds"' not in page
        assert "Declare ten Glory points" in page
        table.post("p/1/round/", round=1)
        table.post("p/1/read/", after=4)

    def test_says_of_each_step_that_it_is_not_from_the_rules_summary(self, packs: None) -> None:
        table = Table("merchants", 2)
        table.open("merchants", 2)
        page = table.get("p/1/setup/")
        assert page.count("Not from the rules summary") == len(table.lines()) == 16


class TestALot:
    def test_draws_one_of_the_table_with_a_seed_that_is_kept_and_one_undo(self, packs: None) -> None:
        table = Table("pirates", 3)
        play = table.open("pirates", 3)
        assert "Let the log draw" in table.get("p/1/setup/")
        table.post("p/1/lot/", lot="first_pirate")
        entry = table.campaign.entries.get(stream=1)
        first = int(entry.changes[0][2])
        assert f"Drawn by lot: {NAMES[first - 1]}." in table.get("p/1/setup/")
        assert Lot(1).drawn(3, entry.values["seed"]) == (first,)
        play.refresh_from_db()
        table.post("p/1/1/undo/")
        assert "Drawn by lot" not in table.get("p/1/setup/")

    def test_draws_pieces_in_order_and_each_once(self) -> None:
        drawn = {Lot(3, 7).drawn(2, seed) for seed in range(400)}
        assert len(drawn) == 35
        assert all(list(one) == sorted(set(one)) and set(one) <= set(range(1, 8)) for one in drawn)

    def test_draws_every_seat_some_time(self) -> None:
        assert {Lot(1).drawn(5, seed) for seed in range(100)} == {(1,), (2,), (3,), (4,), (5,)}

    def test_is_refused_for_a_line_that_has_none(self, packs: None) -> None:
        table = Table("pirates", 2)
        table.open("pirates", 2)
        table.post("p/1/lot/", status=422, lot="last_token")
        table.post("p/1/lot/", status=422, lot="")


@pytest.mark.parametrize("box", ["pirates", "endeavor", "merchants"])
class TestALogWithoutAStory:
    def test_offers_nothing_of_a_campaign(self, box: str, packs: None) -> None:
        table = Table(box, 3)
        for path in NOT_HERE:
            ask = table.client.post if path == "rest/" else table.client.get
            assert ask(f"/c/{table.campaign.code}/{path}").status_code == 404, path
        for path in ("", "tonight/", "log/", "now/", "book/", "without/", "crew/", "sheet/"):
            page = table.get(path)
            assert not [one for one in NOT_HERE if f'/c/{table.campaign.code}/{one}"' in page], path
            assert "bag" not in re.sub(r"<[^>]+>", " ", page).lower().split(), path

    def test_has_its_turn_on_a_public_page(self, box: str, packs: None) -> None:
        assert browser(uuid.uuid4()).get(f"/book/turn/{box}/").status_code == 200

    def test_keeps_a_game_that_was_played_without_it(self, box: str, packs: None) -> None:
        table = Table(box, 2)
        key = re.findall(r'<option value="([a-z_]+)"', table.get("without/"))[0]
        table.post("without/", **table.party(2), key=key, played_on="2026-11-02")
        assert Play.objects.get().played_on


def test_a_box_without_a_turn_has_no_page_of_it(packs: None) -> None:
    for box in ("uprising", "nothing"):
        assert browser(uuid.uuid4()).get(f"/book/turn/{box}/").status_code == 404
