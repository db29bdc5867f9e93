"""OWASP API2: passing for someone else. Guessing, sessions and resets: see tests/accounts."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.credentials import ALL_SCOPES
from accounts.services.tokens import create_token
from tests.without import needing

pytestmark = pytest.mark.django_db
URL = "/api/v1/me"


@pytest.fixture
def token(alice):
    return create_token(alice, "test", ALL_SCOPES)[1]


@pytest.mark.parametrize(
    "header",
    [
        "Bearer {t}x",
        "Bearer x{t}",
        "Bearer {t} {t}",
        "Bearer {t},",
        "Bearer {T}",
        "Bearer c11_",
        "Bearer null",
        "Bearer eyJhbGciOiJub25lIn0.eyJ1c2VyIjoiYWxpY2UifQ.",
        "Token {t}",
        "Basic YWxpY2U6eA==",
        "Bearer",
        "Bearer ",
        "",
        "Bearer " + "x" * 5000,
        "Bearer \u0442",
    ],
)
def test_what_is_no_token(token, header):
    header = header.format(t=token, T=token.upper())
    response = Client().get(URL, HTTP_AUTHORIZATION=header)
    assert response.status_code == 401
    assert response.json()["code"] == "invalid_token"


def test_the_kind_of_the_header_is_read_in_any_case(token):
    assert Client().get(URL, HTTP_AUTHORIZATION=f"bearer {token}").status_code == 200


def test_a_token_in_the_address_is_no_token(token):
    for name in ("token", "access_token", "api_key", "Authorization"):
        assert Client().get(URL, {name: token}).status_code == 401


def test_a_bad_token_is_not_saved_by_a_good_session(alice, token):
    client = Client()
    client.force_login(alice)
    assert client.get(URL).status_code == 200
    assert client.get(URL, HTTP_AUTHORIZATION="Bearer c11_bad").status_code == 401


def test_whose_token_it_is_decides_and_not_whose_session(alice, bob, token):
    client = Client()
    client.force_login(bob)
    response = client.get(URL, HTTP_AUTHORIZATION=f"Bearer {token}")
    assert response.json()["username"] == "alice"


@pytest.mark.parametrize("cookie", ["x", "a" * 32, "\\000" * 8, '"\\000aaaaaaaaaaaa"', "a" * 9000])
def test_odd_session_cookies(cookie):
    client = Client()
    client.cookies["sessionid"] = cookie
    assert client.get(URL).status_code in (400, 401)
    assert client.get("/").status_code < 500


def test_a_session_writes_only_with_the_csrf_token(alice):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.patch(URL, {"time_zone": "Europe/Vienna"}, content_type="application/json")
    assert (response.status_code, response.json()["code"]) == (403, "csrf_failed")
    alice.refresh_from_db()
    assert alice.time_zone == "UTC"


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_form_on_another_page_cannot_speak_json(alice, kind):
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    response = client.post("/api/v1/challenges", '{"opponent":null}', content_type=kind)
    assert response.status_code in (403, 415)


@pytest.mark.parametrize(
    "path", [needing("competitions", "competitions/by-code/XWjfgb43"), "me/export", "challenges"]
)
@pytest.mark.parametrize("key", [{}, {"Idempotency-Key": "once"}])
def test_a_form_with_parts_from_a_page_is_refused(alice, path, key):
    """Its CSRF token is looked for in the form, which is then read."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    client.cookies["csrftoken"] = "a" * 32

    form = {"csrfmiddlewaretoken": "a" * 32, "opponent": "bob"}
    answer = client.post(f"/api/v1/{path}", form, headers=key)

    assert answer.status_code == 415
    assert answer.json()["code"] == "unsupported_media_type"
