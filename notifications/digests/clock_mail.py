"""A mail by the clock: how it is asked for, when it comes, and how it travels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings

from config.http.site import domain
from notifications import unsubscribe
from notifications.channels.email_message import (
    PICTURE,
    PicturedMail,
    headers,
    inline,
    write_letter,
)
from notifications.message.picture import WIDTH
from notifications.models import Digest, Notification
from notifications.preferences import NotificationPreferences

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class ClockMail:
    """A mail that comes at the hour that a player has chosen."""

    name: ClassVar[str] = ""
    """At most 10 letters; stored with each mail."""
    label: ClassVar[StrOrPromise] = ""
    """What the page calls it on which it is stopped."""
    template: ClassVar[str] = ""
    wish: ClassVar[str] = ""
    """The preference that asks for it; empty for the daily mail, which goes by the kinds."""

    def is_wanted(self, user_id: int, wishes: NotificationPreferences) -> bool:
        """Return whether this player is to get it at the next hour that suits them."""
        return bool(getattr(wishes, self.wish))

    def next_at(self, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> datetime:
        """Return when the next one is due."""
        return wishes.next_digest(now, zone)

    def news_of(self, digest: Digest) -> list[Notification]:
        """Return the notifications that wait for this mail, and are settled with it."""
        return []

    def write(
        self, digest: Digest, rows: Sequence[Notification], address: str, now: datetime
    ) -> PicturedMail | None:
        """Return the mail; ``None`` where there is no reason for one."""
        return None

    def letter(
        self,
        title: str,
        shown: Mapping[str, Any],
        digest: Digest,
        address: str,
        picture: bytes | None = None,
    ) -> PicturedMail:
        """Return the mail of the template with what all of these mails have."""
        stop = unsubscribe.address_for(digest.user_id, self.name)
        common = {
            "title": title,
            "picture": PICTURE if picture else "",
            "picture_width": WIDTH,
            "name": digest.user.username,
            "stop": stop,
        }
        mail = write_letter(self.template, title, {**shown, **common}, digest.user, address)
        # The same id however often it is sent: a repeat is seen as one.
        mail.extra_headers |= headers(f"<{self.name}-{digest.pk}@{domain()}>", stop)
        if picture:
            mail.attach(inline(picture))
        return mail


def link(path: str) -> str:
    """Return the address of a page for a mail."""
    return f"{settings.SITE_URL}{path}?from=mail"
