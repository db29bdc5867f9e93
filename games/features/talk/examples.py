"""What the API shows of talk: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

MESSAGE: Final[Example] = _RECORDED["message"]
TALK: Final[Example] = _RECORDED["talk"]
