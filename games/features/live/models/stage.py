"""What a player of a live game is putting together, kept for the moment when their time is over."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from games.models import Game


class StagedTurn(models.Model):
    """The turn that one side has staged; nobody else ever sees it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    side = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    """The number of the turn that it is for."""
    round = models.PositiveIntegerField()
    """The round in which it was staged: it is of no use in the next."""
    actions = ArrayField(models.CharField(max_length=16))
    staged_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="staged_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}, turn {self.turn}"
