"""The shelf: a new log, and the code that brings somebody back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import name_field
from scenarios import book

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.models import Copy
    from scenarios.book import Beginning


SEATS = 5
"""So many players a log can begin with."""


class NewLog(forms.Form):
    """A new campaign: its name, who is captain, as many players as a box seats, and the copy it is played with."""

    name = name_field(_("Name of the log"), 60)
    captain = name_field(_("Your name"), 40)
    player1 = name_field(_("First player"), 40)
    player2 = name_field(_("Second player"), 40, required=False)
    player3 = name_field(_("Third player"), 40, required=False)
    player4 = name_field(_("Fourth player"), 40, required=False)
    player5 = name_field(_("Fifth player"), 40, required=False)
    line = forms.ChoiceField(label=_("Which campaign or game?"))
    copy = forms.TypedChoiceField(label=_("The box on the shelf"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, beginnings: Sequence[Beginning], copies: Sequence[Copy], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.copies = {copy.pk: copy for copy in copies}
        self.most = {begin.id: begin.seats for begin in beginnings}
        line, copy = self.fields["line"], self.fields["copy"]
        assert isinstance(line, forms.ChoiceField)
        assert isinstance(copy, forms.ChoiceField)
        line.choices = [(begin.id, begin.name) for begin in beginnings]
        copy.choices = [("", _("A box that no other log of ours uses")), *((c.pk, c.name) for c in copies)]

    def seats(self) -> list[str]:
        """The named players, in order."""
        return [name for at in range(1, SEATS + 1) if (name := self.cleaned_data[f"player{at}"])]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        names = [str(data.get(f"player{at}") or "").casefold() for at in range(1, SEATS + 1)]
        named = [name for name in names if name]
        if len(set(named)) < len(named):
            self.add_error(
                "player2", _("Two players have the same name. Add a letter so that the log can tell them apart.")
            )
        most = self.most.get(str(data.get("line", "")), SEATS)
        if len(named) > most:
            said = _("This game seats %(most)s players at most. Leave a name out, or choose another game.")
            self.add_error(f"player{most + 1}", said % {"most": most})
        copy, line = self.copies.get(data.get("copy") or 0), str(data.get("line", "")).rpartition(":")[2]
        if copy and line not in book.lines(copy.box_id, copy.box.content_hash):
            self.add_error("copy", _("This campaign does not lie in that box. Choose another one."))
        return data


class Recovery(forms.Form):
    """The code that stands on the print sheet, as people type it."""

    code = forms.CharField(label=_("Recovery code"), max_length=40)
