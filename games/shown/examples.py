"""What the API shows, as it may look: the examples of the OpenAPI document.

Alice and Bob play one game here, from the challenge to the end. A test holds each example
against the shape that it belongs to.
"""

from __future__ import annotations

import json
from typing import Any, Final

Example = dict[str, Any]

SITE: Final = "https://chess.example.org"
_GAME: Final = "h4Xk93Qm"
_COMMITMENT: Final = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
SALT: Final = "9f86d081884c7d659a2feaa0c55ad015"
_FAIRNESS: Final[Example] = {
    "scheme": 2,
    "commitment": _COMMITMENT,
    "seed": None,
    "salts": {"white": None, "black": None},
    "first_shot": 0,
    "takes_salts": True,
    "earlier": [],
}
_CLOCK: Final[Example] = {"turn_s": 86400, "reserve_s": 172800, "gain_s": 0, "leave": True}
_KICK_OFF: Final = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"
_AFTER_ONE: Final = "1brkqr2/2pppp2/2n2n2/8/3P4/2N2N2/2P1PP2/1BRKQR2 b f3 open c2e2f2c7d7e7f7 1"

ALICE: Final[Example] = {"username": "alice", "is_bot": False}
BOB: Final[Example] = {"username": "bob", "is_bot": False}

PIECES: Final[Example] = {
    "b1": "B", "c1": "R", "d1": "K", "e1": "Q", "f1": "R",
    "c2": "P", "d2": "P", "e2": "P", "f2": "P",
    "c3": "N", "f3": "N",
}  # fmt: skip
_MIRRORED: Final = {f"{square[0]}{9 - int(square[1])}": piece for square, piece in PIECES.items()}

_REASONS: Final = ["goals", "resignation", "timeout", "agreement", "adjudicated", "called_off",
                   "final_whistle", "full_time", "left", "aborted"]  # fmt: skip
LIVE_TERMS: Final = {"clock": "halves", "half": 300, "turn": 20, "formation": 20, "goals": None}
RULESET: Final[Example] = {
    "key": "eleven",
    "version": 2,
    "name": "Chess Eleven",
    "tagline": "Chess played as football",
    "sides": ["white", "black"],
    "seats": {"least": 2, "most": 2, "by_lot": False},
    "options": [
        {
            "name": "goals_to_win",
            "kind": "whole",
            "default": 2,
            "label": "Goals to win",
            "help": "",
            "least": 1,
            "most": 9,
            "choices": [],
        }
    ],
    "reasons": _REASONS,
    "acts": {"resign": "Resign…", "claim": "Claim a drop ball", "abort": "Abort"},
    "live": LIVE_TERMS,
    "has_arrangements": True,
    "has_chance": True,
    "robots": ["easy", "medium", "hard", "master"],
}

PACE: Final[Example] = {
    "turns_90d": 212,
    "median_s": 18000,
    "p80_s": 50400,
    "hours": [0, 0, 0, 0, 0, 4, 12, 18, 9, 6, 5, 8, 11, 7, 6, 9, 14, 22, 27, 25, 17, 9, 3, 0],
    "due_90d": 213,
    "missed_90d": 1,
    "lost_on_time_90d": 0,
    "running": 7,
    "finished": 31,
    "away_until": None,
}
CHALLENGE: Final[Example] = {
    "id": "Tz6rWq2c",
    "url": f"{SITE}/challenges/Tz6rWq2c/",
    "status": "open",
    "challenger": ALICE,
    "opponent": BOB,
    "invitations": [],
    "side": "white",
    "goals_to_win": 2,
    "options": {"goals_to_win": 2},
    "days_per_turn": 1,
    "clock": _CLOCK,
    "live": None,
    "ruleset": "eleven",
    "rated": False,
    "public": True,
    "rematch_of": None,
    "continued_from": None,
    "game": None,
    "decline_reason": None,
    "created_at": "2026-11-20T18:00:00Z",
    "expires_at": "2026-12-04T18:00:00Z",
    "answered_at": None,
    "pace": None,
    "filters": {"rating": None, "kept_min": None, "established": False},
    "unmet_filters": None,
}
OPEN_CHALLENGE: Final[Example] = {**CHALLENGE, "opponent": None, "side": "random"}
DECLINED: Final[Example] = {
    **CHALLENGE,
    "status": "declined",
    "answered_at": "2026-11-20T19:12:40Z",
}
ROBOT: Final[Example] = {
    "username": "robot-medium",
    "is_bot": True,
    "strength": "medium",
    "rulesets": ["eleven", "standard", "future", "family"],
}
TAKEN_BY_ROBOT: Final[Example] = {
    **OPEN_CHALLENGE,
    "status": "accepted",
    "opponent": {"username": "robot-medium", "is_bot": True},
    "game": _GAME,
    "answered_at": "2026-11-20T19:12:40Z",
}
CANCELLED: Final[Example] = {**DECLINED, "status": "cancelled"}
REMATCH: Final[Example] = {**CHALLENGE, "side": "black", "rematch_of": _GAME}
GOING_ON: Final[Example] = {**CHALLENGE, "continued_from": _GAME}

STARTED: Final[Example] = {
    "id": _GAME,
    "url": f"{SITE}/games/{_GAME}/",
    "ruleset": "eleven",
    "status": "formation",
    "players": {"white": {**ALICE, "kit": "hoops"}, "black": {**BOB, "kit": "stripes"}},
    "goals_to_win": 2,
    "options": {"goals_to_win": 2},
    "days_per_turn": 1,
    "clock": _CLOCK,
    "live": None,
    "reserve_left": {"white": 172800, "black": 172800},
    "rated": False,
    "public": True,
    "xg": {"white": 0.35, "black": 0.0},
    "competition": None,
    "rating_change": None,
    "continued_from": None,
    "turn": 1,
    "score": {"white": 0, "black": 0},
    "round": 1,
    "side_to_play": None,
    "position": None,
    "in_check": False,
    "formation": {
        "white": {"pieces": PIECES, "substitute": "B", "ready": False, "may_substitute": False},
        "black": {"pieces": _MIRRORED, "substitute": "B", "ready": False, "may_substitute": False},
    },
    "legal_actions": [],
    "may_claim_final_whistle": False,
    "awaiting": ["white", "black"],
    "acts": {"white": ["resign"], "black": ["resign"]},
    "out": [],
    "main_until": "2026-11-22T04:30:00Z",
    "deadline": "2026-11-22T04:30:00Z",
    "paused": None,
    "draw_offered_by": None,
    "draw_votes": [],
    "result": None,
    "fairness": _FAIRNESS,
    "created_at": "2026-11-21T04:30:00Z",
    "updated_at": "2026-11-21T04:30:00Z",
    "finished_at": None,
}
SALTED: Final[Example] = {
    **STARTED,
    "fairness": {**_FAIRNESS, "salts": {"white": SALT, "black": None}},
}
FORMATION: Final[Example] = {
    **STARTED,
    "formation": {
        **STARTED["formation"],
        "white": {**STARTED["formation"]["white"], "ready": True},
    },
    "awaiting": ["black"],
    "updated_at": "2026-11-21T05:02:11Z",
}
PLAYING: Final[Example] = {
    **FORMATION,
    "status": "playing",
    "turn": 2,
    "side_to_play": "black",
    "position": _AFTER_ONE,
    "formation": None,
    "legal_actions": [
        "b8a7", "c6a5", "c6a7", "c6b4", "c6d4", "c6e5", "d7d5", "d7d6", "e7e5", "e7e6",
        "f6d5", "f6e4", "f6g4", "f6g8", "f6h5", "f6h7", "f8g8", "f8h8",
    ],
    "main_until": "2026-11-22T08:41:27Z",
    "deadline": "2026-11-24T08:41:27Z",
    "updated_at": "2026-11-21T08:41:27Z",
}  # fmt: skip
FAMILY: Final[Example] = {
    **{
        name: value
        for name, value in PLAYING.items()
        if name not in ("goals_to_win", "score", "formation", "may_claim_final_whistle")
    },
    "id": "b2Lm77Tz",
    "url": f"{SITE}/games/b2Lm77Tz/",
    "ruleset": "family",
    "players": {
        "white": {**ALICE, "kit": "hoops"},
        "silver": {**BOB, "kit": "stripes"},
        "black": {"username": "charlie", "is_bot": False, "kit": "sash"},
    },
    "reserve_left": {"white": 172800, "silver": 172800, "black": 172800},
    "xg": None,
    "options": {"seats": 3, "may_leave": []},
    "turn": 2,
    "side_to_play": "silver",
    "position": "bR,bN,bB,bQ,bK,bB,bN,bR/1,bP,bP,bP,bP,bP,bP,bP/11,sR/10,sP,sN/10,sP,sB/10,sP,sK/"
    "10,sP,sQ/10,sP,sB/10,sP,sN/2,wP,7,sP,sR/1,wP,wP,wP,wP,wP,wP,1/wR,wN,wB,wQ,wK,wB,wN,wR s AAA-"
    " wKQ,sKQ,bKQ - - 0 1",
    "checks": {},
    "presence": {"white": "present", "silver": "present", "black": "present"},
    "waits_for": [],
    "legal_actions": ["k3i3", "k3j3", "k4i4", "k4j4"],
    "may_claim": None,
    "awaiting": ["silver"],
    "acts": {"white": ["resign"], "silver": ["resign"], "black": ["resign"]},
    "fairness": {
        **_FAIRNESS,
        "salts": {"white": None, "silver": None, "black": None},
        "takes_salts": False,
    },
}
DRAW_OFFERED: Final[Example] = {**PLAYING, "draw_offered_by": "white", "draw_votes": ["white"]}
FINISHED: Final[Example] = {
    **PLAYING,
    "status": "finished",
    "awaiting": [],
    "main_until": None,
    "deadline": None,
    "side_to_play": None,
    "legal_actions": [],
    "acts": {"white": [], "black": []},
    "result": {
        "winner": "black",
        "reason": "resignation",
        "ranking": [["black"], ["white"]],
        "points": {"black": 1, "white": 0},
    },
    "fairness": {**_FAIRNESS, "seed": bytes(range(32)).hex(), "takes_salts": False},
    "updated_at": "2026-11-21T20:10:00Z",
    "finished_at": "2026-11-21T20:10:00Z",
}
GAME_LINES: Final = f"{json.dumps(FINISHED, separators=(',', ':'))}\n"
TIMED_OUT: Final[Example] = {
    **FINISHED,
    "result": {
        "winner": "white",
        "reason": "timeout",
        "ranking": [["white"], ["black"]],
        "points": {"white": 1, "black": 0},
    },
    "updated_at": "2026-11-24T08:41:27Z",
    "finished_at": "2026-11-24T08:41:27Z",
}

TURN: Final[Example] = {
    "number": 1,
    "round": 1,
    "side": "white",
    "actions": ["d2d4", "@f3"],
    "notation": "d2d4 @f3",
    "rolls": [],
    "position_before": _KICK_OFF,
    "position_after": _AFTER_ONE,
    "events": [
        {"type": "move", "side": "white", "piece": "P", "from": "d2", "to": "d4"},
        {"type": "ball_won", "side": "white", "at": "d4"},
        {"type": "pass", "side": "white", "from": "d4", "to": "f3"},
    ],
    "summary": "d2–d4, pass f3",
    "sentence": "pawn moves up to d4, then a pass to f3.",
    "played_at": "2026-11-21T08:41:27Z",
    "took_s": 12676,
    "by": None,
    "chances": None,
}
ACT: Final[Example] = {
    "turn": 2,
    "index": 0,
    "side": "white",
    "name": "resign",
    "position_after": _AFTER_ONE,
    "events": [],
    "done_at": "2026-11-21T20:10:00Z",
}
HISTORY: Final[Example] = {
    "next": None,
    "previous": None,
    "results": [{"turn": TURN, "act": None}, {"turn": None, "act": ACT}],
}
PLAYED_TURN: Final[Example] = {"turn": TURN, "game": PLAYING}

KICKOFF: Final = "1brkqr2/2pppp2/2n2n2/8/8/2N2N2/2PPPP2/1BRKQR2 w - kickoff c2d2e2f2c7d7e7f7 0"
POSITION_TURNS: Final[Example] = {
    "position": KICKOFF,
    "complete": False,
    "turns": [
        {
            "actions": ["d2d4", "@f3"],
            "position": "1brkqr2/2pppp2/2n2n2/8/3P4/2N2N2/2P1PP2/1BRKQR2 b f3 open "
            "c2e2f2c7d7e7f7 1",
        }
    ],
}
OPTIONS: Final[Example] = {
    "turn": 1,
    "side": "white",
    "after": ["d2d4"],
    "position": "1brkqr2/2pppp2/2n2n2/8/3P4/2N2N2/2P1PP2/1BRKQR2 w d4 kickoff+m c2e2f2c7d7e7f7 0",
    "complete": -1,
    "prompt": "Now pass.",
    "actions": [
        {
            "text": "@f3",
            "kind": "pass",
            "label": "Pass to the knight f3",
            "from": "d4",
            "to": "f3",
        }
    ],
}

OUTLOOK: Final[Example] = {
    **OPTIONS,
    "turn": 2,
    "phase": "playing",
    "side": "black",
    "after": [],
    "position": _AFTER_ONE,
    "complete": -1,
    "prompt": "Choose a piece.",
    "actions": [],
    "outcomes": {},
    "game": {"round": 1, "score": {"white": 0, "black": 0}, "in_check": False},
    "line": [
        {
            "side": "white",
            "actions": ["d2d4", "@f3"],
            "notation": "d2d4 @f3",
            "position_before": _KICK_OFF,
            "position_after": _AFTER_ONE,
            "events": [{"type": "pass", "side": "white", "from": "d4", "to": "f3"}],
            "text": "alice passes from d4 to f3.",
        }
    ],
}
EVENT: Final[Example] = {
    "number": 4,
    "type": "turn.played",
    "game": _GAME,
    "challenge": None,
    "competition": None,
    "data": {
        "turn": 1,
        "round": 1,
        "side": "white",
        "actions": ["d2d4", "@f3"],
        "notation": "d2d4 @f3",
        "rolls": [],
        "ruleset": "eleven",
        "status": "playing",
        "score": {"white": 0, "black": 0},
        "position": _AFTER_ONE,
        "next_turn": 2,
        "awaiting": ["black"],
        "deadline": "2026-11-24T08:41:27Z",
        "your_side": "black",
    },
    "happened_at": "2026-11-21T08:41:27Z",
}
_EVENT_LINE: Final = json.dumps(EVENT, separators=(",", ":"))
EVENT_STREAM: Final = f"retry: 4354\nid: 3\n\nid: 4\nevent: turn.played\ndata: {_EVENT_LINE}\n\n"
EVENT_LINES: Final = f"{_EVENT_LINE}\n"

EXPORT: Final[Example] = {
    "format": "chess-eleven-by-post/1",
    "game": FINISHED,
    "rules": {"ruleset": "eleven", "version": 1},
    "formations": [
        {"round": 1, "side": "black", "pieces": _MIRRORED, "locked_at": "2026-11-21T05:20:00Z"},
        {"round": 1, "side": "white", "pieces": PIECES, "locked_at": "2026-11-21T05:02:11Z"},
    ],
    "turns": [TURN],
    "acts": [ACT],
    "how_to_replay": "Begin each round with its formations and the side that kicks off, …",
    "how_to_verify": "commitment is the SHA-256 (hex) of the 32 bytes of seed, …",
}
EXPORT_TEXT: Final = (
    f'[Game "{_GAME}"]\n[White "alice"]\n[Black "bob"]\n[Winner "black"]\n'
    '[Reason "resignation"]\n\nRound 1\n1. white d2d4 @f3\n'
)
EXPORT_PGN: Final = (
    '[Event "Correspondence game"]\n'
    f'[Site "{SITE}/games/{_GAME}/"]\n[Date "2026.11.20"]\n[Round "-"]\n[White "alice"]\n'
    '[Black "bob"]\n[Result "1-0"]\n[Termination "normal"]\n\n1. e4 e5 2. Qh5 1-0\n'
)
PICTURE: Final = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -0.9 8 9.8">…</svg>'


def _cited(law: str) -> Example:
    return {"law": law, "law_url": f"/learn/eleven/laws/#{law}"}


REFUSALS: Final[dict[str, Example]] = {
    "illegal_action": {
        "detail": "@c3 is not legal here.",
        "index": 1,
        "legal": ["@f3"],
        **_cited("6.7"),
    },
    "outcome_needed": {
        "detail": "Say how this turn ends: chance decides it.",
        "step": 1,
        "outcomes": {"goal": 30, "save": 50, "corner": 20},
    },
    "illegal_formation": {
        "detail": "A pawn must be in front of the king, on d2.",
        **_cited("3.3"),
    },
    "not_your_turn": {"game": PLAYING, **_cited("6.6")},
    "not_my_turn_there": {"step": 1},
    "stale_turn": {"game": PLAYING},
    "deadline_passed": {"game": TIMED_OUT},
    "game_over": {"game": FINISHED},
    "formation_locked": {"game": FORMATION, **_cited("3.6")},
    "salt_refused": {"game": SALTED},
    "wrong_phase": {"game": FORMATION, "legal": ["resign"], **_cited("9.3")},
    "out_of_game": {"game": PLAYING, **_cited("6.6")},
    "no_time_to_give": {"game": PLAYING},
    "illegal_act": {
        "detail": "There is no 'sulk' in Chess Eleven.",
        "legal": ["resign", "claim"],
        **_cited("2.6"),
    },
    "draw_already_offered": {"game": DRAW_OFFERED},
    "draw_offered_before": {"game": PLAYING},
    "no_draw_offer": {"game": PLAYING},
}
"""What refusals of games have, by code."""


def page(example: Example) -> Example:
    """Return a page that holds just this."""
    return {"next": None, "previous": None, "results": [example]}
