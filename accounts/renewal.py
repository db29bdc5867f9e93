"""A session lasts as long as it is used: anyone who plays a turn a day is never logged out."""

from __future__ import annotations

from typing import Final

from django.http import HttpRequest
from django.utils import timezone

from config.http.errors.handler import API_PREFIX
from config.http.middleware import Middleware

RENEWED: Final = "renewed_on"
"""The day on which the session and its cookie were given their whole time again."""


class RenewalMiddleware(Middleware):
    """Gives a session its whole time again on each day on which a page is opened."""

    def process_view(self, request: HttpRequest, *args: object) -> None:
        """Note the day in the session of a page; a session that is written is given out again."""
        if request.path.startswith(API_PREFIX) or not request.user.is_authenticated:
            return
        today = timezone.now().date().isoformat()
        if request.session.get(RENEWED) != today:
            request.session[RENEWED] = today
