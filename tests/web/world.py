"""The campaigns of the web tests, remembered as rows: building them takes twenty times as long as putting them back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db import connection
from django.test import Client

from campaigns.access import COOKIE
from campaigns.models import Campaign
from tests import cast as people
from tests.web import evening as evenings

if TYPE_CHECKING:
    from tests.web.evening import Evening


@dataclass(frozen=True)
class World:
    """The rows of all campaign tables, and the evenings that stand on them, by name."""

    rows: dict[str, list[tuple[Any, ...]]]
    evenings: dict[str, Evening]

    @classmethod
    def build(cls) -> World:
        """Builds both campaigns by the use cases and remembers their rows."""
        found = {
            "start": evenings.at_the_start(people.assemble()),
            "game one": evenings.during_game_one(people.assemble()),
        }
        rows = {table: rows for table, rows in evenings.dump().items() if table.startswith("campaigns_") and rows}
        return cls(rows, found)

    def restore(self) -> None:
        """Puts the rows back into empty tables."""
        with connection.cursor() as cursor:
            for table, rows in self.rows.items():
                marks = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {connection.ops.quote_name(table)} VALUES ({marks})", rows)

    def evening(self, name: str) -> Evening:
        """One of the evenings, with fresh browsers for everybody."""
        found = self.evenings[name]
        clients = {person: _fresh(client) for person, client in found.cast.everybody().items()}
        campaign = Campaign.objects.get(pk=found.cast.campaign.pk)
        return replace(found, cast=replace(found.cast, campaign=campaign, **clients))


def _fresh(client: Client) -> Client:
    """A browser with the same device and nothing else in it."""
    fresh = Client()
    if COOKIE in client.cookies:
        fresh.cookies[COOKIE] = client.cookies[COOKIE].value
    return fresh
