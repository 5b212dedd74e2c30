"""What the rulebook says of the start of each scenario that has aids, fact by fact. The marks name the facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from evenings_laid import BAG, amount, content, ids, laid_out

from cards.models import Box
from scenarios import book, reference
from scenarios.reference import Table
from scenarios.table import Laid, TableState

if TYPE_CHECKING:
    from scenarios.table import Line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

PORTS_AND_LIBERATION = {"home_ports", "liberation", "resistance_tiles"}
TOGETHER = PORTS_AND_LIBERATION | {"jacques"}
RESCUE = TOGETHER | {"search"}
MODULE_STEPS = {
    "home_ports": {"home_ports_dealt", "home_port_kept"},
    "liberation": {"combat_action_liberation", "careers_dealt", "careers_unused"},
    "resistance_tiles": {"resistance_village_action"},
    "jacques": {"jacques_split", "jacques_removed", "jacques_deck", "jacques_markers", "jacques_reminder"},
    "search": {"search_card", "clues", "prison_waits"},
    "uprising": {"combat_tile_of_uprising"},
}
CHAPTERS = {"home_ports", "resistance_tiles", "liberation", "uprising", "jacques", "search"}


def tonight(card: int, players: int = 3) -> tuple[Line, ...]:
    """The list of a game of several; where Jacques plays he is of the medium level."""
    return laid_out(card, players, level="medium" if card in (74, 193, 185) else "")


def sentence(lines: tuple[Line, ...], line_id: str) -> str:
    line = next(line for line in lines if line.id == line_id)
    return book.line_text(*content(), line, "en")


def said(lines: tuple[Line, ...], *starts: str) -> dict[str, str]:
    """Lines with their amounts."""
    return {line: amount(lines, line) for line in ids(lines, *starts)}


def set_up(lines: tuple[Line, ...]) -> set[str]:
    """The modules whose steps stand on a list, all of them."""
    there = set(ids(lines))
    assert all(steps <= there or not steps & there for steps in MODULE_STEPS.values())
    return {module for module, steps in MODULE_STEPS.items() if steps <= there}


def in_force(scenario: str, modules: set[str], opponent: str = "") -> set[str]:
    """The modules whose rules count at a table of three."""
    table = Table(scenario, frozenset(modules), 3, frozenset({"L1"}), opponent)
    entries = reference.entries(reference.content_of(Box.objects.all()), "en").values()
    of_modules = [one for one in entries if one.rule and one.rule.modules and reference.in_force(one, table)]
    return {one.rule.chapter.value for one in of_modules if one.rule} & CHAPTERS


class TestScenarios:
    @pytest.mark.fact("U064", "U088", "U102")
    @pytest.mark.parametrize(
        ("scenario", "cards"), [("unrest", (79, 184)), ("coop_caribbean", (74,)), ("rescue", (193, 185))]
    )
    def test_start_with_their_cards(self, scenario: str, cards: tuple[int, ...]) -> None:
        assert book.scenarios(*content())[scenario].cards == cards

    @pytest.mark.fact("U065", "U089", "U103")
    @pytest.mark.parametrize(
        ("scenario", "modules"), [("unrest", PORTS_AND_LIBERATION), ("coop_caribbean", TOGETHER), ("rescue", RESCUE)]
    )
    def test_always_use_their_modules_and_no_others(self, scenario: str, modules: set[str]) -> None:
        found = book.scenarios(*content())[scenario]
        assert (set(found.modules), set(found.optional_modules)) == (modules, set())

    @pytest.mark.fact("U078", "U098", "U112")
    @pytest.mark.parametrize(
        ("card", "modules"),
        [(79, PORTS_AND_LIBERATION), (184, PORTS_AND_LIBERATION), (74, TOGETHER), (193, RESCUE), (185, RESCUE)],
    )
    def test_are_followed_by_the_set_ups_of_their_modules(self, card: int, modules: set[str]) -> None:
        assert set_up(tonight(card)) == modules

    @pytest.mark.fact("U079", "U100", "U113")
    @pytest.mark.parametrize(
        ("scenario", "modules", "mode"),
        [
            ("unrest", PORTS_AND_LIBERATION, "competitive"),
            ("coop_caribbean", TOGETHER, "cooperative"),
            ("rescue", RESCUE, "cooperative"),
        ],
    )
    def test_are_played_by_the_rules_of_their_modules(self, scenario: str, modules: set[str], mode: str) -> None:
        opponent = "jacques" if "jacques" in modules else ""
        assert in_force(scenario, modules, opponent) == modules
        assert book.scenarios(*content())[scenario].mode == mode

    @pytest.mark.fact("U072", "U097", "U105")
    @pytest.mark.parametrize("card", [79, 184, 74, 193, 185])
    def test_lay_quest_tiles_by_the_back_of_their_card(self, card: int) -> None:
        lines = tonight(card)
        assert said(lines, "quest_tiles") == {f"quest_tiles_back:{card}": f"card={card}"}
        assert f"the back of card {card}" in sentence(lines, f"quest_tiles_back:{card}")

    @pytest.mark.fact("U074", "U095", "U109")
    @pytest.mark.parametrize("card", [79, 74, 193])
    def test_of_one_evening_mix_90_to_106_in_before_40_are_counted(self, card: int) -> None:
        lines = tonight(card)
        found = ids(lines, "numbers_into_b_cards", "b_cards")
        assert found == [f"numbers_into_b_cards:{card}", "b_cards_counted"]
        assert amount(lines, "b_cards_counted") == "count=40"
        assert "90 to 106 into the B cards" in sentence(lines, f"numbers_into_b_cards:{card}")

    @pytest.mark.fact("U075", "U090", "U110")
    @pytest.mark.parametrize(
        ("scenario", "card", "tiles"),
        [("unrest", 79, ("L1", "L30")), ("coop_caribbean", 74, ("L1",)), ("rescue", 193, ("L1",))],
    )
    def test_of_one_evening_lay_their_tiles_and_three_more(
        self, scenario: str, card: int, tiles: tuple[str, ...]
    ) -> None:
        start = book.scenarios(*content())[scenario].starts[card]
        assert (start.tiles, start.draws) == (tiles, 3)
        assert ids(tonight(card), "tile_from_box") == [f"tile_from_box:{tile}" for tile in tiles]

    @pytest.mark.fact("U076", "U077", "U096", "U111")
    @pytest.mark.parametrize("card", [79, 74, 193])
    def test_of_one_evening_draw_three_tiles_by_object_column_after_column(self, card: int) -> None:
        lines = tonight(card)
        assert said(lines, "drawn_tile") == {f"drawn_tile:{n}": f"column={n}" for n in (1, 2, 3)}
        for column in (1, 2, 3):
            told = sentence(lines, f"drawn_tile:{column}")
            assert all(word in told for word in ("top card of the project deck", f"column {column}", "object"))


class TestInTheCampaign:
    @pytest.mark.fact("U073", "U357")
    def test_unrest_leaves_the_tiles_and_drops_three_steps(self) -> None:
        lines = tonight(184)
        assert ids(lines, "numbers_into", "tile_from_box", "drawn_tile") == []
        assert ids(lines, "tile_from_bag") == [f"tile_from_bag:{laid.tile}" for laid in BAG]
        alike = ("markers_", "home_port", "careers", "combat_action", "resistance")
        assert said(lines, *alike) == said(tonight(79), *alike)

    @pytest.mark.fact("U108", "U358")
    def test_the_rescue_takes_tiles_off_and_drops_three_steps(self) -> None:
        lines = tonight(185)
        assert ids(lines, "numbers_into", "tile_from_box", "drawn_tile") == []
        assert ids(lines, "tile_from_bag") == [f"tile_from_bag:{laid.tile}" for laid in BAG]
        assert "every legacy tile that card 185 names" in sentence(lines, "tiles_leave:185")
        alike = ("home_port", "careers", "combat_action", "resistance", "jacques", "clue", "search")
        assert said(lines, *alike) == said(tonight(193), *alike)


class TestMarkers:
    @pytest.mark.fact("U091", "U106")
    @pytest.mark.parametrize("card", [74, 193, 185])
    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    def test_of_a_game_together_lie_as_the_card_says_for_so_many(self, card: int, players: int) -> None:
        lines = tonight(card, players)
        assert amount(lines, f"markers_of_card:{card}") == f"card={card},players={players}"
        assert ids(lines, "markers_france", "markers_spain", "markers_england") == []


class TestJacques:
    @pytest.mark.fact("U198", "U199")
    def test_always_plays_together_and_by_choice_against_one_alone(self) -> None:
        opponents = book.opponents(*content())
        assert opponents["jacques"].always == {"cooperative"}
        assert {key for key, one in opponents.items() if "competitive" in one.alone} == {"jacques", "jean"}
        assert {key for key, one in opponents.items() if "cooperative" in one.alone | one.always} == {"jacques"}

    @pytest.mark.fact("U207", "U208", "U209")
    def test_starts_on_0_at_the_first_space_and_the_start_player_keeps_his_cards(self) -> None:
        lines = tonight(74)
        markers = sentence(lines, "jacques_markers")
        assert "on 0 of the victory point track" in markers
        assert "explorer on the first space of the explorer track" in markers
        reminder = sentence(lines, "jacques_reminder")
        assert all(word in reminder for word in ("start player", "deck", "to the right"))


class TestModules:
    @pytest.mark.fact("U175", "U236")
    def test_of_liberating_need_resistance_tiles(self) -> None:
        modules = book.modules(*content())
        assert {key for key, one in modules.items() if "resistance_tiles" in one.requires} == {"uprising", "liberation"}

    @pytest.mark.fact("U160")
    @pytest.mark.parametrize("card", [79, 78, 74])
    def test_turn_the_resistance_tile_to_its_village_action(self, card: int) -> None:
        lines = tonight(card)
        assert ids(lines, "resistance") == ["resistance_village_action"]
        assert "village action" in sentence(lines, "resistance_village_action")

    @pytest.mark.fact("U174")
    def test_lay_l40_beside_the_board_for_uprising(self) -> None:
        told = sentence(tonight(78), "combat_tile_of_uprising")
        assert all(word in told for word in ("L40", "beside the board", "combat tokens"))

    @pytest.mark.fact("U237", "U238", "U239")
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_turn_the_combat_tile_and_deal_four_careers_for_liberation(self, players: int) -> None:
        lines = tonight(79, players)
        assert "liberation actions" in sentence(lines, "combat_action_liberation")
        assert amount(lines, "careers_dealt") == f"count={players},each=1"
        dealt = sentence(lines, "careers_dealt")
        assert all(name in dealt for name in ("Society", "Valour", "Fighting Spirit", "Instinct for Discovery"))
        assert "all other career cards into the box" in sentence(lines, "careers_unused")

    @pytest.mark.fact("U255", "U261")
    @pytest.mark.parametrize(("players", "card"), [(1, 192), (2, 191), (3, 191), (4, 191)])
    def test_lay_the_card_of_the_search_by_the_quest_tiles(self, players: int, card: int) -> None:
        lines = tonight(193, players)
        (line,) = ids(lines, "search_card")
        assert all(word in sentence(lines, line) for word in (f"card {card}", "quest tiles", "story cards"))

    def test_may_be_played_with_whatever_lies(self) -> None:
        lying = TableState(False, (184,), (Laid("L37", "bag"),))
        assert set_up(laid_out(184, 2, lying)) == PORTS_AND_LIBERATION
