"""The same form in both ways: a fragment or a header for htmx, a redirect or a page for everybody else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from campaigns.models import Tick
from tests import factories
from tests.web.evening import HTMX, LINE, close, taken_back

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

GOES_ON = {
    "undo": "log",
    "again": "log",
    "correct": "log",
    "read": "draft",
    "commit": "campaign",
    "draft-away": "table",
    "noted": "campaign",
}
"""Forms that end on another page, and the page."""

STAYS = {
    "draft-card": ("_draft", "draft"),
    "draft-points": ("_draft", "draft"),
    "draft-effect": ("_draft", "draft"),
    "draft-drop": ("_draft", "draft"),
    "round": ("_rounds", "table"),
    "round-undo": ("_rounds", "table"),
    "round-again": ("_rounds", "table"),
}
"""Forms that are answered in place: the fragment, and the page for everybody without htmx."""

WRONG = {
    "new": ("_new_log", {"name": ""}),
    "recover": ("_recover", {"code": "WRONG"}),
    "correct": ("_correct", {"number": "L99"}),
    "draft-card": ("_draft", {"words": "x" * 201}),
    "draft-points": ("_draft", {"0-points": "many"}),
    "draft-effect": ("_draft", {"number": "78"}),
}
"""Forms with something wrong in a field: the form comes back with what was typed."""

REFUSED = {
    "again": {"again": 3},
    "read": {"after": "3"},
    "round": {"round": "4"},
    "tick": {"tick": "set no_such_line"},
    "draft-card": {"card": "151"},
}
"""Forms that the rules refuse as a whole."""


def root(answer: Any) -> str:
    """The id of a fragment's first element."""
    found = re.match(r"\s*<\w+[^>]*?\sid=\"([^\"]+)\"", answer.content.decode())
    assert found, answer.content[:200]
    return found[1]


class TestWithoutHtmx:
    @pytest.mark.parametrize("name", GOES_ON | STAYS)
    def test_a_form_leads_to_a_page(self, name: str, evening: Evening) -> None:
        answer = evening.post(evening.cast.captain, name)
        page = GOES_ON.get(name) or STAYS[name][1]
        assert answer.status_code == 303
        assert answer["Location"].split("?")[0] == evening.url(page)
        assert "HX-Redirect" not in answer

    def test_a_tick_leads_to_its_line(self, evening: Evening) -> None:
        answer = evening.post(evening.cast.captain, "tick")
        assert answer["Location"].startswith(evening.url("setup") + "#")
        anchor = answer["Location"].partition("#")[2]
        assert f'id="{anchor}"' in evening.get(evening.cast.captain, "setup").content.decode()

    def test_a_new_log_leads_to_it(self, start: Evening) -> None:
        answer = start.post(start.cast.nobody, "new")
        assert (answer.status_code, answer["Location"][:3]) == (303, "/c/")

    def test_tonight_leads_to_the_list(self, start: Evening) -> None:
        answer = start.post(start.cast.captain, "tonight")
        assert (answer.status_code, answer["Location"]) == (303, start.url("setup"))

    @pytest.mark.parametrize("name", WRONG)
    def test_a_wrong_field_brings_the_whole_page_back(self, name: str, evening: Evening) -> None:
        fragment, wrong = WRONG[name]
        if name == "draft-points":
            close(evening)
        answer = evening.post(evening.cast.captain, name, **wrong)
        text = answer.content.decode()
        assert answer.status_code == 422
        assert text.lstrip().startswith("<!doctype html>")
        assert f'id="{fragment}"' in text
        assert 'class="error"' in text

    @pytest.mark.parametrize("name", REFUSED)
    def test_a_refusal_is_a_page_with_a_sentence_and_a_code(self, name: str, evening: Evening) -> None:
        answer = refused(evening, name, htmx=False)
        text = answer.content.decode()
        assert answer.status_code == 422
        assert text.lstrip().startswith("<!doctype html>")
        assert "That cannot be done" in text
        assert re.search(r"<p class=\"small soft\">[a-z_]+</p>", text)


class TestWithHtmx:
    @pytest.mark.parametrize("name", GOES_ON)
    def test_a_form_that_goes_on_says_where_in_a_header(self, name: str, evening: Evening) -> None:
        answer = evening.post(evening.cast.captain, name, htmx=True)
        assert (answer.status_code, answer.content) == (204, b"")
        assert answer["HX-Redirect"].split("?")[0] == evening.url(GOES_ON[name])

    @pytest.mark.parametrize("name", STAYS)
    def test_a_form_that_stays_gets_its_fragment(self, name: str, evening: Evening) -> None:
        answer = evening.post(evening.cast.captain, name, htmx=True)
        assert (answer.status_code, root(answer)) == (200, STAYS[name][0])
        assert "<html" not in answer.content.decode()

    @pytest.mark.parametrize("name", ["round", "round-undo", "round-again"])
    def test_a_round_that_ends_elsewhere_leads_to_the_table(self, name: str, evening: Evening) -> None:
        """The set-up page starts the game, and has no rounds to put a fragment into."""
        answer = evening.cast.captain.post(evening.url(name), evening.body(name), headers=HTMX)
        assert (answer.status_code, answer["HX-Redirect"]) == (204, evening.url("table"))

    @pytest.mark.parametrize("name", WRONG)
    def test_a_wrong_field_brings_the_form_back(self, name: str, evening: Evening) -> None:
        fragment, wrong = WRONG[name]
        if name == "draft-points":
            close(evening)
        answer = evening.post(evening.cast.captain, name, htmx=True, **wrong)
        assert (answer.status_code, root(answer)) == (422, fragment)
        assert 'class="error"' in answer.content.decode()
        assert answer.get("HX-Retarget") in (None, f"#{fragment}")

    @pytest.mark.parametrize("name", REFUSED)
    def test_a_refusal_is_put_where_it_is_seen(self, name: str, evening: Evening) -> None:
        answer = refused(evening, name, htmx=True)
        assert (answer.status_code, root(answer)) == (422, "_says")
        assert (answer["HX-Retarget"], answer["HX-Reswap"]) == ("#_says", "outerHTML")

    def test_only_htmx_itself_counts_as_htmx(self, evening: Evening) -> None:
        for value in ("false", "1", "TRUE", ""):
            answer = evening.cast.captain.post(
                evening.url("draft-card"), evening.body("draft-card"), headers={"HX-Request": value}
            )
            assert answer.status_code == 303


class TestTick:
    def test_is_answered_with_its_line_and_what_it_changes_elsewhere(self, evening: Evening) -> None:
        answer = evening.post(evening.cast.crew, "tick", htmx=True)
        text = answer.content.decode()
        assert root(answer) == f"_line-{LINE}"
        assert f'data-line="{LINE}"' in text
        assert 'aria-pressed="true"' in text
        assert f'value="unset {LINE}"' in text
        assert sorted(re.findall(r'id="([^"]+)" hx-swap-oob="true"|id="([^"]+)"[^>]*hx-swap-oob="true"', text)) == [
            ("", "_progress"),
            ("_area_count-board-0", ""),
            ("_seen", ""),
        ]

    def test_is_set_and_never_toggled(self, evening: Evening) -> None:
        for _ in range(2):
            assert evening.post(evening.cast.crew, "tick").status_code == 303
            assert Tick.objects.get(play__campaign=evening.campaign, line=LINE).done
        evening.post(evening.cast.crew, "tick", tick=f"unset {LINE}")
        assert not Tick.objects.get(play__campaign=evening.campaign, line=LINE).done

    def test_of_an_older_page_does_not_beat_a_newer_one(self, evening: Evening) -> None:
        old = evening.body("tick")["seen"]
        evening.post(evening.cast.captain, "tick")
        evening.post(evening.cast.crew, "tick", tick=f"unset {LINE}", seen=old)
        assert Tick.objects.get(play__campaign=evening.campaign, line=LINE).done

    @pytest.mark.parametrize("tick", [f"toggle {LINE}", LINE, f"set  {LINE}", f"set {LINE} ", f"SET {LINE}", "set", ""])
    @pytest.mark.parametrize("htmx", [False, True])
    def test_that_says_nothing_clear_changes_nothing(self, evening: Evening, tick: str, htmx: bool) -> None:
        evening.post(evening.cast.captain, "tick")
        assert evening.post(evening.cast.captain, "tick", htmx=htmx, tick=tick).status_code == 422
        assert Tick.objects.get(play__campaign=evening.campaign, line=LINE).done

    def test_of_another_log_s_line_is_refused(self, start: Evening, evening: Evening) -> None:
        """Its list has lines for four players; this one has two."""
        four = factories.begin(seats=["Ada", "Bo", "Cy", "Di"])
        foreign = next(row["id"] for row in factories.open_play(four).lines if row["id"] == "doubloons:3")
        answer = evening.post(evening.cast.captain, "tick", tick=f"set {foreign}")
        assert answer.status_code == 422
        assert not Tick.objects.filter(line=foreign).exists()


class TestTyped:
    """What was typed is still there after a refusal, whatever the way."""

    @pytest.mark.parametrize("htmx", [False, True])
    def test_effect(self, evening: Evening, htmx: bool) -> None:
        text = evening.post(
            evening.cast.captain, "draft-effect", htmx=htmx, effect="card_into_play", number="78", space="17"
        ).content.decode()
        assert 'value="78"' in text
        assert 'value="17"' in text
        assert '<option value="card_into_play" selected>' in text
        assert "78 is a scenario card" in text

    @pytest.mark.parametrize("htmx", [False, True])
    def test_correction(self, evening: Evening, htmx: bool) -> None:
        text = evening.post(
            evening.cast.captain, "correct", htmx=htmx, number="L9", place="bag", space="12", reason=""
        ).content.decode()
        assert 'value="L9"' in text
        assert 'value="12"' in text
        assert '<option value="bag" selected>' in text
        assert "Say in a few words why" in text

    @pytest.mark.parametrize("htmx", [False, True])
    def test_new_log(self, start: Evening, htmx: bool) -> None:
        text = start.post(
            start.cast.captain, "new", htmx=htmx, name="Leeward", captain="Ada", player1="Bo", player2="bo"
        ).content.decode()
        for typed in ("Leeward", "Ada", "Bo", "bo"):
            assert f'value="{typed}"' in text
        assert "Two players have the same name" in text

    @pytest.mark.parametrize("htmx", [False, True])
    def test_tonight(self, start: Evening, htmx: bool) -> None:
        seat = str(start.campaign.seats.all()[0].pk)
        answer = start.post(
            start.cast.captain, "tonight", htmx=htmx, who1=seat, colour1="red", who2="guest", guest2="", colour2="red"
        )
        text = answer.content.decode()
        assert answer.status_code == 422
        assert f'<option value="{seat}" selected>' in text
        assert text.count('<option value="red" selected>') == 2
        assert "Give the guest a name" in text

    def test_points(self, evening: Evening) -> None:
        close(evening)
        text = evening.post(
            evening.cast.captain, "draft-points", htmx=True, **{"0-points": "101", "1-points": "x"}
        ).content.decode()
        assert 'value="101"' in text
        assert 'value="x"' in text

    @pytest.mark.parametrize("htmx", [False, True])
    def test_choice(self, evening: Evening, htmx: bool) -> None:
        long = "north, " * 40
        text = evening.post(evening.cast.captain, "draft-card", htmx=htmx, words=long).content.decode()
        assert long.strip() in text


def refused(evening: Evening, name: str, *, htmx: bool) -> Any:
    """The answer to a form that the rules refuse."""
    changed: dict[str, Any] = dict(REFUSED[name])
    if name == "again":
        with taken_back():
            evening.post(evening.cast.captain, "correct", number="L8")
            return evening.post(evening.cast.captain, "again", htmx=htmx)
    return evening.post(evening.cast.captain, name, htmx=htmx, **changed)
