"""What the core and the installed features of games add to notifications."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from django.apps import apps

from config.features import register

_MODULES: Final = {
    "notifications": "core",
    "games.features.analysis": "analysis",
    "games.features.competitions": "competitions",
    "games.features.plans": "plans",
    "games.features.puzzles": "puzzles",
    "games.features.ratings": "ratings",
    "games.features.takebacks": "takebacks",
    "games.features.finals": "finals",
    "games.features.supervisor": "supervisor",
    "games.features.seats": "seats",
}
"""The app of each module here; the order is that of the settings page."""


def register_installed() -> None:
    """Register what the modules of installed apps add."""
    for app, module in _MODULES.items():
        if apps.is_installed(app):
            register(import_module(f"{__name__}.{module}").FEATURE)
