"""Who looks for a live game, and who has to wait before looking again."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Seek(models.Model):
    """Someone who looks for a live game at this moment; one at a time.

    The row goes when they are paired, take it back, or show no sign of life any more.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    ruleset = models.CharField(max_length=20)
    live = models.JSONField()
    """The complete terms of the clock."""
    rated = models.BooleanField(default=False, db_default=False)
    is_bot = models.BooleanField()
    """Programs have a pool of their own."""
    rating = models.PositiveSmallIntegerField()
    least = models.PositiveSmallIntegerField(null=True, blank=True)
    most = models.PositiveSmallIntegerField(null=True, blank=True)
    """What the other may be rated; empty where it does not matter."""
    made_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When the seeker last showed a sign of life."""

    class Meta:
        indexes = [models.Index(fields=["made_at"], name="seek_made")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.ruleset}"


class LiveRest(models.Model):
    """How long someone has to wait who let live games fall before they began."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    until = models.DateTimeField()
    times = models.PositiveSmallIntegerField(default=0)
    """How often in a row; each is three times as long as the one before."""
    counted_to = models.DateTimeField()
    """The end of the newest Game that was counted."""

    def __str__(self) -> str:
        return f"{self.user_id} until {self.until:%Y-%m-%d %H:%M}"
