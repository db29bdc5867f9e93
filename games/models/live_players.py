"""Who plays a live game at this moment, and the turns that they are putting together."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from games.models.game import Game


class LivePlayer(models.Model):
    """Someone in a live game that continues: no one plays two at the same time.

    The row is there from the beginning of the game to its end, and the key keeps it single: two
    seeks that are matched at the same instant cannot seat a person twice.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")

    class Meta:
        db_table = "live_liveplayer"  # As it was called when it belonged to the app of live play.

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"


class StagedTurn(models.Model):
    """The turn that one side has staged, kept for the moment when its time is over.

    No one else ever sees it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    side = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    """The number of the turn that it is for."""
    round = models.PositiveIntegerField()
    """The round in which it was staged: it is of no use in the next."""
    actions = ArrayField(models.CharField(max_length=16))
    staged_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "live_stagedturn"
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="staged_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}, turn {self.turn}"
