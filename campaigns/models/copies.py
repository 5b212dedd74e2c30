"""What a copy tells for every campaign that is played with it."""

from __future__ import annotations

from django.db import models

from campaigns.models.people import Campaign, Copy, Member


class PrintedTable(models.Model):
    """What stands only on a card or tile of a copy, in the canonical form of `scenarios.printed`; empty: taken back.

    `key` as in tables.py; `pulse` is that of the campaign in which it was typed last.
    """

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="printed_tables")
    key = models.CharField(max_length=200)
    said = models.CharField(max_length=200, blank=True)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="+")
    pulse = models.PositiveBigIntegerField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["copy", "key"], name="printed_table_is_unique_in_its_copy")]

    def __str__(self) -> str:
        return self.key


class Ruling(models.Model):
    """How the group of a copy reads what the sources leave open: `entry` is an entry of the pilot book, `kind:key`.

    Empty words: taken back. `pulse` is that of the campaign in which it was written last.
    """

    copy = models.ForeignKey(Copy, on_delete=models.CASCADE, related_name="rulings")
    entry = models.CharField(max_length=80)
    words = models.CharField(max_length=200, blank=True)
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="+")
    pulse = models.PositiveBigIntegerField()
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["copy", "entry"], name="ruling_is_unique_in_its_copy")]

    def __str__(self) -> str:
        return self.entry
