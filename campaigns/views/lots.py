"""What the log draws by lot for a line of the set-up list."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from django.urls import reverse

from campaigns import lots
from campaigns.access import Action, allow
from campaigns.fragments import deed, go, tap
from campaigns.views import play_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@deed
def draw(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Draws for the line that the form names, and goes back to it."""
    access = allow(request, code, Action.TICK)
    play = play_of(access, number)
    step = request.POST.get("lot", "")
    # The page carries the pulse for its ticks; what is drawn here is a step of the play's stream.
    lots.draw(access=access, tap=replace(tap(request, access), seen=play.revision), play=play, step=step)
    return go(request, reverse("setup", args=[access.code, play.number]) + f"#_line-{step}")
