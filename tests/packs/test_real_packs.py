"""The content that comes with Portolan: it passes every check, and it says what the sources say."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from scenarios.packs.checks import check
from scenarios.packs.pack import Pack, read_packs

PACKS = read_packs()


def pack(box: str) -> Pack:
    return PACKS[box]


class TestEveryPack:
    def test_passes_all_checks(self) -> None:
        assert check(PACKS) == ()

    def test_the_expansion_needs_the_base_game(self) -> None:
        assert pack("uprising").box.requires == ("maracaibo",)

    @pytest.mark.parametrize("box", ["maracaibo", "pirates", "endeavor", "merchants"])
    def test_a_game_of_its_own_needs_no_other_box(self, box: str) -> None:
        assert pack(box).box.requires == ()

    def test_amounts_by_turn_order_serve_one_to_four_players(self) -> None:
        amounts = [amount for one in PACKS.values() for step in one.steps for amount in step.amounts.values()]
        tables = [table for amount in amounts for table in (amount.by_seat, amount.by_players) if table]
        assert {len(table) for table in tables} == {4}

    def test_what_is_done_in_front_of_each_player_comes_last(self) -> None:
        areas: dict[str, list[str]] = defaultdict(list)
        for step in sorted((step for one in PACKS.values() for step in one.steps), key=lambda step: step.position):
            for scenario in step.scenarios:
                areas[scenario].append(step.area)
        for found in areas.values():
            first = found.index("player")
            assert set(found[first:]) == {"player"}

    def test_every_step_of_the_expansion_names_its_part_of_the_rulebook(self) -> None:
        assert all(step.section for step in pack("uprising").steps)


class TestModules:
    """The Uprising, modules: U116, U175, U236."""

    def test_are_six(self) -> None:
        keys = {module.key for module in pack("uprising").modules}
        assert keys == {"home_ports", "resistance_tiles", "uprising", "liberation", "jacques", "search"}

    def test_uprising_and_liberation_bring_the_resistance_tiles_along(self) -> None:
        needs = {module.key: module.requires for module in pack("uprising").modules if module.requires}
        assert needs == {"uprising": ("resistance_tiles",), "liberation": ("resistance_tiles",)}


class TestScenarios:
    """The Uprising, game options: U055, U063 to U065, U080, U081, U088, U089, U102, U103."""

    @pytest.mark.parametrize(
        ("key", "mode", "cards", "modules"),
        [
            ("campaign", "competitive", {150}, {"home_ports"}),
            ("unrest", "competitive", {79, 184}, {"home_ports", "liberation", "resistance_tiles"}),
            ("all_inclusive", "competitive", {78}, {"home_ports", "uprising", "resistance_tiles"}),
            ("coop_caribbean", "cooperative", {74}, {"home_ports", "jacques", "liberation", "resistance_tiles"}),
            (
                "rescue",
                "cooperative",
                {193, 185},
                {"home_ports", "jacques", "search", "liberation", "resistance_tiles"},
            ),
        ],
    )
    def test_have_their_cards_and_modules(self, key: str, mode: str, cards: set[int], modules: set[str]) -> None:
        found = next(scenario for scenario in pack("uprising").scenarios if scenario.key == key)
        assert (found.mode, set(found.cards), set(found.modules)) == (mode, cards, modules)

    def test_only_the_campaign_leaves_modules_to_the_group(self) -> None:
        optional = {entry.key: set(entry.optional_modules) for entry in pack("uprising").scenarios}
        assert {key for key, modules in optional.items() if modules} == {"campaign"}
        assert optional["campaign"] == {"uprising", "resistance_tiles"}

    @pytest.mark.parametrize(
        ("card", "tiles", "draws"),
        [
            (150, ("L1", "L4", "L30"), 0),
            (79, ("L1", "L30"), 3),
            (78, ("L1", "L30"), 3),
            (74, ("L1",), 3),
            (193, ("L1",), 3),
            (184, (), 0),
            (185, (), 0),
        ],
    )
    def test_begin_with_these_tiles(self, card: int, tiles: tuple[str, ...], draws: int) -> None:
        starts = {start.card: start for entry in pack("uprising").scenarios for start in entry.starts}
        assert (starts[card].tiles, starts[card].draws) == (tiles, draws)

    def test_advise_one_for_a_first_game(self) -> None:
        assert [entry.key for entry in pack("uprising").scenarios if entry.first_game] == ["all_inclusive"]

    def test_are_told_in_two_sentences(self) -> None:
        texts = pack("uprising").texts["en"].scenarios
        assert {key: len(re.findall(r"\.(?: |$)", words.summary)) for key, words in texts.items()} == dict.fromkeys(
            texts, 2
        )


class TestOpponents:
    """The Uprising, playing alone: U198, U199, U203 to U206; Jean's levels are the base game's."""

    def test_are_jean_and_jacques(self) -> None:
        found = {one.key: (one.levels, one.alone, one.always) for one in pack("uprising").opponents}
        assert found == {
            "jean": (("1", "2", "3", "4", "5"), ("competitive",), ()),
            "jacques": (("simple", "medium", "hard", "very_hard"), ("competitive",), ("cooperative",)),
        }

    @pytest.mark.parametrize(
        ("level", "name", "left"),
        [
            ("simple", "Deck Scrubber", (7, 0)),
            ("medium", "Keel Diver", (5, 2)),
            ("hard", "Navigator", (3, 4)),
            ("very_hard", "Commodore", (2, 5)),
        ],
    )
    def test_levels_of_jacques_leave_him_seven_cards(self, level: str, name: str, left: tuple[int, int]) -> None:
        removed = next(step for step in pack("uprising").steps if step.key == "jacques_removed").amounts
        assert (7 - removed["a"].by_level[level], 5 - removed["b"].by_level[level]) == left
        assert name in pack("uprising").texts["en"].opponents["jacques"].levels[level]


class TestTexts:
    def test_of_tiles_whose_number_is_inferred_ask_to_check(self) -> None:
        unsure = [tile.key for tile in pack("uprising").tiles if not tile.number_sure]
        assert unsure == ["L30", "L33", "L34", "L35", "L36", "L37"]
        texts = pack("uprising").texts["en"].tiles
        assert all((texts[key].open or "").startswith("Check on your tile: ") for key in unsure)

    @pytest.mark.parametrize("key", ["L2", "L3", "L8", "L9", *(f"L{n}" for n in range(18, 26))])
    def test_of_tiles_that_no_source_explains_leave_it_to_the_group(self, key: str) -> None:
        words = pack("maracaibo").texts["en"].tiles[key]
        assert words.name == f"Legacy tile {key}"
        assert "the group writes its own note" in words.summary
        assert words.open is not None
