"""Whether a long game stays as quick as a short one: a page and a deed of an aid after 40 and after 400 entries.

    python -m bench.at_table [rounds]

In process, on a scratch SQLite file at synchronous=FULL. Prints medians in milliseconds and the ratio of the two.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
import uuid
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

SHORT, LONG = 40, 400


def main(rounds: int) -> None:
    """Plays two games of Cooperative in the Caribbean, one long and one short, and times both."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ |= {"PORTOLAN_DATA": scratch, "DJANGO_SETTINGS_MODULE": "portolan.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare")
        games = {entries: _game(entries) for entries in (SHORT, LONG)}
        for name in ("page", "deed"):
            times: dict[int, list[float]] = {SHORT: [], LONG: []}
            for turn in range(rounds):
                for entries, asks in games.items():
                    times[entries].append(_timed(asks[name], turn))
            short, long = (statistics.median(times[entries]) for entries in (SHORT, LONG))
            print(
                f"{name:6} {SHORT} entries {short:7.2f} ms   {LONG} entries {long:7.2f} ms   ratio {long / short:.2f}"
            )


def _game(entries: int) -> dict[str, Callable[[int], Any]]:
    from campaigns.models import Play
    from tests import factories
    from tests.cast import browser

    device = uuid.uuid4()
    campaign = factories.begin(device=device, seats=("Ines", "Tomas", "Mara"))
    play = factories.open_play(campaign, key="74")
    factories.end_rounds(campaign, play, 0)
    client = browser(device)
    client.defaults["SERVER_NAME"] = "127.0.0.1"
    at = f"/c/{campaign.code}/p/{play.number}/aid/jacques/"

    def deed(what: str, **typed: str) -> Any:
        seen = Play.objects.get(pk=play.pk).revision
        return client.post(
            f"{at}{what}/", {"op": factories.op(), "seen": seen, **typed}, headers={"HX-Request": "true"}
        )

    deed("begin")
    for turn in range(entries):
        deed("count", name="quests", by="1" if turn % 2 == 0 else "-1")
    return {
        "page": lambda _turn: client.get(at),
        "deed": lambda turn: deed("count", name="quests", by="1" if turn % 2 == 0 else "-1"),
    }


def _timed(ask: Callable[[int], Any], turn: int) -> float:
    begun = time.perf_counter()
    assert ask(turn).status_code == 200
    return (time.perf_counter() - begun) * 1_000


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
