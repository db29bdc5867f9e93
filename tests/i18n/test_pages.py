"""Pages and what goes out say everything in the language of anyone who reads it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from games.models import Outage
from games.play.challenge.challenges import Terms, make_challenge
from games.shown.event_words import all_events
from notifications.webhooks import make_webhook, pause

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def page(path: str, language: str, user: User | None = None) -> str:
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client.get(path).content.decode()


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", "anna@example.org", "corner-flag-24", language="de")


def test_the_status_speaks_to_each_reader_though_its_figures_are_kept(settings):
    Outage.objects.create(started_at=NOW - timedelta(hours=1), ended_at=NOW, reason="service down")

    assert "The service was down" in page("/status/", "en")
    settings.STATUS_KEPT_SECONDS = 60
    german = page("/status/", "de")
    assert "Der Dienst war nicht erreichbar" in german
    assert "<caption>Erinnerungen</caption>" in german


def test_a_challenge_to_answer_stands_out_in_every_language(anna):
    bob = User.objects.create_user("bob", "bob@example.org", "corner-flag-24")
    make_challenge(bob, "anna", Terms(), now=NOW)

    assert 'class="game ask mine"' in page("/", "de", anna)


@pytest.mark.parametrize("game", ["standard", "future", "family"])
def test_the_pictures_of_a_guide_are_named_in_the_language_of_the_page(game):
    english, german = page(f"/learn/{game}/read/", "en"), page(f"/learn/{game}/read/", "de")

    assert "In short" in english
    assert "In short" not in german
    assert 'aria-label="Wo' in german


def test_a_paused_webhook_says_why_in_the_language_of_its_owner(anna):
    webhook = make_webhook(anna, "https://93.184.216.34/hook", ["turn.played"])[0]
    with translation.override("en"):
        pause(webhook, gettext_lazy("Your server answered 410 Gone."), NOW)

    assert webhook.paused_because == "Dein Server hat mit 410 Gone geantwortet."


def test_events_to_choose_from_are_shown_in_the_readers_language():
    with translation.override("de"):
        english = [
            words.when for words in all_events().values() if gettext(words.when) == words.when
        ]
    assert english == []


def test_the_app_says_in_which_language_it_is():
    answer = Client(headers={"accept-language": "de"}).get("/manifest.webmanifest")

    assert answer.json()["lang"] == "de"


def test_the_worker_speaks_too():
    assert "Es gibt Neuigkeiten." in page("/sw.js", "de")
