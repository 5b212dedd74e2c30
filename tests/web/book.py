"""The pilot book as tests read its pages."""

from __future__ import annotations

import html
import re
from typing import Any

from django.test import Client

from cards.models import Box
from scenarios import reference
from tests.web.evening import HTMX


def entries() -> dict[str, reference.Entry]:
    return dict(reference.entries(reference.content_of(Box.objects.all()), "en"))


def page(address: str, who: Client | None = None, status: int = 200, **data: Any) -> str:
    answer = (who or Client()).get(address, data)
    assert answer.status_code == status, (address, answer.status_code)
    return html.unescape(answer.content.decode())


def part(address: str, who: Client | None = None, **data: Any) -> str:
    answer = (who or Client()).get(address, data, headers=HTMX)
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def links(text: str) -> set[str]:
    """The addresses of this server in a page."""
    return {
        found.partition("#")[0] for found in re.findall(r'href="(/[^"]*)"', text) if not found.startswith("/static")
    }


def answers(text: str) -> list[str]:
    return re.findall(r'<li data-entry="([^"]+)"', text)


def block(text: str, entry: str) -> str:
    """What the page says of one answer."""
    found = re.search(rf'<(li|details|article)[^>]* data-entry="{entry}".*?</\1>', text, re.DOTALL)
    assert found, entry
    return found[0]
