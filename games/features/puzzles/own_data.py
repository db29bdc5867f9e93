"""What puzzles keep of a person."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils.translation import gettext_noop

from accounts.hooks import Part, columns
from accounts.models import User
from games.features.puzzles.models import Attempt, Given, Missed, PuzzleRating

PARTS: Final = (
    Part(
        "puzzles/attempts.json",
        ("puzzles.Attempt",),
        gettext_noop("The puzzles that you have tried, and which of them you like."),
        lambda user: columns(
            Attempt.objects.filter(user=user),
            "puzzle", "first", "solved", "solved_at", "shown", "liked", "ms", "at",
        ),
    ),
    Part(
        "puzzles/missed.json",
        ("puzzles.Missed",),
        gettext_noop("Positions of your games in which you missed the right turn."),
        lambda user: columns(
            Missed.objects.filter(user=user),
            *("game", "turn", "kind", "position", "played", "solutions"),
            *("first", "solved_at", "shown", "made_at"),
        ),
    ),
    Part(
        "puzzles/rating.json",
        ("puzzles.PuzzleRating",),
        gettext_noop("How strong you are at puzzles."),
        lambda user: columns(
            PuzzleRating.objects.filter(user=user),
            "rating", "deviation", "volatility", "tried", "last_at",
        ),
    ),
)  # fmt: skip

LEFT_OUT: Final = {
    "puzzles.Given": "Which puzzle you were given last, for as long as you have the next."
}


def forget_puzzles(user: User, now: datetime) -> None:
    """Forget what somebody has tried, in the transaction that deletes the account."""
    Attempt.objects.filter(user=user).delete()
    Missed.objects.filter(user=user).delete()
    PuzzleRating.objects.filter(user=user).delete()
    Given.objects.filter(user=user).delete()
