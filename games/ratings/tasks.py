"""What is done about ratings by the clock."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.ratings import boards, rating_games
from games.ratings.badges import giving


@shared_task
def rate_games() -> int:
    """Rate the games that have ended; return how many."""
    return rating_games.rate_due_games(timezone.now())


@shared_task
def give_badges() -> int:
    """Give the badges of games that have ended; return of how many games."""
    return giving.give_due_badges()


@shared_task
def make_boards() -> int:
    """Make the leader boards anew; return how many places there are."""
    return boards.make_boards(timezone.now())
