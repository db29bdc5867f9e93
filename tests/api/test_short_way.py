"""The short way of calls by a token: its answers are those of the whole way, to the byte."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.core.handlers.base import BaseHandler
from django.core.handlers.wsgi import WSGIRequest
from django.db import transaction
from rest_framework.test import APIClient

from config.http import short_way
from config.http.short_way import ShortWay
from config.wsgi import Handler
from games.models import Game
from tests.games.matches import any_turn

Answer = tuple[int, dict[str, str], bytes]

PATHS = (
    "games", "games?awaiting=me", "games?limit=1&status=playing", "games?cursor=x", "games?x=1",
    "games/{game}", "games/{game}?scene=white", "games/{game}?scene=x", "games/{game}/options",
    "games/{game}/options?turn=1&after=d2d4", "games/{game}/options?turn=9", "games/{game}/turns",
    "games/{game}/history", "games/{game}/export", "games/{game}/board.svg",
    "games/{game}/board.png", "games/{game}/presence", "games/{game}/events", "games/{game}/",
    "games/nothing0", "games/{game}/nowhere", "games/\0", "games/{game}/plans",
)  # fmt: skip
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"HTTP_ACCEPT_LANGUAGE": "de"},
    {"HTTP_ORIGIN": "https://example.org"},
    {"HTTP_HOST": "somewhere.example"},
    {"HTTP_AUTHORIZATION": "Bearer c11_nothing"},
    {"HTTP_AUTHORIZATION": "Basic eDp5"},
    {"HTTP_IF_NONE_MATCH": "*"},
    {"HTTP_ACCEPT": "application/x-ndjson"},
)
BODIES: tuple[tuple[bytes, str], ...] = (
    (b"", "application/json"),
    (b"{", "application/json"),
    (b"[]", "application/json"),
    (b'{"turn": 1, "actions": ["a1a1"]}', "application/json"),
    (b'{"turn": 7, "actions": ["d2d4"]}', "application/json"),
    (b'{"turn": "x", "more": 1}', "application/json"),
    (b"turn=1", "application/x-www-form-urlencoded"),
    (b" " * 70_000, "application/json"),
)


@pytest.fixture(autouse=True)
def _still() -> Iterator[None]:
    with time_machine.travel(datetime(2030, 1, 1, 13, tzinfo=UTC), tick=False):
        yield


@pytest.fixture(scope="module")
def handler() -> Handler:
    return Handler()


def answers(
    handler: Handler, method: str, path: str, headers: dict[str, str], body: tuple[bytes, str]
) -> tuple[Answer, Answer]:
    """Return how a request is answered on the short way and on the whole one, undone each time."""
    path, _, query = path.partition("?")
    content, kind = body
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method, "PATH_INFO": f"/api/v1/{path}", "QUERY_STRING": query,
        "SERVER_NAME": "127.0.0.1", "SERVER_PORT": "80", "HTTP_HOST": "127.0.0.1",
        "REMOTE_ADDR": "127.0.0.1", "HTTP_X_REQUEST_ID": "one-request",
        "CONTENT_LENGTH": str(len(content)), "CONTENT_TYPE": kind, "wsgi.url_scheme": "http",
        **headers,
    }  # fmt: skip
    found = []
    for way in (ShortWay.get_response, BaseHandler.get_response):
        request = WSGIRequest({**environ, "wsgi.input": io.BytesIO(content)})
        assert short_way._is_call(request)
        with transaction.atomic():
            response = way(handler, request)
            transaction.set_rollback(True)
        found.append((response.status_code, dict(response.items()), response.getvalue()))
        assert not response.cookies
    return found[0], found[1]


@pytest.mark.parametrize("headers", HEADERS)
def test_what_is_read(game: Game, white: APIClient, handler: Handler, headers: Any) -> None:
    token = {"HTTP_AUTHORIZATION": white._credentials["HTTP_AUTHORIZATION"], **headers}
    for method in ("GET", "HEAD", "OPTIONS"):
        for path in PATHS:
            short, whole = answers(
                handler, method, path.format(game=game.pk), token, (b"", "application/json")
            )
            assert short == whole, (method, path)


@pytest.mark.long
def test_what_is_written(game: Game, white: APIClient, handler: Handler) -> None:
    token = {"HTTP_AUTHORIZATION": white._credentials["HTTP_AUTHORIZATION"]}
    legal = json.dumps({"turn": 1, "actions": any_turn(game).split()}).encode(), "application/json"
    done = []
    for body in (*BODIES, legal):
        for more in ({}, {"HTTP_IDEMPOTENCY_KEY": "key-of-this"}, {"HTTP_ACCEPT_LANGUAGE": "de"}):
            for path in ("turns", "acts", "draw", "rematch"):
                for method in ("POST", "PUT", "DELETE"):
                    short, whole = answers(
                        handler, method, f"games/{game.pk}/{path}", {**token, **more}, body
                    )
                    assert short == whole, (method, path, body, more)
                    done.append(short[0])
    assert 201 in done


def test_a_cookie_takes_the_whole_way() -> None:
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "GET", "PATH_INFO": "/api/v1/games", "HTTP_AUTHORIZATION": "Bearer x",
            "HTTP_COOKIE": "sessionid=1", "wsgi.input": io.BytesIO(),
        }
    )  # fmt: skip

    assert not short_way._is_call(request)
