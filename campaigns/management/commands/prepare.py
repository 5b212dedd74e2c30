"""Everything between unpacking a version of Portolan and serving it."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import Error
from django.utils.translation import gettext as _

from campaigns import backup
from scenarios.packs import loader
from scenarios.packs.reader import PackError


class Command(BaseCommand):
    """Check the database, copy it before it is migrated, migrate, load changed content, collect static files.

    Run at each start: a step without work does nothing and says nothing. Whatever forbids serving is a CommandError
    of one sentence.
    """

    help = "Make the data folder ready for this version: copy the database, migrate, load content, collect static files"

    # Checks are for those who change the code and run in CI; here they would only cost time at each start.
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        try:
            self._migrate()
            self._load_content()
            self._collect_static()
        except PackError as error:
            raise CommandError(str(error)) from error
        except (backup.UnusableError, Error, OSError) as error:
            raise CommandError(_sentence(error)) from error

    def _migrate(self) -> None:
        """Bring the tables up to date, after a copy of what was there."""
        kept = Path(connection.settings_dict["NAME"]) if connection.vendor == "sqlite" else None
        if kept:
            backup.require_usable(kept)
        executor = MigrationExecutor(connection)
        pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if not pending:
            return
        if not kept:
            self.stdout.write(_("PostgreSQL is not copied before a migration: backups are the host's business."))
        elif executor.loader.applied_migrations:
            backup.require_usable(kept, thorough=True)
            self.stdout.write(_("The database was copied to %s.") % backup.copy(kept, datetime.now(UTC)))
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(_("The database was brought up to date: %d migrations.") % pending)

    def _load_content(self) -> None:
        if loader.load().differs:
            self.stdout.write(_("The content of the boxes was loaded."))

    def _collect_static(self) -> None:
        """Collect the static files under their hashed names, unless those there are made of the same."""
        note, wanted = settings.DATA_DIR / "static.hash", _static_hash()
        if (settings.STATIC_ROOT / "staticfiles.json").is_file() and note.is_file() and note.read_text() == wanted:
            return
        note.unlink(missing_ok=True)  # interrupted half-way, it has to be done again
        call_command("collectstatic", interactive=False, clear=True, verbosity=0)
        note.write_text(wanted)
        self.stdout.write(_("The static files were collected."))


def _sentence(error: Exception) -> str:
    """One line of what went wrong; for SQLite also what to do."""
    if isinstance(error.__cause__, sqlite3.Error) and not isinstance(error, backup.UnusableError):
        return backup.explain(Path(connection.settings_dict["NAME"]), error.__cause__)
    return " ".join(str(error).split())


def _static_hash() -> str:
    """A hash of all static files, their names and the libraries that make the collected ones of them."""
    made = hashlib.sha256(f"{version('django')} {version('servestatic')}".encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            with storage.open(name) as file:
                made.update(f"\0{name}\0".encode() + file.read())
    return made.hexdigest()
