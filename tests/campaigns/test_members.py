"""Members of a log: seats, roles, the captaincy, leaving and being removed."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404
from django.utils import timezone

from campaigns import access as gate
from campaigns import archive, crew, journal, plays, rulings, story
from campaigns.journal import Clash, Tap
from campaigns.models import Campaign, Entry, Invitation, Member
from campaigns.rules.effects import Refusal
from campaigns.rules.state import Piece, Place, Spot
from tests import factories
from tests.campaigns.oracle import dump

if TYPE_CHECKING:
    from campaigns.access import Access

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

Role = Member.Role


@dataclass
class Table:
    """Ines is captain, Tomas crew, Mara a lookout; the players are Ines and Tomas."""

    campaign: Campaign
    ines: Access
    tomas: Access
    mara: Access
    phone: uuid.UUID
    """Tomas' device."""

    def pulse(self) -> int:
        return Campaign.objects.get(pk=self.campaign.pk).pulse

    def role(self, who: Access) -> str:
        return Member.objects.get(pk=who.member).role


@pytest.fixture
def table() -> Table:
    campaign = factories.begin()
    phone = factories.join(campaign, Role.CREW, "Tomas")[1]
    factories.join(campaign, Role.LOOKOUT, "Mara")
    found = [factories.access_of(campaign, role) for role in ("captain", "crew", "lookout")]
    return Table(campaign, *found, phone)


def tap(who: Access) -> Tap:
    return Tap(who.campaign, who.member, factories.op(), 0)


def seat(table: Table, name: str) -> int:
    return table.campaign.seats.get(name=name).pk


def hand_over(who: Access, to: Access) -> None:
    crew.hand_over(access=who, tap=tap(who), member=to.member)


def remove(who: Access, whom: Access, *, withdraw: bool = False) -> None:
    crew.remove(access=who, tap=tap(who), member=whom.member, withdraw=withdraw)


class TestSeats:
    def test_of_who_begins_is_that_of_the_same_name(self, table: Table) -> None:
        assert Member.objects.get(pk=table.ines.member).seat == table.campaign.seats.get(name="Ines")

    def test_is_none_where_no_player_is_called_so(self) -> None:
        assert Member.objects.get(campaign=factories.begin(seats=["Bo"])).seat is None

    def test_can_be_taken_changed_and_left(self, table: Table) -> None:
        for wanted in (seat(table, "Tomas"), None):
            before = table.pulse()
            crew.take_seat(access=table.tomas, tap=tap(table.tomas), seat=wanted)
            assert Member.objects.get(pk=table.tomas.member).seat_id == wanted
            assert table.pulse() == before + 1

    def test_belong_to_one_member(self, table: Table) -> None:
        before = dump()
        with pytest.raises(Clash) as met:
            crew.take_seat(access=table.tomas, tap=tap(table.tomas), seat=seat(table, "Ines"))
        assert (met.value.code, met.value.who.name) == ("seat", "Ines")
        assert dump() == before

    def test_of_another_log_are_none(self, table: Table) -> None:
        foreign = factories.begin(seats=["Bo"]).seats.get()
        with pytest.raises(Http404):
            crew.take_seat(access=table.tomas, tap=tap(table.tomas), seat=foreign.pk)


class TestHandingOver:
    def test_makes_one_captain_and_the_former_one_crew(self, table: Table) -> None:
        before = table.pulse()
        hand_over(table.ines, table.tomas)
        assert (table.role(table.ines), table.role(table.tomas)) == ("crew", "captain")
        assert table.pulse() == before + 1

    def test_asks_the_new_captain_to_note_the_code_again(self, table: Table) -> None:
        crew.note_recovery(member=table.tomas.member)
        hand_over(table.ines, table.tomas)
        assert not Member.objects.get(pk=table.tomas.member).noted

    def test_ends_open_invitations_to_the_captaincy_only(self, table: Table) -> None:
        first = factories.invitation(table.campaign, Role.CAPTAIN)
        second = factories.invitation(table.campaign, Role.CREW)
        hand_over(table.ines, table.tomas)
        assert list(Invitation.objects.open(table.campaign.pk)) == [second]
        assert first != second

    def test_twice_by_one_tap_is_once(self, table: Table) -> None:
        hand_over(table.ines, table.tomas)
        before = dump()["campaigns_member"]
        hand_over(table.ines, table.tomas)
        assert dump()["campaigns_member"] == before

    def test_to_somebody_else_by_who_is_captain_no_more_says_who_is(self, table: Table) -> None:
        bo = factories.join(table.campaign, Role.CREW, "Bo")[0]
        hand_over(table.ines, table.tomas)
        with pytest.raises(Clash) as met:
            crew.hand_over(access=table.ines, tap=tap(table.ines), member=bo.pk)
        assert (met.value.code, met.value.who.name) == ("captain", "Tomas")

    def test_is_for_the_crew(self, table: Table) -> None:
        with pytest.raises(Refusal) as met:
            hand_over(table.ines, table.mara)
        assert (met.value.code, met.value.values) == ("only_crew_leads", {"name": "Mara"})

    def test_is_not_for_who_has_left(self, table: Table) -> None:
        crew.leave(access=table.tomas, tap=tap(table.tomas))
        with pytest.raises(Refusal, match="member_left"):
            hand_over(table.ines, table.tomas)

    def test_is_for_members_of_this_log(self, table: Table) -> None:
        foreign = factories.join(factories.begin(), Role.CREW, "Bo")[0]
        with pytest.raises(Http404):
            crew.hand_over(access=table.ines, tap=tap(table.ines), member=foreign.pk)


class TestRoles:
    @pytest.mark.parametrize(("who", "becomes"), [("tomas", Role.LOOKOUT), ("mara", Role.CREW)])
    def test_of_others_are_the_captain_s_to_change(self, table: Table, who: str, becomes: Member.Role) -> None:
        member = getattr(table, who)
        crew.give_role(access=table.ines, tap=tap(table.ines), member=member.member, role=becomes)
        assert table.role(member) == becomes

    def test_of_the_captain_stays(self, table: Table) -> None:
        for member, role in ((table.ines, Role.CREW), (table.tomas, Role.CAPTAIN)):
            with pytest.raises(Refusal, match="captain_stays"):
                crew.give_role(access=table.ines, tap=tap(table.ines), member=member.member, role=role)

    def test_are_given_by_the_captain_of_the_moment(self, table: Table) -> None:
        hand_over(table.ines, table.tomas)
        with pytest.raises(Clash):
            crew.give_role(access=table.ines, tap=tap(table.ines), member=table.mara.member, role=Role.CREW)


class TestLeaving:
    def test_ends_access_code_and_seat_and_keeps_the_name(self, table: Table) -> None:
        crew.give_recovery(campaign=table.campaign.code, member=table.tomas.member)
        crew.take_seat(access=table.tomas, tap=tap(table.tomas), seat=seat(table, "Tomas"))
        code, before = crew.recovery_code(table.campaign.code, table.tomas.member), table.pulse()
        crew.leave(access=table.tomas, tap=tap(table.tomas))
        assert gate.find(table.campaign.code, table.phone) is None
        assert crew.logs_of(table.phone) == []
        member = Member.objects.get(pk=table.tomas.member)
        assert (member.name, member.recovery, member.seat, member.devices.count()) == ("Tomas", None, None, 0)
        assert table.pulse() == before + 1
        with pytest.raises(Refusal, match="wrong_recovery_code"):
            crew.recover(device=uuid.uuid4(), typed=code)
        assert table.campaign.seats.filter(name="Tomas").exists()

    def test_leaves_other_logs_of_the_device_alone(self, table: Table) -> None:
        other = factories.begin("Leeward", device=table.phone)
        crew.leave(access=table.tomas, tap=tap(table.tomas))
        assert gate.find(other.code, table.phone) is not None

    def test_is_not_for_the_captain(self, table: Table) -> None:
        before = dump()
        with pytest.raises(Refusal, match="captain_stays"):
            crew.leave(access=table.ines, tap=tap(table.ines))
        assert dump() == before

    def test_frees_the_name(self, table: Table) -> None:
        crew.leave(access=table.tomas, tap=tap(table.tomas))
        assert [member.name for member in Member.objects.of(table.campaign.pk)] == ["Ines", "Mara"]


class TestRemoving:
    def test_ends_access_at_once(self, table: Table) -> None:
        remove(table.ines, table.tomas)
        assert gate.find(table.campaign.code, table.phone) is None

    def test_holds_even_where_a_device_was_left(self, table: Table) -> None:
        """Access asks whether the member is there, and not only whose the device is."""
        Member.objects.filter(pk=table.tomas.member).update(left=timezone.now())
        assert gate.find(table.campaign.code, table.phone) is None
        assert crew.logs_of(table.phone) == []

    @pytest.mark.parametrize("withdraw", [False, True])
    def test_ends_the_open_invitations_if_wanted(self, table: Table, withdraw: bool) -> None:
        factories.invitation(table.campaign)
        foreign = factories.invitation(factories.begin())
        remove(table.ines, table.tomas, withdraw=withdraw)
        assert Invitation.objects.open(table.campaign.pk).exists() != withdraw
        assert Invitation.objects.open(foreign.campaign_id).exists()

    def test_keeps_what_the_member_wrote(self, table: Table) -> None:
        spot, piece = Spot(Place.BOARD, "3"), Piece("tile", "L5")
        written = archive.correct(access=table.tomas, tap=tap(table.tomas), piece=piece, spot=spot, reason="so it lies")
        remove(table.ines, table.tomas)
        assert Entry.objects.get(pk=written.pk).member.name == "Tomas"

    def test_twice_is_once(self, table: Table) -> None:
        remove(table.ines, table.tomas)
        before = dump()["campaigns_member"]
        remove(table.ines, table.tomas)
        assert dump()["campaigns_member"] == before

    def test_is_not_for_the_captain(self, table: Table) -> None:
        with pytest.raises(Refusal, match="captain_stays"):
            remove(table.ines, table.ines)

    def test_of_a_member_of_another_log_changes_nobody(self, table: Table) -> None:
        bo, phone = factories.join(factories.begin(), Role.CREW, "Bo")
        crew.remove(access=table.ines, tap=tap(table.ines), member=bo.pk, withdraw=True)
        assert bo.devices.get().pk == phone


class TestWhoLostTheRightMeanwhile:
    """The tap came in with the right; before it was written the captain removed Tomas or made him a lookout."""

    @pytest.fixture(params=["removed", "lookout"])
    def refused(self, table: Table, request: pytest.FixtureRequest) -> type[Exception]:
        self.play = factories.open_play(table.campaign)
        self.draft = story.open_draft(access=table.ines, play=self.play, after=0)
        if request.param == "removed":
            remove(table.ines, table.tomas)
            return Http404
        crew.give_role(access=table.ines, tap=tap(table.ines), member=table.tomas.member, role=Role.LOOKOUT)
        return PermissionDenied

    def test_writes_nothing(self, table: Table, refused: type[Exception]) -> None:
        tomas, before = table.tomas, dump()
        line = self.play.lines[0]["id"]
        ruled: Any = SimpleNamespace(id="rule:x", open="how far")
        legacy = Tap(tomas.campaign, tomas.member, factories.op(), journal.ground(tomas.campaign, 0).revision)
        drafted = Tap(tomas.campaign, tomas.member, factories.op(), self.draft.revision)
        for write in (
            lambda: archive.correct(
                access=tomas, tap=legacy, piece=Piece("tile", "L5"), spot=Spot(Place.BOARD, "3"), reason="so it lies"
            ),
            lambda: plays.end_round(tap=tap(tomas), play=self.play.number, ended=0),
            lambda: plays.tick(tap=tap(tomas), play=self.play, line_id=line, done=True),
            lambda: story.set_fields(tap=drafted, draft=self.draft.pk, fields={"choice:150": "north"}),
            lambda: story.throw_away(tap=drafted, draft=self.draft.pk),
            lambda: rulings.write(access=tomas, tap=tap(tomas), entry=ruled, words="the jump is free"),
            lambda: crew.take_seat(access=tomas, tap=tap(tomas), seat=None),
        ):
            with pytest.raises(refused):
                write()
            assert dump() == before


class TestTheDatabase:
    """What no code may write, the database refuses."""

    @pytest.mark.parametrize(
        "wrong",
        [{"recovery": "x"}, {"role": "captain"}, {"seat": True}],
        ids=["a code", "the captaincy", "a seat"],
    )
    def test_lets_nobody_who_left_keep(self, table: Table, wrong: dict[str, object]) -> None:
        if "seat" in wrong:
            wrong = {"seat": table.campaign.seats.get(name="Tomas")}
        if "role" in wrong:
            Member.objects.filter(pk=table.ines.member).update(role="crew")
        with pytest.raises(IntegrityError, match="member_who_left_keeps_nothing"):
            Member.objects.filter(pk=table.tomas.member).update(left=timezone.now(), **wrong)

    def test_has_one_member_on_a_seat(self, table: Table) -> None:
        with pytest.raises(IntegrityError):
            Member.objects.filter(pk=table.tomas.member).update(seat=table.campaign.seats.get(name="Ines"))

    def test_has_invitations_of_known_roles_that_serve_once_if_a_captain_s(self, table: Table) -> None:
        with pytest.raises(IntegrityError, match="invitation_of_a_captain_serves_once"):
            Invitation.objects.filter(pk=factories.invitation(table.campaign).pk).update(taken=timezone.now())
