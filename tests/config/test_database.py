"""A kept connection is asked only where there is a sign; moments are read as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.db import OperationalError, ProgrammingError, connection
from psycopg_pool import ConnectionPool

from config.backends.db.base import DatabaseWrapper, TimeLoader

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kept() -> Iterator[DatabaseWrapper]:
    """A connection as a server with one a thread keeps it, not one that a pool hands out."""
    kept = connection.copy()
    assert isinstance(kept, DatabaseWrapper)
    options = {**kept.settings_dict["OPTIONS"]}
    options.pop("pool", None)
    kept.settings_dict = {
        **kept.settings_dict,
        "OPTIONS": options,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }
    yield kept
    kept.close()


def process_of(kept: DatabaseWrapper) -> int:
    """Return which process of the database answers a request that begins now."""
    kept.close_if_unusable_or_obsolete()
    with kept.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def test_a_quiet_connection_is_used_without_a_question(
    kept: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = process_of(kept)
    asked: list[Callable[..., object]] = []
    monkeypatch.setattr(
        "django.db.backends.postgresql.base.DatabaseWrapper.is_usable", asked.append
    )

    assert process_of(kept) == before
    assert not asked


def test_a_connection_that_the_database_has_closed_is_made_again(kept: DatabaseWrapper) -> None:
    before = process_of(kept)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [before])

    assert process_of(kept) != before


def test_what_the_database_says_unasked_closes_nothing(kept: DatabaseWrapper) -> None:
    """A setting that is changed while the service runs, for one, is told to every connection."""
    before = process_of(kept)
    with kept.cursor() as cursor:
        cursor.execute("LISTEN news")
    with connection.cursor() as cursor:
        cursor.execute("NOTIFY news")

    assert process_of(kept) == before
    assert process_of(kept) == before


@pytest.fixture
def pooled() -> Iterator[DatabaseWrapper]:
    """A connection from a pool of three, which is this test's own."""
    pooled = connection.copy()
    assert isinstance(pooled, DatabaseWrapper)
    pooled._connection_pools = {}
    pooled.settings_dict["OPTIONS"]["pool"] = {"min_size": 3, "max_size": 3, "timeout": 10}
    yield pooled
    pooled.close()
    pooled.close_pool()


def test_a_connection_from_the_pool_is_used_without_a_question(
    pooled: DatabaseWrapper, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(ConnectionPool, "check_connection", asked.append)

    for _ in range(6):
        process_of(pooled)
        pooled.close()

    assert not asked


def test_a_pool_of_connections_that_the_database_has_closed_is_made_again(
    pooled: DatabaseWrapper,
) -> None:
    process_of(pooled)
    pooled.close()
    pooled.pool.wait()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pid, pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid = ANY(%s)",
            [[each.info.backend_pid for each in pooled.pool._pool]],
        )
        dead = {pid for pid, _ in cursor.fetchall()}
    assert len(dead) == 3

    found = set()
    for _ in range(6):
        found.add(process_of(pooled))
        pooled.close()

    assert not found & dead
    pooled.pool.wait()
    assert pooled.pool.get_stats()["pool_available"] == 3


@pytest.mark.parametrize("state", ["25006", "57P01"])
def test_a_connection_to_a_database_that_takes_nothing_does_not_go_back_to_the_pool(
    pooled: DatabaseWrapper, state: str
) -> None:
    left = process_of(pooled)
    with pytest.raises(OperationalError), pooled.cursor() as cursor:
        cursor.execute(f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$")
    pooled.close()

    found = set()
    for _ in range(6):
        found.add(process_of(pooled))
        pooled.close()

    assert left not in found
    pooled.pool.wait()
    assert pooled.pool.get_stats()["pool_available"] == 3


def test_a_connection_after_another_error_goes_back_to_the_pool(pooled: DatabaseWrapper) -> None:
    before = process_of(pooled)
    with pytest.raises(ProgrammingError), pooled.cursor() as cursor:
        cursor.execute("SELECT nonsense")
    pooled.close()

    found = set()
    for _ in range(6):
        found.add(process_of(pooled))
        pooled.close()

    assert before in found


def test_moments_are_read_by_our_loader_in_any_zone_of_the_session(
    kept: DatabaseWrapper,
) -> None:
    moments = [
        datetime(2026, 3, 29, 0, 59, 59, 999999, UTC),
        datetime(2026, 3, 29, 1, 0, 0, 120000, UTC),
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(9999, 12, 31, 23, tzinfo=UTC),
    ]

    def read() -> list[datetime]:
        with kept.cursor() as cursor:
            assert cursor.connection.adapters.get_loader(1184, 0) is TimeLoader
            cursor.execute("SELECT unnest(%s::timestamptz[]) ORDER BY 1", [moments])
            return [row[0] for row in cursor.fetchall()]

    assert read() == sorted(moments)
    assert {moment.tzinfo for moment in read()} == {UTC}
    with kept.cursor() as cursor:
        cursor.execute("SET TIME ZONE 'Asia/Kathmandu'")
        cursor.execute("SELECT %s::timestamptz", [moments[1]])
        assert cursor.fetchone()[0] == moments[1]
