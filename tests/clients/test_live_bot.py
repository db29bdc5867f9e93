"""The live bot as its users run it: two of them find each other and play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from accounts.models import User
from games.models import Game
from tests.clients.conftest import program
from tests.live import LiveService
from tests.patience import until


@pytest.mark.needs("live")
def test_two_bots_find_each_other_and_play(
    service: LiveService, alice: User, bob: User, token_of: Callable[..., str]
) -> None:
    User.objects.update(is_bot=True)
    with (
        program("live_bot.py", service, token_of(alice)),
        program("live_bot.py", service, token_of(bob)),
    ):
        until(Game.objects.filter(live__isnull=False, next_turn__gte=4).exists)
    assert Game.objects.get().turns.filter(by="hand").count() >= 3
