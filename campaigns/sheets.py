"""Score sheets of a closing, as its draft holds them: what was entered, the points that follow, who may see what.

Draft data: `score` {place:name: number}, `typed` {place:name: phone} of what the rules keep secret, `reveal` {count:
true} once somebody opened the count. Reading only; `count.py` writes.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from campaigns import tables
from campaigns.rules.effects import Refusal
from scenarios import scores
from scenarios.scoring import Impossible, Sheet, open_total, ranking, score

if TYPE_CHECKING:
    import uuid
    from collections.abc import Mapping

    from campaigns.access import Access
    from campaigns.models import Play
    from scenarios.scoring import Ranking, Scoring

WEIGHT = "score/"
"""How a copy keeps, among its tables, the points that no source tells."""


@dataclass(frozen=True, slots=True)
class Count:
    """How far the count of a game is. `entered` and `sheets` go by place in turn order.

    A place has no sheet while nothing was entered for it, or what was entered cannot be. `typed` names the phone that a
    secret number came from, by place and name.
    """

    scoring: Scoring
    players: int
    entered: Mapping[int, Mapping[str, int]]
    sheets: Mapping[int, Sheet]
    weights: Mapping[str, int]
    opened: bool
    typed: Mapping[tuple[int, str], str] = field(default_factory=dict)

    @property
    def impossible(self) -> tuple[int, ...]:
        """The places whose numbers cannot be."""
        return tuple(place for place in self.entered if place not in self.sheets)

    @property
    def lacking(self) -> frozenset[str]:
        """The weights that somebody has to read off the box before all totals are known."""
        return frozenset(weight for sheet in self.sheets.values() for weight in sheet.lacking)

    @property
    def sealed(self) -> bool:
        """Whether something secret was entered and the count is not open yet."""
        return not self.opened and any(self.secrets(place) for place in self.entered)

    def secrets(self, place: int) -> frozenset[str]:
        """The secret names that were entered for a place."""
        return self.scoring.secret_names & set(self.entered.get(place, {}))

    def hidden(self, place: int, phone: str) -> frozenset[str]:
        """The secret names of a place that `phone` must not see: another one typed them, and the count is not open."""
        if self.opened:
            return frozenset()
        return frozenset(name for name in self.secrets(place) if self.typed.get((place, name)) != phone)

    def seen(self, place: int, phone: str) -> Mapping[str, int]:
        """What `phone` may see of the numbers of a place."""
        hidden = self.hidden(place, phone)
        return {name: value for name, value in self.entered.get(place, {}).items() if name not in hidden}

    def total(self, place: int, phone: str) -> int | None:
        """The total of a place as far as `phone` may see it; `None` while it is not known."""
        sheet = self.sheets.get(place)
        if sheet is None:
            return None
        return open_total(self.scoring, sheet) if self.hidden(place, phone) else sheet.total

    def totals(self) -> dict[int, int]:
        """All totals that are known; only for who may see everything."""
        return {place: total for place, sheet in self.sheets.items() if (total := sheet.total) is not None}

    def ranked(self) -> Ranking | None:
        """Who is in which place; `None` while the count is sealed or a total is missing."""
        if self.sealed or len(self.totals()) < self.players:
            return None
        return ranking(self.scoring, [self.sheets[place] for place in range(self.players)])


def scoring(access: Access) -> Scoring | None:
    """How the campaign's box counts, `None` where the group counts by itself."""
    return scores.scoring(access.box, access.content)


def count(access: Access, play: Play, data: Mapping[str, Any]) -> Count | None:
    """The count as a closing's draft holds it, `None` for a box without a score sheet."""
    found = scoring(access)
    if found is None:
        return None
    entered: dict[int, dict[str, int]] = {}
    for key, value in data.get("score", {}).items():
        place, _sep, name = key.partition(":")
        entered.setdefault(int(place), {})[name] = int(value)
    weights = told(access, found)
    sheets = {place: sheet for place, said in entered.items() if (sheet := _sheet(found, said, weights))}
    typed = {(int(key.partition(":")[0]), key.partition(":")[2]): by for key, by in data.get("typed", {}).items()}
    opened = bool(data.get("reveal", {}).get("count"))
    return Count(found, len(play.party), entered, sheets, weights, opened, typed)


def require_counted(access: Access, play: Play, data: Mapping[str, Any]) -> None:
    """Refuses a closing whose count is not finished. Refusals: count_sealed, score_impossible, weight_missing."""
    found = count(access, play, data)
    if found is None:
        return
    if found.sealed:
        raise Refusal("count_sealed")
    if found.impossible:
        raise Refusal("score_impossible")
    if found.lacking:
        raise Refusal("weight_missing")


def told(access: Access, found: Scoring) -> dict[str, int]:
    """The weights that somebody read off the copy."""
    if not found.weights:
        return {}
    known = tables.known(access).said
    return {weight: int(known[WEIGHT + weight]) for weight in found.weights if known.get(WEIGHT + weight)}


def phone(device: uuid.UUID | None) -> str:
    """What a draft calls a device: enough to know it again, nothing to take its place with."""
    return hashlib.sha256(device.bytes).hexdigest()[:16] if device else ""


def _sheet(found: Scoring, said: Mapping[str, int], weights: Mapping[str, int]) -> Sheet | None:
    try:
        return score(found, said, weights)
    except Impossible:
        return None
