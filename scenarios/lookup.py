"""The look-up: a question as somebody types it, the entries that answer it, the best first.

A word that the book does not know is read as the nearest one that it knows; other words for the same thing count too.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from rapidfuzz import process
from rapidfuzz.distance import OSA

from scenarios import reference
from scenarios.index import Index, index_of, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scenarios.reference import Content, Entry

LONGEST = 200
"""Signs of a question that are read; the rest of a longer one is left aside."""

_WORDS = 12
"""Different words of a question that are read."""

_SYNONYM, _BEGUN, _NEAR = 0.75, 0.6, 0.8
"""How much a word counts that was not typed as it stands: another word for it, its beginning, a typing error."""

_COVER = 0.5
"""How much of a score hangs on how many of the words were found."""

_NAMED, _THING = 1.2, 1.8
"""How much it counts that the name itself was typed, and that it is the name of a thing on the table."""

_THINGS = ("tile", "port", "module", "scenario", "opponent", "location")
_FIRST = 1.35
"""What is in force tonight counts so much more."""

_HOME = 1.2
"""Where several boxes are searched, the first one's answers count so much more: most people ask about that game."""

_EXTRA = 6.0
"""How much a word of a table's own counts: as much as a rare word of the book."""

_WEAK = 0.3
"""What answers so much less than the best is no answer."""

_NUMBER = re.compile(r"(?P<kind>[a-z]*)(?P<number>[0-9]{1,3}[a-z]?)")
_KINDS_TYPED = {
    "l": "tile",
    "tile": "tile",
    "legacy": "tile",
    "card": "card",
    "loc": "location",
    "location": "location",
    "space": "location",
}

Meant = dict[str, float]
"""The stems that a typed word can mean, each with how much it counts."""


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers, how well, and whether it is in force tonight. `words` are the stems to be marked in it."""

    entry: Entry
    score: float
    first: bool
    words: frozenset[str]


def search(
    query: str,
    content: Content,
    language: str,
    *,
    visible: frozenset[str] | None = None,
    first: frozenset[str] = frozenset(),
    extra: Mapping[str, str] | None = None,
    limit: int = 24,
) -> list[Hit]:
    """The entries that answer a question, the best first; none for one that says nothing.

    `visible` are the tiles that a campaign has reached (`None`: the public book), `first` the ids of entries that are
    in force tonight, `extra` further words of an entry by its id, such as a table's own ruling.
    """

    def hits(boxes: Content) -> list[Hit]:
        index = index_of(boxes, language)
        return search_in(index, query, visible=visible, first=first, extra=extra or {}, limit=limit)

    return _in_own_order(hits(content), hits(content[:1])) if len(content) > 1 else hits(content)


def _in_own_order(mixed: list[Hit], own: list[Hit]) -> list[Hit]:
    """Answers of several boxes, those of the first one in the order that they have without the others.

    Words are rare or common by the box that is asked: what another box says must not turn these answers round.
    """
    waiting = {hit.entry.id for hit in own}
    home = iter(own)
    return [hit if hit.entry.id not in waiting else replace(next(home), score=hit.score) for hit in mixed]


def search_in(
    index: Index,
    query: str,
    *,
    visible: frozenset[str] | None,
    first: frozenset[str],
    extra: Mapping[str, str],
    limit: int,
) -> list[Hit]:
    """As `search`, in an index that is at hand."""
    typed = query[:LONGEST]
    asked = _asked(typed, index)
    scores = _scores(asked, index)
    for at in index.home & scores.keys():
        scores[at] *= _HOME
    _add_extra(extra, asked, index, scores)
    named = _names(asked, index, scores)
    seen = [at for at in scores if reference.visible(index.entries[at], visible)]
    least = _WEAK * max((scores[at] for at in seen), default=0.0)
    numbered = _numbers(typed, index, scores)
    best = [at for at in {*seen, *numbered} if scores[at] >= least]
    best = [at for at in best if reference.visible(index.entries[at], visible)]
    for at in best:
        if index.entries[at].id in first or (first and at in named):  # a thing that is named comes before its rules
            scores[at] *= _FIRST
    best.sort(key=lambda at: (-scores[at], at not in index.home, index.entries[at].id))
    meant = [stem for one in asked for stem in one]
    return [_hit(index, at, scores[at], first, meant) for at in best[:limit]]


def mark(text: str, words: Iterable[str], content: Content, language: str) -> list[tuple[str, bool]]:
    """A text in pieces, each with whether it is one of the words that were found."""
    stem, wanted = index_of(content, language).stem, set(words)
    pieces: list[tuple[str, bool]] = []
    for piece in re.findall(r"\w+|\W+", text):
        hit = piece[0].isalnum() and any(stem(token) in wanted for token in words_of(piece))
        if pieces and pieces[-1][1] == hit:
            pieces[-1] = (pieces[-1][0] + piece, hit)
        else:
            pieces.append((piece, hit))
    return pieces


def _hit(index: Index, at: int, score: float, first: frozenset[str], meant: list[str]) -> Hit:
    held = frozenset(stem for stem in meant if at in index.postings.get(stem, ()))
    return Hit(index.entries[at], score, index.entries[at].id in first, held)


def _asked(typed: str, index: Index) -> list[Meant]:
    """What each word of a question can mean. Small words are left aside unless there are no others."""
    words = list(dict.fromkeys(words_of(typed)))
    joined = [a + b for a, b in pairwise(words) if a + b in index.surface]
    tokens = ([token for token in (*words, *joined) if token not in index.unheard] or words)[:_WORDS]
    unfinished = words[-1] if words and typed[-1:].isalnum() else ""
    return [_meant(token, index, unfinished=token == unfinished) for token in tokens]


def _scores(asked: list[Meant], index: Index) -> dict[int, float]:
    """What the words of a question come to in each entry, the more of them the better."""
    scores: dict[int, float] = defaultdict(float)
    found: dict[int, float] = defaultdict(float)
    whole = 0.0
    for meant in asked:
        weight = max((index.rarity.get(stem, 0.0) for stem in meant), default=0.0)
        whole += weight
        best: dict[int, float] = {}
        for stem, share in meant.items():
            for at, value in index.postings.get(stem, {}).items():
                if (told := value * share) > best.get(at, 0.0):
                    best[at] = told
        for at, value in best.items():
            scores[at] += value
            found[at] += weight
    for at in scores:
        scores[at] *= 1.0 - _COVER + _COVER * min(found[at] / whole, 1.0)
    return scores


def _meant(token: str, index: Index, *, unfinished: bool) -> Meant:
    own = index.stem(token)
    found: Meant = {}
    if own in index.postings:
        found[own] = 1.0
    elif len(token) > 2 and token.isalpha() and own not in index.kin:
        found |= {own: 1.0} | _nearest(token, index)
    for stem in (own, *found):
        for other in index.kin.get(stem, ()):
            found[other] = max(found.get(other, 0.0), _SYNONYM * found.get(stem, 1.0))
    if unfinished and len(token) > 2:
        for word in _begun(token, index.known):
            found[index.surface[word]] = max(found.get(index.surface[word], 0.0), _BEGUN)
    return found


def _begun(token: str, known: tuple[str, ...]) -> Iterator[str]:
    """The words of the book that begin with what was typed."""
    for at in range(bisect_left(known, token), len(known)):
        if not known[at].startswith(token):
            return
        yield known[at]


def _nearest(token: str, index: Index) -> Meant:
    """The words of the book that are a typing error away; those that open alike come first."""
    allowed = 1 if len(token) < 5 else 2 if len(token) < 9 else 3
    near = process.extract(token, index.known, scorer=OSA.distance, score_cutoff=allowed, limit=8)
    ranked = [(away + (0.4 if word[0] != token[0] else 0.0), word) for word, away, _ in near]
    least = min(ranked, default=(0.0, ""))[0]
    found: Meant = {}
    for away, word in ranked:
        if away <= least + 0.5:
            stem = index.surface[word]
            found[stem] = max(found.get(stem, 0.0), _NEAR / (1.0 + 0.25 * (away - 1)))
    return found


def _names(asked: list[Meant], index: Index, scores: dict[int, float]) -> set[int]:
    """The more of an entry's name was typed, and the less besides, the more it is that entry that was meant.

    Answers with the things on the table whose whole name was typed.
    """
    whole = set()
    heard = sum(1 for meant in asked if meant) or 1
    counted: Meant = {}
    for meant in asked:
        for stem, share in meant.items():
            counted[stem] = max(counted.get(stem, 0.0), share)
    for at in scores:
        name = index.names[at]
        told = sum(counted[stem] for stem in name if stem in counted)
        if told:
            weight = _THING if index.entries[at].kind in _THINGS else _NAMED
            scores[at] *= 1.0 + weight * (told / len(name)) * min(told / heard, 1.0)
            if weight == _THING and len([stem for stem in name if stem in counted]) == len(name) >= heard:
                whole.add(at)
    return whole


def _numbers(typed: str, index: Index, scores: dict[int, float]) -> tuple[int, ...]:
    """A number in any form: what goes by it answers before all that speak of it. Answers with what goes by it."""
    tokens = words_of(typed)
    said = [match for token in tokens if (match := _NUMBER.fullmatch(token))]
    kinds = [token for token in tokens if not _NUMBER.fullmatch(token)]
    if len(said) != 1 or len(kinds) > 2:
        return ()
    named = {_kind_typed(word) for word in (*kinds, *filter(None, [said[0]["kind"]]))}
    if "" in named or len(named) > 1:
        return ()
    number, best = said[0]["number"].lstrip("0") or "0", max(scores.values(), default=1.0)
    found = index.numbers.get(f"{next(iter(named), '')} {number}", ())
    for place, at in enumerate(found):
        scores[at] = 10.0 + 2 * best - place
    return found


def _kind_typed(word: str) -> str:
    """What a word before a number means, also with a slip of the thumb; empty for any other word."""
    if word in _KINDS_TYPED:
        return _KINDS_TYPED[word]
    whole = [kind for kind in _KINDS_TYPED if len(kind) > 3]
    near = process.extractOne(word, whole, scorer=OSA.distance, score_cutoff=2)
    return _KINDS_TYPED[near[0]] if near and len(word) > 2 else ""


def _add_extra(extra: Mapping[str, str], asked: list[Meant], index: Index, scores: dict[int, float]) -> None:
    """Words of an entry that stand in no book count plainly."""
    places = {entry.id: at for at, entry in enumerate(index.entries)} if extra else {}
    for key, words in extra.items():
        stems = {index.stem(token) for token in words_of(words) if token not in index.unheard}
        told = sum(_EXTRA for meant in asked if stems & meant.keys())
        if told and key in places:
            scores[places[key]] = scores.get(places[key], 0.0) + told
