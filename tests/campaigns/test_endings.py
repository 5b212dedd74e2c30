"""The end of a game: what its closing asks, the verdict, and what is written of it.

Source: The Uprising, The Rescue (U114, U115), Cooperative in the Caribbean (U101), Jacques (U231 to U235, U368).
"""

from __future__ import annotations

from typing import Any

import pytest

from campaigns import log, plays, wording
from campaigns.aids.ending import Asked
from campaigns.evenings import Choice
from campaigns.models import Entry, Play, PlayResult
from tests import factories
from tests.at_table import Game, find, free_all, rescue
from tests.campaigns.oracle import assert_sound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

JACQUES, JEAN = Choice(opponent="jacques", level="hard"), Choice(opponent="jean", level="2")
AHEAD: dict[str, Any] = {"points_0": 160, "points_1": 151, "points_2": 158}
"""Three who all have more than the 150 of Jacques."""


def results(game: Game) -> list[int]:
    """The points that stand, in turn order."""
    rows = PlayResult.objects.filter(play=game.play, points__isnull=False)
    return list(rows.order_by("index").values_list("points", flat=True))


def told(entry: Entry) -> tuple[str, ...]:
    """What the log says of an entry."""
    return wording.entry(entry, {seat.pk: seat.name for seat in entry.campaign.seats.all()}).lines


def won_rescue(how: str = "combat") -> Game:
    """The Rescue for three with everything done: only the points are missing."""
    game = rescue()
    free_all(game)
    find(game, how)
    return game.end_all()


class TestAsked:
    @pytest.mark.parametrize(
        ("key", "players", "choice", "asked"),
        [
            ("193", 3, None, Asked(compares=True, opponent=True, markers=True, luysa=True)),
            ("74", 3, None, Asked(compares=True, opponent=True, markers=True)),
            ("74", 1, None, Asked(compares=True, opponent=True, markers=True)),
            ("79", 1, JACQUES, Asked(compares=True, opponent=True)),
            ("campaign", 1, JACQUES, Asked(compares=True, opponent=True)),
            ("campaign", 1, JEAN, Asked(opponent=True)),
            ("79", 2, None, Asked()),
            ("campaign", 4, None, Asked()),
        ],
    )
    def test_is_everything_where_no_aid_was_used(
        self, key: str, players: int, choice: Choice | None, asked: Asked
    ) -> None:
        assert Game.open(key, players, choice).asked() == asked

    def test_is_not_what_the_aids_know(self) -> None:
        assert won_rescue().asked() == Asked(compares=True)

    def test_is_not_asked_again_where_every_marker_went_back_to_its_nation(self) -> None:
        """The unused ones lie aside, and none is out of the game: nothing lies on the board, and the log knows it."""
        game = Game.open("193")
        game.say("markers_of_card", "2: 1")
        game.say("markers_unused", "aside")
        game.do("markers", "begin")
        game.do("markers", "free", space="2", nation="france", to="supply")
        assert not game.asked().markers


class TestTheRescueForThree:
    def test_is_won_with_all_three(self) -> None:
        game = won_rescue()
        ended = game.ended(**AHEAD)
        assert ended is not None
        assert ended.won is True
        assert ended.conditions == {"markers_gone": True, "luysa_freed": True, "all_ahead": True}
        assert (ended.opponent, ended.missing, ended.markers) == (150, {0: 0, 1: 0, 2: 0}, ())

    def test_is_lost_by_a_marker(self) -> None:
        game = rescue()
        game.do("markers", "free", space="2", nation="france", to="out")
        game.do("markers", "free", space="9", nation="spain", to="square:1:2")
        find(game)
        ended = game.end_all().ended(**AHEAD)
        assert ended is not None
        assert (ended.won, [condition for condition, met in ended.conditions.items() if not met]) == (
            False,
            ["markers_gone"],
        )
        assert [(left.space, left.nation, left.count) for left in ended.markers] == [("14", "england", 1)]

    @pytest.mark.parametrize("hidden", [True, False])
    def test_is_lost_without_luysa(self, hidden: bool) -> None:
        game = rescue()
        free_all(game)
        if not hidden:
            find(game, "")
        ended = game.end_all().ended(**AHEAD)
        assert ended is not None
        assert ended.conditions == {"markers_gone": True, "luysa_freed": False, "all_ahead": True}
        assert ended.won is False

    def test_is_won_by_a_ransom_when_the_last_round_is_over(self) -> None:
        game = won_rescue("")
        game.do("search", "free", how="ransom")
        ended = game.ended(**AHEAD)
        assert ended is not None
        assert ended.won is True

    @pytest.mark.parametrize(
        ("changed", "missing"),
        [
            ({"points_1": 150}, 1),
            ({"points_1": 120}, 31),
            ({"points_1": 155, "explorer_1": -1}, 1),
            ({"points_1": 158, "explorer_1": -1, "quests_1": -1}, 3),
            ({"points_1": 145, "explorer_1": 1, "quests_1": 0}, 1),
        ],
    )
    def test_is_lost_by_one_who_is_not_above_him(self, changed: dict[str, Any], missing: int) -> None:
        ended = won_rescue().ended(**AHEAD | changed)
        assert ended is not None
        assert ended.conditions == {"markers_gone": True, "luysa_freed": True, "all_ahead": False}
        assert (ended.won, ended.missing) == (False, {0: 0, 1: missing, 2: 0})

    @pytest.mark.parametrize(
        "changed",
        [
            {"points_1": 146, "explorer_1": 1},
            {"points_1": 141, "explorer_1": 1, "quests_1": 1},
            {"points_1": 151, "explorer_1": 1, "quests_1": -1},
        ],
    )
    def test_compares_after_explorers_and_quests(self, changed: dict[str, Any]) -> None:
        ended = won_rescue().ended(**AHEAD | changed)
        assert ended is not None
        assert (ended.won, ended.points[1]) == (True, 151)

    def test_has_no_verdict_while_somebody_s_points_are_missing(self) -> None:
        game = won_rescue()
        assert game.ended(points_0=160, points_2=158) is None
        game.close()
        assert (game.play.won, results(game)) == (None, [160, 158])

    def test_can_be_answered_without_any_aid(self) -> None:
        game = Game.open("193").end_all()
        said: dict[str, Any] = {"ending_opponent": 150, "ending_markers": 0, "ending_luysa": "freed"}
        for changed, met in (
            ({}, []),
            ({"ending_markers": 2}, ["markers_gone"]),
            ({"ending_luysa": "found"}, ["luysa_freed"]),
            ({"ending_opponent": 151}, ["all_ahead"]),
        ):
            ended = game.ended(**AHEAD | said | changed)
            assert ended is not None
            assert [condition for condition, fine in ended.conditions.items() if not fine] == met
        for name in said:
            assert game.ended(**AHEAD | said | {name: None}) is None


class TestOthers:
    @pytest.mark.parametrize(("markers", "won"), [(0, True), (1, False)])
    def test_cooperative_in_the_caribbean_has_two_conditions(self, markers: int, won: bool) -> None:
        ended = Game.open("74").end_all().ended(**AHEAD, ending_opponent=150, ending_markers=markers)
        assert ended is not None
        assert ended.conditions == {"markers_gone": won, "all_ahead": True}
        assert ended.won is won

    @pytest.mark.parametrize(
        ("points", "explorer", "quests", "final", "won", "missing"),
        [
            (151, 0, 0, 151, True, 0),
            (150, 0, 0, 150, False, 1),
            (146, 1, 0, 151, True, 0),
            (155, 0, -1, 150, False, 1),
            (140, 1, 1, 150, False, 1),
        ],
    )
    def test_alone_against_jacques_is_won_with_more_points(
        self, points: int, explorer: int, quests: int, final: int, won: bool, missing: int
    ) -> None:
        game = Game.open(players=1, choice=JACQUES).end_all()
        ended = game.ended(points_0=points, explorer_0=explorer, quests_0=quests, ending_opponent=150)
        assert ended is not None
        assert (ended.points, ended.won, ended.missing, ended.conditions) == ({0: final}, won, {0: missing}, {})

    def test_alone_against_jacques_takes_his_points_from_his_aid(self) -> None:
        game = Game.open(players=1, choice=JACQUES)
        game.do("jacques", "begin")
        game.do("jacques", "count", name="points", by=90)
        ended = game.end_all().ended(points_0=91)
        assert ended is not None
        assert (ended.won, ended.opponent) == (True, 90)

    @pytest.mark.parametrize(("points", "won", "missing"), [(81, True, 0), (80, False, 1), (60, False, 21)])
    def test_alone_against_jean_is_won_with_more_points(self, points: int, won: bool, missing: int) -> None:
        ended = Game.open(players=1, choice=JEAN).end_all().ended(points_0=points, ending_opponent=80)
        assert ended is not None
        assert (ended.won, ended.missing, ended.points) == (won, {0: missing}, {0: points})

    def test_alone_against_jean_counts_his_final_scoring(self) -> None:
        """5 for each quest and 10 for one more than the player: it is asked for, or it is in his points."""
        game = Game.open(players=1, choice=JEAN)
        game.do("jean", "begin")
        game.do("jean", "count", name="points", by=60)
        game.do("jean", "count", name="quests", by=4)
        game.end_all()
        assert (game.asked().opponent, game.ended(points_0=70)) == (True, None)
        game.do("jean", "final", quests=3, upgrades=0)
        ended = game.ended(points_0=90)
        assert ended is not None
        assert (game.asked().opponent, ended.opponent, ended.won, ended.missing) == (False, 90, False, {0: 1})
        game.undo()
        assert game.asked().opponent

    @pytest.mark.parametrize(
        ("points", "winners"),
        [([90, 97, 80], (1,)), ([97, 97, 80], (0, 1)), ([5, 5, 5], (0, 1, 2)), ([0, -3, -1], (0,))],
    )
    def test_competitive_games_name_who_has_most(self, points: list[int], winners: tuple[int, ...]) -> None:
        game = Game.open("79", 3).end_all()
        fields = {f"points_{at}": own for at, own in enumerate(points)}
        ended = game.ended(**fields)
        assert ended is not None
        assert (ended.won, ended.winners, ended.opponent) == (None, winners, None)
        entry = game.close()
        assert (game.play.won, results(game)) == (None, points)
        assert not {"Won.", "Lost."} & set(told(entry))


class TestWritten:
    def test_are_the_final_points_and_the_verdict(self) -> None:
        game = won_rescue()
        entry = game.close(**AHEAD, explorer_0=-1, explorer_1=1, quests_1=1, quests_2=-1)
        assert results(game) == [155, 161, 153]
        assert (game.play.won, game.play.status) == (True, "played")
        assert told(entry)[:4] == (
            "Won.",
            "Ines: 155 points",
            "Tomas: 161 points",
            "Guest 0: 153 points",
        )
        assert log.differences(game.campaign.pk) == []
        assert_sound(game.campaign.pk)

    def test_are_undone_with_the_closing_and_done_again(self) -> None:
        game = won_rescue()
        entry = game.close(**AHEAD | {"points_1": 150})
        assert (game.play.won, told(entry)[0]) == (False, "Lost.")
        game.reopen(entry)
        assert (game.play.won, results(game), game.play.status) == (None, [], "aside")
        log.do_again(tap=factories.tap_of(game.access), sequence=entry.sequence)
        assert (game.play.won, results(game)) == (False, [160, 150, 158])
        assert log.differences(game.campaign.pk) == []
        assert_sound(game.campaign.pk)

    def test_are_another_verdict_after_the_closing_was_mended(self) -> None:
        game = won_rescue()
        game.reopen(game.close(**AHEAD | {"points_1": 150}))
        game.close(points_1=151)
        assert (game.play.won, results(game)) == (True, [160, 151, 158])

    def test_are_no_verdict_of_a_game_given_up(self) -> None:
        game = won_rescue()
        plays.give_up(tap=factories.tap_of(game.access), play=game.play)
        assert (Play.objects.get(pk=game.play.pk).won, results(game)) == (None, [])
