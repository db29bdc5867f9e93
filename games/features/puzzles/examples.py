"""What the API shows of puzzles, as it may look: the examples of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

POSITION: Final = "1R2b3/2p1k3/8/2p2p2/2Pp4/5P2/8/2R1K3 w b8 open c7 0"
TRY: Final[Example] = {"actions": ["b8e8", "!d8"]}

PUZZLE: Final[Example] = _RECORDED["puzzle"]
TRIED: Final[Example] = _RECORDED["tried"]
LIKED: Final[Example] = _RECORDED["liked"]
