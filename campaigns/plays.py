"""Plays: tonight's party and set-up list, ticks, rounds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.utils import timezone

from campaigns import journal
from campaigns.models import Entry, Play, Tick
from campaigns.rules import legacy
from campaigns.rules.legacy import Refusal
from campaigns.rules.state import BESIDE, Piece, Place, State
from cards import catalogue
from scenarios import book, setup
from scenarios.table import Laid, Line, Party, SeatTonight, TableState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.access import Access
    from campaigns.journal import Ground, Plan, Tap


@dataclass(frozen=True, slots=True)
class TickedLine:
    """A set-up line as it was given, and whether, by whom and when it was last set."""

    line: Line
    done: bool = False
    by: str = ""
    at: Any = None


def open_tonight(*, access: Access, tap: Tap, seats: Sequence[SeatTonight]) -> Play:
    """Opens a play of the campaign for `seats` in turn order, with its set-up list, and lays the legacy out in the log.

    Refusals: play_is_open.
    """
    line = book.lines(access.box, access.content)[access.line]

    def decide(ground: Ground) -> Plan:
        number = Play.objects.filter(campaign=access.campaign).count() + 1
        first = _first_pieces(access, line)
        changes = legacy.open_play(ground.state, number, first)
        lines = _checklist(access, ground.state, line, Party(tuple(seats)))
        party = [asdict(seat) for seat in seats]
        game = ground.state.games_played() + 1

        def along(entry: Entry) -> None:
            Play.objects.create(
                campaign_id=access.campaign,
                number=number,
                game=game,
                scenario=line.scenario,
                party=party,
                lines=[asdict(row) for row in lines],
                legacy_sequence=entry.sequence - 1,
                content_version=access.content,
            )

        values = {"play": number, "game": game, "party": party}
        return journal.Plan(Entry.Kind.OPEN, changes, values, along=along)

    # Whoever opened a game since the page was seen was first, whatever number it has.
    plays = Play.objects.filter(campaign=access.campaign).values_list("number", flat=True)
    entry = journal.write(tap, journal.LEGACY, decide, wants=[f"play:{number}" for number in plays])
    return Play.objects.get(campaign=access.campaign, number=entry.values["play"])


def end_round(*, tap: Tap, play: int, ended: int) -> Entry:
    """Ends round `ended` of a play, or with 0 its set-up. Refusals: play_not_open, and those of `legacy.end_round`."""

    def decide(ground: Ground) -> Plan:
        table = journal.ground(tap.campaign, journal.LEGACY)
        legacy.running(table.state, play)
        return journal.Plan(Entry.Kind.ROUND, legacy.end_round(ground.state, ended), {"play": play}, holds=(table,))

    return journal.write(tap, play, decide, wants=["round"])


def take_back(*, tap: Tap, play: int, sequence: int) -> Entry:
    """Undoes the newest standing entry of a play's stream. Refusals: reading_stands, play_not_open, nothing_to_undo."""
    return journal.undo(tap, play, sequence, also=lambda plan: _legacy_allows(tap.campaign, play, plan, back=True))


def do_again(*, tap: Tap, play: int, sequence: int) -> Entry:
    """Does an undone entry of a play's stream again. Refusals: play_not_open, nothing_to_do_again."""
    return journal.again(tap, play, sequence, also=lambda plan: _legacy_allows(tap.campaign, play, plan, back=False))


def tick(*, tap: Tap, play: Play, line_id: str, done: bool) -> bool:
    """Sets a line of the list, once per op; answers whether anything changed. `tap.seen` is the pulse of the page.

    A tap from a page older than the row's last change does not beat it. Refusals: play_not_open, no_such_line.
    """
    line = next((line for line in lines(play) if line.id == line_id), None)
    if line is None:
        raise Refusal("no_such_line", "line")
    if play.status != "open":
        raise Refusal("play_not_open", play=play.number)
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(tap.campaign)
        changed = _set_tick(tap, play, line, done=done, pulse=pulse)
        if not changed:
            transaction.set_rollback(True)
    return changed


def lines(play: Play) -> list[Line]:
    """The set-up list of a play, as it was given."""
    return [Line(**row | {"reasons": tuple(row["reasons"])}) for row in play.lines]


def ticked_lines(play: Play) -> list[TickedLine]:
    """The set-up list of a play with its ticks."""
    ticks = {(t.line, t.amount): t for t in Tick.objects.filter(play=play).select_related("member")}
    rows = []
    for line in lines(play):
        found = ticks.get((line.id, line.amount))
        rows.append(TickedLine(line, found.done, found.member.name, found.at) if found else TickedLine(line))
    return rows


_SET_TICK = """
    INSERT INTO campaigns_tick (play_id, line, amount, done, pulse, op, member_id, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (play_id, line, amount) DO UPDATE
    SET done = excluded.done, pulse = excluded.pulse, op = excluded.op, member_id = excluded.member_id, at = excluded.at
    WHERE campaigns_tick.pulse <= %s AND campaigns_tick.done <> excluded.done
"""


def _set_tick(tap: Tap, play: Play, line: Line, *, done: bool, pulse: int) -> bool:
    """By hand: an upsert with a condition, which the ORM cannot say, and the tap that comes most often."""
    with connection.cursor() as cursor:
        at = connection.ops.adapt_datetimefield_value(timezone.now())
        row: list[Any] = [play.pk, line.id, line.amount, done, pulse, tap.op, tap.member, at, tap.seen]
        cursor.execute(_SET_TICK, row)
        return bool(cursor.rowcount)


def _first_pieces(access: Access, line: book.CampaignLine) -> list[tuple[Piece, str | None]]:
    tiles = catalogue.pieces(access.box, access.content).tiles
    card = Piece("card", str(line.first_story_card))
    return [(card, None), *((Piece("tile", tile), tiles[tile].space) for tile in line.first_tiles)]


def _checklist(access: Access, state: State, line: book.CampaignLine, party: Party) -> tuple[Line, ...]:
    steps = book.steps(access.box, access.content, line.scenario)
    modules = book.scenarios(access.box, access.content)[line.scenario].modules
    table = _table(access, state, line)
    return setup.checklist(steps=steps, scenario=line.scenario, modules=modules, party=party, table=table)


def _table(access: Access, state: State, line: book.CampaignLine) -> TableState:
    bag = list(state.pieces(Place.BAG))
    if not bag and not state.games_played():
        first = _first_pieces(access, line)[1:]
        tiles = tuple(Laid(piece.id, "box", space) for piece, space in first)
        return TableState(first_game=True, story_cards=(line.first_story_card,), tiles=tiles)
    cards = tuple(int(piece.id) for piece, _ in bag if piece.kind == "card")
    laid = tuple(Laid(p.id, "bag", None if s.space == BESIDE else s.space) for p, s in bag if p.kind == "tile")
    return TableState(first_game=False, story_cards=cards, tiles=laid)


def _legacy_allows(campaign: int, play: int, plan: Plan, *, back: bool) -> tuple[Ground, ...]:
    table = journal.ground(campaign, journal.LEGACY)
    legacy.running(table.state, play)
    if back:
        legacy.may_take_round_back(table.state, play, plan.changes)
    return (table,)
