"""Whatever is typed at the table, in any order, sense and nonsense: what always holds, and all of it can be undone."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from campaigns import phrases, wording
from campaigns.aids import combat, deeds, panels, verdict
from campaigns.aids.desk import Desk
from campaigns.aids.fight import fight
from campaigns.aids.readings import READINGS
from campaigns.rules.changes import Change, apply, inverse, read_changes
from campaigns.rules.effects import Refusal
from campaigns.rules.state import State
from tests.campaigns.aids.automa import CARDS
from tests.campaigns.aids.sea import EDGES, LOCATIONS, NATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

NONSENSE = st.sampled_from(
    ["", " ", "x", "0", "-1", "--1", "1000", "999", "²", "٣", "1.5", "2:france", "square:0:9", "İ"]
)
SPACES = st.sampled_from([*map(str, range(23)), "9a", "21a"])
COLOUR = st.sampled_from(["green", "green", "green", "red"])
NATION = st.sampled_from(["france", "spain", "england"])
COUNT = st.integers(-3, 9).map(str)
CARD = st.sampled_from([*(key.partition("_")[2] for key in CARDS), "A1", " b2 ", "d4"])
TICK = st.sampled_from(["", "1"])
GOALS = st.one_of(
    st.sampled_from(["out", "supply", "square:4:1", "square:0:0"]),
    st.builds("square:{}:{}".format, st.integers(0, 1), st.integers(1, 4)),
)
FIELDS: dict[str, st.SearchStrategy[str]] = {
    "by_hand": TICK,
    "known_better": TICK,
    "taken": TICK,
    "told": TICK,
    "card": CARD,
    "space": SPACES,
    "nation": NATION,
    "to": GOALS,
    "source": GOALS,
    "name": st.sampled_from(["quests", "points", "discs", "combat", "influence_spain"]),
    "by": COUNT,
    "paid": COUNT,
    "many": COUNT,
    "greens": st.sampled_from(["3", "4", "12"]),
    "reds": st.sampled_from(["2", "3"]),
    "colour": COLOUR,
    "reading": st.sampled_from([*READINGS]),
    "said": st.sampled_from(["yes", "no"]),
    "action": TICK,
    "points": COUNT,
    "quests": COUNT,
    "upgrades": COUNT,
    "lead": COUNT,
    "influence": COUNT,
    "how": st.sampled_from(["combat", "ransom"]),
}
TYPED = st.fixed_dictionaries(FIELDS)
SOME_TYPED = st.fixed_dictionaries({}, optional={name: st.one_of(good, NONSENSE) for name, good in FIELDS.items()})
DEEDS = st.sampled_from([*deeds.DEEDS, ("jacques", "leave"), ("sea", "begin")])
MODULES = st.sampled_from(
    [frozenset(), frozenset({"uprising", "resistance_tiles"}), frozenset({"liberation", "resistance_tiles", "jacques"})]
)
LEVELS = st.sampled_from(["simple", "medium", "hard", "very_hard", "1", "5", ""])
UNREST = {str(space): 1 for space in range(2, 20)}
MARKERS = st.sampled_from([UNREST, {"4": 9, "5": 4, "8": 2, "9": 1, "14": 2}, None, {}, {"1": 1}])
BEGUN = ("jacques", "jean", "markers", "search")


def held(state: State, who: str) -> list[str]:
    """All cards of an opponent, face up and face down."""
    parts = (state[f"{who}:{part}"] for part in ("deck", "shown"))
    return [card for part in parts if part for card in str(part).split(",")]


class Evening(RuleBasedStateMachine):
    """A play's stream with everything that is typed into it."""

    def __init__(self) -> None:
        super().__init__()
        self.state = State({"round": 1})
        self.was: list[tuple[State, tuple[Change, ...]]] = []

    @initialize(
        players=st.integers(1, 4),
        modules=MODULES,
        level=LEVELS,
        tiles=st.sampled_from([frozenset(), frozenset({"L1", "L4", "L36"})]),
        markers=MARKERS,
        into_box=st.booleans(),
        chance=st.integers(0, 99),
        by_hand=TICK,
        begun=st.sampled_from([BEGUN, BEGUN, ()]),
    )
    def sits_down(
        self,
        players: int,
        modules: frozenset[str],
        level: str,
        tiles: frozenset[str],
        markers: dict[str, int] | None,
        into_box: bool,
        chance: int,
        by_hand: str,
        begun: tuple[str, ...],
    ) -> None:
        board = combat.Board(LOCATIONS, EDGES, tiles)
        self.desk = Desk(players, modules, "", level, CARDS, board, NATIONS, markers, into_box, Random(chance))
        for aid in begun:
            self.types(aid, "begin", by_hand=by_hand, greens="4", reds="3")

    @rule(what=DEEDS, typed=SOME_TYPED)
    def types_anything(self, what: tuple[str, str], typed: dict[str, str]) -> None:
        self.types(*what, **typed)

    @rule(what=st.sampled_from(list(deeds.DEEDS)), typed=TYPED)
    def types_sense(self, what: tuple[str, str], typed: dict[str, str]) -> None:
        self.types(*what, **typed)

    @rule(
        cards=st.lists(st.integers(0, 16), min_size=1, max_size=7),
        paid=COUNT,
        clues=st.lists(st.tuples(st.integers(0, 10), COLOUR), min_size=3, max_size=6),
        laid=st.tuples(
            st.lists(st.integers(0, 20), min_size=4, max_size=4), st.lists(st.integers(1, 4), min_size=2, unique=True)
        ),
    )
    def goes_round_the_table(
        self, cards: list[int], paid: str, clues: list[tuple[int, str]], laid: tuple[list[int], list[int]]
    ) -> None:
        """The opponent acts, clues are turned up, markers go onto the first player's tile where they may."""
        who = "jean" if self.state["jean:level"] else "jacques"
        own = [key.removeprefix(f"{who}_") for key in CARDS if key.startswith(who)]
        for which in cards:
            self.types(who, "turn", card=own[which % len(own)])
            self.types("jean", "pay", paid=paid)
        for which, colour in clues:
            if lying := self.lying("clue"):
                self.types("search", "turn-up", space=lying[which % len(lying)][1], colour=colour)
        for which, square in zip(*laid, strict=False):
            if lying := self.lying("marker"):
                _kind, space, nation = lying[which % len(lying)]
                self.types("markers", "free", space=space, nation=nation, to=f"square:0:{square}")

    @rule()
    def ends_the_round(self) -> None:
        if self.state.round() <= 4:
            now = self.state.round()
            self.does(lambda: (*deeds.close_round(self.state, self.desk), Change("round", now, now + 1)))

    @precondition(lambda self: self.was)
    @rule(steps=st.integers(1, 3))
    def takes_back(self, steps: int) -> None:
        for before, changes in reversed(self.was[-steps:]):
            self.state = apply(self.state, inverse(changes))
            assert self.state.values == before.values
        del self.was[-steps:]

    @rule(typed=SOME_TYPED, numbers=st.fixed_dictionaries({}, optional={"token": COUNT, "workers": NONSENSE}))
    def reckons_a_fight(self, typed: dict[str, str], numbers: dict[str, str]) -> None:
        self.asks(lambda: fight(self.state, self.desk, typed | numbers))

    def lying(self, kind: str) -> list[list[str]]:
        return sorted(subject.split(":") for subject in self.state.values if subject.startswith(f"{kind}:"))

    def types(self, aid: str, deed: str, **typed: str) -> None:
        self.does(lambda: deeds.do(aid, deed, self.state, self.desk, typed))

    def does(self, deed: Callable[[], tuple[Change, ...]]) -> None:
        """A deed is refused with words, or changes what can be changed back and kept as JSON."""
        changes = self.asks(deed)
        if changes is None:
            return
        assert len({change.subject for change in changes}) == len(changes)
        assert read_changes(change.stored() for change in changes) == tuple(changes)
        now = apply(self.state, changes)
        assert apply(now, inverse(changes)).values == self.state.values
        assert all(value not in (0, "") or value is False for value in now.values.values())
        self.was.append((self.state, tuple(changes)))
        self.state = now

    def asks(self, question: Callable[[], Any]) -> Any:
        """The answer, or nothing where it was refused."""
        try:
            return question()
        except Refusal as met:
            refused = met
        assert refused.code in phrases.REFUSALS
        assert "%(" not in wording.refusal(refused)
        return None

    @invariant()
    def every_nation_has_thirteen_markers(self) -> None:
        found: Counter[str] = Counter()
        for subject, value in self.state.values.items():
            kind, _sep, rest = subject.partition(":")
            if kind == "square":
                found[str(value)] += 1
            elif kind in ("marker", "out"):
                assert int(value or 0) > 0
                found[rest.rpartition(":")[2]] += int(value or 0)
        supply = {one["nation"]: one["supply"] for one in panels.panel("markers", self.state, self.desk)["nations"]}
        assert {nation: found[nation] + supply[nation] for nation in supply} == dict.fromkeys(supply, 13)
        assert min(supply.values()) >= 0

    @invariant()
    def all_clues_are_known(self) -> None:
        if not self.state["search:greens"]:
            assert not [subject for subject in self.state.values if subject.startswith(("clue:", "search:"))]
            return
        clues = [self.state[subject] for subject in self.state.values if subject.startswith("clue:")]
        rest = [self.state[f"search:{name}"] for name in ("green", "red", "gone")]
        assert sum(int(many or 0) for many in (*clues, *rest)) + bool(self.state["search:covered"]) == 22
        assert verdict.luysa(self.state) != verdict.Luysa.FREED or self.state["search:found"]

    @invariant()
    def jacques_has_seven_cards(self) -> None:
        cards = held(self.state, "jacques")
        assert len(cards) == (7 if self.state["jacques:level"] else 0)
        known = [card for card in cards if card != "?"]
        assert len(set(known)) == len(known)
        assert {f"jacques_{card}" for card in known} <= set(CARDS)

    @invariant()
    def no_tile_is_full_or_holds_equal_neighbours(self) -> None:
        for place in range(4):
            tile = [self.state[f"square:{place}:{square}"] for square in (1, 2, 3, 4)]
            assert not all(tile)
            assert all(one is None or one != other for one, other in pairwise(tile))

    @invariant()
    def every_panel_can_be_shown(self) -> None:
        for aid in ("jacques", "jean", "markers", "search"):
            panels.panel(aid, self.state, self.desk)

    def teardown(self) -> None:
        """All of it can be taken back."""
        for _before, changes in reversed(self.was):
            self.state = apply(self.state, inverse(changes))
        assert self.state == State({"round": 1})


TestAnyEvening = Evening.TestCase
TestAnyEvening.settings = settings(
    max_examples=100,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
