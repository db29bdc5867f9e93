"""The page to watch on is never empty, and lists what else there is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.features.live.tv import best_match, best_of_the_week, match_to_show, playing_now
from games.models import Game, Turn
from tests.games.matches import play, start_formations, start_round
from tests.pages.test_lists import finish
from tests.toys.games import begin

Browse = Callable[..., Client]


def test_without_a_running_game_the_last_one_is_shown(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    over = finish(alice, bob, now)

    shown = match_to_show(playing_now(None), None)
    assert shown is not None
    assert shown.pk == over.pk
    page = browse().get("/tv/").content.decode()
    assert f'href="/games/{over.pk}/"' in page
    assert "alice won: bob resigned (0–0)" in page
    assert "<small>Chess Eleven</small>" in page


def test_a_game_of_others_comes_before_the_readers_own(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    over = finish(bob, charlie, now)
    own = start_round(start_formations(alice, bob, now), now)

    def shown_to(viewer: int | None) -> Game | None:
        return match_to_show(playing_now(viewer), viewer)

    assert shown_to(None) == own
    assert shown_to(alice.pk) == over
    assert shown_to(bob.pk) == own, "all are bob's"

    others = start_round(start_formations(bob, charlie, now), now)
    assert shown_to(alice.pk) == others


def test_a_game_with_turns_comes_before_a_start_position(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    begun = begin("standard", {"white": alice, "black": bob}, now)
    play(begun, "e2e4", now=now)
    begin("standard", {"white": alice, "black": charlie}, now)

    assert best_match(playing_now(None), None) == begun


@pytest.mark.django_db
def test_before_the_first_game_the_page_leads_to_one(browse: Browse) -> None:
    page = browse().get("/tv/").content.decode()

    assert "Play the first one." in page
    assert page.count('href="/new/?game=') == 4


def test_the_best_game_has_the_most_goals_of_both(alice: User, bob: User, now: datetime) -> None:
    for white, black in ((4, 0), (2, 1), (1, 1)):
        scored(alice, bob, now, white, black)

    best = best_of_the_week(None, now)
    assert best is not None
    assert best.summary.score == {"white": 2, "black": 1}
    assert best_of_the_week(None, now + timedelta(days=8)) is None


def test_a_game_without_a_shot_is_no_best_game(alice: User, bob: User, now: datetime) -> None:
    game = scored(alice, bob, now, 2, 1)
    assert best_of_the_week(None, now) == game

    Turn.objects.filter(game=game).update(chances=None)
    assert best_of_the_week(None, now) is None


def test_a_private_game_is_not_there_for_its_players_either(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    game = scored(alice, bob, now, 2, 1)
    running = start_round(start_formations(alice, bob, now), now)
    Game.objects.filter(pk__in=(game.pk, running.pk)).update(is_public=False)

    page = browse(alice).get("/tv/").content.decode()

    assert "Play the first one." in page
    assert game.pk not in page
    assert running.pk not in page


def scored(white: User, black: User, now: datetime, *goals: int) -> Game:
    """Return a game that is over with so many goals of each side, and a shot."""
    game = finish(white, black, now)
    score = dict(zip(("white", "black"), goals, strict=True))
    Game.objects.filter(pk=game.pk).update(description=game.description | {"score": score})
    Turn.objects.filter(game=game, number=1).update(chances={"goal": 20, "save": 80})
    return Game.objects.get(pk=game.pk)


def test_other_running_games_are_listed(
    browse: Browse, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    games = [start_round(start_formations(alice, one, now), now) for one in (bob, charlie)]

    page = browse().get("/tv/").content.decode()

    assert "More games in progress" in page
    assert all(f'href="/games/{game.pk}/"' in page for game in games)
    own = browse(alice).get("/tv/").content.decode()
    assert "More games in progress" not in own, "one's own are on another page"


def test_all_games_are_one_list_with_filters(
    browse: Browse, alice: User, bob: User, now: datetime
) -> None:
    over = finish(alice, bob, now)

    def lists(query: str) -> bool:
        return f'href="/games/{over.pk}/"' in browse().get(f"/games/{query}").content.decode()

    assert lists("?game=eleven")
    assert lists("?game=unheard-of")
    assert not lists("?game=standard")
    assert not lists("?game=eleven&status=playing")
