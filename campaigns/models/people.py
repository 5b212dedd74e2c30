"""Who plays, with which copy, in which campaign."""

from __future__ import annotations

import uuid
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Device(models.Model):
    """A browser, known by its signed cookie. It has no name and belongs to nobody: members have devices."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    first_seen = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.id)


class Copy(models.Model):
    """One physical set on somebody's shelf."""

    box = models.ForeignKey("cards.Box", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)

    def __str__(self) -> str:
        return self.name


class Campaign(models.Model):
    """A log. `revision` counts the entries of its legacy stream, `pulse` everything that others can see change.

    `rest` is projected: empty while the campaign goes on, "aside" or "ended" when the group said so.
    """

    code = models.CharField(max_length=6, unique=True)
    name = models.CharField(max_length=60)
    copy = models.ForeignKey(Copy, on_delete=models.PROTECT, related_name="campaigns")
    line = models.CharField(max_length=60)
    op = models.CharField(max_length=40, unique=True)
    revision = models.PositiveIntegerField(default=0)
    pulse = models.PositiveBigIntegerField(default=0)
    rest = models.CharField(max_length=10, blank=True)
    begun = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.code


class MemberQuerySet(models.QuerySet["Member"]):
    """The people of campaigns."""

    def of(self, campaign: int) -> Self:
        """Those who have access to a campaign, in the order in which they came."""
        return self.filter(campaign=campaign, left__isnull=True).order_by("pk")

    def captain(self, campaign: int) -> Member:
        """The captain of a campaign."""
        return self.get(campaign=campaign, role=Member.Role.CAPTAIN)

    def with_seat(self) -> Self:
        """With the player that each of them is."""
        return self.select_related("seat")


class Member(models.Model):
    """A person with access. `recovery` is the hash of the code that brings them back on another device.

    `seat` is the player that this person is, `op` the tap that made them a member, `changed` when they last came, took
    a seat or another role. Who left keeps the row, because entries name it, and nothing else.
    """

    class Role(models.TextChoices):
        CAPTAIN = "captain"
        CREW = "crew"
        LOOKOUT = "lookout"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="members")
    devices = models.ManyToManyField(Device, related_name="members")
    name = models.CharField(max_length=40)
    role = models.CharField(max_length=10, choices=Role.choices)
    recovery = models.CharField(max_length=64, unique=True, null=True)
    noted = models.BooleanField(default=False)
    seat = models.ForeignKey("campaigns.Seat", on_delete=models.SET_NULL, null=True, related_name="+")
    op = models.CharField(max_length=40, unique=True, null=True)
    changed = models.DateTimeField(default=timezone.now)
    left = models.DateTimeField(null=True)

    objects = MemberQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__in=["captain", "crew", "lookout"]), name="member_role_is_known"),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(role="captain"), name="campaign_has_at_most_one_captain"
            ),
            models.UniqueConstraint(fields=["seat"], name="seat_has_at_most_one_member"),
            models.CheckConstraint(
                condition=Q(left__isnull=True) | Q(recovery__isnull=True, seat__isnull=True) & ~Q(role="captain"),
                name="member_who_left_keeps_nothing",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """The invitations of campaigns."""

    def open(self, campaign: int) -> Self:
        """Those of a campaign that somebody could still take, the newest first."""
        waiting = self.filter(campaign=campaign, withdrawn__isnull=True, taken__isnull=True)
        return waiting.filter(Q(ends__isnull=True) | Q(ends__gt=timezone.now())).order_by("-pk")


class Invitation(models.Model):
    """A code that makes whoever types it a member with `role`, until it ends or is withdrawn.

    That of a captain serves once: `taken` says when it did. A code never means two invitations, not even one after
    the other, so that an old one cannot lead to another table.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    code = models.CharField(max_length=6, unique=True)
    role = models.CharField(max_length=10, choices=Member.Role.choices)
    by = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="+")
    op = models.CharField(max_length=40, unique=True)
    made = models.DateTimeField(default=timezone.now)
    ends = models.DateTimeField(null=True)
    withdrawn = models.DateTimeField(null=True)
    taken = models.DateTimeField(null=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=["captain", "crew", "lookout"]), name="invitation_role_is_known"
            ),
            models.CheckConstraint(
                condition=Q(taken__isnull=True) | Q(role="captain"), name="invitation_of_a_captain_serves_once"
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"


class Opened(models.Model):
    """A tile that a member opened deliberately, ahead of the story: for this member only."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="opened")
    tile = models.CharField(max_length=4)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "tile"], name="member_opens_a_tile_once")]

    def __str__(self) -> str:
        return self.tile


class SeatQuerySet(models.QuerySet["Seat"]):
    """The players of campaigns."""

    def of(self, campaign: int) -> Self:
        """The seats of a campaign, in the order in which the group named its players."""
        return self.filter(campaign=campaign).order_by("position")

    def names(self) -> dict[int, str]:
        """Names by id."""
        return {seat.pk: seat.name for seat in self}


class Seat(models.Model):
    """A player of the campaign; `position` is the order in which the group named its players."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="seats")
    name = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "position"], name="seat_position_is_unique_in_its_campaign"),
        ]

    def __str__(self) -> str:
        return self.name
