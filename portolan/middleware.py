"""Two middlewares: headers that every answer carries, and an honest page while the database is busy."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from typing import Any, cast

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.utils.cache import patch_vary_headers

GetResponse = Callable[[HttpRequest], HttpResponseBase]

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# A log needs none of what a browser could give it.
DENIED = [
    "accelerometer",
    "browsing-topics",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
    "xr-spatial-tracking",
]
EVERYWHERE = {
    "Content-Security-Policy": CSP,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in DENIED),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

log = logging.getLogger("portolan.busy")


def headers(get_response: GetResponse) -> GetResponse:
    """Put the policy on every answer, keep pages out of caches, and tell caches that htmx gets other answers."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in EVERYWHERE.items():
            response[name] = value
        if response.get("Content-Type", "").startswith("text/html"):
            # What a phone shows after "back" is fetched anew: a log shared by many is soon out of date.
            response.headers.setdefault("Cache-Control", "no-store")
        patch_vary_headers(response, ["HX-Request"])
        return response

    return middleware


def busy(get_response: GetResponse) -> GetResponse:
    """Answer 503 with the tap in it, to be sent again, when the database cannot be used just now."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        return get_response(request)

    # Django looks for this attribute on whatever a middleware's factory returns.
    cast("Any", middleware).process_exception = _answer_busy
    return middleware


def _answer_busy(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    if not _is_passing(exception):
        return None
    # Without the address: whoever knows a log's code may read the log, so it stays out of files.
    log.warning("The database could not be used: %s", exception)
    # Nothing that this page renders may ask the database, which has just failed.
    page = render_to_string("503.html", {"path": request.get_full_path(), "resend": _resend(request)}, request)
    return HttpResponse(page, status=503, headers={"Retry-After": "5"})


def _is_passing(exception: Exception) -> bool:
    """Whether waiting may help: locked, unreachable, full, read-only; not a statement that is wrong in itself."""
    if not isinstance(exception, (InterfaceError, OperationalError)):
        return False
    return getattr(exception.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def _resend(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of a plain form. With htmx the form still stands in the page and needs no copy."""
    if request.method != "POST" or request.headers.get("HX-Request") == "true":
        return []
    try:
        sent = request.POST.lists()
    except (BadRequest, RequestDataTooBig, TooManyFieldsSent, UnreadablePostError):
        return []
    return [(name, str(value)) for name, values in sent for value in values if name != "csrfmiddlewaretoken"]
