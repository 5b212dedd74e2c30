"""What a tap, a page and a plain answer cost, in process, on a scratch SQLite file at synchronous=FULL.

    python -m bench.tap [rounds]

Prints medians and 95th percentiles in milliseconds.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def main(rounds: int) -> None:
    """Prepare a scratch log and time each kind of request `rounds` times."""
    with tempfile.TemporaryDirectory() as scratch:
        os.environ |= {"PORTOLAN_DATA": scratch, "DJANGO_SETTINGS_MODULE": "portolan.settings"}
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare")
        for name, request in _requests():
            _measure(name, request, rounds)


def _requests() -> list[tuple[str, Callable[[int], Any]]]:
    import uuid

    from tests import factories
    from tests.cast import browser

    device = uuid.uuid4()
    campaign = factories.begin(device=device)
    play = factories.open_play(campaign)
    client = browser(device)
    client.defaults["SERVER_NAME"] = "127.0.0.1"
    at = f"/c/{campaign.code}/"
    htmx = {"HTTP_HX_REQUEST": "true"}

    def tick(turn: int) -> Any:
        verb = "unset" if turn % 2 else "set"
        data = {"op": factories.op(), "seen": "999999999", "tick": f"{verb} ship_boards"}
        return client.post(f"{at}p/{play.number}/tick/", data, **htmx)

    def correction(turn: int) -> Any:
        place = ("board", "bag")[turn % 2]
        data = {
            "op": factories.op(),
            "seen": "999999999",
            "kind": "tile",
            "number": "L1",
            "place": place,
            "reason": "x",
        }
        return client.post(f"{at}correct/", data, **htmx)

    return [
        ("plain answer (healthz)", lambda _turn: client.get("/healthz")),
        ("page: campaign", lambda _turn: client.get(at)),
        ("page: set-up list", lambda _turn: client.get(f"{at}p/{play.number}/setup/")),
        ("tap: tick", tick),
        ("tap: an entry (correction)", correction),
    ]


def _measure(name: str, request: Callable[[int], Any], rounds: int) -> None:
    for turn in range(10):
        request(turn)
    answer = request(10)
    assert answer.status_code < 300, answer.content
    times = []
    for turn in range(11, 11 + rounds):
        start = time.perf_counter()
        request(turn)
        times.append((time.perf_counter() - start) * 1000)
    median, tail = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{name:30} median {median:6.2f} ms   95 % {tail:6.2f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
