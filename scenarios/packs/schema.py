"""The shape of the content files. Unknown keys and values of another type are refused, so a slip cannot pass silently.

A pack is a folder named after its box. It holds `box.yaml` and `text.en.yaml`, and as needed `cards.yaml`,
`tiles.yaml`, `lines.yaml`, `modules.yaml`, `opponents.yaml`, `scenarios.yaml`, `setup.yaml`, `turn.yaml` (in
`turn.py`), `home_ports.yaml`, `locations.yaml` (these two in `board.py`), `chart.yaml` (in `drawing.py`), `score.yaml`
(in `score.py`), `rules.yaml`,
`automa.yaml`, `facts.yaml` (in `reference.py`) and further `text.<language>.yaml`.
Structure stands once; all words that people read stand in the text files.
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from cards.pieces import CardKind, TileKind
from scenarios.packs.shapes import (
    BoxId,
    Choice,
    Content,
    Count,
    Facts,
    Key,
    LevelKey,
    LineKey,
    Number,
    Space,
    TileKey,
)
from scenarios.printed import Kind  # noqa: TC001 - pydantic reads it at run time

Reason = Annotated[
    str,
    StringConstraints(
        pattern=r"^(base|players|scenario|level|opponent|(box|scenario|module|tile|card):[A-Za-z0-9_]+)$", max_length=80
    ),
]
AidKey = Literal["jacques", "jean", "markers", "search"]
"""What the log can do at the table: see `campaigns/aids`."""
Mode = Literal["competitive", "cooperative"]
Section = Literal[
    "",
    "base",
    "setup",
    "campaign",
    "unrest",
    "all_inclusive",
    "coop_caribbean",
    "rescue",
    "home_ports",
    "uprising",
    "resistance_tiles",
    "liberation",
    "jacques",
    "search",
    "legacy_tiles",
    "solo",
    "scenario",
    "public",
]
"""The part of the rulebook that says a step: "scenario" is the part about the one that is played.

"public" marks a step that our summary of the rulebook lacks: it follows public descriptions of the game.
"""


class Public(Content):
    """What the rulebook tells everyone before the first game; everything else stands behind the spoiler wall."""

    tiles: tuple[TileKey, ...] = ()
    cards: tuple[Number, ...] = ()


class BoxFile(Content):
    """box.yaml: a published game or expansion."""

    id: BoxId
    version: Annotated[int, Field(ge=1, le=1_000_000)]
    requires: tuple[BoxId, ...] = ()
    public: Public = Public()


class CardRange(Content):
    """The card numbers `first` to `last` (one number without `last`). Not each of them was printed.

    `sure: false` says that the sources leave the kind open.
    """

    first: Number
    last: Number | None = None
    kind: Annotated[CardKind, Field(strict=False)]
    line: LineKey | None = None
    sure: bool = True
    facts: Facts = ()

    @property
    def numbers(self) -> range:
        return range(self.first, (self.last or self.first) + 1)


class CardsFile(Content):
    """cards.yaml: which numbers stand for which kind of card."""

    cards: tuple[CardRange, ...] = ()


class TileEntry(Content):
    """A legacy tile. `space` only where it is certain; `number_sure: false` where the number was inferred."""

    key: TileKey
    kind: Annotated[TileKind, Field(strict=False)] = TileKind.CAMPAIGN
    copies: Number = 1
    space: Space | None = None
    number_sure: bool = True
    facts: Facts = ()


class TilesFile(Content):
    """tiles.yaml: the legacy tiles of the box."""

    tiles: tuple[TileEntry, ...] = ()


class LineEntry(Content):
    """A campaign that can be begun, with what its first game lays out.

    A line of `evenings` tells no story: each game is an evening of its own, and the log keeps them together.
    """

    key: LineKey
    evenings: bool = False
    first_story_card: Number | None = None
    first_tiles: tuple[TileKey, ...] = ()
    scenario: Key | None = None
    facts: Facts = ()

    @model_validator(mode="after")
    def _is_of_one_sort(self) -> Self:
        if self.evenings and (self.first_story_card or self.first_tiles or self.scenario):
            raise ValueError("is a line of evenings, which has no card, tiles or scenario of its own")
        if not self.evenings and not (self.first_story_card and self.scenario):
            raise ValueError("needs first_story_card and scenario, or evenings")
        return self


class LinesFile(Content):
    """lines.yaml: the campaigns of the box."""

    lines: tuple[LineEntry, ...] = ()


class ModuleEntry(Content):
    """A part of the rules that a way to play can use. `aids` are what the log can do for it during a game."""

    key: Key
    requires: tuple[Key, ...] = ()
    aids: tuple[AidKey, ...] = ()
    facts: Facts = ()


class ModulesFile(Content):
    """modules.yaml: the modules of the box."""

    modules: tuple[ModuleEntry, ...] = ()


class OpponentEntry(Content):
    """Who plays by cards. `alone` are the modes in which one person may choose it, `always` those that bring it.

    `module` comes along with it. `levels` stand in order, the easiest first. `aids` as in `ModuleEntry`.
    """

    key: Key
    levels: Annotated[tuple[LevelKey, ...], Field(min_length=1)]
    module: Key | None = None
    aids: tuple[AidKey, ...] = ()
    alone: tuple[Mode, ...] = ()
    always: tuple[Mode, ...] = ()
    facts: Facts = ()


class OpponentsFile(Content):
    """opponents.yaml: who else plays with the box."""

    opponents: tuple[OpponentEntry, ...] = ()


class StartEntry(Content):
    """How a scenario begins with one of its cards: tiles from the box, and how many more are drawn by object.

    `shuffled_in` are the first and the last number of the project cards that come into the B cards for it. `markers`
    says how ownership markers lie at the start: none, "one" on each space of `marked`, or as the card prints it.
    """

    card: Number
    tiles: tuple[TileKey, ...] = ()
    draws: Annotated[int, Field(ge=0, le=3)] = 0
    shuffled_in: tuple[Number, Number] | None = None
    markers: Literal["", "one", "printed"] = ""
    marked: tuple[Space, ...] = ()


class ScenarioEntry(Content):
    """A way to play: the cards that start it, the modules it always uses and those that may join.

    `starts` says for each of the cards what lies at the start; `first_game` marks what is advised for a first evening.
    The optional modules join together, or each of them where they are chosen `one_by_one`. `rounds` is 1 where the game
    has none.
    """

    key: Key
    mode: Mode
    players: Annotated[tuple[Annotated[int, Field(ge=1, le=8)], ...], Field(min_length=1)] = (1, 2, 3, 4)
    rounds: Annotated[int, Field(ge=1, le=20)] = 4
    one_by_one: bool = False
    cards: tuple[Number, ...] = ()
    starts: tuple[StartEntry, ...] = ()
    modules: tuple[Key, ...] = ()
    optional_modules: tuple[Key, ...] = ()
    first_game: bool = False
    facts: Facts = ()


class ScenariosFile(Content):
    """scenarios.yaml: the ways to play with the box."""

    scenarios: tuple[ScenarioEntry, ...] = ()


class AmountEntry(Content):
    """`fixed`, plus `per_player` for everyone at the table; or one table: see `scenarios.table.Amount`."""

    fixed: Count = 0
    per_player: Count = 0
    by_seat: Annotated[tuple[Count, ...], Field(max_length=8)] = ()
    by_players: Annotated[tuple[Count, ...], Field(max_length=8)] = ()
    by_level: dict[LevelKey, Count] = {}

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        ways = (self.fixed or self.per_player, self.by_seat, self.by_players, self.by_level)
        if sum(map(bool, ways)) != 1:
            raise ValueError("needs fixed or per_player, or one of by_seat, by_players and by_level alone")
        return self


class LotEntry(Content):
    """What can be drawn by lot: see `scenarios.lot.Lot`."""

    of: Literal["seats", "pieces"]
    pieces: Annotated[int, Field(ge=0, le=99)] = 0
    many: Annotated[int, Field(ge=1, le=8)] = 1

    @model_validator(mode="after")
    def _has_enough(self) -> Self:
        if (self.of == "pieces") != (self.pieces >= self.many):
            raise ValueError("needs at least as many pieces as are drawn, and seats need none")
        return self


class StepEntry(Content):
    """One step of a set-up: see `scenarios.table.Step`. `position` puts the steps of a scenario in order.

    `chosen` names a step and one of its choices, `starting_building:dock`: only seats that chose it have the line.
    """

    key: Key
    scenarios: Annotated[tuple[Key, ...], Field(min_length=1)]
    area: Literal["board", "bag", "tiles", "cards", "player"]
    position: Annotated[int, Field(ge=1, le=9_999)]
    game: Literal["", "first", "later"] = ""
    each: Literal["", "tile", "card", "start", "draw", "project", "seat"] = ""
    taken_from: Literal["", "box", "bag", "other_bag", "borrowed"] = ""
    modules: tuple[Key, ...] = ()
    without_modules: tuple[Key, ...] = ()
    cards: tuple[Count, ...] = ()
    players: tuple[Annotated[int, Field(ge=1, le=8)], ...] = ()
    opponent: Literal[""] | Key = ""
    tiles: tuple[TileKey, ...] = ()
    amounts: dict[Literal["count", "each", "doubloons", "players", "a", "b", "c"], AmountEntry] = {}
    reasons: Annotated[tuple[Reason, ...], Field(min_length=1)]
    open: bool = False
    section: Section = ""
    printed: Literal[""] | Annotated[Kind, Field(strict=False)] = ""
    choices: tuple[Choice, ...] = ()
    chosen: Literal[""] | Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*:[a-z]+$", max_length=80)] = ""
    lot: LotEntry | None = None
    facts: Facts = ()


class SetupFile(Content):
    """setup.yaml: the steps of all set-ups."""

    steps: tuple[StepEntry, ...] = ()
