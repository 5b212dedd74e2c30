"""Codes of the table as words, for templates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import template

from campaigns import table_phrases, wording
from scenarios import automa

if TYPE_CHECKING:
    from campaigns.models import Entry
    from cards.reference import Action, AutomaCard

register = template.Library()


@register.filter
def area(code: str) -> str:
    """What an area of a card of Jacques does."""
    return automa.area(code)


@register.filter
def short_area(code: str) -> str:
    """An area in a word or two."""
    return automa.short(code)


@register.filter
def action(one: Action) -> str:
    """What a card of Jean does."""
    return automa.action(one)


@register.filter
def sails(card: AutomaCard) -> str:
    """How the ship of Jean sails."""
    return automa.sails(card)


@register.filter
def display(card: AutomaCard) -> str:
    """Which card of the display Jean takes."""
    return automa.display(card)


@register.filter
def nation(key: str) -> str:
    """What a nation is called."""
    return str(automa.NATIONS[str(key)])


@register.filter
def condition(key: str) -> str:
    """What a cooperative game is won by."""
    return str(table_phrases.CONDITIONS[key])


@register.filter
def counter(name: str) -> str:
    """What a counter counts."""
    return str(table_phrases.COUNTERS[name])


@register.filter
def reading(name: str, yes: bool) -> str:
    """How a table reads a question."""
    return str(table_phrases.READINGS[name][yes])


@register.filter
def otherwise(name: str, yes: bool) -> str:
    """The other way to read a question."""
    return str(table_phrases.READINGS[name][not yes])


@register.filter
def step(entry: Entry) -> str:
    """What an entry did, in a few words."""
    return wording.title(entry)
