"""What someone has done, kept with the account."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import F
from django.db.models.functions import Greatest

from accounts.models import User
from games.features.learn.lessons import LessonStep
from games.features.learn.models import LearnProgress

ALL_STARS: Final = 3


def stars_for(tries: int) -> int:
    """Return the stars for a step done after so many tries that failed; each costs one."""
    return max(1, ALL_STARS - tries)


def note_done(user: User, step: LessonStep, stars: int, now: datetime) -> None:
    """Keep that a step was done; doing it worse later takes no star away."""
    _row, is_new = LearnProgress.objects.get_or_create(
        user=user, step=step.key, defaults={"stars": stars, "done_at": now}
    )
    if not is_new:
        mine = LearnProgress.objects.filter(user=user, step=step.key)
        mine.update(stars=Greatest(F("stars"), stars))


def stars_of(user_id: int | None) -> dict[str, int]:
    """Return the stars of someone by step; none for a visitor, whose browser keeps them."""
    if user_id is None:
        return {}
    return dict(LearnProgress.objects.filter(user=user_id).values_list("step", "stars"))
