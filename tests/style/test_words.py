"""Every string that people see is marked for translation, and every code has its sentence."""

from __future__ import annotations

import ast
import re
import string
from typing import TYPE_CHECKING

import pytest

from campaigns import phrases, wording
from campaigns.models import Entry
from campaigns.rules.changes import HandWork
from campaigns.rules.state import Place, Spot
from tests.style.sources import ROOT, docstrings, modules, name_of, templates, tree

if TYPE_CHECKING:
    from pathlib import Path

TRANSLATED = re.compile(r"\{%\s*blocktranslate.*?endblocktranslate\s*%\}", re.DOTALL)
SPOKEN = re.compile(r"\s(?:aria-label|title|alt|placeholder|data-what|content)=\"([^\"]*)\"")
MARKS = {"_", "lazy", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext"}
SPOKEN_BY = [
    path
    for path in modules("campaigns")
    if path.parent.name in {"views", "forms"}
    or path.stem in {"fragments", "wording", "phrases", "throttle", "archive", "crew"}
]
NOT_SPOKEN = {"Ll", "Referer", "Lax", "Promise"}
SETTINGS_OF_PAGES = {"width=device-width, initial-scale=1", "width=device-width, initial-scale=1, viewport-fit=cover"}


def without_tags(text: str) -> str:
    """A template without what it translates, computes or marks up."""
    text = TRANSLATED.sub("", text)
    return re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", "", text, flags=re.DOTALL)


@pytest.mark.parametrize("name", [name_of(path) for path in templates()])
class TestTemplates:
    def test_say_nothing_that_is_not_marked(self, name: str) -> None:
        bare = without_tags((ROOT / name).read_text(encoding="utf-8"))
        seen = re.sub(r"<!doctype[^>]*>|</?[a-z][^>]*>|&[a-z]+;", " ", bare, flags=re.IGNORECASE)
        assert re.findall(r"\S*[^\W\d_]\S*", seen) == []

    def test_speak_in_no_attribute_unmarked(self, name: str) -> None:
        bare = without_tags((ROOT / name).read_text(encoding="utf-8"))
        spoken = [words for words in SPOKEN.findall(bare) if words not in SETTINGS_OF_PAGES]
        assert [words for words in spoken if re.search(r"[^\W\d_]", words)] == []


class TestCode:
    def test_says_nothing_that_is_not_marked(self) -> None:
        wrong = [found for path in SPOKEN_BY for found in unmarked(path)]
        assert wrong == []

    def test_marks_whole_sentences_that_a_catalogue_can_hold(self) -> None:
        """No f-string and no joined words inside a mark: no catalogue holds them."""
        for path in modules("campaigns", "portolan"):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in MARKS:
                    assert not isinstance(node.args[0], ast.JoinedStr | ast.BinOp), (name_of(path), node.lineno)


class TestSentences:
    def raised(self) -> set[str]:
        """Every code of a Refusal in the code."""
        found = set()
        for path in modules("campaigns"):
            for node in ast.walk(tree(path)):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Refusal") and node.args:
                    found |= {arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)}
        return found

    def test_of_refusals_are_there_for_every_code(self) -> None:
        others = {"scenario_card", "search_card", "project_card"}  # by the kind of the card
        others |= {"nothing_to_undo", "nothing_to_do_again"}  # or a clash, whichever it is
        assert (self.raised() | others) - set(phrases.REFUSALS) == set()
        assert set(phrases.REFUSALS) - self.raised() - others == set()

    def test_of_clashes_are_there_for_every_kind_of_entry(self) -> None:
        assert {kind.value for kind in Entry.Kind} <= set(phrases.CLASHES)

    def test_of_entries_are_there_for_every_kind(self) -> None:
        assert set(phrases.TITLES) == {kind.value for kind in Entry.Kind} - {"undo", "again"}

    def test_of_places_are_there_for_every_place(self) -> None:
        assert set(phrases.PLACES) == set(phrases.CARD_PLACES) == set(Place)

    def test_of_hand_work_name_the_piece_for_every_move(self) -> None:
        for kind, piece in (("tile", "L9"), ("card", "152")):
            for was in Place:
                for to in Place:
                    work = HandWork(f"{kind}_{was}_{to}", f"{kind}:{piece}", Spot(was), Spot(to))
                    said = wording.hands(work)
                    assert piece in said
                    assert "%" not in said
                    assert said[-1] == "."

    def test_end_with_a_full_stop(self) -> None:
        for words in (*phrases.REFUSALS.values(), *phrases.CLASHES.values(), *phrases.HAND_WORK.values()):
            assert str(words)[-1] == "."
            assert str(words)[0] in string.ascii_uppercase + "%"


def unmarked(path: Path) -> list[tuple[str, int, str]]:
    """Strings that look like words for people and stand in no mark."""
    root = tree(path)
    alone, marked = docstrings(root), set[int]()
    for node in ast.walk(root):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in MARKS:
            marked |= {id(inner) for inner in ast.walk(node)}
    return [
        (name_of(path), node.lineno, node.value)
        for node in ast.walk(root)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in alone | marked
        and node.value not in NOT_SPOKEN
        and re.search(r"[a-z]{2,} [a-z]{2,}|^[A-Z][a-z]+$", node.value)
    ]
