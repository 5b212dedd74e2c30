"""What every test can rely on: the content of the boxes is loaded once for the whole run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from pytest_django.plugin import blocking_manager_key

from tests import cast as people

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django import DjangoDbBlocker


@pytest.fixture(autouse=True)
def _plain_static_files(settings: Any) -> Iterator[None]:
    """No manifest of hashed names in tests, and nobody's wrong tries."""
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    yield
    cache.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whatever needs the packs needs the test database: without a mark a lone folder would open the real one."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        if names & {"packs", "cast"} and "transactional_db" not in names and not item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.django_db)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """A test with real transactions empties the tables when it ends; whoever comes next finds the packs again.

    Which test comes next on a worker changes from run to run, so nobody may have to think of it.
    """
    yield
    mark = item.get_closest_marker("django_db")
    real = mark is not None and mark.kwargs.get("transaction")
    real = real or "transactional_db" in getattr(item, "fixturenames", ())
    if real and nextitem is not None:  # after the last test the database is gone
        with item.config.stash[blocking_manager_key].unblock():
            call_command("load_packs", verbosity=0)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """The test database, with the packs in it."""
    with django_db_blocker.unblock():
        call_command("load_packs", verbosity=0)


@pytest.fixture
def packs(request: pytest.FixtureRequest) -> None:
    """The packs are there, even after a test with real transactions emptied the tables (see `transactional_db`)."""
    from cards.models import Box

    if "transactional_db" not in request.fixturenames:
        request.getfixturevalue("db")
    if not Box.objects.exists():
        call_command("load_packs", verbosity=0)


@pytest.fixture
def cast(packs: None) -> people.Cast:
    """A campaign of The Uprising with captain, crew, lookout and stranger."""
    return people.assemble()
