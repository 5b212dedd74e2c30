"""What a question costs, beside SQLite's FTS5 on the same texts: 1,000 entries in each of four languages.

    python -m bench.lookup [rounds]

The entries of the book are copied, with their words dealt anew, until there are enough; three of the languages have the
same words behind other endings, so that each index has its own. Prints medians and 95th percentiles in milliseconds,
and how many times FTS5's bare time the look-up takes.
"""

from __future__ import annotations

import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ENTRIES = 1_000
LANGUAGES = ("en", "es", "pt", "ca")
ASKED = Path(__file__).resolve().parents[1] / "tests" / "scenarios" / "questions" / "asked.en.yaml"


def main(rounds: int) -> None:
    """Builds the indexes and asks every committed question in each of them."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ |= {"PORTOLAN_DATA": scratch, "DJANGO_SETTINGS_MODULE": "portolan.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare")
        import yaml

        questions = [row["ask"] for row in yaml.safe_load(ASKED.read_text(encoding="utf-8"))["questions"]]
        mine, theirs = _ours(), _fts()
        own, bare = [], []
        for _ in range(rounds):
            for question in questions:
                for language in LANGUAGES:
                    own.append(_timed(mine[language], question))
                    bare.append(_timed(theirs[language], question))
        print(f"{ENTRIES} entries, {len(LANGUAGES)} languages, {len(questions)} questions, {rounds} rounds")
        for name, times in (("look-up", own), ("FTS5 alone", bare)):
            middle, tail = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            mean = statistics.mean(times)
            print(f"{name:12} median {middle:6.3f} ms   95th percentile {tail:6.3f} ms   mean {mean:6.3f} ms")
        print(
            f"ratio of the means {statistics.mean(own) / statistics.mean(bare):.2f}, of the medians "
            f"{statistics.median(own) / statistics.median(bare):.2f}"
        )


def _entries(language: str) -> dict[str, Any]:
    """Entries of the book, and copies of them with their words dealt anew."""
    from cards.models import Box
    from scenarios import reference

    found = dict(reference.entries(reference.content_of(Box.objects.all()), "en"))
    chance, own = random.Random(language), list(found.values())
    for number in range(ENTRIES - len(own)):
        entry = own[number % len(own)]
        name, text = entry.name.split(), entry.text.split()
        chance.shuffle(name)
        chance.shuffle(text)
        key = f"rule:copy_{number}"
        found[key] = replace(entry, id=key, name=" ".join(name), text=" ".join(text))
    return found


def _ours() -> dict[str, Callable[[str], Any]]:
    from cards.models import Box
    from scenarios import index, lookup

    base = Box.objects.get(id="maracaibo")
    asks = {}
    for language in LANGUAGES:
        built = index.build(_entries(language), base.synonyms["en"], base.unheard["en"], language)
        asks[language] = lambda question, built=built: lookup.search_in(
            built, question, visible=None, first=frozenset(), extra={}, limit=24
        )
    return asks


def _fts() -> dict[str, Callable[[str], Any]]:
    from scenarios.index import words_of

    asks = {}
    for language in LANGUAGES:
        database = sqlite3.connect(":memory:")
        database.execute(
            "CREATE VIRTUAL TABLE book USING fts5(id UNINDEXED, name, text, tokenize = 'porter unicode61')"
        )
        rows = [(entry.id, entry.name, entry.text) for entry in _entries(language).values()]
        database.executemany("INSERT INTO book VALUES (?, ?, ?)", rows)

        def ask(question: str, database: sqlite3.Connection = database) -> Any:
            words = " OR ".join(f'"{word}"' for word in dict.fromkeys(words_of(question)))
            found = "SELECT id, name, text FROM book WHERE book MATCH ? ORDER BY bm25(book, 0, 3, 1) LIMIT 24"
            return database.execute(found, [words or '"none"']).fetchall()

        asks[language] = ask
    return asks


def _timed(ask: Callable[[str], Any], question: str) -> float:
    begun = time.perf_counter()
    ask(question)
    return (time.perf_counter() - begun) * 1_000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
