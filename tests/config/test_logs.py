"""What is written down: enough to follow a request, and no one's secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import structlog
from celery import shared_task
from django.test import Client, RequestFactory
from django.urls import resolve
from pytest_django import Settings

from accounts.models import User
from config.observe.logs import HIDDEN, Facts, LineFormatter, hide_in_text
from config.observe.tracing import shown_path

Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """Return a function that gives all lines written so far, as the service writes them."""
    handler = next(
        handler
        for handler in logging.getLogger().handlers
        if isinstance(handler.formatter, structlog.stdlib.ProcessorFormatter)
    )
    assert isinstance(handler, logging.StreamHandler)
    stream = io.StringIO()
    before = handler.setStream(stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    handler.setStream(before)


@pytest.mark.django_db
def test_a_request_leaves_one_line_with_its_id_and_its_game(client: Client, lines: Lines) -> None:
    answer = client.get("/api/v1/games/h4Xk93Qm?token=c11_abcdefghijkl")

    (line,) = [line for line in lines() if line["event"] == "request"]
    assert line["request_id"] == answer["X-Request-ID"]
    assert line["game"] == "h4Xk93Qm"
    assert (line["method"], line["status"]) == ("GET", answer.status_code)
    assert line["path"] == "/api/v1/games/h4Xk93Qm"
    assert line["ms"] > 0

    client.get("/", headers={"Host": "elsewhere.example"})
    (_line, foreign) = lines()
    assert (foreign["event"], foreign["status"], foreign["level"]) == ("request", 400, "info")


@pytest.mark.django_db
def test_the_line_of_a_request_has_these_members_and_no_secret(
    client: Client, lines: Lines
) -> None:
    path = "/api/v1/games/c11_abcdefghijkl"
    client.get(path, headers={"X-Request-ID": "c11_0123456789", "Authorization": "Bearer c11_me"})

    (line,) = [line for line in lines() if line["event"] == "request"]
    assert set(line) == {
        *("method", "path", "status", "ms", "game"),
        *("event", "request_id", "level", "logger", "at"),
    }
    assert (line["level"], line["logger"]) == ("info", "config.requests")
    assert datetime.fromisoformat(line["at"]).tzinfo == UTC
    assert line["request_id"] == f"c11_{HIDDEN}"
    assert line["path"] == f"/api/v1/games/c11_{HIDDEN}"
    assert line["game"] == f"c11_{HIDDEN}"


def test_a_request_is_written_in_words_at_a_terminal() -> None:
    words = structlog.dev.ConsoleRenderer(colors=False)
    formatter = LineFormatter(processor=words, last=words)
    facts = Facts(path="/", token="abc", event="request")
    record = logging.LogRecord("config.requests", logging.INFO, "", 0, facts, None, None)

    assert "request" in (line := formatter.format(record))
    assert f"token={HIDDEN}" in line
    assert "config.requests" in line


@pytest.mark.parametrize("odd", [2**70, "\ud800"])
def test_a_line_with_a_value_that_orjson_refuses_is_written(lines: Lines, odd: object) -> None:
    structlog.get_logger("test").info("odd", value=odd)

    (line,) = lines()
    assert line["value"] == odd


@pytest.mark.parametrize(
    ("given", "is_kept"), [("0123456789abcdef", True), ("short", False), ("a b\nc" * 3, False)]
)
@pytest.mark.django_db
def test_an_id_from_outside_is_kept_if_it_is_harmless(
    client: Client, given: str, is_kept: bool
) -> None:
    answer = client.get("/no-such-page", headers={"X-Request-ID": given})

    assert (answer["X-Request-ID"] == given) is is_kept


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Bearer c11_abcdefghijkl", "Bearer [hidden]"),
        ("token c11_abcdefghijkl.", "token c11_[hidden]."),
        ("redis://:pass@host:6379/0", "redis://[hidden]@host:6379/0"),
        ("postgres://app:p%40ss@db/x", "postgres://[hidden]@db/x"),
        ("GET /reset?key=abc123&page=2", "GET /reset?key=[hidden]&page=2"),
        ("smtp+tls://alice:pw@mail:587 is away", "smtp+tls://[hidden]@mail:587 is away"),
        ("mail to alice@example.org", "mail to alice@example.org"),
        ("d2d4 @f3 is not legal here", "d2d4 @f3 is not legal here"),
    ],
)
def test_secrets_are_blotted_out_by_their_look(text: str, shown: str) -> None:
    assert hide_in_text(text) == shown


def test_secrets_are_blotted_out_by_their_name(lines: Lines) -> None:
    structlog.get_logger("test").error(
        "log-in failed",
        password="correct horse",
        headers={"Authorization": "Basic xyz", "Accept": "*/*"},
        has_token=True,
        user="alice",
    )

    (line,) = lines()
    assert line["password"] == HIDDEN
    assert line["headers"] == {"Authorization": HIDDEN, "Accept": "*/*"}
    assert line["has_token"] is True
    assert line["user"] == "alice"


def test_a_trace_of_an_error_shows_no_secret_either(lines: Lines) -> None:
    try:
        raise ConnectionError("no answer from redis://:hunter22@cache:6379/0")
    except ConnectionError:
        logging.getLogger("test").exception("the cache is away, Bearer %s", "abcdefghijkl")

    (line,) = lines()
    assert "hunter22" not in json.dumps(line)
    assert "abcdefghijkl" not in json.dumps(line)
    assert "ConnectionError" in line["exception"]


def test_a_secret_in_a_path_is_not_written_down() -> None:
    request = RequestFactory().get("/calendar/abcDEF123.ics")
    match = resolve("/api/v1/games/h4Xk93Qm")
    match.kwargs = {"secret": "abcDEF123"}
    request.resolver_match = match

    assert shown_path(request) == f"/calendar/{HIDDEN}.ics"


@pytest.mark.parametrize(
    "path",
    [
        "/accounts/password/reset/key/3-d4f1ac-95b8ae1a45d4cf94a4f7f11aa3e0d6b8",
        f"/mail/stop/{'x' * 190}abcdefghijklmnop/",
    ],
)
@pytest.mark.django_db
def test_a_secret_in_a_path_that_leads_elsewhere_first_is_not_written_down(
    client: Client, lines: Lines, settings: Settings, path: str
) -> None:
    client.get(path)
    settings.SECURE_SSL_REDIRECT = True
    client.get(path)

    told = [line["path"] for line in lines() if line["event"] == "request"]
    assert len(told) == 2
    assert not [path for path in told if "95b8ae1a" in path or "xxxx" in path]


@pytest.mark.parametrize(
    "path", ["/players/alice/", "/players/alice", "/api/v1/players/alice", "/nowhere/alice"]
)
@pytest.mark.django_db
def test_who_was_looked_at_is_not_written_down(client: Client, lines: Lines, path: str) -> None:
    """Logs are kept for as long as backups, and longer than accounts."""
    User.objects.create_user("alice")
    client.get(path)

    (line,) = [line for line in lines() if line["event"] == "request"]
    assert "alice" not in json.dumps(line)
    assert HIDDEN in line["path"]


@shared_task(name="tests.say")
def say() -> None:
    logging.getLogger("test").warning("at work")


def test_the_lines_of_a_task_bear_its_id_and_that_of_the_request(lines: Lines) -> None:
    # As a worker does it: the headers of a message become members of the task's request.
    say.push_request(x_request_id="0123456789abcdef", id="t-1")
    say()
    say.pop_request()

    (line,) = [line for line in lines() if line["event"] == "at work"]
    assert line["task"] == "tests.say"
    assert line["task_id"] == "t-1"
    assert line["request_id"] == "0123456789abcdef"
