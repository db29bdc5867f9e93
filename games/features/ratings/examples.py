"""What the API shows of ratings: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

RATING: Final[Example] = _RECORDED["rating"]
CHANGE: Final[Example] = _RECORDED["change"]
BADGE: Final[Example] = _RECORDED["badge"]
LEADERBOARD: Final[Example] = _RECORDED["leaderboard"]
PLACE: Final[Example] = LEADERBOARD["top"][0]
