"""How an app comes to its token, step by step."""

import base64
import hashlib
from urllib.parse import parse_qs, urlencode, urlsplit

from django.test import Client

from accounts.models import App

CALLBACK = "https://app.example/done"
VERIFIER = "v" * 50
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode()[:-1]


def make_app(owner, **extra):
    fields = {"name": "Pocket Eleven", "redirect_uris": CALLBACK, **extra}
    return App.objects.create(
        user=owner,
        client_type=App.CLIENT_PUBLIC,
        authorization_grant_type=App.GRANT_AUTHORIZATION_CODE,
        **fields,
    )


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


def consent(session, url, allow=True):
    """Press the button of the consent page; return where it leads."""
    page = session.get(url)
    assert page.status_code == 200, page.content
    form = page.context["form"]
    data = {name: value for name, value in form.initial.items() if value is not None}
    response = session.post(url, {**data, **({"allow": "yes"} if allow else {})})
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


def let_in(session, app, **extra):
    return exchange(app, answer(consent(session, ask(app, **extra)))["code"]).json()


def me(token):
    return Client().get("/api/v1/me", HTTP_AUTHORIZATION=f"Bearer {token}")


def games(token):
    return Client().get("/api/v1/games", HTTP_AUTHORIZATION=f"Bearer {token}")
