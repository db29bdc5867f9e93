"""What the API shows of live play: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

_RECORDED: Final = recorded(__file__)

PLAYING_ON: Final[dict[str, Any]] = _RECORDED["playing_on"]
SEEK: Final[dict[str, Any]] = _RECORDED["seek"]
