"""What is stored of puzzles: each with its answer, who has tried it, and how strong they are."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models import Game
from games.models.identifiers import new_public_id
from games.rules.chess_eleven.puzzles import KINDS
from games.rules.glicko import Strength

AGAIN: Final = "again"
"""A turn of someone's own game in place of which a much better one was there, by its analysis."""
ALL_KINDS: Final = (*KINDS, AGAIN)


class Asked(models.Model):
    """A position with one right turn. What it is and what answers it never changes."""

    id = models.CharField(primary_key=True, max_length=8, default=new_public_id, editable=False)
    kind = models.CharField(max_length=10, choices=[(kind, kind) for kind in ALL_KINDS])
    position = models.CharField(max_length=120)
    """As law 10.4 writes it."""
    side = models.CharField(max_length=20)
    solutions = models.JSONField()
    """Every right turn, each a list of actions; all of them reach the same."""
    best = models.PositiveSmallIntegerField()
    second = models.PositiveSmallIntegerField()
    """What the right turn comes to, and the best of the others: ``rules.chess_eleven.puzzles``."""
    rules_version = models.PositiveSmallIntegerField()
    """The laws that it was found under, which continue to judge it."""
    turn = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.id} {self.kind}"


class Puzzle(Asked):
    """One that is for everyone."""

    situation = models.CharField(max_length=120, unique=True)
    """The position seen by White: no two puzzles share it."""
    game = models.ForeignKey(
        Game, on_delete=models.SET_NULL, null=True, blank=True, related_name="puzzles",
        db_index=False,
    )  # fmt: skip
    """Where it was played; empty for a round of bots."""
    rating = models.FloatField()
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)
    plays = models.PositiveIntegerField(default=0)
    """How many people have tried it."""
    likes = models.PositiveIntegerField(default=0)
    day = models.DateField(null=True, blank=True, unique=True)
    """The day, in UTC, of which it is the puzzle."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "kind"], name="puzzle_of_game_and_kind"),
        ]
        indexes = [
            models.Index(fields=["rating"], name="puzzle_by_rating"),
            models.Index(fields=["kind", "rating"], name="puzzle_by_kind_and_rating"),
        ]

    @property
    def strength(self) -> Strength:
        """How hard it is, as those who have tried it found."""
        return Strength(self.rating, self.deviation, self.volatility)


class Missed(Asked):
    """One from someone's own game, who did not find it there: for them alone."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="missed_puzzles",
        db_index=False,
    )
    game = models.ForeignKey(
        Game, on_delete=models.CASCADE, related_name="missed_puzzles", db_index=False
    )
    played = models.TextField()
    """The turn that was played there, as law 10.3 writes it."""
    first = models.BooleanField(null=True, blank=True)
    """Whether the first try was right; empty before it."""
    solved_at = models.DateTimeField(null=True, blank=True)
    shown = models.BooleanField(default=False)
    """Whether the solution was shown before it was found."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "turn"], name="missed_turn_once"),
        ]
        indexes = [models.Index(fields=["user", "-made_at"], name="missed_newest")]


class Attempt(models.Model):
    """What one person has made of one puzzle."""

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="puzzle_attempts",
        db_index=False,
    )
    first = models.BooleanField()
    """Whether the first try was right: the one that counts."""
    solved = models.BooleanField()
    solved_at = models.DateTimeField(null=True, blank=True)
    shown = models.BooleanField(default=False)
    """Whether the solution was shown before it was found: nothing is solved after that."""
    liked = models.BooleanField(default=False)
    ms = models.PositiveIntegerField(null=True, blank=True)
    """How long the first try took, as the page or program says."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "puzzle"], name="puzzle_attempt_once"),
            models.CheckConstraint(
                name="puzzle_solved_at",
                condition=Q(solved=True, solved_at__isnull=False)
                | Q(solved=False, solved_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                fields=["user", "-solved_at"], name="puzzle_solved", condition=Q(solved=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.puzzle_id}: {self.solved}"


class PuzzleRating(models.Model):
    """How strong someone is at puzzles: the pool ``puzzle``, apart from that of any game."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="puzzle_rating",
    )
    rating = models.FloatField(default=1500.0)
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)
    tried = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.rating:.0f}"

    @property
    def strength(self) -> Strength:
        """The three numbers as they were after the last puzzle."""
        return Strength(self.rating, self.deviation, self.volatility)


class Given(models.Model):
    """The puzzle that someone was given last. Only that one, and the daily one, rate them.

    A player who chose the puzzle may have looked at its solution before logging in.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id}: {self.puzzle_id}"


class Searched(models.Model):
    """How far the search for puzzles has come: in the games that ended, and in bots' rounds."""

    what = models.CharField(max_length=20, primary_key=True)
    until = models.DateTimeField(null=True, blank=True)
    game = models.CharField(max_length=8, blank=True)
    """The last game that was looked at; ``until`` says when it ended."""
    rounds = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.what}: {self.until} {self.game} {self.rounds}"
