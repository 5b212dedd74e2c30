"""Makes a new data folder of a backup, after telling how the backup differs from what is here."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from campaigns import backup, daily, holdings, restore
from campaigns.backup import UnusableError

if TYPE_CHECKING:
    from argparse import ArgumentParser

    from campaigns.holdings import Holdings


class Command(BaseCommand):
    help = "Restore a backup into a new data folder; nothing is ever written over."

    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, help="a backup, or the name of one that --list shows")
        parser.add_argument("--into", type=Path, metavar="FOLDER", help="the new data folder")
        parser.add_argument("--list", action="store_true", help="show what backups there are, and do nothing")

    def handle(self, *args: Any, file: Path | None, into: Path | None, list: bool, **options: Any) -> None:  # noqa: A002
        """CommandError of one sentence if the file or the folder will not do, and on PostgreSQL."""
        if daily.database() is None:
            raise CommandError(_("PostgreSQL holds the data: restore with pg_restore (docs/how-to/host.md)."))
        try:
            if list:
                self._list()
            elif file is None or into is None:
                raise CommandError(_("Name a backup and a new folder: manage.py restore FILE --into FOLDER."))
            else:
                self._restore(restore.find(file), into)
        except (UnusableError, OSError) as error:
            raise CommandError(str(error)) from error

    def _list(self) -> None:
        found = [one for folder in restore.folders() for one in backup.backups(folder)]
        if not found:
            self.stdout.write(_("There is no backup yet."))
        for one in found:
            try:
                said = holdings.describe(restore.require_whole(one.path))[0]
            except UnusableError as error:
                said = str(error)
            row = {"path": one.path, "taken": f"{one.taken:%Y-%m-%d %H:%M}", "size": one.size // 1000, "said": said}
            self.stdout.write(_("%(path)s: %(taken)s UTC, %(size)d kB, %(said)s") % row)

    def _restore(self, file: Path, into: Path) -> None:
        found = restore.require_whole(file)
        restore.require_new(into)
        self._compare(found)
        if not backup.noted_hash(file):
            self.stdout.write(_("No hash lies beside the copy: only its integrity could be checked."))
        self.stdout.write(_("Restored into %s") % restore.put(file, into))
        if restore.lend_secret(into):
            self.stdout.write(_("The secret was copied too, so all devices stay known."))
        else:
            self.stdout.write(_("No secret is here: copy secret.key too, or everybody comes back by a recovery code."))
        self.stdout.write(_("Serve it with: python3 start.py --data %s") % into)

    def _compare(self, found: Holdings) -> None:
        """The comparison in words; data that cannot be read is no reason to keep the backup back."""
        present = daily.database()
        for line in holdings.describe(found):
            self.stdout.write(line)
        if present is None or not present.is_file():
            self.stdout.write(_("There is no present data to compare it with."))
            return
        try:
            lines = holdings.compare(found, holdings.read(present, kept=False))
        except UnusableError as error:
            self.stdout.write(_("The present data cannot be compared: %s") % error)
            return
        self.stdout.write(_("Against the present data in %s:") % present)
        for line in lines:
            self.stdout.write(line)
