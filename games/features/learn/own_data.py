"""What lessons keep of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext_noop

from accounts.hooks import Part, columns
from accounts.models import User
from games.features.learn.models import LearnProgress

PARTS: Final = (
    Part(
        "learn/progress.json",
        ("learn.LearnProgress",),
        gettext_noop("The lessons that you have done."),
        lambda user: columns(LearnProgress.objects.filter(user=user), "step", "stars", "done_at"),
    ),
)

LEFT_OUT: Final[dict[str, str]] = {}


def forget_progress(user: User, now: datetime) -> None:
    """Forget what somebody has learnt, in the transaction that deletes the account."""
    LearnProgress.objects.filter(user=user).delete()
