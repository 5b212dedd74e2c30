"""The crew: who is invited, who sits down where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import name_field
from campaigns.invitations import Guest, Lasts
from campaigns.models import Member

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.models import Seat

Role = Member.Role
ROLES = [
    (Role.CREW.value, _("Crew: writes in the log")),
    (Role.LOOKOUT.value, _("Lookout: reads, changes nothing")),
    (Role.CAPTAIN.value, _("Captain: takes the log over from me, once")),
]
LASTING = [
    (Lasts.TONIGHT.value, _("Tonight, for twelve hours")),
    (Lasts.WEEK.value, _("A week")),
    (Lasts.ALWAYS.value, _("Until I withdraw it")),
]


class Invite(forms.Form):
    """A new invitation: what it makes of a guest, and how long it is good."""

    role = forms.TypedChoiceField(label=_("Whom do you invite?"), choices=ROLES, coerce=Role, initial=Role.CREW.value)
    lasts = forms.TypedChoiceField(
        label=_("How long is it good?"), choices=LASTING, coerce=Lasts, initial=Lasts.TONIGHT.value
    )


class RoleOf(forms.Form):
    """What a member becomes; the captaincy is handed over and not given here."""

    role = forms.TypedChoiceField(choices=ROLES[:2], coerce=Role)


class JoinCode(forms.Form):
    """The six signs, as people type them."""

    code = forms.CharField(
        label=_("Code of the table"),
        max_length=40,
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "autocomplete": "off", "spellcheck": "false"}),
    )


class SeatOf(forms.Form):
    """Which player a member is."""

    seat = forms.TypedChoiceField(label=_("Your seat"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["seat"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("No seat")), *((seat.pk, seat.name) for seat in seats)]


class SitDown(SeatOf):
    """A guest: one of the seats, or a name."""

    name = name_field(_("Your name"), 40, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not data.get("seat") and not data.get("name"):
            self.add_error("name", _("Say who you are: choose a seat or type a name."))
        return data

    def guest(self) -> Guest:
        """Who sits down."""
        seat = self.cleaned_data["seat"]
        return Guest(seat=seat) if seat else Guest(name=self.cleaned_data["name"])
