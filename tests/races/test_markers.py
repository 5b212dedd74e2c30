"""Ownership markers tapped by several phones at the same moment: threads on a database in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns import access as gate
from campaigns import log, wording
from campaigns.journal import Clash, Tap
from campaigns.models import Entry, Member
from tests import factories
from tests.at_table import Game
from tests.campaigns.oracle import assert_sound
from tests.races.test_races import (
    _content_stays,  # noqa: F401 - a fixture
    assert_told_truly,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.rules.effects import Refusal

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_content_stays", "transactional_db", "packs"),
]

FRANCE, SPAIN, ENGLAND = ("2", "3", "6", "7"), ("8", "9", "10", "12"), ("15", "16")
TEN = dict.fromkeys(FRANCE, "france") | dict.fromkeys(SPAIN, "spain") | dict.fromkeys(ENGLAND, "england")
"""Ten markers, and whose each is."""


class Phone:
    """Somebody's phone, with the page of the markers as it stood when everybody loaded it."""

    def __init__(self, game: Game, name: str) -> None:
        owner = factories.join(game.campaign, Member.Role.CREW, name)[1]
        found = gate.find(game.campaign.code, owner)
        assert found is not None
        self.game, self.access, self.seen = game, found, game.revision

    def tap(self, seen: int | None = None) -> Tap:
        at = self.seen if seen is None else seen
        return Tap(self.access.campaign, self.access.member, factories.op(), at)

    def free(self, space: str, to: str = "out", tap: Tap | None = None) -> Entry:
        fields = {"space": space, "nation": TEN[space], "to": to}
        return self.game.do("markers", "free", tap=tap or self.tap(), **fields)

    def free_anyway(self, space: str) -> Entry:
        """Frees a marker; who clashes looks again and taps once more, as often as it takes."""
        tap = self.tap()
        while True:
            try:
                return self.free(space, tap=tap)
            except Clash as clash:
                assert_told_truly(clash, tap)
                tap = self.tap(clash.seen)


def laid(many: int = 1) -> Game:
    """Card 74 for three in its first round, with `many` markers on each of ten spaces."""
    game = Game.open("74", 3)
    game.say("markers_of_card", ", ".join(f"{space}: {many}" for space in TEN))
    game.end(0)
    game.do("markers", "begin")
    return game


def on_board(game: Game) -> dict[str, int]:
    return {s.split(":")[1]: many for s, many in game.values.items() if s.startswith("marker:")}


def jobs(phones: list[Phone], spaces: list[str], to: str = "out") -> list[Callable[[], Entry]]:
    return [lambda p=p, s=s: p.free(s, to) for p, s in zip(phones, spaces, strict=True)]  # type: ignore[misc]


def assert_all_written(game: Game, found: list[Entry | Clash | Refusal], spaces: list[str]) -> None:
    assert [str(answer) for answer in found if not isinstance(answer, Entry)] == []
    assert len({answer.sequence for answer in found if isinstance(answer, Entry)}) == len(spaces)
    assert set(on_board(game)) == set(TEN) - set(spaces)
    assert log.differences(game.campaign.pk) == []
    assert_sound(game.campaign.pk)


class TestTwoPhones:
    @pytest.mark.parametrize(
        ("spaces", "to"),
        [(["2", "9"], "out"), (["2", "3"], "supply"), (["2", "3"], "out")],
        ids=["of two nations", "of one nation, back to it", "of one nation, out of the game"],
    )
    def test_free_different_markers(self, spaces: list[str], to: str) -> None:
        game = laid()
        phones = [Phone(game, name) for name in ("Tomas", "Mara")]
        assert_all_written(game, together(*jobs(phones, spaces, to)), spaces)

    @pytest.mark.parametrize("many", [2, 1], ids=["of two", "the last one"])
    def test_free_the_same_marker(self, many: int) -> None:
        """One is written; the other hears who was first, and with what."""
        game = laid(many)
        phones = [Phone(game, name) for name in ("Tomas", "Mara")]
        found = together(*jobs(phones, ["2", "2"]))
        (written,) = [answer for answer in found if isinstance(answer, Entry)]
        (clash,) = [answer for answer in found if not isinstance(answer, Entry)]
        assert isinstance(clash, Clash), clash
        assert (clash.code, clash.who, clash.entry) == ("aid", written.member, written)
        assert "marker:2:france" in clash.subjects
        said = wording.clash(clash)
        assert said.startswith(f"{written.member.name} changed ")
        assert "the markers at 2" in said
        assert clash.anyway is (many == 2)
        assert on_board(game).get("2", 0) == many - 1
        assert_sound(game.campaign.pk)


class TestTenPhones:
    def test_on_ten_markers_lose_none(self) -> None:
        game, spaces = laid(), list(TEN)
        phones = [Phone(game, f"Crew {at}") for at in range(10)]
        pressed = [lambda p=p, s=s: p.free_anyway(s) for p, s in zip(phones, spaces, strict=True)]  # type: ignore[misc]
        assert_all_written(game, together(*pressed), spaces)
        out = [game.state[f"out:{nation}"] for nation in ("france", "spain", "england")]
        assert out == [13, 13, 13]

    def test_on_ten_markers_need_not_tap_twice(self) -> None:
        game, spaces = laid(), list(TEN)
        phones = [Phone(game, f"Crew {at}") for at in range(10)]
        assert_all_written(game, together(*jobs(phones, spaces)), spaces)
