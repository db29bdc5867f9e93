"""Who supervises which game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Challenge


class Supervision(models.Model):
    """The supervisor of a challenge and of the game that it becomes.

    What a supervisor does is in the history of the game.
    """

    class Answer(models.TextChoices):
        """The answer of the person who was asked; empty before."""

        ACCEPTED = "accepted"
        DECLINED = "declined"

    challenge = models.OneToOneField(Challenge, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    named_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=10, choices=Answer, blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.challenge_id} by {self.user_id}: {self.answer or 'asked'}"

    @property
    def status(self) -> str:
        """In a word, as the API has it."""
        return self.answer or "invited"
