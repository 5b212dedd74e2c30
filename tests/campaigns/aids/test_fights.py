"""Whom a group fights and with what, by the module of the evening: as it is typed at the table."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from campaigns.aids import combat, deeds, liberation
from campaigns.aids.combat import Act, Combat
from campaigns.aids.desk import Desk
from campaigns.aids.fight import fight
from campaigns.aids.liberation import Module
from campaigns.rules.state import State
from tests.campaigns.aids.automa import CARDS
from tests.campaigns.aids.sea import BOARD, FRANCE, NATIONS, after, at

SEA = at(count__laid_out=True, marker__4__france=1, marker__2__france=1, marker__5__spain=1)
AGAINST_FRANCE = {"nation": "france", "token": "6"}


def desk(*modules: str) -> Desk:
    return Desk(3, frozenset(modules), "", "", CARDS, BOARD, NATIONS, chance=Random(1))


UPRISING, LIBERATION = desk("uprising", "resistance_tiles"), desk("liberation", "resistance_tiles")


def acts(found: dict[str, Any]) -> list[str]:
    return [option["act"] for option in found["options"]]


class TestUprising:
    @pytest.mark.fact("U176", "U177", "U184")
    def test_fights_for_the_nation_or_against_it_and_never_both(self) -> None:
        against = fight(SEA, UPRISING, AGAINST_FRANCE)
        for_it = fight(SEA, UPRISING, AGAINST_FRANCE | {"for_it": "1"})
        assert (against["against"], acts(against)) == (True, ["city", "village"])
        assert (for_it["against"], acts(for_it)) == (False, [])

    @pytest.mark.fact("U181", "U197")
    def test_counts_combat_points_that_a_card_gave_before(self) -> None:
        """As those of Sailor and Amaro Pargo."""
        assert [fight(SEA, UPRISING, AGAINST_FRANCE | {"points": str(n)})["value"] for n in (0, 2)] == [6, 8]

    def test_lets_a_city_stand_that_costs_too_much(self) -> None:
        hindered = {option["act"]: option["hindered"] for option in fight(SEA, UPRISING, AGAINST_FRANCE)["options"]}
        assert hindered == {"city": "", "village": ""}
        weak = fight(SEA, UPRISING, AGAINST_FRANCE | {"token": "5"})["options"]
        assert {option["act"]: option["hindered"] for option in weak} == {"city": "value_too_low", "village": ""}


class TestLiberation:
    @pytest.mark.fact("U240")
    @pytest.mark.parametrize("more", [{}, {"for_it": "1"}])
    def test_always_fights_against_a_nation(self, more: dict[str, str]) -> None:
        found = fight(SEA, LIBERATION, AGAINST_FRANCE | more)
        assert (found["against"], acts(found)) == (True, ["city", "village"])

    @pytest.mark.fact("U242", "U251")
    def test_has_its_liberations_and_extra_actions_instead_of_the_base_ones(self) -> None:
        everything = AGAINST_FRANCE | {"upgraded": "1", "port": "1"}
        liberations = {"city", "village", "more_city", "more_village"}
        assert set(acts(fight(SEA, LIBERATION, everything))) == liberations | {"home_port"}

    @pytest.mark.fact("U252")
    def test_counts_combat_points_that_a_card_gives_during_the_fight(self) -> None:
        """As those of Sailor: with two of them a city can be freed that was out of reach."""
        weak = AGAINST_FRANCE | {"token": "3"}
        before, then = (fight(SEA, LIBERATION, weak | {"points": points})["options"][0] for points in ("0", "2"))
        assert (before["act"], before["hindered"], then["hindered"]) == ("city", "value_too_low", "")


class TestWaysOfLiberating:
    @pytest.mark.fact("U162", "U167")
    @pytest.mark.parametrize("modules", [UPRISING, LIBERATION])
    def test_all_end_with_a_marker_that_goes_on_a_tile_with_nothing_unlocked(self, modules: Desk) -> None:
        """A project card, the tile's village action, L40 and the actions of Liberation of the Caribbean."""
        fields = {"space": "2", "nation": "france", "to": "square:0:1"}
        state = after(SEA, deeds.do("markers", "free", SEA, modules, fields))
        assert (state["square:0:1"], liberation.held(state).get("2")) == ("france", None)
        assert combat.village_action(SEA, "2", 3, BOARD) == (FRANCE,)
        village = combat.use(SEA, Combat(modules.module, "france", 4), Act.VILLAGE, BOARD, "2")
        assert village[1].space == "2"

    def test_are_fewer_without_a_module_that_liberates(self) -> None:
        assert desk("home_ports").module is Module.BASE
        found = fight(State(), desk("home_ports"), {"token": "6", "influence": "2"})
        assert {name: found[name] for name in ("value", "against", "options", "instead")} == {
            "value": 6,
            "against": False,
            "options": [],
            "instead": 0,
        }
