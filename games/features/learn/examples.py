"""What the API shows of lessons, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

TRY: Final[Example] = {"actions": ["@h4"]}
CHAPTER: Final[Example] = _RECORDED["chapter"]
STEP: Final[Example] = _RECORDED["step"]
HINT: Final[Example] = _RECORDED["hint"]
TRIED: Final[Example] = _RECORDED["tried"]
