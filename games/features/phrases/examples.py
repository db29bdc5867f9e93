"""What the API shows of phrases, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

SAID: Final[Example] = {
    "side": "white",
    "phrase": "well_played",
    "text": "Well played!",
    "turn": 17,
    "said_at": "2026-11-21T04:30:00Z",
}
PHRASES: Final[Example] = {
    "is_off": False,
    "is_muted": False,
    "left": 3,
    "choices": [{"phrase": "well_played", "text": "Well played!"}],
    "next": None,
    "previous": None,
    "results": [SAID],
}
