"""The board and the Home Ports that come with Portolan. The tables are written by hand from the sources."""

from __future__ import annotations

import re

import pytest

from scenarios.packs.pack import read_packs

PACKS = read_packs()
BASE, UPRISING = PACKS["maracaibo"], PACKS["uprising"]
PORTS = UPRISING.texts["en"].home_ports

KINDS = {
    "0": "start",
    "1": "village",
    "2": "village",
    "3": "village",
    "4": "city",
    "5": "city",
    "6": "village",
    "7": "village",
    "8": "village",
    "9": "village",
    "9a": "city",
    "10": "village",
    "11": "city",
    "12": "village",
    "13": "city",
    "14": "city",
    "15": "village",
    "16": "village",
    "17": "village",
    "18": "village",
    "19": "village",
    "20": "homeward",
    "21a": "homeward",
    "21b": "homeward",
    "22": "homeward",
}
NAMES = {
    "0": "Havana",
    "1": "Santiago de Cuba",
    "2": "Petit-Goâve",
    "3": "Tortuga",
    "4": "Puerto Plata",
    "5": "Santo Domingo",
    "6": "San Juan",
    "7": "St. Kitts",
    "8": "Martinique",
    "9": "Cumaná",
    "10": "Caracas",
    "11": "Maracaibo",
    "12": "Santa Marta",
    "13": "Port Royal",
    "14": "Cartagena",
    "15": "Portobelo",
    "16": "Bluefields",
    "17": "Puerto Cabezas",
    "18": "La Ceiba",
    "19": "Camarco",
    "20": "Homeward bound",
}
NATIONS = {
    "france": ["2", "3", "4", "5", "6", "7"],
    "spain": ["8", "9", "10", "11", "12", "13"],
    "england": ["14", "15", "16", "17", "18", "19"],
}
EDGES = [
    ("0", "1", "medium"),
    ("1", "2", "high"),
    ("2", "3", "high"),
    ("2", "5", "high"),
    ("3", "4", "medium"),
    ("4", "6", "medium"),
    ("5", "6", "medium"),
    ("6", "7", "medium"),
    ("7", "8", "medium"),
    ("8", "9", "medium"),
    ("9", "10", "medium"),
    ("10", "11", "medium"),
    ("11", "12", "medium"),
    ("12", "13", "high"),
    ("12", "14", "high"),
    ("14", "15", "medium"),
    ("15", "16", "medium"),
    ("16", "17", "medium"),
    ("17", "18", "medium"),
    ("18", "19", "medium"),
    ("19", "20", "medium"),
    ("20", "21a", "medium"),
    ("20", "21b", "high"),
    ("21b", "22", "high"),
    ("9", "9a", "medium"),
    ("9a", None, "low"),
    ("13", None, "low"),
]


class TestLocations:
    def test_have_the_kind_that_the_board_shows(self) -> None:
        assert {one.key: one.kind.value for one in BASE.locations} == KINDS

    def test_have_their_names(self) -> None:
        names = {key: words.name for key, words in BASE.texts["en"].locations.items()}
        assert {key: names[key] for key in NAMES} == NAMES
        assert len(set(names.values())) == len(names)

    @pytest.mark.parametrize("nation", NATIONS)
    def test_belong_to_a_nation_when_a_scenario_shares_the_board_out(self, nation: str) -> None:
        """The Uprising, Unrest: U066, U067, U068."""
        assert [one.key for one in BASE.locations if one.scenario_nation == nation] == NATIONS[nation]

    def test_say_their_kind_and_their_nation_in_words(self) -> None:
        people = {"france": "French", "spain": "Spanish", "england": "English", None: "no nation"}
        for one in BASE.locations:
            if one.kind in ("village", "city"):
                said = BASE.texts["en"].locations[one.key].summary
                assert said.startswith(f"A {one.kind}")
                assert people[one.scenario_nation] in said

    def test_of_legacy_tiles_are_9a_with_l4_and_the_city_of_17_with_l1(self) -> None:
        assert {one.key: one.needs_tile for one in BASE.locations if one.needs_tile} == {"9a": "L4"}
        assert {one.key: one.becomes_city_with for one in BASE.locations if one.becomes_city_with} == {"17": "L1"}

    def test_that_are_not_sure_ask_to_check(self) -> None:
        unsure = [one.key for one in BASE.locations if one.confidence != "high"]
        assert unsure == ["1", "19"]
        texts = BASE.texts["en"].locations
        assert all((texts[key].open or "").startswith("Check on your board: ") for key in unsure)

    def test_name_no_tile_in_words_that_stands_behind_the_wall(self) -> None:
        public = {*BASE.box.public.tiles, *UPRISING.box.public.tiles}
        for words in BASE.texts["en"].locations.values():
            assert set(re.findall(r"\bL\d+", " ".join(words.said().values()))) <= public


class TestEdges:
    def test_lead_where_the_arrows_do_with_their_confidence(self) -> None:
        found = [(one.start, one.end, one.confidence.value) for one in BASE.edges]
        assert sorted(found, key=str) == sorted(EDGES, key=str)

    def test_of_the_arm_through_13_leave_open_where_it_comes_back(self) -> None:
        (arm,) = [one for one in BASE.edges if one.start == "13"]
        assert (arm.end, arm.among, arm.confidence) == (None, ("18", "19", "20"), "low")
        assert "18, 19 or 20" in (BASE.texts["en"].locations["13"].open or "")

    def test_to_9a_and_away_cost_3_and_need_l4(self) -> None:
        found = {(one.start, one.end): (one.needs_tile, one.cost) for one in BASE.edges if one.needs_tile}
        assert found == {("9", "9a"): ("L4", 3), ("9a", None): ("L4", 3)}

    def test_to_22_are_for_round_four(self) -> None:
        found = {(one.start, one.end): one.rounds for one in BASE.edges if one.rounds}
        assert found == {("20", "21b"): (4,), ("21b", "22"): (4,)}

    def test_of_the_expansion_are_the_shortcut_alone(self) -> None:
        """The Uprising, legacy tiles: U334 to U337. Whether it costs a point is not said."""
        (jump,) = UPRISING.edges
        assert (jump.start, jump.end, jump.needs_tile) == ("13", "2", "L36")
        assert (jump.once_per_player, jump.cost, jump.confidence) == (True, None, "high")


class TestHomePorts:
    """The Uprising, Home Ports: U117 to U159, U364."""

    def test_are_fifteen(self) -> None:
        assert {key: words.name for key, words in PORTS.items()} == {
            "antwerp": "Antwerp",
            "bremen": "Bremen",
            "cayman": "Cayman Islands",
            "genoa": "Genoa",
            "grand_turk": "Grand Turk",
            "kingstown": "Kingstown",
            "nassau": "Nassau",
            "oranjestad": "Oranjestad",
            "panama": "Panama",
            "port_au_prince": "Port-au-Prince",
            "port_of_spain": "Port of Spain",
            "porto": "Porto",
            "roatan": "Roatan",
            "roseau": "Roseau",
            "yaquimel": "Yaquimel",
        }
        assert [one.key for one in UPRISING.home_ports] == list(PORTS)

    @pytest.mark.parametrize(
        ("key", "said"),
        [
            ("antwerp", ["take a disc off", "3 doubloons", "3 points", "full market", "empty"]),
            ("bremen", ["2 tobacco", "5 doubloons", "village action"]),
            ("cayman", ["sugar", "any good", "spyglass", "Several"]),
            ("genoa", ["no lasting ability", "2 influence", "fewest locations", "tied nations you choose", "left out"]),
            ("nassau", ["one village action more", "city action", "assistant", "last space of the explorer track"]),
            ("oranjestad", ["2 corn", "3 combat points", "village action"]),
            ("panama", ["two spaces or more", "space before", "quest", "Occupied"]),
            ("porto", ["same kind", "2 combat points", "full makes no difference", "outside city actions"]),
            (
                "roatan",
                ["never later", "first the explorer", "at least one space", "barriers", "never ahead", "Automa"],
            ),
        ],
    )
    def test_do_what_the_rulebook_says(self, key: str, said: list[str]) -> None:
        assert [part for part in said if part not in PORTS[key].effect] == []

    @pytest.mark.parametrize("key", ["kingstown", "port_au_prince", "yaquimel"])
    def test_of_combat_leave_the_nation_to_the_tile(self, key: str) -> None:
        said = [
            "2 combat value",
            "4 doubloons",
            "1 influence",
            "only when you fight for",
            "against the nation",
            "2 points",
        ]
        assert [part for part in said if part not in PORTS[key].effect] == []
        assert "which nation it shows" in (PORTS[key].open or "")

    @pytest.mark.parametrize("key", ["grand_turk", "port_of_spain", "roseau"])
    def test_of_ownership_leave_the_markers_to_the_tile(self, key: str) -> None:
        said = ["village or city", "ownership marker", "2 doubloons", "assistant"]
        assert [part for part in said if part not in PORTS[key].effect] == []
        assert "whose markers match" in (PORTS[key].open or "")

    @pytest.mark.parametrize("key", PORTS)
    def test_are_understood_alone(self, key: str) -> None:
        """Each says when it begins, its one-time bonus, what becomes of influence, and that the tile has the rate."""
        effect, left_open = PORTS[key].effect, PORTS[key].open or ""
        assert effect.startswith(("Once unlocked, ", "Has no lasting ability. Once unlocked, ", "On unlocking, "))
        assert "once and only then, to pay doubloons for points or influence" in effect
        assert "with Liberation of the Caribbean, 2 points in place of each influence" in effect
        assert left_open.startswith("Check on your tile: ")
        assert "the one-time offer costs and gives" in left_open

    @pytest.mark.parametrize("key", PORTS)
    def test_name_no_tile_that_stands_behind_the_wall(self, key: str) -> None:
        assert re.findall(r"\bL\d+", " ".join(PORTS[key].said().values())) == []
