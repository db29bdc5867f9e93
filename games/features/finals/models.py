"""The hour of a final, and what the finalists said to it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final as Constant

from django.db import models

from games.features.competitions.models import Entry, Section

AROUND: Constant = timedelta(minutes=10)
"""So long before and after the hour a finalist can say to be there (law 12.4)."""


class Final(models.Model):
    """The hour at which the final of a section is to be played live."""

    class State(models.TextChoices):
        WAITING = "waiting"
        LIVE = "live"
        """Has begun at its hour."""
        BY_POST = "by_post"
        """Is played by correspondence after all."""

    section = models.OneToOneField(
        Section, on_delete=models.CASCADE, primary_key=True, related_name="final_hour"
    )
    at = models.DateTimeField()
    """The hour; an outage around it moves it."""
    fixed_for = models.DateTimeField()
    """The hour as it was fixed."""
    live = models.JSONField()
    """The complete terms of the live clock."""
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    asked_at = models.DateTimeField(null=True, blank=True)
    """When the finalists were asked."""
    near_at = models.DateTimeField(null=True, blank=True)
    """When they were reminded."""
    outage_given_back = models.BigIntegerField(default=0)
    """The newest outage that was looked at."""

    class Meta:
        indexes = [
            models.Index(
                fields=["at"],
                name="final_to_come",
                condition=models.Q(state__in=("waiting", "live")),
            ),
        ]

    def __str__(self) -> str:
        return f"final of {self.section_id} at {self.at:%Y-%m-%d %H:%M}"

    @property
    def opens_at(self) -> datetime:
        """From when on a finalist can be there."""
        return self.at - AROUND

    @property
    def closes_at(self) -> datetime:
        """Until when a finalist can come."""
        return self.at + AROUND


class Answer(models.Model):
    """What a finalist said to the hour."""

    final = models.ForeignKey(
        Final, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    is_confirmed = models.BooleanField()
    said_at = models.DateTimeField()
    here_at = models.DateTimeField(null=True, blank=True)
    """When the finalist first said to be there."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["final", "entry"], name="final_answer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {'yes' if self.is_confirmed else 'no'}"
