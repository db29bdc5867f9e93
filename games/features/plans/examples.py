"""What the API shows of plans, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

PLAN: Final[Example] = {
    "turn": 2,
    "line": [{"actions": ["f6e4"]}],
    "reply": {"do": "turn", "actions": ["f3e5", "@d4"]},
}
ENTRY: Final[Example] = _RECORDED["entry"]
FALLBACK_BODY: Final[Example] = {
    "turn": 3,
    "tries": [["d4d5"], ["@c3"]],
    "unless": ["shot", "capture", "check"],
}
FALLBACK: Final[Example] = _RECORDED["fallback"]
PLANS: Final[Example] = _RECORDED["plans"]
