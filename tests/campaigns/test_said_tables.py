"""What a group types from its cards stands in the running list and in all later ones on the same copy.

Tiles that card 185 names leave the board (The Uprising, U108, U358), by an entry of the log; all others stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from campaigns import archive, lists, log, plays
from campaigns.journal import Clash, Tap
from campaigns.models import Entry, Member, Play
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place
from scenarios import book
from tests import factories
from tests.campaigns.oracle import assert_sound, dump, entries_of, places

if TYPE_CHECKING:
    from campaigns.models import Campaign
    from scenarios.table import Line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

FRANCE = "2: 1, 3: 1, 4: 2"
LYING = {"card:185": "table", "tile:L1": "board@17", "tile:L4": "board@9a", "tile:L31": "board"}
"""During a game by card 185 of a campaign that went on in the middle."""


def by_185(copy: int | None = None, name: str = "Windward") -> Campaign:
    """A campaign that goes on with card 185 and three tiles; Ines is captain, Tomas crew."""
    campaign = factories.begin(name, copy=copy)
    factories.join(campaign, Member.Role.CREW, "Tomas")
    access = factories.access_of(campaign)
    pieces = [Piece("card", "185"), *(Piece("tile", tile) for tile in ("L1", "L4", "L31"))]
    archive.go_on_here(access=access, tap=factories.tap_of(access), lies=dict.fromkeys(pieces, Place.BAG))
    return campaign


@pytest.fixture
def campaign() -> Campaign:
    return by_185()


@pytest.fixture
def play(campaign: Campaign) -> Play:
    """The Rescue by card 185, for two."""
    return factories.open_play(campaign, "185")


def line_of(play: Play, step: str) -> Line:
    """The line of a step that asks something."""
    return next(line for line in lists.lines(fresh(play)) if line.step == step and line.printed)


def say(campaign: Campaign, play: Play, step: str, typed: str, role: str = "captain", **tapped: Any) -> str:
    access = factories.access_of(campaign, role)
    tap = Tap(access.campaign, access.member, tapped.get("op") or factories.op(), tapped.get("seen", access.pulse))
    return plays.say_printed(access=access, tap=tap, play=fresh(play), line=line_of(play, step), typed=typed)


def draw(campaign: Campaign, play: Play, column: int, tile: str = "", thing: str = "") -> None:
    access = factories.access_of(campaign)
    tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
    plays.draw(access=access, tap=tap, play=fresh(play), column=column, tile=tile, thing=thing)


def drawn(play: Play) -> list[Any]:
    return [line.values.get("tile") for line in lists.lines(fresh(play)) if line.step == "drawn_tile"]


def fresh(play: Play) -> Play:
    return Play.objects.get(pk=play.pk)


def words(play: Play, *steps: str) -> list[str]:
    """The sentences of a list as it stands, of some steps or of all."""
    kept = [line for line in lists.lines(fresh(play)) if not steps or line.step in steps]
    return [book.line_text("uprising", play.content_version, line, "en") for line in kept]


def tick(campaign: Campaign, play: Play, line: str) -> None:
    access = factories.access_of(campaign)
    tap = Tap(access.campaign, access.member, factories.op(), access.pulse)
    assert plays.tick(tap=tap, play=fresh(play), line_id=line, done=True)


def ticked(play: Play) -> list[str]:
    return [row.line.id for row in lists.ticked_lines(fresh(play)) if row.done]


def over(campaign: Campaign, play: Play) -> None:
    plays.give_up(tap=factories.tap_of(factories.access_of(campaign)), play=fresh(play))


class TestALineThatWasSaid:
    @pytest.mark.parametrize(
        ("step", "typed", "expected"),
        [
            ("quest_tiles_back", "3 9a", ["Lay out quest tiles on 3, 9a, 2 in all."]),
            (
                "markers_of_card",
                f"{FRANCE}, 14: 2",
                [
                    "Put French ownership markers on 2, 3, 4 (2), 4 in all.",
                    "Put English ownership markers on 14 (2), 2 in all.",
                ],
            ),
            ("markers_unused", "aside", ["Lay the ownership markers that are left aside, within reach."]),
        ],
    )
    def test_stands_in_the_running_list_and_in_the_next_and_can_be_emptied(
        self, campaign: Campaign, play: Play, step: str, typed: str, expected: list[str]
    ) -> None:
        before = words(play)
        say(campaign, play, step, typed)
        assert words(play, step) == expected
        assert [said for said in words(play) if said not in expected] == [
            said for said in before if said in words(play)
        ]
        over(campaign, play)
        later = factories.open_play(campaign, "185")
        assert words(later, step) == expected
        say(campaign, later, step, "")
        assert words(later) == before
        assert words(play, step) == expected

    def test_is_known_to_another_campaign_of_the_copy_and_to_no_other_copy(
        self, campaign: Campaign, play: Play
    ) -> None:
        say(campaign, play, "quest_tiles_back", "3 8")
        same, other = by_185(campaign.copy_id, "Sunday"), by_185(None, "Monday")
        assert words(factories.open_play(same, "185"), "quest_tiles_back") == ["Lay out quest tiles on 3, 8, 2 in all."]
        assert words(factories.open_play(other, "185"), "quest_tiles_back") == [
            "Lay out quest tiles where the back of card 185 shows them."
        ]

    def test_takes_back_its_own_tick_and_no_other(self, campaign: Campaign, play: Play) -> None:
        say(campaign, play, "tiles_leave", "L4")
        for line in ("quest_tiles_back:185", "ship_boards", "tiles_leave:185:L4", "tile_from_bag:L31"):
            tick(campaign, play, line)
        kept = ["tile_from_bag:L31", "tiles_leave:185:L4", "ship_boards"]
        for typed in ("3 8", "3 9"):
            say(campaign, play, "quest_tiles_back", typed)
            assert ticked(play) == kept
            tick(campaign, play, "quest_tiles_back:185")

    def test_is_not_moved_in_a_list_that_is_over(self, campaign: Campaign, play: Play) -> None:
        over(campaign, play)
        before = words(play)
        assert say(campaign, play, "quest_tiles_back", "3 8") == "3, 8"
        assert words(play) == before
        later = factories.open_play(campaign, "185")
        assert words(later, "quest_tiles_back") == ["Lay out quest tiles on 3, 8, 2 in all."]

    @pytest.mark.parametrize(
        ("step", "one", "two"), [("markers_of_card", "2: 1", "2: 2"), ("tiles_leave", "L4", "L31: gone")]
    )
    def test_otherwise_by_two_people_is_a_clash_without_a_trace(
        self, campaign: Campaign, play: Play, step: str, one: str, two: str
    ) -> None:
        seen = factories.access_of(campaign).pulse
        say(campaign, play, step, one)
        before = dump()
        with pytest.raises(Clash) as met:
            say(campaign, play, step, two, "crew", seen=seen)
        assert met.value.who.name == "Ines"
        assert dump() == before
        say(campaign, play, step, one, "crew", seen=seen)


class TestTilesThatCard185Names:
    def test_wait_in_the_bag_and_the_others_stay(self, campaign: Campaign, play: Play) -> None:
        assert places(campaign.pk) == LYING
        say(campaign, play, "tiles_leave", "L4, L12")
        assert places(campaign.pk) == LYING | {"tile:L4": "bag@9a"}
        entry = entries_of(campaign.pk)[-1]
        assert (entry.kind, entry.changes) == (Entry.Kind.TAKE_OFF, [["tile:L4", "board@9a", "bag@9a"]])
        pieces = [line.piece for line in lists.lines(fresh(play)) if line.area == "bag"]
        assert sorted(filter(None, pieces)) == ["185", "L1", "L31", "L4"]
        assert [line.step for line in lists.lines(fresh(play)) if "L4" in line.values.values()] == ["tiles_leave"]
        assert_sound(campaign.pk)

    def test_leave_the_campaign_for_good_where_the_card_says_so(self, campaign: Campaign, play: Play) -> None:
        say(campaign, play, "tiles_leave", "L4: gone")
        assert places(campaign.pk) == LYING | {"tile:L4": "gone"}
        factories.close(campaign, play)
        later = factories.open_play(campaign)
        assert not [line for line in lists.lines(later) if "L4" in line.values.values()]
        assert_sound(campaign.pk)

    def test_lie_again_in_the_next_game(self, campaign: Campaign, play: Play) -> None:
        say(campaign, play, "tiles_leave", "L4")
        factories.close(campaign, play)
        assert places(campaign.pk)["tile:L4"] == "bag@9a"
        later = factories.open_play(campaign)
        assert places(campaign.pk) == LYING
        assert "Take L4 out of the bag and lay it on 9a." in words(later)

    @pytest.mark.parametrize(("typed", "spot"), [("L4", "bag@9a"), ("L4: gone", "gone")])
    def test_never_come_onto_the_board_once_the_copy_knows_them(
        self, campaign: Campaign, play: Play, typed: str, spot: str
    ) -> None:
        say(campaign, play, "tiles_leave", typed)
        other = by_185(campaign.copy_id, "Sunday")
        later = factories.open_play(other, "185")
        assert places(other.pk) == LYING | {"tile:L4": spot}
        assert [line.step for line in lists.lines(later) if "L4" in line.values.values()] == ["tiles_leave"]
        log.take_back(tap=factories.tap_of(factories.access_of(other)), sequence=entries_of(other.pk)[-1].sequence)
        assert places(other.pk)["tile:L4"] == "bag@9a"
        assert_sound(other.pk)

    def test_that_the_campaign_does_not_have_are_no_entry(self, campaign: Campaign, play: Play) -> None:
        before = len(entries_of(campaign.pk))
        say(campaign, play, "tiles_leave", "L12")
        assert (places(campaign.pk), len(entries_of(campaign.pk))) == (LYING, before)

    def test_are_taken_off_once_for_one_tap(self, campaign: Campaign, play: Play) -> None:
        tap = {"op": factories.op(), "seen": factories.access_of(campaign).pulse}
        for _ in range(2):
            say(campaign, play, "tiles_leave", "L4", **tap)
        assert [entry.kind for entry in entries_of(campaign.pk)].count("take_off") == 1

    def test_come_back_by_an_undo_and_leave_again(self, campaign: Campaign, play: Play) -> None:
        say(campaign, play, "tiles_leave", "L4")
        entry = entries_of(campaign.pk)[-1]
        log.take_back(tap=factories.tap_of(factories.access_of(campaign)), sequence=entry.sequence)
        assert places(campaign.pk) == LYING
        log.do_again(tap=factories.tap_of(factories.access_of(campaign)), sequence=entry.sequence)
        assert places(campaign.pk) == LYING | {"tile:L4": "bag@9a"}
        assert_sound(campaign.pk)

    @pytest.mark.parametrize(
        ("first", "then"), [("L4", "L31"), ("L4", ""), ("L4, L31", "L31"), ("L4: gone", "L4"), ("L4", "L4: gone")]
    )
    def test_typed_wrongly_and_mended_are_as_if_typed_rightly(
        self, campaign: Campaign, play: Play, first: str, then: str
    ) -> None:
        spared = by_185(None, "Spared")
        right = factories.open_play(spared, "185")
        say(spared, right, "tiles_leave", then)
        say(campaign, play, "tiles_leave", first)
        say(campaign, play, "tiles_leave", then)
        assert words(play) == words(right)
        assert places(campaign.pk) == places(spared.pk)
        assert_sound(campaign.pk)


class TestObjects:
    @pytest.fixture
    def aside(self, campaign: Campaign) -> Play:
        """All Inclusive, an evening of its own."""
        return factories.open_play(campaign, "78")

    def test_typed_once_with_their_tile_fill_it_in_from_then_on(self, campaign: Campaign, aside: Play) -> None:
        draw(campaign, aside, 1, "L33", "healing herbs")
        draw(campaign, aside, 1, "L36", "healing herbs")
        other = by_185(campaign.copy_id, "Sunday")
        later = factories.open_play(other, "78")
        draw(other, later, 1, thing="Healing Herbs")
        assert drawn(later) == ["L36", None, None]

    def test_list_another_tile_in_each_column_on_each_card_and_for_each_copy(
        self, campaign: Campaign, aside: Play
    ) -> None:
        draw(campaign, aside, 1, "L36", "book")
        with pytest.raises(Refusal, match="object_unknown"):
            draw(campaign, aside, 2, thing="book")
        draw(campaign, aside, 2, "L33", "book")
        assert drawn(aside) == ["L36", "L33", None]
        over(campaign, aside)
        other = by_185(None, "Monday")
        for one, key in ((campaign, "79"), (other, "78")):
            with pytest.raises(Refusal, match="object_unknown"):
                draw(one, factories.open_play(one, key), 1, thing="book")

    @pytest.mark.parametrize("thing", ["", "spyglass"])
    def test_of_which_nothing_is_known_leave_no_trace(self, campaign: Campaign, aside: Play, thing: str) -> None:
        before = dump()
        with pytest.raises(Refusal, match="object_unknown"):
            draw(campaign, aside, 1, thing=thing)
        assert dump() == before

    def test_of_a_tile_that_lies_already_are_refused_and_not_remembered(self, campaign: Campaign, aside: Play) -> None:
        before = dump()
        with pytest.raises(Refusal, match="tile_lies_already"):
            draw(campaign, aside, 1, "L30", "book")
        assert dump() == before

    def test_more_than_a_table_can_hold_are_refused_or_kept(self, campaign: Campaign, aside: Play) -> None:
        """Never an error: whoever typed the last one sees a sentence or the tile."""
        for letter in "abcdefghijklmnopqrst":
            try:
                draw(campaign, aside, 1, "L36", f"a curious object {letter}")
            except Refusal:
                return
        assert drawn(aside) == ["L36", None, None]
