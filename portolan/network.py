"""What this machine is called in its own network; `start.py` asks. Standard library only."""

from __future__ import annotations

import contextlib
import os
import socket

LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]
FAR = [(socket.AF_INET, "10.255.255.255"), (socket.AF_INET6, "2001:db8::1")]


def own_addresses() -> list[str]:
    """The addresses by which others in its network reach this machine, brackets round IPv6; none without a network."""
    found: set[str] = set()
    for family, far in FAR:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((far, 9))  # sends nothing: UDP only settles which own address would be used
            found.add(asked.getsockname()[0])
        with contextlib.suppress(OSError):
            found |= {str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, family)}
    outward = {address.split("%")[0] for address in found if not address.startswith("127.") and address != "::1"}
    return sorted(f"[{address}]" if ":" in address else address for address in outward)


def own_hosts() -> list[str]:
    """Each name and address that a request to this machine may rightly carry; nobody else's."""
    name = socket.gethostname()
    names = [name, name.split(".")[0] + ".local", socket.getfqdn()]
    return list(dict.fromkeys([*LOOPBACK, *(n.lower() for n in names if n), *own_addresses()]))


def introduce(port: int) -> None:
    """Say what serving beyond this machine means, and let the server answer under this machine's own names only."""
    os.environ.setdefault("PORTOLAN_HOSTS", ",".join(own_hosts()))
    places = [f"http://{address}:{port}" for address in own_addresses()] or ["no address found"]
    print("Open to this network: anybody in it who knows a log's code can reach that log, and nothing is encrypted.")
    print("In this network it is", *places, flush=True)
