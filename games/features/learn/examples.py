"""What the API shows of lessons, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

_BEFORE: Final = "3k4/2p1p3/8/4N3/8/2Q5/1P3P2/3K4 w c3 open b2f2c7e7 0"
_AFTER: Final = "3k4/2p1p3/8/4N3/8/2Q5/1P3P2/3K4 b e5 open b2f2c7e7 1"

CHAPTER: Final[Example] = {
    "chapter": "passing",
    "number": 2,
    "title": "Kick-off and pass",
    "steps": [{"step": 1, "say": "Pass to the knight.", "law": "6.7", "stars": 3}],
}
STEP: Final[Example] = {
    "chapter": "passing",
    "step": 1,
    "kind": "turn",
    "say": "Pass to the knight.",
    "hint": "",
    "law": "6.7",
    "position": _BEFORE,
    "pieces": None,
    "options": None,
    "stars": 0,
}
HINT: Final[Example] = {
    "turn": 7,
    "actions": ["c3d5", "!e8"],
    "labels": ["Knight c3 to d5", "Shoot at e8"],
}
TRIED: Final[Example] = {
    "done": True,
    "failed": False,
    "say": "Well done!",
    "stars": 3,
    "position": _AFTER,
    "pieces": None,
    "options": None,
    "turn": {
        "side": "white",
        "actions": ["@e5"],
        "notation": "@e5",
        "rolls": [],
        "position_before": _BEFORE,
        "position_after": _AFTER,
        "events": [{"type": "pass", "side": "white", "from": "c3", "to": "e5"}],
    },
    "reply": None,
    "throws": [],
}
