"""The door: a code, a guest, and what wrong codes get; without an account, in both ways of asking."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.access import COOKIE
from campaigns.models import Campaign, Invitation, Member
from tests import factories
from tests.web.evening import HTMX, dump

if TYPE_CHECKING:
    from tests.web.evening import Evening

pytestmark = pytest.mark.django_db

UNKNOWN = "ZZZZZZ"
NAME = "Windward"
"""What the log is called: no wrong code may hear it."""


def text(answer: Any) -> str:
    return str(answer.content.decode())


def ask(code: str, address: str = "10.0.0.1", *, post: bool = False) -> Any:
    """Somebody new at `address` opens the page of a code, or types it."""
    client = Client(REMOTE_ADDR=address)
    return client.post("/join/", {"code": code}) if post else client.get(f"/join/{code}/")


@pytest.fixture
def withdrawn(start: Evening) -> str:
    made = factories.invitation(start.campaign)
    Invitation.objects.filter(pk=made.pk).update(withdrawn=timezone.now())
    return made.code


class TestTheCode:
    def test_leads_to_the_table_however_it_is_typed(self, start: Evening) -> None:
        code = start.cast.code
        for typed in (code, code.lower(), f" {code[:3]} {code[3:]}", f"{code[:3]}-{code[3:].lower()}"):
            answer = start.cast.nobody.post("/join/", {"code": typed})
            assert (answer.status_code, answer["Location"]) == (303, f"/join/{code}/")
            answer = start.cast.nobody.post("/join/", {"code": typed}, headers=HTMX)
            assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/join/{code}/")

    def test_stands_in_an_address_that_may_be_typed_too(self, start: Evening) -> None:
        code = start.cast.code.lower()
        for typed in (code, f"{code[:3]}-{code[3:]}"):
            assert NAME in text(ask(typed))

    def test_says_which_log_it_is_and_who_invites(self, start: Evening) -> None:
        page = text(ask(start.cast.code))
        assert f"Join {NAME}" in page
        assert "Ines invites you." in page

    @pytest.mark.parametrize("post", [False, True])
    def test_that_ended_or_was_withdrawn_says_so_and_no_more(
        self, start: Evening, withdrawn: str, *, post: bool
    ) -> None:
        for code, words in (
            (start.cast.late_code, "This invitation is over. Ask the captain for a new one."),
            (withdrawn, "This invitation was withdrawn. Ask the captain for a new one."),
            (UNKNOWN, "No table has this code."),
        ):
            answer = ask(code, post=post)
            assert answer.status_code == 422
            assert words in text(answer)
            for secret in (NAME, "Ines", "Tomas", start.campaign.code):
                assert secret not in text(answer)

    def test_of_a_log_is_no_code_of_a_table(self, start: Evening) -> None:
        assert ask(start.campaign.code).status_code == 422

    @pytest.mark.parametrize("typed", ["", "x", "ABC2345", "\u0391BC234", "%00", "x" * 41, "<b>", "ABC 23O"])
    @pytest.mark.parametrize("htmx", [False, True])
    def test_that_is_none_brings_the_form_back(self, start: Evening, typed: str, *, htmx: bool) -> None:
        answer = start.cast.nobody.post("/join/", {"code": typed}, headers=HTMX if htmx else {})
        assert answer.status_code == 422
        assert 'class="error"' in text(answer)
        assert text(answer).lstrip().startswith('<form id="_join"' if htmx else "<!doctype html>")
        assert "<b>" not in text(answer)

    def test_writes_nothing_however_wrong(self, start: Evening, withdrawn: str) -> None:
        before = dump()
        for code in (UNKNOWN, withdrawn, start.cast.late_code):
            ask(code)
            ask(code, post=True)
            Client().post(f"/join/{code}/", {"name": "Ada"})
        assert dump() == before


class TestSittingDown:
    def sit(self, evening: Evening, client: Client, **typed: Any) -> Any:
        return client.post(f"/join/{evening.cast.code}/", {"op": factories.op()} | typed)

    def test_needs_no_account(self, start: Evening) -> None:
        client = Client()
        client.get(f"/join/{start.cast.code}/")
        answer = self.sit(start, client, name="Ada")
        assert (answer.status_code, answer["Location"]) == (303, start.url("campaign"))
        assert client.get(start.url("campaign")).status_code == 200
        assert client.post(start.url("rest"), start.body("rest")).status_code == 303

    def test_offers_only_seats_that_are_nobody_s(self, start: Evening) -> None:
        seats = {seat.name: str(seat.pk) for seat in start.campaign.seats.all()}
        page = text(ask(start.cast.code))
        assert set(re.findall(r'name="seat" value="(\d+)"', page)) == {seats["Tomas"]}

    def test_on_a_seat_that_somebody_took_meanwhile_says_who(self, start: Evening) -> None:
        tomas = start.campaign.seats.get(name="Tomas").pk
        Member.objects.filter(campaign=start.campaign, name="Tomas").update(seat=tomas)
        before = dump()
        answer = self.sit(start, start.cast.stranger, seat=str(tomas))
        assert answer.status_code == 409
        assert "Tomas was first" in text(answer)
        assert "Do it anyway" not in text(answer)
        assert dump()["campaigns_member"] == before["campaigns_member"]

    @pytest.mark.parametrize(
        "typed", [{}, {"name": ""}, {"seat": "987654", "name": "Ada"}, {"seat": "x"}, {"name": "A\x07"}]
    )
    def test_wants_a_name_or_a_seat(self, start: Evening, typed: dict[str, str]) -> None:
        answer = self.sit(start, start.cast.stranger, **typed)
        assert answer.status_code == 422
        assert 'class="error"' in text(answer)

    def test_under_a_name_that_is_taken_keeps_what_was_typed(self, start: Evening) -> None:
        answer = self.sit(start, start.cast.stranger, name="ines")
        assert answer.status_code == 422
        assert "Somebody here is called ines already" in text(answer)

    def test_as_a_lookout_offers_no_seat_and_takes_none(self, start: Evening) -> None:
        code = factories.invitation(start.campaign, Member.Role.LOOKOUT).code
        tomas = str(start.campaign.seats.get(name="Tomas").pk)
        page = text(start.cast.stranger.get(f"/join/{code}/"))
        assert 'name="seat"' not in page
        assert "You read everything and change nothing." in page
        assert start.cast.stranger.post(f"/join/{code}/", {"seat": tomas}).status_code == 422
        assert start.cast.stranger.post(f"/join/{code}/", {"name": "Ada"}).status_code == 303
        assert start.cast.stranger.post(start.url("rest"), start.body("rest")).status_code == 403

    def test_sent_twice_is_one_member_also_from_a_browser_that_lost_its_cookie(self, start: Evening) -> None:
        body = {"op": factories.op(), "name": "Ada"}
        for client in (start.cast.stranger, start.cast.stranger, Client()):
            assert client.post(f"/join/{start.cast.code}/", body).status_code == 303
        assert Member.objects.filter(campaign=start.campaign, name="Ada").count() == 1

    def test_gives_the_cookie_with_the_form(self, start: Evening) -> None:
        client = Client()
        client.get(f"/join/{start.cast.code}/")
        given = client.cookies[COOKIE].value
        self.sit(start, client, name="Ada")
        assert Member.objects.get(campaign=start.campaign, name="Ada").devices.count() == 1
        assert given

    def test_of_a_removed_member_by_an_old_op_is_no_way_back(self, start: Evening) -> None:
        body = {"op": factories.op(), "name": "Ada"}
        start.cast.stranger.post(f"/join/{start.cast.code}/", body)
        ada = Member.objects.get(campaign=start.campaign, name="Ada")
        gone = replace(start, elsewhere=(ada.pk, 1))
        assert gone.post(start.cast.captain, "remove", withdraw=None).status_code == 303
        start.cast.stranger.post(f"/join/{start.cast.code}/", body)
        assert start.cast.stranger.get(start.url("campaign")).status_code == 404


class TestMembers:
    def test_are_led_to_the_log_even_by_a_code_that_is_over(self, start: Evening) -> None:
        for client in (start.cast.captain, start.cast.crew):
            for code in (start.cast.code, start.cast.late_code):
                answer = client.get(f"/join/{code}/")
                assert (answer.status_code, answer["Location"]) == (303, start.url("campaign"))

    def test_who_look_on_are_asked_before_they_are_crew(self, start: Evening) -> None:
        page = start.cast.lookout.get(f"/join/{start.cast.code}/")
        assert "Become crew" in text(page)
        assert Member.objects.get(campaign=start.campaign, name="Mara").role == "lookout"
        assert start.cast.lookout.post(f"/join/{start.cast.code}/", {}).status_code == 303
        assert Member.objects.get(campaign=start.campaign, name="Mara").role == "crew"

    def test_can_take_the_captaincy_by_its_own_invitation(self, start: Evening) -> None:
        code = factories.invitation(start.campaign, Member.Role.CAPTAIN).code
        assert "Become captain" in text(start.cast.crew.get(f"/join/{code}/"))
        start.cast.crew.post(f"/join/{code}/", {})
        roles = dict(Member.objects.filter(campaign=start.campaign).values_list("name", "role"))
        assert (roles["Ines"], roles["Tomas"]) == ("crew", "captain")


class TestTooManyWrongCodes:
    def is_shut(self, answer: Any) -> bool:
        if answer.status_code == 429:
            assert answer["Retry-After"] == "900"
            assert "Too many wrong codes" in text(answer)
            assert NAME not in text(answer)
        return bool(answer.status_code == 429)

    @pytest.mark.parametrize("post", [False, True])
    def test_shut_the_door_for_an_address_and_for_the_right_code(self, start: Evening, *, post: bool) -> None:
        for _ in range(10):
            assert ask(UNKNOWN, post=post).status_code == 422
        assert self.is_shut(ask(UNKNOWN, post=post))
        assert self.is_shut(ask(start.cast.code, post=post))
        assert self.is_shut(Client(REMOTE_ADDR="10.0.0.1").post(f"/join/{start.cast.code}/", {"name": "Ada"}))
        assert not self.is_shut(ask(start.cast.code, "10.0.0.2", post=post))

    def test_of_one_log_shut_its_door_for_every_address(self, start: Evening, evening: Evening) -> None:
        for at in range(10):
            assert ask(start.cast.late_code, f"10.0.0.{at}").status_code == 422
        assert self.is_shut(ask(start.cast.late_code, "10.0.1.1"))
        assert self.is_shut(ask(start.cast.code, "10.0.1.1"))
        assert ask(evening.cast.code, "10.0.1.1").status_code == 200
        assert ask(UNKNOWN, "10.0.1.1").status_code == 422

    def test_of_one_log_are_forgotten_when_its_captain_invites_again(self, start: Evening) -> None:
        for at in range(10):
            ask(start.cast.late_code, f"10.0.0.{at}")
        start.post(start.cast.captain, "invite")
        assert ask(start.cast.code, "10.0.1.1").status_code == 200

    def test_of_nobody_count_for_no_log(self, start: Evening) -> None:
        for at in range(20):
            ask(UNKNOWN, f"10.0.0.{at}")
        assert ask(start.cast.code, "10.0.1.1").status_code == 200

    def test_do_not_keep_members_out(self, start: Evening) -> None:
        for _ in range(11):
            start.cast.crew.get(f"/join/{UNKNOWN}/")
        assert start.cast.crew.get(f"/join/{start.cast.code}/").status_code == 303

    def test_are_counted_apart_from_recovery_codes(self, start: Evening) -> None:
        for _ in range(10):
            ask(UNKNOWN)
        assert Client(REMOTE_ADDR="10.0.0.1").post("/recover/", {"code": "AAAA"}).status_code == 422


class TestTheCaptainsPage:
    def test_shows_the_code_its_picture_and_its_address(self, start: Evening) -> None:
        page = text(start.get(start.cast.captain, "invitation"))
        code = start.cast.code
        assert f"http://testserver/join/{code}/" in page
        assert " ".join(code) in page
        assert '<svg class="qr"' in page or 'class="qr"' in page

    def test_shows_codes_to_nobody_else(self, start: Evening) -> None:
        captains = factories.invitation(start.campaign, Member.Role.CAPTAIN).code
        for client, sees in ((start.cast.captain, True), (start.cast.crew, False), (start.cast.lookout, False)):
            page = text(start.get(client, "crew"))
            assert [code in page.replace(" ", "") for code in (start.cast.code, captains)] == [sees, sees]

    @pytest.mark.parametrize(
        ("lasts", "good"), [("tonight", timedelta(hours=12)), ("week", timedelta(days=7)), ("always", None)]
    )
    @pytest.mark.parametrize("role", ["captain", "crew", "lookout"])
    def test_invites_as_wanted(self, start: Evening, role: str, lasts: str, good: timedelta | None) -> None:
        answer = start.post(start.cast.captain, "invite", role=role, lasts=lasts)
        made = Invitation.objects.latest("pk")
        assert answer["Location"] == f"{start.url('crew')}invite/{made.pk}/"
        assert (made.role, made.ends and made.ends - made.made) == (role, good)

    def test_has_a_button_for_those_at_home(self, start: Evening) -> None:
        page = text(start.get(start.cast.captain, "crew"))
        form = next(form for form in page.split("<form")[1:] if "A link for those at home" in form)
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
        start.cast.captain.post(start.url("invite"), fields)
        made = Invitation.objects.latest("pk")
        assert (made.role, made.ends) == ("lookout", None)

    @pytest.mark.parametrize("wrong", [{"role": "admiral"}, {"lasts": "ever"}, {"role": None}])
    def test_invites_as_nothing_else(self, start: Evening, wrong: dict[str, Any]) -> None:
        before = dump()
        assert start.post(start.cast.captain, "invite", **wrong).status_code == 404
        assert dump() == before

    def test_of_an_invitation_that_is_over_leads_back(self, start: Evening) -> None:
        start.post(start.cast.captain, "withdraw")
        answer = start.get(start.cast.captain, "invitation")
        assert (answer.status_code, answer["Location"]) == (303, start.url("crew"))
        assert ask(start.cast.code).status_code == 422

    def test_says_when_its_address_leads_nowhere_else(self, start: Evening) -> None:
        words = "This address leads nowhere from another device."
        assert words not in text(start.get(start.cast.captain, "invitation"))
        for host in ("127.0.0.1:8000", "localhost", "[::1]:8000"):
            assert words in text(start.cast.captain.get(start.url("invitation"), headers={"Host": host}))


class TestTheCrewsPage:
    def test_names_everybody_with_role_and_seat_and_nobody_who_left(self, start: Evening) -> None:
        page = text(start.get(start.cast.lookout, "crew"))
        rows = re.findall(r'<li data-member="\d+">.*?<strong>(.*?)</strong>.*?<p>(.*?)</p>', page, re.DOTALL)
        assert rows == [("Ines", "Captain, plays as Ines"), ("Tomas", "Crew"), ("Mara", "Lookout")]

    @pytest.mark.parametrize("who", ["captain", "crew", "lookout"])
    def test_gives_everybody_the_own_recovery_code(self, start: Evening, who: str) -> None:
        client = start.cast.everybody()[who]
        assert start.post(client, "recovery-code")["Location"] == start.url("crew")
        page = text(start.get(client, "crew"))
        (code,) = re.findall(r'<p class="code long">(.*?)</p>', page)
        guest = Client()
        assert guest.post("/recover/", {"code": code}).status_code == 303
        assert re.search("you</span>\n<p>" + {"crew": "Crew", "captain": "Captain", "lookout": "Lookout"}[who],
                         text(guest.get(start.url("crew"))))  # fmt: skip

    def test_lets_it_be_noted(self, start: Evening) -> None:
        start.post(start.cast.crew, "recovery-code")
        assert start.post(start.cast.crew, "noted", back="crew")["Location"] == start.url("crew")
        assert "You have noted it." in text(start.get(start.cast.crew, "crew"))

    def test_keeps_the_sheet_of_the_box_free_of_others_codes(self, start: Evening) -> None:
        start.post(start.cast.crew, "recovery-code")
        assert 'class="code' not in text(start.get(start.cast.crew, "sheet"))
        assert 'class="code' not in text(start.get(start.cast.crew, "campaign"))

    def test_is_led_to_from_the_log_and_the_shelf_leads_to_the_door(self, start: Evening) -> None:
        assert f'href="{start.url("crew")}"' in text(start.get(start.cast.lookout, "campaign"))
        assert 'href="/join/"' in text(start.get(start.cast.nobody, "shelf"))


class TestTwoSteps:
    @pytest.mark.parametrize("name", ["hand-over", "remove", "leave"])
    def test_ask_before_anything_happens(self, start: Evening, name: str) -> None:
        client = start.cast.crew if name == "leave" else start.cast.captain
        before = dump()
        for answer in (
            start.get(client, name),
            start.post(client, name, sure=None),
            start.post(client, name, sure="no"),
        ):
            assert answer.status_code == 200
            assert 'name="sure" value="yes"' in text(answer)
        assert dump() == before

    def test_of_handing_over_tapped_twice_end_on_the_crew_s_page_both_times(self, start: Evening) -> None:
        address, body = start.url("hand-over"), start.body("hand-over")
        for _ in range(2):
            answer = start.cast.captain.post(address, body)
            assert (answer.status_code, answer["Location"]) == (303, start.url("crew"))
        roles = dict(Member.objects.filter(campaign=start.campaign).values_list("name", "role"))
        assert (roles["Ines"], roles["Tomas"]) == ("crew", "captain")

    def test_of_leaving_tell_the_captain_to_hand_over_first(self, start: Evening) -> None:
        page = text(start.get(start.cast.captain, "leave"))
        assert "Hand the captaincy over first" in page
        assert 'name="sure"' not in page
        assert "Hand the captaincy over first" in text(start.post(start.cast.captain, "leave"))

    def test_of_leaving_lead_to_the_shelf(self, start: Evening) -> None:
        assert start.post(start.cast.lookout, "leave")["Location"] == "/"
        assert start.get(start.cast.lookout, "campaign").status_code == 404

    def test_of_removing_end_access_and_the_open_codes(self, start: Evening) -> None:
        assert 'name="withdraw" value="yes" checked' in text(start.get(start.cast.captain, "remove"))
        start.post(start.cast.captain, "remove")
        assert start.get(start.cast.crew, "campaign").status_code == 404
        assert ask(start.cast.code).status_code == 422
        assert Campaign.objects.get(pk=start.campaign.pk).members.get(name="Tomas").left is not None
