"""Lines and figures of the page about the reader that come from ratings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pages.me import Number, Row
from games.features.ratings.selectors import ratings_of, wish_of


def rating(user: User, now: datetime) -> Sequence[Number]:
    """Return the rating that rests on the most games."""
    found = ratings_of(user)[:1]
    return [Number(str(round(one.rating)), _("rating")) for one in found]


def wishes(user: User, now: datetime) -> Row:
    """Return the line of what others see of a player's ratings."""
    words = _("Shown to others") if wish_of(user).ratings else _("Hidden from others")
    return Row("star", _("Ratings"), "/settings/ratings/", words)
