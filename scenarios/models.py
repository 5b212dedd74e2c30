"""Scenarios, modules, lines and set-up steps, loaded by the mill."""

from __future__ import annotations

from django.db import models

from cards.models import Definition


class Line(Definition):
    """A campaign that a group can begin: its first story card and the tiles that its first game starts with.

    A line of evenings has no card (0) and no scenario of its own.
    """

    first_story_card = models.PositiveSmallIntegerField()
    first_tiles = models.JSONField(default=list)
    scenario = models.CharField(max_length=60, blank=True)


class Module(Definition):
    """A part of the rules that a scenario uses; `requires` lists keys of modules it cannot do without."""

    requires = models.JSONField(default=list)
    aids = models.JSONField(default=list)


class Opponent(Definition):
    """Who plays by cards. `alone` are the modes in which one person may choose it, `always` those that bring it."""

    levels = models.JSONField(default=list)
    module = models.CharField(max_length=60, blank=True)
    alone = models.JSONField(default=list)
    always = models.JSONField(default=list)
    aids = models.JSONField(default=list)


class Scenario(Definition):
    """A way to play. `cards` are the numbers that start it; `modules` are the keys of those it always uses.

    `starts` lists for each card what lies at the start, as in `packs/schema.py`.
    """

    class Mode(models.TextChoices):
        COMPETITIVE = "competitive"
        COOPERATIVE = "cooperative"

    mode = models.CharField(max_length=12, choices=Mode.choices)
    cards = models.JSONField(default=list)
    starts = models.JSONField(default=list)
    modules = models.JSONField(default=list)
    optional_modules = models.JSONField(default=list)
    first_game = models.BooleanField(default=False)
    players = models.JSONField(default=list)
    rounds = models.PositiveSmallIntegerField(default=4)
    one_by_one = models.BooleanField(default=False)


class ScoreSheet(Definition):
    """How the box counts, one row a box. Fields as in `packs/score.py`."""

    fields = models.JSONField(default=list)
    categories = models.JSONField(default=list)
    weights = models.JSONField(default=list)
    order = models.JSONField(default=list)
    tie = models.CharField(max_length=10)
    goal = models.PositiveSmallIntegerField(null=True)


class SetupStep(Definition):
    """One step of a set-up; `setup.py` turns it into no, one or several lines. Fields as in `packs/schema.py`."""

    scenarios = models.JSONField(default=list)
    area = models.CharField(max_length=10)
    position = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=10, blank=True)
    each = models.CharField(max_length=10, blank=True)
    taken_from = models.CharField(max_length=10, blank=True)
    modules = models.JSONField(default=list)
    without_modules = models.JSONField(default=list)
    cards = models.JSONField(default=list)
    players = models.JSONField(default=list)
    opponent = models.CharField(max_length=60, blank=True)
    tiles = models.JSONField(default=list)
    amounts = models.JSONField(default=dict)
    reasons = models.JSONField(default=list)
    open = models.BooleanField(default=False)
    section = models.CharField(max_length=20, blank=True)
    printed = models.CharField(max_length=10, blank=True)
    choices = models.JSONField(default=list)
    chosen = models.CharField(max_length=80, blank=True)
    lot = models.JSONField(default=dict)


class TurnPart(Definition):
    """A part of the course of a game, as in `packs/turn.py`; `position` is its place in the file."""

    part = models.CharField(max_length=12)
    of = models.CharField(max_length=60, blank=True)
    modules = models.JSONField(default=list)
    without_modules = models.JSONField(default=list)
    public = models.BooleanField(default=False)
    position = models.PositiveSmallIntegerField()
