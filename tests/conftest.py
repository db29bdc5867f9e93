"""What holds for all tests: alice, bob and charlie, and one browser a process.

Alice and bob play; charlie must be refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import flush
from django.db.backends.postgresql.operations import DatabaseOperations
from django.test import Client, override_settings
from django.utils import timezone, translation
from playwright.sync_api import Playwright, expect, sync_playwright
from rest_framework.test import APIClient

from accounts.credentials import ALL_SCOPES, digest_of, new_token
from accounts.models import PersonalToken, User
from accounts.renewal import RENEWED
from config.http.static_files import FOREIGN
from games.models import Game
from tests import template, without
from tests.e2e.chromium import Chromium, find_chromium
from tests.games.matches import start_formations, start_round
from tests.hooks import only as only
from tests.patience import stretched

PASSWORD = "correct horse battery"
Person = Callable[[str], User]
"""Makes someone of this name."""
Clients = Callable[..., APIClient]
"""Gives a client that speaks for a user, with all scopes or some; without a user for no one."""
Browsers = Callable[..., Client]
"""Gives the browser, without script, in which someone is logged in, or a stranger's."""

WRITTEN_BY_DJANGO = {"django_content_type", "auth_permission"}
"""Tables with what Django knows of the models, which it writes after each migration."""

APPEND_ONLY = {"accounts_operatoract"}
"""Tables of which a trigger refuses to delete anything."""

_TESTS: Final = Path(__file__).parent
_PROCESSES: Final = "PYTEST_XDIST_WORKER_COUNT"
NO_BROWSER = (
    "Browser tests were skipped: there is no Chromium here."
    " Install it (apt-get install chromium) or name it in CHROMIUM."
)


# --- people and their game --------------------------------------------------------------------


@pytest.fixture
def now() -> datetime:
    """The present."""
    return timezone.now().astimezone(UTC)


@pytest.fixture
def person(db: None) -> Person:
    """Return a function that makes a person with an address and a password."""
    return lambda name: User.objects.create_user(name, f"{name}@example.org", PASSWORD)


@pytest.fixture
def alice(person: Person) -> User:
    return person("alice")


@pytest.fixture
def bob(person: Person) -> User:
    return person("bob")


@pytest.fixture
def charlie(person: Person) -> User:
    return person("charlie")


@pytest.fixture
def dan(person: Person) -> User:
    return person("dan")


@pytest.fixture
def arranging(alice: User, bob: User, now: datetime) -> Game:
    """A fresh game: alice is White, bob is Black, both choose their formations."""
    return start_formations(alice, bob, now)


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """A game at its first kick-off: alice is White and to play. No one was told yet."""
    return start_round(start_formations(alice, bob, now), now)


@pytest.fixture
def client_of(db: None) -> Clients:
    """Return a function that gives a client speaking for a user, with all scopes or some."""

    def make(user: User | None = None, *scopes: str) -> APIClient:
        client = APIClient()
        client.default_format = "json"
        if user is not None:
            token = new_token()
            PersonalToken.objects.create(
                user=user, name="test", scopes=sorted(scopes or ALL_SCOPES), digest=digest_of(token)
            )
            client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        return client

    return make


@pytest.fixture
def white(alice: User, client_of: Clients) -> APIClient:
    return client_of(alice)


@pytest.fixture
def black(bob: User, client_of: Clients) -> APIClient:
    return client_of(bob)


@pytest.fixture
def third(charlie: User, client_of: Clients) -> APIClient:
    return client_of(charlie)


@pytest.fixture
def anonymous(client_of: Clients) -> APIClient:
    return client_of()


@pytest.fixture
def browse(db: None) -> Browsers:
    """Return a function that gives the browser of a person, or of a stranger."""

    def log_in(user: User | None = None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
            # Someone who was here today already: nothing is renewed.
            session = client.session
            session[RENEWED] = timezone.now().date().isoformat()
            session.save()
        return client

    return log_in


# --- static files ------------------------------------------------------------------------------

RELEASED = {"staticfiles": {"BACKEND": "config.http.static_files.HashedStorage"}}
"""Storages of a running service."""


def collect(folder: Path) -> None:
    """Collect our own static files in a folder, as a release does."""
    with override_settings(STATIC_ROOT=folder, STORAGES=RELEASED):
        ignored = [f"{name.rstrip('/')}/*" for name in FOREIGN]
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=ignored)


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our own files as a running service hands them out, collected once: that takes seconds."""
    folder = tmp_path_factory.mktemp("static")
    collect(folder)
    return folder


# --- the browser and the database -------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    """Let each process of a parallel run copy the database that was made for all."""
    with template.copied():
        yield


def _delete(table: str) -> str:
    if table.strip('"') not in APPEND_ONLY:
        return f"DELETE FROM {table};"
    return (
        f"ALTER TABLE {table} DISABLE TRIGGER USER; DELETE FROM {table};"
        f" ALTER TABLE {table} ENABLE TRIGGER USER;"
    )


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_deletes() -> Iterator[None]:
    """Empty the database after a test that commits by deletes, which its few rows allow.

    TRUNCATE gives every table and index a new file, which takes a fifth of a second. What Django
    itself writes down of the models stays, for to write it again takes as long.
    """

    def deletes(self: Any, style: Any, tables: Sequence[str], **_: Any) -> list[str]:
        emptied = sorted(set(tables) - WRITTEN_BY_DJANGO)
        return ["".join(_delete(self.quote_name(table)) for table in emptied)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", deletes)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_, **__: None)
        yield


@pytest.fixture(autouse=True)
def _sources_language() -> None:
    """Begin in the sources' language, for a request of the test before may have left another."""
    translation.activate("en")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The library that drives browsers."""
    manager = sync_playwright()
    yield manager.start()
    with browser_back():
        manager.__exit__()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Chromium]:
    """One browser for all tests of this process."""
    chromium = Chromium(playwright)
    yield chromium
    with browser_back():
        chromium.close()


def pytest_collection(session: pytest.Session) -> None:
    """Import the tests of a parallel run from another one on in each process.

    What one process has compiled the others needn't: in a fresh clone that takes longer than all
    else. What can't be imported is reported when it's collected.
    """
    # Nothing that is collected ends before the run.
    gc.disable()
    number, processes = os.environ.get("PYTEST_XDIST_WORKER"), os.environ.get(_PROCESSES)
    is_whole = session.config.args == session.config.getini("testpaths") and not settings.WITHOUT
    if not number or not processes or not is_whole:
        return
    files = sorted(_TESTS.rglob("test_*.py"))
    first = len(files) * int(number.removeprefix("gw")) // int(processes)
    for path in files[first:] + files[:first]:
        with contextlib.suppress(Exception, pytest.skip.Exception):
            import_module(".".join(path.relative_to(_TESTS.parent).with_suffix("").parts))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out the tests of features that are left out."""
    return without.is_left_out(collection_path) or None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a feature that is left out, or a browser where there is none, and begin with
    the longest tests.

    Begun last, one of them would run while the other processes of a parallel run have no more to
    do. They have a longer time-out than others.
    """
    items.sort(key=_most_seconds, reverse=True)
    for item in items:
        if without.needs_what_is_left_out(item):
            item.add_marker(pytest.mark.skip(reason="It needs a feature that is left out."))
    if find_chromium() is None:
        for item in items:
            if _needs_browser(item):
                item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


def pytest_collection_finish() -> None:
    """Let the collector of garbage pass over all that stays until the end.

    Modules, models and thousands of tests are a million objects. To look through them again and
    again took an eighth of the processor's time.
    """
    gc.enable()
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Say in one line that the browser tests did not run."""
    if find_chromium() is None:
        terminalreporter.write_line(NO_BROWSER, yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, Any, Any]:
    # So long may a page take to show what it should.
    expect.set_options(timeout=stretched(15) * 1000)
    with _beside_browser() if _needs_browser(item) else _without_browser():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    with _beside_browser() if _needs_browser(item) else _without_browser():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, Any, Any]:
    with _beside_browser() if _needs_browser(item) else _without_browser():
        return (yield)


def _most_seconds(item: pytest.Item) -> float:
    usual = float(item.config.getini("timeout"))
    own = item.get_closest_marker("timeout")
    return max(usual, own.args[0]) if own else usual


def _needs_browser(item: pytest.Item) -> bool:
    return "playwright" in getattr(item, "fixturenames", ())


@contextlib.contextmanager
def _beside_browser() -> Iterator[None]:
    """Let Django work although the browser's event loop is marked as running in this thread."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        yield
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


_hidden: list[asyncio.AbstractEventLoop | None] = []


@contextlib.contextmanager
def _without_browser() -> Iterator[None]:
    """Hide the browser's event loop from tests that have nothing to do with it."""
    _hidden.append(asyncio._get_running_loop())
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(_hidden.pop())


@contextlib.contextmanager
def browser_back() -> Iterator[None]:
    """Show the browser its event loop where that is hidden: after a last test without a browser."""
    if _hidden:
        asyncio._set_running_loop(_hidden[-1])
    yield
    if _hidden:
        # Once the browser is closed, its loop is marked no more.
        _hidden[-1] = asyncio._get_running_loop()
        asyncio._set_running_loop(None)
