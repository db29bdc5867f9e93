"""Offers to take back a turn, and what became of each."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Game


class Offer(models.Model):
    """One offer to take back the last turn.

    It is open while it has no answer and the game has come no further: the next turn declines it
    without a word.
    """

    class Answer(models.TextChoices):
        """What became of it; empty while no one has said anything."""

        ACCEPTED = "accepted"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    """The turn to take back."""
    position = models.TextField()
    """The position before it."""
    offered_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "turn"], name="takeback_once_a_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.turn}. {self.side}: {self.answer or 'open'}"
