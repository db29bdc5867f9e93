"""Seeds lie sealed in the database, and can be drawn and sealed again."""

from __future__ import annotations

from datetime import datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from config.backends.encryption import unseal
from games.models import Game, fairness
from games.play.acts import resign
from games.play.replay import differences_of
from games.play.seeds import renew_seeds, replace_seed, reseal_seeds, roll_of
from games.play.turns import play_turn
from games.shown.fairness import fairness_payload
from tests.games.matches import KEEPER, place


def test_the_seed_is_nowhere_in_the_row(game: Game) -> None:
    seed = unseal(bytes(game.sealed_seed))
    with connection.cursor() as cursor:
        cursor.execute("SELECT games_game::text FROM games_game WHERE id = %s", [game.pk])
        (row,) = cursor.fetchone()

    assert fairness.commitment(seed) == game.commitment
    assert seed.hex() not in row
    assert len(seed) == 32


def test_a_seed_opens_by_the_key_before_the_present_one(game: Game, settings: Any) -> None:
    rolls = [roll_of(game, shot) for shot in range(5)]

    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key, long enough to be one"

    assert [roll_of(game, shot) for shot in range(5)] == rolls


def test_resealed_it_needs_the_old_key_no_longer(game: Game, settings: Any, now: datetime) -> None:
    renew_seeds(now=now)
    game.refresh_from_db()
    rolls = [roll_of(game, shot) for shot in range(5)]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "a new key, long enough to be one"

    assert reseal_seeds() == 1
    settings.SECRET_KEY_FALLBACKS = []

    game = Game.objects.get(pk=game.pk)
    assert [roll_of(game, shot) for shot in range(5)] == rolls
    assert len(unseal(game.earlier_seeds[0]["sealed"].encode())) == 32


def test_without_the_old_key_nothing_is_resealed_and_pages_go_on(
    game: Game, alice: User, settings: Any, now: datetime
) -> None:
    resign(alice.pk, game.pk, now=now)
    settings.SECRET_KEY = "a new key, long enough to be one"

    with pytest.raises(CommandError, match="SECRET_KEY_FALLBACKS"):
        call_command("reseal", stdout=StringIO())
    assert fairness_payload(Game.objects.get(pk=game.pk))["seed"] is None


def test_rolls_before_and_after_a_new_seed_are_replayed(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    """Two shots, the seed renewed between them: each is checked with the seed that decided it."""
    game = place(game, KEEPER)
    first = play_turn(alice.pk, game.pk, 1, ["!e8"], now=now).turn.rolls[0]
    game.refresh_from_db()
    seen = {seed: roll_of(game, seed) for seed in range(2)}
    assert seen[0] == first

    assert renew_seeds(now=now) == 1

    game = Game.objects.get(pk=game.pk)
    assert roll_of(game, 0) == first
    assert game.first_shot == 1
    record = fairness_payload(game)
    assert record["commitment"] == game.commitment != record["earlier"][0]["commitment"]


def test_a_second_new_seed_keeps_both_earlier_ones(game: Game, now: datetime) -> None:
    renew_seeds(now=now)
    renew_seeds(now=now)

    record = fairness_payload(Game.objects.get(pk=game.pk))

    commitments = [seed["commitment"] for seed in [*record["earlier"], record]]
    assert len(set(commitments)) == 3
    assert commitments[0] == game.commitment


def test_a_finished_game_keeps_its_seed(game: Game, alice: User, now: datetime) -> None:
    resign(alice.pk, game.pk, now=now)

    assert renew_seeds(now=now) == 0
    assert Game.objects.get(pk=game.pk).commitment == game.commitment


def test_a_game_with_two_seeds_replays_without_a_difference(game: Game, now: datetime) -> None:
    renew_seeds(now=now)

    assert differences_of(Game.objects.get(pk=game.pk)) == []


def test_what_replaces_a_seed_forgets_the_salts(game: Game, now: datetime) -> None:
    game.salts = {"white": "0" * 16}

    replace_seed(game, now=now)

    assert game.salts == {}
    assert game.earlier_seeds[0]["salts"] == {"white": "0" * 16}
