"""What the pages of a game say beside the board."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from tests.games.matches import start_formations, start_round

Browse = Callable[..., Client]
SIGN, WORD = 'aria-label="bot"', "bob (bot)"


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


def test_the_way_back_counts_the_other_games_that_wait(
    browse: Browse, alice: User, bob: User, game: Game, now: datetime
) -> None:
    def counted() -> tuple[bool, int]:
        page = browse(alice).get(f"/games/{game.pk}/")
        return "waiting for you" in page.content.decode(), page.context["waiting"]

    assert counted() == (False, 0)
    start_formations(alice, bob, now)
    assert counted() == (True, 1)
    assert browse().get(f"/games/{game.pk}/").context["waiting"] == 0


def test_a_board_without_a_score_says_which_side_is_yours(
    browse: Browse, alice: User, bob: User, game: Game, now: datetime
) -> None:
    for ruleset in ("standard", "future"):
        terms = Terms(ruleset=ruleset, side="white")
        squares = accept_challenge(bob, make_challenge(alice, "bob", terms, now=now).pk, now=now)
        path = f"/games/{squares.pk}/"
        assert "you play White" in browse(alice).get(path).content.decode()
        assert "you play Black" in browse(bob).get(path).content.decode()
        assert "you play" not in browse().get(path).content.decode()
    # There the shirts beside the score tell it.
    assert "you play" not in browse(alice).get(f"/games/{game.pk}/").content.decode()
