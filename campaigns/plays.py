"""Plays: tonight's party and set-up list, ticks, rounds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.utils import timezone

from campaigns import evenings, journal
from campaigns.evenings import CAMPAIGN, NO_CHOICE, Choice
from campaigns.models import Entry, Member, Play, Tick
from campaigns.rules import legacy
from campaigns.rules.effects import Refusal, require_campaign_piece
from campaigns.rules.state import Piece, Place, PlayStatus, State
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


@dataclass(frozen=True, slots=True)
class Difference:
    """What a list has that the last one had not, and the other way round; `game` is that last one, if there was any."""

    game: int | None
    same: int
    added: tuple[Line, ...]
    gone: tuple[Line, ...]


def open_tonight(
    *, access: Access, tap: Tap, seats: Sequence[SeatTonight], key: str = CAMPAIGN, choice: Choice = NO_CHOICE
) -> Play:
    """Opens the evening `key` for `seats` in turn order, with its set-up list; a campaign's game lays its legacy out.

    Refusals: play_is_open, evening_not_open, and those of `evenings.require_opponent`.
    """

    def decide(ground: Ground) -> Plan:
        number = Play.objects.filter(campaign=access.campaign).count() + 1
        play = _tonight(access, ground.state, seats, key, choice)
        play.number, play.game = number, ground.state.games_opened() + 1
        if play.status == PlayStatus.ASIDE:
            changes = legacy.open_aside(ground.state, number)
        else:
            changes = legacy.open_play(ground.state, number, _first_pieces(access))

        def along(entry: Entry) -> None:
            play.status, play.legacy_sequence = "", entry.sequence - 1
            play.save(force_insert=True)

        values = {"play": number, "game": play.game, "party": play.party, "scenario": play.scenario}
        return journal.Plan(Entry.Kind.OPEN, changes, values, along=along)

    # Whoever opened a game since the page was seen was first, whatever number it has.
    plays = Play.objects.filter(campaign=access.campaign).values_list("number", flat=True)
    entry = journal.write(tap, journal.LEGACY, decide, wants=[f"play:{number}" for number in plays])
    return Play.objects.get(campaign=access.campaign, number=entry.values["play"])


def give_up(*, tap: Tap, play: Play) -> Entry:
    """Ends a play that is not brought to its end; its pieces go into the bag. Refusals: play_not_open."""

    def decide(ground: Ground) -> Plan:
        values = {"play": play.number, "game": play.game, "party": play.party}
        return journal.Plan(Entry.Kind.GIVE_UP, legacy.give_up(ground.state, play.number), values)

    return journal.write(tap, journal.LEGACY, decide, wants=[f"play:{play.number}"])


def draw(*, access: Access, tap: Tap, play: Play, column: int, tile: str) -> None:
    """Says which tile an evening of its own drew in a column; its list follows, with where the tile is borrowed from.

    `tap.seen` is the pulse of the page. Clash where somebody said something else since. Refusals: no_such_line,
    play_not_open, tile_lies_already (what then holds is not said anywhere), and those about the number.
    """
    require_campaign_piece(Piece("tile", tile), catalogue.pieces(access.box, access.content), access.line)
    state = journal.ground(access.campaign, journal.LEGACY).state
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign)
        fresh = Play.objects.get(pk=play.pk)
        _may_draw(access, state, fresh, column, tile)
        others = [row for row in fresh.draws if row["column"] != column]
        said = next((row for row in fresh.draws if row["column"] == column and row["tile"] != tile), None)
        if said and said["pulse"] > tap.seen:
            who, at = Member.objects.get(pk=said["member"]), datetime.fromisoformat(said["at"])
            raise journal.Clash("table", who, at, said["pulse"], subjects=["table"])
        row = {"column": column, "tile": tile, "member": access.member, "pulse": pulse}
        row["at"] = timezone.now().isoformat()
        fresh.draws = sorted([*others, row], key=lambda row: row["column"])
        fresh.lines = [asdict(line) for line in _lines(access, fresh, _table_now(access, state, fresh))]
        fresh.save(update_fields=["draws", "lines"])


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
    if not play.is_under_way:
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


def difference(play: Play) -> Difference:
    """How the list of a play differs from that of the last game that was set up before it; all is new in the first."""
    before = (
        Play.objects.filter(campaign=play.campaign_id, number__lt=play.number).exclude(status="").order_by("-number")
    )
    last = before.first()
    return _compared(lines(play), lines(last) if last else [], last.game if last else None)


def differs_now(access: Access, play: Play) -> Difference:
    """What a running play's list would say differently if it were made now: the story moved, or the content changed.

    The list itself stays as it was given, so that it does not move under the group's feet.
    """
    as_given = lines(play)
    untouched = play.content_version == access.content and play.legacy_sequence + 1 == access.revision
    # A play of the first version did not keep its modules: nothing can be compared.
    if untouched or not play.is_under_way or not play.modules:
        return _compared(as_given, as_given)
    state = journal.ground(access.campaign, journal.LEGACY, access.revision).state
    try:
        return _compared(_lines(access, play, _table_now(access, state, play)), as_given)
    except ValueError:  # the content of now would not set this play up any more; its own list still stands
        return _compared(as_given, as_given)


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


def _tonight(access: Access, state: State, seats: Sequence[SeatTonight], key: str, choice: Choice) -> Play:
    """The play as it would be opened on `state`, not saved; its status says whether it stands aside."""
    evening = evenings.evenings(access, state).get(key)
    if evening is None:
        raise Refusal("evening_not_open")
    chosen = evenings.require_opponent(access, evening, choice, len(seats))
    play = Play(
        campaign_id=access.campaign,
        scenario=evening.scenario,
        card=evening.card,
        modules=sorted(evenings.modules_of(access, evening, chosen)),
        opponent=chosen.opponent,
        level=chosen.level,
        status=PlayStatus.ASIDE if evening.aside else PlayStatus.OPEN,
        party=[asdict(seat) for seat in seats],
        content_version=access.content,
    )
    play.lines = [asdict(line) for line in _lines(access, play, evenings.table(access, state, evening))]
    return play


def _lines(access: Access, play: Play, table: TableState) -> tuple[Line, ...]:
    """The set-up list of a play on a table, by the content of now."""
    return setup.checklist(
        steps=book.steps(access.box, access.content, play.scenario),
        scenario=play.scenario,
        card=play.card,
        modules=frozenset(play.modules),
        party=Party(tuple(SeatTonight(**seat) for seat in play.party)),
        table=table,
        opponent=play.opponent,
        level=play.level,
    )


def _table_now(access: Access, state: State, play: Play) -> TableState:
    """The table as it lies during a play: what its list took from the bag, and all that the story brought since."""
    if play.status == PlayStatus.ASIDE and (evening := evenings.evenings(access, state).get(str(play.card))):
        return evenings.table(access, state, evening, evenings.draws_of(play))
    from_bag = {line.piece for line in lines(play) if line.area == "bag"}
    lying = list(state.pieces(Place.BOARD, Place.TABLE))
    first = play.card == book.lines(access.box, access.content)[access.line].first_story_card
    return TableState(
        first_game=first,
        story_cards=tuple(int(piece.id) for piece, _ in lying if piece.kind == "card"),
        tiles=tuple(
            Laid(piece.id, "bag" if piece.id in from_bag else "box", spot.space)
            for piece, spot in lying
            if piece.kind == "tile"
        ),
    )


def _may_draw(access: Access, state: State, play: Play, column: int, tile: str) -> None:
    if not play.is_under_way:
        raise Refusal("play_not_open", play=play.number)
    if column not in [line.values.get("column") for line in lines(play)]:
        raise Refusal("no_such_line")
    start = {laid.tile for laid in _table_now(access, state, play).tiles}
    elsewhere = {row["tile"] for row in play.draws if row["column"] != column}
    mine = {row["tile"] for row in play.draws if row["column"] == column}
    if tile in elsewhere or tile in start - mine:
        raise Refusal("tile_lies_already", "number", tile=tile)


def _compared(now: Sequence[Line], before: Sequence[Line], game: int | None = None) -> Difference:
    new, old = ({(line.id, line.amount): line for line in rows} for rows in (now, before))
    return Difference(
        game=game,
        same=len(new.keys() & old.keys()),
        added=tuple(line for key, line in new.items() if key not in old),
        gone=tuple(line for key, line in old.items() if key not in new),
    )


def _first_pieces(access: Access) -> list[tuple[Piece, str | None]]:
    line = book.lines(access.box, access.content)[access.line]
    tiles = catalogue.pieces(access.box, access.content).tiles
    card = Piece("card", str(line.first_story_card))
    return [(card, None), *((Piece("tile", tile), tiles[tile].space) for tile in line.first_tiles)]


def _legacy_allows(campaign: int, play: int, plan: Plan, *, back: bool) -> tuple[Ground, ...]:
    table = journal.ground(campaign, journal.LEGACY)
    legacy.running(table.state, play)
    if back:
        legacy.may_take_round_back(table.state, play, plan.changes)
    return (table,)
