"""What people type, read strictly: bounded lengths, plain digits, no control characters. One module for each screen."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

OP = re.compile(r"[0-9a-f]{32}")

_plain = RegexValidator(r"^[^\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]*$", _("Letters, digits and signs only, please."))
space = RegexValidator(r"^[0-9]{0,2}[a-z]?$", _("A space is a number, sometimes with a letter: 17 or 9a."))


def name_field(label: Any, length: int, *, required: bool = True, initial: str = "") -> forms.CharField:
    """A field for a name or a few plain words of at most `length` signs."""
    return forms.CharField(label=label, max_length=length, required=required, initial=initial, validators=[_plain])


def split(typed: str) -> list[str]:
    """What was typed with blanks or commas between."""
    return [part for part in re.split(r"[\s,;]+", typed) if part]


def number(typed: str, *, tile: bool) -> str:
    """A number in any form people type it: "L31", "l 31", "31", "card 152". ValidationError otherwise."""
    found = re.fullmatch(r"(?:[Ll]|card|tile)?\s*0*([1-9][0-9]{0,2})", typed.strip(), re.IGNORECASE)
    if not found or (typed.strip()[:1] in "Ll" and not tile):
        raise forms.ValidationError(
            _("A tile's number is an L and one or two digits.")
            if tile
            else _("A card's number has one to three digits.")
        )
    return f"L{found[1]}" if tile else found[1]
