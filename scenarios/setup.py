"""The set-up list, worked out from steps, people and table: pure, the same in gives the same out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenarios.table import Laid, Line, Party, Step, TableState

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


def checklist(
    *, steps: Sequence[Step], scenario: str, modules: frozenset[str], party: Party, table: TableState
) -> tuple[Line, ...]:
    """The lines to lay out tonight's game, in the order in which hands go.

    `modules` are all in play, those that the scenario always uses included. Cards and tiles come in the order of their
    numbers, however the table names them. Raises ValueError for a party that a step has no amount for (nobody, or more
    people than the game seats).
    """
    if not party.seats:
        raise ValueError("nobody sits at the table")
    fitting = (step for step in steps if _fits(step, scenario, modules, table))
    ordered = sorted(fitting, key=lambda step: (step.position, step.key))
    return tuple(line for step in ordered for line in _lines(step, party, table))


def _fits(step: Step, scenario: str, modules: frozenset[str], table: TableState) -> bool:
    game = "first" if table.first_game else "later"
    return (
        scenario in step.scenarios
        and step.game in ("", game)
        and step.modules <= modules
        and not step.without_modules & modules
    )


def _lines(step: Step, party: Party, table: TableState) -> Iterator[Line]:
    if step.each == "tile":
        for laid in sorted(table.tiles, key=_number):
            if step.taken_from in ("", laid.taken_from):
                yield _tile(step, laid, party)
    elif step.each == "card":
        for card in sorted(table.story_cards):
            yield _line(step, party, str(card), {"card": card}, reason=f"card:{card}", piece=str(card))
    elif step.each == "seat":
        for place in range(len(party.seats)):
            yield _line(step, party, str(place), {"seat": place + 1}, place=place)
    else:
        yield _line(step, party)


def _number(laid: Laid) -> tuple[int, str]:
    return int("".join(filter(str.isdigit, laid.tile)) or 0), laid.tile


def _tile(step: Step, laid: Laid, party: Party) -> Line:
    values = {"tile": laid.tile} | ({"space": laid.space} if laid.space else {})
    return _line(step, party, laid.tile, values, reason=f"tile:{laid.tile}", piece=laid.tile)


def _line(
    step: Step,
    party: Party,
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
        reasons=(*step.reasons, *([reason] if reason else [])),
        values={**(values or {}), **_amounts(step, place, len(party.seats))},
        piece=piece,
        open=step.open,
    )


def _amounts(step: Step, place: int, players: int) -> dict[str, int]:
    try:
        return {name: amount.at(place, players) for name, amount in step.amounts.items()}
    except IndexError:
        raise ValueError(f"{step.key} has no amount for {players} people") from None
