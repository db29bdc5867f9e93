"""What the API shows of the hour of a final: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

HOUR: Final[Example] = {
    "at": "2030-02-02T18:00:00Z",
    "state": "waiting",
    "opens_at": "2030-02-02T17:50:00Z",
    "closes_at": "2030-02-02T18:10:00Z",
    "live": {"clock": "halves", "half": 300, "turn": 20, "formation": 20, "goals": None},
    "finalists": [
        {"number": 1, "player": "alice", "is_confirmed": True, "is_here": False},
        {"number": 4, "player": "bob", "is_confirmed": None, "is_here": False},
    ],
    "match": "2.1",
    "game": None,
}
