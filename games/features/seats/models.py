"""Offers of vacant seats."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from games.models import Game


class SeatOffer(models.Model):
    """One vacant seat of a running game that is offered; it goes when it is taken or declined."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="+")
    """One seat of a game at a time."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    """Who offers it; their friends see it at home once it is open."""
    side = models.CharField(max_length=20)
    agreed = ArrayField(models.CharField(max_length=20), default=list)
    """The sides whose players agree, that of the one who offers it included."""
    offered_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}"
