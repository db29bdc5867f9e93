"""What the tests of the API share."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from typing import Any

from django.utils import timezone

from config.http.openapi import call_of
from config.http.openapi_hooks import codes_of
from games.models import Game
from tests.api.document import operations

API = "/api/v1"


def make_overdue(game: Game) -> None:
    """Let the deadline lie a minute back."""
    past = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(deadline=past, clock_started_at=past)
    game.players.filter(deadline__isnull=False).update(deadline=past)


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Return the problem, which must be one and bear this code, as the document says."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert {"type", "title", "detail"} <= set(problem)
    view = getattr(getattr(answer.resolver_match, "func", None), "cls", None)
    if call := view and call_of(view, answer.request["REQUEST_METHOD"]):
        assert code in _documented(call.name, str(status)), f"{call.name} {status} {code}"
    return problem


def _documented(name: str, status: str) -> set[str]:
    """Return the codes that a call may be refused with, by the document."""
    answers = _answers()[name]
    return codes_of(answers[status]) if status in answers else set()


@cache
def _answers() -> dict[str, dict[str, Any]]:
    return {one["operationId"]: one["responses"] for _, _, one in operations()}


def without_time(answer: Any) -> dict[str, Any]:
    """Return a game as its own address shows it, but for the time of the service."""
    shown: dict[str, Any] = answer.json()
    assert shown.pop("server_time")
    return shown
