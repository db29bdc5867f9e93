"""What the API shows: the examples of the OpenAPI document.

Alice and Bob play one game here, from the challenge to the end. `examples.json` holds what they
were answered; `tests/api/story.py` plays it. A test holds each example against its shape.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

Example = dict[str, Any]

_RECORDED: Final = json.loads(Path(__file__).with_name("examples.json").read_text())

SITE: Final = "https://chess.example.org"
SALT: Final = "9f86d081884c7d659a2feaa0c55ad015"
PIECES: Final[Example] = {
    "b1": "B", "c1": "R", "d1": "K", "e1": "Q", "f1": "R",
    "c2": "P", "d2": "P", "e2": "P", "f2": "P",
    "c3": "N", "f3": "N",
}  # fmt: skip
PACE: Final[Example] = {
    "turns_90d": 212,
    "median_s": 18000,
    "p80_s": 50400,
    "hours": [0, 0, 0, 0, 0, 4, 12, 18, 9, 6, 5, 8, 11, 7, 6, 9, 14, 22, 27, 25, 17, 9, 3, 0],
    "due_90d": 213,
    "missed_90d": 1,
    "lost_on_time_90d": 0,
    "running": 7,
    "finished": 31,
    "away_until": None,
}
RULESET: Final[Example] = _RECORDED["ruleset"]
ROBOT: Final[Example] = _RECORDED["robot"]
PRESET: Final[Example] = _RECORDED["preset"]
BLOCK: Final[Example] = _RECORDED["block"]
LEAVES: Final[Example] = _RECORDED["leaves"]
CHALLENGE: Final[Example] = _RECORDED["challenge"]
OPEN_CHALLENGE: Final[Example] = _RECORDED["open_challenge"]
DECLINED: Final[Example] = _RECORDED["declined"]
CANCELLED: Final[Example] = _RECORDED["cancelled"]
TAKEN_BY_ROBOT: Final[Example] = _RECORDED["taken_by_robot"]
REMATCH: Final[Example] = _RECORDED["rematch"]
GOING_ON: Final[Example] = _RECORDED["continued"]
STARTED: Final[Example] = _RECORDED["started"]
SALTED: Final[Example] = _RECORDED["salted"]
FORMATION: Final[Example] = _RECORDED["formation"]
DRAW_OFFERED: Final[Example] = _RECORDED["draw_offered"]
FINISHED: Final[Example] = _RECORDED["finished"]
FAMILY: Final[Example] = _RECORDED["family"]
PLAYED_TURN: Final[Example] = _RECORDED["played_turn"]
HISTORY: Final[Example] = _RECORDED["history"]
OPTIONS: Final[Example] = _RECORDED["options"]
OUTLOOK: Final[Example] = _RECORDED["outlook"]
POSITION_TURNS: Final[Example] = _RECORDED["position_turns"]
POSITION_OPTIONS: Final[Example] = _RECORDED["position_options"]
EVENT: Final[Example] = _RECORDED["event"]
EXPORT: Final[Example] = _RECORDED["export"]
LEAVE: Final[Example] = LEAVES["results"][0]
TURN: Final[Example] = PLAYED_TURN["turn"]
PLAYING: Final[Example] = PLAYED_TURN["game"]
ACT: Final[Example] = HISTORY["results"][-1]["act"]
KICKOFF: Final[str] = TURN["position_before"]
EXPORT_TEXT: Final[str] = _RECORDED["export_text"]
GAME_LINES: Final = f"{json.dumps(FINISHED, separators=(',', ':'))}\n"
_EVENT_LINE: Final = json.dumps(EVENT, separators=(",", ":"))
EVENT_STREAM: Final = f"retry: 4354\nid: 3\n\nid: 4\nevent: turn.played\ndata: {_EVENT_LINE}\n\n"
EVENT_LINES: Final = f"{_EVENT_LINE}\n"
EXPORT_PGN: Final[str] = _RECORDED["export_pgn"]
PICTURE: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -0.9 8 9.8">…</svg>'

REFUSALS: Final[dict[str, Example]] = {
    **_RECORDED["refusals"],
    "not_understood": {
        "detail": "We don't understand “Nf4”. Did you mean one of these?",
        "nearest": [{"text": "g1f3", "label": "Nf3"}],
    },
    "outcome_needed": {
        "detail": "Say how this turn ends: chance decides it.",
        "step": 1,
        "outcomes": {"goal": 30, "save": 50, "corner": 20},
    },
    "not_my_turn_there": {"step": 1},
}
"""What refusals of games have, by code."""


def page(example: Example) -> Example:
    """Return a page that holds just this."""
    return {"next": None, "previous": None, "results": [example]}
