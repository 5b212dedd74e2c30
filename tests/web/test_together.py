"""Setting up and reading together: whose part, who reads, who would choose what."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from campaigns import lists, parts
from tests import factories
from tests.at_table import Game

if TYPE_CHECKING:
    from django.test import Client

    from tests.cast import Cast
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


class TestParts:
    def page(self, evening: Evening, client: Client, query: str = "") -> str:
        return text(evening.get(client, "setup", query=query))

    def test_are_nobodys_at_first(self, evening: Evening) -> None:
        page = self.page(evening, evening.cast.captain)
        found = [words in page for words in ("Share the set-up between phones", "Your part", "Nobody")]
        assert found == [True, False, False]

    def test_are_named_on_every_phone_and_folded_where_they_are_not_ones_own(self, evening: Evening) -> None:
        assert evening.post(evening.cast.captain, "part").status_code == 303
        own, others = (self.page(evening, client) for client in (evening.cast.captain, evening.cast.crew))
        assert ("Your part" in own, "Their lines" in own) == (True, True)
        assert ("Part of Ines" in others, "Their lines" in others) == (True, False)
        assert "Their lines" not in self.page(evening, evening.cast.captain, "?all=1")
        assert "I do this part" not in self.page(evening, evening.cast.lookout)

    def test_deal_the_whole_list(self, evening: Evening) -> None:
        assert evening.post(evening.cast.captain, "deal").status_code == 303
        page = self.page(evening, evening.cast.crew)
        assert [words in page for words in ("Nobody's part yet", "Part of Ines", "Your part")] == [False, True, True]

    @pytest.mark.parametrize("member", ["", "x", "0", "99999999999", "\uff11", "-1"])
    def test_dealt_to_nonsense_are_refused(self, evening: Evening, member: str) -> None:
        answer = evening.post(evening.cast.captain, "deal", member=member)
        assert (answer.status_code, "Choose at least one person" in text(answer)) == (422, True)

    def test_wait_for_the_open_lines_of_others_in_the_same_area(self, cast: Cast) -> None:
        """With drawn tiles hands come back to the board after them."""
        game = Game.open("78", 2, campaign=cast.campaign)
        page = reverse("setup", args=[game.campaign.code, game.number])
        runs = parts.runs(lists.lines(game.play))
        area = next(run.area for at, run in enumerate(runs) if run.area in {one.area for one in runs[:at]})
        first, second = [run for run in runs if run.area == area][:2]
        for client, run in ((cast.captain, first), (cast.crew, second)):
            body = {"op": factories.op(), "seen": game.access.pulse, "area": run.id}
            client.post(reverse("part", args=[game.campaign.code, game.number]), body)
        waits = f"Waits for Ines ({len(first.lines)} line"
        assert waits in text(cast.crew.get(page))
        for line in first.lines:
            tick = {"op": factories.op(), "seen": game.access.pulse, "tick": f"set {line.id}"}
            cast.captain.post(reverse("tick", args=[game.campaign.code, game.number]), tick)
        assert "Waits for" not in text(cast.crew.get(page))


class TestOneReader:
    def draft(self, evening: Evening, client: Client) -> str:
        return text(evening.get(client, "draft"))

    def has(self, evening: Evening, client: Client, *words: str) -> list[bool]:
        page = self.draft(evening, client)
        return [one in page for one in words]

    def test_has_the_forms_and_the_others_follow(self, evening: Evening) -> None:
        captain, crew = evening.cast.captain, evening.cast.crew
        forms = ("Add this effect", "What would you choose?")
        assert self.has(evening, crew, "Every phone has the forms.", *forms) == [True, True, False]
        assert evening.post(captain, "draft-reader").status_code == 303
        assert self.has(evening, captain, "You read for all.", *forms) == [True, True, False]
        assert self.has(evening, crew, "Ines reads.", *forms) == [True, False, True]
        assert evening.post(crew, "draft-reader").status_code == 303
        assert self.has(evening, captain, "Tomas reads.") == [True]
        assert evening.post(crew, "draft-reader", reading="no").status_code == 303
        assert self.has(evening, captain, "Every phone has the forms.") == [True]

    def test_a_lookout_follows_whoever_reads_and_is_offered_no_form(self, evening: Evening) -> None:
        lookout = evening.cast.lookout
        assert evening.url("draft") in text(evening.get(lookout, "campaign"))
        forms = ("Add this effect", "Keep this for card", "What would you choose?", "Throw this draft away")
        assert self.has(evening, lookout, "Every phone has the forms.", *forms) == [True, False, False, False, False]
        assert self.has(evening, evening.cast.crew, *forms) == [True, True, False, True]
        evening.post(evening.cast.captain, "draft-reader")
        assert self.has(evening, lookout, "Ines reads.", *forms) == [True, False, False, False, False]

    def test_who_takes_it_from_an_old_page_hears_who_was_first(self, evening: Evening) -> None:
        body = evening.body("draft-reader")
        evening.post(evening.cast.captain, "draft-reader")
        answer = evening.cast.crew.post(evening.url("draft-reader"), body)
        assert (answer.status_code, "Ines" in text(answer)) == (409, True)

    def test_a_choice_is_proposed_seen_by_all_then_decided(self, evening: Evening) -> None:
        captain, crew, lookout = evening.cast.captain, evening.cast.crew, evening.cast.lookout
        evening.post(captain, "draft-reader")
        assert evening.post(crew, "draft-propose").status_code == 303
        for client in (captain, crew, lookout):
            assert "Tomas would choose “south”." in self.draft(evening, client)
        assert "Decide it so" in self.draft(evening, captain)
        assert "Decide it so" not in self.draft(evening, crew)
        assert "What would you choose?" not in self.draft(evening, lookout)
        assert evening.post(captain, "draft-card", words="south", outcome="stays").status_code == 303
        assert "Decided: “south”." in self.draft(evening, crew)

    def test_two_propose_at_once_without_a_clash(self, evening: Evening) -> None:
        body, address = evening.body("draft-propose"), evening.url("draft-propose")
        assert evening.cast.captain.post(address, body | {"op": "a" * 32}).status_code == 303
        assert evening.cast.crew.post(address, body | {"op": "b" * 32, "words": "north"}).status_code == 303
        own = ("Ines would choose “south”.", "Tomas would choose “north”.")
        assert self.has(evening, evening.cast.captain, *own) == [True, True]

    def test_a_proposal_counts_for_nothing(self, evening: Evening) -> None:
        evening.post(evening.cast.crew, "draft-propose")
        assert "south" not in text(evening.get(evening.cast.captain, "review"))

    def test_an_effect_says_who_typed_it(self, evening: Evening) -> None:
        evening.post(evening.cast.crew, "draft-effect")
        assert '<p class="by">Tomas</p>' in self.draft(evening, evening.cast.captain)

    def test_a_card_that_does_not_lie_in_play_has_no_choice(self, evening: Evening) -> None:
        assert evening.post(evening.cast.crew, "draft-propose", card="151").status_code == 422
