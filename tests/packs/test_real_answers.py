"""The look-up that comes with Portolan tells what the sources tell."""

from __future__ import annotations

import pytest

from scenarios.packs.pack import read_packs

PACKS = read_packs()
PUBLIC = ("MS", "MP")


def numbered(letter: str, last: int) -> set[str]:
    return {f"{letter}{number:03}" for number in range(1, last + 1)}


RULEBOOKS = {
    "uprising": numbered("U", 368),
    "pirates": numbered("P", 72),
    "endeavor": numbered("E", 122),
    "merchants": numbered("M", 36),
}
"""The facts that the rulebook of each box has, counted in the sources."""


class TestRealPacks:
    def test_leave_out_at_most_twenty_five_facts(self) -> None:
        packs = PACKS
        assert sum(len(pack.facts.left_out) for pack in packs.values()) <= 25

    @pytest.mark.parametrize(("box", "wanted"), RULEBOOKS.items())
    def test_cover_every_fact_of_the_rulebook(self, box: str, wanted: set[str]) -> None:
        together = [PACKS[box], *(PACKS[one] for one in PACKS[box].box.requires)]
        told = {
            fact
            for pack in together
            for name in ("rules", "tiles", "home_ports", "modules", "opponents", "scenarios", "locations", "automa")
            for entry in getattr(pack, name)
            for fact in entry.facts
        }
        told |= {fact for pack in together for entry in pack.cards for fact in entry.facts}
        assert wanted - told == set(PACKS[box].facts.left_out)

    @pytest.mark.parametrize(("box", "wanted"), RULEBOOKS.items())
    def test_ask_for_all_of_them(self, box: str, wanted: set[str]) -> None:
        assert {fact for part in PACKS[box].facts.facts for fact in part.ids()} >= wanted


class TestMerchants:
    """Its rules summary has no set-up, combat or ties: public descriptions stand in, and every such entry says so."""

    def test_mark_what_the_rules_summary_does_not_say(self) -> None:
        public = [rule.key for rule in PACKS["merchants"].rules if any(fact.startswith(PUBLIC) for fact in rule.facts)]
        words = PACKS["merchants"].texts["en"].rules
        assert len(public) >= 17
        for key in public:
            said = words[key].open or ""
            assert said.startswith("Check your rulebook:"), key
            assert "rules summary" in said, key

    def test_leave_what_it_does_say_unmarked(self) -> None:
        words = PACKS["merchants"].texts["en"].rules
        assert [
            key for key in ("merchants_raid_cards", "merchants_pirate", "merchants_stash_worth") if words[key].open
        ] == []
