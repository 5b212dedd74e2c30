"""The aids of a running game as use cases: what is offered, one entry for a deed, one undo for all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaigns import helm, journal, log, plays
from campaigns.evenings import Choice
from campaigns.journal import Clash
from campaigns.models import Entry, Member
from campaigns.rules.effects import Refusal
from tests import factories
from tests.at_table import Game, begun, find, free_all, rescue
from tests.campaigns.oracle import assert_sound, entries_of

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

OPTIONAL = Choice(with_optional=True)


def code(act: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as met:
        act()
    return met.value.code


def jacques(level: str = "medium") -> Game:
    """Alone in the campaign against Jacques; he joined in round one."""
    game = Game.open(players=1, choice=Choice(opponent="jacques", level=level))
    game.end(0)
    game.do("jacques", "begin")
    return game


class TestOffered:
    @pytest.mark.parametrize(
        ("key", "players", "choice", "aids"),
        [
            ("campaign", 2, None, set()),
            ("campaign", 2, OPTIONAL, {"markers"}),
            ("campaign", 1, Choice(opponent="jean", level="2"), {"jean"}),
            ("campaign", 1, Choice(opponent="jacques", level="hard"), {"jacques"}),
            ("campaign", 1, Choice(True, "jacques", "hard"), {"jacques", "markers"}),
            ("78", 3, None, {"markers"}),
            ("79", 4, None, {"markers"}),
            ("79", 1, Choice(opponent="jean", level="1"), {"markers", "jean"}),
            ("74", 3, None, {"markers", "jacques"}),
            ("74", 1, None, {"markers", "jacques"}),
            ("193", 4, None, {"markers", "jacques", "search"}),
        ],
    )
    def test_is_what_modules_and_opponent_bring(
        self, key: str, players: int, choice: Choice | None, aids: set[str]
    ) -> None:
        own = begun() if choice and choice.with_optional else None
        offered = Game.open(key, players, choice, own).offered()
        assert (set(offered), len(offered)) == (aids, len(aids))

    @pytest.mark.parametrize(("card", "aids"), [("184", {"markers"}), ("185", {"markers", "jacques", "search"})])
    def test_is_the_same_by_a_twin(self, card: str, aids: set[str]) -> None:
        assert set(Game.by_twin(card).offered()) == aids

    @pytest.mark.parametrize(("aid", "deed"), [("jean", "begin"), ("search", "begin"), ("course", "x"), ("", "")])
    def test_others_are_refused(self, aid: str, deed: str) -> None:
        game = Game.open("74")
        assert code(lambda: game.do(aid, deed)) == "aid_not_offered"
        assert game.revision == 0

    def test_unknown_deeds_are_refused(self) -> None:
        game = Game.open("74")
        assert {code(lambda deed=deed: game.do("jacques", deed)) for deed in ("", "reveal", "turn-up", "Turn")} == {
            "no_such_deed"
        }


class TestDeeds:
    def test_are_one_entry_of_the_play_with_seed_and_author(self) -> None:
        game = Game.open("74")
        factories.join(game.campaign, Member.Role.CREW, "Tomas")
        before = len(entries_of(game.campaign.pk))
        entry = game.do("jacques", "begin", tap=game.tap("crew"))
        (stored,) = entries_of(game.campaign.pk, game.number)
        assert (stored, stored.kind, stored.member.name) == (entry, Entry.Kind.AID, "Tomas")
        assert {name: stored.values[name] for name in ("play", "aid", "deed", "typed")} == {
            "play": game.number,
            "aid": "jacques",
            "deed": "begin",
            "typed": {},
        }
        assert isinstance(stored.values["seed"], int)
        assert len(entries_of(game.campaign.pk)) == before

    def test_are_made_by_their_seed(self) -> None:
        """Who knows the seed can deal the same cards again."""
        from campaigns.aids import deeds

        game = Game.open("74")
        entry = game.do("jacques", "begin")
        desk = helm.desk(game.access, game.play, entry.values["seed"])
        start = journal.State()
        assert [change.stored() for change in deeds.do("jacques", "begin", start, desk, {})] == entry.changes

    def test_of_chance_differ(self) -> None:
        assert len({Game.open("74").do("jacques", "begin").values["seed"] for _ in range(4)}) > 1

    def test_sent_twice_are_one(self) -> None:
        game = jacques()
        tap = game.tap()
        first = game.do("jacques", "turn", tap=tap)
        after = game.values
        assert game.do("jacques", "turn", tap=tap) == first
        assert (game.values, game.revision) == (after, first.sequence)

    def test_that_touch_the_same_clash_with_an_old_page(self) -> None:
        game = jacques()
        factories.join(game.campaign, Member.Role.CREW, "Tomas")
        old = game.tap("crew")
        game.do("jacques", "turn")
        with pytest.raises(Clash) as met:
            game.do("jacques", "turn", tap=old)
        assert (met.value.code, met.value.who.name, met.value.anyway) == ("aid", "Ines", True)

    def test_that_touch_different_things_do_not(self) -> None:
        game = rescue()
        factories.join(game.campaign, Member.Role.CREW, "Tomas")
        old = game.tap("crew")
        game.do("jacques", "turn")
        game.do("search", "turn-up", space="8", colour="red", tap=old)
        assert game.state["search:red"] == 1

    def test_are_refused_while_the_play_is_over(self) -> None:
        game = rescue()
        plays.give_up(tap=factories.tap_of(game.access), play=game.play)
        before = game.values
        for aid, deed, fields in (
            ("jacques", "turn", {}),
            ("markers", "free", {"space": "2", "nation": "france", "to": "out"}),
            ("search", "turn-up", {"space": "8", "colour": "red"}),
        ):
            assert code(lambda a=aid, d=deed, f=fields: game.do(a, d, **f)) == "play_not_open"  # type: ignore[misc]
        assert game.values == before

    def test_are_refused_after_the_closing(self) -> None:
        game = jacques().end_all()
        game.close(points_0=10)
        assert code(lambda: game.do("jacques", "count", name="points", by=1)) == "play_not_open"

    def test_of_jacques_need_a_round(self) -> None:
        game = Game.open("74")
        game.do("jacques", "begin")
        assert code(lambda: game.do("jacques", "turn")) == "round_not_running"
        game.end_all()
        assert code(lambda: game.do("jacques", "turn")) == "round_not_running"

    def test_put_no_marker_on_the_tile_of_nobody(self) -> None:
        """Two people play: there is no third tile."""
        game = rescue(players=2)
        free = {"space": "2", "nation": "france", "to": "square:2:1"}
        assert code(lambda: game.do("markers", "free", **free)) == "no_such_player"


STEPS: list[tuple[str, str, dict[str, Any]]] = [
    ("jacques", "turn", {}),
    ("jacques", "player-ended", {}),
    ("jacques", "count", {"name": "quests", "by": 1}),
    ("markers", "free", {"space": "2", "nation": "france", "to": "out"}),
    ("markers", "free", {"space": "9", "nation": "spain", "to": "square:2:4"}),
    ("markers", "free", {"space": "14", "nation": "england", "to": "supply"}),
    ("markers", "put", {"space": "3", "nation": "france", "told": 1}),
    ("search", "turn-up", {"space": "2", "colour": "red"}),
    ("search", "turn-up", {"space": "19", "colour": "green"}),
]


class TestUndo:
    @pytest.mark.parametrize(("aid", "deed", "fields"), STEPS)
    def test_restores_the_state_exactly(self, aid: str, deed: str, fields: dict[str, Any]) -> None:
        game = rescue()
        game.say("markers_unused", "aside")
        if deed == "put":
            game.do("markers", "free", space="2", nation="france", to="supply")
        before = game.values
        game.do(aid, deed, **fields)
        after = game.values
        assert after != before
        undone = game.undo()
        assert game.values == before
        plays.do_again(tap=game.tap(), play=game.number, sequence=undone.of or 0)
        assert game.values == after
        assert log.differences(game.campaign.pk) == []

    def test_of_every_reveal_restores_the_order_of_the_deck(self) -> None:
        game = jacques()
        decks = [game.values]
        while game.state["jacques:ended"] is None:
            game.do("jacques", "turn")
            decks.append(game.values)
        assert len({values.get("jacques:deck") for values in decks}) > 3
        for values in reversed(decks):
            assert game.values == values
            if values is not decks[0]:
                game.undo()
        assert sorted(str(game.state["jacques:deck"]).split(",")) == sorted(
            set(str(decks[0]["jacques:deck"]).split(","))
        )

    def test_of_finding_and_freeing_luysa_brings_every_clue_back(self) -> None:
        game = rescue()
        before, at = game.values, game.revision
        find(game)
        assert (game.state["search:found"], game.state["search:freed"]) == ("8", "combat")
        for _ in range(game.revision - at):
            game.undo()
        assert game.values == before

    def test_of_all_deeds_leaves_nothing(self) -> None:
        game = rescue()
        game.do("jacques", "turn")
        free_all(game)
        while journal.newest_standing(game.campaign.pk, game.number):
            game.undo()
        assert game.values == {}
        assert_sound(game.campaign.pk)
