"""What every answer tells the browser, and what other origins may do."""

from __future__ import annotations

import pytest

from config.http.headers import PAGE_POLICY, policy

pytestmark = pytest.mark.django_db

STRICT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types eleven"
)


def test_the_policy_is_the_agreed_one():
    assert policy(PAGE_POLICY) == STRICT


@pytest.mark.parametrize(
    "path",
    ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere/", "/lobby/"],
)
def test_pages_are_strict(client, path):
    response = client.get(path)
    assert response["Content-Security-Policy"] == STRICT
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


def test_a_crash_is_no_exception(client, settings):
    settings.ROOT_URLCONF = "tests.security.crashing"
    client.raise_request_exception = False
    response = client.get("/lobby/")
    assert response.status_code == 500
    assert response["Content-Security-Policy"] == STRICT
    assert "ZeroDivision" not in response.content.decode()


def test_the_admin_runs_its_own_scripts(client):
    assert "default-src 'self'" in client.get("/admin/login/")["Content-Security-Policy"]


def test_answers_of_the_api_are_no_pages(client):
    response = client.get("/api/v1/me")
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert response["Cache-Control"] == "private, no-cache"


def test_any_origin_may_ask_the_api_without_cookies(client):
    response = client.get("/api/v1/games", HTTP_ORIGIN="https://client.example")
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    exposed = {name.strip() for name in response["Access-Control-Expose-Headers"].split(",")}
    assert exposed >= {"Date", "ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Location"}


def test_a_refusal_can_be_read_from_other_origins_too(client):
    response = client.get("/api/v1/me", HTTP_ORIGIN="https://client.example")
    assert response.status_code == 401
    assert response["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    "header",
    [
        "authorization", "idempotency-key", "if-none-match", "last-event-id", "content-type",
        "traceparent", "tracestate", "sentry-trace", "baggage",
    ],
)  # fmt: skip
def test_preflight(client, header):
    response = client.options(
        "/api/v1/games/abc/turns",
        HTTP_ORIGIN="https://client.example",
        HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST",
        HTTP_ACCESS_CONTROL_REQUEST_HEADERS=header,
    )
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == "*"
    assert header in response["Access-Control-Allow-Headers"]
    assert "POST" in response["Access-Control-Allow-Methods"]
    assert int(response["Access-Control-Max-Age"]) >= 3600


def test_the_csrf_header_is_for_our_own_page_only(client):
    response = client.options(
        "/api/v1/me",
        HTTP_ORIGIN="https://client.example",
        HTTP_ACCESS_CONTROL_REQUEST_METHOD="PATCH",
        HTTP_ACCESS_CONTROL_REQUEST_HEADERS="x-csrftoken",
    )
    assert "x-csrftoken" not in response["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("path", ["/accounts/login/", "/", "/admin/login/"])
def test_pages_are_for_our_own_origin(client, path):
    response = client.get(path, HTTP_ORIGIN="https://client.example")
    assert "Access-Control-Allow-Origin" not in response


def test_scripts_styles_and_fonts_carry_no_policy_of_a_page(client):
    for path in ("/static/app.css", "/static/page.js", "/static/games/fonts/figures.woff2"):
        response = client.get(path)
        assert response.status_code == 200, path
        assert "Content-Security-Policy" not in response, path
        assert "Cross-Origin-Opener-Policy" not in response, path
        assert response["X-Content-Type-Options"] == "nosniff", path
        assert response["Cross-Origin-Resource-Policy"] == "same-origin", path
    # What is read about the app is no document either.
    assert "Content-Security-Policy" not in client.get("/manifest.webmanifest")
    # A drawing can be opened automatically, and does nothing then; an unknown file is a page.
    assert (
        client.get("/static/icon.svg")["Content-Security-Policy"] == "default-src 'none'; sandbox"
    )
    assert client.get("/static/nothing.js")["Content-Security-Policy"] == STRICT
