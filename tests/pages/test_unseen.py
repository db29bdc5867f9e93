"""What the other side did is shown before the page tells of it."""

from __future__ import annotations

import json
import re
from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from tests.games.matches import OPEN_GOAL, place, play, start_formations
from tests.markup import tight

pytestmark = pytest.mark.django_db


def page(client: Client, game: Game, seen: str | None = None) -> str:
    """Return the page of a game on a device that has been shown it up to a turn."""
    if seen is not None:
        client.cookies["shown"] = f"{game.pk}.{seen}"
    return client.get(f"/games/{game.pk}/").content.decode()


def test_a_turn_that_was_not_shown_is_veiled_until_it_is(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(game, "c3e4 @d2", now=now)
    client = Client()
    client.force_login(bob)

    veiled = page(client, game)
    assert 'class="match veiled"' in veiled
    assert 'class="score veiled"' in veiled
    # The pitch is that of before; who runs no script sees the present one.
    assert "knight c3" in veiled.partition("<noscript>")[0]
    assert "knight e4" in veiled.partition("<noscript>")[2].partition("</noscript>")[0]

    shown = page(client, game, "1")
    assert "veiled" not in shown
    assert "knight e4" in shown
    assert "veiled" in page(client, game, "zero")
    assert "veiled" in page(client, game, "9" * 400)
    client.cookies["shown"] = f"ABCD2345.1-{game.pk}.1-EFGH2345.0"
    assert "veiled" not in page(client, game)

    client.force_login(alice)
    assert "veiled" not in page(client, game, "0")


def test_the_end_of_a_game_is_told_once_its_last_turn_was_shown(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(game, "c3e4 @d2", now=now)
    resign(alice.pk, game.pk, now=now)
    client = Client()
    client.force_login(bob)

    before, after = page(client, game, "0"), page(client, game, "1")

    assert "<title>Your turn against alice ·" in before
    assert '"title": "You 0–0 alice, over · Chess Eleven"' in json.dumps(
        json.loads(re.findall(r'id="page"[^>]*>(.*?)</script>', before, re.S)[0]),
        ensure_ascii=False,
    )
    assert 'class="before"' in before
    assert "<title>You 0–0 alice, over ·" in after
    assert 'class="before"' not in after

    # The replay keeps it back as well, until it was walked to.
    for seen, keeps in (("0", "true"), ("1", "false")):
        client.cookies["shown"] = f"{game.pk}.{seen}"
        replay = client.get(f"/games/{game.pk}/history/").content.decode()
        assert f'"keeps_secret": {keeps}' in replay


def test_a_goal_is_veiled_on_the_page_of_the_next_formation(
    bob: User, charlie: User, game: Game, now: datetime
) -> None:
    play(place(game, OPEN_GOAL), "!e8", now=now)
    client = Client()
    client.force_login(bob)

    assert 'class="match arrange veiled"' in page(client, game)
    assert "rook e2 with the ball" in page(client, game).partition("<noscript>")[0]
    assert "veiled" not in page(client, game, "1")
    client.force_login(charlie)
    assert "veiled" not in page(client, game, "0")


def test_a_board_of_squares_is_whole_before_its_script_and_a_turn_not_yet_played_on_it(
    alice: User, bob: User, now: datetime
) -> None:
    game = start_formations(alice, bob, now, ruleset="standard")
    play(game, "e2e4", now=now)
    client = Client()
    client.force_login(bob)

    before, after = page(client, game), page(client, game, "1")

    for text in (before, after):
        assert text.count('class="man ') == 32
    assert " touched" not in before
    assert after.count(" touched") == 2
    # Who runs no script sees the present one too.
    assert "/board.svg?" in before.partition("<noscript>")[2]


def test_the_card_of_a_game_shows_the_score_of_a_goal_only_once_it_was_shown(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(place(game, OPEN_GOAL), "!e8", now=now)

    def home(user: User, *shown: str) -> str:
        client = Client()
        client.force_login(user)
        client.cookies["shown"] = "-".join(shown)
        return tight(client.get("/").content.decode()).partition("<main")[2]

    veiled = home(bob, "ABCD2345.7", f"{game.pk}.0")
    assert '<b class="num flaps">0–0</b>' in veiled
    assert "A shot was taken. See what became of it." in veiled
    assert "Watch the turn" in veiled
    assert "ormation" not in veiled
    # The goal is known where it was shown, on a device that knows nothing, and to its scorer.
    for user, shown in ((bob, f"{game.pk}.1"), (bob, "ABCD2345.0"), (alice, f"{game.pk}.0")):
        page = home(user, shown)
        assert "shot was taken" not in page
        assert "1–0" in page or "0–1" in page

    resign(bob.pk, game.pk, now=now)

    unknown = home(bob, f"{game.pk}.0")
    assert "You lost" not in unknown
    assert "alice took a shot. See how it ended." in unknown
    assert "Last games" not in unknown
    assert "You lost" in home(bob, f"{game.pk}.1")


def test_a_game_that_ended_unseen_counts_as_waiting_until_it_was_shown(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    play(place(game, OPEN_GOAL), "!e8", now=now)
    resign(bob.pk, game.pk, now=now)
    client = Client()
    client.force_login(bob)

    client.cookies["shown"] = f"{game.pk}.0"
    home = tight(client.get("/").content.decode())
    assert "<title>1 game waiting" in home
    assert "<h1>A game has ended</h1>" in home
    assert re.search(r'class="badge">\s*1\s*<span', home)
    assert f'data-waiting="game-{game.pk}"' in home
    # On its own page it is being seen; beside another game that waits there are two.
    assert client.get(f"/games/{game.pk}/").context["waiting"] == 0
    other = start_formations(alice, bob, now)
    assert 'data-ends="1">1</span>' in client.get(f"/games/{other.pk}/").content.decode()

    client.cookies["shown"] = f"{game.pk}.1"
    assert "waiting for you" not in client.get(f"/games/{other.pk}/").content.decode()
    # Another player's device counts nothing for them.
    client.force_login(alice)
    client.cookies["shown"] = f"{game.pk}.0"
    assert "A game has ended" not in client.get("/").content.decode()
