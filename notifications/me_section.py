"""Notification preferences as a section of ``/me``."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail

from accounts.models import User
from config.http.fields import Input, StrictBoolean, StrictInteger, StrictList
from notifications.preferences import read_preferences
from notifications.vocabulary import (
    MOST_RUNGS,
    RUNGS,
    USUAL_RUNGS,
    Channel,
    Timing,
)
from notifications.vocabulary.kind import kinds
from notifications.wishes import update_preferences

_CLOCK = "%H:%M"
MAIL_WAYS = [way.value for way in Timing]
OTHER_WAYS = [way.value for way in (Timing.AT_ONCE, Timing.OFF)]
RUNG_WORDS = list(RUNGS)


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class _ClockField(serializers.TimeField):
    """A time of day to the minute, ``22:30``."""

    def __init__(self, **options: Any) -> None:
        super().__init__(format=_CLOCK, input_formats=[_CLOCK], **options)


class _Timings(Input):
    """When each kind is sent."""


def _ways(channel: Channel) -> type[Input]:
    """Return the shape of one channel: a way for each kind."""
    fields: dict[str, Any] = {
        kind.name: serializers.ChoiceField(
            [way.value for way in kind.timings(channel)], required=False, help_text=kind.label
        )
        for kind in kinds().values()
    }
    return type(f"{channel.value.title()}NotificationPreferences", (_Timings,), fields)


MailWishes, PushWishes = _ways(Channel.MAIL), _ways(Channel.PUSH)


def _rungs() -> StrictList:
    return StrictList(
        child=serializers.ChoiceField(RUNG_WORDS), max_length=MOST_RUNGS, required=False
    )


class Reminders(Input):
    """How long before the time of their turn is over a person is reminded, by each way.

    Those longer than 60 % of the turn are left out.
    """

    mail, push = _rungs(), _rungs()


class NotificationSettings(Input):
    """What a person wants to hear, how soon, and when not to be disturbed."""

    mail = MailWishes(required=False)
    push = PushWishes(required=False)
    reminders = Reminders(required=False)
    wake_me = StrictBoolean(
        required=False,
        help_text="Reminders that fit neither before nor after the quiet hours come within them.",
    )
    weekly = StrictBoolean(
        required=False,
        help_text="An email on Mondays with the results and the best goal of the week.",
    )
    daily_puzzle = StrictBoolean(
        required=False,
        help_text="An email each day with the puzzle of the day, unless you have solved it.",
    )
    digest_hour = StrictInteger(
        min_value=0,
        max_value=23,
        required=False,
        help_text="The hour of the daily email and the other emails at fixed times.",
    )
    quiet_from = _ClockField(
        required=False, allow_null=True, help_text="From when no push disturbs."
    )
    quiet_until = _ClockField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        begin, end = attrs.get("quiet_from"), attrs.get("quiet_until")
        is_half = ("quiet_from" in attrs) != ("quiet_until" in attrs)
        if is_half or (begin is None) != (end is None):
            fault = ErrorDetail(
                _("Send both the start and the end of your quiet hours, or null for both."),
                "incomplete",
            )
            raise serializers.ValidationError({"quiet_until": [fault]})
        return attrs


_ALONE = ("wake_me", "weekly", "daily_puzzle", "digest_hour", "quiet_from", "quiet_until")
"""Wishes that are stored as they are said."""


class NotificationSection:
    """``notifications`` of ``/me``; see ``accounts.hooks``."""

    serializer_class = NotificationSettings
    example = {
        **{channel.value: dict.fromkeys(kinds(), Timing.AT_ONCE.value) for channel in Channel},
        "reminders": {channel.value: list(USUAL_RUNGS[channel]) for channel in Channel},
        "wake_me": False,
        "weekly": False,
        "daily_puzzle": False,
        "digest_hour": 8,
        "quiet_from": "22:30",
        "quiet_until": "07:00",
    }

    def read(self, user: User) -> dict[str, Any]:
        """Return every wish, said or by default."""
        wishes = read_preferences(user)
        begin, end = wishes.quiet or (None, None)
        return {
            **{
                channel.value: {
                    name: wishes.way(channel, kind).value for name, kind in kinds().items()
                }
                for channel in Channel
            },
            "reminders": {channel.value: list(wishes.rungs_of(channel)) for channel in Channel},
            "wake_me": wishes.wake_me,
            "weekly": wishes.weekly,
            "daily_puzzle": wishes.daily_puzzle,
            "digest_hour": wishes.digest_hour,
            "quiet_from": begin.strftime(_CLOCK) if begin else None,
            "quiet_until": end.strftime(_CLOCK) if end else None,
        }

    def write(self, user: User, changes: dict[str, Any]) -> None:
        """Store the wishes that are named; the others stay."""
        others = {name: changes[name] for name in _ALONE if name in changes}
        chosen = {
            channel: {name: Timing(way) for name, way in changes[channel.value].items()}
            for channel in Channel
            if channel.value in changes
        }
        update_preferences(user.pk, chosen, changes.get("reminders"), **others)


section = NotificationSection()
