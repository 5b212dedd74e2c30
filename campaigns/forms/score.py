"""The score sheet of one player, as the content of the box asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns import wording
from scenarios.scoring import faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenarios.scoring import Field, Scoring


class SheetForm(forms.Form):
    """The numbers of one player. `kept` are those that this phone may see; others it can only say anew.

    What cannot be is told from what was typed: a hidden number that makes it wrong must not be told by an error.
    """

    def __init__(
        self,
        data: Any = None,
        *,
        scoring: Scoring,
        labels: Mapping[str, str],
        kept: Mapping[str, int],
    ) -> None:
        super().__init__(data, initial=dict(kept))
        self.scoring, self.labels = scoring, labels
        for one in scoring.fields:
            for row, name in enumerate(one.names, 1):
                self.fields[name] = _field(one, row, labels[one.key])

    def numbers(self) -> dict[str, int | None]:
        """What is entered by name, `None` for an empty field."""
        return {name: _number(value) for name, value in self.cleaned_data.items()}

    def clean(self) -> dict[str, Any]:
        """What no game can end with is said at its field."""
        said = {name: _number(value) for name, value in self.cleaned_data.items()}
        entered = {name: value for name, value in said.items() if value is not None}
        for fault in faults(self.scoring, entered):
            if fault.name not in self.errors:
                self.add_error(fault.name, wording.score_fault(fault, self.labels))
        return self.cleaned_data


class Weight(forms.Form):
    """Points that only the box tells."""

    points = forms.IntegerField(label=_("Points"), min_value=0, max_value=99)


def _field(one: Field, row: int, label: str) -> forms.Field:
    if one.ticked:
        return forms.BooleanField(label=label, required=False)
    named = f"{label} ({row})" if one.rows > 1 else label
    return forms.IntegerField(label=named, required=False, min_value=one.minimum, max_value=one.maximum)


def _number(value: Any) -> int | None:
    """A box that is not ticked says nothing."""
    if isinstance(value, bool):
        return 1 if value else None
    return None if value is None else int(value)
