"""Notifications: one row for each message, what they want to hear, how channels are doing."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from config.backends.circuit import Circuit
from config.backends.lease_queue import DoubtfulRow, LeasedRow
from games.models import Game, GameEvent, Player
from notifications.vocabulary import Channel
from notifications.vocabulary.clock_mail import clock_mails
from notifications.vocabulary.kind import kinds


def kind_choices() -> list[tuple[str, str]]:
    """Return the names of all kinds. They are read late, so that a new one needs no migration."""
    return [(name, name.replace("_", " ")) for name in kinds()]


def clock_mail_choices() -> list[tuple[str, str]]:
    """Return the names of all emails by the clock."""
    return [(name, name) for name in clock_mails()]


_CHANNELS: Final = [(channel.value, channel.value) for channel in Channel]


class Notification(DoubtfulRow):
    """One message about one event for one person by one channel.

    Written by the relay, sent afterwards by a worker. The unique constraint is what makes "at least
    once" visible at most once: however often an event is relayed, there is one row, and however
    often a row is sent, it has the same Message-ID or tag.
    """

    class Status(models.TextChoices):
        PENDING = "pending"
        SENT = "sent"
        WITHDRAWN = "withdrawn"
        """No longer true when its time came: nothing was sent."""
        FAILED = "failed"

    event = models.ForeignKey(
        GameEvent, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications"
    )
    channel = models.CharField(max_length=10, choices=_CHANNELS)
    kind = models.CharField(max_length=20, choices=kind_choices)
    rung = models.CharField(max_length=12, blank=True, default="", db_default="")
    """Which reminder of a turn it is; empty for all that is reported once of an event."""
    in_digest = models.BooleanField(default=False)
    """Waits to be reported together with others, once a day."""
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    last_error = models.TextField(blank=True)
    devices_told = ArrayField(models.BigIntegerField(), default=list, blank=True)
    """Push subscriptions that took it: when others have to be tried again, these are not."""
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["channel", "in_digest", "due_at"],
                name="notification_due",
                condition=Q(status="pending"),
            ),
            models.Index(
                fields=["settled_at"],
                name="notification_settled",
                condition=Q(settled_at__isnull=False),
            ),
            models.Index(fields=["-id"], name="notification_failed", condition=Q(status="failed")),
        ]
        constraints = [
            # Of expressions: an index, which can be made while the table is written to.
            models.UniqueConstraint(
                "event", "user", "channel", "rung", name="notification_told_once"
            ),
            models.CheckConstraint(
                name="notification_settled_or_pending",
                condition=Q(status="pending", settled_at__isnull=True)
                | (~Q(status="pending") & Q(settled_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel} to {self.user_id} ({self.status})"


class Preferences(models.Model):
    """What a person wants to hear, where it differs from the defaults."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="notification_preferences",
    )
    chosen = models.JSONField(default=dict, blank=True)
    """Channel -> kind -> way."""
    digest_hour = models.PositiveSmallIntegerField(default=8)
    """When the daily email comes, by the person's own clock."""
    quiet_from = models.TimeField(null=True, blank=True)
    """From when no push disturbs, by the person's own clock; empty: at any time."""
    quiet_until = models.TimeField(null=True, blank=True)

    rungs = models.JSONField(default=dict, blank=True, db_default={})
    """Channel -> how long before the end of their time they are reminded."""
    weekly = models.BooleanField(default=False, db_default=False)
    """Whether an email describes the week on Mondays."""
    daily_puzzle = models.BooleanField(default=False, db_default=False)
    """Whether an email brings the puzzle of the day."""
    wake_me = models.BooleanField(default=False, db_default=False)
    """Whether a reminder that no moment beside the quiet hours suits comes within them."""

    class Meta:
        verbose_name_plural = "preferences"
        constraints = [
            models.CheckConstraint(
                name="preferences_digest_hour", condition=Q(digest_hour__range=(0, 23))
            ),
            models.CheckConstraint(
                name="preferences_quiet_both",
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class Digest(DoubtfulRow):
    """An email to one person by the clock: there is one of each period for each moment of it."""

    class Status(models.TextChoices):
        PENDING = "pending"
        SENT = "sent"
        WITHDRAWN = "withdrawn"
        """There was nothing to report."""
        FAILED = "failed"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="digests", db_index=False
    )
    period = models.CharField(max_length=10, choices=clock_mail_choices)
    for_at = models.DateTimeField()
    """The moment that the person has chosen; ``due_at`` moves while it is being sent."""
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    last_error = models.TextField(blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="digest_due", condition=Q(status="pending")),
            models.Index(
                fields=["settled_at"],
                name="digest_settled",
                condition=Q(settled_at__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "period", "for_at"], name="digest_once"),
        ]

    def __str__(self) -> str:
        return f"{self.period} to {self.user_id} ({self.status})"


class Ladder(models.Model):
    """A seat whose player is to be reminded, or whose clock is to be looked at."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="ladder"
    )
    next_at = models.DateTimeField(db_index=True)
    """When the sweep is to look at it."""

    def __str__(self) -> str:
        return f"seat {self.player_id} at {self.next_at:%Y-%m-%d %H:%M}"


class ToldRung(models.Model):
    """A reminder that a player was sent, or that a later one made needless.

    ``clock_began_at`` represents the turn: the formations of a round and the turn after them have
    one number.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="told_rungs", db_index=False
    )
    clock_began_at = models.DateTimeField()
    rung = models.CharField(max_length=12)
    channel = models.CharField(max_length=10, choices=_CHANNELS)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "clock_began_at", "rung", "channel"], name="rung_told_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rung} by {self.channel} to seat {self.player_id}"


class PushSubscription(Circuit):
    """A browser on a device that may be sent notifications."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="push_subscriptions"
    )
    endpoint = models.TextField()
    endpoint_digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the endpoint, which is too long for an index."""
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    device = models.CharField(max_length=100, blank=True)
    """Such as ``Chrome on Android``, for people to distinguish their devices."""
    created_at = models.DateTimeField(default=timezone.now)
    last_told_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.device or 'a device'}"


class ServiceSecret(models.Model):
    """A secret of the service itself, made once and sealed; see ``config.backends.encryption``."""

    name = models.CharField(primary_key=True, max_length=40)
    sealed = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        # A process of the release before reads it by this name while the two run side by side.
        db_table = "notifications_keptsecret"

    def __str__(self) -> str:
        return self.name


class Webhook(Circuit):
    """An address of someone's own program that is notified of their events."""

    class Status(models.TextChoices):
        ACTIVE = "active"
        PAUSED = "paused"

    class Format(models.TextChoices):
        JSON = "json", "JSON"
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        TELEGRAM = "telegram", "Telegram"
        NTFY = "ntfy", "ntfy"

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks"
    )
    url = models.TextField()
    format = models.CharField(
        max_length=10, choices=Format, default=Format.JSON, db_default=Format.JSON
    )
    """What is sent: the event, or a card of a chat or notification service."""
    events = ArrayField(models.CharField(max_length=30))
    secret = models.BinaryField()
    """Sealed; each delivery is signed with it."""
    old_secret = models.BinaryField(null=True, blank=True)
    """The one before it, good for signing until ``old_secret_until``."""
    old_secret_until = models.DateTimeField(null=True, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.ACTIVE)
    paused_because = models.CharField(max_length=200, blank=True)
    own_events = models.BooleanField(default=True, db_default=True)
    """Whether it is notified of what its owner did, too."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="webhook_old_secret_ends",
                condition=Q(old_secret__isnull=True, old_secret_until__isnull=True)
                | Q(old_secret__isnull=False, old_secret_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.shown_url}"

    @property
    def shown_url(self) -> str:
        """The address without what lets others post there: of a chat's it is all but the host."""
        parts = urlsplit(self.url)
        host = parts.netloc.rpartition("@")[2]
        if self.format != self.Format.JSON:
            return f"{parts.scheme}://{host}/…"
        return f"{parts.scheme}://{host}{parts.path}{'?…' if parts.query else ''}"


class ChatCard(models.Model):
    """The message of a chat that shows a game, to be edited as the game continues."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="cards")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    message = models.CharField(max_length=40)
    """Its id, as the service calls it."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "game"], name="chat_card_once")]

    def __str__(self) -> str:
        return f"{self.webhook_id}: {self.game_id}"


class Delivery(LeasedRow):
    """One event on its way to one webhook, and the log of how that went."""

    class Status(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        FAILED = "failed"
        CANCELLED = "cancelled"
        """The webhook was paused before it could be delivered."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(
        GameEvent, on_delete=models.CASCADE, related_name="deliveries", null=True, blank=True
    )
    """Empty for a test."""
    type = models.CharField(max_length=30)
    body = models.TextField()
    """What is sent, byte for byte the same at each attempt."""
    status = models.CharField(max_length=10, choices=Status, default=Status.PENDING)
    answer_status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "deliveries"
        indexes = [
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(status="pending")),
            models.Index(fields=["webhook", "-id"], name="delivery_newest"),
            models.Index(
                fields=["settled_at"],
                name="delivery_settled",
                condition=Q(settled_at__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "event"], name="delivery_once"),
        ]

    def __str__(self) -> str:
        return f"{self.type} to webhook {self.webhook_id} ({self.status})"

    @property
    def message_id(self) -> str:
        """What every attempt has as ``webhook-id``."""
        return f"msg_{self.pk}"

    @property
    def next_attempt_at(self) -> datetime | None:
        """When it is tried again; ``None`` once it is settled."""
        return self.due_at if self.status == self.Status.PENDING else None


class CalendarFeed(models.Model):
    """The version of someone's calendar address; a new one makes the old address useless."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="calendar_feed",
    )
    version = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"calendar of {self.user_id}, version {self.version}"
