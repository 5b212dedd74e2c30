"""The tests that name facts notice it when a number or a rule of the code is another one."""

from __future__ import annotations

import pytest

from tests.campaigns.aids.fact_list import SECTIONS
from tests.campaigns.aids.mutations import MUTATIONS, Mutation

FAILS = (AssertionError, pytest.fail.Exception)
"""What a test fails with; the second comes from something that should have been refused and was not."""

ALL = [mutation for mutations in MUTATIONS.values() for mutation in mutations]


def test_every_section_has_some() -> None:
    assert set(MUTATIONS) == set(SECTIONS)
    assert all(MUTATIONS.values())


@pytest.mark.parametrize("section", list(MUTATIONS))
def test_are_of_facts_of_their_section(section: str) -> None:
    assert {mutation.fact for mutation in MUTATIONS[section]} <= set(SECTIONS[section])


@pytest.mark.parametrize("mutation", ALL, ids=str)
class TestAMutation:
    def test_goes_with_a_test_that_names_the_fact(self, mutation: Mutation) -> None:
        marks = getattr(mutation.test, "pytestmark", [])
        assert mutation.fact in {fact for mark in marks if mark.name == "fact" for fact in mark.args}

    def test_is_noticed(self, mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
        mutation.run()
        monkeypatch.setattr(mutation.owner, mutation.name, mutation.value)
        with pytest.raises(FAILS):
            mutation.run()
        monkeypatch.undo()
        mutation.run()
