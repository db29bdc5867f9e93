"""Lines of the page about the reader that lead to the settings."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.pages.me import Row
from accounts.rest_days import chosen
from accounts.selectors import mail_address
from games.shown import wording
from games.shown.kits import KITS
from notifications.models import PushSubscription
from notifications.preferences import read_preferences


def notifications(user: User, now: datetime) -> Row:
    """Return the line of the notifications: by which way they come, and when not."""
    has_push = PushSubscription.objects.filter(user=user).exists()
    ways = [_("email")] * bool(mail_address(user)) + [_("push")] * has_push
    words = ", ".join(ways) or (_("Confirm your email first") if user.email else _("None yet"))
    if quiet := read_preferences(user).quiet:
        words = _("{ways}, not {begin:%H:%M}–{end:%H:%M}").format(
            ways=words, begin=quiet[0], end=quiet[1]
        )
    return Row("bell", _("Email and notifications"), "/settings/", words[:1].upper() + words[1:])


def language(user: User, now: datetime) -> Row:
    """Return the line of the language in which someone is spoken to."""
    chosen = dict(settings.LANGUAGES).get(user.language)
    words = str(chosen) if chosen else _("Same as browser")
    return Row("globe", _("Language"), "/settings/language/", words)


def board(user: User, now: datetime) -> Row:
    """Return the line of how the board looks and acts: what is not as usual."""
    page = user.page
    words = [
        *([str(KITS[page.kit].name)] if page.kit in KITS else []),
        *([_("high contrast")] if page.high_contrast else []),
        _("confirm with Send") if page.confirm else _("turns sent automatically"),
    ]
    value = ", ".join(words)
    return Row("play", _("Board and playing"), "/settings/playing/", value[:1].upper() + value[1:])


def time(user: User, now: datetime) -> Row:
    """Return the line of the clock: its time zone, and the days of rest."""
    days = wording.weekdays(chosen(user.rest_days or (), now).next_days)
    words = " · ".join([user.time_zone.replace("_", " "), *([days] if days else [])])
    return Row("globe", _("Time zone and rest days"), "/settings/time/", words)


def webhooks(user: User, now: datetime) -> Row:
    """Return the line of the webhooks."""
    return Row("bolt", _("Webhooks"), "/settings/webhooks/", _("Programs that we notify"))
