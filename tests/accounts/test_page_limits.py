"""Pages are limited as calls are, and what is expensive has a second limit for a shorter time."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from accounts.page_limits import USUAL
from config.environment import rates

pytestmark = pytest.mark.django_db
PAGE = "/lobby/"


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_stranger_is_counted_by_address(limited: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "address": (2 * USUAL, 60)}
    client = Client()

    first, second, third = (client.get(PAGE) for _ in range(3))

    assert [first.status_code, second.status_code, third.status_code] == [200, 200, 429]
    assert first["RateLimit"].startswith(f'"address";r={USUAL};')
    assert int(third["Retry-After"]) > 0
    assert third.content.startswith(b"Too many requests.")
    assert client.get(PAGE, REMOTE_ADDR="10.0.0.9").status_code == 200


def test_the_page_of_a_logged_in_player_does_not_count_for_the_address(
    limited: Any, settings: Any, alice: User, bob: User
) -> None:
    settings.LIMITS = {**settings.LIMITS, "address": (1, 60), "session": (USUAL, 60)}

    answers = [browser(user).get(PAGE).status_code for user in (alice, alice, bob)]

    assert answers == [200, 429, 200]


def test_calls_of_the_page_count_together_with_it(limited: Any, settings: Any, alice: User) -> None:
    settings.LIMITS = {**settings.LIMITS, "session": (USUAL + 1, 60)}
    client = browser(alice)

    assert client.get(PAGE).status_code == 200
    assert [client.get("/api/v1/me").status_code for _ in range(2)] == [200, 429]


def test_both_limits_of_what_is_expensive_apply(limited: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "register": (3, 3600), "address": (100, 60)}
    settings.LIMITS_IN_SHORT = {"register": (2, 60)}
    client = Client()

    answers = [client.post("/api/v1/accounts", {}, "application/json") for _ in range(3)]

    assert [answer.status_code for answer in answers] == [400, 400, 429]
    assert '"register";q=3;w=3600, "register_burst";q=2;w=60' in answers[0]["RateLimit-Policy"]
    assert 0 < int(answers[-1]["Retry-After"]) <= 30


def test_without_the_limit_there_is_no_shorter_one(limited: Any, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "register": (0, 1)}
    settings.LIMITS_IN_SHORT = {"register": (1, 60)}
    client = Client()

    answers = [client.post("/api/v1/accounts", {}, "application/json") for _ in range(3)]

    assert {answer.status_code for answer in answers} == {400}


def test_a_variable_sets_both_or_one(monkeypatch: pytest.MonkeyPatch) -> None:
    assert rates("LIMIT_TOYS", "300/600+30/60") == ((300, 600), (30, 60))
    monkeypatch.setenv("LIMIT_TOYS", "5/60")
    assert rates("LIMIT_TOYS", "300/600+30/60") == ((5, 60),)
