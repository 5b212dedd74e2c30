"""The public pilot book through the web: an entry of every kind, the aids, the search with and without scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from tests.web.book import answers, block, entries, links, page, part
from tests.web.test_bad_input import EVIL
from tests.web.test_queries import LIMIT, asked

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

ONE_OF_EACH = {
    "rule": "jacques_end_area",
    "effect": "cards_wildcard",
    "promo": "cards_flying_dutchman",
    "tile": "L31",
    "port": "genoa",
    "module": "search",
    "scenario": "rescue",
    "opponent": "jean",
    "automa": "jacques_b1",
    "location": "21a",
    "card": "78",
}
AIDS = ("campaign", "unrest", "all_inclusive", "coop_caribbean", "rescue")
ODD = [value for value in EVIL.values() if isinstance(value, str)]
ODD += ["   ", "'; DROP TABLE campaigns_ruling; --", "%' OR '1'='1", "\U0001f3f4\u200d\u2620\ufe0f", "\u0663\u0661"]


class TestPublicPages:
    @pytest.mark.parametrize(("kind", "key"), ONE_OF_EACH.items())
    def test_show_an_entry_of_every_kind(self, kind: str, key: str) -> None:
        entry = entries()[f"{kind}:{key}"]
        said = page(reverse("answer", args=[kind, key]))
        assert re.search(rf"<h1[^>]*>{re.escape(entry.name)}</h1>", said)
        assert f'data-entry="{entry.id}" data-facts="{" ".join(entry.facts)}"' in said
        assert all(text in said for text in (entry.parts or (entry.text,)))
        assert entry.open in said
        assert ("data-piece=" in said) == (kind in ("tile", "card"))
        assert "counts tonight" not in said
        assert "At your table" not in said

    def test_lead_nowhere_that_is_not_there(self) -> None:
        """Everything that the contents, the aids and every entry link to, each address asked once."""
        waiting, seen = {reverse("book"), reverse("search")}, set()
        while waiting:
            address = waiting.pop()
            seen.add(address)
            waiting |= links(page(address)) - seen
        assert {reverse("answer", args=[entry.kind, entry.key]) for entry in entries().values()} <= seen
        assert {reverse("aid", args=[key]) for key in AIDS} <= seen

    @pytest.mark.parametrize(
        "address",
        [
            *("book/tile/L99/", "book/tile/L26/", "book/tile/l31/", "book/moon/L31/", "book/rule/no_such_rule/"),
            *("book/card/150000/", "book/aid/moon/", "book/aid/base_campaign/", "book/aid/L31/", "book/rule/"),
        ],
    )
    def test_of_what_is_not_there_are_missing(self, address: str) -> None:
        page(f"/{address}", status=404)

    @pytest.mark.parametrize("name", ["search", "book", "answer", "aid"])
    def test_are_only_read(self, name: str) -> None:
        arguments = {"answer": ["tile", "L31"], "aid": ["rescue"]}.get(name, [])
        assert Client().post(reverse(name, args=arguments)).status_code == 405

    @pytest.mark.parametrize("key", AIDS)
    def test_of_an_aid_tell_the_rules_of_its_scenario(self, key: str) -> None:
        said = page(reverse("aid", args=[key]))
        own = [one for one in entries().values() if one.rule and one.rule.chapter == key]
        assert own
        assert all(one.name in said and one.text in said for one in own)

    def test_know_no_device(self) -> None:
        for address in (reverse("search") + "?q=L31", reverse("book"), reverse("answer", args=["tile", "L31"])):
            assert not Client().get(address).cookies.keys() - {"csrftoken"}


class TestSearch:
    def test_works_without_scripts(self) -> None:
        said = page(reverse("search"), q="roatna")
        assert said.lstrip().startswith("<!doctype html>")
        assert answers(said)[0] == "port:roatan"
        assert 'value="roatna"' in said
        assert re.search(r'<form[^>]*role="search"[^>]*method="get"[^>]*action="/search/"', said)
        assert re.search(r'id="_count">\d+ answers? for', said)

    def test_gives_htmx_the_answers_and_their_number(self) -> None:
        said = part(reverse("search"), q="roatna")
        assert re.match(r'\s*<div id="_results"', said)
        assert "<html" not in said
        assert "<form" not in said
        assert re.search(r'<p id="_count" hx-swap-oob="[^"]+">\d+ answers? for “roatna”', said)
        assert answers(said) == answers(page(reverse("search"), q="roatna"))

    def test_holds_every_id_once(self) -> None:
        ids = re.findall(r'\sid="([^"]+)"', page(reverse("search"), q="marker"))
        assert len(set(ids)) == len(ids)

    def test_puts_three_before_all_others_and_no_answer_twice(self) -> None:
        said = page(reverse("search"), q="marker")
        best = said.partition('aria-labelledby="best"')[2].partition("</section>")[0]
        assert len(answers(best)) == 3
        assert len(set(answers(said))) == len(answers(said)) > 3

    def test_marks_what_was_meant(self) -> None:
        assert "<mark>Genoa</mark>" in page(reverse("search"), q="genoa")

    def test_gives_each_answer_its_handles(self) -> None:
        said = page(reverse("search"), q="L31")
        facts = " ".join(entries()["tile:L31"].facts)
        assert f'<li data-entry="tile:L31" data-facts="{facts}" data-piece="L31">' in said
        assert 'data-piece="78"' in block(page(reverse("search"), q="card 78"), "card:78")

    def test_of_nothing_says_how_to_ask(self) -> None:
        for query in ("", "   "):
            said = page(reverse("search"), q=query)
            assert answers(said) == []
            assert "Type a number like L31" in said
        assert "Nothing for “qqqqqq”" in page(reverse("search"), q="qqqqqq")
        assert reverse("book") in page(reverse("search"), q="qqqqqq")

    def test_answers_absurd_questions(self, evening: Evening) -> None:
        for who, address in ((Client(), reverse("search")), (evening.cast.crew, evening.url("campaign-search"))):
            for query in ODD:
                page(address, who, q=query)
                part(address, who, q=query)
            assert who.get(f"{address}?q=%FF%FE%00&q=L31&page=-1").status_code == 200

    def test_repeats_no_markup(self) -> None:
        answer = Client().get(reverse("search"), {"q": '"><script>alert(1)</script>'})
        assert b"<script>alert" not in answer.content
        assert b"&lt;script&gt;alert" in answer.content

    def test_asks_the_database_no_more_often_for_much_than_for_little(self, evening: Evening) -> None:
        captain, address = evening.cast.captain, evening.url("campaign-search")
        for query in ("marker", ""):
            captain.get(address, {"q": query})
        counts = [asked(lambda query=query: captain.get(address, {"q": query})) for query in ("genoa", "marker", "L1")]
        assert len(set(counts)) == 1
        assert max(counts) <= LIMIT
