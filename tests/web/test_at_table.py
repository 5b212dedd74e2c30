"""The pages of the aids: who sees what, who does what, as a page and as a fragment, and what a refusal keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from campaigns.evenings import Choice
from tests import factories
from tests.at_table import Game
from tests.campaigns.aids.automa import JEAN
from tests.web.at_table import main, post, text, url
from tests.web.evening import taken_back

if TYPE_CHECKING:
    from tests.cast import Cast

pytestmark = pytest.mark.django_db

AIDS = ("jacques", "markers", "search")
HEADINGS = {"jacques": "Jacques", "markers": "Ownership markers", "search": "The Search", "jean": "Jean"}


class TestWhoSees:
    @pytest.mark.parametrize("aid", AIDS)
    def test_the_page(self, cast: Cast, running: Game, aid: str) -> None:
        for name, client in cast.everybody().items():
            answer = client.get(url(running, aid))
            assert (name, answer.status_code) == (name, 200 if name in ("captain", "crew", "lookout") else 404)
            if answer.status_code == 200:
                assert f"<h1>{HEADINGS[aid]}</h1>" in main(answer)
                assert (name, 'method="post"' in main(answer)) == (name, name != "lookout")

    @pytest.mark.parametrize("aid", AIDS)
    def test_the_page_before_it_has_begun(self, cast: Cast, beginning: Game, aid: str) -> None:
        for client in (cast.captain, cast.crew, cast.lookout):
            answer = client.get(url(beginning, aid))
            assert answer.status_code == 200
            assert ('method="post"' in main(answer)) == (client is not cast.lookout)

    def test_what_the_lookout_may_read_is_the_same(self, cast: Cast, running: Game) -> None:
        for aid, told in (
            ("jacques", 'data-count="points"'),
            ("markers", 'data-count="on-board"'),
            ("search", "data-count"),
        ):
            assert told in main(cast.lookout.get(url(running, aid)))

    def test_no_other_aid(self, cast: Cast, running: Game) -> None:
        for aid in ("jean", "course", "marker", "fight"):
            assert cast.captain.get(url(running, aid)).status_code == 404
            assert post(running, cast.captain, aid, "begin").status_code == 404

    def test_jean(self, cast: Cast) -> None:
        game = Game.open(players=1, choice=Choice(opponent="jean", level="5"), campaign=cast.campaign)
        for client in (cast.captain, cast.lookout):
            assert client.get(url(game, "jean")).status_code == 200
        game.end(0)
        assert post(game, cast.crew, "jean", "begin").status_code == 303
        for _ in range(8):
            assert post(game, cast.crew, "jean", "turn", htmx=True).status_code == 200
        assert 'data-count="discs"' in main(cast.lookout.get(url(game, "jean")))
        assert 'method="post"' not in main(cast.lookout.get(url(game, "jean")))

    @pytest.mark.parametrize("late", [False, True])
    def test_every_card_of_jean(self, cast: Cast, late: bool) -> None:
        game = Game.open(players=1, choice=Choice(opponent="jean", level="5"), campaign=cast.campaign)
        for ended in range(3 if late else 1):
            game.end(ended)
        game.do("jean", "begin", by_hand=1)
        broken = {}
        for card in (*JEAN, "a1"):
            with taken_back():
                game.do("jean", "turn", card=card, known_better=1)
                try:
                    cast.lookout.get(url(game, "jean"))
                except Exception as failure:
                    broken[card] = str(failure)
        assert broken == {}

    def test_nothing_to_do_when_the_play_is_over(self, cast: Cast, running: Game) -> None:
        running.end_all()
        running.close(points_0=1)
        for aid in AIDS:
            answer = cast.captain.get(url(running, aid))
            assert (answer.status_code, 'method="post"' in main(answer)) == (200, False)
        answer = post(running, cast.captain, "jacques", "turn")
        assert (answer.status_code, "This game is not under way any more" in text(answer)) == (422, True)


class TestWhoDoes:
    def test_a_deed(self, cast: Cast, running: Game) -> None:
        for name, client in cast.everybody().items():
            before = running.revision
            answer = post(running, client, "jacques", "count", name="quests", by=1)
            expected = {"captain": 303, "crew": 303, "lookout": 403}.get(name, 404)
            assert (name, answer.status_code, running.revision - before) == (name, expected, int(expected == 303))

    def test_leads_back_to_the_page(self, cast: Cast, running: Game) -> None:
        answer = post(running, cast.crew, "jacques", "turn")
        assert (answer.status_code, answer["Location"]) == (303, url(running, "jacques"))

    @pytest.mark.parametrize(
        ("aid", "deed", "fields"),
        [
            ("jacques", "turn", {}),
            ("search", "turn-up", {"space": "8", "colour": "red"}),
            ("markers", "free", {"space": "2", "nation": "france", "to": "square:1:3"}),
        ],
    )
    def test_is_answered_with_the_fragment_for_htmx(
        self, cast: Cast, running: Game, aid: str, deed: str, fields: dict[str, str]
    ) -> None:
        before = running.revision
        answer = post(running, cast.crew, aid, deed, htmx=True, **fields)
        assert (answer.status_code, answer["HX-Retarget"]) == (200, f"#_{aid}")
        assert answer.content.decode().startswith(f'<div id="_{aid}"')
        assert running.revision == before + 1
        assert f'name="seen" value="{running.revision}"' in text(answer)

    def test_by_get_is_none(self, cast: Cast, running: Game) -> None:
        assert cast.captain.get(url(running, "jacques", "turn")).status_code == 405

    def test_the_undo_leads_back_to_the_aid(self, cast: Cast, running: Game) -> None:
        at = running.revision
        back = reverse("round-undo", args=[running.campaign.code, running.number, at])
        answer = cast.crew.post(back, {"op": factories.op(), "seen": at, "back": "jacques"})
        assert (answer.status_code, answer["Location"]) == (303, url(running, "jacques"))
        assert running.state["jacques:shown"] is None

    def test_the_undo_on_the_table_says_what_it_takes_back(self, cast: Cast, running: Game) -> None:
        """The newest step is a card of Jacques: the button must not promise the set-up."""
        table = main(cast.captain.get(reverse("table", args=[running.campaign.code, running.number])))
        assert "Back to the set-up" not in table
        assert "Undo: Turn of Jacques (Ines)" in table

    def test_the_undo_says_whose_step_it_takes_back(self, cast: Cast, running: Game) -> None:
        post(running, cast.crew, "markers", "free", space="2", nation="france", to="out")
        assert "Undo: A marker left 2 (Tomas)" in main(cast.captain.get(url(running, "markers")))

    def test_markers_of_uprising_begin_and_go_on(self, cast: Cast) -> None:
        """No marker lies at the start; one that comes later has to find a form."""
        game = Game.open("78", 2, campaign=cast.campaign)
        game.end(0)
        post(game, cast.captain, "markers", "begin")
        page = main(cast.captain.get(url(game, "markers") + "?space=5"))
        assert "Lay the markers out" not in page
        assert url(game, "markers", "put") in page

    def test_who_lets_jacques_join_in_the_middle_can_say_his_points(self, cast: Cast, running: Game) -> None:
        page = main(cast.captain.get(url(running, "jacques")))
        assert 'name="name" value="points"' in page


class TestRefused:
    @pytest.mark.parametrize("htmx", [True, False])
    def test_is_said_with_422_and_nothing_is_written(self, cast: Cast, running: Game, htmx: bool) -> None:
        before = running.revision
        for aid, deed, fields, said in (
            ("jacques", "begin", {}, "Jacques has joined this game already."),
            ("markers", "free", {"space": "3", "nation": "france", "to": "out"}, "No marker of that nation lies at 3."),
            ("markers", "put", {"space": "3", "nation": "france"}, "ignores what would place a marker"),
            ("search", "free", {"how": "combat"}, "Luysa has not been found yet."),
            ("search", "turn-up", {"space": "4", "colour": "red"}, "No clue lies face down at 4 any more."),
        ):
            answer = post(running, cast.crew, aid, deed, htmx=htmx, **fields)
            assert (aid, deed, answer.status_code) == (aid, deed, 422)
            assert said in text(answer)
            assert 'role="alert"' in text(answer)
            assert text(answer).lstrip().startswith("<div id=" if htmx else "<!doctype html>")
        assert running.revision == before

    @pytest.mark.parametrize("htmx", [True, False])
    def test_keeps_the_spaces_that_were_typed(self, cast: Cast, beginning: Game, htmx: bool) -> None:
        answer = post(beginning, cast.crew, "search", "begin", htmx=htmx, greens="7", reds="many")
        assert answer.status_code == 422
        assert ('value="7"' in text(answer), 'value="many"' in text(answer)) == (True, True)

    @pytest.mark.parametrize("htmx", [True, False])
    def test_keeps_the_card_that_was_typed(self, cast: Cast, beginning: Game, htmx: bool) -> None:
        post(beginning, cast.crew, "jacques", "begin", by_hand="1")
        answer = post(beginning, cast.crew, "jacques", "turn", htmx=htmx, card="A9")
        assert (answer.status_code, 'value="A9"' in text(answer)) == (422, True)
        assert "We know better" in text(answer)

    def test_keeps_where_a_marker_should_have_gone(self, cast: Cast, running: Game) -> None:
        post(running, cast.crew, "markers", "free", space="2", nation="france", to="square:1:2")
        answer = post(running, cast.crew, "markers", "free", space="9", nation="spain", to="square:1:2", htmx=True)
        assert (answer.status_code, "Square 2 holds a marker already." in text(answer)) == (422, True)
        assert 'value="square:1:2" selected' in text(answer)

    def test_keeps_what_was_paid(self, cast: Cast) -> None:
        game = Game.open(players=1, choice=Choice(opponent="jean", level="5"), campaign=cast.campaign)
        game.end(0)
        game.do("jean", "begin", by_hand=1)
        game.do("jean", "turn", card="C5")
        answer = post(game, cast.crew, "jean", "pay", paid="7", htmx=True)
        assert (answer.status_code, 'name="paid" maxlength="2" value="7"' in text(answer)) == (422, True)


class TestReadings:
    def test_are_said_by_who_may_and_stand_in_the_log(self, cast: Cast, running: Game) -> None:
        page = main(cast.lookout.get(url(running, "markers")))
        assert "the four are a row" in page
        assert url(running, "markers", "agree") not in page
        assert post(running, cast.crew, "markers", "agree", reading="ring", said="yes").status_code == 303
        page = main(cast.captain.get(url(running, "markers")))
        assert "the four are a ring" in page
        assert "Your table reads it so." in page
        running.undo()
        assert "the four are a row" in main(cast.captain.get(url(running, "markers")))

    def test_green_clues_can_be_paid_where_the_table_reads_it_so(self, cast: Cast, running: Game) -> None:
        running.do("search", "turn-up", space="8", colour="green")
        assert "One green clue paid away" not in main(cast.crew.get(url(running, "search")))
        post(running, cast.crew, "search", "agree", reading="green_pays", said="yes")
        assert "One green clue paid away" in main(cast.crew.get(url(running, "search")))
        assert post(running, cast.crew, "search", "pay", colour="green").status_code == 303
        assert (running.state["search:green"], running.state["search:gone"]) == (None, 1)

    def test_are_taken_over_into_the_next_game(self, cast: Cast, running: Game) -> None:
        post(running, cast.crew, "markers", "agree", reading="ring", said="yes")
        post(running, cast.crew, "search", "agree", reading="green_pays", said="yes")
        running.end_all()
        running.close(points_0=1, points_1=1, points_2=1)
        following = Game.open("193", 3, campaign=cast.campaign)
        following.end(0)
        for aid, fields in (("markers", {}), ("search", {"greens": 3, "reds": 2}), ("jacques", {})):
            following.do(aid, "begin", **fields)
        assert (following.state["reads:ring"], following.state["search:green_pays"]) == (True, True)
        assert following.state["reads:any_nation"] is None


class TestWhatAMarkerBrings:
    @pytest.mark.parametrize("htmx", [True, False])
    def test_is_said_after_the_tap(self, cast: Cast, running: Game, htmx: bool) -> None:
        free = {"space": "2", "nation": "france", "to": "square:1:3"}
        answer = post(running, cast.crew, "markers", "free", htmx=htmx, **free)
        page = text(answer if htmx else cast.crew.get(answer["Location"]))
        assert "The square gives 1 worker." in page
        assert "square 3" in page

    def test_is_said_twice_by_the_tiles_own_action(self, cast: Cast, running: Game) -> None:
        free = {"space": "2", "nation": "france", "to": "square:1:1", "action": "1"}
        answer = post(running, cast.crew, "markers", "free", htmx=True, **free)
        assert "The square takes 2 discs off the ship board." in text(answer)

    @pytest.mark.parametrize(("each", "worth"), [(False, "3 doubloons, 2 points"), (True, "6 doubloons, 2 points")])
    def test_of_a_full_tile_is_worked_out(self, cast: Cast, beginning: Game, each: bool, worth: str) -> None:
        beginning.say("markers_of_card", "2: 2, 9: 2")
        beginning.do("markers", "begin")
        if each:
            beginning.do("markers", "agree", reading="tokens_each", said="yes")
        for square, (space, nation) in enumerate((("2", "france"), ("9", "spain")) * 2, start=1):
            beginning.do("markers", "free", space=space, nation=nation, to=f"square:0:{square}")
        page = main(cast.lookout.get(url(beginning, "markers")))
        assert "The tile is full" in page
        assert worth in main(cast.lookout.get(url(beginning, "markers") + "?tokens=2"))
        assert beginning.state["out:france"] - 11 == 2  # 11 were never used

    def test_of_a_step_that_was_taken_back_is_not_said(self, cast: Cast, running: Game) -> None:
        running.do("markers", "free", space="2", nation="france", to="square:1:3")
        running.undo()
        assert "The square gives" not in main(cast.crew.get(url(running, "markers")))


class TestNeighbours:
    def at(self, cast: Cast, game: Game, space: str) -> str:
        page = main(cast.lookout.get(url(game, "markers") + f"?space={space}"))
        return page.split("<p data-near>")[1].split("</p>")[0]

    def say(self, cast: Cast, game: Game, **fields: str) -> int:
        address = reverse("arrow", args=[game.campaign.code, game.number])
        body = {"op": factories.op(), "seen": game.access.pulse} | fields
        return int(cast.crew.post(address, body).status_code)

    def test_of_2_are_1_3_and_5(self, cast: Cast, running: Game) -> None:
        assert self.at(cast, running, "2").startswith("1, 3, 5.")

    def test_are_put_right_for_every_log_of_the_copy(self, cast: Cast, running: Game) -> None:
        assert self.say(cast, running, space="2", beside="5", joined="no") == 303
        assert self.say(cast, running, space="2", beside="9", joined="yes") == 303
        assert self.at(cast, running, "2") == "1, 3, 9 (marked). Put right for your board: 5, 9."
        assert self.at(cast, running, "9").startswith("2 (marked), ")
        assert self.say(cast, running, space="9", beside="2", joined="") == 303
        assert self.at(cast, running, "2") == "1, 3. Put right for your board: 5."

    def test_that_are_none_are_refused(self, cast: Cast, running: Game) -> None:
        for beside in ("2", "99", "", "x"):
            assert self.say(cast, running, space="2", beside=beside, joined="yes") == 422

    def test_that_somebody_else_put_right_clash(self, cast: Cast, running: Game) -> None:
        old = running.access.pulse
        address = reverse("arrow", args=[running.campaign.code, running.number])
        body = {"space": "2", "beside": "9", "seen": old}
        assert cast.captain.post(address, body | {"op": factories.op(), "joined": "yes"}).status_code == 303
        answer = cast.crew.post(address, body | {"op": factories.op(), "joined": "no"})
        assert (answer.status_code, "Ines was first" in text(answer)) == (409, True)

    @pytest.mark.fact("U194")
    def test_that_were_put_right_count_in_a_combat(self, cast: Cast) -> None:
        """Freeing a village pays 3 points for each neighbour that is marked."""
        game = Game.open("78", 2, campaign=cast.campaign)
        game.end(0)
        game.do("markers", "begin")
        for space, nation in (("2", "france"), ("9", "spain")):
            game.do("markers", "put", space=space, nation=nation)
        asked = url(game, "markers") + "?nation=france&token=4"
        assert "3 points" not in main(cast.crew.get(asked))
        self.say(cast, game, space="2", beside="9", joined="yes")
        assert "3 points" in main(cast.crew.get(asked))


class TestAPlan:
    def test_goes_on_from_what_was_chosen(self, cast: Cast, running: Game) -> None:
        asked = url(running, "markers") + "?nation=france&token=5"
        page = main(cast.lookout.get(asked))
        assert "done=village%402" in page
        page = main(cast.lookout.get(asked + "&done=village%402"))
        assert "2 of the combat value is left." in page
        assert running.state["marker:2:france"] == 1


class TestTheEndAgainstJean:
    def test_is_scored_once_and_asked_no_more(self, cast: Cast) -> None:
        game = Game.open(players=1, choice=Choice(opponent="jean", level="2"), campaign=cast.campaign)
        game.do("jean", "begin")
        game.do("jean", "count", name="quests", by=4)
        assert "Score his end of the game" not in main(cast.captain.get(url(game, "jean")))
        assert post(game, cast.crew, "jean", "final", quests="2", upgrades="1").status_code == 422
        game.end_all()
        assert "Score his end of the game" in main(cast.captain.get(url(game, "jean")))
        fields = {"quests": "2", "upgrades": "1", "lead": "8", "influence": "6"}
        assert post(game, cast.crew, "jean", "final", **fields).status_code == 303
        # 5 a quest, 10 for two quests more, 20 for 8 spaces ahead, 6 by influence
        assert game.state["jean:points"] == 4 * 5 + 10 + 20 + 6
        assert post(game, cast.crew, "jean", "final", **fields).status_code == 422
        assert "The end of the game is in his points." in main(cast.lookout.get(url(game, "jean")))

    def test_says_when_his_deck_is_used_up(self, cast: Cast) -> None:
        game = Game.open(players=1, choice=Choice(opponent="jean", level="1"), campaign=cast.campaign)
        game.end(0)
        game.do("jean", "begin")
        for left in (4, 3, 2, 1, 0):
            game.do("jean", "turn")
            assert ("His deck is used up" in main(cast.crew.get(url(game, "jean")))) == (left == 0)


class TestTheClosing:
    @pytest.mark.fact("U232")
    def test_says_how_explorers_on_different_paths_compare(self, cast: Cast, running: Game) -> None:
        running.end_all()
        draft = running.draft()
        page = main(cast.crew.get(reverse("draft", args=[running.campaign.code, running.number, draft.pk])))
        assert "whoever has fewer empty spaces to the next barrier is ahead" in page
