"""How a box counts, from the content: its sheet as frozen values, and the words of it. Kept as in `scenarios.book`."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cards.catalogue import Texts, boxes_with, read_only
from scenarios import book, models
from scenarios.scoring import Category, Criterion, Field, Formula, Measure, Scoring, Step, Tie

if TYPE_CHECKING:
    from collections.abc import Mapping

SHEET = "score"
"""The key of the one sheet of a box."""


@lru_cache(maxsize=32)
def scoring(box_id: str, content_hash: str) -> Scoring | None:
    """How the box counts, or a box that it needs; `None` where no sheet is known. Raises Box.DoesNotExist."""
    row = models.ScoreSheet.objects.of(list(boxes_with(box_id, content_hash))).current().first()
    if row is None:
        return None
    return Scoring(
        fields=tuple(_field(said) for said in row.fields),
        categories=tuple(_category(said) for said in row.categories),
        weights=tuple(said["key"] for said in row.weights),
        order=tuple(Criterion(Measure(said["measure"]), tuple(said["of"])) for said in row.order),
        tie=Tie(row.tie),
        goal=row.goal,
        facts=tuple(row.facts),
    )


@lru_cache(maxsize=32)
def texts(box_id: str, content_hash: str) -> Texts:
    """The words of the sheet by key, language and field (see `packs/score.py`). Raises Box.DoesNotExist."""
    rows = models.ScoreSheet.objects.of(list(boxes_with(box_id, content_hash))).current()
    return read_only({row.key: row.texts for row in rows})


def said(box_id: str, content_hash: str, field: str, language: str) -> str:
    """One text of the sheet (`categories:rivers:name`, `tie`), else in English; empty where there is none."""
    return book.text(texts(box_id, content_hash), SHEET, field, language)


def _field(said: Mapping[str, Any]) -> Field:
    lists = {name: tuple(said[name]) for name in ("at_most", "instead_of", "facts")}
    return Field(**{**said, **lists})


def _category(said: Mapping[str, Any]) -> Category:
    known = {name: value for name, value in said.items() if value is not None}
    return Category(
        **{
            **known,
            "formula": Formula(said["formula"]),
            "of": tuple(said["of"]),
            "table": tuple(Step(step["from"], step["points"]) for step in said["table"]),
            "facts": tuple(said["facts"]),
        }
    )
