"""The set-up list of a play: as it was given, with its ticks, against the last one, and as it would be made now."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from campaigns import evenings, journal, tables
from campaigns.models import Play, Tick
from campaigns.rules.state import Place
from cards import catalogue
from scenarios import book, setup
from scenarios.table import Laid, Line, Party, SeatTonight, TableState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaigns.access import Access
    from campaigns.rules.state import State
    from scenarios.printed import Leaving, PrintedTables


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


def difference(play: Play) -> Difference:
    """How the list of a play differs from that of the last game that was set up before it; all is new in the first."""
    before = Play.objects.of(play.campaign_id).standing().filter(number__lt=play.number, played_on=None)
    last = before.order_by("-number").first()
    return _compared(lines(play), lines(last) if last else [], last.game if last else None)


def differs_now(access: Access, play: Play, known: PrintedTables | None = None) -> Difference:
    """What a running play's list would say differently if it were made now: the story moved, or the content changed.

    The list itself stays as it was given, so that it does not move under the group's feet. `known` saves asking for the
    copy's tables where they are at hand.
    """
    as_given = lines(play)
    untouched = play.content_version == access.content and play.legacy_sequence + 1 == access.revision
    # A play of the first version did not keep its modules: nothing can be compared.
    if untouched or not play.is_under_way or not play.modules or play.played_on:
        return _compared(as_given, as_given)
    state = journal.ground(access.campaign, journal.LEGACY, access.revision).state
    try:
        return _compared(made(access, play, table_now(access, state, play, known), known), as_given)
    except ValueError:  # the content of now would not set this play up any more; its own list still stands
        return _compared(as_given, as_given)


def made(access: Access, play: Play, table: TableState, known: PrintedTables | None = None) -> tuple[Line, ...]:
    """The set-up list of a play on a table, by the content and the printed tables of now."""
    return setup.checklist(
        steps=book.steps(access.box, access.content, play.scenario),
        scenario=play.scenario,
        card=play.card,
        modules=frozenset(play.modules),
        party=Party(tuple(SeatTonight(**seat) for seat in play.party)),
        table=table,
        opponent=play.opponent,
        level=play.level,
        tables=tables.with_own(known or tables.known(access), play),
        nations=catalogue.nations(access.box, access.content),
    )


def renew(access: Access, state: State, play: Play) -> None:
    """Makes the list of a play anew because the group said something that it lacked; in the transaction of that."""
    play.lines = [asdict(line) for line in made(access, play, table_now(access, state, play))]
    play.save(update_fields=["chosen", "draws", "lines"])


def leaving(access: Access, scenario: str, card: int, known: PrintedTables | None = None) -> Leaving:
    """The tiles that the card which starts a game takes off the board, as far as the copy knows it."""
    return setup.leaving(book.steps(access.box, access.content, scenario), card, known or tables.known(access))


def table_now(access: Access, state: State, play: Play, known: PrintedTables | None = None) -> TableState:
    """The table as it lies during a play: what its list took from the bag, and all that the story brought since."""
    if evening := evenings.of_play(access, state, play):
        return evenings.table(access, state, evening, evenings.draws_of(play))
    given = lines(play)
    from_bags = {step.key: step.taken_from for step in book.steps(access.box, access.content, play.scenario)}
    bags = {line.piece: from_bags.get(line.step) or "bag" for line in given if line.area == "bag" and line.piece}
    away, named = leaving(access, play.scenario, play.card, known).tiles, {line.piece for line in given}
    waiting = [row for row in state.pieces(Place.BAG, Place.GONE) if row[0].id in away & named]
    lying = [*state.pieces(Place.BOARD, Place.TABLE), *waiting]
    first = play.card == book.lines(access.box, access.content)[access.line].first_story_card
    return TableState(
        first_game=first,
        story_cards=tuple(int(piece.id) for piece, _ in lying if piece.kind == "card"),
        tiles=tuple(
            Laid(piece.id, bags.get(piece.id, "box"), spot.space) for piece, spot in lying if piece.kind == "tile"
        ),
        projects=evenings.projects(state),
    )


def _compared(now: Sequence[Line], before: Sequence[Line], game: int | None = None) -> Difference:
    new, old = ({(line.id, line.amount): line for line in rows} for rows in (now, before))
    return Difference(
        game=game,
        same=len(new.keys() & old.keys()),
        added=tuple(line for key, line in new.items() if key not in old),
        gone=tuple(line for key, line in old.items() if key not in new),
    )
