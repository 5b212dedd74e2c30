"""A log to look around in, filled by the same use cases as the pages use. What its cards do is invented."""

from __future__ import annotations

import secrets
import uuid
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from campaigns import access as gate
from campaigns import crew, journal, lists, plays, story
from campaigns.access import Role
from campaigns.journal import Tap
from campaigns.models import Device, Member, Seat
from campaigns.rules.effects import Effect, Wanted
from campaigns.rules.legacy import ROUNDS
from scenarios import book
from scenarios.table import SeatTonight

if TYPE_CHECKING:
    from campaigns.access import Access
    from campaigns.models import Campaign, Play

SCRIPT = Path(__file__).with_name("demo.yaml")


def fill(script: Path = SCRIPT) -> tuple[Campaign, str]:
    """A new campaign that was played as the script says, and the recovery code of its captain."""
    told = yaml.safe_load(script.read_text(encoding="utf-8"))
    device = uuid.uuid4()
    begin = next(b for b in book.beginnings("en") if b.id == told["begin"])
    campaign = crew.begin(
        device=device,
        op=secrets.token_hex(16),
        box=begin.box,
        line=begin.line,
        name=told["name"],
        captain=told["captain"],
        seats=told["seats"],
        copy=None,
    )
    hands = [device, *(_join(campaign, name) for name in told["crew"])]
    for at, game in enumerate(told["plays"]):
        _play(campaign.code, hands, at, game)
    captain = Member.objects.get(campaign=campaign, role=Role.CAPTAIN)
    return campaign, crew.recovery_code(campaign.code, captain.pk)


def _join(campaign: Campaign, name: str) -> uuid.UUID:
    seat = Seat.objects.of(campaign.pk).filter(name=name).first()
    member = Member.objects.create(campaign=campaign, name=name, role=Role.CREW, seat=seat)
    device = Device.objects.create()
    member.devices.add(device)
    return device.pk


def _play(code: str, hands: list[uuid.UUID], at: int, game: dict[str, Any]) -> None:
    """One game: its set-up, rounds and readings, each by the next pair of hands."""
    access = gate.find(code, hands[at % len(hands)])
    assert access is not None
    seats = [
        SeatTonight(seat.pk, "", "") for seat in Seat.objects.filter(campaign=access.campaign).order_by("position")
    ]
    play = plays.open_tonight(access=access, tap=_tap(access), seats=seats)
    for line in lists.lines(play):
        plays.tick(tap=_tap(access), play=play, line_id=line.id, done=True)
    for ended in range(game.get("rounds", ROUNDS) + 1):
        plays.end_round(tap=_tap(access, play.number), play=play.number, ended=ended)
        if ended in game.get("readings", {}):
            _read(access, play, ended, game["readings"][ended], game["points"])


def _read(access: Access, play: Play, after: int, told: dict[str, Any], points: list[int]) -> None:
    draft = story.open_draft(access=access, play=play, after=after)
    fields: dict[str, Any] = {f"read:{card}": True for card in told.get("read", [])}
    fields |= {f"choice:{card}": words for card, words in told.get("choices", {}).items()}
    if after == ROUNDS:
        fields |= {f"points:{index}": score for index, score in enumerate(points)}
    draft = story.set_fields(tap=_tap(access), draft=draft.pk, fields=fields)
    for row in told.get("effects", []):
        wanted = Wanted(Effect(row["effect"]), row["id"])
        draft = story.add_effect(access=access, tap=_tap(access), draft=draft.pk, wanted=wanted)
    story.commit(access=access, tap=_tap(access), draft=draft.pk, draft_seen=draft.revision)


def _tap(access: Access, stream: int = journal.LEGACY) -> Tap:
    revision = journal.ground(access.campaign, stream).revision
    return Tap(access.campaign, access.member, secrets.token_hex(16), revision)
