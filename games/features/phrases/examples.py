"""What the API shows of phrases, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

SAID: Final[Example] = _RECORDED["said"]
PHRASES: Final[Example] = _RECORDED["phrases"]
