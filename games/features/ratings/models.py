"""What is stored of ratings: how each is, what changed it, and the boards."""

from __future__ import annotations

from datetime import date
from typing import Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from games.models import Game
from games.rules.glicko import Strength

EVER: Final = date.min
"""The day of a tally of all days."""


class Rating(models.Model):
    """How a person is in a pool; the row follows from the changes and can be made again."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings", db_index=False
    )
    pool = models.CharField(max_length=32)
    rating = models.FloatField(default=1500.0)
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)
    games = models.PositiveIntegerField(default=0)
    peak = models.FloatField(default=1500.0)
    last_at = models.DateTimeField(null=True, blank=True)
    """When the last rated game ended; the deviation grows from then on."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pool"], name="rating_of_pool")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool}: {self.rating:.0f}"

    @property
    def strength(self) -> Strength:
        """The three numbers as they were after the last game."""
        return Strength(self.rating, self.deviation, self.volatility)


class RatingChange(models.Model):
    """What one game did to one rating: what is taken back is another row.

    Nothing of a row is ever changed but ``counted``.
    """

    class Because(models.TextChoices):
        RESULT = "result"
        TIMEOUT = "timeout"
        EARLY_RESIGNATION = "early_resignation"
        GIVEN_BACK = "given_back"
        VOID = "void"
        RESTORED = "restored"

    TAKEN_BACK = (Because.GIVEN_BACK, Because.VOID)
    NO_RESULTS = (*TAKEN_BACK, Because.RESTORED)
    """Rows that undo another of the same game."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rating_changes")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rating_changes"
    )
    pool = models.CharField(max_length=32)
    because = models.CharField(max_length=20, choices=Because, default=Because.RESULT)
    score = models.FloatField()
    """1, ½ or 0: the result as this person had it."""
    weight = models.FloatField(default=1.0)
    trust = models.FloatField(default=1.0, db_default=1.0)
    """How much the game showed: less than 1 against an opponent of whom little was known."""
    before = models.FloatField()
    after = models.FloatField()
    deviation = models.FloatField()
    """The deviation after the change."""
    volatility = models.FloatField()
    at = models.DateTimeField(default=timezone.now)
    """When the game ended, or when the change was taken back."""
    counted = models.BooleanField(default=False, db_default=False)
    """Whether it is in the tallies of the boards."""

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["user", "pool", "at"], name="rating_line"),
            models.Index(fields=["id"], condition=models.Q(counted=False), name="rating_to_count"),
        ]
        constraints = [
            # Reported twice, a result counts once; it can be taken back once, and restored once.
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=~models.Q(because__in=("given_back", "void", "restored")),
                name="rating_resulted_once",
            ),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(because="restored"),
                name="rating_restored_once",
            ),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(because__in=("given_back", "void")),
                name="rating_taken_back_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}: {self.before:.0f} → {self.after:.0f}"


class Tally(models.Model):
    """What a person's rated games in a pool add up to, on one day or ever, for the boards."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    pool = models.CharField(max_length=32)
    day = models.DateField()
    """The day (UTC) on which the games ended, or ``EVER``."""
    games = models.IntegerField(default=0)
    won = models.IntegerField(default=0)
    scored = models.IntegerField(default=0)
    """Games in which goals were counted, and the goals."""
    goals = models.IntegerField(default=0)
    shot = models.IntegerField(default=0)
    """Games in which shots were counted, and the goals to be expected of them, in hundredths."""
    expected = models.IntegerField(default=0)
    mates = models.FloatField(default=0.0)
    streak = models.IntegerField(default=0)
    """The games won since the last that was not; only in the tally of all days."""
    opponents = ArrayField(models.BigIntegerField(), default=list)
    """The first few people met; only in the tally of all days."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["pool", "user", "day"], name="tally_of_day"),
        ]
        indexes = [
            models.Index(fields=["pool", "day"], name="tally_by_day"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.pool} {self.day}: {self.games}"


class Wish(models.Model):
    """What a person wants others to see; without a row, everything."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="rating_wish",
    )
    ratings = models.BooleanField(default=True)
    """Whether ratings are shown on the profile, and shown to this person."""
    leaderboards = models.BooleanField(default=True)
    badges = models.BooleanField(default=True, db_default=True)
    """Whether badges are shown on the profile, and shown to this person."""

    def __str__(self) -> str:
        return f"{self.user_id}: ratings {self.ratings}, leader boards {self.leaderboards}"


class BoardPlace(models.Model):
    """A place on a leader board, as it was when the boards were last made."""

    pool = models.CharField(max_length=32)
    by = models.CharField(max_length=10)
    period = models.CharField(max_length=10)
    place = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="board_places"
    )
    value = models.FloatField()
    games = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["pool", "by", "period", "user"], name="board_once"),
        ]

    def __str__(self) -> str:
        return f"{self.pool} by {self.by} ({self.period}): {self.place}. {self.user_id}"


class BadgeDue(models.Model):
    """A game that has ended and whose badges are not given yet."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="badge_due")
    tries = models.PositiveIntegerField(default=0)
    """How often it has failed: those that failed less often go first."""

    def __str__(self) -> str:
        return self.game_id


class Badge(models.Model):
    """A badge that someone has, once, and the game that brought it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="badges", db_index=False
    )
    badge = models.CharField(max_length=20)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="badges")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "badge"], name="badge_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.badge}"
