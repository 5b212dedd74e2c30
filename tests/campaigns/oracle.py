"""What must be true of a campaign at any time, worked out from its rows and not by the code that wrote them."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import connection

from campaigns import journal
from campaigns.models import Campaign, CardState, Entry, Play, PlayResult, PlayState, TileState

Values = dict[str, Any]


def dump() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of the log, as it is stored."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_app_config("campaigns").get_models(include_auto_created=True):
            table = model._meta.db_table
            cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
            rows[table] = cursor.fetchall()
    return rows


def entries_of(campaign: int, stream: int = journal.LEGACY) -> list[Entry]:
    """The entries of a stream in order."""
    return list(Entry.objects.filter(campaign=campaign, stream=stream).order_by("sequence"))


def assert_sound(campaign: int) -> None:
    """No gap, no loss, and the projections say what the journal says."""
    row = Campaign.objects.get(pk=campaign)
    streams = {journal.LEGACY: row.revision} | dict(Play.objects.filter(campaign=row).values_list("number", "revision"))
    assert set(Entry.objects.filter(campaign=row).values_list("stream", flat=True)) <= set(streams)
    for stream, revision in streams.items():
        entries = entries_of(campaign, stream)
        assert [entry.sequence for entry in entries] == list(range(1, revision + 1))
        values, standing = folded(entries)
        assert projected(campaign, stream) == values
        assert dict(journal.ground(campaign, stream).state.values) == values
        assert {entry.sequence for entry in entries if entry.standing} == standing
        state, replayed = journal.replay(entries)
        assert (dict(state.values), replayed) == (values, standing)
    assert row.pulse >= Entry.objects.filter(campaign=row).count()


def folded(entries: list[Entry]) -> tuple[Values, set[int]]:
    """Values and standing sequences after `entries`; each change must start where the one before it ended."""
    values: Values = {}
    standing: set[int] = set()
    for entry in entries:
        # What only adds up disturbs nobody: it is worked out anew on the fresh state.
        sums = ("out:", "count:")
        assert set(entry.touches) == {subject for subject, _, _ in entry.changes if not subject.startswith(sums)}
        for subject, was, to in entry.changes:
            assert values.get(subject, "box" if subject[:4] in ("tile", "card") else None) == was, (entry, subject)
            values[subject] = to
        if entry.kind == "undo":
            standing.remove(entry.of or 0)
        else:
            assert (entry.of or entry.sequence) not in standing
            standing.add(entry.of or entry.sequence)
    return {subject: value for subject, value in values.items() if value not in ("box", None)}, standing


def projected(campaign: int, stream: int) -> Values:
    """What the projections of a stream say, row by row."""
    if stream:
        data = PlayState.objects.filter(play__campaign=campaign, play__number=stream).values_list("data", flat=True)
        return {subject: value for row in data for subject, value in row.items()}
    values: Values = {"rest": Campaign.objects.get(pk=campaign).rest or None}
    for tile in TileState.objects.filter(campaign=campaign):
        values[f"tile:{tile.tile}"] = tile.spot
    for card in CardState.objects.filter(campaign=campaign):
        values[f"card:{card.number}"] = card.spot
        values[f"choice:{card.number}"] = card.choice
    for play in Play.objects.filter(campaign=campaign):
        values[f"play:{play.number}"] = play.status or None
        values[f"won:{play.number}"] = play.won
        values |= {f"read:{play.number}:{after}": True for after in play.readings}
    for result in PlayResult.objects.filter(play__campaign=campaign).select_related("play"):
        values[f"points:{result.play.number}:{result.index}"] = result.points
    return {subject: value for subject, value in values.items() if value not in ("box", None)}


def places(campaign: int) -> Values:
    """Where the pieces lie that are not in the box."""
    values = projected(campaign, journal.LEGACY)
    return {subject: spot for subject, spot in values.items() if subject[:4] in ("tile", "card")}
