"""Who agrees to talk with whom, and what was written."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Game

MOST_A_DAY: Final = 30
"""Messages of a person in a game on one day (UTC)."""
LONGEST: Final = 500
"""Characters of a message."""


class Agreement(models.Model):
    """A person agrees to talk with another, in all their games."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    other = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "other"], name="talk_once"),
            models.CheckConstraint(name="talk_not_oneself", condition=~Q(user=models.F("other"))),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} with {self.other_id}"


class Message(models.Model):
    """A line of text that a player wrote in a game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    side = models.CharField(max_length=20)
    turn = models.PositiveIntegerField()
    """The turn that was due."""
    day = models.DateField()
    place = models.PositiveSmallIntegerField()
    """Counts what this player writes on this day, from 0: its bound holds however many are sent at
    the same time."""
    text = models.CharField(max_length=LONGEST)
    said_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user", "day", "place"], name="talk_place_unique"
            ),
            models.CheckConstraint(
                name="talk_place", condition=Q(place__range=(0, MOST_A_DAY - 1))
            ),
        ]
        indexes = [models.Index(fields=["game", "-said_at", "-id"], name="talk_of_game")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}: {len(self.text)} characters"
