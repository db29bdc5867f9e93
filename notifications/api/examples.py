"""What the API shows of how people are notified, as it may look: examples for the document."""

from __future__ import annotations

from typing import Any, Final

from config.http.shape_notes import recorded

Example = dict[str, Any]

_RECORDED: Final = recorded(__file__)
SECRET: Final = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
ANOTHER_SECRET: Final = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDC2FVsBQIhrs="

NEW_WEBHOOK: Final[Example] = {
    "url": "https://bot.example.org/hook",
    "events": ["turn.played", "game.finished"],
}
WEBHOOK: Final[Example] = _RECORDED["webhook"]
WEBHOOK_WITH_SECRET: Final[Example] = _RECORDED["webhook_with_secret"]
NEW_SECRET: Final[Example] = _RECORDED["new_secret"]
DELIVERY: Final[Example] = _RECORDED["delivery"]
TEST_DELIVERY: Final[Example] = _RECORDED["test"]
RESENT_DELIVERY: Final[Example] = _RECORDED["resent"]
NEW_SUBSCRIPTION: Final[Example] = {
    "endpoint": "https://push.example.org/wpush/v2/gAAAAA",
    "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8"
        "QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
    },
}
SUBSCRIPTION: Final[Example] = _RECORDED["subscription"]
PUSH_KEY: Final[Example] = {
    "public_key": "BLYJ1-DDUzl4-z9TiRgwJVnZ-XRtI-zc357ZLKTqAA9zhN3EQcCOURQ3C8964vV3YrBvIzLDx3C81ZQ"
    "Q7fuhrM"
}
CALENDAR: Final[Example] = _RECORDED["calendar"]
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
