"""The rounds of a game with its aids: what opponents score, what lies at the start, and evenings nobody planned."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from campaigns import log, plays, wording
from campaigns.aids.liberation import LAID_OUT
from campaigns.evenings import Choice
from campaigns.rules.effects import Refusal
from tests import factories
from tests.at_table import MARKERS, Game, begun
from tests.campaigns.aids.automa import AREAS, POINTS
from tests.campaigns.oracle import assert_sound

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

OPTIONAL = Choice(with_optional=True)
UNREST = {str(space): 1 for space in range(2, 20)}


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


def jean(level: str = "5") -> Game:
    game = Game.open(players=1, choice=Choice(opponent="jean", level=level))
    game.end(0)
    game.do("jean", "begin")
    return game


def until_he_ends(game: Game) -> int:
    """Takes turns until Jacques has ended the round; how many turns were left after the end was shown."""
    left = 0
    for _ in range(12):
        if game.state["jacques:ended"] is not None:
            return left
        game.do("jacques", "turn")
        left = max(left, int(game.state["jacques:left"] or 0))
    raise AssertionError("he never ended it")


class TestEndOfARound:
    @pytest.mark.parametrize("level", ["simple", "very_hard"])
    def test_lets_jacques_score_what_he_showed_and_15(self, level: str) -> None:
        game, points = jacques(level), 0
        for number in (1, 2, 3, 4):
            left = until_he_ends(game)
            assert left == (2 if number == 4 else 1)
            shown = str(game.state["jacques:shown"]).split(",")
            assert AREAS[shown[-1]].split()[len(shown) - 1] == "END"
            assert "END" not in [AREAS[card].split()[at] for at, card in enumerate(shown[:-1])]
            points += sum(POINTS[card[0]] for card in shown) + 15
            before, at = game.values, game.revision
            entry = game.end(number)
            assert game.revision == at + 1
            assert (game.state["jacques:points"], game.state.round()) == (points, number + 1)
            assert [game.state[f"jacques:{part}"] for part in ("shown", "ended", "left")] == [None] * 3
            assert sorted(str(game.state["jacques:deck"]).split(",")[-len(shown) :]) == sorted(shown)
            game.undo()
            assert game.values == before
            plays.do_again(tap=game.tap(), play=game.number, sequence=entry.sequence)
            assert game.state["jacques:points"] == points
        assert log.differences(game.campaign.pk) == []

    @pytest.mark.parametrize("said", [True, False])
    def test_by_a_player_gives_him_no_15(self, said: bool) -> None:
        game = jacques()
        for _ in range(2):
            game.do("jacques", "turn")
        shown = str(game.state["jacques:shown"]).split(",")
        if said:
            game.do("jacques", "player-ended")
        game.end(1)
        assert game.state["jacques:points"] == sum(POINTS[card[0]] for card in shown)

    def test_of_the_set_up_scores_nothing(self) -> None:
        game = Game.open("74")
        game.do("jacques", "begin")
        assert [row[0] for row in game.end(0).changes] == ["round"]

    @pytest.mark.parametrize(("cards", "discs", "points"), [(0, 0, 0), (3, 1, 3), (2, 5, 6), (3, 7, 11), (1, 30, 39)])
    def test_lets_jean_score_his_income(self, cards: int, discs: int, points: int) -> None:
        game = jean()
        for name, by in (("cards", cards), ("discs", discs)):
            if by:
                game.do("jean", "count", name=name, by=by)
        before, at = game.values, game.revision
        game.end(1)
        assert (game.revision, game.state["jean:points"] or 0) == (at + 1, points)
        game.undo()
        assert game.values == before
        game.end(1)
        game.end(2)
        assert (game.state["jean:points"] or 0, game.state.round()) == (2 * points, 3)

    def test_has_a_title_that_names_the_round_also_when_it_is_taken_back(self) -> None:
        game = jacques()
        until_he_ends(game)
        entry = game.end(1)
        assert wording.title(entry) == "Round 1 ended"
        assert wording.title(game.undo()) == "Taken back: Round 1 ended"


class TestTheMarkersAtTheStart:
    @pytest.mark.parametrize("card", ["79", "184"])
    def test_of_unrest_are_eighteen_and_the_others_stay_aside(self, card: str) -> None:
        game = Game.open(card) if card == "79" else Game.by_twin(card)
        game.do("markers", "begin")
        found = {subject.split(":")[1]: many for subject, many in game.values.items() if subject.startswith("marker:")}
        assert found == UNREST
        assert {nation: sum(s.endswith(nation) for s in game.values) for nation in ("france", "spain", "england")} == {
            "france": 6,
            "spain": 6,
            "england": 6,
        }
        assert [subject for subject in game.values if subject.startswith("out:")] == []

    @pytest.mark.parametrize("card", ["74", "193", "185"])
    def test_of_a_printed_table_are_known_once_it_is_typed(self, card: str) -> None:
        game = Game.by_twin(card) if card == "185" else Game.open(card)
        assert code(lambda: game.do("markers", "begin")) == "markers_not_known"
        game.say("markers_of_card", "2: 2, 9: 1, 14: 1, 15: 1")
        game.do("markers", "begin")
        assert game.values == {
            LAID_OUT: True,
            "marker:2:france": 2,
            "marker:9:spain": 1,
            "marker:14:england": 1,
            "marker:15:england": 1,
            "out:france": 11,
            "out:spain": 12,
            "out:england": 11,
        }

    @pytest.mark.parametrize("card", ["193", "185"])
    def test_leave_the_others_where_the_group_chose(self, card: str) -> None:
        game = Game.by_twin(card) if card == "185" else Game.open(card)
        game.say("markers_of_card", MARKERS)
        game.say("markers_unused", "aside")
        game.do("markers", "begin")
        assert game.values == {LAID_OUT: True, "marker:2:france": 1, "marker:9:spain": 1, "marker:14:england": 1}
        game.undo()
        game.say("markers_unused", "box")
        game.do("markers", "begin")
        assert game.state["out:france"] == 12

    def test_typed_for_one_number_of_players_are_not_known_for_another(self) -> None:
        game = Game.open("74", 3)
        game.say("markers_of_card", MARKERS)
        plays.give_up(tap=factories.tap_of(game.access), play=game.play)
        other = Game.open("74", 2, campaign=game.campaign)
        assert code(lambda: other.do("markers", "begin")) == "markers_not_known"

    @pytest.mark.parametrize("key", ["78", "campaign"])
    def test_of_uprising_are_none_and_later_ones_can_come(self, key: str) -> None:
        game = Game.open(key, 2, OPTIONAL, begun() if key == "campaign" else None)
        game.end(0)
        assert code(lambda: game.do("markers", "put", space="5", nation="france")) == "not_begun"
        game.do("markers", "begin")
        game.do("markers", "put", space="5", nation="france")
        assert game.values == {"round": 1, "count:laid_out": True, "marker:5:france": 1}


def random_step(game: Game, rng: Random) -> None:
    """Something that people at a table might tap, right or wrong."""
    nation = rng.choice(["france", "spain", "england"])
    lying = [subject.split(":")[1:] for subject in game.values if subject.startswith("marker:")] or [["2", "france"]]
    there, whose = rng.choice(lying)
    goals = ["out", "supply", *(f"square:{rng.randrange(3)}:{square}" for square in range(1, 5))]
    tries: list[Callable[[], object]] = [
        lambda: game.do("jacques", "turn"),
        lambda: game.do("jacques", rng.choice(["turn", "player-ended"])),
        lambda: game.do("jean", "turn"),
        lambda: game.do("jean", "pay", paid=rng.randrange(4)),
        lambda: game.do("jean", "count", name=rng.choice(["cards", "discs", "points"]), by=rng.choice([-1, 1, 5])),
        lambda: game.do("markers", "free", space=there, nation=whose, to=rng.choice(goals)),
        lambda: game.do("markers", "put", space=str(rng.randrange(2, 20)), nation=nation, told=1),
        lambda: game.do(
            "search", "turn-up", space=rng.choice(["2", "3", "8", "14"]), colour=rng.choice(["green", "red"])
        ),
        lambda: game.do("search", "pay"),
        lambda: game.do(rng.choice(game.offered()), "begin", greens=6, reds=3),
        lambda: game.do("search", "free", how=rng.choice(["combat", "ransom"])),
        game.undo,
        lambda: game.end(game.state.round()) if rng.random() < 0.3 else game.undo(),
    ]
    rng.choice(tries)()


class TestLongEvenings:
    @pytest.mark.parametrize(
        ("key", "players", "choice"),
        [
            ("193", 3, None),
            ("79", 2, None),
            ("campaign", 1, Choice(True, "jean", "5")),
        ],
    )
    def test_replay_to_what_the_tables_say(self, key: str, players: int, choice: Choice | None) -> None:
        game, rng = Game.open(key, players, choice, begun() if key == "campaign" else None), Random(7)
        if key == "193":
            game.say("markers_of_card", "2: 2, 3: 1, 6: 1, 8: 2, 9: 1, 14: 1, 15: 1")
        for aid in game.offered():
            game.do(aid, "begin", greens=6, reds=3)
        game.end(0)
        kept = game.revision
        for _ in range(50):
            try:
                random_step(game, rng)
            except (Refusal, AssertionError):
                continue
        assert game.revision > kept + 10
        assert log.differences(game.campaign.pk) == []
        assert_sound(game.campaign.pk)
