"""What the API shows of plans, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

PLAN: Final[Example] = {
    "turn": 2,
    "line": [{"actions": ["f6e4"]}],
    "reply": {"do": "turn", "actions": ["f3e5", "@d4"]},
}
ENTRY: Final[Example] = {
    "id": "7",
    "status": "waiting",
    "round": 1,
    "line": [
        {
            "side": "black",
            "actions": ["f6e4"],
            "outcome": None,
            "notation": "f6e4",
            "text": "bob: knight f6–e4.",
        }
    ],
    "position": "1brkqr2/2pppp2/2n5/8/3Pn3/2N2N2/2P1PP2/1BRKQR2 w f3 open c2e2f2c7d7e7f7 2",
    "reply": {
        "do": "turn",
        "actions": ["f3e5", "@d4"],
        "notation": "f3e5 @d4",
        "offer_draw": False,
        "text": "alice's knight goes from f3 to e5. alice passes from e5 to d4.",
    },
    "made_at": "2026-11-22T06:30:00Z",
    "made_at_turn": 2,
    "fired_turn": None,
    "because": None,
    "settled_at": None,
}
FALLBACK_BODY: Final[Example] = {
    "turn": 3,
    "tries": [["d4d5"], ["@c3"]],
    "unless": ["shot", "capture", "check"],
}
FALLBACK: Final[Example] = {
    **FALLBACK_BODY,
    "status": "waiting",
    "made_at": "2026-11-22T06:31:00Z",
    "fired_turn": None,
    "because": None,
    "settled_at": None,
}
PLANS: Final[Example] = {
    "turn": 2,
    "next": None,
    "previous": None,
    "results": [ENTRY],
    "fallback": FALLBACK,
    "left": 99,
}
