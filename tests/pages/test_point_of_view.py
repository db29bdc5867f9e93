"""What a game tells its players and onlookers, each from their point of view."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.shown.point_of_view import PointOfView
from tests.games.matches import play
from tests.toys.games import begin, read

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def test_a_game_is_shown_from_the_readers_side(alice: User, bob: User, game: Game) -> None:
    now = game.clock_started_at

    assert PointOfView(game, alice.pk).headline == "You 0–0 bob"
    assert PointOfView(game, None).headline == "alice 0–0 bob"
    assert PointOfView(game, bob.pk).their_turn(now) == "alice has 1 d"


def test_the_turn_of_others_names_no_time(alice: User, bob: User, game: Game) -> None:
    assert PointOfView(game, bob.pk).waiting == "It's alice's turn."
    game.deadline, game.main_until = NOON + timedelta(days=3), NOON + timedelta(hours=14)
    told = PointOfView(game, bob.pk).their_turn(NOON)
    assert told == "alice has 14 h, then a 2 d 10 h time bank"
    used = PointOfView(game, bob.pk).their_turn(NOON + timedelta(hours=20))
    assert used == "alice has 2 d 4 h left in the time bank"


def test_the_tab_says_whose_turn_it_is(alice: User, bob: User, charlie: User, game: Game) -> None:
    assert PointOfView(game, alice.pk).page_title == "Your turn against bob"
    assert PointOfView(game, bob.pk).page_title == "Waiting for alice"
    assert PointOfView(game, charlie.pk).page_title == "alice 0–0 bob"
    game.status = Game.Status.FORMATION
    assert PointOfView(game, alice.pk).page_title == "Your formation against bob"
    game.status, game.winner, game.reason = Game.Status.FINISHED, "white", "goals"
    assert PointOfView(game, alice.pk).page_title == "You 0–0 bob, over"


@pytest.mark.parametrize(
    ("winner", "reason", "yours", "theirs", "anybodys"),
    [
        ("white", "goals", "You won 2–1", "alice won 2–1", "alice won 2–1"),
        (
            "black",
            "timeout",
            "bob won on time (1–2)",
            "You won on time (1–2)",
            "bob won on time (1–2)",
        ),
        (
            "white",
            "resignation",
            "You won: bob resigned (2–1)",
            "alice won: you resigned (2–1)",
            "alice won: bob resigned (2–1)",
        ),
        (
            "white",
            "final_whistle",
            "You won 2–1 at the final whistle",
            "alice won 2–1 at the final whistle",
            "alice won 2–1 at the final whistle",
        ),
        (
            None,
            "agreement",
            "Draw 2–1 by agreement",
            "Draw 1–2 by agreement",
            "Draw 2–1 by agreement",
        ),
    ],
)
def test_a_result_is_shown_from_the_readers_side(
    alice: User,
    bob: User,
    game: Game,
    winner: str | None,
    reason: str,
    yours: str,
    theirs: str,
    anybodys: str,
) -> None:
    game.status, game.winner, game.reason = Game.Status.FINISHED, winner, reason
    game.description["score"] = {"black": 1, "white": 2}

    assert PointOfView(game, alice.pk).result == yours
    assert PointOfView(game, bob.pk).result == theirs
    assert PointOfView(game, None).result == anybodys


@pytest.mark.parametrize(
    ("reason", "winners", "losers"),
    [
        ("goals", "You won 2–1", "You lost 1–2"),
        ("resignation", "You won: bob resigned (2–1)", "You lost: you resigned (1–2)"),
        ("timeout", "You won on time (2–1)", "You lost on time (1–2)"),
    ],
)
def test_a_list_of_ones_own_games_says_who_lost(
    alice: User, bob: User, game: Game, reason: str, winners: str, losers: str
) -> None:
    game.status, game.winner, game.reason = Game.Status.FINISHED, "white", reason
    game.description["score"] = {"black": 1, "white": 2}

    assert PointOfView(game, alice.pk).own_result == winners
    assert PointOfView(game, bob.pk).own_result == losers
    assert PointOfView(game, None).own_result == PointOfView(game, None).result


def test_a_game_called_off_has_no_result(alice: User, game: Game) -> None:
    game.status, game.reason = Game.Status.ABORTED, "aborted"

    assert PointOfView(game, alice.pk).result == "Aborted: no result"


def test_the_cross_names_who_resigned(alice: User, bob: User, now: datetime) -> None:
    game = begin("family", {"white": alice, "black": bob}, now, seats=2)
    play(game, "e2e4", "g11g10", now=now)
    resign(bob.pk, game.pk, now=now)
    game = read(game)

    assert PointOfView(game, alice.pk).result == "You won: bob resigned"
    assert PointOfView(game, bob.pk).result == "alice won: you resigned"
