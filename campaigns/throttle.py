"""Wrong codes are counted by address: ten in a quarter of an hour, then no more until it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import cache

if TYPE_CHECKING:
    from django.http import HttpRequest

WRONG_CODES = 10
WINDOW = 15 * 60
"""Seconds."""


def is_shut(request: HttpRequest, what: str) -> bool:
    """Whether this address has used its wrong tries of `what` up."""
    return int(cache.get(_key(request, what), 0)) >= WRONG_CODES


def count_wrong(request: HttpRequest, what: str) -> None:
    """Counts one wrong try of `what`."""
    key = _key(request, what)
    if not cache.add(key, 1, WINDOW):
        try:
            cache.incr(key)
        except ValueError:  # it ran out between the two calls
            cache.add(key, 1, WINDOW)


def _key(request: HttpRequest, what: str) -> str:
    return f"wrong:{what}:{request.META.get('REMOTE_ADDR', '')}"
