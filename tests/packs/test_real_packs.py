"""The content that comes with Portolan: it passes every check, and it says what the sources say."""

from __future__ import annotations

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
        assert {box: one.box.requires for box, one in PACKS.items()} == {"maracaibo": (), "uprising": ("maracaibo",)}

    def test_amounts_by_turn_order_serve_one_to_four_players(self) -> None:
        amounts = [amount for one in PACKS.values() for step in one.steps for amount in step.amounts.values()]
        assert {len(amount.by_seat) for amount in amounts if amount.by_seat} == {4}

    @pytest.mark.parametrize("game", ["first", "later"])
    def test_areas_of_a_set_up_stand_together(self, game: str) -> None:
        areas: dict[str, list[str]] = defaultdict(list)
        steps = [step for one in PACKS.values() for step in one.steps if step.game in ("", game)]
        for step in sorted(steps, key=lambda step: step.position):
            if step.taken_from == ("bag" if game == "first" else "box"):
                continue
            for scenario in step.scenarios:
                if areas[scenario][-1:] != [step.area]:
                    areas[scenario].append(step.area)
        assert all(len(found) == len(set(found)) for found in areas.values()), areas


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
