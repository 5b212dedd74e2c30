"""The count on the pages: sheets, what is kept secret, opening the count, what only the box tells.

The Uprising has no score sheet, so it borrows that of another box here.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from campaigns import journal, story
from campaigns.models import Draft, PrintedTable
from campaigns.models import Play as PlayRow
from scenarios import scores
from scenarios.models import ScoreSheet
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from django.test import Client

    from campaigns.models import Play
    from tests.cast import Cast

HTMX = {"HX-Request": "true"}
GOLD = "7919"
"""What the captain has stashed: 5 points. It must not be told before the count is open."""


@dataclass
class Closing:
    """The closing of a game of Ines (the captain's phone) and Tomas (the crew's phone)."""

    cast: Cast
    play: Play
    pk: int

    def url(self, name: str, *rest: int) -> str:
        return reverse(
            name, args=[self.cast.campaign.code, self.play.number, *([] if name == "table" else [self.pk]), *rest]
        )

    def draft(self) -> Draft:
        return Draft.objects.get(pk=self.pk)

    def post(self, who: Client, name: str, *rest: int, htmx: bool = False, **fields: str) -> Any:
        seen = journal.ground(self.cast.campaign.pk, 0) and self.draft().revision
        self.cast.campaign.refresh_from_db()
        known = self.cast.campaign.pulse if name == "draft-weight" else seen
        body = {
            "op": factories.op(),
            "seen": known,
            **{key.replace("_of_", "."): value for key, value in fields.items()},
        }
        return who.post(self.url(name, *rest), body, headers=HTMX if htmx else {})

    def enter(self, who: Client, place: int, htmx: bool = False, **fields: str) -> Any:
        return self.post(who, "draft-score", place, htmx=htmx, **fields)

    def page(self, who: Client, name: str = "draft", *rest: int) -> str:
        return html.unescape(who.get(self.url(name, *rest)).content.decode())

    def total(self, who: Client, place: int) -> str:
        found = re.search(r"data-total>(?:<strong>)?([^<]*)", self.page(who, "draft-sheet", place))
        assert found is not None
        return found[1]

    def commit(self) -> Any:
        access = factories.access_of(self.cast.campaign)
        body = {
            "op": factories.op(),
            "seen": journal.ground(access.campaign, 0).revision,
            "draft_seen": self.draft().revision,
        }
        return self.cast.captain.post(self.url("commit"), body)


@pytest.fixture
def lend(cast: Cast) -> Iterator[Callable[[str], Closing]]:
    """Lends The Uprising the score sheet of a box, and opens the closing of a game that is over."""

    def lent(box: str) -> Closing:
        row = ScoreSheet.objects.get(box=box)
        row.pk, row.box_id = None, "uprising"
        row._state.adding = True
        row.save()
        forget()
        play = factories.open_play(cast.campaign, "78")
        factories.end_rounds(cast.campaign, play, 4)
        access = factories.access_of(cast.campaign)
        return Closing(cast, play, story.open_draft(access=access, play=play, after=4).pk)

    yield lent
    forget()


def forget() -> None:
    """The row is not what its hash says."""
    scores.scoring.cache_clear()
    scores.texts.cache_clear()


def points(closing: Closing) -> list[str | None]:
    """The points that the log holds."""
    state = journal.ground(closing.cast.campaign.pk, journal.LEGACY).state
    return [state[f"points:{closing.play.number}:{place}"] for place in range(2)]


class TestASheet:
    def test_shows_what_it_makes_and_keeps_what_was_entered(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        answer = closing.enter(
            closing.cast.captain, 1, track="30", rivers="2", doubloons="14", treasures_of_1="2", markers_of_1="3"
        )
        assert answer.status_code == 303
        assert closing.total(closing.cast.captain, 1) == "46"  # 30 + 8 + 2 + 2 * 3
        assert 'name="rivers" value="2"' in closing.page(closing.cast.crew, "draft-sheet", 1)
        assert "46 points" in closing.page(closing.cast.crew)

    def test_answers_htmx_with_the_sum_alone_and_the_new_revision(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        answer = closing.enter(closing.cast.captain, 1, htmx=True, rivers="3")
        page = answer.content.decode()
        assert (answer.status_code, answer["HX-Retarget"]) == (200, "#_score_sum")
        assert "data-total><strong>12<" in page
        assert f'name="seen" id="sheet-seen" value="{closing.draft().revision}" hx-swap-oob="true"' in page
        assert "<html" not in page

    @pytest.mark.parametrize("htmx", [True, False])
    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"treasures_of_1": "2", "buried": "3"}, "More than under “Treasures”: at most 2."),
            ({"rivers": "-1"}, "greater than or equal to 0"),
            ({"rivers": "100"}, "less than or equal to 99"),
            ({"doubloons": "many"}, "whole number"),
        ],
    )
    def test_names_the_field_of_what_cannot_be_and_keeps_nothing(
        self, lend: Callable[[str], Closing], fields: dict[str, str], said: str, htmx: bool
    ) -> None:
        closing = lend("pirates")
        answer = closing.enter(closing.cast.captain, 1, htmx=htmx, track="5", **fields)
        assert (answer.status_code, said in html.unescape(answer.content.decode())) == (422, True)
        assert "score" not in closing.draft().data

    def test_of_each_player_posts_alone(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        assert closing.enter(closing.cast.captain, 1, rivers="1").status_code == 303
        assert closing.enter(closing.cast.crew, 2, rivers="2").status_code == 303
        assert [closing.total(closing.cast.crew, place) for place in (1, 2)] == ["4", "8"]

    def test_the_same_field_from_an_old_page_says_who_was_first(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        closing.enter(closing.cast.captain, 1, rivers="1")
        old = {"op": factories.op(), "seen": 0, "rivers": "2"}
        answer = closing.cast.crew.post(closing.url("draft-score", 1), old)
        assert (answer.status_code, "Ines set the score sheet" in answer.content.decode()) == (409, True)

    def test_of_nobody_is_not_there(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        assert closing.cast.captain.get(closing.url("draft-sheet", 3)).status_code == 404
        Draft.objects.filter(pk=closing.pk).update(after=3)
        assert closing.cast.captain.get(closing.url("draft-sheet", 1)).status_code == 404

    def test_is_read_by_lookouts_and_written_by_the_crew(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        closing.enter(closing.cast.captain, 1, rivers="2")
        page = closing.page(closing.cast.lookout, "draft-sheet", 1)
        assert ("<form" in page and "Work it out" in page, closing.total(closing.cast.lookout, 1)) == (False, "8")
        assert closing.enter(closing.cast.lookout, 1, rivers="3").status_code == 403


class TestSecrets:
    def counted(self, lend: Callable[[str], Closing]) -> Closing:
        closing = lend("merchants")
        assert closing.enter(closing.cast.captain, 1, track="6", stash_gold=GOLD).status_code == 303
        return closing

    def told(self, closing: Closing, who: Client) -> list[str]:
        """The pages of `who` that tell the gold."""
        pages = {
            "draft": closing.page(who),
            "sheet 1": closing.page(who, "draft-sheet", 1),
            "sheet 2": closing.page(who, "draft-sheet", 2),
            "review": closing.page(who, "review"),
            "log": html.unescape(who.get(reverse("campaign", args=[closing.cast.campaign.code])).content.decode()),
            "table": closing.page(who, "table"),
        }
        return [name for name, page in pages.items() if re.search(rf"\b{GOLD}\b", page)]

    def test_are_on_the_phone_that_typed_them_alone(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        assert self.told(closing, closing.cast.captain) == ["sheet 1"]
        assert self.told(closing, closing.cast.crew) == []
        assert self.told(closing, closing.cast.lookout) == []

    def test_are_in_no_total_of_others(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        assert closing.total(closing.cast.captain, 1) == "11"
        assert closing.total(closing.cast.crew, 1) == "6"
        assert "6, and what is kept secret" in closing.page(closing.cast.crew)
        assert "11" not in re.findall(
            r"\b[0-9]+\b", closing.page(closing.cast.crew, "draft-sheet", 1).split("_score_sum")[1]
        )

    def test_are_in_no_answer_to_another_phone(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        for place in (1, 2):
            answer = closing.enter(closing.cast.crew, place, htmx=True, track="6")
            assert answer.status_code == 200
            assert not re.search(rf"\b{GOLD}\b", answer.content.decode())
        assert closing.total(closing.cast.captain, 1) == "11"  # an empty field of another phone took nothing away

    def test_are_said_anew_by_whoever_types_them(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        closing.enter(closing.cast.crew, 1, track="6", stash_gold="10")
        assert (closing.total(closing.cast.crew, 1), closing.total(closing.cast.captain, 1)) == ("7", "6")

    def test_are_taken_away_by_the_phone_that_typed_them(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        closing.enter(closing.cast.captain, 1, track="6", stash_gold="")
        assert closing.total(closing.cast.crew, 1) == "6"
        assert "Open the count" not in closing.page(closing.cast.crew)

    def test_keep_the_review_and_the_closing_waiting(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        closing.enter(closing.cast.crew, 2, track="9")
        review = closing.cast.captain.get(closing.url("review"))
        assert (review.status_code, "The count is not open yet" in review.content.decode()) == (422, True)
        assert closing.commit().status_code == 422
        assert 'id="ranked"' not in closing.page(closing.cast.captain)

    def test_are_everybodys_once_the_count_is_open(self, lend: Callable[[str], Closing]) -> None:
        closing = self.counted(lend)
        closing.enter(closing.cast.crew, 2, track="8", stash_gold="25")
        assert closing.post(closing.cast.crew, "draft-reveal").status_code == 303
        assert self.told(closing, closing.cast.crew) == ["sheet 1"]
        assert closing.total(closing.cast.lookout, 1) == "11"
        places = re.findall(r'data-rank="([0-9]*)">([^<]*)', closing.page(closing.cast.lookout))
        # The track decides: 8 are ahead of 6, although 6 and the stash make 11.
        assert places == [("2", "Place 2: Ines, 11"), ("1", "Place 1: Tomas, 10")]
        review = closing.page(closing.cast.captain, "review")
        assert "<strong>Tomas</strong>" in review
        assert "<strong>Ines</strong>" not in review
        assert closing.commit().status_code == 303
        assert [int(value or 0) for value in points(closing)] == [11, 10]
        assert PlayRow.objects.get(pk=closing.play.pk).status == "played"

    def test_the_phone_is_not_kept_by_its_key(self, lend: Callable[[str], Closing]) -> None:
        """Whoever reads the database cannot take the phone's place."""
        closing = self.counted(lend)
        from campaigns.models import Device

        kept = str(closing.draft().data)
        assert not [one for one in Device.objects.all() if str(one.pk) in kept or one.pk.hex in kept]


class TestTheRanking:
    def test_says_a_shared_victory(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        for place, who in ((1, closing.cast.captain), (2, closing.cast.crew)):
            closing.enter(who, place, track="9")
        page = closing.page(closing.cast.crew)
        assert re.findall(r'data-rank="([0-9]*)"', page) == ["1", "1"]
        assert "shares the victory" in page

    def test_is_broken_by_buried_treasures(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        closing.enter(closing.cast.captain, 1, track="9")
        closing.enter(closing.cast.crew, 2, track="5", treasures_of_1="1", buried="1")  # 5 + 2 + 2
        assert re.findall(r'data-rank="([0-9]*)">([^<]*)', closing.page(closing.cast.crew)) == [
            ("2", "Place 2: Ines, 9"),
            ("1", "Place 1: Tomas, 9"),
        ]

    def test_says_who_has_too_few_to_win(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("merchants")
        closing.enter(closing.cast.captain, 1, track="9")
        closing.enter(closing.cast.crew, 2, track="4")
        assert "Ines, 9: too few to win" in closing.page(closing.cast.crew)
        assert "Nobody has what it takes to win." in closing.page(closing.cast.crew, "review")


class TestWhatOnlyTheBoxTells:
    def test_is_asked_and_kept_with_the_box(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("endeavor")
        closing.enter(closing.cast.captain, 1, cities="3", buildings="4")
        assert closing.total(closing.cast.captain, 1) == "\u2013"
        assert "Not known yet." in closing.page(closing.cast.crew)
        review = closing.cast.captain.get(closing.url("review"))
        assert (review.status_code, "no source says the points" in review.content.decode()) == (422, True)
        assert closing.post(closing.cast.crew, "draft-weight", weight="city", points="2").status_code == 303
        assert closing.total(closing.cast.captain, 1) == "10"
        assert PrintedTable.objects.get(key="score/city").said == "2"

    def test_of_another_name_is_refused(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("endeavor")
        assert closing.post(closing.cast.crew, "draft-weight", weight="ruin", points="2").status_code == 422
        assert not PrintedTable.objects.exists()

    def test_a_tie_that_is_left_open_is_said(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("endeavor")
        closing.enter(closing.cast.captain, 1, buildings="4", governor_space_empty="on")
        closing.enter(closing.cast.crew, 2, buildings="7")
        page = closing.page(closing.cast.crew)
        assert re.findall(r'data-rank="([0-9]*)">([^<]*)', page) == [
            ("1", "Place 1: Ines, 7"),
            ("1", "Place 1: Tomas, 7"),
        ]
        assert "No source breaks a tie." in page


class TestAnotherBox:
    def test_asks_for_totals_as_ever(self, cast: Cast) -> None:
        play = factories.open_play(cast.campaign, "78")
        factories.end_rounds(cast.campaign, play, 4)
        draft = story.open_draft(access=factories.access_of(cast.campaign), play=play, after=4)
        closing = Closing(cast, play, draft.pk)
        page = closing.page(cast.captain)
        assert ("Points of Ines" in page, "Score sheet" in page) == (True, False)

    def test_a_total_is_typed_where_only_that_is_known(self, lend: Callable[[str], Closing]) -> None:
        closing = lend("pirates")
        closing.enter(closing.cast.captain, 1, rivers="2")
        fields = {"0-points": "99", "1-points": "7", "op": factories.op(), "seen": str(closing.draft().revision)}
        assert closing.cast.captain.post(closing.url("draft-points"), fields).status_code == 303
        assert closing.commit().status_code == 303
        assert [int(value or 0) for value in points(closing)] == [8, 7]  # the sheet is believed
