"""A game is called by its name in the reader's language, wherever its name is asked for."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation
from rest_framework.test import APIClient

from accounts.models import User
from games.pages.games_here import games_here
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.rules import registry


def test_the_contract_itself_translates() -> None:
    """So no caller can forget it."""
    with translation.override("de"):
        assert registry.get("standard").name == "Schach"
        assert "Schach" in [game.name for game in games_here()]
    assert registry.get("standard").name == "Chess"


@pytest.mark.needs("live", "share")
@pytest.mark.django_db
def test_cards_previews_and_the_live_page_name_a_game_in_german(
    client: Client, white: APIClient, alice: User, bob: User, now: datetime
) -> None:
    challenge = make_challenge(alice, None, Terms("standard", "white"), now=now)
    client.force_login(bob)
    german = {"Accept-Language": "de"}

    User.objects.filter(pk=bob.pk).update(language="de")
    assert "Schach" in client.get("/lobby/", headers=german).content.decode()
    assert "Schach" in client.get("/live/", headers=german).content.decode()
    game = accept_challenge(bob, challenge.pk, now=now)
    link = f"{settings.SITE_URL}/games/{game.pk}/"
    shown = client.get("/oembed", {"url": link}, headers=german).json()
    assert "Schach" in shown["title"]
    rules = white.get("/api/v1/rulesets", headers=german).json()["results"]
    assert "Schach" in str(rules)
