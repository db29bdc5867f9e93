"""What a daily or weekly email says of its reader's ratings."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.features.ratings.models import RatingChange
from games.features.ratings.pools import read_pool
from games.features.ratings.selectors import wish_of
from games.rules import registry


def change_lines(user: User, since: datetime, until: datetime) -> list[str]:
    """Return how this person's ratings changed in this time, a line each."""
    if not wish_of(user).ratings:
        return []
    spans: dict[str, tuple[float, float]] = {}
    changes = RatingChange.objects.filter(user=user, at__gt=since, at__lte=until).order_by("pk")
    for change in changes:
        first, _last = spans.get(change.pool, (change.before, change.after))
        spans[change.pool] = (first, change.after)
    return [_sentence(pool, before, after) for pool, (before, after) in spans.items()]


def _sentence(pool: str, before: float, after: float) -> str:
    found = read_pool(pool)
    name = registry.get(found.ruleset).name if found else pool
    return _("Your rating in {game}: {before} → {after}.").format(
        game=name, before=round(before), after=round(after)
    )
