"""What a group types from its own cards: read in every form people type it, kept in one, refused by name."""

from __future__ import annotations

import pytest

from scenarios.printed import LENGTH, Kind, Unreadable, read


class TestReading:
    @pytest.mark.parametrize(
        ("kind", "typed", "kept"),
        [
            (Kind.PLACES, "3 8 15", "3, 8, 15"),
            (Kind.PLACES, "3, 8;9a", "3, 8, 9a"),
            (Kind.PLACES, " 3,3 , 8 ", "3, 8"),
            (Kind.MARKERS, "2:1, 4=2", "2: 1, 4: 2"),
            (Kind.MARKERS, "2 x 1; 4 * 2", "2: 1, 4: 2"),
            (Kind.TILES, "L1 l4", "L1, L4"),
            (Kind.TILES, "31, 33", "L31, L33"),
            (Kind.TILES, "31 33 : gone", "L31, L33: gone"),
            (Kind.TILES, ": gone", ""),
            (Kind.CHOICE, " box ", "box"),
            (Kind.OBJECTS, "book L31, spyglass: l 33", "book: L31, spyglass: L33"),
            (Kind.OBJECTS, "healing herbs = L36", "healing herbs: L36"),
        ],
    )
    def test_keeps_one_form(self, kind: Kind, typed: str, kept: str) -> None:
        assert read(kind, typed) == kept

    @pytest.mark.parametrize("kind", Kind)
    def test_takes_nothing_for_nothing(self, kind: Kind) -> None:
        assert read(kind, "  , ") == ""

    @pytest.mark.parametrize(
        ("kind", "typed", "part"),
        [
            (Kind.PLACES, "3, Havana", "Havana"),
            (Kind.PLACES, "\uff13", "\uff13"),
            (Kind.MARKERS, "2", "2"),
            (Kind.MARKERS, "2: many", "2: many"),
            (Kind.TILES, "L1 M4", "M4"),
            (Kind.OBJECTS, "book", "book"),
            (Kind.CHOICE, "Box 1", "Box 1"),
            (Kind.OBJECTS, "<b>book</b> L31", "<b>book</b> L31"),
        ],
    )
    def test_names_the_part_that_does_not_fit(self, kind: Kind, typed: str, part: str) -> None:
        with pytest.raises(Unreadable) as fault:
            read(kind, typed)
        assert fault.value.part == part

    def test_refuses_more_than_a_card_can_hold(self) -> None:
        with pytest.raises(Unreadable):
            read(Kind.PLACES, " ".join(f"{n}{c}" for n in range(99) for c in "abc"))

    @pytest.mark.parametrize("kind", Kind)
    def test_reads_its_own_form_again(self, kind: Kind) -> None:
        typed = {
            Kind.PLACES: "3 8",
            Kind.MARKERS: "2:1",
            Kind.TILES: "1: gone",
            Kind.OBJECTS: "book L31",
            Kind.CHOICE: "aside",
            Kind.SEAT: "dock",
        }
        once = read(kind, typed[kind])
        assert read(kind, once) == once
        assert len(once) <= LENGTH
