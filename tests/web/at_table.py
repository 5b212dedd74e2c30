"""The pages of the aids of a game, as somebody with a browser meets them."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from tests import factories
from tests.web.evening import HTMX

if TYPE_CHECKING:
    from django.test import Client

    from tests.at_table import Game


def url(game: Game, aid: str, deed: str = "") -> str:
    args = [game.campaign.code, game.number, aid]
    return reverse("deed", args=[*args, deed]) if deed else reverse("at-table", args=args)


def post(
    game: Game, who: Client, aid: str, deed: str, /, *, htmx: bool = False, seen: Any = None, **fields: Any
) -> Any:
    body = {"op": factories.op(), "seen": game.revision if seen is None else seen} | fields
    return who.post(url(game, aid, deed), body, headers=HTMX if htmx else {})


def text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def main(answer: Any) -> str:
    """What stands between the rooms of a page."""
    return text(answer).split("<main", 1)[1].split("</main>", 1)[0]
