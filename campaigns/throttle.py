"""Wrong codes are counted by address, and by campaign where one can be told: ten in a quarter of an hour, then no more
until it is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import cache

if TYPE_CHECKING:
    from django.http import HttpRequest

WRONG_CODES = 10
WINDOW = 15 * 60
"""Seconds."""


def is_shut(request: HttpRequest, what: str, campaign: int | None = None) -> bool:
    """Whether this address, or everybody for `campaign`, has used the wrong tries of `what` up."""
    return any(int(cache.get(key, 0)) >= WRONG_CODES for key in _keys(request, what, campaign))


def count_wrong(request: HttpRequest, what: str, campaign: int | None = None) -> None:
    """Counts one wrong try of `what`; `campaign` is the one whose old code it was."""
    for key in _keys(request, what, campaign):
        if not cache.add(key, 1, WINDOW):
            try:
                cache.incr(key)
            except ValueError:  # it ran out between the two calls
                cache.add(key, 1, WINDOW)


def open_again(what: str, campaign: int) -> None:
    """Forgets the wrong tries that were counted for a campaign: its captain has just made a new code."""
    cache.delete(_key(what, f"campaign {campaign}"))


def _keys(request: HttpRequest, what: str, campaign: int | None) -> list[str]:
    address = _key(what, request.META.get("REMOTE_ADDR", ""))
    return [address] if campaign is None else [address, _key(what, f"campaign {campaign}")]


def _key(what: str, who: str) -> str:
    return f"wrong:{what}:{who}".replace(" ", "-")
