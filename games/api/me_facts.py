"""What ``/me`` shows of your games; see ``accounts.hooks``."""

from __future__ import annotations

from django.utils import timezone

from accounts.models import User
from config.http.shapes import shape
from games.shown import examples
from games.shown.pace import pace_of, pace_payload
from games.shown.shapes import times


class OwnPace:
    """How soon I answer, as everyone sees it."""

    serializer_class = shape(times.Pace)
    example = examples.PACE

    def read(self, user: User) -> times.Pace:
        """Return the figures."""
        return pace_payload(pace_of(user.pk, timezone.now()))


pace = OwnPace()
