"""The look-up that comes with Portolan tells what the sources tell."""

from __future__ import annotations

from scenarios.packs.pack import read_packs

PACKS = read_packs()


class TestRealPacks:
    def test_leave_out_at_most_twenty_five_facts(self) -> None:
        packs = PACKS
        assert sum(len(pack.facts.left_out) for pack in packs.values()) <= 25

    def test_cover_every_fact_of_the_rulebook(self) -> None:
        packs = PACKS
        told = {
            fact
            for pack in packs.values()
            for name in ("rules", "tiles", "home_ports", "modules", "opponents", "scenarios", "locations", "automa")
            for entry in getattr(pack, name)
            for fact in entry.facts
        }
        told |= {fact for pack in packs.values() for entry in pack.cards for fact in entry.facts}
        left_out = {fact for pack in packs.values() for fact in pack.facts.left_out}
        assert {f"U{number:03}" for number in range(1, 369)} - told == left_out

    def test_ask_for_all_of_them(self) -> None:
        wanted = {fact for pack in PACKS.values() for part in pack.facts.facts for fact in part.ids()}
        assert wanted >= {f"U{number:03}" for number in range(1, 369)}
