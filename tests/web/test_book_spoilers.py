"""The spoiler wall in the look-up: every word of every entry gets a canary, and no locked one leaves the server.

What is locked is worked out here from the rows themselves, and not by the code that is tested.
"""

from __future__ import annotations

import random
import re
import uuid
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from campaigns import log
from campaigns.models import Draft, Ruling
from campaigns.rules.state import Place, Spot
from cards.models import Box, LegacyTile, Location, Rule
from tests import factories
from tests.web import routes
from tests.web.book import entries
from tests.web.evening import HTMX, correct, legacy_tap, taken_back
from tests.web.test_spoilers import L31_COMES, OPEN, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.test import Client

    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

CANARY = re.compile(r"canary([0-9]+)x([a-z]+)end", re.IGNORECASE)
Heard = set[tuple[str, str]]
"""Entry and field of the canaries in some answers; of a ruling the field is called so."""

WORDS = ("tile", "marker", "city", "disc", "explorer", "ruin", "shortcut", "dutch", "worker", "canary", "bottle cap")
WORDS += ("governor card", "bury a treasure", "stashed gold", "cargo cards", "growth phase", "residence")
"""What somebody types who wants to know too much."""

OF_THE_CAMPAIGN = {"uprising", "maracaibo"}
MEMBERS = ("captain", "crew", "lookout")
TOUCHING = ("tile:", "location:", "module:", "scenario:")


@dataclass(frozen=True)
class Planted:
    """The entries by the number of their canaries, the tiles that lock each, and its fields."""

    entries: tuple[str, ...]
    locks: dict[str, frozenset[str]]
    fields: dict[str, set[str]]
    names: tuple[str, ...]
    foreign: frozenset[str]
    """Entries of boxes that the campaign is not played with."""

    def heard(self, *answers: Any) -> Heard:
        """The canaries in answers: body, headers and cookies; a mark in the middle of one hides nothing."""
        found: Heard = set()
        for answer in answers:
            said = f"{answer.content.decode()} {dict(answer.headers)} {answer.cookies}"
            said = re.sub(r"</?mark>", "", said)
            found |= {(self.entries[int(number)], field.lower()) for number, field in CANARY.findall(said)}
        return found

    def behind(self, reached: Iterable[str]) -> set[str]:
        """The entries that a campaign may not read which has reached these tiles."""
        return {entry for entry, tiles in self.locks.items() if not tiles <= set(reached)}

    def by_tile_alone(self, tile: str) -> Heard:
        """The canaries of the entries that this tile alone locks."""
        own = {entry for entry, tiles in self.locks.items() if tiles == {tile}}
        return {(entry, field) for entry in own for field in self.fields[entry]}


def locks_of(row: LegacyTile | Rule | Location) -> frozenset[str]:
    """The tiles that a campaign must have reached to read an entry, as its row says."""
    public = set(LegacyTile.objects.filter(public=True).values_list("key", flat=True))
    public |= set(LegacyTile.objects.filter(kind="module").values_list("key", flat=True))
    if isinstance(row, LegacyTile):
        named = {row.key}
    elif isinstance(row, Location):
        named = {row.needs_tile} - {""}
    else:
        named = {*row.tiles, *(one.partition(":")[2] for one in row.about if one.startswith("tile:"))}
    return frozenset(named - public)


@pytest.fixture
def planted(packs: None, world: Any) -> Planted:
    """A word in each field of each tile, rule and location. The new hash of the content gets past every cache."""
    rows = [*LegacyTile.objects.all(), *Rule.objects.all(), *Location.objects.all()]
    entries, locks, fields, names = [], {}, {}, []
    foreign = set()
    for number, row in enumerate(rows):
        kind = row.kind if isinstance(row, Rule) else "tile" if isinstance(row, LegacyTile) else "location"
        entries.append(f"{kind}:{row.key}")
        locks[entries[-1]], fields[entries[-1]] = locks_of(row), set(row.texts["en"])
        if row.box_id not in OF_THE_CAMPAIGN:
            foreign.add(entries[-1])
        if kind == "tile":
            names.append(row.texts["en"]["name"])
        for words in row.texts.values():
            for field in words:
                words[field] += f" canary{number}x{field}end"
        row.save(update_fields=["texts"])
    for box in Box.objects.all():
        box.content_hash = uuid.uuid4().hex
        box.save(update_fields=["content_hash"])
    return Planted(tuple(entries), locks, fields, tuple(names), frozenset(foreign))


def rule_on_all_that_is_locked(evening: Evening, planted: Planted) -> None:
    """Somebody with the same box, but further on, wrote how the table plays each locked entry."""
    member = evening.campaign.members.get(role="captain")
    for number, entry in enumerate(planted.entries):
        if planted.locks[entry]:
            kept = {"copy": evening.campaign.copy, "campaign": evening.campaign, "member": member, "pulse": 0}
            Ruling.objects.create(entry=entry, words=f"bottle cap canary{number}xrulingend", **kept)


def address(evening: Evening, name: str, entry: str) -> str:
    kind, _, key = entry.partition(":")
    return reverse(name, args=[evening.campaign.code, kind, key])


def everything(evening: Evening, planted: Planted, *, whole: bool = True, all_roles: bool = False) -> Heard:
    """What the look-up says: all searches, the book, tonight, the page of every single entry, taking turns by role.

    Locked entries are ruled on, too. Unless it is the `whole` book, what is free is only asked for where it can touch
    something locked. With `all_roles` nobody takes turns: each role asks for everything.
    """
    people = [evening.cast.everybody()[person] for person in MEMBERS]
    turns = cycle([people] if all_roles else [[one] for one in people])
    maps = [name for name in routes.under_a_campaign() if "map" in name]
    found = planted.heard(*(evening.get(one, name) for one in people for name in ("campaign-book", "now", *maps)))
    questions = [*(f"L{number}" for number in range(1, 42)), "6", "31", "36", *WORDS, *planted.names]
    for query in questions:
        pages = [one.get(evening.url("campaign-search"), {"q": query}, headers=HTMX) for one in next(turns)]
        assert {page.status_code for page in pages} == {200}
        found |= planted.heard(*pages)
    found |= planted.heard(*(evening.get(one, "campaign-search", query="?q=tile") for one in people))
    for entry in entries():  # of all boxes, also those that the campaign has nothing to do with
        locked = planted.locks.get(entry)
        if whole or locked or entry.startswith(TOUCHING):
            found |= planted.heard(*(one.get(address(evening, "campaign-answer", entry)) for one in next(turns)))
        if locked and (all_roles or entry.startswith("rule:")):
            found |= written(evening, planted, people[1], entry)
    return found


def written(evening: Evening, planted: Planted, client: Client, entry: str) -> Heard:
    """What a ruling on an entry is answered with, and one that is wrong."""
    body = evening.body("ruling")
    with taken_back():
        to = address(evening, "ruling", entry)
        return planted.heard(client.post(to, body | {"words": "x" * 300}), client.post(to, body, headers=HTMX))


class TestCanaries:
    def test_are_in_every_field_of_tiles_rules_and_locations(self, planted: Planted) -> None:
        assert {field for fields in planted.fields.values() for field in fields} >= {"name", "summary", "text", "open"}
        assert {entry.partition(":")[0] for entry in planted.entries} == {"tile", "rule", "effect", "promo", "location"}
        assert len([entry for entry in planted.entries if planted.locks[entry]]) >= 40

    def test_would_be_heard(self, start: Evening, planted: Planted) -> None:
        """The test can fail: the public book says all of them, in every field."""
        locked = [entry for entry in planted.entries if planted.locks[entry]]
        pages = [start.cast.nobody.get(reverse("answer", args=entry.split(":"))) for entry in locked]
        heard = planted.heard(*pages)
        assert {(entry, field) for entry in locked for field in planted.fields[entry]} <= heard


def first_game(start: Evening, evening: Evening) -> tuple[Evening, set[str]]:
    """L5 lies on the board; L6 was there and was taken back; a draft wants L31."""
    return evening, {"L5"}


def reading(start: Evening, evening: Evening) -> tuple[Evening, set[str]]:
    read(evening, 1, L31_COMES)
    return evening, {"L5", "L31"}


def evening_of_its_own(start: Evening, evening: Evening) -> tuple[Evening, set[str]]:
    """It drew a tile, which belongs to the evening and not to the campaign."""
    Draft.objects.filter(play__campaign=evening.campaign).update(status="dropped")
    factories.close(evening.campaign, evening.campaign.plays.get())
    evening.key, evening.play = "79", factories.open_play(evening.campaign, "79").number
    assert evening.post(evening.cast.captain, "draw", object="book", number="L36").status_code == 303
    return evening, {"L5"}


def middle(start: Evening, evening: Evening) -> tuple[Evening, set[str]]:
    start.post(start.cast.captain, "middle", tiles="L1 L31 L7")
    return start, {"L31", "L7"}


def any_tiles(start: Evening, evening: Evening) -> tuple[Evening, set[str]]:
    """Eight tiles that chance picks, always the same ones."""
    drawn = random.Random(7).sample([f"L{number}" for number in (*range(5, 26), *range(31, 38))], 8)
    for tile in drawn:
        correct(start.campaign, tile, Spot(Place.BAG))
    return start, set(drawn)


STATES = {
    "fresh": lambda start, evening: (start, set()),
    "first game": first_game,
    "after a reading": reading,
    "an evening of its own": evening_of_its_own,
    "begun in the middle": middle,
    "any tiles": any_tiles,
}


class TestNothingLockedIsSaid:
    @pytest.mark.parametrize("state", [state for state in STATES if state not in ("fresh", "any tiles")])
    def test_whatever_the_campaign_has_reached(
        self, start: Evening, evening: Evening, planted: Planted, state: str
    ) -> None:
        where, reached = STATES[state](start, evening)
        rule_on_all_that_is_locked(where, planted)
        found = {entry for entry, _ in everything(where, planted, whole=state == "first game")}
        assert found & (planted.behind(OPEN | reached) | planted.foreign) == set()
        assert found >= set(planted.entries) - planted.behind(OPEN | reached) - planted.foreign

    @pytest.mark.long
    @pytest.mark.parametrize("state", STATES)
    def test_to_any_role_on_any_page(self, start: Evening, evening: Evening, planted: Planted, state: str) -> None:
        where, reached = STATES[state](start, evening)
        rule_on_all_that_is_locked(where, planted)
        found = {entry for entry, _ in everything(where, planted, all_roles=True)}
        assert found & planted.behind(OPEN | reached) == set()


class TestOneTile:
    def said(self, evening: Evening, planted: Planted) -> Heard:
        """What the crew reads in the book, and of every entry that some tile locks."""
        crew = evening.cast.crew
        locked = [entry for entry in planted.entries if planted.locks[entry]]
        pages = [crew.get(address(evening, "campaign-answer", entry)) for entry in locked]
        return planted.heard(evening.get(crew, "campaign-book"), *pages)

    @pytest.mark.parametrize("tile", ["L31", "L36", "L7"])
    def test_that_is_placed_opens_exactly_its_entries(self, start: Evening, planted: Planted, tile: str) -> None:
        before = self.said(start, planted)
        correct(start.campaign, tile, Spot(Place.BOARD, "3"))
        after = self.said(start, planted)
        assert (after - before, before - after) == (planted.by_tile_alone(tile), set())
        assert {entry for entry, _ in before} & planted.behind(OPEN) == set()

    def test_that_goes_back_shuts_them_again(self, start: Evening, planted: Planted) -> None:
        before = self.said(start, planted)
        entry = correct(start.campaign, "L36", Spot(Place.BOARD, "3"))
        log.take_back(tap=legacy_tap(start.campaign), sequence=entry.sequence)
        assert self.said(start, planted) == before

    def test_opens_what_two_tiles_lock_together_with_the_other(self, start: Evening, planted: Planted) -> None:
        both = {entry for entry, tiles in planted.locks.items() if tiles == {"L31", "L32"}}
        assert both
        for tile, opened in (("L31", set()), ("L32", both)):
            correct(start.campaign, tile, Spot(Place.BOARD, "3"))
            assert {entry for entry, _ in self.said(start, planted)} & both == opened
