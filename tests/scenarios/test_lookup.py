"""The look-up reads what people type: numbers in any form, names with slips, other words, nonsense."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards.models import Box
from scenarios import lookup, reference

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

ODD = {
    "empty": "",
    "blank": " \t\n\u00a0\u2003",
    "punctuation": "?!.,;:-_#*/\\()[]{}'\"\u2019\u2026",
    "ten thousand signs": "marker " * 1_429,
    "ten thousand letters": "x" * 10_000,
    "ten thousand digits": "9" * 10_000,
    "right to left": "\u202etekram \u05e9\u05dc\u05d5\u05dd",
    "sql": "'; DROP TABLE cards_box; --",
    "like": "%' OR 1=1 --",
    "html": "<script>alert(1)</script><b>L31</b>",
    "template": "{{ entry }} {% load i18n %}",
    "nul": "L31\x00 marker\x00",
    "emoji": "\U0001f3f4\u200d\u2620\ufe0f \U0001f9ed",
    "arabic digits": "\u0663\u0661",
    "wide digits": "\uff2c\uff13\uff11",
    "superscript": "\u00b2\u00b3",
    "fraction": "\u00bd",
    "combining": "e\u0301" * 50 + "\u0301" * 200,
    "lone surrogate": "\ud800",
    "kanji": "\u6d77\u8cca",
    "operators": "AND OR NOT NEAR/3 marker*",
    "format": "%s %d {0}",
}


def content() -> reference.Content:
    """The Uprising with the box that it needs: what a campaign searches."""
    return reference.content_of(Box.objects.filter(id__in=("uprising", "maracaibo")))


def found(query: str, **more: object) -> list[str]:
    """The ids of the answers, the best first."""
    return [hit.entry.id for hit in lookup.search(query, content(), "en", **more)]  # type: ignore[arg-type]


def first(query: str) -> str:
    return (found(query) or ["nothing"])[0]


class TestNumbers:
    @pytest.mark.parametrize(
        "query", ["L31", "l31", "L 31", "l 31", "l-31", "31", "031", "tile 31", "Tile L31", "legacy tile 31", " L31? "]
    )
    def test_of_a_tile_are_read_in_any_form(self, query: str) -> None:
        assert first(query) == "tile:L31"

    @pytest.mark.parametrize("query", ["L5", "L05", "l 05", "tile 5", "tile 05"])
    def test_of_a_tile_may_begin_with_a_nought(self, query: str) -> None:
        assert first(query) == "tile:L5"

    @pytest.mark.parametrize("query", ["78", "078", "card 78", "Card78", "card #78", "CARD 078"])
    def test_of_a_card_are_read_in_any_form(self, query: str) -> None:
        assert first(query) == "card:78"

    @pytest.mark.parametrize("query", ["loc 14", "loc. 14", "location 14", "Location14", "space 14", "location 014"])
    def test_of_a_location_are_read_in_any_form(self, query: str) -> None:
        assert first(query) == "location:14"

    @pytest.mark.parametrize(
        ("query", "place"),
        [("21a", "21a"), ("21A", "21a"), ("location 21b", "21b"), ("9a", "9a"), ("space 9a", "9a"), ("021a", "21a")],
    )
    def test_of_a_space_keep_their_letter(self, query: str, place: str) -> None:
        assert first(query) == f"location:{place}"

    @pytest.mark.parametrize(
        ("query", "kind"),
        [("L99", "tile"), ("L26", "tile"), ("tile 0", "tile"), ("card 999", "card"), ("loc 77", "location")],
    )
    def test_of_what_is_not_there_lead_to_no_other_thing_of_that_kind(self, query: str, kind: str) -> None:
        assert first(query).partition(":")[0] != kind

    def test_that_mean_several_things_show_all_of_them(self) -> None:
        """Tile L14 and location 14 are both numbered so."""
        assert {"tile:L14", "location:14"} <= set(found("14")[:2])

    @pytest.mark.parametrize(
        ("query", "rule"), [("L30", "legacy_tiles_l30"), ("L32", "legacy_tiles_l32_moves"), ("21a", "legacy_tiles_l30")]
    )
    def test_lead_to_what_speaks_of_the_thing_as_well(self, query: str, rule: str) -> None:
        assert f"rule:{rule}" in found(query)[1:]

    @pytest.mark.parametrize("query", ["jacques b1", "Jacques B1", "jacques card b1"])
    def test_of_a_card_of_an_opponent_are_read(self, query: str) -> None:
        assert first(query) == "automa:jacques_b1"


class TestWords:
    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("petit goave", "location:2"),
            ("Petit-Go\u00e2ve", "location:2"),
            ("PETIT GOAVE", "location:2"),
            ("cumana", "location:9"),
            ("roatan", "port:roatan"),
            ("Roat\u00e1n", "port:roatan"),
        ],
    )
    def test_are_found_with_and_without_accents(self, query: str, wanted: str) -> None:
        assert first(query) == wanted

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("roatam", "port:roatan"),
            ("oranjestat", "port:oranjestad"),
            ("kingtsown", "port:kingstown"),
            ("liberatoin", "module:liberation"),
            ("cartagna", "location:14"),
            ("resuce", "scenario:rescue"),
        ],
    )
    def test_are_found_with_a_slip_of_the_thumb(self, query: str, wanted: str) -> None:
        assert wanted in found(query)[:3]

    @pytest.mark.parametrize(
        ("one", "other"),
        [("neighbour", "neighbours"), ("liberate villages", "liberating village"), ("ownership marker", "markers")],
    )
    def test_mean_the_same_in_each_of_their_forms(self, one: str, other: str) -> None:
        assert set(found(one)[:5]) & set(found(other)[:5])

    @pytest.mark.parametrize(
        ("said", "printed"), [("hint", "clue"), ("meeple", "worker"), ("coins", "doubloons"), ("boat", "ship")]
    )
    def test_that_people_say_find_what_the_book_calls_otherwise(self, said: str, printed: str) -> None:
        hits = lookup.search(said, content(), "en")
        assert hits
        texts = [f"{hit.entry.name} {hit.entry.text}".lower() for hit in hits[:5]]
        assert all(printed.rstrip("s") in text or said.rstrip("s") in text for text in texts)

    def test_that_are_synonyms_reach_the_same_entries(self) -> None:
        assert set(found("clue", limit=400)) <= set(found("hint", limit=400))
        assert set(found("worker", limit=400)) <= set(found("meeple", limit=400))

    @pytest.mark.parametrize(
        ("query", "wanted"),
        [("resistan", "module:resistance_tiles"), ("oranj", "port:oranjestad"), ("antw", "port:antwerp")],
    )
    def test_may_be_unfinished_at_the_end(self, query: str, wanted: str) -> None:
        assert wanted in found(query)[:3]

    def test_that_come_later_narrow_down_and_do_not_lose_the_answer(self) -> None:
        assert "scenario:rescue" in found("the rescue")[:1]
        assert "rule:rescue_win" in found("how to win the rescue")[:3]

    def test_in_another_order_find_the_same(self) -> None:
        assert set(found("genoa tie")) == set(found("tie genoa"))


class TestOddQuestions:
    @pytest.mark.parametrize("name", ODD)
    def test_are_answered_with_a_list(self, name: str) -> None:
        hits = lookup.search(ODD[name], content(), "en")
        assert isinstance(hits, list)
        assert len(hits) <= 40
        for hit in hits[:3]:
            for text in (hit.entry.name, hit.entry.text):
                assert "".join(piece for piece, _ in lookup.mark(text, hit.words, content(), "en")) == text

    @pytest.mark.parametrize("name", ["empty", "blank", "punctuation", "emoji", "lone surrogate", "kanji"])
    def test_that_say_nothing_find_nothing(self, name: str) -> None:
        assert found(ODD[name]) == []

    def test_are_read_to_their_two_hundredth_sign(self) -> None:
        assert found("genoa " + "." * 300 + " nassau") == found("genoa " + "." * 150)

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.one_of(st.text(max_size=60), st.text("abcl 0123456789-#'\u00e9", max_size=30)))
    def test_of_any_kind_are_answered_alike_each_time(self, query: str) -> None:
        hits = lookup.search(query, content(), "en")
        assert hits == lookup.search(query, content(), "en")
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert len({hit.entry.id for hit in hits}) == len(hits) <= 40
        for text in (query, *(hit.entry.text for hit in hits[:2])):
            pieces = lookup.mark(text, hits[0].words if hits else [], content(), "en")
            assert "".join(piece for piece, _ in pieces) == text


class TestMarks:
    def test_stand_on_the_words_that_were_meant(self) -> None:
        hit = lookup.search("genoa", content(), "en")[0]
        marked = [piece for piece, is_hit in lookup.mark(hit.entry.name, hit.words, content(), "en") if is_hit]
        assert marked == ["Genoa"]

    def test_stand_on_word_forms_and_synonyms_too(self) -> None:
        pieces = lookup.mark("Two clues, one clue; no worker.", {"clue"}, content(), "en")
        assert [piece for piece, hit in pieces if hit] == ["clues", "clue"]

    def test_alternate_and_lose_no_sign(self) -> None:
        text = "  A marker, markers\u2019 \u2013 \U0001f3f4 marker.\n"
        pieces = lookup.mark(text, {"marker"}, content(), "en")
        assert "".join(piece for piece, _ in pieces) == text
        assert all(one[1] != other[1] for one, other in pairwise(pieces))

    def test_of_nothing_are_none(self) -> None:
        assert lookup.mark("", {"marker"}, content(), "en") == []
        assert not any(hit for _, hit in lookup.mark("A marker.", [], content(), "en"))


class TestWhoMayRead:
    def test_a_locked_tile_is_found_only_where_it_was_reached(self) -> None:
        for query in ("L31", "ruin", "tile 31"):
            assert "tile:L31" in found(query)
            assert "tile:L31" in found(query, visible=frozenset({"L31"}))
            assert "tile:L31" not in found(query, visible=frozenset())

    @pytest.mark.parametrize("query", ["L31", "tile", "marker", "explorer worker", "city", "disc"])
    def test_nothing_found_stands_behind_the_wall(self, query: str) -> None:
        for reached in (frozenset[str](), frozenset({"L31"}), frozenset({"L36", "L5"})):
            hits = lookup.search(query, content(), "en", visible=reached, limit=500)
            assert all(hit.entry.locked <= reached for hit in hits)

    def test_the_others_are_found_all_the_same_and_in_the_same_order(self) -> None:
        everything = lookup.search("marker", content(), "en", limit=500)
        may = [hit.entry.id for hit in everything if not hit.entry.locked]
        assert found("marker", visible=frozenset(), limit=500) == may

    def test_a_limit_counts_what_may_be_read(self) -> None:
        assert len(found("tile", visible=frozenset(), limit=7)) == 7
        assert found("tile", limit=3) == found("tile")[:3]


class TestWhatCountsTonight:
    @pytest.mark.parametrize("query", ["markers at the start", "end of the game", "quest tiles", "combat"])
    def test_comes_before_what_answers_as_well(self, query: str) -> None:
        plain = lookup.search(query, content(), "en")
        at = next(at for at in range(1, len(plain)) if plain[at].score > 0.9 * plain[at - 1].score)
        other = plain[at].entry.id
        hits = lookup.search(query, content(), "en", first=frozenset({other}))
        assert [hit.entry.id for hit in hits if hit.first] == [other]
        assert [hit.entry.id for hit in hits].index(other) < at

    def test_does_not_beat_a_number_that_was_typed(self) -> None:
        everything = frozenset(reference.entries(content(), "en")) - {"tile:L31"}
        assert found("L31", first=everything)[0] == "tile:L31"

    def test_takes_nothing_away_and_adds_nothing(self) -> None:
        counting = frozenset({"rule:jacques_end_area", "rule:rescue_win"})
        assert set(found("end of the round", limit=500)) == set(found("end of the round", first=counting, limit=500))


class TestFurtherWords:
    def test_lead_to_their_entry(self) -> None:
        extra = {"rule:jacques_market": "we take a bottle cap"}
        assert "rule:jacques_market" not in found("bottle cap")
        assert "rule:jacques_market" in found("bottle cap", extra=extra)
        assert "rule:jacques_market" in found("BOTTLE", extra=extra)

    def test_of_a_locked_entry_open_nothing(self) -> None:
        assert "tile:L31" not in found("bottle cap", extra={"tile:L31": "bottle cap"}, visible=frozenset())

    def test_of_an_unknown_entry_do_no_harm(self) -> None:
        assert found("genoa", extra={"rule:moon": "genoa"}) == found("genoa")
