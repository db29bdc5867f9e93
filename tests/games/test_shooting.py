"""Expected goals: what shots were worth, counted as they are taken."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from config.http.times import utc
from games.models import Game, Player, Turn
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from games.play.shooting import count_shots
from games.rules.chess_eleven.shooting import ChessElevenShooting
from games.shown.export import export_text
from games.shown.pace import pace_of
from games.shown.payloads import game_payload, player_payload, turn_payload
from games.shown.statistics import record_of
from tests.games.matches import KEEPER, OPEN_GOAL, place, play, start_round, with_next_roll
from tests.markup import tight

pytestmark = pytest.mark.django_db

CARRIER = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"


@pytest.mark.parametrize(
    ("actions", "chances"),
    [
        (["!e8=goal"], {"goal": 20, "save": 25, "block@e8": 35, "corner": 20}),
        # The queen takes the knight that could have blocked: then only the king is left.
        (["b5e8", "!e8=save"], {"goal": 55, "save": 25, "corner": 20}),
        (["c3d5", "!d8=corner"], {"goal": 20, "save": 50, "block@e8": 10, "corner": 20}),
        (["c3d5"], None),
        (["@c3"], None),
    ],
)
def test_a_shot_is_worth_what_the_law_gives_it_where_it_is_taken(
    actions: list[str], chances: dict[str, int] | None
) -> None:
    assert ChessElevenShooting().chances(CARRIER, actions) == chances


def test_what_a_turn_adds_to_the_figures_of_its_side() -> None:
    shooting = ChessElevenShooting()
    assert shooting.figures([{"type": "move"}]) == {}
    assert shooting.figures([{"type": "move", "captures": "pawn"}]) == {"captures": 1}
    assert shooting.figures([{"type": "shot", "outcome": "save"}]) == {"shots": 1, "saved": 1}
    assert shooting.figures([{"type": "checkmate"}]) == {"mates": 1}


def test_expected_goals_are_counted_shot_by_shot(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    assert game_payload(game, "")["xg"] == {"white": 0, "black": 0}
    with_next_roll(place(game, KEEPER), range(55, 80))
    saved = play(game, "!e8", now=now)

    assert turn_payload(saved.turn, saved.game.presenter)["chances"] == {
        "save": 25,
        "goal": 55,
        "corner": 20,
    }
    assert game_payload(saved.game, "")["xg"] == {"white": 0.55, "black": 0}
    place(Game.objects.get(pk=game.pk), OPEN_GOAL)
    scored = play(game, "!e8", now=now)
    assert game_payload(scored.game, "")["xg"] == {"white": 1.55, "black": 0}
    # The same is read again, one by one and in lists.
    [read] = Game.objects.with_seats().filter(pk=game.pk)
    assert game_payload(read, "")["xg"] == {"white": 1.55, "black": 0}

    start_round(game, now)
    place(Game.objects.get(pk=game.pk), OPEN_GOAL)
    over = play(game, "!e8", now=now).game
    assert game_payload(over, "")["xg"] == {"white": 2.55, "black": 0}
    assert '[ExpectedGoals "white 2.55 black 0"]' in export_text(over, [], [], [], "")
    # Two goals of 2.55 expected; only the shot that was no certain goal could have gone otherwise.
    assert player_payload(alice, record_of(alice.pk), pace_of(alice.pk, now), "")["xg"] == {
        "games": 1,
        "for": 2.55,
        "against": 0,
        "goals": 2,
        "finishing": -0.55,
        "standard_error": 0.5,
    }
    assert player_payload(bob, record_of(bob.pk), pace_of(bob.pk, now), "")["xg"]["against"] == 2.55
    assert utc(over.finished_at)
    profile = Client().get("/players/alice/").content.decode()
    assert "In 1 game these add up to 2.6 goals, and 2 went in." in tight(profile)
    assert "Luck alone often makes a difference of 0.5 goals." in tight(profile)


def test_games_of_long_ago_are_counted_once_and_go_on_counting(game: Game, now: datetime) -> None:
    with_next_roll(place(game, KEEPER), range(55, 80))
    play(game, "!e8", now=now)
    Turn.objects.update(chances=None)
    Player.objects.update(shooting=None)
    old = Game.objects.get(pk=game.pk)
    assert game_payload(old, "")["xg"] is None
    assert turn_payload(old.turns.get(), old.presenter)["chances"] is None

    call_command("count_shots")
    assert count_shots() == 0
    assert game_payload(Game.objects.get(pk=game.pk), "")["xg"] == {"white": 0.55, "black": 0}
    place(Game.objects.get(pk=game.pk), OPEN_GOAL)
    assert game_payload(play(game, "!e8", now=now).game, "")["xg"]["white"] == 1.55


def test_other_games_have_no_expected_goals(alice: User, bob: User, now: datetime) -> None:
    terms = Terms("standard", side="white")
    game = accept_challenge(bob, make_challenge(alice, "bob", terms, now=now).pk, now=now)
    played = play(Game.objects.get(pk=game.pk), "e2e4", now=now)

    assert game_payload(played.game, "")["xg"] is None
    assert turn_payload(played.turn, played.game.presenter)["chances"] is None
    assert record_of(alice.pk).shooting is None
