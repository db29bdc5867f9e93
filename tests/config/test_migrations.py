"""Migrations: complete, and harmless to a service that continues while they run."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django_migration_linter import MigrationLinter

from config.management.commands import prepare
from tests import template
from tests.config.service import BASE

RELEASED: dict[str, str] = tomllib.loads((BASE / "pyproject.toml").read_text())["tool"]["chess"][
    "released-migrations"
]
OLDEST = {"accounts": "0012", "games": "0034", "notifications": "0013"}
"""The newest migrations in the oldest backup that is tested, ``tests/games/old_games.dump``."""


@pytest.mark.django_db
def test_no_model_has_changed_without_a_migration() -> None:
    out = StringIO()
    try:
        call_command("makemigrations", check=True, dry_run=True, stdout=out)
    except SystemExit:
        pytest.fail(out.getvalue())


@pytest.mark.django_db(transaction=True)
def test_what_came_after_the_last_release_locks_no_one_out() -> None:
    assert harmful(RELEASED) == []


@pytest.mark.django_db(transaction=True)
def test_what_came_after_the_oldest_backup_locks_no_table_for_long() -> None:
    """Code from before the first release need not run beside what came then, so these may go."""
    assert harmful(OLDEST, but=["NOT_NULL", "DROP_COLUMN", "DROP_TABLE", "ADD_UNIQUE"]) == []


def harmful(since: dict[str, str], but: Sequence[str] = ()) -> list[str]:
    """Return the apps with a migration after these that would stop a running service."""
    found = []
    for label, newest in since.items():
        folder = Path(apps.get_app_config(label).path) / "migrations"
        fresh = [path.stem for path in folder.glob("[0-9]*.py") if path.stem[:4] > newest]
        if fresh:
            linter = MigrationLinter(
                str(BASE),
                include_apps=[label],
                include_name=fresh,
                exclude_migration_tests=list(but),
                all_warnings_as_errors=True,
                no_cache=True,
                analyser_string="postgresql",
            )
            linter.lint_all_migrations()
            found += [label] * linter.has_errors
    return found


@pytest.mark.django_db(transaction=True)
def test_a_migration_gives_way_to_the_service_and_comes_again(
    settings: Any,
) -> None:
    settings.MIGRATION_LOCK_SECONDS = 1
    tries = []
    other = connection.copy()

    class Altering(prepare.Command):
        def run_migrations(self) -> None:
            tries.append(1)
            with connection.cursor() as cursor:
                cursor.execute(
                    "ALTER TABLE games_heartbeat ADD COLUMN IF NOT EXISTS beat_at timestamptz"
                )

    with other.cursor() as cursor:
        cursor.execute("BEGIN; LOCK TABLE games_heartbeat IN ROW EXCLUSIVE MODE")
        release = threading.Timer(1.5, cursor.execute, ["COMMIT"])
        release.start()
        call_command(Altering(), no_static=True, stdout=StringIO())
        release.join()
    other.close()

    assert len(tries) == 2


@pytest.mark.django_db
def test_another_error_of_the_database_is_not_tried_again() -> None:
    tries = []

    class Failing(prepare.Command):
        def run_migrations(self) -> None:
            tries.append(1)
            raise OperationalError("the disk is full")

    with pytest.raises(OperationalError):
        call_command(Failing(), no_static=True, stdout=StringIO())
    assert len(tries) == 1


@pytest.mark.long
@pytest.mark.django_db
def test_a_new_database_is_what_the_migrations_make_of_one() -> None:
    # What the databases of the tests are copied from was built as a new one is.
    new = template.made() or connection.settings_dict["NAME"]
    with empty_database("migrated") as migrated, closing(named(new)) as built:
        executor = MigrationExecutor(migrated)
        executor.migrate(executor.loader.graph.leaf_nodes())

        made, wanted = tables(built), tables(migrated)

    assert made == wanted


def named(name: str, alias: str = "default") -> BaseDatabaseWrapper:
    """Return a connection to another database of the tests' server."""
    other = connection.copy(alias)
    other.settings_dict["NAME"] = name
    return other


@contextmanager
def empty_database(name: str) -> Iterator[BaseDatabaseWrapper]:
    """Return a connection to an empty database beside that of the tests."""
    name = f"{connection.settings_dict['NAME']}_{name}"
    quoted = connection.ops.quote_name(name)
    with connection._nodb_cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {quoted}")
        cursor.execute(f"CREATE DATABASE {quoted}")
        connections[name] = named(name, name)
        try:
            yield connections[name]
        finally:
            connections[name].close()
            del connections[name]
            cursor.execute(f"DROP DATABASE {quoted} WITH (FORCE)")


def tables(database: BaseDatabaseWrapper) -> list[tuple[str, str, str]]:
    """Return what a database has, and what was applied to it.

    Names of indexes and constraints are left out: they say how something came to be there.
    """
    with database.cursor() as cursor:
        cursor.execute(
            """
            SELECT relname, attname, concat_ws(' ',
                row_number() OVER (PARTITION BY attrelid ORDER BY attnum),
                format_type(atttypid, atttypmod), attnotnull, attidentity,
                pg_get_expr(adbin, adrelid))
              FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
              LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
             WHERE relnamespace = 'public'::regnamespace AND attnum > 0
               AND NOT attisdropped AND relkind IN ('r', 'p')
            UNION ALL SELECT relname, 'constraint', pg_get_constraintdef(pg_constraint.oid)
              FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
             WHERE connamespace = 'public'::regnamespace
            UNION ALL SELECT tablename, 'index',
                regexp_replace(indexdef, 'INDEX .* ON', 'INDEX ON')
              FROM pg_indexes WHERE schemaname = 'public'
            UNION ALL SELECT relname, 'trigger', pg_get_triggerdef(pg_trigger.oid)
              FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal
            UNION ALL SELECT proname, 'function', prosrc
              FROM pg_proc WHERE pronamespace = 'public'::regnamespace
            UNION ALL SELECT app, 'migration', name FROM django_migrations
             ORDER BY 1, 2, 3
            """
        )
        found: list[tuple[str, str, str]] = cursor.fetchall()
    return found


@pytest.mark.django_db
def test_where_all_is_up_to_date_migrate_says_so() -> None:
    out = StringIO()
    call_command("migrate", stdout=out)

    assert "No migrations to apply." in out.getvalue()
