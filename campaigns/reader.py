"""Who reads the pilot book in a campaign: what it may read, what counts tonight, how its table rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse

from campaigns import journal, lists, rulings, spoilers
from campaigns.models import Play, Seat
from campaigns.rules.state import Place
from cards import catalogue
from cards.pieces import TileKind
from cards.reference import Moment
from scenarios import book, pages, reference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.rules.state import State
    from campaigns.rulings import Ruled
    from scenarios.reference import Entry


@dataclass(frozen=True, slots=True)
class Reader:
    """A member who reads: the access, what it may read, what counts tonight, and how the copy's group rules."""

    access: Access
    language: str
    found: Mapping[str, Entry]
    reached: frozenset[str]
    table: reference.Table
    playing: bool
    ruled: Mapping[str, Ruled]

    @property
    def content(self) -> reference.Content:
        return ((self.access.box, self.access.content),)

    def address(self, entry: Entry) -> str:
        return reverse("campaign-answer", args=[self.access.code, entry.kind, entry.key])

    def counting(self) -> frozenset[str]:
        """The ids of what is in force tonight."""
        return frozenset(entry.id for entry in pages.tonight(self.found.values(), self.table, self.reached))

    def entry(self, key: str) -> Entry | None:
        """An entry that may be read; `None` for one that is locked, as for one that is not there."""
        entry = self.found.get(key)
        return entry if entry and reference.visible(entry, self.reached) else None


def reader_of(access: Access, language: str) -> Reader:
    """The reader that a member of a campaign is, in a language."""
    state = journal.ground(access.campaign, journal.LEGACY, access.revision).state
    play = Play.objects.of(access.campaign).under_way().first() if access.playing else None
    return Reader(
        access=access,
        language=language,
        found=reference.entries(((access.box, access.content),), language),
        reached=reached(access, state) | {row.tile for row in spoilers.opened_by(access.member)},
        table=table(access, state, play),
        playing=play is not None,
        ruled=rulings.of_copy(access.copy),
    )


def table(access: Access, state: State, play: Play | None) -> reference.Table:
    """The table tonight; between games that of the campaign's own next game."""
    return _of_play(access, state, play) if play else _to_come(access, state)


def at_the_end(access: Access, play: Play, ended: int, language: str) -> list[Entry]:
    """What the book says for the end of round `ended` of a play, as far as it depends on tonight's table.

    Read off the play's own list, so that it asks the database nothing.
    """
    lying = frozenset(line.piece for line in lists.lines(play) if line.piece and line.piece.startswith("L"))
    tonight = reference.Table(play.scenario, frozenset(play.modules), len(play.party), lying, play.opponent)
    found = reference.entries(((access.box, access.content),), language).values()
    moment = Moment.END_OF_GAME if ended == play.rounds else Moment.END_OF_ROUND
    return [entry for entry in pages.tonight(found, tonight, lying) if moment in entry.moments]


def reached(access: Access, state: State) -> frozenset[str]:
    """The tiles that a campaign may read of, besides those that everybody may."""
    tiles = catalogue.pieces(access.box, access.content).tiles
    return frozenset(tile for tile in tiles if f"tile:{tile}" in state.values)


def _of_play(access: Access, state: State, play: Play) -> reference.Table:
    named = {reason for line in lists.lines(play) for reason in line.reasons if reason.startswith("tile:")}
    lying = {laid.tile for laid in lists.table_now(access, state, play).tiles}
    tiles = catalogue.pieces(access.box, access.content).tiles.values()
    modules = {tile.id for tile in tiles if tile.kind == TileKind.MODULE}
    return reference.Table(
        scenario=play.scenario,
        modules=frozenset(play.modules),
        players=len(play.party),
        tiles=frozenset(lying | ({reason.partition(":")[2] for reason in named} & modules)),
        opponent=play.opponent,
    )


def _to_come(access: Access, state: State) -> reference.Table:
    players = len(Seat.objects.of(access.campaign).names())
    if not access.tells_a_story:
        return reference.Table("", frozenset(), players, frozenset())
    scenario = book.lines(access.box, access.content)[access.line].scenario
    waiting = {piece.id for piece, _ in state.pieces(Place.BAG) if piece.kind == "tile"}
    first = book.lines(access.box, access.content)[access.line].first_tiles
    return reference.Table(
        scenario=scenario,
        modules=book.scenarios(access.box, access.content)[scenario].modules,
        players=players,
        tiles=frozenset(waiting) or frozenset(first),
    )
