"""The commands for whoever runs the server: the invented log, and the replay of every journal."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from campaigns.models import Campaign, TileState
from tests import factories


def said(*command: str) -> str:
    out = StringIO()
    call_command(*command, stdout=out)
    return out.getvalue()


@pytest.mark.usefixtures("packs")
class TestDemo:
    def test_says_how_to_open_the_invented_log(self) -> None:
        told = said("demo", "--address", "http://127.0.0.1:8000")
        address, code = told.split(" with http://127.0.0.1:8000")[1].strip().split("?code=")
        browser = Client()
        assert code in browser.get(address, {"code": code}).content.decode()
        opened = browser.post(address, {"code": code}, follow=True).content.decode()
        assert "(invented)" in opened
        assert "2 games played" in opened

    def test_fits_its_own_journal(self) -> None:
        said("demo")
        assert said("check_journals") == "1 journals replayed, all equal.\n"


@pytest.mark.usefixtures("packs")
class TestCheckJournals:
    def test_names_what_differs(self) -> None:
        campaign = factories.begin()
        factories.open_play(campaign)
        TileState.objects.filter(tile="L1").update(spot="gone")
        Campaign.objects.update(revision=7)
        with pytest.raises(CommandError) as told:
            said("check_journals")
        assert f"{campaign.code}: stream 0: revision 7, entries 2" in str(told.value)
        assert "stream 0: tile:L1 is 'gone', replayed 'board@17'" in str(told.value)

    def test_names_an_entry_that_stands_though_it_was_undone(self) -> None:
        campaign = factories.begin()
        factories.open_play(campaign)
        campaign.entries.update(standing=True)
        campaign.entries.filter(kind="open").update(standing=False)
        with pytest.raises(CommandError, match="standing differs"):
            said("check_journals")
