"""At the helm of a running game: the aids that are offered tonight, what each knows, and what is done with them."""

from __future__ import annotations

import secrets
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from campaigns import journal, lists, tables
from campaigns.aids import deeds, readings
from campaigns.aids.combat import Board
from campaigns.aids.desk import Desk
from campaigns.aids.readings import READINGS
from campaigns.models import Entry, PlayState
from campaigns.rules import legacy
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State
from cards import catalogue
from cards.board import corrected
from scenarios import book, printed
from scenarios.printed import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from campaigns.access import Access
    from campaigns.journal import Ground, Plan, Tap
    from campaigns.models import Play
    from campaigns.rules.changes import Change
    from campaigns.rules.state import Value
    from scenarios.printed import PrintedTables


def offered(access: Access, play: Play) -> tuple[str, ...]:
    """The aids that tonight's modules and opponent have, each once."""
    modules, opponents = book.modules(access.box, access.content), book.opponents(access.box, access.content)
    found = [aid for key in play.modules if key in modules for aid in modules[key].aids]
    found += opponents[play.opponent].aids if play.opponent in opponents else ()
    return tuple(dict.fromkeys(found))


def desk(access: Access, play: Play, seed: int = 0, before: frozenset[str] = frozenset()) -> Desk:
    """What the aids look at in a play, with the bare board; it asks the database nothing.

    `seed` makes its chance, `before` is what the table read otherwise in its last game.
    """
    places, edges = catalogue.locations(access.box, access.content), catalogue.edges(access.box, access.content)
    return Desk(
        players=len(play.party),
        modules=frozenset(play.modules),
        opponent=play.opponent,
        level=play.level,
        cards=catalogue.automa_cards(access.box, access.content),
        board=Board(places, edges),
        nations=catalogue.nations(access.box, access.content),
        before=before,
        chance=Random(seed),  # noqa: S311 - cards on a table, and the seed is kept
    )


def with_board(bare: Desk, access: Access, play: Play, table: State | None = None) -> Desk:
    """The same desk with the board as it lies tonight: legacy tiles, arrows as the copy has them, markers at the start.

    `table` is the legacy where it is at hand.
    """
    state = table or journal.ground(access.campaign, journal.LEGACY, access.revision).state
    known = tables.known(access)
    lying = {laid.tile for laid in lists.table_now(access, state, play, known).tiles}
    joined = tables.joined(known)
    markers, into_box = _markers(access, play, known)
    return replace(
        bare,
        board=Board(bare.board.locations, corrected(bare.board.edges, joined), frozenset(lying)),
        markers=markers,
        unused_to_box=into_box,
        corrected=frozenset(joined),
    )


def do(*, access: Access, tap: Tap, play: Play, aid: str, deed: str, fields: Mapping[str, str]) -> Entry:
    """Does a deed of an aid, as one entry of the play's stream with the seed of its chance.

    Clash where somebody touched the same things. Refusals: play_not_open, aid_not_offered, and those of the deed.
    """
    if aid not in offered(access, play):
        raise Refusal("aid_not_offered")
    seed = secrets.randbelow(2**31)
    values = {"play": play.number, "aid": aid, "deed": deed, "seed": seed, "typed": dict(fields)}
    before = _read_before(access, play) if deed == "begin" else frozenset()

    def decide(ground: Ground) -> Plan:
        table = journal.ground(access.campaign, journal.LEGACY)
        legacy.running(table.state, play.number)
        own = desk(access, play, seed, before)
        if aid in deeds.ON_THE_BOARD:
            own = with_board(own, access, play, table.state)
        changes = deeds.do(aid, deed, ground.state, own, fields)
        return journal.Plan(Entry.Kind.AID, changes, values, holds=(table,))

    return journal.write(tap, play.number, decide, wants=deeds.wants(aid, fields))


def scores(access: Access, play: Play) -> Callable[[State], tuple[Change, ...]]:
    """What the opponents of a play score when its round ends, as `plays.end_round` asks for it."""
    seed = secrets.randbelow(2**31)
    aids = offered(access, play)
    return lambda state: deeds.close_round(state, desk(access, play, seed)) if aids else ()


def _read_before(access: Access, play: Play) -> frozenset[str]:
    """What the table read otherwise than is likelier in its last game with help at the table."""
    rows = PlayState.objects.filter(play__campaign=access.campaign, play__number__lt=play.number)
    kept = rows.filter(aid__in=["reads", "search"]).exclude(play__status="").order_by("-play__number")
    found: dict[str, Value] = {}
    for data in reversed(kept.values_list("data", flat=True)[:8]):  # the newest last: its answer counts
        found |= data
    return frozenset(name for name, one in READINGS.items() if readings.said(State(found), name) is not one.likelier)


def _markers(access: Access, play: Play, known: PrintedTables) -> tuple[Mapping[str, int] | None, bool]:
    """The markers that lie at the start, as far as they are known, and whether the others go into the box."""
    start = book.scenarios(access.box, access.content)[play.scenario].starts.get(play.card)
    if start is None or not start.markers:
        return {}, False
    if start.markers == "one":
        return dict.fromkeys(start.marked, 1), False
    given = lists.lines(play)
    line = next((line for line in given if line.printed == Kind.MARKERS), None)
    said = known.of(line.step, play.card, line.values) if line else ""
    aside = any(line.printed == Kind.CHOICE and line.told == "aside" for line in given)
    return ({space: int(count) for space, count in printed.pairs(said).items()} if said else None), not aside
