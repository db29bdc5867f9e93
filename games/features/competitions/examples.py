"""What the API shows of competitions, as it may look."""

from __future__ import annotations

import json
from typing import Any, Final

Example = dict[str, Any]

COMPETITION: Final[Example] = {
    "id": "K7bX2mQa",
    "url": "https://chess.example.org/competitions/K7bX2mQa/",
    "kind": "cup",
    "name": "Spring Cup",
    "text": "For everyone in the club.",
    "ruleset": "standard",
    "options": {"draw_from": 20},
    "days_per_turn": 1,
    "turn_s": None,
    "reserve_s": 0,
    "has_leave": False,
    "season": None,
    "previous": None,
    "following": None,
    "goes_on": None,
    "organiser": "alice",
    "is_private": True,
    "is_among_friends": False,
    "code": None,
    "join_url": None,
    "age_check": "declared",
    "age_date": "2027-03-12",
    "opens_at": "2027-02-12T12:00:00Z",
    "closes_at": "2027-03-10T12:00:00Z",
    "starts_at": "2027-03-12T12:00:00Z",
    "round_days": 56,
    "third_place": False,
    "certificates_for_all": False,
    "plans": True,
    "prizes": [{"section": "under-18", "standing": 1, "text": "A chess book"}],
    "sections": [
        {
            "section": "under-18",
            "under": 18,
            "cut_off": "2009-03-13",
            "status": "playing",
            "limit": 16,
        }
    ],
    "created_at": "2027-02-01T09:30:00Z",
}
CHANGED: Final[Example] = {
    "type": "competition.changed",
    "number": 41,
    "competition": "K7bX2mQa",
    "sections": [{"section": "under-18", "status": "playing", "revision": 41}],
}
CHANGES: Final[Example] = {"next": None, "previous": None, "latest": 41, "results": [CHANGED]}
_CHANGED_LINE: Final = json.dumps(CHANGED, separators=(",", ":"))
CHANGE_LINES: Final = f"{_CHANGED_LINE}\n"
CHANGE_STREAM: Final = (
    f"retry: 4354\nid: 40\n\nid: 41\nevent: competition.changed\ndata: {_CHANGED_LINE}\n\n"
)
NEW: Final[Example] = {
    "name": "Spring Cup",
    "ruleset": "standard",
    "sections": [{"section": "open", "limit": 16}],
    "closes_at": "2030-03-10T12:00:00Z",
}
NEW_AMONG_FRIENDS: Final[Example] = {"name": "Friday Cup", "turn_s": 43200}
ENTRY: Final[Example] = {
    "entry": 3,
    "number": None,
    "player": "dan",
    "status": "entered",
    "age_seen": False,
    "reason": None,
}


def _place(number: int, player: str | None) -> Example:
    return {"number": number, "player": player, "out": None}


_RUNNING: Final[Example] = {
    "match": "1.2",
    "upper": _place(4, None),
    "lower": _place(5, "ben"),
    "winner": None,
    "by": None,
    "games": [
        {
            "game": "h4Xk93Qm",
            "white": 5,
            "result": "1/2-1/2",
            "awaiting": [],
            "deadline": None,
        },
        {
            "game": "b2Lm77Tz",
            "white": 4,
            "result": None,
            "awaiting": [4],
            "deadline": "2027-03-14T09:05:00Z",
        },
    ],
}
_BYE: Final[Example] = {
    "match": "1.1",
    "upper": _place(1, "dan"),
    "lower": None,
    "winner": 1,
    "by": "bye",
    "games": [],
}
SECTION: Final[Example] = {
    "section": "under-18",
    "under": 18,
    "cut_off": "2009-03-13",
    "status": "playing",
    "entrants": 5,
    "limit": 16,
    "is_disputed": None,
    "waiting": 0,
    "days_per_turn": 1,
    "round_days": 56,
    "third_place": False,
    "commitment": "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd",
    "earlier_commitments": [],
    "seed": None,
    "draw": {"seeded": 0, "numbers": [4, 5, 2, 1, 3]},
    "entries": [{**ENTRY, "number": 1, "status": "playing", "age_seen": None}],
    "rounds": [
        {
            "round": 1,
            "name": "First round",
            "starts_at": "2027-03-12T12:00:00Z",
            "ends_at": "2027-05-07T12:00:00Z",
            "matches": [_BYE, _RUNNING],
        }
    ],
    "standing": [],
}
MATCH: Final[Example] = {
    **_RUNNING,
    "started_at": "2027-03-12T12:00:20Z",
    "decided_at": None,
    "counted": None,
    "reason": None,
    "shootout": None,
}
TABLES: Final[Example] = {
    "competition": "L4gueXy9",
    "season": 3,
    "divisions": [
        {
            "section": "division-1",
            "name": "Division 1",
            "status": "playing",
            "rows": [
                {
                    "number": 4,
                    "player": "alice",
                    "out": None,
                    "place": 1,
                    "played": 5,
                    "won": 4,
                    "drawn": 1,
                    "lost": 0,
                    "goals_for": 9,
                    "goals_against": 3,
                    "points": 13,
                    "expected_difference": 2.35,
                    "lost_by_time": 0,
                    "best": 1,
                    "worst": 3,
                    "move": None,
                    "results": [
                        {"against": 2, "match": "1.2", "result": "won", "goals": [2, 0]},
                        {"against": 5, "match": "3.1", "result": None, "goals": None},
                    ],
                }
            ],
        }
    ],
}
CERTIFICATE: Final[Example] = {
    "id": "c3RtQ8wZ",
    "competition": "Spring Cup",
    "section": "under-18",
    "standing": 1,
    "entrants": 5,
    "awarded_on": "2027-08-27",
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
}
PICTURE: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 297 210"></svg>'
PUT_OUT: Final[Example] = {"reason": "Help from an engine"}
CHANGE: Final[Example] = {"text": "Bring your friends."}
NAME: Final[Example] = {"name": "Ann Example"}
