"""What the tests of the API share."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Game

API = "/api/v1"


def make_overdue(game: Game) -> None:
    """Let the deadline lie a minute back."""
    past = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(deadline=past, clock_started_at=past)
    game.players.filter(deadline__isnull=False).update(deadline=past)


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Return the problem, which must be one and bear this code."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert {"type", "title", "detail"} <= set(problem)
    return problem


def without_time(answer: Any) -> dict[str, Any]:
    """Return a game as its own address shows it, but for the time of the service."""
    shown: dict[str, Any] = answer.json()
    assert shown.pop("server_time")
    return shown
