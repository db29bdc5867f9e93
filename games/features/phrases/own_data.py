"""What phrases keep of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext_noop

from accounts.hooks import Part, columns
from accounts.models import User
from games.features.phrases.models import Mute, Phrase

PARTS: Final = (
    Part(
        "games/phrases.json",
        ("phrases.Phrase",),
        gettext_noop("What you said to the others in your games."),
        lambda user: columns(
            Phrase.objects.filter(user=user), "game", "turn", "side", "key", "said_at"
        ),
    ),
    Part(
        "games/mutes.json",
        ("phrases.Mute",),
        gettext_noop("The games in which you want to hear nothing."),
        lambda user: columns(Mute.objects.filter(user=user), "game"),
    ),
)
LEFT_OUT: Final[dict[str, str]] = {}


def forget_phrases(user: User, now: datetime) -> None:
    """Delete what somebody said who leaves."""
    for model in (Phrase, Mute):
        model.objects.filter(user=user).delete()
