"""Reading a content file: plain values with their lines, and a fault with file, line and key path for the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from scenarios.packs.reader import LARGEST, PackError, Source, read

if TYPE_CHECKING:
    from pathlib import Path


def source(folder: Path, text: str | bytes) -> Source:
    path = folder / "sample.yaml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read(path, "box/sample.yaml")


def fault(folder: Path, text: str | bytes) -> str:
    with pytest.raises(PackError) as caught:
        source(folder, text)
    assert len(caught.value.faults) == 1
    return str(caught.value)


class TestValues:
    def test_are_whole_numbers_truth_nothing_and_text(self, tmp_path: Path) -> None:
        found = source(tmp_path, "a: 40\nb: -3\nc: true\nd: false\ne: null\nf:\ng: 21a\nh: 1.5\n").data
        assert found == {"a": 40, "b": -3, "c": True, "d": False, "e": None, "f": None, "g": "21a", "h": 1.5}

    def test_are_tuples_where_the_file_has_a_list(self, tmp_path: Path) -> None:
        assert source(tmp_path, "a: [1, [2, x]]\nb:\n  - y\n").data == {"a": (1, (2, "x")), "b": ("y",)}

    @pytest.mark.parametrize(
        "text", ["2021-10-01", "yes", "no", "on", "off", "Null", "017", "1:30", "0x1f", "1_000", "<<", "9" * 16]
    )
    def test_stay_text_where_older_yaml_saw_something_else(self, tmp_path: Path, text: str) -> None:
        assert source(tmp_path, f"a: {text}\n").data == {"a": text}

    @pytest.mark.parametrize("text", ["17", "true", ".nan", "null", ""])
    def test_stay_text_where_they_are_quoted(self, tmp_path: Path, text: str) -> None:
        assert source(tmp_path, f'a: "{text}"\n').data == {"a": text}

    def test_remember_the_line_of_each_key_and_item(self, tmp_path: Path) -> None:
        lines = source(tmp_path, "a:\n  - b: 1\n\n  - b: 2\n    c: 3\n").lines
        assert lines == {("a",): 1, ("a", 0): 2, ("a", 0, "b"): 2, ("a", 1): 4, ("a", 1, "b"): 4, ("a", 1, "c"): 5}

    def test_point_at_the_nearest_line_above_a_key_that_is_missing(self, tmp_path: Path) -> None:
        found = source(tmp_path, "a:\n  - b: 1\n").fault(("a", 0, "c"), "is missing")
        assert str(found) == "box/sample.yaml:2: a.0.c: is missing"


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("a: 1\nb: &x {c: 1}\n", "box/sample.yaml:2: b: anchors and aliases are not allowed"),
            ("a: 1\nb:\n  c: *x\n", "box/sample.yaml:3: b.c: anchors and aliases are not allowed"),
            ("a:\n  - 1\n  - !!python/name:os.system x\n", "box/sample.yaml:3: a.1: tags are not allowed"),
            ("a: !!str 1\n", "box/sample.yaml:1: a: tags are not allowed"),
            ("a:\n  b: 1\n  c: 2\n  b: 3\n", "box/sample.yaml:4: a.b: stands here twice"),
            ("a: 1\n---\nb: 1\n", "box/sample.yaml:2: (file): but found another document"),
            (
                "a:\n  b: .NaN\n",
                "box/sample.yaml:2: a.b: is no number that can be counted with (quote it, if it is text)",
            ),
            ("a: -.inf\n", "box/sample.yaml:1: a: is no number that can be counted with (quote it, if it is text)"),
            ("a:\n  17: x\n", "box/sample.yaml:2: a: keys are text"),
            ("a:\n  ? [b]\n  : x\n", "box/sample.yaml:2: a: keys are text"),
            ("a: 1\nb: [1, 2\nc: 3\n", "box/sample.yaml:3: b: expected ',' or ']', but got ':'"),
            ("", "box/sample.yaml:1: (file): is empty"),
            ("a: 1\nb: x\x07\n", "box/sample.yaml:2: (file): holds a control character"),
            ('a: 1\nb: "\\ud800"\n', "box/sample.yaml:2: b: holds a control character or half of one"),
            ('a: "\\0"\n', "box/sample.yaml:1: a: holds a control character or half of one"),
            (b"a: 1\nb: \xff\n", "box/sample.yaml:2: (file): is not written in UTF-8"),
        ],
    )
    def test_name_file_line_and_key(self, tmp_path: Path, text: str | bytes, expected: str) -> None:
        assert fault(tmp_path, text) == expected

    def test_of_a_file_that_is_too_large(self, tmp_path: Path) -> None:
        assert fault(tmp_path, b"#" * (LARGEST + 1)) == f"box/sample.yaml:1: (file): is larger than {LARGEST} bytes"

    @pytest.mark.parametrize("deep", ["[" * 5_000, "{a: " * 5_000, "? " * 5_000, "a: " + "[" * 400_000])
    def test_of_nesting_that_would_exhaust_the_stack(self, tmp_path: Path, deep: str) -> None:
        assert "is nested deeper than 12 levels" in fault(tmp_path, deep)
