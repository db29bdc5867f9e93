"""Apps: from the developer's page over consent to a token, and every way that must not work."""

from __future__ import annotations

import base64
import hashlib
import secrets
import threading
from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import (
    get_access_token_model,
    get_device_grant_model,
    get_grant_model,
    get_refresh_token_model,
)

from accounts.models import App
from accounts.services.deletion import delete_account
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
CALLBACK = "https://app.example/done"
VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()[:-1]
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def make_app(owner, **extra):
    fields = {"name": "Pocket Eleven", "redirect_uris": CALLBACK, **extra}
    return App.objects.create(
        user=owner,
        client_type=App.CLIENT_PUBLIC,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        **fields,
    )


@pytest.fixture
def app(bob):
    return make_app(bob)


@pytest.fixture
def browser(alice):
    client = Client()
    client.force_login(alice)
    return client


def ask(app, **extra):
    """Return the address to which an app sends a person."""
    query = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": CALLBACK,
        "scope": "games:read games:play",
        "state": "s-1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
        **extra,
    }
    return "/oauth/authorize?" + urlencode({k: v for k, v in query.items() if v is not None})


def consent(browser, url, allow=True):
    """Press the button of the consent page; return where it leads."""
    page = browser.get(url)
    assert page.status_code == 200, page.content
    form = page.context["form"]
    data = {name: value for name, value in form.initial.items() if value is not None}
    response = browser.post(url, {**data, **({"allow": "yes"} if allow else {})})
    assert response.status_code == 302, response.content
    return response["Location"]


def answer(location):
    return {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}


def exchange(app, code, verifier=VERIFIER, **extra):
    form = {
        "grant_type": "authorization_code",
        "client_id": app.client_id,
        "code": code,
        "redirect_uri": CALLBACK,
        "code_verifier": verifier,
        **extra,
    }
    return Client().post("/oauth/token", form)


def refresh(app, token):
    form = {"grant_type": "refresh_token", "client_id": app.client_id, "refresh_token": token}
    return Client().post("/oauth/token", form)


def let_in(browser, app, **extra):
    return exchange(app, answer(consent(browser, ask(app, **extra)))["code"]).json()


def me(token):
    return Client().get("/api/v1/me", HTTP_AUTHORIZATION=f"Bearer {token}")


def games(token):
    return Client().get("/api/v1/games", HTTP_AUTHORIZATION=f"Bearer {token}")


def test_the_whole_way(browser, app):
    location = consent(browser, ask(app))
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


def test_a_token_may_what_was_granted_and_no_more(browser, app):
    token = let_in(browser, app, scope="games:read")["access_token"]
    response = me(token)
    assert response.status_code == 403
    assert response.json()["scope"] == "account:read"


def test_nothing_that_opens_a_door_is_stored(browser, app):
    code = answer(consent(browser, ask(app)))["code"]
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


def test_refusing(browser, app):
    given = answer(consent(browser, ask(app), allow=False))
    assert given["error"] == "access_denied"
    assert given["state"] == "s-1"
    assert "code" not in given


def test_the_page_says_who_asks_for_what(browser, app):
    page = browser.get(ask(app, scope="games:read account:write")).content.decode()
    assert "Pocket Eleven" in page
    assert "bob" in page
    assert "See your games" in page
    assert "<strong>Change your profile" in page, "what is dangerous is said louder"
    assert "app.example" in page


def test_the_page_lets_its_form_lead_to_the_app(browser, app):
    header = browser.get(ask(app))["Content-Security-Policy"]
    assert "form-action 'self' https://app.example;" in header
    assert "require-trusted-types-for 'script'" in header


def test_the_page_asks_each_time(browser, app):
    let_in(browser, app)
    assert browser.get(ask(app, approval_prompt="auto")).status_code == 200


def test_who_is_not_logged_in_logs_in_first(app):
    response = Client().get(ask(app))
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/?next=/oauth/authorize")


def test_consent_needs_the_csrf_token(alice, app):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    url = ask(app)
    form = browser.get(url).context["form"].initial
    data = {name: value for name, value in form.items() if value is not None}
    assert browser.post(url, {**data, "allow": "yes"}).status_code == 403


def test_a_name_with_markup_is_shown_as_text(browser, bob):
    app = make_app(bob, name="<script>alert(1)</script>", website="https://x.example/?a=1&b=2")
    page = browser.get(ask(app)).content.decode()
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
def test_who_cannot_be_trusted_with_an_answer_gets_none(browser, app, change):
    response = browser.get(ask(app, **change))
    assert response.status_code == 400
    assert "Location" not in response
    assert "did not work" in response.content.decode()


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
def test_a_wrong_question_is_told_to_the_app(browser, app, change, error):
    response = browser.get(ask(app, **change))
    if error is None:
        assert response.status_code in (200, 302)
        return
    assert response.status_code == 302
    given = answer(response["Location"])
    assert response["Location"].startswith(CALLBACK)
    assert given["error"] == error
    assert "code" not in given


def test_a_tampered_form_grants_nothing_more(browser, app):
    url = ask(app, scope="games:read")
    form = {k: v for k, v in browser.get(url).context["form"].initial.items() if v is not None}
    for change in (
        {"redirect_uri": "https://evil.example/"},
        {"client_id": "nobody"},
        {"scope": "everything"},
        {"code_challenge": "", "code_challenge_method": ""},
        {"code_challenge_method": "plain"},
    ):
        browser.raise_request_exception = False
        response = browser.post(url, {**form, **change, "allow": "yes"})
        assert "code=" not in response.get("Location", ""), change
        assert "evil" not in response.get("Location", ""), change
        assert response.status_code < 500, change


@pytest.mark.parametrize("verifier", ["w" * 50, "", "v"])
def test_a_code_without_its_verifier(browser, app, verifier):
    code = answer(consent(browser, ask(app)))["code"]
    response = exchange(app, code, verifier)
    assert response.status_code == 400
    assert response.json()["error"] in {"invalid_grant", "invalid_request"}


def test_a_code_works_once(browser, app):
    code = answer(consent(browser, ask(app)))["code"]
    assert exchange(app, code).status_code == 200
    assert exchange(app, code).json()["error"] == "invalid_grant"


def test_what_a_code_gave_ends_when_it_is_brought_again(browser, app, bob):
    code = answer(consent(browser, ask(app)))["code"]
    token = refresh(app, exchange(app, code).json()["refresh_token"]).json()
    another = let_in(browser, app)
    # It is the affair of its own app alone.
    assert exchange(make_app(bob, name="Other"), code).status_code == 400
    assert games(token["access_token"]).status_code == 200

    assert exchange(app, code).json()["error"] == "invalid_grant"

    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400
    assert games(another["access_token"]).status_code == 200


def test_a_code_is_for_the_app_that_asked(browser, app, bob):
    other = make_app(bob, name="Other")
    code = answer(consent(browser, ask(app)))["code"]
    assert exchange(other, code).status_code == 400


def test_a_code_lasts_a_minute(browser, app):
    code = answer(consent(browser, ask(app)))["code"]
    get_grant_model().objects.update(expires=timezone.now())
    assert exchange(app, code).json()["error"] == "invalid_grant"


def test_a_code_needs_the_same_callback(browser, bob):
    app = make_app(bob, redirect_uris=f"{CALLBACK} https://app.example/other")
    code = answer(consent(browser, ask(app)))["code"]
    response = exchange(app, code, redirect_uri="https://app.example/other")
    assert response.status_code == 400


@pytest.mark.django_db(transaction=True)
def test_two_who_bring_one_code_at_once(browser, app):
    code = answer(consent(browser, ask(app)))["code"]
    codes = []

    def bring():
        try:
            codes.append(exchange(app, code).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=bring) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(codes) == [200, 400, 400, 400]
    # None is left if one of the others came when the first had its token already.
    assert get_access_token_model().objects.count() <= 1


@pytest.mark.parametrize("grant", ["password", "client_credentials", "implicit", "", "x"])
def test_other_ways_to_a_token_do_not_exist(alice, app, grant):
    form = {
        "grant_type": grant,
        "client_id": app.client_id,
        "username": "alice",
        "password": PASSWORD,
        "scope": "games:read",
    }
    response = Client().post("/oauth/token", form)
    assert response.status_code in (400, 401)
    assert response.json()["error"] in {"unsupported_grant_type", "invalid_client"}


def test_refreshing_rotates(browser, app):
    first = let_in(browser, app)
    second = refresh(app, first["refresh_token"]).json()
    assert second["access_token"] != first["access_token"]
    assert second["refresh_token"] != first["refresh_token"]
    assert games(first["access_token"]).status_code == 401
    assert games(second["access_token"]).status_code == 200
    assert second["scope"] == first["scope"]


def test_a_refresh_token_used_twice_ends_the_whole_family(browser, app):
    first = let_in(browser, app)
    second = refresh(app, first["refresh_token"]).json()
    assert refresh(app, first["refresh_token"]).json()["error"] == "invalid_grant"
    assert games(second["access_token"]).status_code == 401
    assert refresh(app, second["refresh_token"]).json()["error"] == "invalid_grant"


def test_refreshing_does_not_widen(browser, app):
    token = let_in(browser, app, scope="games:read")
    form = {
        "grant_type": "refresh_token",
        "client_id": app.client_id,
        "refresh_token": token["refresh_token"],
        "scope": "games:read account:write",
    }
    assert Client().post("/oauth/token", form).json()["error"] == "invalid_scope"


def test_a_refresh_token_is_for_its_app(browser, app, bob):
    token = let_in(browser, app)
    assert refresh(make_app(bob, name="Other"), token["refresh_token"]).status_code == 400


@pytest.mark.django_db(transaction=True)
def test_two_who_refresh_at_once_never_hold_two_living_families(browser, app):
    token = let_in(browser, app)["refresh_token"]
    answers = []

    def ask_again():
        try:
            answers.append(refresh(app, token))
        finally:
            connection.close()

    threads = [threading.Thread(target=ask_again) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert all(answer.status_code in (200, 400) for answer in answers)
    given = {a.json()["access_token"] for a in answers if a.status_code == 200}
    assert sum(games(t).status_code == 200 for t in given) <= 1


def test_an_access_token_lasts_an_hour(browser, app):
    token = let_in(browser, app)["access_token"]
    get_access_token_model().objects.update(expires=timezone.now() - timedelta(seconds=1))
    assert games(token).status_code == 401


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_revoking_either_ends_both(browser, app, which):
    token = let_in(browser, app)
    form = {"token": token[which], "client_id": app.client_id}
    assert Client().post("/oauth/revoke", form).status_code == 200
    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400


def test_only_its_app_revokes_a_token(browser, app, bob):
    token = let_in(browser, app)
    other = make_app(bob, name="Other")
    Client().post("/oauth/revoke", {"token": token["access_token"], "client_id": other.client_id})
    assert games(token["access_token"]).status_code == 200


def introspect(bearer, token):
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    return Client(headers=headers).post("/oauth/introspect", {"token": token})


def test_introspection(browser, app, alice, client_of):
    token = let_in(browser, app)["access_token"]
    facts = introspect(token, token).json()
    assert facts["active"] is True
    assert facts["scope"] == "games:read games:play"
    assert facts["client_id"] == app.client_id
    assert facts["username"] == "alice"
    assert facts["exp"] - facts["iat"] == pytest.approx(3600, abs=2)

    assert introspect(token, "c11a_unknown").json() == {"active": False}
    assert introspect(None, token).status_code == 401
    assert introspect("c11_wrong", token).status_code == 401


def test_introspection_tells_nothing_about_others(browser, app, alice, bob, client_of):
    token = let_in(browser, app)["access_token"]
    other = Client()
    other.force_login(bob)
    of_bob = let_in(other, app)["access_token"]
    of_another_app = let_in(browser, make_app(bob, name="Other"))["access_token"]
    assert introspect(token, of_bob).json() == {"active": False}
    assert introspect(token, of_another_app).json() == {"active": False}


def test_somebody_without_an_account_any_more(browser, app, alice):
    token = let_in(browser, app)
    delete_account(alice, timezone.now())
    assert games(token["access_token"]).status_code == 401
    assert refresh(app, token["refresh_token"]).status_code == 400


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


def test_a_browser_app_may_fetch_its_token(browser, app):
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


# The device flow


@pytest.fixture
def started(app):
    form = {"client_id": app.client_id, "scope": "games:read"}
    response = Client().post("/oauth/device-authorization", urlencode(form), content_type=FORM)
    assert response.status_code == 200, response.content
    return response.json()


FORM = "application/x-www-form-urlencoded"


def poll(app, started):
    get_device_grant_model().objects.update(last_checked=timezone.now() - timedelta(minutes=1))
    form = {
        "grant_type": DEVICE_GRANT,
        "client_id": app.client_id,
        "device_code": started["device_code"],
    }
    return Client().post("/oauth/token", form)


def decide(browser, started, action="accept"):
    page = browser.post("/device/", {"user_code": started["user_code"]})
    assert page.status_code == 302, page.content
    assert browser.get(page["Location"]).status_code == 200
    done = browser.post(page["Location"], {"action": action})
    return browser.get(done["Location"]).content.decode()


def test_a_device_gets_in(browser, app, started):
    assert started["verification_uri"] == "http://127.0.0.1:8000/device/"
    assert poll(app, started).json()["error"] == "authorization_pending"
    assert "is connected" in decide(browser, started)
    token = poll(app, started).json()
    assert token["scope"] == "games:read"
    assert games(token["access_token"]).status_code == 200
    assert poll(app, started).json()["error"] == "invalid_grant", "once"


def test_a_device_is_refused(browser, app, started):
    decide(browser, started, "deny")
    assert poll(app, started).json()["error"] == "access_denied"


def test_a_device_may_ask_at_once_but_then_not_too_fast(app, started):
    form = {
        "grant_type": DEVICE_GRANT,
        "client_id": app.client_id,
        "device_code": started["device_code"],
    }
    first = Client().post("/oauth/token", form)
    assert first.json()["error"] == "authorization_pending"
    assert Client().post("/oauth/token", form).json()["error"] == "slow_down"


def test_a_device_that_waited_too_long(browser, app, started):
    get_device_grant_model().objects.update(expires=timezone.now())
    assert poll(app, started).json()["error"] == "expired_token"
    page = browser.post("/device/", {"user_code": started["user_code"]})
    assert page.status_code == 200


def test_a_device_code_is_stored_hashed(started):
    grant = get_device_grant_model().objects.get()
    assert grant.device_code == hashlib.sha256(started["device_code"].encode()).hexdigest()


def test_codes_of_devices_cannot_be_guessed(limited, settings, browser, app):
    settings.LIMITS = {**settings.LIMITS, "device_code": (2, 600)}
    codes = [
        browser.post("/device/", {"user_code": secrets.token_hex(4)}).status_code for _ in range(3)
    ]
    assert codes == [200, 200, 429]


@pytest.mark.django_db(transaction=True)
def test_two_polls_at_once_get_one_token(browser, app):
    form = {"client_id": app.client_id, "scope": "games:read"}
    started = (
        Client().post("/oauth/device-authorization", urlencode(form), content_type=FORM).json()
    )
    decide(browser, started)
    codes = []

    def ask_for_it():
        try:
            codes.append(poll(app, started).status_code)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask_for_it) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(codes) == [200, 400, 400]
