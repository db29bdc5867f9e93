"""What is stored of ratings: how each is, what changed it, and the boards."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models import Game
from games.rules.glicko import Strength


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
    """What one game did to one rating. Rows are never changed: what is taken back is another."""

    class Because(models.TextChoices):
        RESULT = "result"
        TIMEOUT = "timeout"
        EARLY_RESIGNATION = "early_resignation"
        GIVEN_BACK = "given_back"
        VOID = "void"

    TAKEN_BACK = (Because.GIVEN_BACK, Because.VOID)

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

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(fields=["user", "pool", "at"], name="rating_line"),
        ]
        constraints = [
            # Reported twice, a result counts once; it can be taken back once.
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=~models.Q(because__in=("given_back", "void")),
                name="rating_changed_once",
            ),
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(because__in=("given_back", "void")),
                name="rating_taken_back_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} {self.user_id}: {self.before:.0f} → {self.after:.0f}"


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
