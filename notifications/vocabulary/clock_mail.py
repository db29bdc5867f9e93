"""An email by the clock: how it is asked for, when it comes, and what it says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, ClassVar, Final

from config.features import Hook

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

    from notifications.message.written import PicturedMail
    from notifications.models import Digest, Notification
    from notifications.preferences import NotificationPreferences


class ClockMail:
    """An email that comes at the hour that a player has chosen."""

    name: ClassVar[str] = ""
    """At most 10 letters; stored with each email."""
    label: ClassVar[StrOrPromise] = ""
    """What the page calls it on which it is stopped."""
    template: ClassVar[str] = ""
    wish: ClassVar[str] = ""
    """The preference that asks for it; empty for the daily email, which goes by the kinds."""

    def is_wanted(self, user_id: int, wishes: NotificationPreferences) -> bool:
        """Return whether this player is to get it at the next hour that suits them."""
        return bool(getattr(wishes, self.wish))

    def next_at(self, wishes: NotificationPreferences, zone: tzinfo, now: datetime) -> datetime:
        """Return when the next one is due."""
        return wishes.next_digest(now, zone)

    def news_of(self, digest: Digest) -> list[Notification]:
        """Return the notifications that wait for this email, and are settled with it."""
        return []

    def write(
        self, digest: Digest, rows: Sequence[Notification], address: str, now: datetime
    ) -> PicturedMail | None:
        """Return the email; ``None`` where there is no reason for one."""
        return None


CLOCK_MAILS: Final[Hook[ClockMail]] = Hook()
"""The emails by the clock of the core and of the installed features."""


def clock_mails() -> dict[str, ClockMail]:
    """Return every email by the clock by its name."""
    return {mail.name: mail for mail in CLOCK_MAILS}
