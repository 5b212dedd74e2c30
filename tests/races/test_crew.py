"""Several people at the door and in the crew at the same moment. Whatever the order, one state and no half of it."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from django.http import Http404

from campaigns import access as gate
from campaigns import archive, crew, invitations, journal
from campaigns.invitations import Guest
from campaigns.journal import Clash, Tap
from campaigns.models import Entry, Invitation, Member
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place, Spot
from tests import factories
from tests.campaigns.oracle import assert_sound
from tests.races.test_races import _content_stays, crowd, together

if TYPE_CHECKING:
    from collections.abc import Callable

    from campaigns.access import Access

__all__ = ["_content_stays"]

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("_content_stays", "transactional_db", "packs"),
]

Role = Member.Role
TIMES = 6


def tap(who: Access) -> Tap:
    return Tap(who.campaign, who.member, factories.op(), 0)


def joining(
    invitation: Invitation, guest: Guest, device: uuid.UUID | None = None, op: str = ""
) -> Callable[[], Member]:
    known, sent = device or uuid.uuid4(), op or factories.op()
    return lambda: invitations.join(invitation=invitation, device=known, op=sent, guest=guest)


class TestAtTheDoor:
    @pytest.fixture(autouse=True)
    def _table(self, packs: None) -> None:
        self.campaign = factories.begin()
        self.invitation = factories.invitation(self.campaign)

    def test_two_guests_take_the_same_seat(self) -> None:
        """One sits, the other is told who was first."""
        for turn in range(TIMES):
            seat = self.campaign.seats.create(name=f"Seat {turn}", position=10 + turn)
            found = together(*(joining(self.invitation, Guest(seat=seat.pk)) for _ in range(4)))
            (sits,) = [answer for answer in found if isinstance(answer, Member)]
            told = [answer for answer in found if isinstance(answer, Clash)]
            assert [(clash.code, clash.who) for clash in told] == [("seat", sits)] * 3
            assert Member.objects.get(seat=seat) == sits
        assert Member.objects.count() == 1 + TIMES

    def test_two_guests_take_the_same_name(self) -> None:
        found = together(*(joining(self.invitation, Guest("Ada")) for _ in range(4)))
        assert sum(isinstance(answer, Member) for answer in found) == 1
        assert {answer.code for answer in found if isinstance(answer, Refusal)} == {"name_taken"}
        assert Member.objects.filter(name="Ada").count() == 1

    def test_one_form_sent_many_times_is_one_member(self) -> None:
        device, op = uuid.uuid4(), factories.op()
        found = together(*(joining(self.invitation, Guest("Ada"), device, op) for _ in range(6)))
        assert found == [Member.objects.get(name="Ada")] * 6
        assert Member.objects.get(name="Ada").devices.get().pk == device

    def test_two_guests_take_the_captaincy(self) -> None:
        made = factories.invitation(self.campaign, Role.CAPTAIN)
        found = together(*(joining(made, Guest(name)) for name in ("Ada", "Bo", "Cy")))
        (leads,) = [answer for answer in found if isinstance(answer, Member)]
        assert {answer.code for answer in found if isinstance(answer, Refusal)} == {"code_used"}
        assert Member.objects.captain(self.campaign.pk) == leads
        assert Member.objects.count() == 2

    def test_a_guest_comes_while_the_invitation_is_withdrawn(self) -> None:
        """Either in before, or refused and nobody."""
        captain = factories.access_of(self.campaign)
        for turn in range(TIMES):
            made = factories.invitation(self.campaign)
            came, _withdrawn = together(
                joining(made, Guest(f"Guest {turn}")),
                lambda made=made: invitations.withdraw(access=captain, tap=tap(captain), invitation=made.pk),  # type: ignore[misc]
            )
            assert Member.objects.filter(name=f"Guest {turn}").exists() == isinstance(came, Member)
            if not isinstance(came, Member):
                assert isinstance(came, Refusal)
                assert came.code == "code_withdrawn"


class TestInTheCrew:
    @pytest.fixture(autouse=True)
    def _crew(self, packs: None) -> None:
        self.campaign = factories.begin()
        self.people = crowd(self.campaign)

    def captain(self) -> Member:
        return Member.objects.captain(self.campaign.pk)

    def test_the_captaincy_is_handed_over_twice(self) -> None:
        """From the tablet to one, from the phone to another: one of them leads, the other hand is told who."""
        leads = self.people[0]
        for _turn in range(TIMES):
            others = [who for who in self.people if who.member != leads.member][:2]
            found = together(
                *(
                    lambda to=to, who=leads: crew.hand_over(access=who, tap=tap(who), member=to.member)  # type: ignore[misc]
                    for to in others
                )
            )
            (told,) = [answer for answer in found if answer is not None]
            assert isinstance(told, Clash)
            assert (told.code, told.who) == ("captain", self.captain())
            assert Member.objects.filter(campaign=self.campaign, role="captain").count() == 1
            leads = next(who for who in others if who.member == self.captain().pk)

    def test_one_takes_the_captaincy_while_leaving(self) -> None:
        """Either captain and still there, or gone and Ines leads."""
        ines = self.people[0]
        for who in self.people[1:5]:
            over, left = together(
                lambda who=who: crew.hand_over(access=ines, tap=tap(ines), member=who.member),  # type: ignore[misc]
                lambda who=who: crew.leave(access=who, tap=tap(who)),  # type: ignore[misc]
            )
            gone = Member.objects.get(pk=who.member).left is not None
            told = left if not gone else over
            assert isinstance(told, Refusal)
            assert told.code == ("member_left" if gone else "captain_stays")
            assert self.captain().pk == (ines.member if gone else who.member)
            if not gone:
                crew.hand_over(access=who, tap=tap(who), member=ines.member)

    def test_two_members_take_one_seat(self) -> None:
        seat = self.campaign.seats.get(name="Tomas").pk
        found = together(
            *(
                lambda who=who: crew.take_seat(access=who, tap=tap(who), seat=seat)  # type: ignore[misc]
                for who in self.people[1:]
            )
        )
        sits = Member.objects.get(seat=seat)
        assert [answer for answer in found if answer is None] == [None]
        assert {answer.who for answer in found if isinstance(answer, Clash)} == {sits}

    def test_a_member_is_removed_while_writing(self) -> None:
        """What was written before stays whole, nothing comes after, and the log replays."""
        ines = self.people[0]
        for at, who in enumerate(self.people[1:5]):
            written: list[int] = []

            def write(who: Access = who, at: int = at, written: list[int] = written) -> None:
                for turn in range(20):
                    now = journal.ground(who.campaign, journal.LEGACY).revision
                    piece, spot = Piece("tile", f"L{5 + at}"), Spot(Place.BOARD, str(1 + turn))
                    tapped = Tap(who.campaign, who.member, factories.op(), now)
                    try:
                        entry = archive.correct(access=who, tap=tapped, piece=piece, spot=spot, reason="a race")
                    except Http404:
                        return
                    written.append(entry.pk)

            def end(who: Access = who) -> None:
                crew.remove(access=ines, tap=tap(ines), member=who.member, withdraw=False)

            assert together(write, end) == [None, None]
            stored = Entry.objects.filter(member=who.member)
            assert [entry.pk for entry in stored.order_by("pk")] == written
            member = Member.objects.get(pk=who.member)
            assert member.left is not None
            assert all(entry.at <= member.left for entry in stored)
            assert_sound(self.campaign.pk)

    def test_a_member_is_removed_while_coming_back(self) -> None:
        """Whatever the order, no device opens the log afterwards."""
        ines = self.people[0]
        for who in self.people[1:4]:
            crew.give_recovery(campaign=who.code, member=who.member)
            device, code = uuid.uuid4(), crew.recovery_code(who.code, who.member)
            together(
                lambda d=device, c=code: crew.recover(device=d, typed=c),  # type: ignore[misc]
                lambda who=who: crew.remove(access=ines, tap=tap(ines), member=who.member, withdraw=True),  # type: ignore[misc]
            )
            assert gate.find(self.campaign.code, device) is None
            assert Member.objects.get(pk=who.member).devices.count() == 0
