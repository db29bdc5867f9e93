"""Who plays a live match at this moment."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from games.models import Game


class LivePlayer(models.Model):
    """Somebody in a live match that goes on: nobody plays two at once.

    The row is there from the beginning of the match to its end, and the key keeps it single:
    two seeks that are matched at the same instant cannot seat a person twice.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"
