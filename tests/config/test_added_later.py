"""A feature that is added later finds what was played without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest

from tests import without

pytestmark = pytest.mark.needs


@contextmanager
def database(name: str) -> Iterator[str]:
    """Make an empty database beside that of the tests, and drop it in the end."""
    server = os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def run(address: str, *steps: str, left_out: str = "") -> str:
    """Do steps of ``tests.config.added_later`` in another process; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.config.added_later", *steps],
        env={**os.environ, "DATABASE_URL": address, "WITHOUT": left_out},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_a_feature_that_is_added_later_makes_of_old_games_what_it_would_have_made() -> None:
    with database("added_later") as later, database("there_always") as always:
        made = json.loads(run(always, "play", "catch_up"))
        run(later, "play", left_out=",".join(without.FEATURES))
        once, again = run(later, "catch_up", "catch_up").splitlines()

    assert json.loads(once) == made
    assert json.loads(again) == made, "doing it again changes nothing"
    assert [label for label, rows in made.items() if not rows] == [], "nothing to compare"
