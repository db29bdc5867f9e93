"""No one is challenged by people whom they block, or by anyone too often."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Block, Challenge, Game, HouseRobot
from games.play.acts import resign
from games.play.blocks import block, unblock
from games.play.challenge.challenges import (
    Terms,
    accept_challenge,
    cancel_challenge,
    make_challenge,
)
from games.play.challenge.checks import (
    MOST_A_DAY,
    MOST_MADE_A_DAY,
    MOST_NOT_BEGUN,
    MOST_TO_ONE_A_DAY,
)
from games.play.challenge.rematches import offer_rematch
from games.play.turns import play_turn
from games.refusals import Conflict, Forbidden

URL = "/api/v1/blocks"


def test_a_blocked_person_cannot_challenge(alice: User, bob: User, now: datetime) -> None:
    block(bob, "alice", now=now)

    with pytest.raises(Forbidden) as refusal:
        make_challenge(alice, "bob", Terms(), now=now)

    assert refusal.value.code == "challenge_not_taken"
    assert "block" not in refusal.value.detail
    assert unblock(bob, "ALICE")
    assert make_challenge(alice, "bob", Terms(), now=now)


def test_a_block_declines_what_was_asked_before(alice: User, bob: User, now: datetime) -> None:
    asked = make_challenge(alice, "bob", Terms(), now=now)

    block(bob, "alice", now=now)

    asked.refresh_from_db()
    assert asked.status == Challenge.Status.DECLINED


def test_a_blocked_person_gets_no_game_from_the_lobby_or_by_a_rematch(
    alice: User, bob: User, game: Game, now: datetime
) -> None:
    block(bob, "alice", now=now)
    offered = make_challenge(bob, None, Terms(), now=now)

    with pytest.raises(Forbidden):
        accept_challenge(alice, offered.pk, now=now)

    resign(alice.pk, game.pk, now=now)
    with pytest.raises(Forbidden):
        offer_rematch(alice, game.pk, now=now)


def test_blocking_twice_is_blocking_once(alice: User, bob: User, now: datetime) -> None:
    assert block(bob, "alice", now=now) == block(bob, "alice", now=now)
    assert Block.objects.count() == 1


def test_blocks_by_the_api(
    bob: User,
    alice: User,
    charlie: User,
    client_of: Callable[..., APIClient],
) -> None:
    bobs = client_of(bob)
    assert bobs.put(f"{URL}/alice").json()["username"] == "alice"
    assert bobs.put(f"{URL}/charlie").status_code == 200
    assert bobs.put(f"{URL}/nobody").status_code == 404
    assert bobs.put(f"{URL}/bob").json()["errors"][0]["code"] == "self"

    assert [row["username"] for row in bobs.get(URL).json()["results"]] == ["charlie", "alice"]
    assert client_of(alice).get(URL).json()["results"] == []

    assert bobs.delete(f"{URL}/alice").status_code == 204
    assert bobs.delete(f"{URL}/alice").status_code == 204
    assert [row["username"] for row in bobs.get(URL).json()["results"]] == ["charlie"]
    refused = client_of(charlie).post("/api/v1/challenges", {"opponent": "bob"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (403, "challenge_not_taken")


def test_blocks_by_the_pages(bob: User, alice: User, client: Client) -> None:
    client.force_login(bob)

    assert "Block" in client.get("/players/alice/").content.decode()
    client.post("/players/alice/block/")

    assert "alice" in client.get("/settings/blocks/").content.decode()
    assert "Unblock" in client.get("/players/alice/").content.decode()
    client.post("/players/alice/unblock/")
    assert not Block.objects.exists()


def test_a_challenge_that_is_cancelled_counts_all_day(
    alice: User, bob: User, now: datetime
) -> None:
    for _ in range(MOST_TO_ONE_A_DAY):
        made = make_challenge(alice, "bob", Terms(), now=now)
        cancel_challenge(alice, made.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        make_challenge(alice, "bob", Terms(), now=now)

    assert refusal.value.code == "too_many_challenges"
    assert make_challenge(alice, "bob", Terms(), now=now + timedelta(days=1, seconds=1))


def test_a_challenge_that_was_accepted_does_not_count(
    alice: User, bob: User, now: datetime
) -> None:
    for _ in range(MOST_TO_ONE_A_DAY + 1):
        made = make_challenge(alice, "bob", Terms(), now=now)
        accept_challenge(bob, made.pk, now=now)


def test_so_many_challenges_by_name_a_day_and_no_more(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    Challenge.objects.bulk_create(
        Challenge(
            challenger=alice,
            opponent=charlie,
            ruleset="eleven",
            status="declined",
            created_at=now,
            expires_at=now + timedelta(days=1),
        )
        for _ in range(MOST_A_DAY)
    )

    with pytest.raises(Conflict):
        make_challenge(alice, "bob", Terms(), now=now)

    assert make_challenge(alice, None, Terms(), now=now)


def test_challenges_to_anyone_are_kept_so_they_have_an_end_too(alice: User, now: datetime) -> None:
    Challenge.objects.bulk_create(
        Challenge(
            challenger=alice,
            ruleset="eleven",
            status="cancelled",
            created_at=now,
            expires_at=now + timedelta(days=1),
        )
        for _ in range(MOST_MADE_A_DAY)
    )

    with pytest.raises(Conflict) as refusal:
        make_challenge(alice, None, Terms(), now=now)

    assert refusal.value.code == "too_many_challenges"


def test_who_plays_nothing_cannot_take_the_lobby_of_a_game_without_formations(
    alice: User, bob: User, now: datetime
) -> None:
    terms = Terms("standard", side="black")
    for _ in range(MOST_NOT_BEGUN):
        game = accept_challenge(bob, make_challenge(alice, None, terms, now=now).pk, now=now)
    one_more = make_challenge(alice, None, terms, now=now)

    with pytest.raises(Conflict) as refusal:
        accept_challenge(bob, one_more.pk, now=now)
    assert refusal.value.code == "too_many_games_waiting"

    play_turn(bob.pk, game.pk, 1, ["e2e4"], now=now)
    assert accept_challenge(bob, one_more.pk, now=now)


def test_who_sets_nothing_up_cannot_take_the_whole_lobby(
    alice: User, bob: User, now: datetime
) -> None:
    for _ in range(MOST_NOT_BEGUN):
        accept_challenge(bob, make_challenge(alice, None, Terms(), now=now).pk, now=now)
    one_more = make_challenge(alice, None, Terms(), now=now)

    with pytest.raises(Conflict) as refusal:
        accept_challenge(bob, one_more.pk, now=now)

    assert refusal.value.code == "too_many_games_waiting"
    assert accept_challenge(bob, make_challenge(alice, "bob", Terms(), now=now).pk, now=now)
    assert not HouseRobot.objects.exists()
