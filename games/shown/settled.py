"""Reads of a game that is over, which may come from the standby: nothing of it changes any more."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request

from config.backends import standby
from games.models import Game


def settled(view: Callable[..., Any]) -> Callable[..., Any]:
    """Let a view of a game read from the standby, if the game is over there as well.

    Pages are read from the first for all who are logged in, and so is one's own part of a record:
    they may look for what they wrote a moment ago.
    """

    @wraps(view)
    def shown(*words: Any, game_id: str, **rest: Any) -> Any:
        with standby.reading(when=_may_be_late(words[-1])):
            is_over = standby.is_read() and _is_over(game_id)
        with standby.reading(when=is_over):
            return view(*words, game_id=game_id, **rest)

    return shown


def _may_be_late(request: HttpRequest | Request) -> bool:
    if isinstance(request, Request):
        return "mine" not in request.query_params
    return not request.user.is_authenticated


def _is_over(game_id: str) -> bool:
    return Game.objects.filter(pk=game_id).exclude(status__in=Game.ACTIVE).exists()
