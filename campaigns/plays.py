"""Plays: tonight's party and set-up list, ticks, rounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.utils import timezone

from campaigns import evenings, journal, lists, tables
from campaigns.evenings import CAMPAIGN, NO_CHOICE, Choice
from campaigns.models import Entry, Member, Play
from campaigns.rules import legacy
from campaigns.rules.changes import apply
from campaigns.rules.effects import Refusal, require_campaign_piece
from campaigns.rules.legacy import Taken
from campaigns.rules.state import Piece, PlayStatus, State
from cards import catalogue
from scenarios import book, printed
from scenarios.printed import Kind

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from campaigns.access import Access
    from campaigns.evenings import Evening
    from campaigns.journal import Ground, Plan, Tap
    from campaigns.rules.changes import Change
    from scenarios.table import Line, SeatTonight


Scores = Callable[[State], tuple["Change", ...]]
"""What opponents score when a round ends, from the state of the play's stream."""

NO_SCORES: Scores = lambda _state: ()  # noqa: E731 - a value like any other


def open_tonight(
    *, access: Access, tap: Tap, seats: Sequence[SeatTonight], key: str = CAMPAIGN, choice: Choice = NO_CHOICE
) -> Play:
    """Opens the evening `key` for `seats` in turn order, with its set-up list; a campaign's game lays its legacy out.

    Refusals: play_is_open, evening_not_open, and those of `evenings.require_opponent`.
    """

    return _opened(access, tap, lambda ground: _tonight(access, ground.state, seats, key, choice))


def _opened(access: Access, tap: Tap, make: Callable[[Ground], Play]) -> Play:
    """Writes the opening of the play that `make` makes, not saved; its status says whether it stands aside."""

    def decide(ground: Ground) -> Plan:
        number = Play.objects.filter(campaign=access.campaign).count() + 1
        play = make(ground)
        play.number, play.game = number, ground.state.games_opened() + 1
        if play.status == PlayStatus.ASIDE:
            changes = legacy.open_aside(ground.state, number)
        else:
            leaving = lists.leaving(access, play.scenario, play.card)
            changes = legacy.open_play(ground.state, number, _first_pieces(access), Taken(*leaving))

        def along(entry: Entry) -> None:
            play.status, play.legacy_sequence = "", entry.sequence - 1
            play.save(force_insert=True)

        values: dict[str, object] = {"play": number, "game": play.game, "party": play.party, "scenario": play.scenario}
        if play.played_on:
            values["day"] = play.played_on.isoformat()
        return journal.Plan(Entry.Kind.OPEN, changes, values, along=along)

    # Whoever opened a game since the page was seen was first, whatever number it has.
    plays = Play.objects.filter(campaign=access.campaign).values_list("number", flat=True)
    entry = journal.write(tap, journal.LEGACY, decide, wants=[f"play:{number}" for number in plays])
    return Play.objects.get(campaign=access.campaign, number=entry.values["play"])


def played_without(*, access: Access, tap: Tap, seats: Sequence[SeatTonight], key: str, day: date) -> Play:
    """A game that was played on `day` without this log: only its closing is still to be written.

    Refusals: play_is_open, evening_not_open, campaign_rests.
    """
    return _opened(access, tap, lambda ground: _past(access, ground.state, seats, key, day))


def give_up(*, tap: Tap, play: Play) -> Entry:
    """Ends a play that is not brought to its end; its pieces go into the bag. Refusals: play_not_open."""

    def decide(ground: Ground) -> Plan:
        values = {"play": play.number, "game": play.game, "party": play.party}
        return journal.Plan(Entry.Kind.GIVE_UP, legacy.give_up(ground.state, play.number), values)

    return journal.write(tap, journal.LEGACY, decide, wants=[f"play:{play.number}"])


def draw(*, access: Access, tap: Tap, play: Play, column: int, tile: str = "", thing: str = "") -> None:
    """Says which tile an evening of its own drew in a column; its list follows, with where the tile is borrowed from.

    `thing` is the object on the project card: said with a tile the copy remembers the two, said alone it brings the
    tile that the copy knows for it. `tap.seen` is the pulse of the page. Clash where somebody said something else
    since.
    Refusals: object_unknown, no_such_line, play_not_open, tile_lies_already (what then holds is not said anywhere), and
    those about the number.
    """
    key = printed.key(_drawing(play, column).step, play.card, {"column": column})
    known = tables.known(access).said.get(key, "")
    tile = tile or {name.casefold(): to for name, to in printed.pairs(known).items()}.get(thing.casefold(), "")
    if not tile:
        raise Refusal("object_unknown", "number")
    require_campaign_piece(Piece("tile", tile), catalogue.pieces(access.box, access.content), access.line)
    state = journal.ground(access.campaign, journal.LEGACY).state
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "setup", "table", writer=access.member)
        fresh = Play.objects.get(pk=play.pk)
        _may_draw(access, state, fresh, column, tile)
        others = [row for row in fresh.draws if row["column"] != column]
        said = next((row for row in fresh.draws if row["column"] == column and row["tile"] != tile), None)
        if said and said["pulse"] > tap.seen:
            who, at = Member.objects.get(pk=said["member"]), datetime.fromisoformat(said["at"])
            raise journal.Clash("table", who, at, said["pulse"], subjects=["table"])
        row = {"column": column, "tile": tile, "object": thing, "member": access.member, "pulse": pulse}
        row["at"] = timezone.now().isoformat()
        fresh.draws = sorted([*others, row], key=lambda row: row["column"])
        if thing:
            tables.keep(access, key, _with_pair(known, thing, tile), pulse)
        lists.renew(access, state, fresh)


def say_printed(*, access: Access, tap: Tap, play: Play, line: Line, typed: str) -> str:
    """Keeps what a card or tile of the copy says for `line`, empty to forget it; answers its canonical form.

    The list of a play that is under way follows. Tiles that a card takes off the board leave by an entry of the legacy.
    `tap.seen` is the pulse of the page. Clash where somebody typed something else since. Refusals: not_readable,
    nothing_printed.
    """
    key, said = tables.read(play, line, typed)
    _require_choice(access, play, line, said)
    before = tables.known(access).said.get(key, "")
    spaces = {tile.id: tile.space for tile in catalogue.pieces(access.box, access.content).tiles.values()}
    after: list[State] = []

    def along(_entry: Entry | None = None) -> None:
        tables.require_unseen(access, tap, key, said)
        tables.keep(access, key, said, journal.raise_pulse(access.campaign, "setup", "table", writer=access.member))
        fresh = Play.objects.get(pk=play.pk)
        if fresh.is_under_way:
            state = after[-1] if after else journal.ground(access.campaign, journal.LEGACY).state
            lists.renew(access, state, fresh)

    def decide(ground: Ground) -> Plan:
        now, was = Taken(*printed.leaving(said)), Taken(*printed.leaving(before))
        changes = legacy.take_off(ground.state, play.number, now, was, spaces)
        after.append(apply(ground.state, changes))
        values = {"play": play.number, "game": play.game, "card": play.card}
        return journal.Plan(Entry.Kind.TAKE_OFF, changes, values, along=along)

    ground = journal.ground(access.campaign, journal.LEGACY)
    if line.printed == Kind.SEAT:
        _choose(access, tap, play, key, said)
        return said
    if line.printed == Kind.TILES and play.is_under_way and decide(ground).changes:
        seen = journal.Tap(tap.campaign, tap.member, tap.op, ground.revision)  # decided on what lies, not on the page
        journal.write(seen, journal.LEGACY, decide)
        return said
    with journal.GATE, transaction.atomic():
        along()
    return said


def end_round(*, tap: Tap, play: int, ended: int, scores: Scores = NO_SCORES) -> Entry:
    """Ends round `ended` of a play, or with 0 its set-up; `scores` is what opponents score by it, in the same entry.

    Refusals: play_not_open, those of `legacy.end_round` and of `scores`.
    """

    def decide(ground: Ground) -> Plan:
        table, rounds = _running(tap, play)
        ends = legacy.end_round(ground.state, ended, rounds)
        scored = scores(ground.state) if ended else ()
        return journal.Plan(Entry.Kind.ROUND, (*ends, *scored), {"play": play}, holds=(table,))

    return journal.write(tap, play, decide, wants=["round"])


def end_phase(*, tap: Tap, play: int, round_: int, phase: int, phases: int) -> Entry:
    """Ends phase `phase` (from 0) of a round of a play that has `phases`; the last one ends the round with it.

    Refusals: play_not_open, and those of `legacy.end_phase`.
    """

    def decide(ground: Ground) -> Plan:
        table, rounds = _running(tap, play)
        changes = legacy.end_phase(ground.state, round_, phase, phases, rounds)
        values = {"play": play, "round": round_, "phase": phase + 1}
        return journal.Plan(Entry.Kind.ROUND, changes, values, holds=(table,))

    return journal.write(tap, play, decide, wants=["phase"])


def _running(tap: Tap, number: int) -> tuple[Ground, int]:
    """The legacy in which a play with rounds is under way, and how many it has.

    Refusals: play_not_open, rounds_are_over (it was played without the log).
    """
    table = journal.ground(tap.campaign, journal.LEGACY)
    legacy.running(table.state, number)
    play = Play.objects.of(tap.campaign).get(number=number)
    if play.played_on:
        raise Refusal("rounds_are_over")
    return table, play.rounds


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
    line = next((line for line in lists.lines(play) if line.id == line_id), None)
    if line is None:
        raise Refusal("no_such_line", "line")
    if not play.is_under_way:
        raise Refusal("play_not_open", play=play.number)
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(tap.campaign, "setup", writer=tap.member)
        changed = _set_tick(tap, play, line, done=done, pulse=pulse)
        if not changed:
            transaction.set_rollback(True)
    return changed


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
    """The play as it would be opened on `state`, with its list, not saved."""
    evening = _evening(access, state, key)
    evenings.require_party(evening, len(seats))
    play = _play(access, evening, seats, evenings.require_opponent(access, evening, choice, len(seats)))
    play.lines = [asdict(line) for line in lists.made(access, play, evenings.table(access, state, evening))]
    return play


def _past(access: Access, state: State, seats: Sequence[SeatTonight], key: str, day: date) -> Play:
    """The play of a game that is over, without a list, not saved."""
    evening = _evening(access, state, key)
    evenings.require_party(evening, len(seats))
    play = _play(access, evening, seats, NO_CHOICE)
    play.lines, play.played_on = [], day
    return play


def _evening(access: Access, state: State, key: str) -> Evening:
    """An evening that is open. Refusals: evening_not_open."""
    if (evening := evenings.evenings(access, state).get(key)) is None:
        raise Refusal("evening_not_open")
    return evening


def _play(access: Access, evening: Evening, seats: Sequence[SeatTonight], choice: Choice) -> Play:
    return Play(
        campaign_id=access.campaign,
        scenario=evening.scenario,
        card=evening.card,
        modules=sorted(evenings.modules_of(access, evening, choice)),
        opponent=choice.opponent,
        level=choice.level,
        rounds=evening.rounds,
        status=PlayStatus.ASIDE if evening.aside else PlayStatus.OPEN,
        party=[asdict(seat) for seat in seats],
        content_version=access.content,
    )


def _choose(access: Access, tap: Tap, play: Play, key: str, said: str) -> None:
    """What a seat chose stays with its play, and the list follows. Refusals: play_not_open."""
    state = journal.ground(access.campaign, journal.LEGACY).state
    with journal.GATE, transaction.atomic():
        pulse = journal.raise_pulse(access.campaign, "setup", "table", writer=access.member)
        fresh = Play.objects.get(pk=play.pk)
        if not fresh.is_under_way:
            raise Refusal("play_not_open", play=play.number)
        tables.choose(access, tap, fresh, key, said, pulse)
        lists.renew(access, state, fresh)


def _require_choice(access: Access, play: Play, line: Line, said: str) -> None:
    """What was chosen is offered. Refusals: not_readable."""
    if line.printed in (Kind.CHOICE, Kind.SEAT) and said:
        offered = book.choices(access.box, access.content, play.scenario, line.step, book.ENGLISH)
        if said not in offered:
            raise Refusal("not_readable", "said", part=said)


def _may_draw(access: Access, state: State, play: Play, column: int, tile: str) -> None:
    if not play.is_under_way:
        raise Refusal("play_not_open", play=play.number)
    _drawing(play, column)
    start = {laid.tile for laid in lists.table_now(access, state, play).tiles}
    elsewhere = {row["tile"] for row in play.draws if row["column"] != column}
    mine = {row["tile"] for row in play.draws if row["column"] == column}
    if tile in elsewhere or tile in start - mine:
        raise Refusal("tile_lies_already", "number", tile=tile)


def _with_pair(known: str, thing: str, tile: str) -> str:
    """The table of a column with one object more. Refusals: table_full."""
    try:
        return printed.with_pair(known, thing, tile)
    except printed.Unreadable as fault:
        raise Refusal("table_full", "object") from fault


def _drawing(play: Play, column: int) -> Line:
    """The line of a list that draws in a column. Refusals: no_such_line."""
    for line in lists.lines(play):
        if line.values.get("column") == column:
            return line
    raise Refusal("no_such_line")


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
