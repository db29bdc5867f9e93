"""The matches of a section, their games and penalties."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.features.competitions.bracket import By
from games.features.competitions.models.section import Section
from games.models import Game


class Match(models.Model):
    """A match as it is in the bracket or the schedule; numbers as in ``bracket.Match``, 0 for no
    one. In a league the upper place has White.
    """

    section = models.ForeignKey(
        Section, on_delete=models.CASCADE, related_name="matches", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    upper = models.PositiveSmallIntegerField(null=True, blank=True)
    lower = models.PositiveSmallIntegerField(null=True, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    by = models.CharField(max_length=20, choices=[(by, by) for by in By], blank=True)
    score = models.JSONField(null=True, blank=True)
    """In a league, White's goals and Black's, and the goals that were to be expected."""
    counted = models.JSONField(null=True, blank=True)
    """What the players had when the last day decided, by number."""
    started_at = models.DateTimeField(null=True, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)
    """When its players were notified that it is decided."""

    class Meta:
        ordering = ["round", "number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(
                fields=["section", "round", "number"], name="match_place_unique"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id} {self.name}"

    @property
    def name(self) -> str:
        """How it is called in labels and addresses: ``2.1``."""
        return f"{self.round}.{self.number}"


class MatchGame(models.Model):
    """A game of a match: the first, the second or the deciding one."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    role = models.PositiveSmallIntegerField()
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="match_game")
    white = models.PositiveSmallIntegerField()
    """The number of who has White."""
    result = models.CharField(max_length=10, blank=True)
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``void`` for a game that does not count."""

    VOID = "void"

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["game"], name="match_game_open", condition=Q(result="")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "role"], name="match_game_role", condition=~Q(result="void")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} game {self.role}: {self.game_id}"


class Shootout(models.Model):
    """The penalties of a match: what was handed in, and how it went."""

    match = models.OneToOneField(
        Match, on_delete=models.CASCADE, primary_key=True, related_name="shootout"
    )
    white = models.PositiveSmallIntegerField()
    """The number of who shoots first in each pair: who had White."""
    sealed_secret = models.BinaryField(editable=False)
    commitment = models.CharField(max_length=64)
    earlier_commitments = models.JSONField(default=list, db_default=[])
    due_at = models.DateTimeField()
    white_shots = models.CharField(max_length=5, blank=True)
    white_stands = models.CharField(max_length=5, blank=True)
    black_shots = models.CharField(max_length=5, blank=True)
    black_stands = models.CharField(max_length=5, blank=True)
    resolved_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"shoot-out of {self.match_id}"
