"""The tables that make the journal quick to read. Called by `journal.py` alone, inside its write transaction."""

from __future__ import annotations

from collections import defaultdict
from types import MappingProxyType
from typing import TYPE_CHECKING

from campaigns.models import Campaign, CardState, Entry, Play, PlayResult, PlayState, TileState
from campaigns.rules.changes import read_changes
from campaigns.rules.state import Place, State, Value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaigns.rules.changes import Change

COURSE = "course"
"""The aid under which a play's rounds are kept."""

_AIDS = {"round": COURSE, "phase": COURSE, "out": "marker", "square": "marker", "clue": "search"}
"""The aid that a kind of subject is kept under, where it is not called like it."""

_OF_GAMES = ("number", "status", "readings", "won")


def legacy_state(campaign: int) -> State:
    """The legacy of a campaign, from its projections."""
    values: dict[str, Value] = {}
    for tile, spot in TileState.objects.filter(campaign=campaign).values_list("tile", "spot"):
        values[f"tile:{tile}"] = spot
    for number, spot, choice in CardState.objects.filter(campaign=campaign).values_list("number", "spot", "choice"):
        values |= {f"card:{number}": spot, f"choice:{number}": choice}
    games = Campaign.objects.filter(pk=campaign).values_list("rest", *(f"plays__{f}" for f in _OF_GAMES))
    for rest, number, status, readings, won in games:  # one row without a game where there is none
        values |= {"rest": rest or None, f"play:{number}": status or None, f"won:{number}": won}
        values |= {f"read:{number}:{after}": True for after in readings or ()}
    results = PlayResult.objects.filter(play__campaign=campaign).values_list("play__number", "index", "points")
    values |= {f"points:{number}:{index}": points for number, index, points in results}
    return State(MappingProxyType({s: v for s, v in values.items() if v is not None and v != Place.BOX}))


def play_state(campaign: int, number: int) -> State:
    """The state of one play's stream, from its projection."""
    rows = PlayState.objects.filter(play__campaign=campaign, play__number=number).values_list("data", flat=True)
    return State(MappingProxyType({subject: value for data in rows for subject, value in data.items()}))


def project(entry: Entry) -> None:
    """Brings every projection up to `entry`, which has just been appended."""
    of_the_play: dict[str, dict[str, Value]] = defaultdict(dict)
    for change in read_changes(entry.changes):
        if change.kind in _WRITERS:
            _WRITERS[change.kind](entry, change)
        else:
            of_the_play[_AIDS.get(change.kind, change.kind)][change.subject] = change.to
    for aid, values in of_the_play.items():
        _state(entry, aid, values)
    if entry.of is not None:
        Entry.objects.filter(campaign=entry.campaign_id, stream=entry.stream, sequence=entry.of).update(
            standing=entry.kind == Entry.Kind.AGAIN
        )


def _tile(entry: Entry, change: Change) -> None:
    tile, spot = change.subject.removeprefix("tile:"), str(change.to)
    TileState.objects.bulk_create(
        [TileState(campaign_id=entry.campaign_id, tile=tile, spot=spot, at=entry.at)],
        update_conflicts=True,
        unique_fields=["campaign", "tile"],
        update_fields=["spot", "at"],
    )


def _card(entry: Entry, change: Change) -> None:
    row = CardState(campaign_id=entry.campaign_id, number=_number(change), spot=str(change.to))
    _upsert_card(row, "spot")


def _choice(entry: Entry, change: Change) -> None:
    row = CardState(campaign_id=entry.campaign_id, number=_number(change), choice=change.to)
    _upsert_card(row, "choice")


def _upsert_card(row: CardState, field: str) -> None:
    CardState.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["campaign", "number"], update_fields=[field]
    )


def _play(entry: Entry, change: Change) -> None:
    Play.objects.filter(campaign=entry.campaign_id, number=_number(change)).update(status=change.to or "")


def _read(entry: Entry, change: Change) -> None:
    _, number, after = change.subject.split(":")
    play = Play.objects.get(campaign=entry.campaign_id, number=number)
    kept = set(play.readings) | {int(after)} if change.to else set(play.readings) - {int(after)}
    Play.objects.filter(pk=play.pk).update(readings=sorted(kept))


def _won(entry: Entry, change: Change) -> None:
    Play.objects.filter(campaign=entry.campaign_id, number=_number(change)).update(won=change.to)


def _points(entry: Entry, change: Change) -> None:
    _, number, index = change.subject.split(":")
    play = Play.objects.get(campaign=entry.campaign_id, number=number)
    PlayResult.objects.bulk_create(
        [PlayResult(play=play, index=int(index), points=change.to)],
        update_conflicts=True,
        unique_fields=["play", "index"],
        update_fields=["points"],
    )


def _state(entry: Entry, aid: str, values: Mapping[str, Value]) -> None:
    """Subjects of a play's stream, in the JSON of their aid; the rounds are one of them."""
    play = _play_of(entry)
    kept = PlayState.objects.filter(play=play, aid=aid).values_list("data", flat=True).first() or {}
    data = {subject: value for subject, value in {**kept, **values}.items() if value is not None}
    PlayState.objects.bulk_create(
        [PlayState(play_id=play, aid=aid, data=data)],
        update_conflicts=True,
        unique_fields=["play", "aid"],
        update_fields=["data"],
    )


def _play_of(entry: Entry) -> int:
    rows = Play.objects.filter(campaign=entry.campaign_id, number=entry.stream).values_list("pk", flat=True)
    return rows.get()


def _rest(entry: Entry, change: Change) -> None:
    Campaign.objects.filter(pk=entry.campaign_id).update(rest=change.to or "")


def _number(change: Change) -> int:
    return int(change.subject.partition(":")[2])


_WRITERS: Mapping[str, Callable[[Entry, Change], None]] = MappingProxyType(
    {
        "tile": _tile,
        "card": _card,
        "choice": _choice,
        "play": _play,
        "read": _read,
        "points": _points,
        "won": _won,
        "rest": _rest,
    }
)
