"""A database that is killed, locked or slow answers `busy`: never 500, and never for ever."""

from __future__ import annotations

import threading

import pytest
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.base import ApiView
from config.backends.db import base, patience
from config.http.errors.handler import as_refusal
from config.urls import handler500
from tests.patience import until

__all__ = ["handler500"]
pytestmark = pytest.mark.django_db(transaction=True)

KILL = "SELECT pg_terminate_backend(pg_backend_pid())"


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


class Call(ApiView):
    scope = None

    def get(self, request: Request) -> Response:
        with transaction.atomic():
            run(request.query_params["run"])
        return Response({})


def page(request: HttpRequest) -> HttpResponse:
    run(request.GET["run"])
    return HttpResponse("")


urlpatterns = [path("api/v1/call", Call.as_view()), path("api/plain", page), path("page", page)]


@pytest.fixture
def client(settings) -> Client:
    settings.ROOT_URLCONF = __name__
    client = Client(raise_request_exception=False)
    yield client
    connection.close()


@pytest.mark.parametrize("address", ["/api/v1/call", "/api/plain"])
def test_a_database_that_is_killed_during_a_call_is_busy(client, address) -> None:
    answer = client.get(address, {"run": KILL})

    assert answer.status_code == 503, answer.content
    assert answer.json()["code"] == "busy"
    assert answer["Retry-After"] == "1"
    assert "don't know" in answer.json()["detail"]


def test_a_page_says_so_too(client) -> None:
    answer = client.get("/page", {"run": KILL})

    assert answer.status_code == 503
    assert b"Reload the page" in answer.content


@pytest.mark.parametrize("state", ["25006", "53300", "57P01", "57P02", "57P03"])
def test_a_database_that_can_take_nothing_now_is_busy(client, state) -> None:
    raising = f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$"

    answer = client.get("/api/v1/call", {"run": raising})

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert answer["Retry-After"] == "1"
    assert client.get("/page", {"run": raising}).status_code == 503


def test_a_database_that_turns_read_only_is_busy_until_it_is_writable_again(client) -> None:
    writing = "DELETE FROM games_heartbeat WHERE false"
    assert client.get("/api/v1/call", {"run": writing}).status_code == 200
    run("SET default_transaction_read_only = on")

    answer = client.get("/api/v1/call", {"run": writing})

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert "Nothing was changed" in answer.json()["detail"]
    # The setting was that of the connection, which is closed.
    connection.close_if_unusable_or_obsolete()
    assert client.get("/api/v1/call", {"run": writing}).status_code == 200


def test_what_is_our_fault_stays_an_error(client) -> None:
    assert client.get("/api/v1/call", {"run": "SELECT nonsense"}).status_code == 500


def _open_again() -> None:
    connection.close()
    connection.close_pool()


@pytest.fixture
def limited(monkeypatch):
    """Connections as a web process opens them, but with less patience."""
    monkeypatch.setattr(
        base, "_session_settings", {"lock_timeout": "100ms", "statement_timeout": "1s"}
    )
    _open_again()
    yield
    monkeypatch.undo()
    _open_again()


def test_a_web_process_waits_for_no_list_for_ever(limited, client) -> None:
    answer = client.get("/api/v1/call", {"run": "SELECT pg_sleep(30)"})

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert "Nothing was changed" in answer.json()["detail"]


def test_a_web_process_waits_for_no_lock_for_ever(limited, client) -> None:
    held, go_on = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            run("LOCK TABLE games_heartbeat")
            held.set()
            go_on.wait(20)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(20)
    answer = client.get("/api/v1/call", {"run": "LOCK TABLE games_heartbeat"})
    go_on.set()
    holder.join()

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")


def test_pooled_connections_are_limited_too(limited) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("1s",)


def test_an_error_of_another_kind_is_no_refusal() -> None:
    assert as_refusal(OperationalError()) is not None
    assert as_refusal(ValueError()) is None


@pytest.fixture
def impatient(monkeypatch):
    """A process that gives up soon, and a database that would never end a statement."""
    monkeypatch.setattr(patience._PATIENCE, "seconds", 0.5)
    _open_again()
    yield
    until(lambda: not patience._PATIENCE.is_lost())
    monkeypatch.undo()
    _open_again()


def test_what_is_not_answered_is_given_up_and_nothing_is_written_until_it_is(
    impatient, client
) -> None:
    """As a commit whose standby is away: no setting of PostgreSQL would end it."""
    writing = "DELETE FROM games_heartbeat WHERE false"

    answer = client.get("/api/v1/call", {"run": "SELECT pg_sleep(4)"})

    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert "don't know" in answer.json()["detail"]
    refused = client.get("/api/v1/call", {"run": writing})
    assert (refused.status_code, refused["Retry-After"]) == (503, "1")
    assert "Nothing was changed" in refused.json()["detail"]
    assert client.get("/api/v1/call", {"run": "SELECT 1"}).status_code == 200
    assert until(lambda: client.get("/api/v1/call", {"run": writing}).status_code == 200)
