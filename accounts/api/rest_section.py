"""The section ``rest`` of ``/me``: rest days; see ``accounts.hooks``."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from accounts.models import User
from accounts.rest_days import MOST_DAYS, WEEKDAYS, choose, chosen
from config.http.fields import Input, StrictList


class RestDays(Input):
    """My rest days: my clock is paused on them, in games with `rest`."""

    days = StrictList(
        child=serializers.ChoiceField(WEEKDAYS),
        max_length=MOST_DAYS,
        help_text="Up to two weekdays, in my time zone. A change applies from the next Monday, to "
        "clocks that start after it.",
    )
    applies_from = serializers.DateField(
        read_only=True, allow_null=True, help_text="When a change applies; null once it does."
    )
    days_before = serializers.ListField(
        child=serializers.ChoiceField(WEEKDAYS),
        read_only=True,
        help_text="My rest days until then.",
    )


class RestSection:
    """Rest days, shown and changed."""

    serializer_class = RestDays
    example = {"days": ["sunday"], "applies_from": "2026-11-30", "days_before": []}

    def read(self, user: User) -> dict[str, Any]:
        """Return what is chosen, and what applies until then."""
        now = chosen(user.rest_days or (), timezone.now())
        return {
            "days": [WEEKDAYS[day] for day in now.next_days],
            "applies_from": now.changes_on.isoformat() if now.changes_on else None,
            "days_before": [WEEKDAYS[day] for day in now.days],
        }

    def write(self, user: User, changes: dict[str, Any]) -> None:
        """Choose others; raises the refusal of what keeps someone from it."""
        choose(user, [WEEKDAYS.index(day) for day in changes["days"]], timezone.now())


section = RestSection()
