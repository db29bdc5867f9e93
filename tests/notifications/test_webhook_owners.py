"""Webhooks by the API: whose they are, where they may lead, and how many there may be."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from accounts.models import User
from notifications.models import Delivery, Webhook
from tests.notifications.receiver import Receiver

URL = "/api/v1/webhooks"

pytestmark = pytest.mark.usefixtures("own_network")


def test_so_many_tests_a_minute_and_no_more(
    hook: dict[str, Any], bobs: APIClient, settings: Any
) -> None:
    settings.LIMITS_ON, settings.LIMITS = True, {**settings.LIMITS, "test": (2, 60)}
    cache.clear()

    codes = [bobs.post(f"{URL}/{hook['id']}/test").status_code for _ in range(3)]

    assert codes == [202, 202, 429]
    assert Delivery.objects.count() == 2


def test_the_secret_is_shown_once_and_not_stored_as_it_is(
    hook: dict[str, Any], bobs: APIClient
) -> None:
    assert "secret" not in bobs.get(f"{URL}/{hook['id']}").json()
    assert "secret" not in bobs.get(URL).json()["results"][0]
    assert hook["secret"].encode() not in bytes(Webhook.objects.get().secret)


def test_no_one_touches_the_webhook_of_another(
    hook: dict[str, Any],
    charlie: User,
    client_of: Callable[..., APIClient],
) -> None:
    stranger, path = client_of(charlie), f"{URL}/{hook['id']}"

    assert stranger.get(path).status_code == 404
    assert stranger.patch(path, {"url": "https://evil.example/"}).status_code == 404
    assert stranger.delete(path).status_code == 404
    for part in ("test", "secret", "deliveries/1/resend"):
        assert stranger.post(f"{path}/{part}").status_code == 404
    assert stranger.get(f"{path}/deliveries").status_code == 404
    assert stranger.get(URL).json()["results"] == []


def test_it_needs_its_own_scope(
    bob: User,
    client_of: Callable[..., APIClient],
) -> None:
    assert client_of(bob, "games:play", "account:write").get(URL).status_code == 403


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"url": "https://127.0.0.1/", "events": ["turn.played"]}, "#/url"),
        ({"url": "https://no-such-name.invalid/", "events": ["turn.played"]}, "#/url"),
        ({"url": "http://example.org/", "events": ["turn.played"]}, "#/url"),
        ({"url": "https://example.org/", "events": []}, "#/events"),
        ({"url": "https://example.org/", "events": ["goal.scored"]}, "#/events/0"),
        ({"events": ["turn.played"]}, "#/url"),
    ],
)
def test_what_cannot_be_delivered_to_is_refused(
    body: dict[str, Any], pointer: str, bobs: APIClient, settings: Any
) -> None:
    settings.PRIVATE_TARGETS = False

    answer = bobs.post(URL, body, format="json")

    assert answer.status_code == 400
    assert answer.json()["errors"][0]["pointer"] == pointer


def test_a_person_has_so_many_webhooks_and_no_more(bobs: APIClient, service: Receiver) -> None:
    body = {"url": service.url, "events": ["turn.played"]}
    codes = [bobs.post(URL, body, format="json").status_code for _ in range(11)]

    assert codes == [201] * 10 + [409]


def test_no_request_looks_up_a_name(
    bobs: APIClient, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How long that takes is in the hands of anyone who owns the name."""
    real = socket.getaddrinfo

    def numbers_only(*args: Any, flags: int = 0, **options: Any) -> Any:
        assert flags & socket.AI_NUMERICHOST, f"{args[0]} was looked up"
        return real(*args, flags=flags, **options)

    settings.PRIVATE_TARGETS = False
    monkeypatch.setattr(socket, "getaddrinfo", numbers_only)
    body = {"url": "https://slow.attacker.example/", "events": ["turn.played"]}

    made = bobs.post(URL, body, format="json")

    assert made.status_code == 201
    moved = {"url": "https://slower.attacker.example/"}
    assert bobs.patch(f"{URL}/{made.json()['id']}", moved, format="json").status_code == 200


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "2130706433", "0x7f.1", "[::1]", "10.0.0.1", "localhost", "printer.local", "x"],
)
def test_what_is_plainly_private_is_refused_immediately(
    bobs: APIClient, settings: Any, host: str
) -> None:
    settings.PRIVATE_TARGETS = False
    body = {"url": f"https://{host}/", "events": ["turn.played"]}

    assert bobs.post(URL, body, format="json").status_code == 400


def test_a_person_makes_some_tens_of_webhooks_an_hour(
    bobs: APIClient, service: Receiver, settings: Any
) -> None:
    settings.LIMITS_ON = True
    settings.LIMITS = {**settings.LIMITS, "webhooks": (2, 3600)}
    body = {"url": service.url, "events": ["turn.played"]}

    codes = [bobs.post(URL, body, format="json").status_code for _ in range(3)]

    assert codes == [201, 201, 429]
