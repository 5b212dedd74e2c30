"""Games, their readings in the making, the ticks of their lists."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaigns.models.people import Campaign, Member
from campaigns.rules.state import UNDER_WAY


class PlayQuerySet(models.QuerySet["Play"]):
    """The games of campaigns."""

    def of(self, campaign: int) -> Self:
        return self.filter(campaign=campaign)

    def standing(self) -> Self:
        """Plays whose opening was not taken back."""
        return self.exclude(status="")

    def on_copy(self, copy: int) -> Self:
        """The games of all campaigns that are played with a copy."""
        return self.filter(campaign__copy=copy)

    def without_log(self) -> Self:
        """Games that were played without this log."""
        return self.filter(played_on__isnull=False)

    def aside(self) -> Self:
        """Evenings of their own that are under way."""
        return self.filter(status="aside")

    def under_way(self) -> Self:
        """A campaign has at most one."""
        return self.filter(status__in=UNDER_WAY)


class Play(models.Model):
    """One game. `number` names it and its stream for ever; `game` is what the group calls it ("game 3").

    Kept as given when it was opened: starting card (0: the archive), modules, opponent and level, party (seat id or
    guest, colour; in turn order), the set-up lines, the legacy sequence and the content version. `status` and
    `readings` are projected; a status of "" is an opening taken back. `draws` are the tiles that an evening of its own
    drew, by column, with member and pulse; they and the printed tables of the copy are what changes the list, because
    the group says so. `played_on` is the day of a game that was played without this log: it has no list and no rounds.
    `won` is projected: the verdict where all win or lose together, or one plays alone. `rounds` is how many the game
    has, 1 where it has none. `chosen` is what seats chose for this game, by key of `scenarios.printed`, with member,
    pulse and time.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="plays")
    number = models.PositiveIntegerField()
    game = models.PositiveIntegerField()
    scenario = models.CharField(max_length=60)
    card = models.PositiveSmallIntegerField(default=0)
    modules = models.JSONField(default=list)
    opponent = models.CharField(max_length=20, blank=True)
    level = models.CharField(max_length=20, blank=True)
    revision = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, blank=True)
    readings = models.JSONField(default=list)
    party = models.JSONField()
    lines = models.JSONField()
    draws = models.JSONField(default=list)
    rounds = models.PositiveSmallIntegerField(default=4)
    chosen = models.JSONField(default=dict)
    legacy_sequence = models.PositiveIntegerField()
    content_version = models.CharField(max_length=80)
    opened = models.DateTimeField(default=timezone.now)
    played_on = models.DateField(null=True)
    won = models.BooleanField(null=True)

    objects = PlayQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="play_number_is_unique_in_its_campaign"),
            models.UniqueConstraint(
                fields=["campaign"],
                condition=Q(status__in=["open", "aside"]),
                name="campaign_has_at_most_one_open_play",
            ),
            models.CheckConstraint(
                condition=Q(status__in=["", "open", "aside", "played", "given_up"]), name="play_status_is_known"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="play_number_starts_at_one"),
        ]

    def __str__(self) -> str:
        return f"play {self.number}"

    @property
    def is_under_way(self) -> bool:
        return self.status in UNDER_WAY


class Part(models.Model):
    """Who lays out one run of lines of a play's set-up list; `pulse` is the campaign's when that was said."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="parts")
    area = models.CharField(max_length=40)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="parts")
    pulse = models.PositiveBigIntegerField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["play", "area"], name="part_has_one_member_in_its_play")]

    def __str__(self) -> str:
        return self.area


class DraftQuerySet(models.QuerySet["Draft"]):
    """Readings and closings in the making."""

    def of(self, play: Play | None) -> Self:
        """The drafts of a play, with who changed them last."""
        return self.filter(play=play).select_related("play", "opened_by", "changed_by")

    def open(self) -> Self:
        """A play has at most one."""
        return self.filter(status=Draft.Status.OPEN)


class Draft(models.Model):
    """A reading or a closing in the making; `data` as in story.py. One is open for a play at a time."""

    class Status(models.TextChoices):
        OPEN = "open"
        COMMITTED = "committed"
        DROPPED = "dropped"

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="drafts")
    after = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    data = models.JSONField(default=dict)
    opened_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    changed_by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    opened = models.DateTimeField(default=timezone.now)
    changed = models.DateTimeField(default=timezone.now)

    objects = DraftQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["play"], condition=Q(status="open"), name="play_has_at_most_one_open_draft"
            ),
            models.CheckConstraint(condition=Q(after__lte=4), name="draft_follows_at_most_round_four"),
        ]

    def __str__(self) -> str:
        return f"draft after round {self.after}"


class Tick(models.Model):
    """Whether one line of a play's set-up list, with its amount, is done. `pulse` is the campaign's when it was set."""

    play = models.ForeignKey(Play, on_delete=models.CASCADE, related_name="ticks")
    line = models.CharField(max_length=80)
    amount = models.CharField(max_length=80, blank=True)
    done = models.BooleanField()
    pulse = models.PositiveBigIntegerField()
    op = models.CharField(max_length=40)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["play", "line", "amount"], name="tick_is_unique_for_line_and_amount"),
        ]

    def __str__(self) -> str:
        return self.line
