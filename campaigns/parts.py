"""Setting up together: who lays out which part of a list. A part is a run of lines in one area of the table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import FilteredRelation, Q
from django.utils import timezone

from campaigns import journal
from campaigns.access import RIGHTS, Action
from campaigns.models import Member, Part
from campaigns.rules.effects import Refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from campaigns.access import Access
    from campaigns.journal import Tap
    from campaigns.models import Play
    from scenarios.table import Line


@dataclass(frozen=True, slots=True)
class Run:
    """Lines that follow each other in one area; hands come back to the board, so an area can have several runs."""

    id: str
    area: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose part a run is."""

    member: int
    name: str


def runs(lines: Iterable[Line]) -> tuple[Run, ...]:
    """The runs of a list, in its order."""
    found = [(area, tuple(own)) for area, own in groupby(lines, key=lambda line: line.area)]
    return tuple(Run(f"{area}-{at}", area, own) for at, (area, own) in enumerate(found))


def shares(parts: Sequence[Run], members: Sequence[int]) -> dict[str, int]:
    """Who gets which run: each goes, in the order of the list, to whoever has the fewest lines so far.

    ValueError without members.
    """
    if not members:
        raise ValueError(members)
    lines, dealt = dict.fromkeys(members, 0), {}
    for run in parts:
        who = min(members, key=lambda member: lines[member])
        dealt[run.id] = who
        lines[who] += len(run.lines)
    return dealt


def waits_for(run: Run, parts: Sequence[Run], open_lines: Mapping[str, int]) -> tuple[str, ...]:
    """The earlier runs in the same area that still have open lines: hands come back to it only after them."""
    before = parts[: parts.index(run)]
    return tuple(one.id for one in before if one.area == run.area and open_lines.get(one.id))


@dataclass(frozen=True, slots=True)
class Dealt:
    """Whose part each run is, as far as somebody said, and everybody who may lay out, in the order they came."""

    holders: Mapping[str, Holder]
    hands: tuple[Holder, ...]


def of_play(play: Play) -> Dealt:
    """How the list of a play is shared."""
    of_it = FilteredRelation("parts", condition=Q(parts__play=play.pk))
    rows = Member.objects.filter(campaign=play.campaign_id).annotate(own=of_it).order_by("pk")
    holders, hands = {}, dict[int, Holder]()
    for pk, name, role, left, area in rows.values_list("pk", "name", "role", "left", "own__area"):
        holder = Holder(pk, name)
        if area and not left:  # what somebody laid out who left since is nobody's part
            holders[area] = holder
        if role in RIGHTS[Action.TICK] and not left:
            hands[pk] = holder
    return Dealt(holders, tuple(hands.values()))


def deal(*, access: Access, tap: Tap, play: Play, parts: Sequence[Run], members: Sequence[int]) -> None:
    """Deals the whole list anew to some of the members who may tick.

    `tap.seen` is the pulse of the page. Clash where somebody took a part since. Refusals: nobody_to_deal_to.
    """
    who = [one.member for one in of_play(play).hands if one.member in set(members)]
    if not who:
        raise Refusal("nobody_to_deal_to", "member")
    dealt = shares(parts, who)
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "setup", writer=access.member)
        for row in Part.objects.filter(play=play).select_related("member"):
            _require_unseen(access, tap, row, dealt.get(row.area))
        _keep(play, dealt, pulse)


def take(*, access: Access, tap: Tap, play: Play, parts: Sequence[Run], area: str) -> None:
    """The member takes a part over. Clash where somebody else took it since `tap.seen`. Refusals: no_such_part."""
    if area not in {run.id for run in parts}:
        raise Refusal("no_such_part")
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "setup", writer=access.member)
        row = Part.objects.select_related("member").filter(play=play, area=area).first()
        if row:
            _require_unseen(access, tap, row, access.member)
        _keep(play, {area: access.member}, pulse)


def _require_unseen(access: Access, tap: Tap, row: Part, wanted: int | None) -> None:
    if row.pulse > tap.seen and row.member_id not in (wanted, access.member):
        raise journal.Clash("part", row.member, row.at, row.pulse, subjects=[f"part:{row.area}"])


def _keep(play: Play, dealt: Mapping[str, int], pulse: int) -> None:
    now = timezone.now()
    Part.objects.bulk_create(
        [Part(play=play, area=area, member_id=member, pulse=pulse, at=now) for area, member in dealt.items()],
        update_conflicts=True,
        unique_fields=["play", "area"],
        update_fields=["member", "pulse", "at"],
    )
