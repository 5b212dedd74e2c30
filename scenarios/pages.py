"""What the pages of the pilot book show, the public ones and those of a campaign alike."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from cards.board import in_order
from scenarios import headings, lookup, reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from cards.reference import Moment
    from scenarios.lookup import Hit
    from scenarios.reference import Content, Entry, Table

    Address = Callable[[Entry], str]

BEST = 3
"""So many answers stand before the groups."""

_SHORT = 40
"""Signs of a first sentence at least."""

SHOWN = 80
"""Signs of a question that a page repeats."""


def results(
    query: str,
    hits: list[Hit],
    content: Content,
    language: str,
    address: Address,
    boxes: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The answers to a question: the best ones, then the others by kind, each with its marked words.

    With the names of `boxes` each says which one it belongs to.
    """
    rows = [_found(hit, content, language, address, whole=at < BEST) for at, hit in enumerate(hits)]
    for row in rows:
        row["box"] = (boxes or {}).get(row["entry"].box, "")
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows[BEST:]:
        groups[row["entry"].kind].append(row)
    return {
        "query": query[: lookup.LONGEST],
        "asked": query.strip()[:SHOWN],
        "best": rows[:BEST],
        "groups": [(headings.KINDS[kind], groups[kind]) for kind in headings.KINDS if groups[kind]],
        "count": len(rows),
    }


def answer(
    entry: Entry, found: Mapping[str, Entry], reached: frozenset[str] | None, address: Address
) -> dict[str, Any]:
    """An entry with what it touches, as far as it may be read."""
    linked = [found[one] for one in entry.links if one in found]
    rows = [(one, address(one)) for one in linked if reference.visible(one, reached)]
    return {
        "entry": entry,
        "heading": headings.KINDS[entry.kind],
        "moments": [headings.MOMENTS[moment] for moment in entry.moments],
        "related": _by_kind(rows),
    }


def contents(found: Iterable[Entry], reached: frozenset[str] | None, address: Address) -> list[tuple[Any, Any]]:
    """All entries that may be read, by kind."""
    rows = [(entry, address(entry)) for entry in found if reference.visible(entry, reached)]
    return _by_kind(rows)


def by_moment(found: Iterable[Entry]) -> list[tuple[Moment, Any, list[Entry]]]:
    """Entries by the moments of a game they matter in."""
    rows = list(found)
    groups = [
        (moment, name, [one for one in rows if moment in one.moments]) for moment, name in headings.MOMENTS.items()
    ]
    return [group for group in groups if group[2]]


def by_place(found: Iterable[Entry]) -> list[tuple[tuple[str, ...], list[Entry]]]:
    """Entries by the spaces of the board that they speak of together; a location does not speak of itself."""
    places: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
    for entry in found:
        if entry.places and entry.kind != "location":
            places[tuple(sorted(entry.places, key=in_order))].append(entry)
    return sorted(places.items(), key=lambda row: [in_order(place) for place in row[0]])


def tonight(found: Iterable[Entry], table: Table, reached: frozenset[str] | None = None) -> list[Entry]:
    """What is in force at a table and not always: rules with conditions, and the tiles that lie there."""
    return [
        entry
        for entry in found
        if reference.visible(entry, reached)
        and reference.in_force(entry, table)
        and (reference.conditional(entry) or entry.kind == "tile")
    ]


def first_sentence(text: str) -> str:
    """A text up to the first full stop after which a reader knows something."""
    at = text.find(". ", _SHORT)
    return text[: at + 1] if at >= 0 else text


def _by_kind(rows: list[tuple[Entry, str]]) -> list[tuple[Any, list[tuple[Entry, str]]]]:
    """Entries with their addresses under the names of their kinds, in the order of the book."""
    groups = [(name, [row for row in rows if row[0].kind == kind]) for kind, name in headings.KINDS.items()]
    return [group for group in groups if group[1]]


def _found(hit: Hit, content: Content, language: str, address: Address, *, whole: bool) -> dict[str, Any]:
    """An answer for the page; the best ones are told in full."""
    entry = hit.entry
    return {
        "entry": entry,
        "url": address(entry),
        "name": lookup.mark(entry.name, hit.words, content, language),
        "text": lookup.mark(entry.text if whole else first_sentence(entry.text), hit.words, content, language),
        "first": hit.first,
        "heading": headings.KINDS[entry.kind],
    }
