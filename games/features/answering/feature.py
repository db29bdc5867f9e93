"""Answering an email with a turn: what it adds to the service."""

from __future__ import annotations

from accounts.hooks import ANSWERED_AT, BOUNCED_TO, PAUSED
from accounts.kept import OWN_DATA
from config.features import SLOTS, Feature
from games.features.answering import own_data
from games.features.answering.bounces import paused
from games.features.answering.replies import waiting_since
from games.features.answering.tokens import bounce_address, turn_address
from games.play.deadlines import WAITING

FEATURE = Feature(
    "answering",
    urls="games.features.answering.urls",
    hooks=[
        OWN_DATA.by(own_data.TABLE),
        ANSWERED_AT.by(turn_address),
        BOUNCED_TO.by(bounce_address),
        PAUSED.by(paused),
        WAITING.by(waiting_since),
        SLOTS.by("answering/slots/settings_notifications.html", name="settings_notifications"),
    ],
    schedule={
        # The post office answers at once; this finds what it was stopped from answering.
        "answer-mails": {
            "task": "games.answering.tasks.answer_mails",
            "schedule": 5.0,
            "options": {"expires": 5.0},
        },
        "forget-mails": {
            "task": "games.answering.tasks.forget_mails",
            "schedule": 3600.0,
            "options": {"expires": 3600.0},
        },
    },
)
