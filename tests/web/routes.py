"""The rights of every address, written by hand: what each person gets. A route without a row here is a failing test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import URLPattern, URLResolver, get_resolver

if TYPE_CHECKING:
    from collections.abc import Iterator

PEOPLE = ("captain", "crew", "lookout", "stranger", "nobody")

GET_ROWS = """
    shelf            200  200  200  200  200
    new              200  200  200  200  200
    recover          200  200  200  200  200
    join             200  200  200  200  200
    join-code        303  303  200  200  200
    healthz          200  200  200  200  200
    search           200  200  200  200  200
    book             200  200  200  200  200
    answer           200  200  200  200  200
    map              200  200  200  200  200
    aid              200  200  200  200  200
    turn             200  200  200  200  200
    campaign-search  200  200  200  404  404
    campaign-book    200  200  200  404  404
    peek             200  200  403  404  404
    campaign-answer  200  200  200  404  404
    now              200  200  200  404  404
    campaign         200  200  200  404  404
    draft-sheet      404  404  404  404  404
    at-table         404  404  404  404  404
    bag              200  200  200  404  404
    sheet            200  200  200  404  404
    crew             200  200  200  404  404
    invitation       200  403  403  404  404
    hand-over        200  403  403  404  404
    remove           200  403  403  404  404
    leave            200  200  200  404  404
    choose           200  200  403  404  404
    tonight          200  200  403  404  404
    middle           200  200  403  404  404
    without          200  200  403  404  404
    log              200  200  200  404  404
    correct          200  200  403  404  404
    table            200  200  200  404  404
    setup            200  200  200  404  404
    printed          200  200  403  404  404
    draw             404  404  403  404  404
    draft            200  200  200  404  404
    review           200  200  200  404  404
"""

POST_ROWS = """
    new              303  303  303  303  303
    recover          422  422  422  422  422
    join             303  303  303  303  303
    join-code        303  303  303  303  303
    light            303  303  303  303  303
    noted            303  303  303  404  404
    recovery-code    303  303  303  404  404
    seat             303  303  403  404  404
    leave            422  303  303  404  404
    invite           303  403  403  404  404
    withdraw         303  403  403  404  404
    role             303  403  403  404  404
    hand-over        303  403  403  404  404
    remove           303  403  403  404  404
    tonight          303  303  403  404  404
    middle           303  303  403  404  404
    without          303  303  403  404  404
    rest             303  303  403  404  404
    peek             303  303  403  404  404
    ruling           303  303  403  404  404
    deed             404  404  403  404  404
    arrow            404  404  403  404  404
    undo             303  303  403  404  404
    again            303  303  403  404  404
    correct          303  303  403  404  404
    round            303  303  403  404  404
    phase            422  422  403  404  404
    round-undo       303  303  403  404  404
    round-again      303  303  403  404  404
    tick             303  303  403  404  404
    lot              422  422  403  404  404
    deal             303  303  403  404  404
    part             303  303  403  404  404
    printed          303  303  403  404  404
    draw             404  404  403  404  404
    give-up          303  303  403  404  404
    read             303  303  403  404  404
    draft-card       303  303  403  404  404
    draft-propose    303  303  403  404  404
    draft-reader     303  303  403  404  404
    draft-points     303  303  403  404  404
    draft-score      404  404  403  404  404
    draft-reveal     404  404  403  404  404
    draft-weight     404  404  403  404  404
    draft-effect     303  303  403  404  404
    draft-drop       303  303  403  404  404
    commit           303  303  403  404  404
    draft-away       303  303  403  404  404
"""

LIKE_A_STRANGER = ("removed", "late")
"""Who was removed, and who holds the code of an invitation that has ended, get what a stranger gets, but for this:"""

TOO_LATE = {"join", "join-code"}
"""Here an invitation that has ended is a refusal, 422; the page that only asks for a code is the same for everybody."""

OWN = {"noted", "recovery-code", "leave"}
"""What a lookout may write: that concerns nobody else."""

AT_THE_START = {"tonight", "middle", "without", "rest"}
"""Routes that only make sense while no game is under way."""


@dataclass(frozen=True)
class Row:
    """What everybody gets for one method of one route."""

    name: str
    statuses: dict[str, int]


def _rows(table: str, *, post: bool) -> dict[str, Row]:
    rows = {}
    for name, *rest in (line.split() for line in table.strip().splitlines()):
        statuses = dict(zip(PEOPLE, map(int, rest), strict=True))
        statuses |= dict.fromkeys(LIKE_A_STRANGER, statuses["stranger"])
        if name in TOO_LATE and (post or name == "join-code"):
            statuses["late"] = 422
        rows[name] = Row(name, statuses)
    return rows


GETS, POSTS = _rows(GET_ROWS, post=False), _rows(POST_ROWS, post=True)
PAGES = [name for name, row in GETS.items() if row.statuses["captain"] == 200]
"""The pages that an evening of the campaign has; a draw belongs to evenings of their own."""


HOST = "admin"
"""The namespace of the host's routes: one group with rules of its own, `tests/web/test_host.py`."""


def walk() -> Iterator[URLPattern]:
    """Every route of the project but the host's."""
    waiting: list[URLPattern | URLResolver] = list(get_resolver().url_patterns)
    while waiting:
        now = waiting.pop(0)
        if not isinstance(now, URLResolver):
            yield now
        elif now.namespace != HOST:
            waiting.extend(now.url_patterns)


def host() -> list[str]:
    """An address for every route of the host's, rows by the number 1."""
    (found,) = [one for one in get_resolver().url_patterns if getattr(one, "namespace", "") == HOST]
    waiting: list[tuple[str, URLPattern | URLResolver]] = [("/", found)]
    addresses = []
    while waiting:
        before, now = waiting.pop(0)
        if isinstance(now, URLResolver):
            waiting.extend((before + str(now.pattern), one) for one in now.url_patterns)
        else:
            addresses.append(before + str(now.pattern))
    return [_filled(address) for address in addresses]


def _filled(address: str) -> str:
    """An address with its parameters: row 1, the first app that is offered, anything for the rest."""
    address = re.sub(r"<(path|int):\w+>", "1", address)
    address = re.sub(r"\^?\(\?P<app_label>([a-z]+)[^)]*\)", r"\1", address)
    return address.replace("(?P<url>.*)", "nothing/such/").replace("$", "")


def names() -> list[str]:
    """The names of all routes; a route without one gets its pattern."""
    return [route.name or str(route.pattern) for route in walk()]


def under_a_campaign() -> list[str]:
    """The names of the routes that begin with a campaign's code."""
    return [route.name or "" for route in walk() if str(route.pattern).startswith("c/<code:code>/")]


def parameters(name: str) -> list[str]:
    """The parameters in the address of a route."""
    return next(list(route.pattern.converters) for route in walk() if route.name == name)
