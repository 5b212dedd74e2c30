"""Serves the log by uvicorn: `python -m portolan.serve`, as start.py calls it. One process; behind a proxy there may
be several, each with its own port.

Uvicorn alone tells an application that it stops only when all answers have ended, and a live stream never does.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    import socket


class Server(uvicorn.Server):
    """Ends the live streams first when it is asked to stop: browsers ask again by themselves, once it is back."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from campaigns.live import HUB

        HUB.close()
        await super().shutdown(sockets)


def serve(host: str, port: int, log_level: str = "info") -> int:
    """Serves until asked to stop; 3 if it could not begin."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portolan.settings")
    from django.conf import settings

    if settings.IS_OPEN_SECRET:
        sys.exit(f"Portolan: {settings.DATA_DIR} holds no secret yet: start with start.py, or set PORTOLAN_SECRET.")
    config = uvicorn.Config(
        "portolan.asgi:application",
        host=host,
        port=port,
        log_level=log_level,
        lifespan="on",
        ws="none",
        access_log=False,
        # For whoever is slow to take a last answer; streams are over by then.
        timeout_graceful_shutdown=2,
    )
    server = Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    return 0 if server.started else 3


def main() -> int:
    """Reads the command line and serves."""
    parser = argparse.ArgumentParser(prog="python -m portolan.serve", description="Serves a data folder made ready.")
    parser.add_argument("--host", default="127.0.0.1", help="default: 127.0.0.1")
    parser.add_argument("--port", type=int, default=8000, help="default: 8000")
    chosen = parser.parse_args()
    return serve(chosen.host, chosen.port)


if __name__ == "__main__":
    sys.exit(main())
