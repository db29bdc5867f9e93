"""What is done about ratings by the clock."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.features.ratings import boards, rating_games
from games.features.ratings.badges import giving


@shared_task(name="games.ratings.tasks.rate_games")
def rate_games() -> int:
    """Rate the games that have ended; return how many."""
    return rating_games.rate_due_games(timezone.now())


@shared_task(name="games.ratings.tasks.give_badges")
def give_badges() -> int:
    """Give the badges of games that have ended; return of how many games."""
    return giving.give_due_badges()


@shared_task(name="games.ratings.tasks.make_boards")
def make_boards() -> int:
    """Make the leader boards again; return how many places there are."""
    return boards.make_boards(timezone.now())
