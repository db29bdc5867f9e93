"""What the clock knows of itself: when it last ran, when it stood, how late it was."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q


class Heartbeat(models.Model):
    """The one row that says when a turn could last be played."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beat_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(name="heartbeat_single_row", condition=Q(id=1)),
        ]

    def __str__(self) -> str:
        return self.beat_at.isoformat()


class Outage(models.Model):
    """A time in which nothing could be played; every deadline it touched is moved by its length.

    ``ended_at`` is empty while the operator has paused the clocks. Until ``completed_at`` is
    set, no deadline that fell after ``started_at`` is acted on.
    """

    started_at = models.DateTimeField(unique=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=100, default="service down")
    games_moved = models.PositiveIntegerField(default=0)
    moved_below = models.DateTimeField(null=True, blank=True)
    """How far the moving has come, the latest deadlines first."""
    completed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-started_at"]
        indexes = [
            models.Index(
                fields=["started_at"],
                name="outage_unfinished",
                condition=Q(completed_at__isnull=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="outage_forwards", condition=Q(ended_at__gt=F("started_at"))
            ),
            models.CheckConstraint(
                name="outage_ended_before_completed",
                condition=Q(completed_at__isnull=True) | Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        end = f"{self.ended_at:%Y-%m-%d %H:%M}" if self.ended_at else "now"
        return f"{self.started_at:%Y-%m-%d %H:%M} to {end}"


class Sweep(models.Model):
    """One look at due rows that found some: how many, how late, and what went wrong."""

    class Kind(models.TextChoices):
        DEADLINES = "deadlines"
        REMINDERS = "reminders"

    kind = models.CharField(max_length=10, choices=Kind)
    ended_at = models.DateTimeField(db_index=True)
    handled = models.PositiveIntegerField()
    set_aside = models.PositiveIntegerField(default=0)
    total_lateness = models.DurationField()
    worst_lateness = models.DurationField()

    def __str__(self) -> str:
        return f"{self.handled} {self.kind} at {self.ended_at:%Y-%m-%d %H:%M:%S}"
