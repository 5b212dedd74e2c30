"""The pages of the aids: nonsense is answered, a clash names who was first, a combat is a question, asked few times."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.models import Entry
from tests import factories
from tests.at_table import find
from tests.web.at_table import post, text, url
from tests.web.evening import taken_back

if TYPE_CHECKING:
    from tests.at_table import Game
    from tests.cast import Cast

pytestmark = pytest.mark.django_db

LIMIT = 14
"""Statements of a page at most."""

EVIL = [
    "",
    "x" * 10_000,
    "a\x00b",
    "-1",
    "9" * 5_000,
    "\uff11",
    "\u0661",
    "\u00b2",
    "<script>x</script>",
    ":::",
    "square:9:9",
]


class TestNonsense:
    DEEDS = (
        ("jacques", "count", {"name": "quests", "by": "1"}),
        ("jacques", "turn", {"card": "A1"}),
        ("markers", "free", {"space": "2", "nation": "france", "to": "out", "taken": "1"}),
        ("markers", "put", {"space": "2", "nation": "france", "told": "1"}),
        ("markers", "give-back", {"nation": "france", "source": "out"}),
        ("search", "turn-up", {"space": "8", "colour": "red"}),
        ("search", "pay", {"many": "1"}),
        ("search", "agree", {"reading": "green_pays", "said": "yes"}),
        ("markers", "agree", {"reading": "ring", "said": "yes"}),
        ("search", "free", {"how": "combat"}),
        ("search", "begin", {"greens": "3", "reds": "3"}),
    )

    @pytest.mark.parametrize(("aid", "deed", "fields"), DEEDS)
    def test_in_each_field_is_answered(
        self, cast: Cast, running: Game, aid: str, deed: str, fields: dict[str, str]
    ) -> None:
        needed = {"by", "space", "nation", "to", "source", "colour", "many", "how", "name", "greens", "reds", "reading"}
        for field in fields:
            for value in EVIL:
                with taken_back():
                    answer = post(running, cast.captain, aid, deed, htmx=True, **fields | {field: value})
                    assert (field, value[:9], answer.status_code in (200, 422)) == (field, value[:9], True)
                    if value and field in needed and (field, value) != ("by", "-1"):
                        assert (field, value[:9], answer.status_code) == (field, value[:9], 422)
                    assert "<script>x" not in answer.content.decode()

    def test_with_no_field_at_all_is_answered(self, cast: Cast, running: Game) -> None:
        for aid, deed, _fields in self.DEEDS:
            with taken_back():
                assert cast.captain.post(url(running, aid, deed)).status_code in (303, 409, 422)

    def test_as_a_deed_is_422_or_404(self, cast: Cast, running: Game) -> None:
        base = url(running, "jacques")
        for tail in ("unknown", "turn-up", "BEGIN", "_", "x" * 300, "%00", "a%00b", "\uff11", "a b", "..%2f"):
            answer = cast.captain.post(f"{base}{tail}/", {"op": factories.op(), "seen": running.revision})
            assert (tail, answer.status_code in (404, 422)) == (tail, True)

    @pytest.mark.parametrize(
        "query", ["space=%00", "space=" + "9" * 5_000, "space=\uff11", "space=<u>", "nation=", "nation=%00"]
    )
    def test_in_the_address_is_answered(self, cast: Cast, running: Game, query: str) -> None:
        answer = cast.captain.get(f"{url(running, 'markers')}?{query}")
        assert (answer.status_code in (200, 422), b"<u>" in answer.content) == (True, False)

    def test_that_no_deed_asked_for_is_not_kept(self, cast: Cast, running: Game) -> None:
        """A database of the hosted kind keeps no NUL, and the journal nothing that nobody needs."""
        post(running, cast.captain, "jacques", "count", name="quests", by="1", card="a\x00b", **{"n" * 500: "x"})
        typed = Entry.objects.filter(campaign=running.campaign).latest("pk").values["typed"]
        assert {name: value for name, value in typed.items() if "\x00" in value or len(name) > 40} == {}


class TestAClash:
    @pytest.mark.parametrize("htmx", [True, False])
    def test_names_who_was_first_and_carries_the_form_on(self, cast: Cast, running: Game, htmx: bool) -> None:
        old = running.revision
        assert post(running, cast.captain, "jacques", "turn").status_code == 303
        answer = post(running, cast.crew, "jacques", "turn", seen=old, htmx=htmx)
        assert answer.status_code == 409
        assert "Ines was first" in text(answer)
        assert "Do it anyway" in text(answer)
        assert f'action="{url(running, "jacques", "turn")}"' in text(answer)

    def test_at_the_last_marker_of_a_place_is_one_too(self, cast: Cast, running: Game) -> None:
        old, free = running.revision, {"space": "2", "nation": "france", "to": "out"}
        assert post(running, cast.captain, "markers", "free", **free).status_code == 303
        answer = post(running, cast.crew, "markers", "free", seen=old, **free)
        assert (answer.status_code, "Ines was first" in text(answer)) == (409, True)

    def test_at_markers_of_another_nation_is_none(self, cast: Cast, running: Game) -> None:
        old = running.revision
        assert post(running, cast.captain, "markers", "free", space="2", nation="france", to="out").status_code == 303
        assert (
            post(running, cast.crew, "markers", "free", seen=old, space="9", nation="spain", to="out").status_code
            == 303
        )


class TestACombat:
    QUERY = "?nation=france&token=6&workers=2&points=1"

    def test_is_a_question_by_get_that_writes_nothing(self, cast: Cast, running: Game) -> None:
        before = running.revision
        for client in (cast.captain, cast.lookout):
            answer = client.get(url(running, "markers") + self.QUERY)
            assert (answer.status_code, "Combat value 9." in text(answer)) == (200, True)
            assert re.findall(r'data-act="(\w+)"', text(answer)) == ["city", "village"]
            assert 'value="6"' in text(answer)
        assert running.revision == before

    def test_says_what_is_wrong_and_keeps_what_was_typed(self, cast: Cast, running: Game) -> None:
        answer = cast.crew.get(url(running, "markers") + "?nation=france&token=six")
        assert (answer.status_code, "Type a whole number" in text(answer)) == (200, True)
        assert 'value="six"' in text(answer)

    def test_of_strangers_is_none(self, cast: Cast, running: Game) -> None:
        assert cast.stranger.get(url(running, "markers") + self.QUERY).status_code == 404


class TestQueries:
    def test_of_a_page_are_few(self, cast: Cast, running: Game) -> None:
        find(running, "")
        counted = {}
        for tail in ("jacques", "markers", "search", "markers/?space=9", "markers/" + TestACombat.QUERY):
            address = f"{url(running, 'jacques').removesuffix('jacques/')}{tail}"
            address = address if "?" in address else address + "/"
            cast.captain.get(address)
            with CaptureQueriesContext(connection) as found:
                assert cast.captain.get(address).status_code == 200
            counted[tail] = len(found)
        assert {tail: many for tail, many in counted.items() if many > LIMIT} == {}
