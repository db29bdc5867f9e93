"""Apps: from the question over consent to a token, and every way that must not work."""

from __future__ import annotations

import hashlib
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test import Client
from oauth2_provider.models import (
    get_access_token_model,
    get_grant_model,
    get_refresh_token_model,
)

from tests.accounts.apps import (
    CALLBACK,
    answer,
    ask,
    consent,
    exchange,
    games,
    let_in,
    make_app,
    me,
    refresh,
)

pytestmark = pytest.mark.django_db


def test_the_whole_way(session, app):
    location = consent(session, ask(app))
    assert location.startswith(CALLBACK + "?")
    given = answer(location)
    assert given["state"] == "s-1"
    assert given["iss"] == "http://127.0.0.1:8000"

    response = exchange(app, given["code"])
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    token = response.json()
    assert token["token_type"] == "Bearer"
    assert token["expires_in"] == 3600
    assert token["scope"] == "games:read games:play"
    assert token["access_token"].startswith("c11a_")
    assert token["refresh_token"].startswith("c11r_")
    assert games(token["access_token"]).status_code == 200


def test_a_token_may_what_was_granted_and_no_more(session, app):
    token = let_in(session, app, scope="games:read")["access_token"]
    response = me(token)
    assert response.status_code == 403
    assert response.json()["scope"] == "account:read"


def test_nothing_that_opens_a_door_is_stored(session, app):
    code = answer(consent(session, ask(app)))["code"]
    assert get_grant_model().objects.get().code == hashlib.sha256(code.encode()).hexdigest()
    token = exchange(app, code).json()
    assert get_access_token_model().objects.get().token == ""
    assert get_refresh_token_model().objects.get().token == ""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows = str(cursor.fetchall())
            assert token["access_token"] not in rows, table
            assert token["refresh_token"] not in rows, table
            assert code not in rows, table


def test_refusing(session, app):
    given = answer(consent(session, ask(app), allow=False))
    assert given["error"] == "access_denied"
    assert given["state"] == "s-1"
    assert given["iss"] == "http://127.0.0.1:8000"
    assert "code" not in given


def test_the_page_says_who_asks_for_what(session, app):
    page = session.get(ask(app, scope="games:read account:write")).content.decode()
    assert "Pocket Eleven" in page
    assert "bob" in page
    assert "See your games" in page
    assert "<strong>Change your profile" in page, "what is dangerous is said louder"
    assert "app.example" in page


def test_the_page_lets_its_form_lead_to_the_app(session, app):
    header = session.get(ask(app))["Content-Security-Policy"]
    assert "form-action 'self' https://app.example;" in header
    assert "require-trusted-types-for 'script'" in header


def test_the_page_asks_each_time(session, app):
    let_in(session, app)
    assert session.get(ask(app, approval_prompt="auto")).status_code == 200


def test_who_is_not_logged_in_logs_in_first(app):
    response = Client().get(ask(app))
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=/oauth/authorize")


def test_consent_needs_the_csrf_token(alice, app):
    session = Client(enforce_csrf_checks=True)
    session.force_login(alice)
    url = ask(app)
    form = session.get(url).context["form"].initial
    data = {name: value for name, value in form.items() if value is not None}
    assert session.post(url, {**data, "allow": "yes"}).status_code == 403


def test_a_name_with_markup_is_shown_as_text(session, bob):
    app = make_app(bob, name="<script>alert(1)</script>", website="https://x.example/?a=1&b=2")
    page = session.get(ask(app)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "nobody"},
        {"client_id": None},
        {"redirect_uri": "https://evil.example/done"},
        {"redirect_uri": CALLBACK + "/more"},
        {"redirect_uri": CALLBACK + "?x=1"},
        {"redirect_uri": CALLBACK + "#x"},
        {"redirect_uri": "https://app.example@evil.example/done"},
        {"redirect_uri": "http://app.example/done"},
        {"redirect_uri": "javascript:alert(1)"},
    ],
)
def test_who_cannot_be_trusted_with_an_answer_gets_none(session, app, change):
    response = session.get(ask(app, **change))
    assert response.status_code == 400
    assert "Location" not in response
    assert "didn't work" in response.content.decode()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "none"}, "unauthorized_client"),
        ({"scope": "games:read everything"}, "invalid_scope"),
        ({"prompt": "none"}, None),
    ],
)
def test_a_wrong_question_is_reported_to_the_app(session, app, change, error):
    response = session.get(ask(app, **change))
    if error is None:
        assert response.status_code in (200, 302)
        return
    assert response.status_code == 302
    given = answer(response["Location"])
    assert response["Location"].startswith(CALLBACK)
    assert given["error"] == error
    assert given["iss"] == "http://127.0.0.1:8000"
    assert "code" not in given


def test_a_callback_keeps_its_own_query_beside_the_issuer(session, bob):
    callback = CALLBACK + "?lang=de"
    app = make_app(bob, redirect_uris=callback)
    given = answer(consent(session, ask(app, redirect_uri=callback), allow=False))
    assert (given["lang"], given["iss"]) == ("de", "http://127.0.0.1:8000")


def test_a_tampered_form_grants_nothing_more(session, app):
    url = ask(app, scope="games:read")
    form = {k: v for k, v in session.get(url).context["form"].initial.items() if v is not None}
    for change in (
        {"redirect_uri": "https://evil.example/"},
        {"client_id": "nobody"},
        {"scope": "everything"},
        {"code_challenge": "", "code_challenge_method": ""},
        {"code_challenge_method": "plain"},
    ):
        session.raise_request_exception = False
        response = session.post(url, {**form, **change, "allow": "yes"})
        assert "code=" not in response.get("Location", ""), change
        assert "evil" not in response.get("Location", ""), change
        assert response.status_code < 500, change


def test_metadata(client):
    facts = client.get("/.well-known/oauth-authorization-server").json()
    assert facts["issuer"] == "http://127.0.0.1:8000"
    assert facts["code_challenge_methods_supported"] == ["S256"]
    assert facts["token_endpoint_auth_methods_supported"] == ["none"]
    for name, value in facts.items():
        if name.endswith("_endpoint"):
            path = urlsplit(value).path
            assert client.get(path).status_code in (302, 405), name
    resource = client.get("/.well-known/oauth-protected-resource").json()
    assert resource["authorization_servers"] == [facts["issuer"]]


def test_a_browser_app_may_fetch_its_token():
    response = Client().options(
        "/oauth/token",
        HTTP_ORIGIN="https://app.example",
        HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST",
    )
    assert response["Access-Control-Allow-Origin"] == "*"


def test_the_endpoints_are_counted(limited, settings, app):
    settings.LIMITS = {**settings.LIMITS, "oauth": (2, 60)}
    answers = [refresh(app, "x") for _ in range(3)]
    assert [a.status_code for a in answers] == [400, 400, 429]
    assert "RateLimit" in answers[0]
    assert int(answers[2]["Retry-After"]) >= 1


@pytest.mark.parametrize("body", ["", "a=%00", "code=%ff", "=&=&=", "grant_type=a&grant_type=b"])
@pytest.mark.parametrize("path", ["token", "revoke", "introspect", "device-authorization"])
def test_nonsense_is_no_crash(client, path, body):
    response = client.post(f"/oauth/{path}", body, content_type="application/x-www-form-urlencoded")
    assert response.status_code in (400, 401), response.content
