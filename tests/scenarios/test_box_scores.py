"""How the three boxes count: the worked examples of their rules, every border, ties, and an independent count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.models import Box
from scenarios import scores
from scenarios.scoring import Fault, Scoring, Sheet, Tie, Wrong, faults, ranking, score

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

MANY = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def sheet_of(box: str) -> Scoring:
    found = scores.scoring(box, Box.objects.get(pk=box).content_hash)
    assert found is not None
    return found


def total(box: str, entered: Mapping[str, int], weights: Mapping[str, int] | None = None) -> int | None:
    return score(sheet_of(box), entered, weights).total


def islands(*rows: tuple[int, int]) -> dict[str, int]:
    """Treasures and markers, island by island."""
    found = {}
    for row, (treasures, markers) in enumerate(rows, 1):
        found |= {f"treasures.{row}": treasures, f"markers.{row}": markers}
    return found


def numbers(box: str, **most: int) -> st.SearchStrategy[dict[str, int]]:
    """Anything that can be entered, fields left out at times; `most` bounds single ones."""
    names = {one: most.get(field.key, field.maximum) for field in sheet_of_file(box) for one in field.names}
    return st.fixed_dictionaries({}, optional={name: st.integers(0, top) for name, top in names.items()})


def sheet_of_file(box: str) -> Any:
    """The fields as the file has them: strategies are made before there is a database."""
    from scenarios.packs.pack import DATA, read_pack
    from scenarios.packs.rows import rows
    from scenarios.scoring import Field

    said = rows(read_pack(DATA / box))
    fields = next(found["score"]["fields"] for model, found in said.items() if model.__name__ == "ScoreSheet")
    return [Field(key=one["key"], rows=one["rows"], maximum=one["maximum"]) for one in fields]


class TestPirates:
    @pytest.mark.parametrize(
        ("entered", "points"),
        [
            ({}, 0),
            (
                {"track": 30, "rivers": 2, "doubloons": 14, "improvements": 12, "residences": 9, "buried": 2}
                | islands((2, 3), (1, 6))
                | {"quests": 7},
                82,
            ),
            ({"doubloons": 9} | islands((1, 0), (1, 2), (1, 3), (1, 7)), 13),
            ({"track": 51, "rivers": 3, "doubloons": 25, "buried": 5} | islands((5, 7)), 103),
            ({"doubloons": 4, "quests": 10} | islands((1, 4), (1, 5), (1, 6)), 21),
        ],
        ids=["P-X1", "P-X2", "P-X3", "P-X4", "P-X5"],
    )
    def test_worked_examples(self, entered: dict[str, int], points: int) -> None:
        assert total("pirates", entered) == points

    @pytest.mark.parametrize(
        ("markers", "each"), [(0, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5), (8, 5), (99, 5)]
    )
    def test_a_treasure_is_worth_what_its_island_says(self, markers: int, each: int) -> None:
        assert score(sheet_of("pirates"), islands((1, markers))).points["treasures"] == each
        assert score(sheet_of("pirates"), islands((3, markers))).points["treasures"] == 3 * each

    @pytest.mark.parametrize(("doubloons", "points"), [(0, 0), (4, 0), (5, 1), (9, 1), (10, 2), (999, 199)])
    def test_five_doubloons_are_a_point(self, doubloons: int, points: int) -> None:
        assert total("pirates", {"doubloons": doubloons}) == points

    @pytest.mark.parametrize(("rivers", "points"), [(0, 0), (1, 4), (3, 12)])
    def test_a_river_is_four(self, rivers: int, points: int) -> None:
        assert total("pirates", {"rivers": rivers}) == points

    @pytest.mark.parametrize("markers", [0, 3, 7])
    def test_burying_gives_two_whatever_the_treasure_is_worth(self, markers: int) -> None:
        entered = islands((1, markers))
        assert score(sheet_of("pirates"), entered | {"buried": 1}).points["buried"] == 2

    def test_nobody_buries_more_than_they_have(self) -> None:
        entered = islands((2, 3), (1, 0))
        assert faults(sheet_of("pirates"), entered | {"buried": 3}) == ()
        assert faults(sheet_of("pirates"), entered | {"buried": 4}) == (
            Fault(Wrong.MORE_THAN, "buried", 3, "treasures"),
        )

    @pytest.mark.parametrize("name", ["track", "rivers", "doubloons", "treasures.2", "markers.1", "buried", "quests"])
    def test_nothing_is_below_nought(self, name: str) -> None:
        assert Fault(Wrong.TOO_FEW, name, 0) in faults(sheet_of("pirates"), {name: -1})

    @pytest.mark.parametrize(
        ("players", "winners", "tie"),
        [
            ([(90, 3), (90, 2)], (0,), None),
            ([(90, 3), (90, 3), (88, 9)], (0, 1), Tie.SHARED),
            ([(91, 0), (90, 9)], (0,), None),
        ],
        ids=["P-T1", "P-T2", "points first"],
    )
    def test_ties(self, players: list[tuple[int, int]], winners: tuple[int, ...], tie: Tie | None) -> None:
        """Each reaches the total on the track, with treasures of an empty island buried: 4 points each."""
        sheets = [
            score(sheet_of("pirates"), {"track": points - 4 * buried, "buried": buried} | islands((buried, 0)))
            for points, buried in players
        ]
        assert [one.total for one in sheets] == [points for points, _buried in players]
        found = ranking(sheet_of("pirates"), sheets)
        assert (found.winners, found.tie) == (winners, tie)

    def test_quests_are_hidden_until_the_count(self) -> None:
        assert sheet_of("pirates").secret_names == {"quests"}

    @MANY
    @given(numbers("pirates", treasures=20, buried=20))
    def test_as_somebody_else_counts(self, entered: dict[str, int]) -> None:
        rows = [(entered.get(f"treasures.{row}", 0), entered.get(f"markers.{row}", 0)) for row in range(1, 5)]
        buried = entered.get("buried", 0)
        if buried > sum(treasures for treasures, _markers in rows):
            assert [fault.name for fault in faults(sheet_of("pirates"), entered)] == ["buried"]
            return
        expected = sum(entered.get(name, 0) for name in ("track", "improvements", "residences", "quests"))
        expected += 4 * entered.get("rivers", 0) + entered.get("doubloons", 0) // 5 + 2 * buried
        for treasures, markers in rows:
            expected += treasures * (2 if markers < 3 else 3 if markers < 5 else 4 if markers < 7 else 5)
        assert total("pirates", entered) == expected


WEIGHTS = {"city": 1, "fleet": 1, "connection": 1}


def attributes(industry: int, culture: int, wealth: int, influence: int) -> dict[str, int]:
    return {"industry": industry, "culture": culture, "wealth": wealth, "influence": influence}


class TestEndeavor:
    @pytest.mark.parametrize(
        ("entered", "weights", "points"),
        [
            ({"governor_space_empty": 1}, {}, 3),
            (
                attributes(4, 7, 4, 2)
                | {"cities": 7, "fleets": 5, "connections": 6, "buildings": 3, "asset_cards": 5}
                | {"governor_space_empty": 0, "slavery_discarded": 0, "slavery_abolished": 0},
                WEIGHTS,
                43,
            ),
            (
                attributes(2, 2, 0, 2)
                | {"cities": 4, "fleets": 3, "connections": 2, "buildings": 0, "asset_cards": 2}
                | {"governor_space_empty": 1, "slavery_discarded": 2, "slavery_abolished": 1},
                WEIGHTS,
                17,
            ),
            (
                attributes(0, 0, 0, 0) | {"cities": 3, "fleets": 2, "connections": 1},
                {"city": 2, "fleet": 1, "connection": 3},
                11,
            ),
            ({"slavery_discarded": 3, "slavery_abolished": 2, "governor_space_empty": 1}, WEIGHTS, -2),
        ],
        ids=["E-X1", "E-X2", "E-X3", "E-X4", "E-X5"],
    )
    def test_worked_examples(self, entered: dict[str, int], weights: dict[str, int], points: int) -> None:
        assert total("endeavor", entered, weights) == points

    def test_what_no_source_tells_is_asked_and_never_assumed(self) -> None:
        found = score(sheet_of("endeavor"), {"cities": 1, "connections": 2, "buildings": 4}, {"city": 2})
        assert (found.points["cities"], found.points["connections"], found.total) == (2, None, None)
        assert found.lacking == {"connection"}

    def test_a_tie_is_left_open(self) -> None:
        level = [score(sheet_of("endeavor"), {"buildings": 4}), score(sheet_of("endeavor"), {"asset_cards": 4})]
        found = ranking(sheet_of("endeavor"), level)
        assert (found.winners, found.tie) == ((0, 1), Tie.OPEN)

    def test_the_free_governor_space_is_there_once(self) -> None:
        assert [fault.code for fault in faults(sheet_of("endeavor"), {"governor_space_empty": 2})] == [Wrong.TOO_MANY]

    @MANY
    @given(numbers("endeavor"), st.fixed_dictionaries({name: st.integers(0, 9) for name in WEIGHTS}))
    def test_as_somebody_else_counts(self, entered: dict[str, int], weights: dict[str, int]) -> None:
        printed = ("industry", "culture", "wealth", "influence", "buildings", "asset_cards", "exploits", "other")
        expected = sum(entered.get(name, 0) for name in printed)
        expected += entered.get("cities", 0) * weights["city"] + entered.get("fleets", 0) * weights["fleet"]
        expected += entered.get("connections", 0) * weights["connection"]
        expected += 3 if entered.get("governor_space_empty") else 0
        expected -= entered.get("slavery_discarded", 0) + entered.get("slavery_abolished", 0)
        assert total("endeavor", entered, weights) == expected

    @MANY
    @given(numbers("endeavor"), st.sampled_from(["slavery_discarded", "slavery_abolished"]), st.integers(0, 99))
    def test_a_penalty_never_raises_a_total(self, entered: dict[str, int], name: str, more: int) -> None:
        before = total("endeavor", entered | {name: 0}, WEIGHTS)
        after = total("endeavor", entered | {name: more}, WEIGHTS)
        assert before is not None
        assert after == before - more


def raids(*gold: int) -> dict[str, int]:
    return {f"raid.{row}": one for row, one in enumerate(gold, 1)}


class TestMerchants:
    @pytest.mark.parametrize(
        ("entered", "stash", "points", "reached"),
        [
            ({"track": 7, "stash_gold": 30}, 3, 10, True),
            ({"track": 5, "stash_gold": 73}, 5, 10, True),
            ({"track": 9, "stash_gold": 9}, 0, 9, False),
            (
                {"defeat": 2, "sale": 3, "mission": 1, "rumour": 1, "ship": 1, "stash_gold": 19} | raids(12),
                1,
                10,
                True,
            ),
            (raids(11, 12, 20) | {"stash_gold": 0}, 0, 2, False),
        ],
        ids=["M-X1", "M-X2", "M-X3", "M-X4", "M-X5"],
    )
    def test_worked_examples(self, entered: dict[str, int], stash: int, points: int, reached: bool) -> None:
        found = score(sheet_of("merchants"), entered)
        assert (found.points["stash"], found.total) == (stash, points)
        assert ranking(sheet_of("merchants"), [found]).winners == ((0,) if reached else ())

    @pytest.mark.parametrize(
        ("gold", "points"), [(0, 0), (9, 0), (10, 1), (19, 1), (49, 4), (50, 5), (60, 5), (9999, 5)]
    )
    def test_ten_stashed_gold_are_a_point_and_five_points_the_most(self, gold: int, points: int) -> None:
        assert total("merchants", {"stash_gold": gold}) == points

    @pytest.mark.parametrize(
        ("players", "winners", "tie"),
        [
            ([(9, 10), (6, 55)], (0,), None),
            ([(8, 25), (8, 29)], (1,), None),
            ([(8, 20), (8, 20)], (0, 1), Tie.SHARED),
            ([(9, 0), (5, 50)], (1,), None),
        ],
        ids=["M-T1", "M-T2", "M-T3", "nine on the track are not ten"],
    )
    def test_ties(self, players: list[tuple[int, int]], winners: tuple[int, ...], tie: Tie | None) -> None:
        sheets = [score(sheet_of("merchants"), {"track": track, "stash_gold": gold}) for track, gold in players]
        found = ranking(sheet_of("merchants"), sheets)
        assert (found.winners, found.tie) == (winners, tie)

    def test_the_track_is_said_or_counted_and_not_both(self) -> None:
        assert faults(sheet_of("merchants"), {"track": 7, "sale": 1}) == (Fault(Wrong.TWO_WAYS, "track", 0, "sale"),)
        assert faults(sheet_of("merchants"), {"track": 7} | raids(12))[0].other == "raid"
        assert faults(sheet_of("merchants"), {"sale": 1} | raids(12)) == ()

    def test_the_stash_alone_is_secret(self) -> None:
        assert sheet_of("merchants").secret_names == {"stash_gold"}

    @MANY
    @given(numbers("merchants"))
    def test_as_somebody_else_counts(self, entered: dict[str, int]) -> None:
        deeds = ("defeat", "sale", "mission", "rumour", "ship", "other")
        gold = [entered.get(f"raid.{row}", 0) for row in range(1, 7)]
        counted = sum(entered.get(name, 0) for name in deeds) + len([one for one in gold if one >= 12])
        if "track" in entered and (sum(gold) or sum(entered.get(name, 0) for name in deeds)):
            assert [fault.code for fault in faults(sheet_of("merchants"), entered)] == [Wrong.TWO_WAYS]
            return
        track = entered.get("track", 0) + counted
        assert total("merchants", entered) == track + min(5, entered.get("stash_gold", 0) // 10)


@pytest.mark.parametrize("box", ["pirates", "endeavor", "merchants"])
class TestEachBox:
    def test_has_words_for_everything_that_it_asks_and_counts(self, box: str) -> None:
        version, sheet = Box.objects.get(pk=box).content_hash, sheet_of(box)
        for part in ("fields", "categories"):
            for one in getattr(sheet, part):
                assert scores.said(box, version, f"{part}:{one.key}:name", "en")
        assert scores.said(box, version, "tie", "de") == scores.said(box, version, "tie", "en")  # English stands in

    def test_says_where_its_ranking_is_open(self, box: str) -> None:
        version = Box.objects.get(pk=box).content_hash
        assert bool(scores.said(box, version, "open", "en")) == (box == "endeavor")

    def test_the_total_is_the_sum(self, box: str) -> None:
        found: Sheet = score(sheet_of(box), {})
        assert found.total == sum(points or 0 for points in found.points.values()) == 0


def test_other_boxes_leave_the_count_to_the_group() -> None:
    assert scores.scoring("uprising", Box.objects.get(pk="uprising").content_hash) is None


@pytest.mark.parametrize("box", ["pirates", "endeavor", "merchants"])
@given(data=st.data())
@MANY
def test_more_of_what_counts_never_makes_less(box: str, data: st.DataObject) -> None:
    """Each field that is no penalty, one more of it, everything else as it was."""
    entered = data.draw(numbers(box, treasures=20))
    entered.pop("track", None) if box == "merchants" else None
    entered.pop("buried", None)
    loss = ("slavery_discarded", "slavery_abolished", "track", "buried")
    field = data.draw(st.sampled_from([one for one in sheet_of_file(box) if one.key not in loss]))
    name = data.draw(st.sampled_from(field.names))
    before = total(box, entered | {name: min(entered.get(name, 0), field.maximum - 1)}, WEIGHTS)
    after = total(box, entered | {name: min(entered.get(name, 0), field.maximum - 1) + 1}, WEIGHTS)
    assert before is not None
    assert after is not None
    assert after >= before
