"""Taking a day of vacation by one tap from an email, without logging in.

The address is the key: signed, good for two days, and for one vacation. Opening it does nothing,
because mail programs and scanners open every link that they see. Only the form of the page takes
the day.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.core import signing
from django.urls import reverse

from accounts.models import User
from games.models import Leave
from games.play.leaves import take_leave
from notifications.preferences import zone_of

_SALT: Final = "notifications.leave"
GOOD_FOR: Final = timedelta(days=2)
"""How long after an email its link takes a day of vacation."""
DAY: Final = timedelta(days=1)


class Offer(NamedTuple):
    """A day of vacation that an email has offered someone."""

    user: User
    made_at: datetime

    def leave(self, now: datetime) -> Leave | None:
        """Return the leave that was taken since the email and has begun, or ``None``."""
        taken = Leave.objects.filter(
            user=self.user, created_at__gte=self.made_at, begins_at__lte=now
        )
        return taken.order_by("-created_at").first()


def address_for(user_id: int, at: datetime) -> str:
    """Return the address of a link in an email of this time that takes a day of vacation."""
    token = signing.Signer(salt=_SALT).sign_object([user_id, int(at.timestamp())])
    return settings.SITE_URL + reverse("notifications:leave", args=[token])


def read_offer(token: str, now: datetime) -> Offer | None:
    """Return what the token of an address offers; ``None`` where it offers nothing any more."""
    try:
        user_id, seconds = signing.Signer(salt=_SALT).unsign_object(token)
        made_at = datetime.fromtimestamp(int(seconds), UTC)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, is_active=True, deleted_at__isnull=True).first()
    return Offer(user, made_at) if user is not None and now < made_at + GOOD_FOR else None


def ends_at(offer: Offer, now: datetime) -> datetime:
    """Return until when a day of vacation continues that begins now: a day on the wall."""
    return (now.astimezone(zone_of(offer.user)) + DAY).astimezone(UTC)


def take(offer: Offer, now: datetime) -> Leave:
    """Return the day of vacation that is taken, or was before: however often it is asked for.

    Raises what ``take_leave`` raises.
    """
    return offer.leave(now) or take_leave(offer.user, None, ends_at(offer, now), now)
