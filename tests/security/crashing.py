"""Addresses of the service, of which two crash."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls
from games.api.views.games import GamesView


class CrashingGames(GamesView):
    """The list of games, on a bad day."""

    def list_games(self, *args: Any, **kwargs: Any) -> HttpResponse:
        raise ZeroDivisionError


def crash(request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


urlpatterns = [
    path("api/v1/games", CrashingGames.as_view()),
    path("lobby/", crash),
    *urls.urlpatterns,
]
