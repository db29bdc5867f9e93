"""What the API shows of reports and decisions, as it may look."""

from __future__ import annotations

from typing import Any, Final

Example = dict[str, Any]

REPORT: Final[Example] = {
    "id": "7",
    "about": "bob",
    "game": "h4Xk93Qm",
    "turn": 12,
    "reason": "abuse",
    "text": "He insults me after every goal.",
    "created_at": "2026-11-21T04:30:00Z",
    "is_closed": False,
    "is_acted_on": None,
}
APPEAL: Final[Example] = {
    "text": "That was my brother.",
    "made_at": "2026-11-22T10:00:00Z",
    "answered_at": None,
    "is_granted": None,
    "answer": None,
}
DECISION: Final[Example] = {
    "id": "3",
    "kind": "mute",
    "reason": "abuse",
    "detail": ["You can't send messages until 28 November 2026.", "Reason: Insults or threats."],
    "at": "2026-11-21T09:00:00Z",
    "until": "2026-11-28T09:00:00Z",
    "is_in_force": True,
    "may_appeal": True,
    "appeal": None,
}
STANDING: Final[Example] = {
    "is_good": False,
    "next": None,
    "previous": None,
    "results": [DECISION],
}
