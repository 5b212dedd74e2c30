"""Loading packs: twice is once, ids are for ever, and `--check` writes nothing."""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

import pytest
from django.core.management import CommandError, call_command

from cards.models import Box, Edge, HomePort, LegacyTile, Location, StoryCard
from scenarios.models import Opponent, SetupStep
from scenarios.packs.loader import MODELS, Counts, Summary, load

if TYPE_CHECKING:
    from pytest_django import DjangoAssertNumQueries
    from sample_packs import Shelf


@pytest.fixture(autouse=True)
def empty(db: None) -> None:
    """The real packs are out of the way."""
    for model in MODELS:
        model.objects.all().delete()
    Box.objects.all().delete()


def differing(summary: Summary) -> dict[str, Counts]:
    return {model: counts for model, counts in summary.models.items() if counts.differs}


def command(*arguments: object) -> str:
    out = StringIO()
    call_command("load_packs", *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


class TestLoading:
    def test_fills_empty_tables(self, shelf: Shelf) -> None:
        assert load(shelf.folder).models == {
            "Box": Counts(added=2),
            "StoryCard": Counts(added=4),
            "LegacyTile": Counts(added=3),
            "HomePort": Counts(added=1),
            "Location": Counts(added=3),
            "Edge": Counts(added=3),
            "Chart": Counts(),
            "Rule": Counts(),
            "AutomaCard": Counts(),
            "Line": Counts(added=1),
            "Module": Counts(added=2),
            "Opponent": Counts(added=1),
            "Scenario": Counts(added=1),
            "SetupStep": Counts(added=6),
            "TurnPart": Counts(),
            "ScoreSheet": Counts(),
        }
        tile = LegacyTile.objects.get(key="L1")
        assert (tile.box_id, tile.kind, tile.space, tile.public) == ("island", "campaign", "9a", True)
        assert tile.texts == {"en": {"name": "One", "summary": "The first tile."}}
        step = SetupStep.objects.get(key="coins")
        none = {"fixed": 0, "per_player": 0, "by_seat": [], "by_players": [], "by_level": {}}
        assert step.amounts == {"doubloons": none | {"by_seat": [1, 2]}}
        assert (step.open, step.each, step.reasons) == (True, "seat", ["players", "module:wind"])
        step = SetupStep.objects.get(key="bite")
        assert step.amounts == {"a": none | {"by_level": {"tame": 0, "wild": 2}}}
        assert (step.opponent, step.cards, step.players, step.section) == ("shark", [7], [], "solo")
        shark = Opponent.objects.get(key="shark")
        assert (shark.levels, shark.module, shark.alone, shark.always) == (
            ["tame", "wild"],
            "storm",
            ["competitive"],
            [],
        )
        assert shark.texts["en"] == {
            "name": "Shark",
            "summary": "It bites.",
            "level_tame": "Tame",
            "level_wild": "Wild at heart",
        }

    def test_fills_the_ports_and_the_board(self, shelf: Shelf) -> None:
        load(shelf.folder)
        haven = HomePort.objects.get()
        assert (haven.key, haven.facts) == ("haven", ["X001"])
        assert haven.texts == {"en": {"name": "Haven", "effect": "It shelters.", "open": "Check on your tile."}}
        places = Location.objects.order_by("key").values_list(
            "key", "kind", "confidence", "scenario_nation", "becomes_city_with", "needs_tile"
        )
        assert list(places) == [
            ("1", "start", "high", "", "", ""),
            ("2", "village", "medium", "", "L2", ""),
            ("9a", "city", "high", "", "", "L1"),
        ]
        arrows = Edge.objects.order_by("key").values_list(
            "key", "start", "end", "among", "confidence", "needs_tile", "cost", "once_per_player", "rounds", "texts"
        )
        assert list(arrows) == [
            ("1_2", "1", "2", [], "high", "", 1, False, [], {}),
            ("2_9a", "2", "9a", [], "medium", "L1", 3, False, [4], {}),
            ("2_unknown", "2", "", ["1"], "low", "", None, False, [], {}),
        ]

    def test_twice_writes_nothing(self, shelf: Shelf, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        load(shelf.folder)
        with django_assert_num_queries(16) as seen:  # one for each table
            summary = load(shelf.folder)
        assert not summary.differs
        assert all(query["sql"].startswith("SELECT") for query in seen.captured_queries)

    def test_changes_only_what_the_files_changed(self, shelf: Shelf) -> None:
        load(shelf.folder)
        kept = dict(LegacyTile.objects.values_list("key", "pk"))
        shelf.change("island/text.en.yaml", "The first tile.", "The very first tile.")
        assert differing(load(shelf.folder)) == {
            "Box": Counts(changed=2),
            "LegacyTile": Counts(changed=1, unchanged=2),
        }
        assert LegacyTile.objects.get(key="L1").texts["en"]["summary"] == "The very first tile."
        assert dict(LegacyTile.objects.values_list("key", "pk")) == kept

    def test_brings_back_a_row_that_somebody_deleted(self, shelf: Shelf) -> None:
        load(shelf.folder)
        StoryCard.objects.get(key="2").delete()
        assert differing(load(shelf.folder)) == {"StoryCard": Counts(added=1, unchanged=3)}

    def test_mends_a_row_that_somebody_changed_by_hand(self, shelf: Shelf) -> None:
        load(shelf.folder)
        LegacyTile.objects.filter(key="L2").update(public=True)
        assert differing(load(shelf.folder)) == {"LegacyTile": Counts(changed=1, unchanged=2)}
        assert not LegacyTile.objects.get(key="L2").public

    def test_of_wrong_files_writes_nothing(self, shelf: Shelf) -> None:
        load(shelf.folder)
        shelf.change("island/tiles.yaml", "L2", "L3")
        with pytest.raises(CommandError):
            command("--folder", shelf.folder)
        assert not LegacyTile.objects.filter(key="L3").exists()


class TestRetiring:
    def test_keeps_the_row_and_takes_it_up_again(self, shelf: Shelf) -> None:
        load(shelf.folder)
        before = LegacyTile.objects.get(key="L5").pk
        shelf.change("reef/tiles.yaml", "  - {key: L5}", "  []")
        shelf.change("reef/text.en.yaml", "tiles:\n  L5: {name: Five, summary: A tile.}\n", "")
        assert differing(load(shelf.folder))["LegacyTile"] == Counts(retired=1, unchanged=2)
        assert LegacyTile.objects.get(pk=before).retired
        assert not load(shelf.folder).differs
        shelf.put("reef", "tiles.yaml", "tiles:\n  - {key: L5}\n")
        shelf.put("reef", "text.en.yaml", "box: {name: R, summary: N.}\ntiles:\n  L5: {name: V, summary: A.}\n")
        assert differing(load(shelf.folder))["LegacyTile"] == Counts(changed=1, unchanged=2)
        assert not LegacyTile.objects.get(pk=before).retired

    def test_of_an_arrow_and_a_port_keeps_their_rows(self, shelf: Shelf) -> None:
        load(shelf.folder)
        shelf.change(
            "island/locations.yaml", '  - {from: "2", to: null, among: ["1"], cost: null, confidence: low}\n', ""
        )
        shelf.put("island", "home_ports.yaml", "home_ports: []\n")
        words = "home_ports:\n  haven: {name: Haven, effect: It shelters., open: Check on your tile.}\n"
        shelf.change("island/text.en.yaml", words, "")
        found = differing(load(shelf.folder))
        assert (found["HomePort"], found["Edge"]) == (Counts(retired=1), Counts(retired=1, unchanged=2))
        assert [row.key for row in Edge.objects.filter(retired=True)] == ["2_unknown"]
        assert HomePort.objects.get(key="haven").retired
        assert not load(shelf.folder).differs

    def test_of_a_whole_box_keeps_its_row(self, shelf: Shelf) -> None:
        load(shelf.folder)
        for path in (shelf.folder / "reef").iterdir():
            path.unlink()
        (shelf.folder / "reef").rmdir()
        assert differing(load(shelf.folder)) == {
            "Box": Counts(retired=1, unchanged=1),
            "LegacyTile": Counts(retired=1, unchanged=2),
        }
        assert Box.objects.get(id="reef").content_hash == ""
        assert not load(shelf.folder).differs

    def test_a_key_with_another_meaning_is_reported(self, shelf: Shelf) -> None:
        load(shelf.folder)
        shelf.change("island/tiles.yaml", "key: L2", "kind: module, key: L2")
        assert load(shelf.folder).meanings == ("island LegacyTile L2: kind was 'campaign', now 'module'",)
        shelf.change("island/locations.yaml", "kind: start", "kind: homeward")
        shelf.change("island/locations.yaml", 'to: null, among: ["1"]', 'to: "1"')
        assert load(shelf.folder).meanings == ("island Location 1: kind was 'start', now 'homeward'",)


class TestHash:
    def hashes(self) -> dict[str, str]:
        return dict(Box.objects.values_list("id", "content_hash"))

    def test_covers_the_boxes_that_a_box_needs(self, shelf: Shelf) -> None:
        load(shelf.folder)
        before = self.hashes()
        shelf.change("island/box.yaml", "version: 1", "version: 2")
        load(shelf.folder)
        assert self.hashes()["island"] != before["island"]
        assert self.hashes()["reef"] != before["reef"]
        assert Box.objects.get(id="island").version == 2

    def test_leaves_boxes_alone_that_do_not_need_the_changed_one(self, shelf: Shelf) -> None:
        load(shelf.folder)
        before = self.hashes()
        shelf.change("reef/box.yaml", "version: 1", "version: 2")
        load(shelf.folder)
        assert self.hashes()["island"] == before["island"]
        assert self.hashes()["reef"] != before["reef"]

    def test_is_the_same_with_the_line_ends_of_windows(self, shelf: Shelf) -> None:
        load(shelf.folder)
        path = shelf.folder / "reef" / "tiles.yaml"
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        assert not load(shelf.folder).differs


class TestCommand:
    def test_says_what_it_loaded_and_then_that_there_is_nothing_to_do(self, shelf: Shelf) -> None:
        assert "StoryCard: 4 added, 0 changed, 0 retired, 0 unchanged\n" in command("--folder", shelf.folder)
        assert command("--folder", shelf.folder) == "nothing to do\n"

    def test_checks_without_writing(self, shelf: Shelf) -> None:
        with pytest.raises(CommandError, match="differ") as caught:
            command("--check", "--folder", shelf.folder)
        assert caught.value.returncode == 1
        assert not Box.objects.exists()
        command("--folder", shelf.folder)
        assert command("--check", "--folder", shelf.folder) == "nothing to do\n"

    def test_prints_one_fault_a_line(self, shelf: Shelf) -> None:
        shelf.change("island/lines.yaml", "[L1]", "[L9]")
        shelf.change("island/setup.yaml", "[base]", '["tile:L9"]')
        with pytest.raises(CommandError) as caught:
            command("--folder", shelf.folder)
        assert str(caught.value).split("\n") == [
            "island/lines.yaml:2: lines.0.first_tiles.0: there is no tile L9",
            "island/setup.yaml:2: steps.0.reasons.0: tile:L9 names nothing that is known",
        ]

    def test_reports_another_meaning(self, shelf: Shelf) -> None:
        command("--folder", shelf.folder)
        shelf.change("island/cards.yaml", "kind: scenario", "kind: search")
        said = command("--folder", shelf.folder)
        assert "another meaning: island StoryCard 7: kind was 'scenario', now 'search'" in said

    def test_refuses_a_folder_that_is_not_there(self, shelf: Shelf) -> None:
        with pytest.raises(CommandError, match="there is no folder"):
            command("--folder", shelf.folder / "nowhere")
