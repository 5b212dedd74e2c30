"""The four projections of the journal, written by `campaigns/projections.py` alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.db import models
from django.utils import timezone

from campaigns.models.people import Campaign
from campaigns.models.plays import Play

if TYPE_CHECKING:
    from collections.abc import Sequence


class TileStateQuerySet(models.QuerySet["TileState"]):
    """Where tiles lie."""

    def kept(self, copy: int, tiles: Sequence[str]) -> Self:
        """Those of `tiles` that a campaign of the copy keeps: in its bag, or on the table of its game."""
        return self.filter(campaign__copy=copy, tile__in=tiles).exclude(spot__in=["box", "gone"])


class TileState(models.Model):
    """Projection: where a tile lies, unless in the box; `at` is when the entry was written that moved it last."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="tiles")
    tile = models.CharField(max_length=4)
    spot = models.CharField(max_length=30)
    at = models.DateTimeField(default=timezone.now)

    objects = TileStateQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "tile"], name="tile_lies_in_one_spot")]

    def __str__(self) -> str:
        return f"{self.tile} {self.spot}"


class CardState(models.Model):
    """Projection: where a story card lies, unless in the box, and what the group chose on it."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="cards")
    number = models.PositiveSmallIntegerField()
    spot = models.CharField(max_length=30, default="box")
    choice = models.CharField(max_length=200, null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="card_lies_in_one_spot")]

    def __str__(self) -> str:
        return f"{self.number} {self.spot}"


class PlayResult(models.Model):
    """Projection: points of one place in a play's turn order."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="results")
    index = models.PositiveSmallIntegerField()
    points = models.IntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "index"], name="place_has_one_result_in_its_play")]

    def __str__(self) -> str:
        return f"{self.index}: {self.points}"


class PlayState(models.Model):
    """Projection: the state of a play's stream, one JSON of subject to value for each aid."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="states")
    aid = models.CharField(max_length=30)
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "aid"], name="play_has_one_state_of_each_aid")]

    def __str__(self) -> str:
        return self.aid
