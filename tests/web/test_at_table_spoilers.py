"""The spoiler wall stands before the pages of the aids as well: no word of a tile that the group has not reached."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from tests.at_table import find
from tests.web.at_table import post, url
from tests.web.test_spoilers import OPEN, Heard, canaries, heard, tiles

if TYPE_CHECKING:
    from tests.at_table import Game
    from tests.cast import Cast

pytestmark = pytest.mark.django_db

__all__ = ["canaries"]
"""A fixture that every test here begins with."""

PAGES = ("jacques/", "markers/", "markers/?space=9", "markers/?nation=spain&token=5", "search/")


def test_nothing_of_a_locked_tile_is_said_at_the_table(cast: Cast, running: Game, canaries: Heard) -> None:
    assert len(tiles(canaries)) > 30
    base, found = url(running, "jacques").removesuffix("jacques/"), set[tuple[str, str, str]]()
    named: set[str] = set()
    for step in range(2):
        for client in (cast.captain, cast.lookout):
            for page in PAGES:
                answer = client.get(base + page)
                assert answer.status_code == 200
                found |= heard(answer)
                words = re.sub(r"<[^>]*>", " ", answer.content.decode())  # paths of the map are no numbers of tiles
                named |= set(re.findall(r"\bL[0-9]+\b", words))
        if not step:
            find(running, "")
    for aid, deed, fields in (
        ("markers", "free", {"space": "L31", "nation": "france", "to": "L32"}),
        ("markers", "put", {"space": "L33", "nation": "france", "told": "1"}),
        ("search", "turn-up", {"space": "L34", "colour": "L35"}),
        ("jacques", "count", {"name": "L36", "by": "1"}),
    ):
        for htmx in (True, False):
            found |= heard(post(running, cast.captain, aid, deed, htmx=htmx, **fields))
    draft = running.end_all().draft(points_0=1)
    for name in ("draft", "review"):
        args = [running.campaign.code, running.number, draft.pk]
        found |= heard(cast.captain.get(reverse(name, args=args)))
    assert tiles(found) <= OPEN
    assert named <= OPEN
