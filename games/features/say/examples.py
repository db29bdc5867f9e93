"""What the API shows of playing by words: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded
from games.shown import examples

_RECORDED: Final = recorded(__file__)

BOARD: Final[str] = _RECORDED["board"]
SAID: Final[dict[str, Any]] = {
    **_RECORDED["said"],
    "turn": examples.PLAYED_TURN["turn"],
    "game": examples.PLAYED_TURN["game"],
}
