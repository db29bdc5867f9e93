"""What the API shows of a notebook, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

TEXT: Final = "Guards d8 with the rook. Shoot at e8."
NOTE: Final[Example] = {
    "text": TEXT,
    "saved_at": "2026-11-22T04:30:00Z",
}
