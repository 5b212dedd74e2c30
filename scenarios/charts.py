"""The map of a box for a page: the drawing in both layouts, from the content, with the reader's words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cards import catalogue
from cards.chart import LAYOUTS
from scenarios import book
from scenarios.drawing import drawn
from scenarios.drawn import Called, Drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def names(box: str, version: str, language: str) -> Mapping[str, Called]:
    """What the locations of the box are called. Raises Box.DoesNotExist."""
    texts = catalogue.location_texts(box, version)
    return {
        space: Called(*(book.text(texts, space, field, language) for field in ("name", "label", "short")))
        for space in texts
    }


def drawings(
    box: str,
    version: str,
    language: str,
    *,
    address: Callable[[str], str],
    tiles: Collection[str],
    held: Mapping[str, Mapping[str, int]] | None = None,
    free: Collection[str] = (),
) -> tuple[Drawing, ...]:
    """The map of the box in every layout, for `map.html`; none where nobody drew it. Raises Box.DoesNotExist."""
    chart = catalogue.chart(box, version)
    if chart is None:
        return ()
    called = names(box, version, language)
    return tuple(drawn(chart, held or {}, free, called, tiles, layout, address) for layout in LAYOUTS)


def bringing(box: str, version: str) -> frozenset[str]:
    """The legacy tiles that bring a place or an arrow: with all of them the map shows everything there can be."""
    needs = [place.needs_tile for place in catalogue.locations(box, version).values()]
    needs += [edge.needs_tile for edge in catalogue.edges(box, version)]
    return frozenset(filter(None, needs))
