"""A code brings somebody to the table: as what, how long, how often, and on which seat."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
import time_machine
from django.http import Http404

from campaigns import access, crew, invitations
from campaigns.invitations import Guest, Lasts
from campaigns.journal import Clash, Tap
from campaigns.models import Campaign, Invitation, Member
from campaigns.rules.effects import Refusal
from tests import factories
from tests.campaigns.oracle import dump

if TYPE_CHECKING:
    from campaigns.access import Access

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

Role = Member.Role
EVENING = datetime(2026, 11, 30, 19, 0, tzinfo=UTC)


@pytest.fixture
def campaign() -> Campaign:
    """Ines is captain and plays as Ines; nobody is Tomas yet."""
    return factories.begin()


@pytest.fixture
def captain(campaign: Campaign) -> Access:
    return factories.access_of(campaign)


def invite(captain: Access, role: Member.Role = Role.CREW, lasts: Lasts = Lasts.TONIGHT, op: str = "") -> Invitation:
    tap = Tap(captain.campaign, captain.member, op or factories.op(), 0)
    return invitations.invite(access=captain, tap=tap, role=role, lasts=lasts)


def withdraw(captain: Access, invitation: Invitation) -> None:
    tap = Tap(captain.campaign, captain.member, factories.op(), 0)
    invitations.withdraw(access=captain, tap=tap, invitation=invitation.pk)


def join(
    invitation: Invitation, name: str = "Ada", seat: int | None = None, device: uuid.UUID | None = None, op: str = ""
) -> Member:
    """A guest with a device of their own, unless `device` says which."""
    return invitations.join(
        invitation=invitation, device=device or uuid.uuid4(), op=op or factories.op(), guest=Guest(name, seat)
    )


def seat_of(campaign: Campaign, name: str) -> int:
    return campaign.seats.get(name=name).pk


class TestCodes:
    def test_have_six_signs_that_cannot_be_mixed_up(self, captain: Access) -> None:
        assert re.fullmatch("[A-HJKMNP-Z2-9]{6}", invite(captain).code)

    def test_of_two_invitations_differ(self, captain: Access) -> None:
        assert len({invite(captain).code for _ in range(20)}) == 20

    def test_are_never_given_twice_nor_are_they_a_log_s(
        self, captain: Access, campaign: Campaign, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        old = invite(captain)
        withdraw(captain, old)
        drawn = iter(campaign.code + old.code + "ABC234")
        monkeypatch.setattr("campaigns.invitations.secrets.choice", lambda _signs: next(drawn))
        assert invite(captain).code == "ABC234"

    def test_are_found_however_they_are_typed(self, captain: Access) -> None:
        made = invite(captain)
        plain = made.code.lower()
        for typed in (made.code, plain, f" {plain[:3]} {plain[3:]} ", f"{plain[:2]}-{plain[2:]}"):
            assert invitations.by_code(typed) == made

    @pytest.mark.parametrize("typed", ["", "ABC23", "ABC2345", "\u0391BC234", "%", "x" * 4000])
    def test_that_are_none_are_not_found(self, captain: Access, typed: str) -> None:
        invite(captain)
        assert invitations.by_code(typed) is None

    def test_of_one_tap_sent_twice_are_one(self, captain: Access) -> None:
        op = factories.op()
        first = invite(captain, op=op)
        assert invite(captain, op=op) == first
        assert Invitation.objects.count() == 1

    def test_are_made_by_the_captain_of_the_moment(self, campaign: Campaign, captain: Access) -> None:
        """Ines handed over on the tablet; her phone does not know it yet."""
        tomas = factories.join(campaign, Role.CREW, "Tomas")[0]
        crew.hand_over(access=captain, tap=Tap(captain.campaign, captain.member, factories.op(), 0), member=tomas.pk)
        with pytest.raises(Clash) as met:
            invite(captain)
        assert (met.value.code, met.value.who) == ("captain", tomas)
        assert not Invitation.objects.exists()


class TestTime:
    @pytest.mark.parametrize(
        ("lasts", "good", "over"),
        [
            (Lasts.TONIGHT, timedelta(hours=11, minutes=59), timedelta(hours=12)),
            (Lasts.WEEK, timedelta(days=6, hours=23), timedelta(days=7)),
        ],
    )
    def test_ends_an_invitation(self, captain: Access, lasts: Lasts, good: timedelta, over: timedelta) -> None:
        with time_machine.travel(EVENING, tick=False):
            made = invite(captain, lasts=lasts)
        with time_machine.travel(EVENING + good, tick=False):
            assert invitations.require_open(made) == made
            assert list(Invitation.objects.open(captain.campaign)) == [made]
        with time_machine.travel(EVENING + over, tick=False):
            with pytest.raises(Refusal, match="code_ended"):
                join(made)
            assert not Invitation.objects.open(captain.campaign).exists()

    def test_does_not_end_the_one_for_those_at_home(self, captain: Access) -> None:
        made = invite(captain, Role.LOOKOUT, Lasts.ALWAYS)
        with time_machine.travel(EVENING + timedelta(days=3000), tick=False):
            assert join(made).role == "lookout"


class TestJoining:
    def test_by_name_makes_a_member_of_this_device(self, campaign: Campaign, captain: Access) -> None:
        device = uuid.uuid4()
        join(invite(captain), "Ada", device=device)
        found = access.find(campaign.code, device)
        assert found is not None
        assert (found.name, found.role, found.noted) == ("Ada", "crew", False)

    def test_by_seat_takes_its_name(self, campaign: Campaign, captain: Access) -> None:
        member = join(invite(captain), "whatever", seat_of(campaign, "Tomas"))
        assert (member.name, member.seat) == ("Tomas", campaign.seats.get(name="Tomas"))

    def test_offers_the_seats_that_are_nobody_s(self, campaign: Campaign, captain: Access) -> None:
        assert [seat.name for seat in invitations.free_seats(campaign.pk)] == ["Tomas"]
        join(invite(captain), seat=seat_of(campaign, "Tomas"))
        assert invitations.free_seats(campaign.pk) == []

    def test_on_a_taken_seat_says_who_was_first(self, campaign: Campaign, captain: Access) -> None:
        made, seat = invite(captain), seat_of(campaign, "Tomas")
        first = join(made, seat=seat)
        before = dump()
        with pytest.raises(Clash) as met:
            join(made, seat=seat)
        assert (met.value.code, met.value.who, met.value.anyway) == ("seat", first, False)
        assert dump() == before

    def test_on_a_seat_of_another_log_is_joining_nowhere(self, captain: Access) -> None:
        foreign = factories.begin("Leeward", seats=["Bo"])
        before = dump()
        with pytest.raises(Http404):
            join(invite(captain), seat=seat_of(foreign, "Bo"))
        assert Member.objects.count() == 2
        assert len(dump()["campaigns_device"]) == len(before["campaigns_device"])

    @pytest.mark.parametrize("name", ["Ines", "INES"])
    def test_under_a_name_that_somebody_has_is_refused(self, captain: Access, name: str) -> None:
        with pytest.raises(Refusal) as met:
            join(invite(captain), name)
        assert (met.value.code, met.value.field, met.value.values) == ("name_taken", "name", {"name": name})

    def test_serves_several_guests(self, captain: Access) -> None:
        made = invite(captain)
        assert [join(made, name).role for name in ("Ada", "Bo", "Cy")] == ["crew"] * 3

    def test_sent_twice_makes_one_member(self, captain: Access) -> None:
        made, device, op = invite(captain), uuid.uuid4(), factories.op()
        first = join(made, device=device, op=op)
        assert join(made, device=device, op=op) == first
        assert join(made, device=uuid.uuid4(), op=op) == first
        assert Member.objects.count() == 2
        assert first.devices.count() == 1

    def test_gives_a_recovery_code_that_works(self, campaign: Campaign, captain: Access) -> None:
        member, other = join(invite(captain)), uuid.uuid4()
        assert crew.recover(device=other, typed=crew.recovery_code(campaign.code, member.pk)) == member
        assert access.find(campaign.code, other) is not None

    def test_raises_the_pulse(self, campaign: Campaign, captain: Access) -> None:
        made = invite(captain)
        campaign.refresh_from_db()
        before = campaign.pulse
        join(made)
        campaign.refresh_from_db()
        assert campaign.pulse == before + 1

    def test_is_over_when_the_invitation_is_withdrawn_also_for_who_had_the_page_open(self, captain: Access) -> None:
        made = invite(captain)
        withdraw(captain, made)
        with pytest.raises(Refusal, match="code_withdrawn"):
            join(made)
        assert Member.objects.count() == 1


class TestWhoIsThereAlready:
    def test_becomes_crew_as_a_lookout(self, captain: Access) -> None:
        device = uuid.uuid4()
        lookout = join(invite(captain, Role.LOOKOUT), "Mara", device=device)
        assert join(invite(captain), "somebody else", device=device) == lookout
        lookout.refresh_from_db()
        assert (lookout.name, lookout.role, Member.objects.count()) == ("Mara", "crew", 2)

    @pytest.mark.parametrize("role", [Role.LOOKOUT, Role.CREW])
    def test_is_never_lowered(self, captain: Access, role: Member.Role) -> None:
        device = uuid.uuid4()
        member = join(invite(captain), device=device)
        join(invite(captain, role), device=device)
        own = Member.objects.get(pk=captain.member).devices.get().pk
        assert join(invite(captain, role), device=own).pk == captain.member
        assert list(Member.objects.order_by("pk").values_list("pk", "role")) == [
            (captain.member, "captain"),
            (member.pk, "crew"),
        ]


class TestInvitationOfACaptain:
    def test_hands_the_captaincy_to_a_guest(self, captain: Access) -> None:
        guest = join(invite(captain, Role.CAPTAIN))
        assert dict(Member.objects.values_list("pk", "role")) == {captain.member: "crew", guest.pk: "captain"}

    def test_hands_it_to_a_member(self, captain: Access) -> None:
        device = uuid.uuid4()
        member = join(invite(captain), device=device)
        join(invite(captain, Role.CAPTAIN), device=device)
        assert dict(Member.objects.values_list("pk", "role")) == {captain.member: "crew", member.pk: "captain"}

    def test_serves_once(self, captain: Access) -> None:
        made = invite(captain, Role.CAPTAIN)
        guest = join(made, "Ada")
        with pytest.raises(Refusal, match="code_used"):
            join(made, "Bo")
        assert Member.objects.captain(captain.campaign) == guest

    def test_of_the_captain_s_own_device_is_not_used_up(self, captain: Access) -> None:
        made = invite(captain, Role.CAPTAIN)
        join(made, device=Member.objects.get(pk=captain.member).devices.get().pk)
        assert join(made, "Ada").pk != captain.member

    def test_ends_the_others_of_the_same_kind(self, captain: Access) -> None:
        """They were given by somebody who is no captain any more."""
        other, crewing = invite(captain, Role.CAPTAIN), invite(captain)
        join(invite(captain, Role.CAPTAIN), "Ada")
        with pytest.raises(Refusal, match="code_withdrawn"):
            join(other, "Bo")
        assert join(crewing, "Bo").role == "crew"
