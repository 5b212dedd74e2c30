"""Whatever is sent, the answer is one that says what is wrong; nothing is written and nothing breaks."""

from __future__ import annotations

import html
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile

from campaigns.models import Campaign, Draft, Entry, Member
from tests import factories
from tests.web import routes
from tests.web.evening import HTMX, close, dump, taken_back

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

DOORS = {"recover", "join"}
"""Forms that shut after ten wrong codes; they have tests of their own."""

ANSWERED = {204, 200, 303, 404, 409, 422}
EVIL = {
    "nothing": "",
    "long": "x" * 10_000,
    "nul": "L9\x00",
    "right to left": "\u202eL9",
    "minus": "-1",
    "fifty nines": "9" * 50,
    "five thousand nines": "9" * 5_000,
    "wide one": "\uff11",
    "arabic one": "\u0661",
    "superscript": "\u00b2",
    "markup": '<script>alert("L9")</script>',
    "percent": "%(card)s %s {0} {{ x }}",
    "two values": ["1", "L9"],
    "colons": ":::",
    "a lone piece": "tile:",
}
NOT_NAMES = {"nul": "A\x00b", "right to left": "\u202etac", "isolate": "\u2067tac", "bell": "A\x07", "newline": "A\nb"}


def fields(evening: Evening, name: str) -> list[str]:
    return [field for field in evening.body(name) if field != "csrfmiddlewaretoken"]


class TestEveryForm:
    @pytest.mark.parametrize("name", sorted(set(routes.POSTS) - DOORS))
    def test_answers_each_spoilt_field(self, name: str, start: Evening, evening: Evening) -> None:
        where = start if name in routes.AT_THE_START else evening
        if name == "draft-points":
            close(evening)
        for field in fields(where, name):
            if name == "new" and field in ("op", "seen"):
                continue  # a log is made all the same, and making one is slow on purpose
            for what, value in EVIL.items():
                with taken_back():
                    answer = where.post(where.cast.captain, name, **{field: value})
                    assert answer.status_code in ANSWERED, (field, what)
                    if answer.status_code == 422:
                        text = answer.content.decode()
                        assert "That cannot be done" in text or 'class="error"' in text, (field, what)

    @pytest.mark.parametrize("name", sorted(set(routes.POSTS) - DOORS))
    def test_answers_all_fields_spoilt_at_once_and_none_at_all(
        self, name: str, start: Evening, evening: Evening
    ) -> None:
        where = start if name in routes.AT_THE_START else evening
        for value in (*EVIL.values(), None):
            with taken_back():
                spoilt = dict.fromkeys(fields(where, name), value)
                assert where.post(where.cast.captain, name, htmx=True, **spoilt).status_code in ANSWERED

    def test_answers_bodies_that_are_no_form(self, evening: Evening) -> None:
        for name in set(routes.POSTS) - DOORS:
            for body, kind in (
                ("{}", "application/json"),
                ('{"a":' * 2_000, "application/json"),
                (b"\xff\xfe", "text/plain"),
                (b"a=%ED%A0%80&number=%ED%A0%80&op=%FF&seen=%FF", "application/x-www-form-urlencoded"),
            ):
                with taken_back():
                    answer = evening.cast.captain.post(evening.url(name), body, content_type=kind)
                assert (name, answer.status_code in ANSWERED) == (name, True), answer.status_code

    def test_answers_a_file_where_words_belong(self, evening: Evening) -> None:
        for name in set(routes.POSTS) - DOORS:
            with taken_back():
                files = {field: SimpleUploadedFile("a.txt", b"L9") for field in fields(evening, name)}
                assert evening.cast.captain.post(evening.url(name), files).status_code in ANSWERED

    def test_answers_more_fields_than_any_form_has(self, evening: Evening) -> None:
        many = {f"field{at}": "x" for at in range(600)}
        assert evening.cast.captain.post(evening.url("tick"), many).status_code == 400


class TestRecovery:
    def test_answers_spoilt_codes(self, evening: Evening) -> None:
        for what, value in EVIL.items():
            cache.clear()
            answer = evening.post(evening.cast.nobody, "recover", code=value)
            assert (what, answer.status_code) == (what, 422)

    def test_of_nobody_gives_nobody_s_log(self, evening: Evening) -> None:
        """Members without a code have none, not an empty one."""
        for typed in ("-", "----", "0", "O0I1L", " - "):
            assert evening.post(evening.cast.nobody, "recover", code=typed).status_code == 422

    def test_reads_the_code_as_people_write_it(self, evening: Evening) -> None:
        page = evening.get(evening.cast.captain, "sheet").content.decode()
        code = page.split('<p class="code')[1].split(">")[1].split("<")[0]
        for typed in (code.lower(), code.replace("-", " "), f"  {code.replace('-', '')} "):
            answer = evening.post(evening.cast.nobody, "recover", code=typed)
            assert (answer.status_code, answer["Location"]) == (303, evening.url("campaign"))


class TestOperationIds:
    @pytest.mark.parametrize("op", ["", "x", "A" * 32, "g" * 32, "0" * 31, "0" * 33, "\u0661" * 32, "0" * 32 + "\n"])
    def test_of_a_wrong_shape_count_as_a_fresh_one(self, evening: Evening, op: str) -> None:
        answer = evening.post(evening.cast.captain, "correct", op=op)
        assert answer.status_code == 303
        written = Entry.objects.filter(campaign=evening.campaign).latest("pk")
        assert len(written.op) == 32
        assert written.op != op

    def test_do_the_same_thing_once(self, evening: Evening) -> None:
        body = evening.body("correct")
        first, second = (evening.cast.captain.post(evening.url("correct"), body) for _ in range(2))
        assert first.status_code == second.status_code == 303
        assert first["Location"] == second["Location"]
        assert Entry.objects.filter(campaign=evening.campaign, op=body["op"]).count() == 1

    def test_make_one_log_of_a_double_tap(self, start: Evening) -> None:
        before = Campaign.objects.count()
        body = start.body("new")
        first, second = (start.cast.captain.post("/new/", body) for _ in range(2))
        assert first["Location"] == second["Location"]
        assert Campaign.objects.count() == before + 1


class TestSeen:
    @pytest.mark.parametrize("seen", ["-1", "9" * 50, "\uff11", "", "x", "1.5", "\x00", " 3", None])
    def test_of_a_wrong_shape_counts_as_nothing_seen(self, evening: Evening, seen: str | None) -> None:
        """L5 was corrected already: whoever has seen nothing is told."""
        answer = evening.post(evening.cast.crew, "correct", number="L5", seen=seen)
        assert answer.status_code == 409
        assert evening.post(evening.cast.crew, "correct", number="L9", seen=seen).status_code == 303

    @pytest.mark.parametrize("seen", ["-1", "9" * 5_000, "\uff11", "", "x", None])
    def test_of_a_draft_is_asked_for_before_it_is_written(self, evening: Evening, seen: str | None) -> None:
        answer = evening.post(evening.cast.captain, "commit", draft_seen=seen)
        assert answer.status_code == 409
        assert Draft.objects.get(pk=evening.draft).status == "open"


class TestDrops:
    @pytest.mark.parametrize("piece", ["", "tile", "tile:", "tile:L12", "card:L31", "x:y", "tile:L31 ", "\x00:\x00"])
    def test_of_what_is_not_there_write_nothing(self, evening: Evening, piece: str) -> None:
        before = dump()
        for client in (evening.cast.captain, evening.cast.crew):
            assert evening.post(client, "draft-drop", piece=piece, seen=0).status_code == 303
        assert dump() == before


class TestNames:
    @pytest.mark.parametrize("what", NOT_NAMES)
    @pytest.mark.parametrize("field", ["name", "captain", "player1", "player3"])
    def test_of_a_log_are_plain_words(self, start: Evening, field: str, what: str) -> None:
        before = Campaign.objects.count()
        answer = start.post(start.cast.captain, "new", **{field: NOT_NAMES[what]})
        assert answer.status_code == 422
        assert Campaign.objects.count() == before

    @pytest.mark.parametrize("what", NOT_NAMES)
    def test_of_guests_choices_and_reasons_are_plain_words(self, start: Evening, evening: Evening, what: str) -> None:
        bad = NOT_NAMES[what]
        assert start.post(start.cast.captain, "tonight", who1="guest", guest1=bad).status_code == 422
        assert evening.post(evening.cast.captain, "draft-card", words=bad).status_code == 422
        assert evening.post(evening.cast.captain, "correct", reason=bad).status_code == 422

    @pytest.mark.parametrize("name", ["Zoë", "Ñandú & Co.", "海", "Ægir ⚓", "O'Brien", "100 %", "{{ x }}", "a" * 40])
    def test_may_be_any_others(self, start: Evening, name: str) -> None:
        answer = start.post(start.cast.captain, "new", name=name, player1=name)
        page = start.cast.captain.get(answer["Location"]).content.decode()
        assert answer.status_code == 303
        assert html.escape(name) in page

    @pytest.mark.parametrize("htmx", [False, True])
    def test_are_never_markup(self, start: Evening, htmx: bool) -> None:
        mark = "<b class=x>"
        client = start.cast.captain
        made = start.post(client, "new", name=mark + "1", captain=mark + "2", player1=mark + "3")
        code = made["Location"].split("/")[2]
        start.cast.campaign.code = code
        campaign = Campaign.objects.get(code=code)
        start.cast.campaign.pk = campaign.pk
        factories.join(campaign, Member.Role.CREW, mark + "7")
        start.cast = replace(start.cast, code=factories.invitation(campaign).code)
        seat = str(campaign.seats.all()[0].pk)
        start.post(client, "tonight", who1=seat, who2="guest", guest2=mark + "4")
        start.post(client, "correct", reason=mark + "5")
        start.post(client, "tick")
        factories.end_rounds(campaign, campaign.plays.all()[0], 4)
        start.post(client, "read", after="4")
        start.draft = Draft.objects.latest("pk").pk
        start.post(client, "draft-card", words=mark + "6")
        seen = set()
        for name in routes.PAGES:
            text = start.get(client, name, htmx=htmx).content.decode()
            assert mark not in text, name
            seen |= {at for at in "1234567" if html.escape(mark) + at in text}
        assert seen == set("1234567")
        for name in set(routes.POSTS) - DOORS:
            with taken_back():
                for sent in (dict.fromkeys(fields(start, name), mark), {}):
                    assert mark not in start.post(client, name, htmx=htmx, **sent).content.decode(), name


class TestAddresses:
    @pytest.mark.parametrize(
        "query", ["?written=%00", "?written=" + "9" * 5_000, "?written=%EF%BC%91", "?written[]=<b>"]
    )
    def test_may_carry_nonsense(self, evening: Evening, query: str) -> None:
        for name in routes.PAGES:
            answer: Any = evening.get(evening.cast.captain, name, query=query)
            assert (name, answer.status_code) == (name, 200)
            assert b"<b>" not in answer.content or b"&lt;b&gt;" not in answer.content

    @pytest.mark.parametrize("came_from", ["http://evil.example/x", "javascript:alert(1)", "//evil.example", "\\", ""])
    def test_elsewhere_are_never_led_back_to(self, evening: Evening, came_from: str) -> None:
        body = evening.body("tick") | {"tick": "set nothing"}
        answer = evening.cast.captain.post(evening.url("tick"), body, headers=HTMX | {"Referer": came_from})
        assert '<a class="btn bare" href="/">' in answer.content.decode()
