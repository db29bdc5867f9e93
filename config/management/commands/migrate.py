"""``manage.py migrate`` as Django has it, with a short way for a database without tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from django.core.management.commands import migrate
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration, RunSQL
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.operations.special import SeparateDatabaseAndState

_OTHER_WORK: Final = ("app_label", "plan", "check_unapplied", "fake", "fake_initial")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if not any(options[name] for name in _OTHER_WORK):
            build_if_new(connections[options["database"]])
        super().handle(*args, **options)


def build_if_new(connection: BaseDatabaseWrapper) -> None:
    """Build a database to which no migration was applied yet, all of it or nothing.

    The tables are made as the last migrations leave them, once, in place of each as it was at
    first and then changed: that renders every model hundreds of times and takes ten times as long.
    Statements in SQL run in their order. What was written in Python for old rows does not run.
    """
    executor = MigrationExecutor(connection)
    if executor.loader.applied_migrations:
        return
    migrations = [step for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
    state = executor.loader.project_state()
    with transaction.atomic(connection.alias):
        with connection.schema_editor(atomic=False) as editor:
            for model in state.apps.get_models():
                if model._meta.can_migrate(connection) and model._meta.managed:
                    editor.create_model(model)
        # The indexes are there when this editor begins.
        with connection.schema_editor(atomic=False) as editor:
            for migration, statement in _statements(migrations):
                statement.database_forwards(migration.app_label, editor, state, state)
        executor.recorder.ensure_schema()
        for migration in migrations:
            for name in migration.replaces or [(migration.app_label, migration.name)]:
                executor.recorder.record_applied(*name)
        executor.check_replacements()


def _statements(migrations: Iterable[Migration]) -> Iterator[tuple[Migration, RunSQL]]:
    for migration in migrations:
        for operation in _flat(migration.operations):
            if isinstance(operation, RunSQL):
                yield migration, operation


def _flat(operations: Iterable[Operation]) -> Iterator[Operation]:
    for operation in operations:
        if isinstance(operation, SeparateDatabaseAndState):
            yield from _flat(operation.database_operations)
        else:
            yield operation
