"""409: somebody was first. The answer names who and what, and carries the form on, so that nothing is typed again."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Any

import pytest

from campaigns.models import Draft, Entry, TileState
from tests.web.evening import HTMX

if TYPE_CHECKING:
    from tests.web.evening import Body, Evening

pytestmark = pytest.mark.django_db

ANYWAY = "Do it anyway"


def carried(answer: Any) -> tuple[str, Body]:
    """Address and fields of the form that an answer carries on."""
    says = answer.content.decode().split('id="_says"')[-1]
    form = says.split("<form", 1)[1].split("</form>", 1)[0]
    action = re.search(r'action="([^"]+)"', form)
    assert action
    assert ("hx-post" in form) == (not answer.content.startswith(b"<!doctype"))
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form)
    return action[1], {name: html.unescape(value) for name, value in found if name != "csrfmiddlewaretoken"}


@pytest.mark.parametrize("htmx", [False, True])
class TestCorrection:
    """The captain, Ines, says that L7 lies on 9; Tomas of the crew, whose page is older, says that it lies on 11."""

    @pytest.fixture
    def body(self, evening: Evening) -> Body:
        body = evening.body("correct") | {"space": "11", "reason": 'I "looked" & it does'}
        assert evening.post(evening.cast.captain, "correct").status_code == 303
        return body

    @pytest.fixture
    def answer(self, evening: Evening, body: Body, htmx: bool) -> Any:
        return evening.cast.crew.post(evening.url("correct"), body, headers=HTMX if htmx else {})

    def test_is_not_written(self, evening: Evening, answer: Any) -> None:
        assert answer.status_code == 409
        assert TileState.objects.get(campaign=evening.campaign, tile="L7").spot == "board@9"

    def test_names_who_was_first_with_what(self, evening: Evening, answer: Any) -> None:
        text = answer.content.decode()
        first = Entry.objects.filter(campaign=evening.campaign).latest("pk")
        assert "Ines was first" in text
        assert "Ines corrected L7 a moment ago." in text
        assert f'data-entry="{first.sequence}"' in text

    def test_is_a_fragment_for_htmx_and_a_page_for_others(self, answer: Any, htmx: bool) -> None:
        assert answer.content.decode().startswith('<div id="_says"' if htmx else "<!doctype html>")
        assert answer.get("HX-Retarget") == ("#_says" if htmx else None)
        assert answer.get("HX-Reswap") == ("outerHTML" if htmx else None)

    def test_carries_every_field_with_a_new_operation_and_what_is_seen_now(
        self, evening: Evening, body: Body, answer: Any
    ) -> None:
        address, fields = carried(answer)
        assert address == evening.url("correct")
        assert re.fullmatch("[0-9a-f]{32}", fields["op"])
        assert fields["op"] != body["op"]
        assert fields["seen"] == str(evening.campaign.revision)
        assert {k: v for k, v in fields.items() if k not in ("op", "seen")} == {
            k: v for k, v in body.items() if k not in ("op", "seen")
        }

    def test_is_done_anyway_once(self, evening: Evening, answer: Any, htmx: bool) -> None:
        assert ANYWAY in answer.content.decode()
        address, fields = carried(answer)
        for _ in range(2):
            again = evening.cast.crew.post(address, fields, headers=HTMX if htmx else {})
            assert again.status_code == (204 if htmx else 303)
        assert TileState.objects.get(campaign=evening.campaign, tile="L7").spot == "board@11"
        assert Entry.objects.filter(campaign=evening.campaign, op=fields["op"]).count() == 1

    def test_of_another_tile_is_no_clash(self, evening: Evening, body: Body, htmx: bool) -> None:
        other = evening.cast.crew.post(evening.url("correct"), body | {"number": "L8"}, headers=HTMX if htmx else {})
        assert other.status_code == (204 if htmx else 303)


class TestDraft:
    def test_two_choices_on_one_card(self, evening: Evening) -> None:
        late = evening.body("draft-card") | {"words": "south"}
        evening.post(evening.cast.captain, "draft-card")
        answer = evening.cast.crew.post(evening.url("draft-card"), late)
        assert answer.status_code == 409
        assert "Ines set the choice on card 150" in answer.content.decode()
        assert ANYWAY in answer.content.decode()
        assert Draft.objects.get(pk=evening.draft).data["choices"] == {"150": "north"}
        address, fields = carried(answer)
        assert evening.cast.crew.post(address, fields).status_code == 303
        assert Draft.objects.get(pk=evening.draft).data["choices"] == {"150": "south"}

    def test_the_same_person_on_an_older_page_is_told_too(self, evening: Evening) -> None:
        """A captain's tablet lies in the middle of the table, and the captain's phone is in a hand."""
        late = evening.body("draft-card") | {"words": "south"}
        evening.post(evening.cast.captain, "draft-card")
        assert evening.cast.captain.post(evening.url("draft-card"), late).status_code == 409

    def test_a_review_that_is_out_of_date_is_not_written_and_cannot_be(self, evening: Evening) -> None:
        late = evening.body("commit")
        evening.post(evening.cast.captain, "draft-card")
        answer = evening.cast.crew.post(evening.url("commit"), late)
        assert answer.status_code == 409
        assert "Ines changed this draft" in answer.content.decode()
        assert ANYWAY not in answer.content.decode()
        assert Draft.objects.get(pk=evening.draft).status == "open"

    @pytest.mark.parametrize("first", ["commit", "draft-away"])
    @pytest.mark.parametrize("late", ["commit", "draft-away", "draft-card", "draft-effect", "draft-points"])
    def test_one_that_has_ended_takes_nothing_more(self, evening: Evening, first: str, late: str) -> None:
        body = evening.body(late)
        assert evening.post(evening.cast.captain, first).status_code == 303
        answer = evening.cast.crew.post(evening.url(late), body)
        assert answer.status_code == 409
        words = "wrote this draft into the log" if first == "commit" else "threw this draft away"
        if late != "commit" or first != "commit":
            assert f"Ines {words}" in answer.content.decode()
        assert ANYWAY not in answer.content.decode() or late == "commit"


class TestSteps:
    def test_a_round_ended_twice_counts_once(self, evening: Evening) -> None:
        late = evening.body("round")
        assert evening.post(evening.cast.captain, "round").status_code == 303
        answer = evening.cast.crew.post(evening.url("round"), late)
        assert answer.status_code == 409
        assert "Ines moved the rounds on" in answer.content.decode()

    def test_an_undo_of_what_is_no_longer_the_newest(self, evening: Evening) -> None:
        late = evening.body("undo")
        evening.post(evening.cast.captain, "correct")
        answer = evening.cast.crew.post(evening.url("undo"), late)
        assert answer.status_code == 409
        assert "Ines corrected" in answer.content.decode()
        assert ANYWAY not in answer.content.decode()

    def test_leads_back_to_the_page_it_came_from(self, evening: Evening) -> None:
        late = evening.body("round")
        evening.post(evening.cast.captain, "round")
        page = f"http://testserver{evening.url('table')}"
        answer = evening.cast.crew.post(evening.url("round"), late, headers={"Referer": page})
        assert f'href="{evening.url("table")}"' in answer.content.decode()
