"""The kinds of the core, and its emails by the clock."""

from __future__ import annotations

from typing import Final

from config.features import Feature
from notifications.digests import daily, weekly
from notifications.kinds import challenges, play
from notifications.vocabulary.clock_mail import CLOCK_MAILS
from notifications.vocabulary.kind import KINDS

FEATURE: Final = Feature(
    "notifications.core",
    hooks=[
        *(KINDS.by(kind) for kind in (*challenges.KINDS, *play.KINDS)),
        *(CLOCK_MAILS.by(mail) for mail in (daily.MAIL, weekly.MAIL)),
    ],
)
