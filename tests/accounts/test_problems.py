"""Every refusal is a problem document with a code."""

from __future__ import annotations

import pytest
from django.db import OperationalError
from django.test import Client
from psycopg.errors import TooManyConnections
from psycopg_pool import PoolTimeout

from config.http.errors.handler import as_refusal

pytestmark = [pytest.mark.urls("tests.accounts.urls"), pytest.mark.django_db]
URL = "/api/v1/tokens"


def problem(response, status, code):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == status
    assert body["code"] == code
    assert body["type"] == f"/developers/errors/#{code}"
    assert body["title"]
    assert body["detail"]
    return body


def test_an_unknown_address(client):
    problem(client.get("/api/v1/nowhere"), 404, "not_found")


def test_a_wrong_method(alice, client_of):
    response = client_of(alice).delete(URL)
    problem(response, 405, "method_not_allowed")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_a_plain_view_that_refuses(client):
    response = client.post("/api/v1/raw")
    problem(response, 405, "method_not_allowed")
    assert response["Allow"] == "GET"


def test_a_crash_says_nothing_of_its_cause(client):
    client.raise_request_exception = False
    body = problem(client.get("/api/v1/raw"), 500, "server_error")
    assert "crash" not in str(body)


def test_a_missing_token(client):
    response = client.post(URL, {}, content_type="application/json")
    problem(response, 401, "not_authenticated")
    assert response["WWW-Authenticate"] == 'Bearer realm="api"'


@pytest.mark.parametrize("header", ["Bearer c11_wrong", "Bearer", "Basic YTpi", "Bearer x y", "é"])
def test_a_bad_token_is_refused_even_where_none_is_needed(client, header):
    response = client.get(URL, HTTP_AUTHORIZATION=header)
    problem(response, 401, "invalid_token")
    assert 'error="invalid_token"' in response["WWW-Authenticate"]


def test_a_token_without_the_scope(alice, client_of):
    response = client_of(alice, "games:read").post(URL, {"name": "a"}, format="json")
    assert problem(response, 403, "insufficient_scope")["scope"] == "games:play"


def test_a_token_of_someone_inactive(alice, client_of):
    client = client_of(alice)
    alice.is_active = False
    alice.save()
    problem(client.get(URL), 401, "invalid_token")


def test_fields_are_named_by_pointers(alice, client_of):
    response = client_of(alice).post(URL, {"inner": [1, "x"]}, format="json")
    errors = problem(response, 400, "invalid")["errors"]
    assert [error["pointer"] for error in errors] == ["#/name", "#/inner/1"]


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'"text"',
        b"\xff\xfe",
        b'{"name": "a\\u0000b"}',
        b'{"name": "\\ud800"}',
        b'{"name": NaN}',
        b'{"name": 1e999}',
        b'{"name": ' + b"9" * 5000 + b"}",
        b'{"name":' + b"[" * 30000 + b"]" * 30000 + b"}",
        b'{"name": "' + b'\\"' * 30000,
        b"[" * 60000,
    ],
    ids=lambda body: repr(body[:20]),
)
def test_a_body_that_is_no_plain_object(alice, client_of, body):
    response = client_of(alice).post(URL, body, content_type="application/json")
    problem(response, 400, "malformed")


def test_brackets_in_text_do_not_count_as_depth(alice, client_of):
    response = client_of(alice).post(URL, {"name": "[[[[[[[[[[[[[[[["}, format="json")
    assert response.status_code == 201


@pytest.mark.parametrize("size", [70_000, 300_000])
def test_a_body_too_large(alice, client_of, size):
    client = client_of(alice)
    body = b'{"name": "' + b"a" * size + b'"}'
    for extra in ({}, {"HTTP_IDEMPOTENCY_KEY": "k"}):
        response = client.post(URL, body, content_type="application/json", **extra)
        problem(response, 413, "too_large")


def test_another_media_type(alice, client_of):
    response = client_of(alice).post(URL, "name=a", content_type="application/x-yaml")
    problem(response, 415, "unsupported_media_type")


def test_a_session_needs_the_csrf_token(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post(URL, {"name": "a"}, content_type="application/json")
    problem(response, 403, "csrf_failed")


def test_a_session_with_the_csrf_token_may_all(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    client.cookies["csrftoken"] = "a" * 32
    response = client.post(
        URL, {"name": "a"}, content_type="application/json", HTTP_X_CSRFTOKEN="a" * 32
    )
    assert response.status_code == 201


def test_any_accept_header_gets_json(client):
    response = client.get(URL, HTTP_ACCEPT="text/html")
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"


@pytest.mark.parametrize("cause", [PoolTimeout("none is free"), TooManyConnections()])
def test_a_service_without_a_free_connection_asks_to_come_again(cause):
    error = OperationalError("no connection")
    error.__cause__ = cause

    refusal = as_refusal(error)

    assert refusal is not None
    assert (refusal.status, refusal.code) == (503, "busy")
    assert refusal.headers["Retry-After"] == "1"
