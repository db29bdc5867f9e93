"""What the pages of a game say beside the board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from tests.games.matches import start_formations, start_round

Browse = Callable[..., Client]
SIGN, WORD = 'aria-label="robot"', "bob (robot)"


@pytest.mark.parametrize("is_bot", [True, False])
def test_a_bot_is_shown_as_one_and_a_person_is_not(
    browse: Browse, alice: User, bob: User, now: datetime, is_bot: bool
) -> None:
    bob.is_bot = is_bot
    bob.save()
    game: Game = start_formations(alice, bob, now)

    for reader in (alice, None):
        arranging = browse(reader).get(f"/games/{game.pk}/").content.decode()
        assert (SIGN in arranging, WORD in arranging) == (is_bot, is_bot)
    start_round(game, now)
    playing = browse(alice).get(f"/games/{game.pk}/").content.decode()
    assert (SIGN in playing, WORD in playing) == (is_bot, is_bot)
    history = browse(alice).get(f"/games/{game.pk}/history/").content.decode()
    assert (SIGN in history) == is_bot
