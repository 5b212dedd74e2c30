"""The pilot book as a campaign reads it: what counts tonight, and how the table rules what is left open."""

from __future__ import annotations

import re
import uuid
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from campaigns.models import Ruling
from tests import factories
from tests.cast import browser
from tests.web.book import answers, block, entries, links, page
from tests.web.evening import HTMX
from tests.web.test_queries import LIMIT, asked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.test import Client

    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

LEFT_OPEN, SETTLED = "tile:L30", "rule:campaign_reset"


class TestInACampaign:
    def test_every_link_of_the_book_leads_to_a_page(self, evening: Evening) -> None:
        """What counts tonight and the book, with every sixth page that these lead to and all that those lead to."""
        lookout = evening.cast.lookout
        here = {evening.url("now"), evening.url("campaign-book")}
        near = {one for address in here for one in links(page(address, lookout)) if evening.campaign.code in one}
        further = {one for address in sorted(near)[::6] for one in links(page(address, lookout))}
        assert len(near) > 200
        for address in sorted({one for one in further if evening.campaign.code in one})[::3]:
            page(address, lookout)

    def test_what_counts_tonight_has_its_badge(self, evening: Evening) -> None:
        said = page(evening.url("campaign-search"), evening.cast.crew, q="village action at 21a")
        assert "counts tonight" in block(said, "tile:L30")
        assert "counts tonight" in block(said, "rule:legacy_tiles_l30")
        assert "counts tonight" not in block(said, "location:21a")
        for key, counts in (("tile/L30", True), ("rule/campaign_end", True), ("rule/unrest_end", False)):
            said = page(f"{evening.url('campaign-book')}{key}/", evening.cast.crew)
            assert ("counts tonight" in said) == counts, key

    def test_what_counts_tonight_comes_first(self, evening: Evening) -> None:
        """Every way to play has rules on its modules and its start; the campaign is played."""
        for query, wanted in (("which modules", "rule:campaign_modules"), ("start", "rule:campaign_first_game")):
            public = answers(page(reverse("search"), q=query))
            own = answers(page(evening.url("campaign-search"), evening.cast.crew, q=query))
            assert own.index(wanted) < public.index(wanted)

    @pytest.mark.parametrize("query", ["genoa", "roatan", "roatna", "Roatán", "grand turk", "nassau", "all inclusive"])
    def test_a_thing_that_is_named_comes_before_its_rules(self, evening: Evening, query: str) -> None:
        """As in the public book: that its rules count tonight makes nobody mean them."""
        public = answers(page(reverse("search"), q=query))
        own = answers(page(evening.url("campaign-search"), evening.cast.crew, q=query))
        assert own[0] == public[0]

    def test_now_tells_what_depends_on_the_table(self, evening: Evening) -> None:
        said = page(evening.url("now"), evening.cast.lookout)
        told = set(re.findall(r'data-entry="([^"]+)"', said))
        assert {"tile:L1", "tile:L4", "tile:L30", "tile:L5", "rule:campaign_end", "rule:home_ports_choice"} <= told
        assert not told & {"rule:unrest_end", "rule:jacques_deck", "rule:base_start_positions", "tile:L31", "tile:L6"}
        assert "2 players" in said

    def test_now_speaks_of_the_next_game_where_none_is_under_way(self, start: Evening) -> None:
        said = page(start.url("now"), start.cast.lookout)
        assert "No game is under way" in said
        assert {"tile:L1", "tile:L4", "tile:L30"} <= set(re.findall(r'data-entry="([^"]+)"', said))

    @pytest.mark.parametrize(
        ("key", "counts", "not_so"),
        [
            ("74", "rule:jacques_market", "rule:unrest_end"),
            ("79", "rule:unrest_end", "rule:uprising_for_or_against"),
            ("78", "rule:uprising_for_or_against", "rule:liberation_combat"),
            ("193", "rule:search_covered_space", "rule:search_found_alone"),
        ],
    )
    def test_now_follows_the_evening(self, start: Evening, key: str, counts: str, not_so: str) -> None:
        factories.open_play(start.campaign, key)
        said = page(start.url("now"), start.cast.crew)
        assert f'data-entry="{counts}"' in said
        assert f'data-entry="{not_so}"' not in said

    def test_now_follows_who_plays_against_one_person_alone(self) -> None:
        device = uuid.uuid4()
        for choice, counts, not_so in (
            (factories.JEAN, "rule:solo_jean_income", "rule:jacques_market"),
            (factories.JACQUES, "rule:jacques_market", "rule:solo_jean_income"),
        ):
            alone = factories.begin(seats=["Ines"], device=device)
            factories.open_play(alone, choice=choice)
            said = page(f"/c/{alone.code}/now/", browser(device))
            assert f'data-entry="{counts}"' in said
            assert f'data-entry="{not_so}"' not in said
            assert "1 player." in said


class TestRulings:
    @pytest.fixture
    def ruled(self, evening: Evening) -> Evening:
        """The captain wrote how the table plays L30."""
        assert evening.post(evening.cast.captain, "ruling", words="a disc of any colour").status_code == 303
        return evening

    def shown(self, evening: Evening, who: Client | None = None) -> Iterator[str]:
        """What answer, search, the ruling's own words and tonight say of L30."""
        who = who or evening.cast.lookout
        yield page(evening.url("campaign-answer"), who)
        yield block(page(evening.url("campaign-search"), who, q="L30"), LEFT_OPEN)
        yield block(page(evening.url("campaign-search"), who, q="disc of any colour"), LEFT_OPEN)
        yield block(page(evening.url("now"), who), LEFT_OPEN)

    def test_are_shown_wherever_the_entry_is(self, ruled: Evening) -> None:
        for said in self.shown(ruled):
            assert "a disc of any colour" in re.sub("</?mark>", "", said)
            assert "Ines" in said
        assert "Ines, a moment ago" in page(ruled.url("campaign-answer"), ruled.cast.crew)

    def test_lead_back_to_their_entry(self, evening: Evening) -> None:
        answer = evening.post(evening.cast.crew, "ruling")
        assert (answer.status_code, answer["Location"]) == (303, evening.url("campaign-answer"))
        answer = evening.post(evening.cast.crew, "ruling", htmx=True)
        assert (answer.status_code, answer["HX-Redirect"]) == (204, evening.url("campaign-answer"))

    def test_are_in_the_form_again(self, ruled: Evening) -> None:
        assert 'value="a disc of any colour"' in page(ruled.url("campaign-answer"), ruled.cast.crew)

    def test_belong_to_the_box_and_so_to_every_log_that_is_played_with_it(self, ruled: Evening) -> None:
        device = ruled.campaign.members.get(role="captain").devices.get().pk
        for copy, there in ((ruled.campaign.copy_id, True), (None, False)):
            other = factories.begin(name="Leeward", device=device, copy=copy)
            said = page(f"/c/{other.code}/book/tile/L30/", browser(device))
            assert ("a disc of any colour" in said) == there
            said = page(f"/c/{other.code}/search/", browser(device), q="L30")
            assert ("a disc of any colour" in said) == there

    def test_stay_out_of_the_public_book(self, ruled: Evening) -> None:
        said = page(reverse("answer", args=["tile", "L30"])) + page(reverse("search"), q="L30 disc of any colour")
        assert "a disc of any colour" not in said
        assert "At your table" not in said

    def test_that_somebody_else_wrote_meanwhile_are_not_overwritten(self, evening: Evening) -> None:
        old = evening.body("ruling")["seen"]
        evening.post(evening.cast.captain, "ruling", words="once a game")
        answer = evening.post(evening.cast.crew, "ruling", words="once a round", seen=old)
        assert answer.status_code == 409
        assert "Ines" in answer.content.decode()
        assert Ruling.objects.get(entry=LEFT_OPEN).words == "once a game"
        assert evening.post(evening.cast.crew, "ruling", words="once a round").status_code == 303
        assert Ruling.objects.get(entry=LEFT_OPEN).words == "once a round"

    def test_that_say_the_same_do_not_clash(self, evening: Evening) -> None:
        old = evening.body("ruling")["seen"]
        for who in (evening.cast.captain, evening.cast.crew):
            assert evening.post(who, "ruling", words="once a game", seen=old).status_code == 303

    @pytest.mark.parametrize("htmx", [False, True])
    def test_are_refused_where_nothing_is_open(self, evening: Evening, htmx: bool) -> None:
        kind, _, key = SETTLED.partition(":")
        address = reverse("ruling", args=[evening.campaign.code, kind, key])
        answer = evening.cast.captain.post(address, evening.body("ruling"), headers=HTMX if htmx else {})
        assert answer.status_code == 422
        assert "Nothing is left open here" in answer.content.decode()
        assert not Ruling.objects.exists()

    def test_are_not_asked_for_where_nothing_is_open(self, evening: Evening) -> None:
        assert 'id="_ruling"' not in page(
            f"{evening.url('campaign-book')}{SETTLED.replace(':', '/')}/", evening.cast.crew
        )

    def test_are_read_and_not_written_by_a_lookout(self, ruled: Evening) -> None:
        assert ruled.post(ruled.cast.lookout, "ruling", words="never").status_code == 403
        assert Ruling.objects.get(entry=LEFT_OPEN).words == "a disc of any colour"
        said = page(ruled.url("campaign-answer"), ruled.cast.lookout)
        assert "Keep this ruling" not in said
        assert "Keep this ruling" in page(ruled.url("campaign-answer"), ruled.cast.crew)

    def test_that_are_emptied_are_gone(self, ruled: Evening) -> None:
        assert ruled.post(ruled.cast.crew, "ruling", words="").status_code == 303
        said = page(ruled.url("campaign-answer"), ruled.cast.crew)
        assert "Nobody has said yet how you play it" in said
        assert "a disc of any colour" not in said + page(ruled.url("now"), ruled.cast.crew)
        assert "At your table" not in page(ruled.url("campaign-search"), ruled.cast.crew, q="L30")

    def test_that_are_too_long_come_back_with_what_was_typed(self, evening: Evening) -> None:
        answer = evening.post(evening.cast.crew, "ruling", words="x" * 201)
        assert answer.status_code == 422
        assert "x" * 201 in answer.content.decode()
        assert not Ruling.objects.exists()

    def test_ask_the_database_no_more_often_for_many_than_for_one(self, ruled: Evening) -> None:
        names = ("campaign-search", "campaign-answer", "campaign-book", "now")
        for name in names:
            ruled.get(ruled.cast.crew, name, query="?q=tile")
        before = {name: asked(lambda name=name: ruled.get(ruled.cast.crew, name, query="?q=tile")) for name in names}
        row = Ruling.objects.get()
        more = [entry for entry in entries().values() if entry.open and entry.id != LEFT_OPEN][:40]
        for entry in more:
            fields = {"copy": row.copy, "member": row.member, "campaign": row.campaign, "pulse": row.pulse}
            Ruling.objects.create(entry=entry.id, words="so it is", **fields)
        after = {name: asked(lambda name=name: ruled.get(ruled.cast.crew, name, query="?q=tile")) for name in names}
        assert after == before
        assert max(after.values()) <= LIMIT
