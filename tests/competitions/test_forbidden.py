"""What a competition forbids: plans, where it says so; leave in cups, and gifts of time."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.rest_days import choose
from games.play.giving_time import give_time
from games.play.leaves import take_leave
from games.refusals import Conflict
from tests.competitions.cups import DAY, game_of, make_cup
from tests.conftest import Clients
from tests.games.http import API, refused

pytestmark = pytest.mark.django_db


@pytest.mark.needs("plans")
def test_no_one_plans_where_that_was_announced(client_of: Clients) -> None:
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
    assert "No conditional moves. You play every turn by hand." in page


def test_no_clock_of_a_cup_pauses_for_a_leave_and_no_one_gives_time() -> None:
    now = timezone.now()
    cup = make_cup(now - 3 * DAY, 2)
    cup.draw()
    game = game_of(cup.running()[0])
    before = game.deadline
    for one in cup.players:
        take_leave(one, None, now + 3 * DAY, now)

    assert (game.has_leave, game_of(cup.running()[0]).deadline) == (False, before)
    with pytest.raises(Conflict):
        give_time(game.seats[1].user_id, game.pk, 1, now=now)


@pytest.mark.parametrize("has_rest", [False, True])
def test_rest_days_are_for_cups_whose_organiser_allows_them(has_rest: bool) -> None:
    """Law 6.6."""
    cup = make_cup(timezone.now() - 3 * DAY, 2, has_rest=has_rest)
    for one in cup.players:
        choose(one, [5, 6], timezone.now() - 30 * DAY)
    cup.draw()

    assert game_of(cup.running()[0]).has_rest is has_rest
    shown = Client().get(f"{API}/competitions/{cup.competition.pk}").json()
    assert shown["has_rest"] is has_rest


def test_elsewhere_nothing_is_said_of_plans() -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 2)
    cup.draw()

    assert cup.competition.plans
    assert set(game_of(cup.running()[0]).competition or {}) == {"id", "section", "match"}
