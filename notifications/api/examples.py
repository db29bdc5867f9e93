"""What the API shows of how people are notified, as it may look: examples for the document."""

from __future__ import annotations

import json
from typing import Any, Final

from games.shown.examples import EVENT

Example = dict[str, Any]

NEW_WEBHOOK: Final[Example] = {
    "url": "https://bot.example.org/hook",
    "events": ["turn.played", "game.finished"],
}
WEBHOOK: Final[Example] = {
    "id": "3",
    **NEW_WEBHOOK,
    "format": "json",
    "own_events": True,
    "status": "active",
    "paused_because": "",
    "failing_since": None,
    "created_at": "2026-11-20T18:05:00Z",
}
WEBHOOK_WITH_SECRET: Final[Example] = {
    **WEBHOOK,
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=",
}
NEW_SECRET: Final[Example] = {
    "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs=",
    "old_secret_until": "2026-11-22T18:05:00Z",
}
DELIVERY: Final[Example] = {
    "id": "41",
    "message_id": "msg_41",
    "type": "turn.played",
    "status": "delivered",
    "attempts": 1,
    "answer_status": 204,
    "error": "",
    "body": json.dumps(
        {"type": "turn.played", "timestamp": EVENT["happened_at"], "data": EVENT},
        separators=(",", ":"),
    ),
    "created_at": "2026-11-21T08:41:27Z",
    "next_attempt_at": None,
    "settled_at": "2026-11-21T08:41:28Z",
}
TEST_DELIVERY: Final[Example] = {
    **DELIVERY,
    "type": "webhook.test",
    "status": "pending",
    "attempts": 0,
    "answer_status": None,
    "body": '{"type":"webhook.test","timestamp":"2026-11-21T08:41:27Z",'
    '"data":{"message":"Deliveries arrive."}}',
    "next_attempt_at": "2026-11-21T08:41:27Z",
    "settled_at": None,
}
RESENT_DELIVERY: Final[Example] = {
    **DELIVERY,
    "status": "pending",
    "attempts": 0,
    "next_attempt_at": "2026-11-21T09:12:00Z",
    "settled_at": None,
}
NEW_SUBSCRIPTION: Final[Example] = {
    "endpoint": "https://push.example.org/wpush/v2/gAAAAA",
    "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8"
        "QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
    },
}
SUBSCRIPTION: Final[Example] = {
    "id": "2",
    "device": "Firefox on Android",
    "created_at": "2026-11-20T18:10:00Z",
    "last_notified_at": "2026-11-21T08:41:28Z",
    "failing_since": None,
    "last_error": "",
}
PUSH_KEY: Final[Example] = {
    "public_key": "BLYJ1-DDUzl4-z9TiRgwJVnZ-XRtI-zc357ZLKTqAA9zhN3EQcCOURQ3C8964vV3YrBvIzLDx3C81ZQ"
    "Q7fuhrM"
}
CALENDAR: Final[Example] = {
    "url": "https://chess.example.org/api/v1/calendar/4.1:etjQIl5om1Gih2jT9F9GNHKyXJmFicqJ.ics"
}
FEED: Final = """\
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Chess Eleven by post//EN
BEGIN:VEVENT
UID:game-h4Xk93Qm-4@chess.example.org
DTSTAMP:20261121T084127Z
DTSTART:20261122T081127Z
DTEND:20261122T084127Z
SUMMARY:Turn against alice due
END:VEVENT
END:VCALENDAR
"""
