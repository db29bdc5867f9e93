"""Reports, decisions and appeals. Who did what is in the log of operators' acts besides."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Game


class Reason(models.TextChoices):
    """What a report or a decision is about."""

    NAME = "name", _("Username")
    ABUSE = "abuse", _("Insults or threats")
    CHEATING = "cheating", _("Cheating")
    STALLING = "stalling", _("Stalling or leaving games")
    SEVERAL_ACCOUNTS = "several_accounts", _("Several accounts")
    OTHER = "other", _("Something else")


class Decision(models.Model):
    """What a moderator decided about a person; never changed but by being undone."""

    class Kind(models.TextChoices):
        NO_ACTION = "no_action", _("No action")
        REMINDER = "reminder", _("Reminder")
        MUTE = "mute", _("No messages")
        UNRATED = "unrated", _("No rated games")
        RENAME = "rename", _("New username")
        CLOSE = "close", _("Account closed")
        VOID = "void", _("Rated results undone")

    DONE_FOR_GOOD = (Kind.NO_ACTION,)
    """There is nothing in these that could be undone."""
    LASTING = (Kind.MUTE, Kind.UNRATED, Kind.CLOSE)
    """These hold until their end, or until they are undone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="decisions"
    )
    kind = models.CharField(max_length=12, choices=Kind)
    reason = models.CharField(max_length=20, choices=Reason)
    sentence = models.CharField(max_length=300, blank=True)
    """What the moderator adds, for the person to read."""
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    """When it ends; empty for what has no end, or is done once."""
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    old_name = models.CharField(max_length=30, blank=True)
    """The username before a new one."""
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    ended_at = models.DateTimeField(null=True, blank=True)
    """When an account that was closed for a time was opened again."""

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["user", "-at"], name="decision_of_user"),
            models.Index(
                fields=["until"],
                name="decision_to_end",
                condition=Q(kind="close", until__isnull=False, ended_at=None, undone_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"

    @property
    def can_be_undone(self) -> bool:
        """Whether undoing it would change anything."""
        return self.undone_at is None and self.kind not in self.DONE_FOR_GOOD

    def is_in_force(self, now: datetime) -> bool:
        """Return whether it still restricts the person."""
        is_over = self.until is not None and self.until <= now
        return self.kind in self.LASTING and self.undone_at is None and not is_over


class Report(models.Model):
    """What a player reports about another."""

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made"
    )
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_about"
    )
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    place = models.CharField(max_length=8, blank=True)
    """The id of the game, empty without one: what makes a report the same as another."""
    turn = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=20, choices=Reason)
    text = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    decision = models.ForeignKey(
        Decision, on_delete=models.SET_NULL, null=True, blank=True, related_name="reports"
    )

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["reporter", "about", "place", "reason"],
                name="report_once",
                condition=Q(closed_at=None),
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"], name="report_open", condition=Q(closed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.about_id}: {self.reason}"


class Appeal(models.Model):
    """A person asks for another look at a decision, once."""

    decision = models.OneToOneField(Decision, on_delete=models.CASCADE, related_name="appeal")
    text = models.CharField(max_length=1000)
    made_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    is_granted = models.BooleanField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["made_at"]
        indexes = [
            models.Index(
                fields=["made_at"], name="appeal_open", condition=Q(answered_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.decision_id}"
