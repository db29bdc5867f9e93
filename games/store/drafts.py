"""Formations while they are put together: the other players see each piece as it is set.

Nothing is kept here. A hint goes out after the commit, and the streams that follow live read the
game itself: of many changes in a row each is reported the last.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from games.models import Game
from games.store.wakeups import wake_after_commit

GAP: Final = 0.25
"""Seconds between two looks at one game: drafts are reported four times a second at most."""
_HINT: Final = "draft:"

Drafts = Mapping[str, Mapping[str, Any]]
"""By side, how its formation stands."""


def publish_draft(game_id: str) -> None:
    """Let the streams look at the formations of a game once the transaction is committed."""
    wake_after_commit([f"{_HINT}{game_id}"])


def game_of_hint(log: str) -> str | None:
    """Return the game about whose formations a hint is; ``None`` where it is about a log."""
    return log.removeprefix(_HINT) if log.startswith(_HINT) else None


def read_drafts(game_ids: Collection[str]) -> dict[str, Drafts]:
    """Return the formations that are being put together, where the game shows them to everyone.

    What a game says about its arrangements is decided by its rules: here is reported no more.
    """
    rows = Game.objects.filter(pk__in=game_ids, status=Game.Status.FORMATION)
    found = rows.values_list("pk", "description")
    return {key: description.get("formation") or {} for key, description in found}
