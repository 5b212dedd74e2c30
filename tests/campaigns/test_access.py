"""Who is at the table and what they may do there."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.test import RequestFactory

from campaigns import access
from campaigns.access import Action, allow, device, device_or_new, remember
from campaigns.models import Member
from tests import factories

if TYPE_CHECKING:
    from tests.cast import Cast

pytestmark = pytest.mark.django_db

RIGHTS = {
    "captain": {"read", "tick", "play", "draft", "commit", "undo", "correct", "recovery"} | {"seat", "leave", "crew"},
    "crew": {"read", "tick", "play", "draft", "commit", "undo", "correct", "recovery", "seat", "leave"},
    "lookout": {"read", "recovery", "leave"},
}
"""Role and what it may do: captain owns, crew writes, lookout reads; all look after their own access."""


def request_of(client: object = None, **cookies: str) -> HttpRequest:
    """A request with the cookies of a test client, or those given."""
    request = RequestFactory().get("/")
    request.COOKIES = {k: v.value for k, v in client.cookies.items()} if client else cookies  # type: ignore[attr-defined]
    return request


class TestRights:
    @pytest.mark.parametrize("role", RIGHTS)
    def test_are_those_of_the_table(self, cast: Cast, role: str) -> None:
        request = request_of(getattr(cast, role))
        allowed = set()
        for action in Action:
            try:
                found = allow(request, cast.campaign.code, action)
            except PermissionDenied:
                continue
            assert found.role == role
            allowed.add(action.value)
        assert allowed == RIGHTS[role]

    @pytest.mark.parametrize("who", ["stranger", "nobody"])
    @pytest.mark.parametrize("action", Action)
    def test_of_strangers_are_none_and_they_learn_nothing(self, cast: Cast, who: str, action: Action) -> None:
        with pytest.raises(Http404):
            allow(request_of(getattr(cast, who)), cast.campaign.code, action)

    def test_end_at_the_own_campaign(self, cast: Cast) -> None:
        other = factories.begin("Leeward")
        with pytest.raises(Http404):
            allow(request_of(cast.captain), other.code, Action.READ)

    def test_need_a_campaign(self, cast: Cast) -> None:
        with pytest.raises(Http404):
            allow(request_of(cast.captain), "AAAAAA", Action.READ)


class TestAccess:
    def test_says_what_a_tap_needs(self, cast: Cast) -> None:
        found = allow(request_of(cast.captain), cast.campaign.code, Action.READ)
        assert (found.campaign, found.code, found.campaign_name) == (cast.campaign.pk, cast.campaign.code, "Windward")
        assert (found.line, found.box, found.content) == ("uprising", "uprising", factories.content())
        assert (found.name, found.role, found.noted, found.playing) == ("Ines", "captain", False, None)
        assert (found.revision, found.pulse) == (1, 1)

    def test_names_the_play_under_way(self, cast: Cast) -> None:
        play = factories.open_play(cast.campaign)
        assert allow(request_of(cast.crew), cast.campaign.code, Action.READ).playing == play.number

    def test_costs_one_query(self, cast: Cast, django_assert_num_queries: object) -> None:
        with django_assert_num_queries(1):  # type: ignore[operator]
            allow(request_of(cast.captain), cast.campaign.code, Action.TICK)

    def test_of_nobody_costs_none(self, cast: Cast, django_assert_num_queries: object) -> None:
        with django_assert_num_queries(0), pytest.raises(Http404):  # type: ignore[operator]
            allow(request_of(), cast.campaign.code, Action.TICK)


class TestTheCookie:
    def signed(self, value: str, salt: str | None = None) -> str:
        response = HttpResponse()
        response.set_signed_cookie(access.COOKIE, value, salt=salt or access._SALT)
        return response.cookies[access.COOKIE].value

    def test_names_the_device(self) -> None:
        known = uuid.uuid4()
        assert device(request_of(portolan=self.signed(str(known)))) == known

    def test_is_believed_only_with_our_signature(self) -> None:
        known = str(uuid.uuid4())
        for value in ("", known, f"{known}:x:y", self.signed(known) + "x", self.signed(known, "other")):
            assert device(request_of(portolan=value)) is None

    def test_holds_a_device_and_nothing_else(self) -> None:
        assert device(request_of(portolan=self.signed("captain"))) is None

    def test_is_missing_at_first(self) -> None:
        assert device(request_of()) is None

    def test_is_given_with_the_form_that_needs_one(self) -> None:
        request = RequestFactory().get("/new/")

        def view(asked: HttpRequest) -> HttpResponse:
            device_or_new(asked)
            return HttpResponse()

        cookie = remember(view)(request).cookies["portolan"]
        assert (cookie["max-age"], cookie["httponly"], cookie["samesite"], cookie["path"]) == (
            34_560_000,
            True,
            "Lax",
            "/",
        )
        assert device(request_of(portolan=cookie.value)) is not None

    def test_stays_the_same_for_who_has_one(self) -> None:
        known = uuid.uuid4()
        assert device_or_new(request_of(portolan=self.signed(str(known)))) == known

    def test_is_renewed_by_a_post_and_not_by_a_get(self) -> None:
        known = self.signed(str(uuid.uuid4()))
        for method, renewed in (("post", True), ("get", False)):
            request = getattr(RequestFactory(), method)("/")
            request.COOKIES = {"portolan": known}
            assert ("portolan" in remember(lambda _: HttpResponse())(request).cookies) is renewed

    def test_is_not_made_by_a_post_of_nobody(self) -> None:
        assert not remember(lambda _: HttpResponse())(RequestFactory().post("/")).cookies


def test_one_device_can_be_in_two_campaigns_in_two_roles(cast: Cast) -> None:
    member = Member.objects.get(campaign=cast.campaign, role="captain")
    other = factories.begin("Leeward")
    lookout, _device = factories.join(other, Member.Role.LOOKOUT, "Ines")
    lookout.devices.set(member.devices.all())
    assert allow(request_of(cast.captain), cast.campaign.code, Action.READ).role == "captain"
    assert allow(request_of(cast.captain), other.code, Action.READ).role == "lookout"
