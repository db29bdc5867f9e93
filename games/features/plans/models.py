"""What a player has prepared. No one else ever sees any of it while the game continues.

A plan is a small book: whenever this side is to act in this situation, do that. It is found by the
situation alone, no matter how the game got there.
"""

from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Game


class Status(models.TextChoices):
    """What became of something prepared."""

    WAITING = "waiting"
    FIRED = "fired"
    DROPPED = "dropped"


class Because(models.TextChoices):
    """Why something prepared was dropped; besides these, the code of what was refused."""

    REMOVED = "removed"
    REPLACED = "replaced"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"
    ALARM = "alarm"
    """What it was not to be played after had happened."""
    ILLEGAL = "illegal"
    """None of its turns was legal."""
    TOO_LATE = "too_late"
    """Its turn was played otherwise."""
    TAKEN_BACK = "taken_back"
    """The turn before it was taken back."""


TAKEN_BACK = (Because.REMOVED, Because.REPLACED)
"""Why something was dropped that its player wants to hear of no more."""


class Prepared(models.Model):
    """What both kinds of things prepared have in common."""

    side = models.CharField(max_length=20)
    status = models.CharField(max_length=10, choices=Status, default=Status.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    fired_turn = models.PositiveIntegerField(null=True, blank=True)
    because = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True

    def settle(
        self, status: Status, at: Any, *, because: str = "", turn: int | None = None
    ) -> None:
        """Write down what became of it."""
        self.status, self.settled_at, self.because, self.fired_turn = status, at, because, turn
        self.save(update_fields=["status", "settled_at", "because", "fired_turn"])


class PlanEntry(Prepared):
    """An answer to a situation."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="plans", db_index=False)
    place = models.BigIntegerField(default=0, db_default=0)
    """Its public number: counted for each seat, so that it shows nothing of what others prepare."""
    round = models.PositiveIntegerField()
    """The round in which it is an answer."""
    key = models.CharField(max_length=43)
    """The SHA-256 of the situation in base64url."""
    line = models.JSONField()
    """The turns that lead to the situation, to show it by; others may lead there too."""
    position = models.TextField(null=True)
    """The position of the situation; none between rounds."""
    reply = models.JSONField()
    made_at_turn = models.PositiveIntegerField()

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game", "side", "id"], name="plan_of_seat"),
            models.Index(
                fields=["game", "side"], name="plan_waiting", condition=Q(status="waiting")
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "side", "key"],
                condition=Q(status="waiting"),
                name="plan_once_for_a_situation",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}: {self.status}"


class PlanFallback(Prepared):
    """What to try at one turn of your own where no entry fits."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="plan_fallbacks", db_index=False
    )
    turn = models.PositiveIntegerField()
    tries = models.JSONField()
    unless = ArrayField(models.CharField(max_length=20), default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="plan_fallback_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}, turn {self.turn}: {self.status}"


class PlanBook(models.Model):
    """A seat with something that waits. Anyone who changes a seat's plans holds this row."""

    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="plan_books", db_index=False
    )
    side = models.CharField(max_length=20)
    looked_at = models.PositiveIntegerField(null=True, blank=True)
    """The revision of the game in which nothing was left to do; empty after each change."""
    rests_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "side"], name="plan_book_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.side}"


def forget_seat(game_id: str, side: str) -> None:
    """Forget what was prepared at a seat, whose player has left it to someone else."""
    for model in (PlanEntry, PlanFallback, PlanBook):
        model._default_manager.filter(game=game_id, side=side).delete()
