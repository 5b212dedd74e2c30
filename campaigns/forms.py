"""What people type, read strictly: bounded lengths, plain digits, no control characters."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from campaigns.evenings import Choice
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.state import Piece, Place, Spot
from scenarios import book
from scenarios.table import SeatTonight

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.models import Copy, Seat
    from scenarios.book import Beginning

OP = re.compile(r"[0-9a-f]{32}")
PLACES_AT_TABLE = 4
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

_plain = RegexValidator(r"^[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$", _("Letters, digits and signs only, please."))
_space = RegexValidator(r"^[0-9]{0,2}[a-z]?$", _("A space is a number, sometimes with a letter: 17 or 9a."))


def _name(label: Any, length: int, *, required: bool = True, initial: str = "") -> forms.CharField:
    return forms.CharField(label=label, max_length=length, required=required, initial=initial, validators=[_plain])


class NewLog(forms.Form):
    """A new campaign: its name, who is captain, up to four players, and the copy it is played with."""

    name = _name(_("Name of the log"), 60)
    captain = _name(_("Your name"), 40)
    player1 = _name(_("First player"), 40)
    player2 = _name(_("Second player"), 40, required=False)
    player3 = _name(_("Third player"), 40, required=False)
    player4 = _name(_("Fourth player"), 40, required=False)
    line = forms.ChoiceField(label=_("Which campaign?"))
    copy = forms.TypedChoiceField(label=_("The box on the shelf"), required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, beginnings: Sequence[Beginning], copies: Sequence[Copy], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.copies = {copy.pk: copy for copy in copies}
        line, copy = self.fields["line"], self.fields["copy"]
        assert isinstance(line, forms.ChoiceField)
        assert isinstance(copy, forms.ChoiceField)
        line.choices = [(begin.id, begin.name) for begin in beginnings]
        copy.choices = [("", _("A box that no other log of ours uses")), *((c.pk, c.name) for c in copies)]

    def seats(self) -> list[str]:
        """The named players, in order."""
        return [name for at in range(1, 5) if (name := self.cleaned_data[f"player{at}"])]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        names = [str(data.get(f"player{at}") or "").casefold() for at in range(1, 5)]
        named = [name for name in names if name]
        if len(set(named)) < len(named):
            self.add_error(
                "player2", _("Two players have the same name. Add a letter so that the log can tell them apart.")
            )
        copy, line = self.copies.get(data.get("copy") or 0), str(data.get("line", "")).rpartition(":")[2]
        if copy and line not in book.lines(copy.box_id, copy.box.content_hash):
            self.add_error("copy", _("This campaign does not lie in that box. Choose another one."))
        return data


class Recovery(forms.Form):
    """The code that stands on the print sheet, as people type it."""

    code = forms.CharField(label=_("Recovery code"), max_length=40)


class Tonight(forms.Form):
    """Who plays, in turn order: up to four places, each a seat of the campaign or a guest, with a colour."""

    def __init__(
        self,
        *args: Any,
        seats: Sequence[Seat],
        opponents: Sequence[tuple[str, str]] = (),
        optional: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if optional:
            self.fields["optional"] = forms.BooleanField(label=optional, required=False)
        if opponents:
            choices = [("", _("Nobody")), *opponents]
            self.fields["opponent"] = forms.ChoiceField(
                label=_("Who plays against you?"), choices=choices, required=False
            )
        self.names = {seat.pk: seat.name for seat in seats}
        who = [("", _("Nobody")), *((str(seat.pk), seat.name) for seat in seats), (GUEST, _("A guest"))]
        for at in range(1, PLACES_AT_TABLE + 1):
            self.fields[f"who{at}"] = forms.ChoiceField(choices=who, required=False, label=_("Who"))
            self.fields[f"guest{at}"] = _name(_("Name of the guest"), 40, required=False)
            self.fields[f"colour{at}"] = forms.ChoiceField(choices=COLOURS, required=False, label=_("Colour"))

    def places(self) -> list[tuple[int, Any, Any, Any]]:
        """Place in turn order with its three bound fields, for the template."""
        return [(at, self[f"who{at}"], self[f"guest{at}"], self[f"colour{at}"]) for at in range(1, PLACES_AT_TABLE + 1)]

    def party(self) -> list[SeatTonight]:
        """The places that are taken. Refusals: party_empty, party_twice, guest_nameless, colour_twice."""
        found = [place for at in range(1, PLACES_AT_TABLE + 1) if (place := self._place(at))]
        if not found:
            raise Refusal("party_empty", "who1")
        for at, place in enumerate(found):
            if place.seat is not None and place.seat in [p.seat for p in found[:at]]:
                raise Refusal("party_twice", f"who{at + 1}", name=self.names[place.seat])
            if place.colour and place.colour in [p.colour for p in found[:at]]:
                raise Refusal("colour_twice", f"colour{at + 1}")
        return found

    def choice(self) -> Choice:
        """The modules and the opponent that were chosen; opponents are offered as `name:level`."""
        opponent, _sep, level = self.cleaned_data.get("opponent", "").partition(":")
        return Choice(self.cleaned_data.get("optional", False), opponent, level)

    def _place(self, at: int) -> SeatTonight | None:
        who, guest, colour = (self.cleaned_data.get(f"{part}{at}", "") for part in ("who", "guest", "colour"))
        if not who:
            return None
        if who != GUEST:
            return SeatTonight(int(who), "", colour)
        if not guest:
            raise Refusal("guest_nameless", f"guest{at}")
        return SeatTonight(None, guest, colour)


EFFECTS = [
    (Effect.CARD_INTO_PLAY.value, _("A story card comes into play")),
    (Effect.TILE_ON_BOARD.value, _("A tile goes onto the board")),
    (Effect.TILE_BESIDE.value, _("A tile goes beside the board")),
    (Effect.TILE_AWAY.value, _("A tile is taken away")),
    (Effect.CARD_READ.value, _("A card is read at once, to its end")),
    (Effect.PROJECT_INTO_DECK.value, _("A project card joins the deck")),
]


class EffectForm(forms.Form):
    """One effect of a reading, as the card says it: what, the number, and the space if the card names one."""

    effect = forms.ChoiceField(label=_("What happens"), choices=EFFECTS)
    number = forms.CharField(label=_("Number of the card or tile"), max_length=6)
    space = forms.CharField(label=_("Space, if it says one"), max_length=4, required=False, validators=[_space])
    ours = forms.BooleanField(label=_("In our box it is a story card"), required=False)

    def clean_number(self) -> str:
        return _number(self.cleaned_data["number"], tile=self.data.get("effect", "").startswith("tile"))

    def wanted(self) -> Wanted:
        data = self.cleaned_data
        return Wanted(Effect(data["effect"]), data["number"], data["space"] or None, data["ours"])


CORRECT_PLACES = [
    (Place.BOARD.value, _("on the board")),
    (Place.TABLE.value, _("beside the board; a card: in play")),
    (Place.BAG.value, _("in the bag")),
    (Place.BOX.value, _("in the box, not reached")),
    (Place.GONE.value, _("out of the campaign; a card: read to its end")),
]


class Correction(forms.Form):
    """Where a piece really lies, and why the log has to be corrected."""

    kind = forms.ChoiceField(label=_("What"), choices=[("tile", _("Tile")), ("card", _("Story card"))])
    number = forms.CharField(label=_("Number"), max_length=6)
    place = forms.ChoiceField(label=_("It lies"), choices=CORRECT_PLACES)
    space = forms.CharField(label=_("Space, if it has one"), max_length=4, required=False, validators=[_space])
    reason = _name(_("Why"), 200, required=False)

    def clean_number(self) -> str:
        return _number(self.cleaned_data["number"], tile=self.data.get("kind") == "tile")

    def piece(self) -> Piece:
        return Piece(self.cleaned_data["kind"], self.cleaned_data["number"])

    def spot(self) -> Spot:
        data = self.cleaned_data
        spaced = data["kind"] == "tile" and data["place"] in (Place.BOARD, Place.BAG)
        return Spot(Place(data["place"]), (data["space"] or None) if spaced else None)


class Middle(forms.Form):
    """What lies in the bag of a campaign that goes on, and which story cards were read: numbers in any order."""

    cards = forms.CharField(label=_("Story cards in the bag"), max_length=200)
    tiles = forms.CharField(label=_("Tiles in the bag"), max_length=300, required=False)
    read = forms.CharField(label=_("Story cards that were read, as far as you know"), max_length=1000, required=False)

    def clean_cards(self) -> list[str]:
        return [_number(typed, tile=False) for typed in _split(self.cleaned_data["cards"])]

    def clean_tiles(self) -> list[str]:
        return [_number(typed, tile=True) for typed in _split(self.cleaned_data["tiles"])]

    def clean_read(self) -> list[str]:
        return [_number(typed, tile=False) for typed in _split(self.cleaned_data["read"])]

    def lies(self) -> dict[Piece, Place]:
        """The typed pieces and where each lies."""
        data = self.cleaned_data
        read = {Piece("card", number): Place.GONE for number in data["read"]}
        cards = {Piece("card", number): Place.BAG for number in data["cards"]}
        return read | cards | {Piece("tile", number): Place.BAG for number in data["tiles"]}


class ChoiceWords(forms.Form):
    """What the group chose on a card, in its own words."""

    words = _name(_("What did you choose?"), 200, required=False)


class Printed(forms.Form):
    """What a card or tile shows; read by `scenarios.printed`."""

    said = _name(_("What it shows"), 200, required=False)


class Drawn(forms.Form):
    """The tile that a column of the scenario card brought."""

    number = forms.CharField(label=_("Number of the tile"), max_length=6)

    def clean_number(self) -> str:
        return _number(self.cleaned_data["number"], tile=True)


class Points(forms.Form):
    """The points of one player; empty where nobody counted."""

    points = forms.IntegerField(required=False, min_value=-99, max_value=999)


def _split(typed: str) -> list[str]:
    return [part for part in re.split(r"[\s,;]+", typed) if part]


def _number(typed: str, *, tile: bool) -> str:
    """A number in any form people type it: "L31", "l 31", "31", "card 152". ValidationError otherwise."""
    found = re.fullmatch(r"(?:[Ll]|card|tile)?\s*0*([1-9][0-9]{0,2})", typed.strip(), re.IGNORECASE)
    if not found or (typed.strip()[:1] in "Ll" and not tile):
        raise forms.ValidationError(
            _("A tile's number is an L and one or two digits.")
            if tile
            else _("A card's number has one to three digits.")
        )
    return f"L{found[1]}" if tile else found[1]
