"""A competition may be played without plans: then every turn is played by hand."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.competitions.cups import DAY, game_of, make_cup
from tests.conftest import Clients
from tests.games.http import API, refused

pytestmark = pytest.mark.django_db


def test_nobody_plans_where_that_was_announced(client_of: Clients) -> None:
    now = timezone.now()
    cup = make_cup(now - 3 * DAY, 2, plans=False)
    cup.draw()
    game = game_of(cup.running()[0])
    player = next(seat for seat in game.seats if not seat.is_awaited)
    client = client_of(next(one for one in cup.players if one.pk == player.user_id))
    line = [{"actions": ["e2e4"], "outcome": None}]
    plan: dict[str, Any] = {"turn": 1, "line": line, "reply": {"do": "stop"}}

    refused(client.post(f"{API}/games/{game.pk}/plans", plan), 403, "plans_not_allowed")
    assert client.get(f"{API}/games/{game.pk}").json()["competition"]["plans"] is False
    address = f"competitions/{cup.competition.pk}"
    assert client.get(f"{API}/{address}").json()["plans"] is False
    page = Client().get(f"/{address}/").content.decode()
    assert "None: every turn is played by hand." in page


def test_elsewhere_nothing_is_said_of_plans() -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 2)
    cup.draw()

    assert cup.competition.plans
    assert set(game_of(cup.running()[0]).competition or {}) == {"id", "section", "match"}
