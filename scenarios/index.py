"""The index of the pilot book's words: which entry holds which word, and how much it says there.

Words are weighed by how seldom they are (BM25 over the parts of an entry), after their endings are taken off. One index
is kept in memory for each version of the content and each language, so every database answers alike.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import snowballstemmer

from cards.catalogue import boxes_with
from cards.models import Box
from scenarios import reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from scenarios.reference import Content, Entry

_NAME, _TEXT, _OPEN, _SAME, _LINKED = 3.0, 1.0, 0.4, 0.2, 0.6
"""How much a word counts by where it stands; the cards of opponents all say much the same."""

_K1, _B = 0.9, 0.7
"""How soon a word that comes often counts no more, and how much a long entry is held back."""

_LANGUAGES = {"en": "english", "es": "spanish", "pt": "portuguese", "ca": "catalan"}
_TOKEN = re.compile(r"[0-9]+(?:st|nd|rd|th)|[a-z]{1,2}[0-9]{1,2}(?![0-9])|[a-z]+|[0-9]+[a-z]?(?![a-z])|[0-9]+")
_JOINED = re.compile(r"([a-z]+)-([a-z]+)")
_NAMING = ("module:", "scenario:", "tile:", "port:", "opponent:")
"""Whose names also lead to what is linked with them."""


@dataclass(frozen=True, slots=True)
class Index:
    """`postings`: stem to entry to weight; `rarity`: stem to how much it says; `surface`: every word to its stem.

    `known` are the words in order, `kin` leads from a stem to those of other words for it, `names` from an entry to the
    stems of its name, `numbers` from "tile 31" or " 31" to what goes by that number. `unheard` are the small words of
    the language; `stem` takes an ending off. Where there are several boxes, `home` are the entries of the first one.
    """

    entries: tuple[Entry, ...]
    postings: Mapping[str, Mapping[int, float]]
    rarity: Mapping[str, float]
    surface: Mapping[str, str]
    known: tuple[str, ...]
    kin: Mapping[str, frozenset[str]]
    names: tuple[frozenset[str], ...]
    numbers: Mapping[str, tuple[int, ...]]
    unheard: frozenset[str]
    stem: Callable[[str], str]
    home: frozenset[int] = frozenset()


def fold(text: str) -> str:
    """Small letters without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign))


def words_of(text: str) -> list[str]:
    """The words of a text, folded; one with a hyphen counts with its parts and as one."""
    plain = fold(text).replace("'", "").replace("\u2019", "")
    return [*_TOKEN.findall(plain), *(a + b for a, b in _JOINED.findall(plain))]


@lru_cache(maxsize=16)
def index_of(content: Content, language: str) -> Index:
    """The index of some boxes in a language. Raises Box.DoesNotExist."""
    boxes = list(Box.objects.filter(id__in={box for one, version in content for box in boxes_with(one, version)}))
    synonyms = [group for box in boxes for group in _said(box.synonyms, language)]
    unheard = [word for box in boxes for word in _said(box.unheard, language)]
    home = boxes_with(*content[0]) if len(content) > 1 else ()
    return build(reference.entries(content, language), synonyms, unheard, language, home=home)


def build(
    by_id: Mapping[str, Entry],
    synonyms: Iterable[Sequence[str]],
    small: Iterable[str],
    language: str,
    *,
    home: tuple[str, ...] = (),
) -> Index:
    """The index of some entries.

    `synonyms` are groups of words for the same thing, `small` words say nothing, `home` are the boxes that come first.
    """
    found, cut = tuple(by_id.values()), _cutter(language)
    unheard = frozenset(fold(word) for word in small)
    parts = [[(words_of(part), weight) for part, weight in _parts(entry, by_id)] for entry in found]
    surface = {word: cut(word) for own in parts for words, _ in own for word in words}
    postings, rarity = _weighed(parts, surface)
    return Index(
        entries=found,
        postings=postings,
        rarity=rarity,
        surface=surface,
        known=tuple(sorted(word for word in surface if len(word) > 2 and word.isalpha())),
        kin=_kin(synonyms, cut),
        names=tuple(frozenset(cut(word) for word in words_of(_bare(entry)) if word not in unheard) for entry in found),
        numbers=_numbers(found),
        unheard=unheard,
        stem=cut,
        home=frozenset(at for at, entry in enumerate(found) if entry.box in home),
    )


def _cutter(language: str) -> Callable[[str], str]:
    stemmer = snowballstemmer.stemmer(_LANGUAGES.get(language[:2], "english"))
    return lru_cache(maxsize=20_000)(stemmer.stemWord)


def _said(texts: Mapping[str, list[Any]], language: str) -> list[Any]:
    return texts.get(language[:2], texts.get("en", []))


def _parts(entry: Entry, by_id: Mapping[str, Entry]) -> Iterator[tuple[str, float]]:
    """The texts of an entry with their weights, and the names of what it belongs to."""
    yield entry.name, _NAME
    yield entry.text, _SAME if entry.kind == "automa" else _TEXT
    yield entry.open, _OPEN
    for link in entry.links:
        if link.startswith(_NAMING) and link in by_id:
            yield by_id[link].name, _LINKED


def _weighed(
    parts: list[list[tuple[list[str], float]]], surface: Mapping[str, str]
) -> tuple[dict[str, dict[int, float]], dict[str, float]]:
    lengths = [sum(len(words) for words, _ in own) for own in parts]
    usual = sum(lengths) / max(len(lengths), 1)
    rows: dict[str, dict[int, float]] = defaultdict(dict)
    for at, own in enumerate(parts):
        often: dict[str, float] = defaultdict(float)
        for words, weight in own:
            for word in words:
                often[surface[word]] += weight
        for stem, count in often.items():
            rows[stem][at] = count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * lengths[at] / usual))
    rarity = {
        stem: math.log(1.0 + (len(parts) - len(holding) + 0.5) / (len(holding) + 0.5)) for stem, holding in rows.items()
    }
    return {s: {at: value * rarity[s] for at, value in holding.items()} for s, holding in rows.items()}, rarity


def _bare(entry: Entry) -> str:
    """The name that people type: without the number before it, for a card of an opponent who and which."""
    if entry.kind == "automa":
        return entry.key.replace("_", " ")
    if entry.kind == "card":
        return entry.name.partition(":")[0]
    return entry.name.partition(": ")[2] if entry.kind in ("tile", "location") else entry.name


def _kin(synonyms: Iterable[Sequence[str]], cut: Callable[[str], str]) -> Mapping[str, frozenset[str]]:
    kin: dict[str, set[str]] = defaultdict(set)
    for group in synonyms:
        stems = {cut(fold(word)) for word in group}
        for stem in stems:
            kin[stem] |= stems - {stem}
    return {stem: frozenset(others) for stem, others in kin.items()}


def _numbers(found: tuple[Entry, ...]) -> Mapping[str, tuple[int, ...]]:
    """A bare number means a card before a tile before a space of the board."""
    handles: dict[str, list[int]] = defaultdict(list)
    rank = {"card": 0, "tile": 1, "location": 2}
    numbered = sorted((rank[entry.kind], at) for at, entry in enumerate(found) if entry.kind in rank)
    for _rank, at in numbered:
        number = found[at].key.removeprefix("L")
        handles[f"{found[at].kind} {number}"].append(at)
        handles[f" {number}"].append(at)
    return {handle: tuple(rows) for handle, rows in handles.items()}
