"""Private words about a game or a player.

Nothing of it is written into a game: its revision, its events and its record know of no note.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

LONGEST_NOTE = 4000


class Note(models.Model):
    """What someone wrote about one game, or about one player."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notes", db_index=False
    )
    """Who wrote it, and alone reads it."""
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, null=True, related_name="+")
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        related_name="noted_by",
    )
    text = models.TextField()
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="note_once_a_game"),
            models.UniqueConstraint(fields=["user", "about"], name="note_once_a_player"),
            models.CheckConstraint(
                name="note_about_one",
                condition=Q(game__isnull=True, about__isnull=False)
                | Q(game__isnull=False, about__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} about {self.game_id or self.about_id}"


class KeptLines(models.Model):
    """The lines of turns that someone has tried on the board to think on, for one game."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="kept_lines",
        db_index=False,
    )
    game = models.ForeignKey("games.Game", on_delete=models.CASCADE, related_name="+")
    lines = models.JSONField()
    """Each the turn it begins with and its turns: ``{"turn": 17, "line": [{"actions": …}]}``."""
    walked = models.JSONField(null=True)
    """What happens in each turn of each line, as far as it is legal, in chess its notation: to walk
    them costs far more than to put it into words. Null in rows that are older than this column."""
    saved_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "game"], name="lines_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.game_id}"
