"""What the API shows of people, as it may look: examples of the OpenAPI document."""

from __future__ import annotations

from typing import Final

from games.shown import examples

PLAYER: Final[examples.Example] = {
    "username": "alice",
    "is_bot": False,
    "kit": "hoops",
    "url": f"{examples.SITE}/players/alice/",
    "created_at": "2026-11-20T17:55:03Z",
    "record": {
        "games": 3,
        "won": 1,
        "drawn": 1,
        "lost": 1,
        "goals_for": 4,
        "goals_against": 3,
    },
    "pace": examples.PACE,
    "xg": {
        "games": 3,
        "for": 3.15,
        "against": 2.4,
        "goals": 4,
        "finishing": 0.85,
        "standard_error": 1.27,
    },
}
GUEST: Final[examples.Example] = {
    "username": "guest-k7wq2mzb",
    "game": "h4Xk93Qm",
    "kept_until": "2026-12-20T17:55:03Z",
}
FRIEND: Final[examples.Example] = {
    "username": "bob",
    "is_bot": False,
    "created_at": "2026-11-21T09:12:44Z",
}
FOUND: Final[examples.Example] = {
    "username": "bob",
    "is_bot": False,
    "is_friend": True,
    "url": f"{examples.SITE}/players/bob/",
}
