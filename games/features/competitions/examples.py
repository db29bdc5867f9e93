"""What the API shows of competitions, as it was recorded."""

from __future__ import annotations

import json
from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)

COMPETITION: Final[Example] = _RECORDED["competition"]
CHANGES: Final[Example] = _RECORDED["changes"]
CHANGED: Final[Example] = CHANGES["results"][0]
_CHANGED_LINE: Final = json.dumps(CHANGED, separators=(",", ":"))
CHANGE_LINES: Final = f"{_CHANGED_LINE}\n"
CHANGE_STREAM: Final = (
    f"retry: 4354\nid: {CHANGED['number']}\nevent: competition.changed\ndata: {_CHANGED_LINE}\n\n"
)
NEW: Final[Example] = {
    "name": "Spring Cup",
    "ruleset": "standard",
    "sections": [{"section": "open", "limit": 16}],
    "closes_at": "2030-03-10T12:00:00Z",
}
NEW_AMONG_FRIENDS: Final[Example] = {"name": "Friday Cup", "turn_s": 43200}
SECTION: Final[Example] = _RECORDED["section"]
ENTRY: Final[Example] = SECTION["entries"][0]
MATCH: Final[Example] = _RECORDED["match"]
TABLES: Final[Example] = _RECORDED["tables"]
CERTIFICATE: Final[Example] = _RECORDED["certificate"]
PICTURE: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210"></svg>'
PUT_OUT: Final[Example] = {"reason": "Help from an engine"}
CHANGE: Final[Example] = {"text": "Bring your friends."}
NAME: Final[Example] = {"name": "Ann Example"}
