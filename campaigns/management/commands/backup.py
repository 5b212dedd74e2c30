"""Makes a backup now, also while the server runs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from campaigns import backup, daily, holdings


class Command(BaseCommand):
    help = "Copy the SQLite database now, check the copy, note its hash beside it; the newest fourteen are kept."

    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        """CommandError of one sentence if no sound copy could be made, and on PostgreSQL."""
        source = daily.database()
        if source is None:
            raise CommandError(_("PostgreSQL holds the data: make the backup with pg_dump (docs/how-to/host.md)."))
        try:
            made = daily.take(source, datetime.now(UTC))
            lines = holdings.describe(holdings.read(made))
        except (backup.UnusableError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("Backup: %s") % made)
        self.stdout.write(_("%d kB, SHA-256 %s") % (made.stat().st_size // 1000, backup.noted_hash(made)))
        for line in lines:
            self.stdout.write(line)
