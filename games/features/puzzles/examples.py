"""What the API shows of puzzles, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

_POSITION: Final = "1R2b3/2p1k3/8/2p2p2/2Pp4/5P2/8/2R1K3 w b8 open c7 0"

PUZZLE: Final[Example] = {
    "id": "pZ7kQ2mX",
    "url": "https://chess-eleven.example/puzzles/pZ7kQ2mX/",
    "kind": "sure",
    "say": "White to play: score for certain.",
    "law": "8.2",
    "position": _POSITION,
    "side": "white",
    "options": None,
    "rating": 1300,
    "provisional": True,
    "plays": 12,
    "likes": 5,
    "day": "2026-11-22",
    "game": None,
    "turn": 31,
    "played": None,
    "you": {"solved": False, "first": False, "shown": False, "liked": False},
}
TRIED: Final[Example] = {
    "done": True,
    "failed": False,
    "say": "A certain goal. No one is there to stop it.",
    "position": _POSITION,
    "options": None,
    "turn": {
        "side": "white",
        "actions": ["b8e8", "!d8=goal"],
        "notation": "b8e8+ !d8=goal",
        "rolls": [0],
        "position_before": _POSITION,
        "position_after": None,
        "events": [
            {"type": "shot", "side": "white", "from": "e8", "to": "d8", "outcome": "goal"},
        ],
    },
    "reply": None,
    "solution": ["b8e8", "!d8"],
    "best": 100,
    "second": 70,
    "rating": {"before": 1500, "after": 1562},
    "streak": 3,
}
LIKED: Final[Example] = {"liked": True, "likes": 6}
