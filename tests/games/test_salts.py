"""Both sides may add to the seed of the rolls once they have seen its commitment."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, fairness
from games.play.acts import resign
from games.play.formations import save_formation
from games.play.salts import add_salt
from games.play.seeds import draw_seed, roll_of
from games.play.turns import play_turn
from tests.games.matches import KEEPER, WHITE_FORMATION, place

API = "/api/v1/games"
SALT, OTHER = "0123456789abcdef", "f" * 64


def shown(client: APIClient, game: Game) -> dict[str, Any]:
    return client.get(f"{API}/{game.pk}").json()["fairness"]


def put(client: APIClient, game: Game, salt: Any) -> Any:
    return client.put(f"{API}/{game.pk}/salt", {"salt": salt}, "json")


def test_a_new_game_shows_its_commitment_and_takes_salts(arranging: Game, anonymous: APIClient):
    record = shown(anonymous, arranging)

    assert record["scheme"] == 2
    assert len(record["commitment"]) == 64
    assert record["seed"] is None
    assert record["salts"] == {"white": None, "black": None}
    assert record["takes_salts"] is True
    assert (record["first_shot"], record["earlier"]) == (0, [])


def test_a_salt_is_shown_to_everyone_and_changes_the_rolls(
    arranging: Game, white: APIClient, anonymous: APIClient
):
    before = [roll_of(arranging, shot) for shot in range(20)]

    answer = put(white, arranging, SALT)

    assert answer.status_code == 200
    assert answer.json()["fairness"]["salts"] == {"white": SALT, "black": None}
    assert shown(anonymous, arranging) == answer.json()["fairness"]
    arranging.refresh_from_db()
    assert [roll_of(arranging, shot) for shot in range(20)] != before


def test_the_rolls_follow_from_the_seed_and_both_salts(
    game: Game, white: APIClient, black: APIClient, alice: User, now: datetime
):
    put(white, game, SALT)
    put(black, game, OTHER)
    game = place(Game.objects.get(pk=game.pk), KEEPER)
    rolls = play_turn(alice.pk, game.pk, 1, ["!e8"], now=now).turn.rolls
    if Game.objects.get(pk=game.pk).is_active:
        resign(alice.pk, game.pk, now=now)

    record = shown(white, game)

    seed = bytes.fromhex(record["seed"])
    assert fairness.commitment(seed) == record["commitment"]
    key = fairness.key_of(2, seed, game.pk, [SALT, OTHER])
    assert rolls == [fairness.roll(key, game.pk, 0)]


def test_who_adds_none_is_no_worse_off(game: Game, alice: User, now: datetime):
    place(game, KEEPER)

    assert len(play_turn(alice.pk, game.pk, 1, ["!e8"], now=now).turn.rolls) == 1


def test_a_salt_sent_again_is_answered_again(arranging: Game, white: APIClient):
    first = put(white, arranging, SALT).json()

    again = put(white, arranging, SALT)

    assert (again.status_code, again.json()) == (200, first)


def test_a_side_adds_one_salt(arranging: Game, white: APIClient, black: APIClient):
    put(white, arranging, SALT)

    refused = put(white, arranging, OTHER)

    assert (refused.status_code, refused.json()["code"]) == (409, "salt_refused")
    assert put(black, arranging, OTHER).status_code == 200


def test_no_salt_is_taken_after_the_first_roll(
    game: Game, alice: User, black: APIClient, now: datetime
):
    place(game, KEEPER)
    play_turn(alice.pk, game.pk, 1, ["!e8"], now=now)
    assert shown(black, game)["takes_salts"] is False

    refused = put(black, game, SALT)

    assert (refused.status_code, refused.json()["code"]) == (409, "salt_refused")
    assert Game.objects.get(pk=game.pk).salts == {}


def test_a_game_that_began_by_the_old_scheme_keeps_it(game: Game, white: APIClient):
    Game.objects.filter(pk=game.pk).update(fairness_scheme=1)
    assert shown(white, game)["takes_salts"] is False

    assert put(white, game, SALT).json()["code"] == "salt_refused"
    game.refresh_from_db()
    game.salts = {"white": SALT}
    salted = roll_of(game, 7)
    game.salts = {}
    assert roll_of(game, 7) == salted


def test_a_game_that_is_over_takes_no_salt(
    game: Game, alice: User, white: APIClient, now: datetime
):
    resign(alice.pk, game.pk, now=now)

    assert put(white, game, SALT).json()["code"] == "game_over"


def test_charlie_adds_nothing(arranging: Game, third: APIClient, anonymous: APIClient):
    assert put(third, arranging, SALT).json()["code"] == "not_a_player"
    assert put(anonymous, arranging, SALT).status_code == 401


@pytest.mark.parametrize(
    "salt", ["", "0" * 15, "0" * 65, "g" * 16, "ABCDEF0123456789", " " + SALT, SALT + "\n", 1, None]
)
def test_what_is_no_salt_is_refused(arranging: Game, white: APIClient, salt: Any):
    refused = put(white, arranging, salt)

    assert (refused.status_code, refused.json()["code"]) == (400, "invalid")
    assert Game.objects.get(pk=arranging.pk).salts == {}


class TestWithAFormation:
    def test_a_salt_comes_with_it(self, arranging: Game, white: APIClient):
        body = {**WHITE_FORMATION, "ready": True, "salt": SALT}

        answer = white.put(f"{API}/{arranging.pk}/formation", body, "json")

        assert answer.json()["fairness"]["salts"]["white"] == SALT
        assert answer.json()["formation"]["white"]["ready"]

    def test_it_is_added_where_the_formation_is_locked_already(
        self, arranging: Game, alice: User, now: datetime
    ) -> None:
        save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=True, now=now)

        save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=True, now=now, salt=SALT)

        assert Game.objects.get(pk=arranging.pk).salts == {"white": SALT}

    def test_it_is_added_where_the_formation_stays_as_it_was(
        self, arranging: Game, alice: User, now: datetime
    ):
        save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=False, now=now)
        before = Game.objects.get(pk=arranging.pk)

        save_formation(alice.pk, arranging.pk, WHITE_FORMATION, ready=False, now=now, salt=SALT)

        after = Game.objects.get(pk=arranging.pk)
        assert after.salts == {"white": SALT}
        assert after.revision == before.revision + 1

    def test_nothing_is_added_by_one_that_is_refused(self, arranging: Game, white: APIClient):
        body = {"pieces": {"d1": "K"}, "salt": SALT}

        refused = white.put(f"{API}/{arranging.pk}/formation", body, "json")

        assert refused.json()["code"] == "illegal_formation"
        assert Game.objects.get(pk=arranging.pk).salts == {}

    def test_another_salt_than_the_one_added_refuses_both(self, arranging: Game, white: APIClient):
        put(white, arranging, SALT)
        body = {**WHITE_FORMATION, "ready": True, "salt": OTHER}

        refused = white.put(f"{API}/{arranging.pk}/formation", body, "json")

        assert refused.json()["code"] == "salt_refused"
        assert not Game.objects.get(pk=arranging.pk).description["formation"]["white"]["ready"]


def test_a_seed_cannot_be_chosen_for_a_salt_that_came_after_it(
    arranging: Game, alice: User, now: datetime
):
    """Anyone who draws seeds until four rolls are low gets nothing for it once a salt is added."""
    tries = 0
    while tries < 20_000 and not all(roll_of(arranging, shot) < 20 for shot in range(4)):
        draw_seed(arranging)
        tries += 1
    assert all(roll_of(arranging, shot) < 20 for shot in range(4))
    arranging.save()

    salted = add_salt(alice.pk, arranging.pk, "5a17" * 8, now=now)

    assert salted.commitment == arranging.commitment
    lucky = [
        all(roll_of(salted, shot) < 20 for shot in range(4))
        for salted.salts in ({"white": f"{number:016x}"} for number in range(300))
    ]
    assert lucky.count(True) < 30
