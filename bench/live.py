"""How soon the last of twenty phones is told: a real server, twenty streams of one campaign, two hundred ticks.

    python -m bench.live [changes]

Prints the median and the 99th percentile in milliseconds, from sending a tap to its answer and to the last stream.
"""

from __future__ import annotations

import http.client
import queue
import re
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

STREAMS = 20


def main(changes: int) -> None:
    """Serve a scratch log, open the streams and tick one line after the other."""
    from tests.browser.server import SETUP, Server

    with tempfile.TemporaryDirectory() as scratch:
        server = Server(Path(scratch))
        (campaign,) = server.prepare([SETUP])
        server.start()
        try:
            told: queue.Queue[float] = queue.Queue()
            for _ in range(STREAMS):
                _listen(server.port, campaign.code, campaign.crew, told)
            _measure(server.port, campaign.play, campaign.captain, changes, told)
        finally:
            server.stop()


def _listen(port: int, code: str, cookie: str, told: queue.Queue[float]) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", f"/live/{code}/?seen=-1", headers={"Cookie": f"portolan={cookie}"})
    answer = line.getresponse()
    while not answer.readline().startswith(b"data: all"):
        pass

    def read() -> None:
        while said := answer.readline():
            if said.startswith(b"id: "):
                told.put(time.perf_counter())

    threading.Thread(target=read, daemon=True).start()


def _measure(port: int, play: str, cookie: str, changes: int, told: queue.Queue[float]) -> None:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    line.request("GET", f"{play}setup/", headers={"Cookie": f"portolan={cookie}"})
    answer = line.getresponse()
    page = answer.read().decode()
    token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)[0]
    crumb = (answer.getheader("Set-Cookie") or "").partition(";")[0]
    headers = {"Cookie": f"portolan={cookie}; {crumb}", "HX-Request": "true"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    answered, last = [], []
    for turn in range(changes):
        tick = f"{('set', 'unset')[turn % 2]} base_board"
        form = {"csrfmiddlewaretoken": token, "op": f"{turn:032x}", "seen": "999999999", "tick": tick}
        begun = time.perf_counter()
        line.request("POST", f"{play}tick/", urlencode(form), headers)
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        answered.append((time.perf_counter() - begun) * 1000)
        last.append((max(told.get(timeout=60) for _ in range(STREAMS)) - begun) * 1000)
    for name, times in (("tap answered", answered), (f"last of {STREAMS} streams told", last)):
        tail = statistics.quantiles(times, n=100)[-1]
        print(f"{name:28} median {statistics.median(times):6.1f} ms   99 % {tail:6.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
