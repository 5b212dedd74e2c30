"""The journal. `campaigns/journal.py` is its only writer."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaigns.models.people import Campaign, Member


class Entry(models.Model):
    """One committed step of a stream (0 the legacy, n play n), never changed but for `standing`, which is projected."""

    FORMAT = 1

    class Kind(models.TextChoices):
        BEGIN = "begin"
        OPEN = "open"
        READING = "reading"
        CLOSE = "close"
        GIVE_UP = "give_up"
        MIDDLE = "middle"
        CORRECTION = "correction"
        TAKE_OFF = "take_off"
        REST = "rest"
        AID = "aid"
        ROUND = "round"
        UNDO = "undo"
        AGAIN = "again"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    stream = models.PositiveIntegerField()
    sequence = models.PositiveIntegerField()
    op = models.CharField(max_length=40)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    changes = models.JSONField()
    touches = models.JSONField()
    values = models.JSONField(default=dict)
    of = models.PositiveIntegerField(null=True)
    standing = models.BooleanField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="entries")
    format = models.PositiveSmallIntegerField(default=FORMAT)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "stream", "sequence"], name="entry_sequence_is_unique"),
            models.UniqueConstraint(fields=["campaign", "op"], name="entry_op_is_unique_in_its_campaign"),
            models.CheckConstraint(
                condition=Q(kind__in=["undo", "again"], of__isnull=False)
                | (~Q(kind__in=["undo", "again"]) & Q(of__isnull=True)),
                name="entry_names_another_exactly_when_it_undoes_or_redoes",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.stream}.{self.sequence}"
