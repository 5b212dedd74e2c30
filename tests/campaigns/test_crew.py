"""A campaign begins, its captain comes back, a copy is shared."""

from __future__ import annotations

import re
import uuid

import pytest
from django.db import IntegrityError
from django.test import Client

from campaigns import access, crew
from campaigns.models import Campaign, Copy, Device, Entry, Member, Seat
from campaigns.rules.effects import Refusal
from cards.models import Box
from tests import factories
from tests.campaigns.oracle import dump
from tests.cast import browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]


def begin(op: str, device: uuid.UUID, name: str = "Windward", copy: int | None = None) -> Campaign:
    return crew.begin(
        device=device, op=op, box="uprising", line="uprising", name=name, captain="Ines", seats=["A", "B"], copy=copy
    )


class TestBeginning:
    def test_makes_captain_seats_copy_and_the_first_entry(self) -> None:
        device = uuid.uuid4()
        campaign = begin(factories.op(), device)
        assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", campaign.code)
        member = Member.objects.get(campaign=campaign)
        assert (member.name, member.role, member.noted) == ("Ines", "captain", False)
        assert [d.pk for d in member.devices.all()] == [device]
        assert list(Seat.objects.filter(campaign=campaign).order_by("position").values_list("name", "position")) == [
            ("A", 0),
            ("B", 1),
        ]
        assert (campaign.copy.box_id, campaign.line) == ("uprising", "uprising")
        assert Entry.objects.get(campaign=campaign).kind == "begin"

    def test_sent_twice_makes_one_campaign(self) -> None:
        op, device = factories.op(), uuid.uuid4()
        first = begin(op, device)
        before = dump()
        assert begin(op, device) == first
        assert dump() == before

    def test_of_two_logs_with_one_copy(self) -> None:
        first = begin(factories.op(), uuid.uuid4())
        second = begin(factories.op(), uuid.uuid4(), copy=first.copy_id)
        assert (second.copy, Copy.objects.count()) == (first.copy, 1)

    def test_that_fails_otherwise_leaves_no_trace(self) -> None:
        before = dump()
        with pytest.raises(IntegrityError):
            crew.begin(
                device=uuid.uuid4(), op=factories.op(), box="uprising", line="uprising", name="W", captain="Ines",
                seats=[None],  # type: ignore[list-item]
                copy=None,
            )  # fmt: skip
        assert dump() == before


class TestTheCopyOnTheShelf:
    """A log can share the cardboard of another one, if its campaign is in that box."""

    FORM = {"op": "a" * 32, "name": "Second", "captain": "Ines", "player1": "Ines", "player2": "Tomas"}

    def post(self, line: str, box: str) -> tuple[int, int]:
        """Posts the form of a new log with an old log's copy of `box`: status, and the number of logs then."""
        device = uuid.uuid4()
        first = crew.begin(
            device=device, op=factories.op(), box=box, line=box, name="First", captain="Ines", seats=["Ines"], copy=None
        )
        response = browser(device).post("/new/", self.FORM | {"line": line, "copy": str(first.copy_id)})
        return response.status_code, Campaign.objects.count()

    def test_serves_the_campaign_of_its_box(self) -> None:
        assert self.post("uprising:uprising", "uprising") == (303, 2)

    def test_serves_the_campaign_of_the_box_inside_it(self) -> None:
        assert self.post("maracaibo:maracaibo", "uprising") == (303, 2)

    def test_serves_no_campaign_that_is_not_in_it(self) -> None:
        assert self.post("uprising:uprising", "maracaibo") == (422, 1)

    def test_of_somebody_else_cannot_be_chosen(self) -> None:
        foreign = factories.begin()
        response = browser(uuid.uuid4()).post(
            "/new/", self.FORM | {"line": "uprising:uprising", "copy": str(foreign.copy_id)}
        )
        assert (response.status_code, Campaign.objects.count()) == (422, 1)


class TestComingBack:
    def test_by_the_code_makes_another_device_the_captains(self) -> None:
        campaign = factories.begin()
        captain = Member.objects.get(campaign=campaign)
        device = uuid.uuid4()
        assert crew.recover(device=device, typed=crew.recovery_code(campaign.code, captain.pk)) == captain
        found = access.find(campaign.code, device)
        assert found is not None
        assert found.role == "captain"

    def test_does_not_mind_how_the_code_is_typed(self) -> None:
        campaign = factories.begin()
        captain = Member.objects.get(campaign=campaign)
        typed = "  " + crew.recovery_code(campaign.code, captain.pk).lower().replace("-", " ") + " "
        assert crew.recover(device=uuid.uuid4(), typed=typed) == captain

    def test_leaves_the_old_device_the_captains_too(self) -> None:
        old = uuid.uuid4()
        campaign = factories.begin(device=old)
        captain = Member.objects.get(campaign=campaign)
        crew.recover(device=uuid.uuid4(), typed=crew.recovery_code(campaign.code, captain.pk))
        assert access.find(campaign.code, old) is not None

    @pytest.mark.parametrize("typed", ["", "-", "AAAA-AAAA-AAAA", "0" * 12, "ж" * 12, "A" * 4000])
    def test_by_a_wrong_code_is_refused_and_leaves_no_trace(self, typed: str) -> None:
        factories.begin()
        before = dump()
        with pytest.raises(Refusal) as met:
            crew.recover(device=uuid.uuid4(), typed=typed)
        assert (met.value.code, met.value.field) == ("wrong_recovery_code", "code")
        assert dump() == before

    def test_is_for_who_has_a_code(self) -> None:
        """Crew members have none yet: an empty hash must not be found by an empty code."""
        campaign = factories.begin()
        member, _device = factories.join(campaign, Member.Role.CREW, "Tomas")
        assert member.recovery is None
        with pytest.raises(Refusal):
            crew.recover(device=uuid.uuid4(), typed=crew.recovery_code(campaign.code, member.pk))

    def test_can_be_noted(self) -> None:
        campaign = factories.begin()
        captain = Member.objects.get(campaign=campaign)
        crew.note_recovery(member=captain.pk)
        captain.refresh_from_db()
        assert captain.noted


class TestTheRecoveryCode:
    def test_is_the_same_each_time_and_stands_nowhere(self) -> None:
        campaign = factories.begin()
        captain = Member.objects.get(campaign=campaign)
        code = crew.recovery_code(campaign.code, captain.pk)
        assert re.fullmatch("[A-HJKMNP-Z2-9]{4}(-[A-HJKMNP-Z2-9]{4}){2}", code)
        assert crew.recovery_code(campaign.code, captain.pk) == code
        assert code not in str(dump())
        assert code.replace("-", "") not in str(dump())

    def test_differs_between_members_and_campaigns(self) -> None:
        assert len({crew.recovery_code(code, member) for code in ("AAAAAA", "BBBBBB") for member in (1, 2)}) == 4

    def test_depends_on_the_secret_but_opens_the_log_with_another_one(self, settings: object) -> None:
        campaign = factories.begin()
        captain = Member.objects.get(campaign=campaign)
        old = crew.recovery_code(campaign.code, captain.pk)
        settings.SECRET_KEY = "another"  # type: ignore[attr-defined]
        assert crew.recovery_code(campaign.code, captain.pk) != old
        assert crew.recover(device=uuid.uuid4(), typed=old) == captain


class TestTheShelf:
    def test_shows_the_logs_of_a_device_newest_first(self) -> None:
        device = uuid.uuid4()
        first, second = factories.begin("First", device=device), factories.begin("Second", device=device)
        factories.begin("Foreign")
        assert [member.campaign for member in crew.logs_of(device)] == [second, first]

    def test_shows_nothing_to_nobody(self) -> None:
        factories.begin()
        assert crew.logs_of(None) == []
        assert crew.logs_of(uuid.uuid4()) == []
        assert crew.copies_of(None) == []

    def test_lists_each_copy_once(self) -> None:
        device = uuid.uuid4()
        first = begin(factories.op(), device)
        begin(factories.op(), device, copy=first.copy_id)
        other = begin(factories.op(), device)
        assert sorted(copy.pk for copy in crew.copies_of(device)) == [first.copy_id, other.copy_id]


def test_rows_say_what_they_are() -> None:
    """People read these names in error messages and shells."""
    campaign = factories.begin()
    play = factories.open_play(campaign)
    member = Member.objects.get(campaign=campaign)
    device = Device.objects.get()
    names = [str(row) for row in (campaign, campaign.copy, member, play, device)]
    assert names == [campaign.code, "Windward", "Ines", "play 1", str(device.pk)]
    assert [str(seat) for seat in Seat.objects.all()] == ["Ines", "Tomas"]
    assert [str(entry) for entry in Entry.objects.order_by("pk")] == ["begin 0.1", "open 0.2"]
    assert str(Box.objects.get(pk="uprising")) == "uprising"


def test_a_new_browser_gets_its_device_with_the_form() -> None:
    client = Client()
    client.get("/new/")
    first = client.cookies[access.COOKIE].value
    client.post("/new/", TestTheCopyOnTheShelf.FORM | {"line": "uprising:uprising"})
    assert first
    assert Device.objects.count() == 1
