"""What a start prepares, and when it needn't."""

from __future__ import annotations

from pathlib import Path

from django.apps import apps

from config.local.bootstrap import BASE
from config.local.release_steps import sources


def test_a_change_of_any_app_is_prepared() -> None:
    known = set(sources())
    ours = [Path(app.path) for app in apps.get_app_configs()]
    needed = {
        path
        for app in ours
        if app.is_relative_to(BASE) and ".venv" not in app.parts
        for folder in ("locale", "migrations", "static")
        for path in (app / folder).rglob("*.*")
        if path.suffix not in (".pyc", ".mo")
    }

    assert BASE / "games/static/games/page.js" in needed
    assert needed <= known
