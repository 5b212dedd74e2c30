"""The story: what a reading decided, and what the log has to correct."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaigns.forms import name_field, number, space
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.state import Piece, Place, Spot

if TYPE_CHECKING:
    from campaigns.aids.ending import Asked

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
    space = forms.CharField(label=_("Space, if it says one"), max_length=4, required=False, validators=[space])
    ours = forms.BooleanField(label=_("In our box it is a story card"), required=False)

    def clean_number(self) -> str:
        return number(self.cleaned_data["number"], tile=self.data.get("effect", "").startswith("tile"))

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
    space = forms.CharField(label=_("Space, if it has one"), max_length=4, required=False, validators=[space])
    reason = name_field(_("Why"), 200, required=False)

    def clean_number(self) -> str:
        return number(self.cleaned_data["number"], tile=self.data.get("kind") == "tile")

    def piece(self) -> Piece:
        return Piece(self.cleaned_data["kind"], self.cleaned_data["number"])

    def spot(self) -> Spot:
        data = self.cleaned_data
        spaced = data["kind"] == "tile" and data["place"] in (Place.BOARD, Place.BAG)
        return Spot(Place(data["place"]), (data["space"] or None) if spaced else None)


class Peek(forms.Form):
    """A tile that somebody wants to read ahead of the story."""

    number = forms.CharField(label=_("Number of the tile"), max_length=6)

    def clean_number(self) -> str:
        return number(self.cleaned_data["number"], tile=True)


class RulingWords(forms.Form):
    """How the table reads what the sources leave open."""

    words = name_field(_("How do you play it?"), 200, required=False)


class ChoiceWords(forms.Form):
    """What the group chose on a card, in its own words."""

    words = name_field(_("What did you choose?"), 200, required=False)


_AHEAD = [("0", _("level with him")), ("1", _("ahead of him")), ("-1", _("behind him"))]


class Points(forms.Form):
    """The points of one player, empty where nobody counted, and how explorer and quests stand against the opponent."""

    points = forms.IntegerField(required=False, min_value=-99, max_value=999)

    def __init__(self, *args: Any, compares: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if compares:
            for name, label in (("explorer", _("Explorer")), ("quests", _("Number of quests"))):
                self.fields[name] = forms.TypedChoiceField(
                    label=label, choices=_AHEAD, coerce=int, required=False, empty_value=None
                )


class Ended(forms.Form):
    """What else the verdict needs to hear, as far as no help at the table knows it."""

    opponent = forms.IntegerField(label=_("Points of the opponent"), required=False, min_value=0, max_value=999)
    markers = forms.IntegerField(
        label=_("Ownership markers left on the board"), required=False, min_value=0, max_value=39
    )
    luysa = forms.ChoiceField(
        label=_("Luysa"),
        choices=[
            ("", _("not said yet")),
            ("freed", _("freed")),
            ("found", _("found, not freed")),
            ("hidden", _("not found")),
        ],
        required=False,
    )

    def __init__(self, data: Any = None, *, asked: Asked, initial: Any = None) -> None:
        super().__init__(data, prefix="ended", initial=initial)
        for name in ("opponent", "markers", "luysa"):
            if not getattr(asked, name):
                del self.fields[name]
