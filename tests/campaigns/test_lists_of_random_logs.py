"""Set-up lists of campaigns that went anywhere: random legal journals, every open evening, one to four players.

From one game of such a journey to the next the reported difference is the whole difference.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

import pytest

from campaigns import evenings
from campaigns.evenings import Choice
from campaigns.lists import Difference, difference
from campaigns.models import Campaign, Play
from campaigns.rules import legacy
from campaigns.rules.changes import apply
from campaigns.rules.effects import Effect, Refusal, Wanted
from campaigns.rules.legacy import Reading
from campaigns.rules.state import Piece, Place, State
from cards import catalogue
from scenarios import book, printed, setup
from scenarios.printed import Kind, PrintedTables
from scenarios.setup import NOTHING_PRINTED
from scenarios.table import Party, SeatTonight
from tests import factories

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaigns.access import Access
    from campaigns.evenings import Evening
    from cards.pieces import Pieces
    from scenarios.table import Line

LOGS = 220
TILES = [f"L{n}" for n in (*range(1, 26), *range(30, 38))]
CARDS = [str(n) for n in (*range(107, 191),)]


def effect(dice: random.Random, state: State) -> Wanted:
    """Something a card could say; often it is not legal, and then it is not done."""
    kind = dice.choice(
        [Effect.CARD_INTO_PLAY, Effect.CARD_READ, Effect.TILE_ON_BOARD, Effect.TILE_BESIDE, Effect.TILE_AWAY]
    )
    if kind == Effect.TILE_AWAY:
        lying = [piece.id for piece, _ in state.pieces(Place.BOARD, Place.TABLE) if piece.kind == "tile"]
        return Wanted(kind, dice.choice(lying or TILES))
    if kind.startswith("tile"):
        return Wanted(kind, dice.choice(TILES))
    return Wanted(kind, dice.choice(["184", "185"] if dice.random() < 0.15 else CARDS))


def read(dice: random.Random, state: State, play: int, after: int, pieces: Pieces) -> Reading:
    """A reading with two legal effects at most and, now and then, a card read to its end."""
    running = [piece.id for piece, _ in state.pieces(Place.TABLE) if piece.kind == "card"]
    finished = frozenset(dice.sample(running, 1)) if len(running) > 1 and dice.random() < 0.6 else frozenset[str]()
    done: list[Wanted] = []
    for _ in range(4):
        wanted = effect(dice, state)
        try:
            legacy.read(state, Reading(play, after, finished, effects=(*done, wanted)), pieces, "uprising")
        except Refusal:
            continue
        done = [*done, wanted][:2]
    return Reading(play, after, finished, effects=tuple(done))


def log(seed: int, access: Access) -> State:
    """The legacy after three to five games that were played by the rules."""
    return list(journey(seed, access))[-1]


def journey(seed: int, access: Access) -> Iterator[State]:
    """The legacy before each of three to five games that are played by the rules, and after the last."""
    dice, state = random.Random(seed), State()
    pieces = catalogue.pieces(access.box, access.content)
    line = book.lines(access.box, access.content)["uprising"]
    first = [(Piece("card", str(line.first_story_card)), None)]
    tiles = [(Piece("tile", tile), pieces.tiles[tile].space) for tile in line.first_tiles]
    for play in range(1, dice.randint(3, 5) + 1):
        yield state
        state = apply(state, legacy.open_play(state, play, [*first, *tiles]))
        for after in (1, 2, 3):
            state = apply(state, legacy.read(state, read(dice, state, play, after, pieces), pieces, "uprising"))
        closing = read(dice, state, play, 4, pieces)
        state = apply(state, legacy.close(state, closing, {0: dice.randint(80, 200)}, pieces, "uprising"))
    yield state


def lists(
    access: Access, state: State, evening: Evening, players: int, tables: PrintedTables = NOTHING_PRINTED
) -> list[Line]:
    """The list of an evening, with an opponent where one plays."""
    fitting = [o for o in evenings.opponents(access, evening) if players == 1 or evening.mode in o.always]
    by = (fitting[-1].key, fitting[-1].levels[-1]) if fitting else ("", "")
    choice = Choice(bool(evening.optional) and players % 2 == 0, *by)
    lines = setup.checklist(
        steps=book.steps(access.box, access.content, evening.scenario),
        scenario=evening.scenario,
        card=evening.card,
        modules=evenings.modules_of(access, evening, choice),
        party=Party(tuple(SeatTonight(place, "", "") for place in range(players))),
        table=evenings.table(access, state, evening),
        opponent=choice.opponent,
        level=choice.level,
        tables=tables,
        nations=catalogue.nations(access.box, access.content),
    )
    return list(lines)


@pytest.mark.usefixtures("packs")
def test_every_list_has_reasons_known_pieces_and_all_that_lies_in_the_bag() -> None:
    access = factories.access_of(factories.begin())
    pieces = catalogue.pieces(access.box, access.content)
    on, met = Counter[str](), Counter[str]()
    for seed in range(LOGS):
        state = log(seed, access)
        bag = {piece.id for piece, _ in state.pieces(Place.BAG)}
        on.update(bag & set(TILES))
        for key, evening in evenings.evenings(access, state).items():
            met[key] += 1
            for players in (1, 2, 3, 4):
                lines = lists(access, state, evening, players)
                assert all(line.reasons for line in lines)
                assert len({line.id for line in lines}) == len(lines)
                named = {line.piece for line in lines if line.piece}
                assert named <= {str(number) for number in pieces.cards} | pieces.tiles.keys()
                assert evening.aside or bag <= named
                assert all(book.line_text(access.box, access.content, line, "en") for line in lines)
    print("in the bag, of", LOGS, "logs:", {tile: on[tile] for tile in TILES})
    print("evenings:", dict(met))
    assert all(0 < on[tile] < LOGS for tile in TILES), "a tile that never comes and goes tests nothing"
    assert min(met[key] for key in ("campaign", "74", "78", "79", "193", "184", "185")) > 0


SAID = {
    Kind.PLACES: ["", "3, 8", "3, 9a"],
    Kind.MARKERS: ["", "2: 1, 8: 1, 14: 2", "2: 1, 9a: 1"],
    Kind.TILES: ["", "L1, L4, L12", "L30: gone"],
    Kind.CHOICE: ["", "box", "aside"],
}
"""What a group may have typed from its cards by the time of a game."""


def typed(dice: random.Random, lines: list[Line], card: int) -> PrintedTables:
    """Some of what the lines of an evening ask for."""
    asking = [line for line in lines if line.printed in SAID]
    return PrintedTables(
        {printed.key(line.step, card, line.values): dice.choice(SAID[Kind(line.printed)]) for line in asking}
    )


def rows(lines: tuple[Line, ...] | list[Line]) -> Counter[tuple[str, str]]:
    return Counter((line.id, line.amount) for line in lines)


def sentences(access: Access, lines: tuple[Line, ...] | list[Line]) -> Counter[str]:
    return Counter(book.line_text(access.box, access.content, line, "en") for line in lines)


def leads_over(access: Access, found: Difference, last: list[Line], new: list[Line]) -> bool:
    """Whether who takes away what is gone and adds what is new has exactly the new list, in rows and in words."""
    assert not rows(found.added) & rows(last)
    assert not rows(found.gone) - rows(last)
    assert found.same == (rows(last) & rows(new)).total()
    in_rows = rows(last) - rows(found.gone) + rows(found.added) == rows(new)
    words = sentences(access, last) - sentences(access, found.gone) + sentences(access, found.added)
    return in_rows and words == sentences(access, new)


@pytest.mark.usefixtures("packs")
def test_what_differs_from_the_last_list_makes_the_new_one() -> None:
    """Each game of each journey is played by a random evening that is open, by another number of people."""
    campaign = factories.begin()
    access = factories.access_of(campaign)
    met = Counter[str]()
    for seed in range(LOGS // 3):
        dice, last = random.Random(seed), None
        for number, state in enumerate(journey(seed, access), 1):
            evening = dice.choice(list(evenings.evenings(access, state).values()))
            players = dice.randint(1, 4)
            tables = typed(dice, lists(access, state, evening, players), evening.card)
            new = lists(access, state, evening, players, tables)
            play = kept(campaign, number, evening, new)
            found = difference(play)
            assert found.game == (number - 1 or None)
            assert leads_over(access, found, last or [], new), (seed, number)
            met.update({"same": found.same, "added": len(found.added), "gone": len(found.gone), evening.key: 1})
            last = new
        Play.objects.filter(campaign=campaign).delete()
    assert min(met[key] for key in ("campaign", "74", "78", "79", "193", "184", "185", "same", "added", "gone")) > 0


def kept(campaign: Campaign, number: int, evening: Evening, lines: list[Line]) -> Play:
    """A game that was played, with its list as it was given."""
    return Play.objects.create(
        campaign=campaign,
        number=number,
        game=number,
        scenario=evening.scenario,
        card=evening.card,
        status="played",
        party=[],
        lines=[asdict(line) for line in lines],
        legacy_sequence=0,
        content_version="",
    )
