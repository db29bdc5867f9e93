"""The section ``family`` of ``/me``: family mode; see ``accounts.hooks``."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from config.http.fields import Input, StrictBoolean
from games.play.family import begin_family, end_family


class FamilyMode(Input):
    """Family mode."""

    is_on = StrictBoolean(
        help_text="Only my friends find, see and challenge me. My games are private, and stay so."
    )


class FamilySection:
    """Family mode, shown and changed."""

    serializer_class = FamilyMode
    example = {"is_on": False}

    def read(self, user: User) -> dict[str, Any]:
        """Return whether it is on."""
        return {"is_on": user.is_family}

    def write(self, user: User, changes: dict[str, Any]) -> None:
        """Turn it on or off; raises the refusal of what keeps someone from it."""
        if changes["is_on"] and not user.is_family:
            begin_family(user, now=timezone.now())
        elif not changes["is_on"] and user.is_family:
            end_family(user)


section = FamilySection()
