"""Counting at the end of a game: what is entered for a player, opening the count, what only the box tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import transaction

from campaigns import journal, sheets, story, tables
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.journal import Tap
    from campaigns.models import Draft


def enter(
    *, access: Access, tap: Tap, draft: Draft, place: int, numbers: Mapping[str, int | None], phone: str
) -> Draft:
    """Keeps numbers of a place; `None` takes one away. Secret ones are seen by `phone` until the count is opened.

    What `phone` does not see it does not take away, but it can say it anew. Clash as `story.set_fields`.
    """
    found = sheets.count(access, draft.play, draft.data)
    assert found is not None
    hidden = found.hidden(place, phone)
    fields: dict[str, Any] = {}
    for name, value in numbers.items():
        if name in hidden and value is None:
            continue
        fields[f"score:{place}:{name}"] = value
        if name in found.scoring.secret_names and not found.opened:
            fields[f"typed:{place}:{name}"] = None if value is None else phone
    return story.set_fields(tap=tap, draft=draft.pk, fields=fields)


def reveal(*, tap: Tap, draft: Draft) -> Draft:
    """Opens the count: what was kept secret is shown to everybody from now on."""
    return story.set_fields(tap=tap, draft=draft.pk, fields={"reveal:count": True})


def say_weight(*, access: Access, tap: Tap, weight: str, points: int) -> None:
    """Keeps with the copy what only the box tells. `tap.seen` is the pulse of the page.

    Clash where somebody said something else since. Refusals: weight_unknown.
    """
    found = sheets.scoring(access)
    if found is None or weight not in found.weights:
        raise Refusal("weight_unknown")
    key, said = sheets.WEIGHT + weight, str(points)
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "table", writer=access.member)
        tables.require_unseen(access, tap, key, said)
        tables.keep(access, key, said, pulse)
