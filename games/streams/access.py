"""Whether the player who opened a stream may still hear it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.settings import api_settings

from config.http.errors.refusals import Refusal
from games.models import Game
from games.store.people import may_watch_id

if TYPE_CHECKING:
    from games.streams.stream import Stream


def proof_of(request: HttpRequest) -> tuple[str, str]:
    """Return what the request was authenticated by; streams that share it are asked about once."""
    cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    return request.META.get("HTTP_AUTHORIZATION", ""), cookie


def are_still_good(requests: Sequence[HttpRequest]) -> list[bool]:
    """Return for each request whether the same would still be taken for someone's.

    It is authenticated again, as every other request is; so a revoked token, an expired one, a
    log-out, a changed password and a deleted account all end a stream.
    """
    return [_is_still_good(request) for request in requests]


def no_longer_shown(streams: Sequence[Stream]) -> list[Stream]:
    """Return those that follow a game which is hidden from their readers by now."""
    games = {stream: stream.topic.log.partition(":")[2] for stream in streams}
    private = Game.objects.filter(pk__in=set(games.values()), is_public=False)
    hidden = set(private.values_list("pk", flat=True))
    return [
        stream
        for stream, game_id in games.items()
        if game_id in hidden and not may_watch_id(game_id, _reader_of(stream.request))
    ]


def _reader_of(request: HttpRequest) -> int | None:
    user = getattr(request, "user", None)
    return user.pk if user is not None else None


def _is_still_good(request: HttpRequest) -> bool:
    again = HttpRequest()
    again.method = "GET"
    again.META = request.META
    again.COOKIES = request.COOKIES
    SessionMiddleware(_nothing).process_request(again)
    AuthenticationMiddleware(_nothing).process_request(again)
    classes: Any = api_settings.DEFAULT_AUTHENTICATION_CLASSES
    try:
        user = Request(again, authenticators=[one() for one in classes]).user
        return bool(user.is_authenticated)
    except (Refusal, APIException):
        return False
    except DatabaseError:
        # Nothing is known, so nothing changes.
        return True


def _nothing(request: HttpRequest) -> HttpResponse:
    raise AssertionError("the middleware is used for what it does to the request alone")
