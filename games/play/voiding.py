"""Undoing what a finished game counted for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from config.features import Hook

VOIDERS: Final[Hook[Callable[[str, datetime], bool]]] = Hook()
"""Undo what a game did to what a feature keeps; return whether there was anything."""
RESTORERS: Final[Hook[Callable[[str, datetime], bool]]] = Hook()
"""Let a game that was undone count again; return whether there was anything."""
