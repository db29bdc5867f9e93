"""``manage.py migrate`` as Django has it, which begins a new database with the OAuth library."""

from __future__ import annotations

from typing import Any, Final

from django.core.management.commands import migrate
from django.db import connections
from django.db.migrations.recorder import MigrationRecorder

FIRST: Final = "oauth2_provider"
"""Each of its twenty migrations builds all models again that refer to an account. In the order of
names ours would be among them already, and that takes five times as long."""
_OTHER_WORK: Final = ("app_label", "plan", "check_unapplied", "fake", "fake_initial")


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        recorder = MigrationRecorder(connections[options["database"]])
        if not any(options[name] for name in _OTHER_WORK) and not recorder.applied_migrations():
            super().handle(*args, **options | {"app_label": FIRST, "run_syncdb": False})
        super().handle(*args, **options)
