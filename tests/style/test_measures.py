"""The measures of the design: lengths of functions, views, files and templates; the weight of the first page."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import django_htmx
import pytest
from django.test import Client

from tests.style.sources import ROOT, functions, length, modules, name_of, templates

if TYPE_CHECKING:
    from collections.abc import Sequence

SCRIPTS = [ROOT / "start.py", ROOT / "manage.py"]
VIEWS = [path for path in (ROOT / "campaigns" / "views").glob("*.py") if path.name != "__init__.py"]


def share(sizes: Sequence[int], most: int) -> float:
    """The share of sizes that are at most `most`."""
    return sum(size <= most for size in sizes) / len(sizes)


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


class TestFunctions:
    sizes = {
        f"{name_of(path)}: {function.name}": length(function)
        for path in [*modules(), *SCRIPTS]
        for function in functions(path)
    }

    def test_have_eight_lines_or_fewer_in_the_middle(self) -> None:
        assert median(self.sizes.values()) <= 8

    def test_have_at_most_35_lines_nearly_always_and_50_at_most(self) -> None:
        assert share(list(self.sizes.values()), 35) >= 0.95
        assert {name: size for name, size in self.sizes.items() if size > 50} == {}


class TestViews:
    sizes = {
        f"{path.stem}.{function.name}": length(function)
        for path in VIEWS
        for function in functions(path)
        if function.args.args and function.args.args[0].arg == "request"
    }

    def test_are_found(self) -> None:
        assert {"campaign.campaign", "setup.tick", "story.commit", "shelf.new_log"} <= set(self.sizes)

    def test_have_at_most_31_lines_nearly_always_and_40_at_most(self) -> None:
        assert share(list(self.sizes.values()), 31) >= 0.95
        assert {name: size for name, size in self.sizes.items() if size > 40} == {}


class TestFiles:
    def test_of_python_have_at_most_300_lines_nearly_always_and_400_at_most(self) -> None:
        sizes = {name_of(path): lines(path) for path in [*modules(), *SCRIPTS]}
        assert share(list(sizes.values()), 300) >= 0.95
        assert {name: size for name, size in sizes.items() if size > 400} == {}

    def test_of_the_start_have_fewer_than_150_lines(self) -> None:
        assert lines(ROOT / "start.py") < 150

    def test_of_templates_have_at_most_85_lines_nearly_always_and_150_at_most(self) -> None:
        sizes = {name_of(path): lines(path) for path in templates()}
        assert share(list(sizes.values()), 85) >= 0.95
        assert {name: size for name, size in sizes.items() if size > 150} == {}


@pytest.mark.django_db
class TestFirstPage:
    def test_weighs_at_most_60_kilobytes_with_everything(self, packs: None) -> None:
        page = Client().get("/").content
        named = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page.decode()))
        assert {name.rpartition("/")[2] for name in named} == {
            "portolan.css",
            "portolan.js",
            "htmx-2.min.js",
            "icons.svg",
            "mark.svg",
        }
        weights = {name: weight(found(name).read_bytes()) for name in named} | {"/": weight(page)}
        assert sum(weights.values()) <= 60_000, weights

    def test_asks_no_other_server_for_anything(self, packs: None) -> None:
        page = Client().get("/").content.decode()
        assert not re.findall(r'(?:href|src|action)="(?!/[^/]|/"|#)[^"]*"', page)


class TestScript:
    def test_has_fewer_than_ten_kilobytes(self) -> None:
        assert (ROOT / "static" / "js" / "portolan.js").stat().st_size < 10_000

    def test_has_one_small_one_beside_it(self) -> None:
        """Keeping the screen awake is asked of pages of a running game only."""
        others = {path.name: path.stat().st_size for path in (ROOT / "static" / "js").glob("*.js")}
        assert others.pop("portolan.js")
        assert [(name, size < 2_000) for name, size in others.items()] == [("awake.js", True)]


def weight(content: bytes) -> int:
    """Bytes as they travel."""
    return len(gzip.compress(content, 6))


def found(address: str) -> Path:
    """The file behind an address under /static/."""
    tail = address.removeprefix("/static/")
    own = ROOT / "static" / tail
    return own if own.is_file() else Path(django_htmx.__file__).parent / "static" / tail
