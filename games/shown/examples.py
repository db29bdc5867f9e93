"""What the API shows: the examples of the OpenAPI document.

Alice and Bob play one game here, from the challenge to the end. `examples.json` holds what they
were answered; `tests/api/story.py` plays it. A test holds each example against its shape.
"""

from __future__ import annotations

import json
from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

SITE: Final = "https://chess.example.org"
SALT: Final = "9f86d081884c7d659a2feaa0c55ad015"
PIECES: Final[Example] = {
    "b1": "B", "c1": "R", "d1": "K", "e1": "Q", "f1": "R",
    "c2": "P", "d2": "P", "e2": "P", "f2": "P",
    "c3": "N", "f3": "N",
}  # fmt: skip
RULESET: Final[Example] = _RECORDED["ruleset"]
ROBOT: Final[Example] = _RECORDED["robot"]
PRESET: Final[Example] = _RECORDED["preset"]
BLOCK: Final[Example] = _RECORDED["block"]
LEAVES: Final[Example] = _RECORDED["leaves"]
PLAYER: Final[Example] = _RECORDED["player"]
PACE: Final[Example] = PLAYER["pace"]
GUEST: Final[Example] = _RECORDED["guest"]
FRIEND: Final[Example] = _RECORDED["friend"]
FOUND: Final[Example] = _RECORDED["found"]
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

REFUSALS: Final[dict[str, Example]] = _RECORDED["refusals"]
"""What refusals of games have, by code."""


def page(example: Example) -> Example:
    """Return a page that holds just this."""
    return {"next": None, "previous": None, "results": [example]}
