"""Features that are left out are named by WITHOUT."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db.migrations.loader import MigrationLoader

from config import environment


def test_an_unknown_feature_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WITHOUT", "plans,swimming")
    with pytest.raises(ImproperlyConfigured, match="swimming"):
        environment.some_of("WITHOUT", ["plans", "share"])


def test_a_feature_can_come_later_for_no_migration_of_the_core_needs_one_of_its() -> None:
    """A migration that is applied before one that it needs stops every later ``migrate``."""
    features = {
        one.label for one in apps.get_app_configs() if one.name.startswith("games.features.")
    }
    for (app, name), migration in MigrationLoader(None).disk_migrations.items():
        if app not in features:
            needed = {label for label, _ in migration.dependencies}
            assert not needed & features, f"{app}.{name}"
