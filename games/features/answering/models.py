"""Emails that answer ours, and addresses from which ours come back."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models import Game


class InboundMail(models.Model):
    """An email to a turn's address. The row is there before the sender's server hears of it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        DONE = "done"
        REFUSED = "refused"
        """Understood as nothing that could be done, and answered so."""
        SILENT = "silent"
        """Not answered: there were too many, or every attempt failed."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="inbound_mails"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    turn = models.PositiveIntegerField()
    """The turn that the email it answers was about."""
    key = models.CharField(max_length=64)
    """A hash of its Message-ID: the same email may come twice."""
    message_id = models.CharField(max_length=255)
    subject = models.CharField(max_length=200)
    text = models.TextField()
    """The answer alone, without quotes."""
    stranger = models.CharField(max_length=254, default="", blank=True)
    """The sender, where it is not a confirmed address of the account."""
    received_at = models.DateTimeField()
    """When our server had the whole of it: the moment by which it is judged."""
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="inbound_mail_once")]
        indexes = [
            models.Index(
                fields=["received_at"],
                name="inbound_mail_waiting",
                condition=models.Q(status="waiting"),
            ),
            models.Index(fields=["user", "received_at"], name="inbound_mail_recent"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on turn {self.turn} of {self.game_id}: {self.status}"


class Bounced(models.Model):
    """How often in a row emails to an account came back."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="bounced",
    )
    count = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.count} in a row"
