"""Whether the tables belong to a newer release than this code, which would then fail at every turn.

A process asks once, when it starts. One that began on tables it knew continues when a newer release
brings them up to date: old and new code run side by side for one version.
"""

from __future__ import annotations

import functools
import pkgutil
import sys
from pathlib import Path
from typing import Final

import psycopg
from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader

WHAT_TO_DO: Final = (
    "Start the newer release again, or restore the backup that was written before it changed the "
    'tables: see "Going back" in OPERATING.md.'
)


class NewerTables(Exception):
    """Raised when the tables belong to a newer release; its text is for the operator."""


class _Known:
    """Whether this process has once found tables that it knows."""

    tables = False


def check_tables() -> None:
    """Raise ``NewerTables`` if the database has had migrations that this code lacks.

    A database that does not answer is no reason: anyone who waits for it finds out by ``/readyz``.
    """
    if _Known.tables:
        return
    try:
        # A connection apart: no pool is opened before a server has made its processes.
        with psycopg.connect(**connection.get_connection_params()) as asking:
            applied = _applied(asking)
    except psycopg.Error:
        return
    if newer := unknown_of(applied):
        raise NewerTables(
            f"The tables belong to a newer release than this code: {listed(newer)}. {WHAT_TO_DO}"
        )
    _Known.tables = bool(applied)


def end_on_newer_tables() -> None:
    """End this process with a plain line where the tables belong to a newer release."""
    try:
        check_tables()
    except NewerTables as reason:
        sys.exit(str(reason))


def _applied(asking: psycopg.Connection[tuple[str, str]]) -> set[tuple[str, str]]:
    try:
        return set(asking.execute("SELECT app, name FROM django_migrations").fetchall())
    except psycopg.errors.UndefinedTable:
        return set()


def unknown_of(applied: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of these migrations, of apps that are here, that this code does not have."""
    here = {config.label: config.path for config in apps.get_app_configs()}
    files = {
        (label, module.name)
        for label, path in here.items()
        for module in pkgutil.iter_modules([str(Path(path) / "migrations")])
    }
    unknown = {(app, name) for app, name in applied if app in here} - files
    return unknown - former_migrations() if unknown else unknown


@functools.cache
def former_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations that others took the place of; reading them all takes its time."""
    migrations = MigrationLoader(None).disk_migrations.values()
    return frozenset(former for migration in migrations for former in migration.replaces)


def listed(found: set[tuple[str, str]]) -> str:
    """Return the first of these migrations as a line."""
    names = [f"{app}.{name}" for app, name in sorted(found)]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return ", ".join(names[:3]) + more
