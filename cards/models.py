"""What lies in the boxes, loaded by the mill. Rows are retired, never deleted: journals name them for ever."""

from __future__ import annotations

from typing import Self, TypeVar

from django.db import models

from cards.board import Confidence, LocationKind, Nation
from cards.pieces import CardKind, TileKind
from cards.reference import RuleKind


class Box(models.Model):
    """A published game or expansion. `requires` lists the ids of the boxes it cannot be played without.

    `synonyms` maps language to groups of words that people use for the same thing, `unheard` to the small words of the
    language that say nothing of what is looked for.
    """

    id = models.SlugField(primary_key=True, max_length=30)
    requires = models.JSONField(default=list)
    version = models.PositiveIntegerField()
    content_hash = models.CharField(max_length=64)
    texts = models.JSONField(default=dict)
    synonyms = models.JSONField(default=dict)
    unheard = models.JSONField(default=dict)

    def __str__(self) -> str:
        return self.id


_Row = TypeVar("_Row", bound=models.Model, covariant=True)


class DefinitionQuerySet(models.QuerySet[_Row]):
    """Rows of content: those that count today, those of some boxes."""

    def current(self) -> Self:
        """Rows that the content files still hold."""
        return self.filter(retired=False)

    def of(self, boxes: list[str]) -> Self:
        return self.filter(box__in=boxes)


class Definition(models.Model):
    """A row of content: known by (box, key) for ever.

    `texts` maps language to field to text; `facts` names the sources.
    """

    box = models.ForeignKey(Box, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=60)
    facts = models.JSONField(default=list)
    texts = models.JSONField(default=dict)
    retired = models.BooleanField(default=False)

    objects = DefinitionQuerySet.as_manager()

    class Meta:
        abstract = True
        constraints = [
            models.UniqueConstraint(fields=["box", "key"], name="%(class)s_key_is_unique_in_its_box"),
        ]

    def __str__(self) -> str:
        return f"{self.box_id}:{self.key}"


class StoryCard(Definition):
    """One possible card number (story, scenario, The Search, project) and its kind; `line` belongs to story cards."""

    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20, choices=[(kind.value, kind.value) for kind in CardKind])
    line = models.CharField(max_length=30, blank=True)
    sure = models.BooleanField(default=True)
    public = models.BooleanField(default=False)


class LegacyTile(Definition):
    """A legacy tile; `key` is its printed number, L1 to L40. `space` is empty where only the tile tells."""

    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in TileKind])
    copies = models.PositiveSmallIntegerField(default=1)
    space = models.CharField(max_length=10, blank=True)
    number_sure = models.BooleanField(default=True)
    public = models.BooleanField(default=False)


class HomePort(Definition):
    """A Home Port; its texts are `name`, `effect` and, for what only the tile tells, `open`."""


class Location(Definition):
    """A location of the board; `key` is what the board prints. Fields as in `cards.board.Location`, empty for none."""

    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in LocationKind])
    confidence = models.CharField(
        max_length=10, choices=[(one.value, one.value) for one in Confidence], default=Confidence.HIGH.value
    )
    scenario_nation = models.CharField(max_length=10, choices=[(one.value, one.value) for one in Nation], blank=True)
    becomes_city_with = models.CharField(max_length=5, blank=True)
    needs_tile = models.CharField(max_length=5, blank=True)


class Chart(Definition):
    """The drawing of the board, one row a box. Fields as in `cards.chart`; no `sheet` where another box brings it."""

    sheet = models.JSONField(default=dict)
    places = models.JSONField(default=list)
    legs = models.JSONField(default=list)
    spare = models.JSONField(default=list)


class Rule(Definition):
    """One answer to one question; its texts are `name`, `text` and `open`. Fields as in `cards.reference.Rule`."""

    chapter = models.CharField(max_length=20)
    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in RuleKind])
    moments = models.JSONField(default=list)
    places = models.JSONField(default=list)
    scenarios = models.JSONField(default=list)
    modules = models.JSONField(default=list)
    without_modules = models.JSONField(default=list)
    tiles = models.JSONField(default=list)
    players = models.JSONField(default=list)
    opponent = models.CharField(max_length=60, blank=True)
    about = models.JSONField(default=list)


class AutomaCard(Definition):
    """A card of an opponent; it has no texts, its words are made of what it does. As `cards.reference.AutomaCard`."""

    opponent = models.CharField(max_length=60)
    deck = models.CharField(max_length=1)
    points = models.PositiveSmallIntegerField(default=0)
    areas = models.JSONField(default=list)
    steps = models.PositiveSmallIntegerField(default=0)
    route = models.CharField(max_length=10, blank=True)
    display = models.PositiveSmallIntegerField(default=0)
    actions = models.JSONField(default=list)


class Edge(Definition):
    """An arrow from `start` to `end`, which is empty where no source says it. Fields as in `cards.board.Edge`.

    Locations are named by their keys, since the arrow may come from another box than they do. It has no texts.
    """

    start = models.CharField(max_length=10)
    end = models.CharField(max_length=10, blank=True)
    among = models.JSONField(default=list)
    confidence = models.CharField(max_length=10, choices=[(one.value, one.value) for one in Confidence])
    needs_tile = models.CharField(max_length=5, blank=True)
    cost = models.PositiveSmallIntegerField(null=True, default=1)
    once_per_player = models.BooleanField(default=False)
    rounds = models.JSONField(default=list)
