"""The page of the search: one green way on, with its reason beside it."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from tests.live_play.matches import start_live

pytestmark = pytest.mark.django_db


def page(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.get("/live/").content.decode()


def test_a_guest_reads_at_the_button_why_it_is_another(alice: User, now: datetime) -> None:
    User.objects.filter(pk=alice.pk).update(guest_since=now)

    bar = page(alice).partition("What next")[2]

    assert "To play live, save your game first" in bar
    assert ">Save your game</a>" in bar


def test_who_plays_live_already_is_led_there_first(alice: User, bob: User, now: datetime) -> None:
    assert 'class="btn go" id="look"' in page(alice)
    game = start_live(alice, bob, now)

    shown = page(alice)

    assert f'<a class="btn go" href="/games/{game.pk}/">' in shown
    assert 'class="btn" id="look"' in shown
