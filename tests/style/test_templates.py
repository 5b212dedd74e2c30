"""What every template keeps to: no inline style or script, fragments by their names, forms that work without htmx."""

from __future__ import annotations

import re

import pytest

from tests.style.sources import ROOT, name_of, templates

FRAGMENTS = [path for path in templates() if path.name.startswith("_")]
EACH = pytest.mark.parametrize("name", [name_of(path) for path in templates()])


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def tags(text: str) -> list[str]:
    """The HTML tags of a template, with the template's own tags taken out."""
    bare = re.sub(r"\{%.*?%\}", " ", text, flags=re.DOTALL)
    return re.findall(r"<[a-z][^<>]*>", re.sub(r"\{\{.*?\}\}", "x", bare, flags=re.DOTALL))


@EACH
class TestEveryTemplate:
    def test_holds_no_inline_style_script_or_handler(self, name: str) -> None:
        for tag in tags(read(name)):
            assert not tag.startswith("<style"), tag
            assert not tag.startswith("<script") or "src=" in tag, tag
            assert not re.search(r"\s(style|on[a-z]+|hx-on[a-z:-]*)\s*=", tag), tag

    def test_names_no_other_host(self, name: str) -> None:
        assert not re.search(r"https?:|javascript:|data:|['\"(]//", read(name))

    def test_escapes_everything(self, name: str) -> None:
        assert not re.search(r"\|\s*safe\b|autoescape|safeseq", read(name))

    def test_sends_forms_that_work_without_htmx(self, name: str) -> None:
        text = read(name)
        for form in re.findall(r"<form\b.*?</form>", text, re.DOTALL):
            opening = form[: form.index(">")] if "{%" not in form else re.split(r"(?<!%)>", form, maxsplit=1)[0]
            action = re.search(r'\saction="([^"]*)"', opening)
            if 'role="search"' in opening:  # a question changes nothing, and its address can be shared
                assert 'method="get"' in opening, opening
                continue
            assert 'method="post"' in opening, opening
            assert action, opening
            assert "{% csrf_token %}" in form, opening
            asked = re.search(r'\shx-post="([^"]*)"', opening)
            assert asked is None or asked[1] == action[1], opening

    def test_gives_every_form_of_htmx_a_name_for_the_banner(self, name: str) -> None:
        for opening in re.split(r"(?=<(?:form|button)\b)", read(name))[1:]:
            tag = re.split(r"(?<!%)>", opening, maxsplit=1)[0]
            assert "hx-post" not in tag or "data-what" in tag, tag

    def test_gives_every_picture_and_field_its_words(self, name: str) -> None:
        for tag in tags(read(name)):
            assert not tag.startswith("<img") or "alt=" in tag, tag
            assert not tag.startswith("<svg") or "aria-hidden" in tag or "aria-label" in tag, tag


class TestFragments:
    @pytest.mark.parametrize("name", [name_of(path) for path in FRAGMENTS])
    def test_carry_their_file_s_name_as_the_id_of_their_root(self, name: str) -> None:
        """Those that stand in a list add what tells them apart: _line-b_cards. One holds fragments only."""
        text = re.sub(r"\{%\s*load[^%]*%\}", "", read(name)).strip()
        own = name.rpartition("/")[2].removesuffix(".html")
        if not tags(text):
            included = re.findall(r'\{% include "([^"]+)"', text)
            assert included
            assert all(part.startswith("_") for part in included)
            return
        opening = re.match(r"<[a-z]+[^>]*?\sid=\"([^\"]*)\"", text)
        assert opening, text[:80]
        assert re.fullmatch(rf"{own}(-\{{\{{ [a-z_.]+ \}}\}})?", opening[1])

    def test_are_the_only_targets_of_htmx(self) -> None:
        roots = {path.stem for path in FRAGMENTS}
        for path in templates():
            for target in re.findall(r'hx-target="([^"]*)"', path.read_text(encoding="utf-8")):
                # The parts that all aids share go into the fragment of theirs.
                shared = ("this", "closest li", "#_{{ aid }}")
                assert target in shared or target.removeprefix("#") in roots, name_of(path)


class TestFiles:
    def test_of_style_and_script_ask_no_other_host(self) -> None:
        for path in [*(ROOT / "static").rglob("*.css"), *(ROOT / "static").rglob("*.js")]:
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"https?://(?!www\.w3\.org)|@import|url\(['\"]?//", text), path.name

    def test_of_script_build_no_markup_from_words(self) -> None:
        for path in (ROOT / "static" / "js").glob("*.js"):
            text = path.read_text(encoding="utf-8")
            assert not re.search(
                r"innerHTML|outerHTML\s*=|insertAdjacentHTML|\beval\b|new Function|document\.write", text
            )
