"""The shape of what is printed on boards: `home_ports.yaml` and `locations.yaml`."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from cards.board import Confidence, LocationKind, Nation
from scenarios.packs.shapes import Content, Facts, Key, Space, TileKey, Words

Sure = Annotated[Confidence, Field(strict=False)]
Round = Annotated[int, Field(ge=1, le=9)]


class HomePortEntry(Content):
    """A Home Port. What it does stands in the text files."""

    key: Key
    facts: Facts = ()


class HomePortsFile(Content):
    """home_ports.yaml: the Home Ports of the box."""

    home_ports: tuple[HomePortEntry, ...] = ()


class LocationEntry(Content):
    """A location under the number that the board prints: see `cards.board.Location`."""

    key: Space
    kind: Annotated[LocationKind, Field(strict=False)]
    confidence: Sure = Confidence.HIGH
    scenario_nation: Annotated[Nation, Field(strict=False)] | None = None
    becomes_city_with: TileKey | None = None
    needs_tile: TileKey | None = None
    facts: Facts = ()


class EdgeEntry(Content):
    """An arrow: see `cards.board.Edge`. `to: null` says that no source knows where it leads, `cost: null` its cost."""

    start: Annotated[Space, Field(alias="from")]
    end: Annotated[Space | None, Field(alias="to")]
    among: tuple[Space, ...] = ()
    confidence: Sure
    needs_tile: TileKey | None = None
    cost: Annotated[int, Field(ge=0, le=99)] | None = 1
    once_per_player: bool = False
    rounds: tuple[Round, ...] = ()
    facts: Facts = ()

    @property
    def key(self) -> str:
        """What the row is known by for ever."""
        return f"{self.start}_{self.end or 'unknown'}"

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Self:
        if self.start == self.end:
            raise ValueError("leads to where it starts")
        if self.among and self.end is not None:
            raise ValueError("needs no guesses (among): it says where it leads")
        return self


class LocationsFile(Content):
    """locations.yaml: what the box adds to the board. Arrows may join locations of the boxes it needs."""

    locations: tuple[LocationEntry, ...] = ()
    edges: tuple[EdgeEntry, ...] = ()


class PortWords(Content):
    """`effect` is understood alone; `open` says what only the tile tells."""

    name: Annotated[Words, StringConstraints(max_length=80)]
    effect: Words
    open: Words | None = None

    def said(self) -> dict[str, str]:
        """The texts by the name of their field."""
        return dict(self.model_dump(exclude_none=True))
