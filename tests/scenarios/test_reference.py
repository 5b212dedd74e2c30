"""The pilot book's entries: what they are made of, what they touch, when they count. Sources stand at each rule."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from cards.models import Box
from scenarios import pages, reference
from scenarios.packs.pack import read_packs
from scenarios.reference import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenarios.reference import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

LOCKED_TILES = {f"L{number}" for number in (2, 3, *range(5, 26), *range(31, 38))}
"""What the rulebook does not tell everybody before the first game."""

PORTS = frozenset({"home_ports"})
FREEING = PORTS | {"liberation", "resistance_tiles"}
TABLES = {
    "campaign": Table("campaign", PORTS, 2, frozenset({"L1", "L4", "L30"})),
    "campaign with uprising": Table("campaign", PORTS | {"uprising", "resistance_tiles"}, 4, frozenset({"L1", "L31"})),
    "campaign alone, Jean": Table("campaign", PORTS, 1, frozenset({"L1", "L4", "L30"}), "jean"),
    "campaign alone, Jacques": Table("campaign", PORTS | {"jacques"}, 1, frozenset({"L1", "L37"}), "jacques"),
    "unrest": Table("unrest", FREEING, 3, frozenset({"L1", "L30"})),
    "all inclusive": Table("all_inclusive", PORTS | {"uprising", "resistance_tiles"}, 2, frozenset({"L1", "L30"})),
    "together for two": Table("coop_caribbean", FREEING | {"jacques"}, 2, frozenset({"L1"}), "jacques"),
    "together for three": Table("coop_caribbean", FREEING | {"jacques"}, 3, frozenset({"L1"}), "jacques"),
    "rescue alone": Table("rescue", FREEING | {"jacques", "search"}, 1, frozenset({"L1"}), "jacques"),
    "rescue for two": Table("rescue", FREEING | {"jacques", "search"}, 2, frozenset({"L1"}), "jacques"),
    "rescue for three": Table("rescue", FREEING | {"jacques", "search"}, 3, frozenset({"L1"}), "jacques"),
    "rescue for four": Table("rescue", FREEING | {"jacques", "search"}, 4, frozenset({"L1"}), "jacques"),
    "base game": Table("base_campaign", frozenset(), 3, frozenset()),
}

ALONE = {"campaign alone, Jean", "campaign alone, Jacques", "rescue alone"}
RESCUE = {name for name in TABLES if name.startswith("rescue")}
TOGETHER = {name for name in TABLES if name.startswith("together")}
LIBERATION = {"unrest", *TOGETHER, *RESCUE}
UPRISING = {"campaign with uprising", "all inclusive"}
JACQUES = {"campaign alone, Jacques", *TOGETHER, *RESCUE}
EXPANSION = set(TABLES) - {"base game"}
CAMPAIGN = {name for name in TABLES if name.startswith("campaign")}

COUNTS: list[tuple[str, set[str]]] = [
    ("rule:jacques_when_he_acts", JACQUES),  # U198, U199, U210
    ("rule:jacques_end_area", JACQUES),  # U222
    ("rule:jacques_win_alone", {"campaign alone, Jacques", "rescue alone"}),  # U234
    ("rule:jacques_or_jean", ALONE),  # U199
    ("rule:solo_jean_new_cards", {"campaign alone, Jean"}),  # U323 to U325
    ("rule:uprising_for_or_against", UPRISING),  # U081, U063, U176
    ("rule:uprising_liberate_city", UPRISING),  # U185
    ("rule:liberation_combat", LIBERATION),  # U065, U089, U103, U240
    ("rule:liberation_careers", LIBERATION),  # U238
    ("rule:home_ports_influence_to_points", LIBERATION),  # U126
    ("rule:home_ports_genoa_not_advised", LIBERATION),  # U127
    ("rule:home_ports_choice", EXPANSION),  # U118, U119
    ("rule:setup_new_boards_without_expansion", {"base game"}),  # U053
    ("rule:resistance_tiles_full", LIBERATION | UPRISING),  # U116, U175, U236
    ("rule:unrest_markers_at_start", {"unrest"}),  # U066 to U068
    ("rule:unrest_end", {"unrest"}),  # U037
    ("rule:coop_caribbean_french_markers", {"together for three"}),  # U094
    ("rule:coop_caribbean_win", TOGETHER),  # U101
    ("rule:rescue_french_markers", {"rescue for three"}),  # U107
    ("rule:rescue_win", RESCUE),  # U114, U115
    ("rule:search_covered_space", {"rescue for two", "rescue for four"}),  # U256 to U258
    ("rule:search_blocked_four", {"rescue for four"}),  # U366
    ("rule:search_found_alone", {"rescue alone"}),  # U270
    ("rule:search_reveal", RESCUE),  # U262
    ("rule:campaign_first_game", CAMPAIGN),  # U056
    ("rule:legacy_tiles_l30", {"campaign", "campaign alone, Jean", "unrest", "all inclusive"}),  # U326
    ("rule:legacy_tiles_l31_worker", {"campaign with uprising"}),  # U328
    ("rule:legacy_tiles_l37_stop", {"campaign alone, Jacques"}),  # U348
    ("rule:base_city_9a_movement", {"campaign", "campaign alone, Jean"}),  # L4 brings 9a
    ("rule:base_start_positions", set(TABLES)),
    ("effect:cards_wildcard", set(TABLES)),  # U291
    ("tile:L1", EXPANSION),
    ("tile:L31", {"campaign with uprising"}),
    ("tile:L33", set()),
    ("module:liberation", LIBERATION),
    ("scenario:unrest", {"unrest"}),
    ("opponent:jean", {"campaign alone, Jean"}),
    ("automa:jacques_a1", JACQUES),
    ("automa:jean_b7", {"campaign alone, Jean"}),
]

LEFT_OPEN = {  # what the sources give no number or amount for, or where two readings stand
    *("U004", "U010", "U019", "U054", "U082", "U123", "U139", "U140", "U162", "U165", "U166", "U170", "U183", "U186"),
    *("U213", "U245", "U253", "U265", "U270", "U273", "U275", "U276", "U277", "U278", "U280", "U298", "U299", "U300"),
    *("U303", "U304", "U305", "U312", "U325", "U326", "U331", "U332", "U333", "U334", "U336", "U346", "U348", "U359"),
    *("U360", "U361", "U362", "U366", "U367", "U368", *(f"Q{number:02}" for number in range(1, 21))),
}


@pytest.fixture
def found() -> Mapping[str, Entry]:
    return reference.entries(reference.content_of(Box.objects.all()), "en")


class TestEntries:
    def test_have_an_id_a_name_and_a_text(self, found: Mapping[str, Entry]) -> None:
        for key, entry in found.items():
            assert key == entry.id == f"{entry.kind}:{entry.key}"
            assert entry.name.strip(), key
            assert entry.text.strip(), key

    def test_share_no_name_within_a_kind(self) -> None:
        """Of what is played together: "Who is first player" is answered by more than one game."""
        for box in reference.content_of(Box.objects.all()):
            own = reference.entries((box,), "en").values()
            names = Counter((entry.kind, entry.name.casefold()) for entry in own)
            assert [name for name, times in names.items() if times > 1] == []

    def test_are_there_for_every_piece_of_the_boxes(self, found: Mapping[str, Entry]) -> None:
        """U007: 15 Home Ports; U016: 12 cards of Jacques; L26 to L29 are known to nobody.

        Pirates has one option, Endeavor two; they and Merchants & Marauders have no pieces of the story.
        """
        kinds = Counter(entry.kind for entry in found.values())
        assert (kinds["tile"], kinds["port"], kinds["module"]) == (36, 15, 6 + 1 + 2)
        assert sum(key.startswith("automa:jacques_") for key in found) == 12
        scenarios = {"campaign", "unrest", "all_inclusive", "coop_caribbean", "rescue", "base_campaign"}
        scenarios |= {"pirates", "endeavor_a", "endeavor_b", "merchants"}
        assert {entry.key for entry in found.values() if entry.kind == "scenario"} == scenarios

    def test_of_story_cards_are_none_but_those_that_the_rulebook_names(self, found: Mapping[str, Entry]) -> None:
        cards = {int(entry.key) for entry in found.values() if entry.kind == "card"}
        assert cards >= {74, 78, 79, 150, 184, 185, 191, 192, 193}
        assert cards & {*range(1, 74), *range(100, 150), *range(151, 184), *range(186, 191)} == set()

    def test_hold_no_brace_and_no_slip_of_a_template(self, found: Mapping[str, Entry]) -> None:
        said = [text for one in found.values() for text in (one.name, one.text, one.open, *one.parts)]
        assert [text for text in said if re.search(r"[{}]|%\(|\bNone\b|  ", text) or text != text.strip()] == []

    def test_tell_every_fact_but_those_that_are_left_out(self, found: Mapping[str, Entry]) -> None:
        """The rulebook's U001 to U368, and whatever else the boxes promise."""
        packs = read_packs().values()
        promised = {fact for pack in packs for part in pack.facts.facts for fact in part.ids()}
        left_out = {fact for pack in packs for fact in pack.facts.left_out}
        told = {fact for entry in found.values() for fact in entry.facts}
        assert promised >= {f"U{number:03}" for number in range(1, 369)}
        assert promised - told == left_out

    def test_are_those_of_the_base_game_alone_where_only_that_is_there(self) -> None:
        base = reference.entries(reference.content_of(Box.objects.filter(id="maracaibo")), "en")
        assert {"tile:L1", "scenario:base_campaign", "location:14"} <= set(base)
        assert not {"tile:L31", "module:jacques", "scenario:rescue", "card:78"} & set(base)


class TestLinks:
    def test_lead_to_entries_that_are_there_and_back(self, found: Mapping[str, Entry]) -> None:
        for key, entry in found.items():
            assert key not in entry.links
            assert len(set(entry.links)) == len(entry.links)
            for other in entry.links:
                assert key in found[other].links, (key, other)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("tile:L4", "location:9a"),
            ("tile:L1", "location:17"),
            ("tile:L30", "location:21a"),
            ("port:genoa", "module:home_ports"),
            ("port:genoa", "rule:home_ports_genoa_income"),
            ("module:liberation", "module:resistance_tiles"),
            ("scenario:rescue", "module:search"),
            ("scenario:unrest", "card:79"),
            ("scenario:unrest", "card:184"),
            ("opponent:jacques", "module:jacques"),
            ("automa:jean_a1", "opponent:jean"),
            ("tile:L31", "rule:legacy_tiles_l31_worker"),
            ("card:191", "rule:search_card"),
        ],
    )
    def test_join_what_belongs_together(self, found: Mapping[str, Entry], one: str, other: str) -> None:
        assert other in found[one].links


class TestInForce:
    @pytest.mark.parametrize(("key", "tables"), COUNTS)
    def test_is_what_the_rules_say_at_each_table(self, found: Mapping[str, Entry], key: str, tables: set[str]) -> None:
        assert {name for name, table in TABLES.items() if reference.in_force(found[key], table)} == tables

    def test_goes_with_the_tile_the_players_and_the_module(self, found: Mapping[str, Entry]) -> None:
        table, entry = TABLES["campaign"], found["rule:legacy_tiles_l36"]
        assert not reference.in_force(entry, table)
        assert reference.in_force(entry, replace(table, tiles=table.tiles | {"L36"}))
        alone = found["rule:jacques_or_jean"]
        assert [players for players in range(1, 5) if reference.in_force(alone, replace(table, players=players))] == [1]

    @pytest.mark.parametrize("name", TABLES)
    def test_uprising_and_liberation_never_count_together(self, found: Mapping[str, Entry], name: str) -> None:
        """Only the entry that compares them speaks of both."""
        tonight = pages.tonight(found.values(), TABLES[name])
        chapters = {one.rule.chapter for one in tonight if one.rule and one.id != "rule:liberation_or_uprising"}
        assert not {"uprising", "liberation"} <= chapters

    @pytest.mark.parametrize("name", TABLES)
    def test_what_counts_tonight_depends_on_tonight(self, found: Mapping[str, Entry], name: str) -> None:
        counting = pages.tonight(found.values(), TABLES[name], frozenset())
        assert not any(entry.locked for entry in counting)
        assert all(reference.conditional(entry) or entry.key in TABLES[name].tiles for entry in counting)


class TestTheWall:
    def test_locks_the_tiles_that_not_everybody_knows(self, found: Mapping[str, Entry]) -> None:
        tiles = {entry.key: entry.locked for entry in found.values() if entry.kind == "tile"}
        assert {key for key, locked in tiles.items() if locked} == LOCKED_TILES
        assert all(tiles[key] == {key} for key in LOCKED_TILES)

    def test_locks_whatever_names_such_a_tile(self, found: Mapping[str, Entry]) -> None:
        for entry in found.values():
            said = f"{entry.name} {entry.text} {entry.open} {' '.join(entry.parts)}"
            named = set(re.findall(r"\bL[0-9]+\b", said)) & LOCKED_TILES
            assert named - {one for one in named if entry.kind == "tile"} <= entry.locked, entry.id

    def test_locks_no_set_up_of_a_scenario_that_the_rulebook_tells_everybody(self, found: Mapping[str, Entry]) -> None:
        """U069, U076, U077: how tiles are drawn, and what no new location gets; a group needs it before it has them."""
        needed = ("rule:setup_random_tiles", "rule:unrest_markers_new_locations")
        assert {key: set(found[key].locked) for key in needed if found[key].locked} == {}


class TestCardsOfOpponents:
    @pytest.mark.parametrize(
        ("key", "said"),
        [
            ("jacques_a1", ["city 5", "2 to 7", "city 11", "city 13", "city 17", "2 to 19", "ends the round"]),
            ("jacques_a2", [*["up to 1 space "] * 6, "ends the round"]),
            ("jacques_b1", [*["up to 2 spaces "] * 2, *["2 to 19"] * 2, *["ends the round"] * 3]),
            ("jean_a2", ["1 step, the lower", "Card 2 of the display", "1 influence with France"]),
            ("jean_a3", ["1 step, the lower", "Card 4", "a combat", "2 influence with the nation of this combat"]),
            ("jean_b2", ["2 steps, the upper", "Card 3", "1 quest from the pile", "4 points in rounds 3 and 4"]),
            (
                "jean_b4",
                ["2 steps, the lower", "Card 3", "4 points", "2 spaces in rounds 1 and 2, 4 in rounds 3 and 4"],
            ),
            ("jean_c4", ["2 steps, the lower", "Card 4", "one village more", "3 influence", "2 points"]),
        ],
    )
    def test_say_part_by_part_what_they_do(self, found: Mapping[str, Entry], key: str, said: list[str]) -> None:
        parts = found[f"automa:{key}"].parts
        assert len(parts) == len(said)
        assert [words for words, part in zip(said, parts, strict=True) if words not in part] == []

    def test_of_jacques_have_seven_areas(self, found: Mapping[str, Entry]) -> None:
        """U211."""
        assert {len(entry.parts) for key, entry in found.items() if key.startswith("automa:jacques_")} == {7}

    def test_of_jacques_take_the_quest_of_the_location_with_the_lowest_number(self, found: Mapping[str, Entry]) -> None:
        """U216: it is the location that has a number; a quest has none."""
        said = next(part for part in found["automa:jacques_a1"].parts if "2 to 7" in part)
        assert "location" in said

    def test_of_jean_ask_for_combat_points_by_the_round(self, found: Mapping[str, Entry]) -> None:
        """U323 to U325: 1 or 2, later 4; 3 points for each that is missing."""
        for key, early in (("jean_b7", 1), ("jean_c5", 2)):
            numbers = re.findall(r"[0-9]+", found[f"automa:{key}"].parts[-1])
            assert numbers == [str(early), "1", "2", "4", "3", "4", "3"]

    def test_speak_of_one_and_of_several_things_rightly(self, found: Mapping[str, Entry]) -> None:
        said = " ".join(part for entry in found.values() for part in entry.parts)
        assert re.findall(r"\b1 (?:spaces|steps|points|combat points|quests|discs)\b", said) == []

    def test_are_named_after_their_owner_and_number(self, found: Mapping[str, Entry]) -> None:
        assert (found["automa:jacques_b1"].name, found["automa:jean_c5"].name) == (
            "Jacques: card B1",
            "Jean: card C5",
        )


class TestWhatIsLeftOpen:
    @pytest.mark.parametrize("tile", ["L30", "L33", "L34", "L35", "L36", "L37"])
    def test_is_said_of_tiles_whose_number_is_inferred(self, found: Mapping[str, Entry], tile: str) -> None:
        assert "number" in found[f"tile:{tile}"].open

    def test_is_said_where_such_a_tile_has_its_rules(self, found: Mapping[str, Entry]) -> None:
        rules = ["l30", "l33", "l34", "l35", "l36", "l37_stop"]
        assert [key for key in rules if not found[f"rule:legacy_tiles_{key}"].open] == []

    def test_is_said_by_an_entry_that_tells_it(self, found: Mapping[str, Entry]) -> None:
        said = {fact for entry in found.values() if entry.open for fact in entry.facts}
        assert set() == LEFT_OPEN - said

    def test_asks_nobody_to_believe_the_cards_of_opponents(self, found: Mapping[str, Entry]) -> None:
        assert all(entry.open for entry in found.values() if entry.kind == "automa")
