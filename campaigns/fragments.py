"""How an answer looks: a fragment for htmx, a page or a redirect for everybody else."""

from __future__ import annotations

import secrets
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec
from urllib.parse import urlsplit

import segno
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from campaigns import throttle, wording
from campaigns.forms import OP
from campaigns.journal import Clash, Tap
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from django.http import HttpRequest

    from campaigns.access import Access

P = ParamSpec("P")
MODES = ("light", "dark", "lamp")
_NOT_SENT_AGAIN = ("csrfmiddlewaretoken", "op", "seen")


def light(request: HttpRequest) -> dict[str, Any]:
    """Context of every page: the light this device likes; empty lets the system decide."""
    mode = request.COOKIES.get("mode", "")
    return {"mode": mode if mode in MODES else ""}


def new_op() -> str:
    """An operation id: whatever carries it is done once."""
    return secrets.token_hex(16)


def tap(request: HttpRequest, access: Access) -> Tap:
    """The tap that a posted form is: its op (a new one if the form has none) and the revision it was rendered from."""
    op, seen = request.POST.get("op", ""), request.POST.get("seen", "")
    return Tap(
        campaign=access.campaign,
        member=access.member,
        op=op if OP.fullmatch(op) else new_op(),
        seen=int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else 0,
    )


def is_htmx(request: HttpRequest) -> bool:
    """Whether htmx asks, so that a fragment is the answer."""
    return request.headers.get("HX-Request") == "true"


def fragment(request: HttpRequest, name: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
    """A fragment that takes its own place on the page, whichever form asked: "Do it anyway" stands in a note."""
    response = render(request, name, context, status=status)
    response["HX-Retarget"], response["HX-Reswap"] = f"#{name.removesuffix('.html')}", "outerHTML"
    return response


def go(request: HttpRequest, url: str) -> HttpResponse:
    """On to another screen. htmx would follow a redirect silently and swap the page into a corner: it gets a header."""
    if is_htmx(request):
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response


def qr(address: str) -> str:
    """The QR code of an address of ours, as SVG."""
    drawn = segno.make(address, error="m").svg_inline(svgclass="qr", lineclass=None, omitsize=True)
    return mark_safe(drawn)  # noqa: S308 - drawn by segno from our own address


def too_many(request: HttpRequest) -> HttpResponse:
    """429: wrong codes have shut a door for a while."""
    response = render(request, "429.html", {"minutes": throttle.WINDOW // 60}, status=429)
    response.headers["Retry-After"] = str(throttle.WINDOW)
    return response


def screen(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that only reads."""
    return require_safe(view)


def deed(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A form that writes, and only that."""
    return require_POST(answering(view))


def answering(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """A clash is answered with 409, a refusal with 422, both with what to do next."""

    @wraps(view)
    def answered(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except Clash as clash:
            return _says(request, 409, {"words": wording.clash(clash), "clash": clash})
        except Refusal as refusal:
            return _says(request, 422, {"words": wording.refusal(refusal), "code": refusal.code})

    return answered


def _says(request: HttpRequest, status: int, context: Mapping[str, Any]) -> HttpResponse:
    kept = [(k, v) for k, values in request.POST.lists() for v in values if k not in _NOT_SENT_AGAIN]
    context = {**context, "kept": kept, "op": new_op(), "path": request.path, "back": _back(request)}
    if not is_htmx(request):
        return render(request, "says.html", context, status=status)
    response = render(request, "_says.html", context, status=status)
    response["HX-Retarget"], response["HX-Reswap"] = "#_says", "outerHTML"
    return response


def _back(request: HttpRequest) -> str:
    """The page the form stood on, as a path of this server."""
    came_from = urlsplit(request.headers.get("Referer", ""))
    return came_from.path if came_from.netloc == request.get_host() else "/"
