"""What holds for every call alike: methods, tokens, keys. Tried once a call and not at random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.credentials import ALL_SCOPES, GUEST
from accounts.models import User
from config.http.scopes import NOT_FOR_GUESTS
from tests.api.document import document, operations

METHODS = {"GET", "PUT", "POST", "DELETE", "OPTIONS", "PATCH", "TRACE", "QUERY"}
KEY = "Idempotency-Key"
BAD_KEYS = ("", "k" * 256, " key", "key ", "k\u00e9y")


def address(path: str, operation: dict[str, Any]) -> str:
    """Return the address of a call with the examples of the document in its places."""
    places = {
        one["name"]: one["schema"].get("example", "x")
        for one in operation["parameters"]
        if one["in"] == "path"
    }
    return path.format(**places)


def takes_key(operation: dict[str, Any]) -> bool:
    return any(one["name"] == KEY for one in operation.get("parameters", ()))


def needs_token(operation: dict[str, Any]) -> bool:
    return {} not in operation["security"]


@pytest.mark.long
def test_every_address_refuses_the_methods_that_it_does_not_take(
    alice: User, client_of: Callable[..., APIClient]
) -> None:
    client = client_of(alice)
    for path, methods in document()["paths"].items():
        declared = {method.upper() for method in methods}
        url = address(path, {"parameters": [], **next(iter(methods.values()))})
        for method in METHODS - declared:
            answer = client.generic(method, url)
            told = set(answer.headers["Allow"].split(", "))

            assert answer.status_code == (204 if method == "OPTIONS" else 405), (method, url)
            assert method == "OPTIONS" or answer.json()["code"] == "method_not_allowed"
            assert told - {"HEAD", "OPTIONS"} == declared, (method, url)


def test_every_call_that_is_not_for_all_asks_for_a_good_token(db: None) -> None:
    stranger, forger = APIClient(), APIClient()
    forger.credentials(HTTP_AUTHORIZATION="Bearer c11_of_nobody")
    for method, path, operation in operations():
        url = address(path, {"parameters": [], **operation})
        if needs_token(operation):
            answer = stranger.generic(method.upper(), url)
            assert (answer.status_code, answer.headers["WWW-Authenticate"][:6]) == (401, "Bearer")
            (content,) = operation["responses"]["401"]["content"].values()
            assert answer.json()["code"] in content["examples"], url

        answer = forger.generic(method.upper(), url)
        assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token"), url


def test_every_call_that_is_not_for_guests_says_so(alice: User, client: Client) -> None:
    User.objects.filter(pk=alice.pk).update(guest_since=timezone.now())
    client.force_login(alice)
    assert ALL_SCOPES - GUEST.scopes == NOT_FOR_GUESTS
    for method, path, operation in operations():
        if any(NOT_FOR_GUESTS & set(one.get("app", ())) for one in operation["security"]):
            url = address(path, {"parameters": [], **operation})
            answer = client.generic(method.upper(), url)
            (content,) = operation["responses"]["403"]["content"].values()
            assert (answer.status_code, answer.json()["code"]) == (403, "guest_account"), url
            assert "guest_account" in content["examples"], url


@pytest.mark.parametrize("key", BAD_KEYS)
def test_every_call_that_takes_a_key_judges_it(
    key: str, alice: User, client_of: Callable[..., APIClient]
) -> None:
    client, tried = client_of(alice), 0
    for method, path, operation in operations():
        if takes_key(operation):
            tried += 1
            url = address(path, {"parameters": [], **operation})
            answer = client.generic(method.upper(), url, HTTP_IDEMPOTENCY_KEY=key)
            assert answer.status_code == 400, (method, url, answer.content)
            assert answer.json()["code"] == "invalid_idempotency_key", (method, url)
    assert tried > (40 if settings.WITHOUT else 70)
