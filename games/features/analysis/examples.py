"""What the API shows of analyses, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

_GAME: Final = "k3Vq9ZtA"
ANALYSIS: Final[Example] = {
    "game": _GAME,
    "status": "done",
    "value": "3-9f3ac2d1",
    "rules_version": 2,
    "unit": "points",
    "searched_to": 5,
    "start": 50.09,
    "result": 100.0,
    "totals": {
        "white": {"choice": -3.17, "luck": 33.8, "missed": 4.2, "turns": 3},
        "black": {"choice": -23.4, "luck": -33.8, "missed": 9.5, "turns": 2},
    },
    "choice": 20.23,
    "lineup": -4.12,
    "acts": 0.0,
    "end": None,
    "alone": {"white": 66, "black": 34},
    "turns": [
        {
            "number": 1,
            "round": 1,
            "side": "white",
            "before": 45.97,
            "played": 42.8,
            "after": 76.6,
            "choice": -3.17,
            "luck": 33.8,
            "missed": 4.2,
            "best": ["d4e6", "@e1"],
            "shot": {"goal": 20, "outcome": "goal"},
        }
    ],
    "turning_points": {"choice": {"white": [], "black": [4]}, "luck": [1]},
}
WAITING: Final[Example] = {"game": _GAME, "status": "waiting", "ahead": 2}
FIGURES: Final[Example] = {
    "games": 50,
    "value": "3-9f3ac2d1",
    "unit": "points",
    "dice": {"points": 1.24, "error": 2.96},
    "turns": {"points": 8.31, "error": 4.02},
    "phases": {"with_ball": {"points": 5.1, "error": 2.6, "games": 50}},
    "opponents": {"stronger": {"points": -3.2, "error": 6.4, "games": 9}},
}
REFUSALS: Final[dict[str, Example]] = {"no_analysis": {"why": "clock"}}
