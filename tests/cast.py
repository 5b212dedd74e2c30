"""The people of the tests: captain, crew, lookout, stranger and more, each with a browser of their own."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from campaigns import access
from campaigns.models import Member
from tests import factories

if TYPE_CHECKING:
    from campaigns.models import Campaign


@dataclass(frozen=True)
class Cast:
    """A campaign and everybody who has to do with it.

    `stranger` has a device but is no member, `nobody` no cookie, `removed` was a member until the captain removed them,
    `late` holds the code of an invitation that has ended. `code` is that of an open invitation to the crew.
    """

    campaign: Campaign
    captain: Client
    crew: Client
    lookout: Client
    stranger: Client
    nobody: Client
    removed: Client
    late: Client
    code: str
    late_code: str

    def everybody(self) -> dict[str, Client]:
        names = ("captain", "crew", "lookout", "stranger", "nobody", "removed", "late")
        return {name: getattr(self, name) for name in names}


def assemble() -> Cast:
    """A new campaign with its cast."""
    device = uuid.uuid4()
    campaign = factories.begin(device=device)
    crew = factories.join(campaign, Member.Role.CREW, "Tomas")[1]
    lookout = factories.join(campaign, Member.Role.LOOKOUT, "Mara")[1]
    gone, removed = factories.join(campaign, Member.Role.CREW, "Jonas")
    gone.devices.clear()
    Member.objects.filter(pk=gone.pk).update(left=timezone.now())
    return Cast(
        campaign,
        browser(device),
        browser(crew),
        browser(lookout),
        stranger=browser(uuid.uuid4()),
        nobody=Client(),
        removed=browser(removed),
        late=browser(uuid.uuid4()),
        code=factories.invitation(campaign).code,
        late_code=factories.invitation(campaign, ends=timezone.now() - timedelta(hours=1)).code,
    )


def browser(device: uuid.UUID) -> Client:
    """A client that carries the cookie of `device`, signed as the server signs it."""
    client = Client()
    response = HttpResponse()
    response.set_signed_cookie(access.COOKIE, str(device), salt=access._SALT)
    client.cookies[access.COOKIE] = response.cookies[access.COOKIE].value
    return client
