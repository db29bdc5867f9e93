"""What ``/me`` shows of your games; see ``accounts.hooks``."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from accounts.models import User
from games.api import examples
from games.api.time_outputs import PaceOutput
from games.shown.pace import pace_of, pace_payload


class OwnPace:
    """How soon I answer, as everyone sees it."""

    serializer_class = PaceOutput
    example = examples.PACE

    def read(self, user: User) -> dict[str, Any]:
        """Return the figures."""
        return pace_payload(pace_of(user.pk, timezone.now()))


pace = OwnPace()
