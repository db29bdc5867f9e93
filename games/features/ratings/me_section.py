"""The part of ``/me`` that says what of your ratings is seen."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from config.http.fields import Input, StrictBoolean
from games.features.ratings.models import Wish
from games.features.ratings.selectors import wish_of


class RatingSettings(Input):
    """Which of my ratings others see."""

    ratings = StrictBoolean(required=False, help_text="Whether ratings are shown, to me as well.")
    leaderboards = StrictBoolean(required=False, help_text="Whether I appear on leaderboards.")
    badges = StrictBoolean(required=False, help_text="Whether badges are shown, to me as well.")


class RatingSection:
    """``ratings`` of ``/me``; see ``accounts.hooks``."""

    serializer_class = RatingSettings
    example = {"ratings": True, "leaderboards": True, "badges": True}

    def read(self, user: User) -> dict[str, Any]:
        """Return both wishes."""
        wish = wish_of(user)
        return {"ratings": wish.ratings, "leaderboards": wish.leaderboards, "badges": wish.badges}

    def write(self, user: User, changes: dict[str, Any]) -> None:
        """Store the wishes that are named; the others stay."""
        user.rating_wish, _is_new = Wish.objects.update_or_create(user=user, defaults=changes)


section = RatingSection()
