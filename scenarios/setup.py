"""The set-up list, worked out from steps, people and table: pure, the same in gives the same out."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from scenarios import printed
from scenarios.printed import Kind, PrintedTables
from scenarios.table import Laid, Line, Party, Step, TableState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

JEAN = "jean"
JACQUES = "jacques"
"""The key of the opponent and of the module that comes along with him."""

COLUMNS = (1, 2, 3)
"""A scenario card for one evening lists its tiles by object in three columns, one for each card turned up: U077."""

NOTHING_PRINTED = PrintedTables()
NOWHERE: Mapping[str, str] = MappingProxyType({})

_RESISTANCE = "resistance_tiles"
_WITH_RESISTANCE = frozenset({"uprising", "liberation"})


@dataclass(frozen=True, slots=True)
class _Tonight:
    """What the lines of one list have in common."""

    scenario: str
    card: int
    modules: frozenset[str]
    players: int
    table: TableState
    opponent: str
    level: str
    tables: PrintedTables
    nations: Mapping[str, str]
    leaving: frozenset[str] = field(default_factory=frozenset)


def checklist(
    *,
    steps: Sequence[Step],
    scenario: str,
    card: int,
    modules: frozenset[str],
    party: Party,
    table: TableState,
    opponent: str = "",
    level: str = "",
    tables: PrintedTables = NOTHING_PRINTED,
    nations: Mapping[str, str] = NOWHERE,
) -> tuple[Line, ...]:
    """The lines to lay out tonight's game, in the order in which hands go.

    `card` is the one that starts the game, 0 when the archive does. `modules` are all in play, those that the scenario
    always uses included, and `jacques` whenever he plays. `opponent` is for one person alone ("jean" or "jacques");
    where Jacques always plays it may stay empty. `level` is the opponent's. `tables` are the printed ones that the copy
    knows: a line that asks for one becomes the lines that it tells; `nations` says whose markers lie on which space.
    Cards and tiles come in the order of their numbers, however the table names them. Raises ValueError with a sentence
    for what cannot be played: a party that a step has no amount for (nobody, or more people than the game seats), an
    opponent or level that is missing or does not fit, Uprising or Liberation without Resistance Tiles, or these alone.
    """
    tonight = _Tonight(scenario, card, modules, len(party.seats), table, opponent, level, tables, nations)
    own = [step for step in steps if scenario in step.scenarios]
    if said := _impossible(tonight, own):
        raise ValueError(said)
    ordered = sorted((step for step in own if _fits(step, tonight)), key=lambda step: (step.position, step.key))
    tonight = replace(tonight, leaving=leaving(ordered, card, tables).tiles)
    return tuple(told for step in ordered for line in _lines(step, tonight) for told in _told(step, line, tonight))


def leaving(steps: Iterable[Step], card: int, tables: PrintedTables) -> printed.Leaving:
    """The tiles that the card that starts the game takes off the board, as far as the copy knows its table: U358."""
    asks = next((step for step in steps if step.printed == Kind.TILES and card in step.cards), None)
    return printed.leaving(tables.of(asks.key, card, {"card": card})) if asks else printed.Leaving()


def _impossible(tonight: _Tonight, steps: Sequence[Step]) -> str:
    """Why this cannot be played; empty if it can."""
    if not tonight.players:
        return "nobody sits at the table"
    if tonight.modules & _WITH_RESISTANCE and _RESISTANCE not in tonight.modules:
        return "Uprising and Liberation of the Caribbean are played with Resistance Tiles only"
    if _RESISTANCE in tonight.modules and not tonight.modules & _WITH_RESISTANCE:
        return "Resistance Tiles are played with Uprising or Liberation of the Caribbean only"
    return _no_opponent(tonight, steps)


def _no_opponent(tonight: _Tonight, steps: Sequence[Step]) -> str:
    """Why nobody can play against that opponent; empty if it fits.

    Whoever plays a competitive scenario alone chooses one of two; a cooperative one brings Jacques: U198, U199. The
    scenarios that Jean has steps for are the competitive ones; those without steps for anybody leave it to their rules.
    """
    competitive = any(step.opponent == JEAN for step in steps)
    jacques = JACQUES in tonight.modules
    if tonight.opponent not in ("", JEAN, JACQUES):
        return f"there is no opponent {tonight.opponent}"
    if tonight.opponent == JEAN and (not competitive or jacques):
        return "Jean only plays in a competitive scenario, and never beside Jacques"
    if tonight.opponent == JACQUES and not jacques:
        return "Jacques brings the module of his name"
    if competitive and tonight.players > 1 and (tonight.opponent or jacques):
        return "in a competitive scenario Jean and Jacques only play against one person alone"
    if competitive and tonight.players == 1 and not (tonight.opponent or jacques):
        return "one person alone plays against Jean or Jacques"
    return "the opponent needs a level" if (tonight.opponent or jacques) and not tonight.level else ""


def _fits(step: Step, tonight: _Tonight) -> bool:
    game = "first" if tonight.table.first_game else "later"
    return (
        step.game in ("", game)
        and step.modules <= tonight.modules
        and not step.without_modules & tonight.modules
        and (not step.cards or tonight.card in step.cards)
        and (not step.players or tonight.players in step.players)
        and step.opponent in ("", tonight.opponent)
    )


def _lines(step: Step, tonight: _Tonight) -> Iterator[Line]:
    if step.each == "tile":
        yield from _tiles(step, tonight)
    elif step.each == "card":
        for card in sorted(tonight.table.story_cards):
            yield _card(step, tonight, card)
    elif step.each == "start":
        yield _card(step, tonight, tonight.card)
    elif step.each == "draw":
        yield from _draws(step, tonight)
    elif step.each == "project":
        for number in sorted(tonight.table.projects):
            yield _card(step, tonight, number)
    elif step.each == "seat":
        for place in range(tonight.players):
            if _has_chosen(step, place, tonight):
                yield _line(step, tonight, str(place), {"seat": place + 1}, place=place)
    else:
        yield _line(step, tonight)


def _has_chosen(step: Step, place: int, tonight: _Tonight) -> bool:
    """Whether the line of a seat waits for no choice, or for one that was made."""
    asks, _sep, choice = step.chosen.partition(":")
    return not asks or tonight.tables.of(asks, tonight.card, {"seat": place + 1}) == choice


def _card(step: Step, tonight: _Tonight, card: int) -> Line:
    return _line(step, tonight, str(card), {"card": card}, reason=f"card:{card}", piece=str(card))


def _tiles(step: Step, tonight: _Tonight) -> Iterator[Line]:
    """A drawn tile lies tonight as well, but it is neither taken from box nor bag: its own line says where from."""
    drawn = {draw.tile: Laid(draw.tile, "draw") for draw in tonight.table.draws if draw.tile}
    lying = drawn | {laid.tile: laid for laid in tonight.table.tiles}
    for laid in sorted(lying.values(), key=_number):
        fits = step.taken_from in ("", laid.taken_from) and (not step.tiles or laid.tile in step.tiles)
        if fits and laid.tile not in tonight.leaving:
            values = {"tile": laid.tile} | ({"space": laid.space} if laid.space else {})
            yield _line(step, tonight, laid.tile, values, reason=f"tile:{laid.tile}", piece=laid.tile)


def _number(laid: Laid) -> tuple[int, str]:
    return int("".join(filter(str.isdigit, laid.tile)) or 0), laid.tile


def _draws(step: Step, tonight: _Tonight) -> Iterator[Line]:
    known = {draw.column: draw.tile for draw in tonight.table.draws}
    for column in COLUMNS:
        tile = known.get(column)
        values: dict[str, int | str] = {"column": column} | ({"tile": tile} if tile else {})
        yield _line(step, tonight, str(column), values, piece=tile)


def _told(step: Step, line: Line, tonight: _Tonight) -> Iterator[Line]:
    """The lines that a line becomes where the copy knows the table that it asks for."""
    said = tonight.tables.of(step.key, tonight.card, line.values) if step.printed else ""
    tell = _TELL.get(step.printed) if said else None
    yield from tell(line, said, tonight) if tell else (line,)


def _places(line: Line, said: str, _tonight: _Tonight) -> Iterator[Line]:
    values = {**line.values, "places": said, "count": len(printed.items(said))}
    yield replace(line, values=values, told="known")


def _markers(line: Line, said: str, tonight: _Tonight) -> Iterator[Line]:
    """One line for each nation, the first of them keeps the question; spaces of no nation come last."""
    shares: dict[str, dict[str, int]] = defaultdict(dict)
    for space, count in printed.pairs(said).items():
        shares[tonight.nations.get(space, "")][space] = int(count)
    for at, nation in enumerate(sorted(shares, key=lambda nation: (not nation, list(shares).index(nation)))):
        own = shares[nation]
        places = ", ".join(f"{space} ({count})" if count != 1 else space for space, count in own.items())
        values = {**line.values, "places": places, "count": sum(own.values())}
        name = nation or "others"
        asks = line.printed if not at else ""
        yield replace(line, id=f"{line.id}:{name}", values=values, told=name, printed=asks)


def _leaving(line: Line, said: str, tonight: _Tonight) -> Iterator[Line]:
    """A line for each tile that the table has and the card takes away; the first of them keeps the question."""
    away = printed.leaving(said)
    has = sorted((laid for laid in tonight.table.tiles if laid.tile in away.tiles), key=_number)
    if not has:
        yield replace(line, told="none")
    for at, laid in enumerate(has):
        values = {**line.values, "tile": laid.tile}
        asks = line.printed if not at else ""
        yield replace(
            line,
            id=f"{line.id}:{laid.tile}",
            values=values,
            piece=laid.tile,
            told="gone" if away.for_good else "known",
            printed=asks,
        )


def _choice(line: Line, said: str, _tonight: _Tonight) -> Iterator[Line]:
    yield replace(line, told=said)


_TELL: Mapping[str, Callable[[Line, str, _Tonight], Iterator[Line]]] = MappingProxyType(
    {Kind.PLACES: _places, Kind.MARKERS: _markers, Kind.TILES: _leaving, Kind.CHOICE: _choice, Kind.SEAT: _choice}
)
"""An object's tile is said column by column, when it is drawn: its table only fills the answer in."""


def _line(
    step: Step,
    tonight: _Tonight,
    part: str | None = None,
    values: Mapping[str, int | str] | None = None,
    *,
    place: int = 0,
    reason: str | None = None,
    piece: str | None = None,
) -> Line:
    return Line(
        id=step.key if part is None else f"{step.key}:{part}",
        step=step.key,
        area=step.area,
        reasons=(*(_reason(said, tonight) for said in step.reasons), *([reason] if reason else [])),
        values={**(values or {}), **_amounts(step, place, tonight)},
        piece=piece,
        open=step.open,
        section=tonight.scenario if step.section == "scenario" else step.section,
        printed=step.printed,
    )


def _reason(said: str, tonight: _Tonight) -> str:
    named = {"scenario": tonight.scenario, "level": tonight.level, "opponent": tonight.opponent}
    return f"{said}:{named[said]}" if said in named else said


def _amounts(step: Step, place: int, tonight: _Tonight) -> dict[str, int]:
    try:
        return {name: amount.at(place, tonight.players, tonight.level) for name, amount in step.amounts.items()}
    except IndexError:
        raise ValueError(f"{step.key} has no amount for {tonight.players} people") from None
    except KeyError:
        raise ValueError(f"{step.key} has no amount for the level {tonight.level}") from None
