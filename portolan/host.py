"""Sessions, users and messages for whoever runs the server: under /host/ and nowhere else.

Django's middlewares, bound to a path: elsewhere they read no cookie, ask no database and set nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.utils.deprecation import MiddlewareMixin

if TYPE_CHECKING:
    from django.http import HttpRequest

PLACE = "/host/"


class _OnlyHere(MiddlewareMixin):
    def __call__(self, request: HttpRequest) -> Any:
        if request.path_info.startswith(PLACE):
            return super().__call__(request)
        return self.get_response(request)


class Sessions(_OnlyHere, SessionMiddleware):
    """A session for the host."""


class Users(_OnlyHere, AuthenticationMiddleware):
    """The host, once logged in."""


class Messages(_OnlyHere, MessageMiddleware):
    """What the admin says after a login or a change of the password."""
