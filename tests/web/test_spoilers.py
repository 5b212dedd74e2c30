"""The spoiler wall: every word of every tile gets a canary, and no address under a campaign lets a locked one out."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from campaigns import log
from campaigns.models import Draft, Entry, TileState
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.state import Place, Spot
from cards.models import Box, LegacyTile
from tests import factories
from tests.web import routes
from tests.web.evening import close, correct, legacy_tap, taken_back

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

OPEN = {"L1", "L4", "L30", "L38", "L39", "L40"}
"""Told by the rulebook to everybody before the first game."""

FIRST = {"L1", "L4", "L30"}
"""The tiles that every campaign of The Uprising begins with."""

CANARY = re.compile(r"canary(L[0-9]+)([a-z]{2})([a-z]+)end", re.IGNORECASE)
Heard = set[tuple[str, str, str]]
"""Tile, language and field of the canaries in some answers."""

TYPED: list[tuple[str, dict[str, Any]]] = [
    ("draft-effect", {"effect": "tile_beside", "number": "L13"}),
    ("draft-effect", {"effect": "tile_away", "number": "L14"}),
    ("draft-effect", {"effect": "tile_on_board", "number": "L27"}),
    ("draft-effect", {"effect": "tile_on_board", "number": "L38"}),
    ("draft-effect", {"effect": "tile_on_board", "number": "L41"}),
    ("draft-effect", {"effect": "card_into_play", "number": "78"}),
    ("draft-effect", {"effect": "card_into_play", "number": "L15"}),
    ("draft-effect", {"effect": "tile_on_board", "number": "L16", "space": "nowhere"}),
    ("draft-drop", {"piece": "tile:L17"}),
    ("draft-card", {"card": "L18"}),
    ("correct", {"number": "L19", "reason": ""}),
    ("correct", {"number": "L20", "place": "box"}),
    ("correct", {"number": "L40"}),
    ("correct", {"kind": "card", "number": "L21"}),
    ("tick", {"tick": "set tile_from_bag:L22"}),
    ("tonight", {"who1": "L23"}),
    ("tonight", {"opponent": "L24:L25"}),
    ("printed", {"said": "L19, L20"}),
    ("middle", {"cards": "152", "tiles": "L13 L14 L27"}),
    ("middle", {"cards": "152", "tiles": "L13 L14 L40"}),
    ("middle", {"cards": "L15", "tiles": "L16", "read": "L17"}),
    ("middle", {"cards": "78", "tiles": "L18", "read": "150"}),
    ("undo", {"seen": "0"}),
    ("commit", {"draft_seen": "0"}),
    ("draft-card", {"seen": "0", "words": "L24 L25"}),
]
"""Forms that name locked tiles, most of them to be refused."""


@pytest.fixture(autouse=True)
def canaries(packs: None, world: Any) -> Heard:
    """A word in each field of each tile in each language. The new hash of the content gets past every cache."""
    planted: Heard = set()
    for tile in LegacyTile.objects.all():
        for language, fields in tile.texts.items():
            for field in fields:
                fields[field] += f" canary{tile.key}{language}{field}end"
                planted.add((tile.key, language, field))
        tile.save(update_fields=["texts"])
    for box in Box.objects.all():
        box.content_hash = uuid.uuid4().hex
        box.save(update_fields=["content_hash"])
    return planted


def heard(*answers: Any) -> Heard:
    """The canaries in answers: body, headers and cookies."""
    found: Heard = set()
    for answer in answers:
        said = f"{answer.content.decode()} {dict(answer.headers)} {answer.cookies}"
        found |= {(tile.upper(), language, field) for tile, language, field in CANARY.findall(said)}
    return found


def tiles(found: Heard) -> set[str]:
    return {tile for tile, _, _ in found}


def of(tile: str, planted: Heard) -> Heard:
    """The canaries of one tile."""
    return {canary for canary in planted if canary[0] == tile}


def everything(evening: Evening, names: list[str] | None = None) -> Heard:
    """What routes say to everybody, pages and forms; without `names` all under a campaign, and what errors say."""
    found: Heard = set()
    for name in names or routes.under_a_campaign():
        for person, client in evening.cast.everybody().items():
            for htmx in (False, True) if person == "captain" else (name in routes.POSTS,):
                with taken_back():
                    found |= heard(evening.get(client, name, htmx=htmx), evening.post(client, name, htmx=htmx))
    return found if names else found | errors(evening)


def errors(evening: Evening) -> Heard:
    """What refusals, clashes and missing pages say to whoever may write, and to a lookout."""
    found: Heard = set()
    cast = evening.cast
    for client, htmx in ((cast.captain, False), (cast.captain, True), (cast.lookout, True)):
        for name, typed in TYPED:
            with taken_back():
                found |= heard(evening.post(client, name, htmx=htmx, **typed))
    base = evening.url("campaign")
    for tail in ("tile/L31/", "bag/L31/", "bag/?tile=L31", "log/?written=2", "?written=3", "p/9/", "search/?q=L31"):
        found |= heard(evening.cast.captain.get(base + tail))
    strict = Client(enforce_csrf_checks=True)
    strict.cookies = evening.cast.captain.cookies
    return found | heard(strict.post(evening.url("correct"), evening.body("correct")))


def read(evening: Evening, after: int, *effects: Wanted) -> Entry:
    """Writes the reading after a round into the log; the draft that is open goes away first."""
    Draft.objects.filter(play__campaign=evening.campaign).update(status="dropped")
    campaign = evening.campaign
    play = campaign.plays.get()
    factories.end_rounds(campaign, play, after)
    return factories.reading(campaign, play, after, *effects)


L31_COMES = Wanted(Effect.TILE_ON_BOARD, "L31")
L31_GOES = Wanted(Effect.TILE_AWAY, "L31")


class TestCanaries:
    def test_are_in_every_tile(self, canaries: Heard) -> None:
        numbers = {f"L{number}" for number in range(1, 41)} - {"L26", "L27", "L28", "L29"}
        assert tiles(canaries) == numbers
        assert {field for _, _, field in canaries} >= {"name", "summary", "open"}

    def test_would_be_heard(self, evening: Evening, canaries: Heard) -> None:
        """The test can fail: what the group has reached is said, in all its fields."""
        said = heard(evening.get(evening.cast.lookout, "bag"))
        assert tiles(said) == FIRST | {"L5"}
        for tile in FIRST | {"L5"}:
            assert of(tile, said) == of(tile, canaries)


class TestNewCampaign:
    def test_says_nothing_of_any_tile(self, start: Evening) -> None:
        assert tiles(everything(start)) <= OPEN

    def test_says_nothing_before_the_first_tile_is_laid(self, start: Evening) -> None:
        for person in ("captain", "crew", "lookout"):
            client = start.cast.everybody()[person]
            assert heard(*(start.get(client, name) for name in ("campaign", "bag", "log", "sheet"))) == set()


class TestDuringTheFirstGame:
    """L5 was put on the board by a correction and stays; L6 was and was taken back; the draft wants L31."""

    def test_says_only_what_was_reached(self, evening: Evening) -> None:
        found = tiles(everything(evening))
        assert found >= FIRST | {"L5"}
        assert found <= OPEN | {"L5"}

    def test_a_draft_repeats_the_number_and_not_the_words(self, evening: Evening) -> None:
        for name in ("draft", "review"):
            answer = evening.get(evening.cast.captain, name)
            assert "L31" in answer.content.decode()
            assert "L31" not in tiles(heard(answer))

    def test_a_closing_does_no_more(self, evening: Evening) -> None:
        close(evening)
        under_a_draft = [name for name in routes.under_a_campaign() if "pk" in routes.parameters(name)]
        assert tiles(everything(evening, under_a_draft)) <= OPEN | {"L5"}


class TestAfterAReading:
    def test_that_placed_it_and_one_that_took_it_away_a_tile_stays_known(self, evening: Evening) -> None:
        read(evening, 1, L31_COMES)
        read(evening, 2, L31_GOES)
        assert TileState.objects.get(campaign=evening.campaign, tile="L31").spot == "gone"
        found = tiles(everything(evening))
        assert found >= FIRST | {"L5", "L31"}
        assert found <= OPEN | {"L5", "L31"}

    def test_that_places_it_exactly_the_words_of_that_tile_appear(self, evening: Evening, canaries: Heard) -> None:
        before = everything(evening, ["campaign", "bag", "log", "table"])
        read(evening, 1, L31_COMES)
        after = everything(evening, ["campaign", "bag", "log", "table"])
        assert after - before == of("L31", canaries)
        assert before - after == set()

    def test_an_undo_puts_them_behind_the_wall_again(self, evening: Evening, canaries: Heard) -> None:
        before = everything(evening, ["campaign", "bag", "log"])
        entry = read(evening, 1, L31_COMES)
        assert everything(evening, ["bag"]) >= of("L31", canaries)
        log.take_back(tap=legacy_tap(evening.campaign), sequence=entry.sequence)
        assert everything(evening, ["campaign", "bag", "log"]) == before

    def test_doing_it_again_brings_them_back(self, evening: Evening, canaries: Heard) -> None:
        entry = read(evening, 1, L31_COMES)
        log.take_back(tap=legacy_tap(evening.campaign), sequence=entry.sequence)
        log.do_again(tap=legacy_tap(evening.campaign), sequence=entry.sequence)
        assert everything(evening, ["bag"]) >= of("L31", canaries)


class TestBesides:
    def test_an_evening_of_its_own_says_no_more_than_the_rulebook(self, evening: Evening) -> None:
        Draft.objects.filter(play__campaign=evening.campaign).update(status="dropped")
        factories.close(evening.campaign, evening.campaign.plays.get())
        shown = ["choose", "tonight", "setup", "table", "log"]
        for key, names in (("74", shown), ("79", shown), ("193", shown), ("78", None)):
            play = factories.open_play(evening.campaign, key)
            evening.key, evening.play = key, play.number
            assert tiles(everything(evening, names)) <= OPEN | {"L5"}, key
            factories.close(evening.campaign, play)

    def test_a_tile_that_comes_during_a_round_is_known_from_then_on(self, evening: Evening, canaries: Heard) -> None:
        before = everything(evening, ["campaign", "bag", "log", "table"])
        read(evening, 0, L31_COMES)
        after = everything(evening, ["campaign", "bag", "log", "table"])
        assert (after - before, before - after) == (of("L31", canaries), set())

    def test_a_campaign_begun_in_the_middle_knows_the_tiles_that_were_typed(self, start: Evening) -> None:
        start.post(start.cast.captain, "middle", tiles="L1 L31 L7")
        assert {"L31", "L7"} <= tiles(everything(start, ["campaign", "bag"])) <= OPEN | {"L31", "L7"}

    def test_a_wrong_number_among_them_opens_none(self, start: Evening) -> None:
        answer = start.post(start.cast.captain, "middle", tiles="L31 L7 L27")
        assert answer.status_code == 422
        assert heard(answer) == set()
        assert tiles(everything(start, ["campaign", "bag", "middle"])) <= OPEN


class TestOtherCampaigns:
    def test_of_the_same_box_learn_nothing(self, start: Evening, evening: Evening) -> None:
        read(evening, 1, L31_COMES)
        assert tiles(everything(start, ["campaign", "bag", "log"])) <= OPEN


class TestCorrections:
    def test_open_the_tile_they_place_and_close_it_with_the_undo(self, evening: Evening, canaries: Heard) -> None:
        entry = correct(evening.campaign, "L31", Spot(Place.BAG))
        assert heard(evening.get(evening.cast.lookout, "bag")) >= of("L31", canaries)
        log.take_back(tap=legacy_tap(evening.campaign), sequence=entry.sequence)
        assert "L31" not in tiles(everything(evening, ["bag", "log"]))

    def test_that_put_a_tile_back_unreached_close_it(self, evening: Evening) -> None:
        correct(evening.campaign, "L5", Spot(Place.BOX))
        assert "L5" not in tiles(everything(evening, ["campaign", "bag", "log"]))


class TestRefusals:
    @pytest.mark.parametrize(
        ("name", "typed"),
        [
            ("draft-effect", {"effect": "tile_away", "number": "L14"}),
            ("draft-effect", {"effect": "tile_on_board", "number": "L27"}),
            ("draft-effect", {"effect": "tile_on_board", "number": "L40"}),
            ("correct", {"number": "L20", "place": "box"}),
        ],
    )
    @pytest.mark.parametrize("htmx", [False, True])
    def test_name_no_tile_but_the_typed_one(
        self, evening: Evening, name: str, typed: dict[str, Any], htmx: bool
    ) -> None:
        page = evening.get(evening.cast.captain, "draft" if name == "draft-effect" else name).content.decode()
        answer = evening.post(evening.cast.captain, name, htmx=htmx, **typed)
        assert answer.status_code == 422
        known = set(re.findall(r"\bL[0-9]+\b", page))
        assert set(re.findall(r"\bL[0-9]+\b", answer.content.decode())) <= known | {typed["number"]}

    def test_offer_no_list_of_numbers_to_choose_from(self, evening: Evening) -> None:
        for name in ("draft", "correct"):
            page = evening.get(evening.cast.captain, name).content.decode()
            offered = re.findall(r'<option value="([^"]*)"', page) + re.findall(r"<datalist", page)
            assert not [value for value in offered if re.fullmatch("L?[0-9]+", value)]
