"""A tile ahead of the story: two steps, for one member only, and nobody else hears of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from campaigns.models import Opened

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db


def answer(evening: Evening, person: str, tile: str = "L33") -> int:
    """What somebody gets who asks for a tile that the campaign has not reached."""
    client = evening.cast.everybody()[person]
    return client.get(f"/c/{evening.cast.campaign.code}/book/tile/{tile}/").status_code


class TestPeeking:
    def test_asks_once_more_before_it_opens_anything(self, evening: Evening) -> None:
        asked = evening.post(evening.cast.captain, "peek", number="l 33", sure=None)
        assert asked.status_code == 200
        assert "Open L33 for me" in asked.content.decode()
        assert not Opened.objects.exists()
        assert answer(evening, "captain") == 404

    def test_opens_the_tile_for_this_member_alone(self, evening: Evening) -> None:
        assert evening.post(evening.cast.captain, "peek", number="L33").status_code == 303
        assert {who: answer(evening, who) for who in ("captain", "crew", "lookout")} == {
            "captain": 200,
            "crew": 404,
            "lookout": 404,
        }
        page = evening.get(evening.cast.captain, "campaign-search", query="?q=L33").content.decode()
        assert 'data-piece="L33"' in page
        assert (
            'data-piece="L33"' not in evening.get(evening.cast.crew, "campaign-search", query="?q=L33").content.decode()
        )

    def test_twice_is_once_and_is_remembered_with_its_day(self, evening: Evening) -> None:
        for _time in range(2):
            evening.post(evening.cast.captain, "peek", number="L33")
        assert Opened.objects.count() == 1
        assert "L33," in evening.get(evening.cast.captain, "peek").content.decode()

    @pytest.mark.parametrize("typed", ["L26", "L99", "x", "", "78"])
    def test_of_what_is_no_tile_is_refused(self, evening: Evening, typed: str) -> None:
        refused = evening.post(evening.cast.captain, "peek", number=typed)
        assert refused.status_code in (422, 303)
        assert not Opened.objects.filter(tile__in=["L26", "L99", "L78"]).exists()
