"""Each refusal of the OAuth endpoints says in a sentence what is wrong."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import get_grant_model

from tests.accounts.apps import CALLBACK, answer, ask, consent, exchange, make_app, refresh

pytestmark = pytest.mark.django_db


def described(response, error):
    """Return the sentence of a refusal, which must be this one."""
    facts = response.json()
    assert response.status_code in (400, 401), facts
    assert facts["error"] == error
    assert facts["error_description"].endswith(".")
    return facts["error_description"]


def test_each_fault_of_a_code_has_its_own_sentence(session, app, bob):
    other = make_app(bob, name="Other", redirect_uris=f"{CALLBACK} {CALLBACK}/other")
    codes = [answer(consent(session, ask(app)))["code"] for _ in range(3)]
    used = codes[0]
    assert exchange(app, used).status_code == 200
    sentences = [
        described(exchange(app, used), "invalid_grant"),
        described(exchange(other, codes[1]), "invalid_grant"),
        described(exchange(app, codes[1], "w" * 50), "invalid_grant"),
    ]
    get_grant_model().objects.update(expires=timezone.now())
    sentences.append(described(exchange(app, codes[2]), "invalid_grant"))

    assert [
        next(word for word in ("once", "another app", "code_verifier", "60 seconds") if word in one)
        for one in sentences
    ] == ["once", "another app", "code_verifier", "60 seconds"]


def test_a_refresh_token_that_is_no_good(app):
    assert "consent" in described(refresh(app, "c11r_unknown"), "invalid_grant")


@pytest.mark.parametrize(
    ("form", "error"),
    [
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({}, "unsupported_grant_type"),
        ({"grant_type": "authorization_code", "code": "x", "client_id": "nobody"},
         "invalid_client"),
        ({"grant_type": "authorization_code"}, "invalid_request"),
    ],
)  # fmt: skip
def test_what_else_may_be_wrong_at_the_token_endpoint(form, error):
    described(Client().post("/oauth/token", form), error)


def test_json_is_named_as_the_fault_where_a_form_is_expected():
    body = json.dumps({"grant_type": "refresh_token"})
    answered = Client().post("/oauth/token", body, content_type="application/json")

    assert "application/x-www-form-urlencoded" in described(answered, "invalid_request")


@pytest.mark.parametrize("path", ["/oauth/device-authorization", "/oauth/revoke"])
def test_the_other_endpoints_say_it_too(path):
    body = json.dumps({"client_id": "nobody"})
    described(Client().post(path, body, content_type="application/json"), "invalid_request")
    answered = Client().post(path, {"client_id": "nobody", "token": "x"})
    assert answered.json().get("error_description")
