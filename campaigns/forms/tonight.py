"""Tonight: who plays, what lies in the bag already, what only a card shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.evenings import Choice
from campaigns.forms import name_field, number, split
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place
from scenarios import printed
from scenarios.printed import Kind
from scenarios.table import SeatTonight

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from campaigns.models import Seat

GUEST = "guest"

COLOURS = [
    ("", _("Colour")),
    ("blue", _("blue")),
    ("green", _("green")),
    ("red", _("red")),
    ("yellow", _("yellow")),
    ("white", _("white")),
    ("black", _("black")),
]


class Tonight(forms.Form):
    """Who plays, in turn order: up to `places`, each a seat of the campaign or a guest, with a colour.

    `optional` names the modules that join together; `modules` are those that are chosen one by one, with their names.
    """

    def __init__(
        self,
        *args: Any,
        seats: Sequence[Seat],
        opponents: Sequence[tuple[str, str]] = (),
        places: int,
        optional: str = "",
        modules: Sequence[tuple[str, str]] = (),
        played: Sequence[tuple[str, str]] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if played:
            self.fields["key"] = forms.ChoiceField(label=_("What did you play?"), choices=played)
            self.fields["played_on"] = forms.DateField(
                label=_("When did you play?"),
                widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
                initial=timezone.localdate,
            )
        if optional:
            self.fields["optional"] = forms.BooleanField(label=optional, required=False)
        self.modules = [key for key, _name in modules]
        for key, name in modules:
            self.fields[f"module-{key}"] = forms.BooleanField(label=name, required=False)
        if opponents:
            choices = [("", _("Nobody")), *opponents]
            self.fields["opponent"] = forms.ChoiceField(
                label=_("Who plays against you?"), choices=choices, required=False
            )
        self.names = {seat.pk: seat.name for seat in seats}
        who = [("", _("Nobody")), *((str(seat.pk), seat.name) for seat in seats), (GUEST, _("A guest"))]
        self.at_table = range(1, places + 1)
        for at in self.at_table:
            self.fields[f"who{at}"] = forms.ChoiceField(choices=who, required=False, label=_("Who"))
            self.fields[f"guest{at}"] = name_field(_("Name of the guest"), 40, required=False)
            self.fields[f"colour{at}"] = forms.ChoiceField(choices=COLOURS, required=False, label=_("Colour"))

    def places(self) -> list[tuple[int, Any, Any, Any]]:
        """Place in turn order with its three bound fields, for the template."""
        return [(at, self[f"who{at}"], self[f"guest{at}"], self[f"colour{at}"]) for at in self.at_table]

    def one_by_one(self) -> list[Any]:
        """The bound fields of the modules that are chosen one by one."""
        return [self[f"module-{key}"] for key in self.modules]

    def party(self) -> list[SeatTonight]:
        """The places that are taken. Refusals: party_empty, party_twice, guest_nameless, colour_twice."""
        found = [place for at in self.at_table if (place := self._place(at))]
        if not found:
            raise Refusal("party_empty", "who1")
        for at, place in enumerate(found):
            if place.seat is not None and place.seat in [p.seat for p in found[:at]]:
                raise Refusal("party_twice", f"who{at + 1}", name=self.names[place.seat])
            if place.colour and place.colour in [p.colour for p in found[:at]]:
                raise Refusal("colour_twice", f"colour{at + 1}")
        return found

    def clean_played_on(self) -> date:
        """A day that is over or today."""
        day: date = self.cleaned_data["played_on"]
        if day > timezone.localdate():
            raise forms.ValidationError(_("That day is still to come."))
        return day

    def choice(self) -> Choice:
        """The modules and the opponent that were chosen; opponents are offered as `name:level`."""
        opponent, _sep, level = self.cleaned_data.get("opponent", "").partition(":")
        modules = frozenset(key for key in self.modules if self.cleaned_data.get(f"module-{key}"))
        return Choice(self.cleaned_data.get("optional", False), opponent, level, modules)

    def _place(self, at: int) -> SeatTonight | None:
        who, guest, colour = (self.cleaned_data.get(f"{part}{at}", "") for part in ("who", "guest", "colour"))
        if not who:
            return None
        if who != GUEST:
            return SeatTonight(int(who), "", colour)
        if not guest:
            raise Refusal("guest_nameless", f"guest{at}")
        return SeatTonight(None, guest, colour)


class Middle(forms.Form):
    """What lies in the bag of a campaign that goes on, and which story cards were read: numbers in any order."""

    cards = forms.CharField(label=_("Story cards in the bag"), max_length=200)
    tiles = forms.CharField(label=_("Tiles in the bag"), max_length=300, required=False)
    read = forms.CharField(label=_("Story cards that were read, as far as you know"), max_length=1000, required=False)

    def clean_cards(self) -> list[str]:
        return [number(typed, tile=False) for typed in split(self.cleaned_data["cards"])]

    def clean_tiles(self) -> list[str]:
        return [number(typed, tile=True) for typed in split(self.cleaned_data["tiles"])]

    def clean_read(self) -> list[str]:
        return [number(typed, tile=False) for typed in split(self.cleaned_data["read"])]

    def lies(self) -> dict[Piece, Place]:
        """The typed pieces and where each lies."""
        data = self.cleaned_data
        read = {Piece("card", number): Place.GONE for number in data["read"]}
        cards = {Piece("card", number): Place.BAG for number in data["cards"]}
        return read | cards | {Piece("tile", number): Place.BAG for number in data["tiles"]}


class Printed(forms.Form):
    """What a card or tile shows, or what the group does where no source says it; read by `scenarios.printed`."""

    said = name_field(_("What it shows"), 200, required=False)

    def __init__(self, data: Any, *, kind: str, choices: Mapping[str, str], said: str = "") -> None:
        super().__init__(data, initial={"said": said})
        if kind in (Kind.CHOICE, Kind.SEAT):
            offered = [("", _("Not said yet")), *choices.items()]
            label = _("What was chosen?") if kind == Kind.SEAT else _("How do you do it?")
            self.fields["said"] = forms.ChoiceField(label=label, choices=offered, required=False)
        if kind == Kind.TILES:
            tiles, gone = ", ".join(printed.items(said)), printed.leaving(said).for_good
            self.initial = {"said": tiles, "gone": gone}
            self.fields["gone"] = forms.BooleanField(
                label=_("They leave the campaign and never come back"), required=False
            )

    def typed(self) -> str:
        """All that was typed, in one line."""
        said = str(self.cleaned_data["said"])
        return f"{said}: gone" if said and self.cleaned_data.get("gone") else said


class Drawn(forms.Form):
    """What a column of the scenario card brought: the object on the card that was turned up, and its tile."""

    object = name_field(_("Object on the card that you turned up"), 20, required=False)
    number = forms.CharField(label=_("Number of the tile"), max_length=6, required=False)

    def clean_number(self) -> str:
        typed = self.cleaned_data["number"]
        return number(typed, tile=True) if typed else ""

    def clean_object(self) -> str:
        """An object as `scenarios.printed` can keep it."""
        typed = str(self.cleaned_data["object"])
        if not printed.is_object(typed):
            raise forms.ValidationError(_("An object is one or two words, without digits."))
        return typed
