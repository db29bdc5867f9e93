"""What the API shows of a notebook, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

TEXT: Final = "Guards d8 with the rook. Shoot at e8."
LINE_SENT: Final[Example] = {
    "turn": 2,
    "line": [{"actions": ["f6e4"]}, {"actions": ["f3e5", "@d4"]}],
}
LINES: Final[Example] = _RECORDED["lines"]
NOTE: Final[Example] = _RECORDED["note"]
