"""Alice and bob play, and all is well."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.utils import timezone

from games.models import Game, Turn
from games.play.turns import sent_actions
from notifications.relay import relay_events
from tests.games.matches import any_turn, play, start_formations, start_round
from tests.load.crowd import make_people
from tests.load.players import Promises


@pytest.fixture
def promises(db: None) -> Promises:
    """What was said to two people who played two turns of a game that all have been told of."""
    from accounts.models import User

    alice, bob = (User.objects.get(username=name) for name in make_people(2))
    game = start_round(start_formations(alice, bob, timezone.now()), timezone.now())
    for _ in range(2):
        play(game, any_turn(game), now=timezone.now())
    relay_events(timezone.now())
    turns = Turn.objects.order_by("number").values_list("game_id", "number", "actions")
    accepted = [(game, number, tuple(sent_actions(actions))) for game, number, actions in turns]
    return Promises(set(accepted), accepted)


@pytest.fixture
def game(promises: Promises) -> Game:
    return Game.objects.get()


@pytest.fixture
def mails(tmp_path: Path) -> Path:
    return tmp_path
