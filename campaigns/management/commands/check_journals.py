"""Replays every journal and compares it with what the pages show."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from campaigns import log
from campaigns.models import Campaign


class Command(BaseCommand):
    help = "Replay every journal and compare it with the projections; exit code 1 if one differs."

    def handle(self, *args: Any, **options: Any) -> None:
        faults = [f"{c.code}: {line}" for c in Campaign.objects.all() for line in log.differences(c.pk)]
        if faults:
            raise CommandError("\n".join(faults))
        self.stdout.write(f"{Campaign.objects.count()} journals replayed, all equal.")
