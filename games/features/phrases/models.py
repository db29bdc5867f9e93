"""What was said in games, and who does not want to hear it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Game


class Phrase(models.Model):
    """One phrase that a player said while a turn was due."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="phrases", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="phrases"
    )
    side = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    """Counts what this player says at this turn, from 0: its bound holds however many are sent at
    the same time."""
    key = models.CharField(max_length=20)
    to = models.CharField(max_length=20, blank=True, default="", db_default="")
    """The side it is for, though the whole table hears it; empty where it is for all."""
    said_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["said_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user", "turn", "place"], name="phrase_place_unique"
            ),
            models.CheckConstraint(name="phrase_place", condition=models.Q(place__range=(0, 2))),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}: {self.key}"


class Mute(models.Model):
    """Someone who wants to hear nothing in one game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mutes", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mutes"
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="mute_once")]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"
