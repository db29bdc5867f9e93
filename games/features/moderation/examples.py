"""What the API shows of reports and decisions: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

REPORT: Final[Example] = _RECORDED["report"]
APPEAL: Final[Example] = _RECORDED["appeal"]
STANDING: Final[Example] = _RECORDED["standing"]
DECISION: Final[Example] = STANDING["results"][0]
