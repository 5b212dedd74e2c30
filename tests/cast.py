"""The people of the tests: captain, crew, lookout and stranger, each with a browser of their own."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.test import Client

from campaigns import access
from campaigns.models import Member
from tests import factories

if TYPE_CHECKING:
    from campaigns.models import Campaign


@dataclass(frozen=True)
class Cast:
    """A campaign and everybody who has to do with it; `stranger` has a device but is no member, `nobody` no cookie."""

    campaign: Campaign
    captain: Client
    crew: Client
    lookout: Client
    stranger: Client
    nobody: Client

    def everybody(self) -> dict[str, Client]:
        names = ("captain", "crew", "lookout", "stranger", "nobody")
        return {name: getattr(self, name) for name in names}


def assemble() -> Cast:
    """A new campaign with its cast."""
    device = uuid.uuid4()
    campaign = factories.begin(device=device)
    crew = factories.join(campaign, Member.Role.CREW, "Tomas")[1]
    lookout = factories.join(campaign, Member.Role.LOOKOUT, "Mara")[1]
    return Cast(campaign, browser(device), browser(crew), browser(lookout), browser(uuid.uuid4()), Client())


def browser(device: uuid.UUID) -> Client:
    """A client that carries the cookie of `device`, signed as the server signs it."""
    client = Client()
    response = HttpResponse()
    response.set_signed_cookie(access.COOKIE, str(device), salt=access._SALT)
    client.cookies[access.COOKIE] = response.cookies[access.COOKIE].value
    return client
