"""What happened at the table. `journal.py` is the only writer of entries and of the four projections."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from campaigns.rules.state import UNDER_WAY

if TYPE_CHECKING:
    from collections.abc import Sequence


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


class Member(models.Model):
    """A person with access. `recovery` is the hash of the code that brings them back on another device."""

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

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(role__in=["captain", "crew", "lookout"]), name="member_role_is_known"),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(role="captain"), name="campaign_has_at_most_one_captain"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class SeatQuerySet(models.QuerySet["Seat"]):
    """The players of campaigns."""

    def of(self, campaign: int) -> Self:
        """The seats of a campaign, in the order in which the group named its players."""
        return self.filter(campaign=campaign).order_by("position")

    def names(self) -> dict[int, str]:
        """Names by id."""
        return {seat.pk: seat.name for seat in self}


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
    legacy_sequence = models.PositiveIntegerField()
    content_version = models.CharField(max_length=80)
    opened = models.DateTimeField(default=timezone.now)
    played_on = models.DateField(null=True)

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
