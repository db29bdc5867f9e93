"""What the API shows of a notebook, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

TEXT: Final = "Guards d8 with the rook. Shoot at e8."
LINE_SENT: Final[Example] = {
    "turn": 17,
    "line": [{"actions": ["@c5", "!d1"], "outcome": "save"}],
}
LINES: Final[Example] = {
    "lines": [{**LINE_SENT, "text": ["bob passes from d4 to c5. bob shoots at d1: saved."]}],
    "saved_at": "2026-11-22T04:30:00Z",
}
NOTE: Final[Example] = {
    "text": TEXT,
    "saved_at": "2026-11-22T04:30:00Z",
}
