"""Players of a correspondence game who play on now, because all of them are at its page."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.models import Game


class PlayingOn(models.Model):
    """That some of the players would like to play on now, or that all do.

    The row goes when it ends. It changes nothing about the game: neither deadlines nor time banks
    know of it.
    """

    game = models.OneToOneField(
        Game, on_delete=models.CASCADE, primary_key=True, related_name="playing_on"
    )
    agreed = models.JSONField(default=dict)
    """By side: until when a player who asked waits for the others, in seconds of the epoch."""
    began_at = models.DateTimeField(null=True, blank=True)
    """When all had agreed; empty until then."""
    moved_at = models.DateTimeField(null=True, blank=True)
    """When the newest turn was played that was looked at; at first when it began."""
    turn = models.PositiveIntegerField(default=1)
    """The first turn that was not looked at yet."""

    class Meta:
        indexes = [
            models.Index(
                fields=["moved_at"], name="playing_on_runs", condition=Q(began_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} since {self.began_at}"
