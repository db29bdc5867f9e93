"""What only those hear who follow a game live: it is reported once, and nowhere kept.

It travels with the hints that wake the streams. A message that is lost is not reported again, so
nothing may depend on one.
"""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Any, Final

from games.store.wakeups import wake_after_commit

_HINT: Final = "told:"


def broadcast(game_id: str, message: Mapping[str, Any]) -> None:
    """Send this to the live streams of a game, once the transaction is committed.

    ``message`` has a ``type`` of its own.
    """
    text = json.dumps({**message, "game": game_id}, separators=(",", ":"))
    wake_after_commit([f"{_HINT}{game_id}:{urlsafe_b64encode(text.encode()).decode()}"])


def read_hint(log: str) -> tuple[str, dict[str, Any]] | None:
    """Return the game and what is reported in it; ``None`` where a hint is about something else."""
    if not log.startswith(_HINT):
        return None
    game_id, _, text = log.removeprefix(_HINT).partition(":")
    message: dict[str, Any] = json.loads(urlsafe_b64decode(text))
    return game_id, message
