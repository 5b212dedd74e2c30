"""Whatever lies on whichever table: every line has its reasons, known pieces, an id of its own and whole sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from evenings_laid import SCENARIOS, content, laid_out
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cards import catalogue
from cards.pieces import TileKind
from scenarios import book
from scenarios.table import Draw, Laid, TableState

if TYPE_CHECKING:
    from scenarios.table import Line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("packs")]

ON_A_TABLE = settings(
    max_examples=200,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
CAMPAIGN_TILES = [f"L{n}" for n in (*range(1, 26), *range(30, 38))]
SPACES = st.sampled_from([None, "2", "9a", "17", "21a"])
TAKEN = st.sampled_from(["box", "bag", "borrowed"])
STORY = st.sampled_from([*range(107, 184), *range(186, 191)])


@st.composite
def tables(draw: st.DrawFn, card: int) -> TableState:
    """Any tiles from anywhere, story cards where the campaign goes on, draws where the card has some."""
    tiles = draw(st.lists(st.sampled_from(CAMPAIGN_TILES), unique=True, max_size=12))
    laid = tuple(Laid(tile, draw(TAKEN), draw(SPACES)) for tile in tiles)
    if card == 150:
        return TableState(True, (150,), laid)
    if card in (0, 184, 185):
        return TableState(False, (*draw(st.sets(STORY, max_size=4)), *([card] if card else [])), laid)
    drawn = draw(st.lists(st.sampled_from(CAMPAIGN_TILES), unique=True, max_size=3))
    draws = tuple(Draw(column, "", draw(st.sampled_from([None, tile]))) for column, tile in enumerate(drawn, 1))
    return TableState(False, (), laid, draws)


@st.composite
def evenings(draw: st.DrawFn, card: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The same evening laid out twice, the second time from a table that is told in another order."""
    players, table = draw(st.integers(1, 4)), draw(tables(card))
    cooperative = SCENARIOS[card] in ("coop_caribbean", "rescue")
    more = (
        draw(st.sampled_from([frozenset(), frozenset({"uprising", "resistance_tiles"})])) if card == 0 else frozenset()
    )
    opponent = draw(st.sampled_from(["jean", "jacques"])) if players == 1 and not cooperative else ""
    jacques = cooperative or opponent == "jacques"
    levels = book.opponents(*content())["jacques" if jacques else "jean"].levels
    level = draw(st.sampled_from(levels)) if jacques or opponent else ""
    more |= {"jacques"} if jacques else frozenset()
    turned = TableState(table.first_game, table.story_cards[::-1], table.tiles[::-1], table.draws[::-1])
    first, again = (laid_out(card, players, one, more=more, opponent=opponent, level=level) for one in (table, turned))
    return first, again


@pytest.mark.parametrize("card", SCENARIOS)
class TestAnyEvening:
    @ON_A_TABLE
    @given(data=st.data())
    def test_has_a_list_that_stands(self, card: int, data: st.DataObject) -> None:
        lines, again = data.draw(evenings(card))
        assert lines == again
        assert len({line.id for line in lines}) == len(lines)
        for line in lines:
            stands(line)


def stands(line: Line) -> None:
    """A line alone: reasons and piece are known, and all of its sentences are whole."""
    assert line.reasons
    assert all(reason_is_known(reason) for reason in line.reasons), line.reasons
    assert line.piece is None or piece_is_known(line.piece), line.piece
    assert line.section
    said, why, doubt = (say(*content(), line, "en") for say in (book.line_text, book.line_why, book.line_open))
    assert said
    assert why
    assert bool(doubt) == line.open
    assert not [part for part in (said, why, doubt) if "{" in part or "?" in part]


def piece_is_known(piece: str) -> bool:
    pieces = catalogue.pieces(*content())
    if piece.isdigit():
        return int(piece) in pieces.cards
    return pieces.tiles[piece].kind is TileKind.CAMPAIGN


def reason_is_known(reason: str) -> bool:
    kind, _, name = reason.partition(":")
    known = {
        "base": {""},
        "players": {""},
        "box": {"uprising"},
        "scenario": set(book.scenarios(*content())),
        "module": set(book.modules(*content())),
        "opponent": set(book.opponents(*content())),
        "level": {level for one in book.opponents(*content()).values() for level in one.levels},
        "card": set(map(str, catalogue.pieces(*content()).cards)),
        "tile": set(catalogue.pieces(*content()).tiles),
    }
    return name in known[kind]
