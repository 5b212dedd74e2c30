"""`manage.py load_packs`: brings cards, tiles, scenarios and set-up steps to what the content files say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scenarios.packs.loader import Summary, load
from scenarios.packs.pack import DATA
from scenarios.packs.reader import PackError


class Command(BaseCommand):
    help = "Loads the content packs. Each fault is one line, `file:line: key.path: what is wrong`, and exit code 1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="say what would change, write nothing; 1 if anything")
        parser.add_argument("--folder", type=Path, default=DATA, help="read the packs from here")

    def handle(self, *args: Any, check: bool, folder: Path, verbosity: int = 1, **options: Any) -> None:
        """Raises CommandError for faults, and with `check` if rows differ from the files."""
        if not folder.is_dir():
            raise CommandError(f"there is no folder {folder}")
        try:
            summary = load(folder, check_only=check)
        except PackError as error:
            raise CommandError(str(error)) from error
        self._tell(summary, verbosity)
        if check and summary.differs:
            raise CommandError("the rows differ from the content files")

    def _tell(self, summary: Summary, verbosity: int) -> None:
        for model, counts in summary.models.items():
            if counts.differs and verbosity:
                said = f"{counts.added} added, {counts.changed} changed, {counts.retired} retired"
                self.stdout.write(f"{model}: {said}, {counts.unchanged} unchanged")
        for sentence in summary.meanings:
            self.stderr.write(f"another meaning: {sentence}")
        if not summary.differs and verbosity:
            self.stdout.write("nothing to do")
