"""Draws, resignation and the final whistle (laws 9.3 and 9.4)."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Challenge, Game, GameEvent
from games.play.account_deletion import clear_games
from games.play.acts import claim, resign
from games.play.challenge.challenges import Terms, make_challenge
from games.play.draws import accept_draw, decline_draw, offer_draw, withdraw_draw
from games.refusals import Conflict, Forbidden
from tests.games.matches import of_version_1, place, play, start_formations, thrice


def types_of(game: Game) -> list[str]:
    return list(
        GameEvent.objects.filter(game=game).order_by("number").values_list("type", flat=True)
    )


def test_an_accepted_offer_ends_the_game(game: Game, alice: User, bob: User, now: datetime) -> None:
    offered = offer_draw(alice.pk, game.pk, now=now)
    assert offered.draw_offered_by == "white"

    accept_draw(bob.pk, game.pk, now=now)

    after = Game.objects.get(pk=game.pk)
    assert (after.status, after.winner, after.reason) == ("finished", None, "agreement")
    assert after.ranking == [["white", "black"]]
    assert after.draw_offered_by is None
    assert types_of(game)[-2:] == ["draw.offered", "game.finished"]


def test_a_declined_offer_is_gone(game: Game, alice: User, bob: User, now: datetime) -> None:
    offer_draw(alice.pk, game.pk, now=now)

    decline_draw(bob.pk, game.pk, now=now)

    assert Game.objects.get(pk=game.pk).draw_offered_by is None
    assert types_of(game)[-1] == "draw.declined"
    with pytest.raises(Conflict):
        accept_draw(bob.pk, game.pk, now=now)


def test_an_offer_can_be_withdrawn(game: Game, alice: User, bob: User, now: datetime) -> None:
    offer_draw(alice.pk, game.pk, now=now)

    withdraw_draw(alice.pk, game.pk, now=now)

    assert types_of(game)[-1] == "draw.withdrawn"
    with pytest.raises(Conflict) as refusal:
        accept_draw(bob.pk, game.pk, now=now)
    assert refusal.value.code == "no_draw_offer"


def test_playing_on_declines(game: Game, alice: User, bob: User, now: datetime) -> None:
    offer_draw(bob.pk, game.pk, now=now)

    play(game, "d2d4 @f3", now=now)

    assert Game.objects.get(pk=game.pk).draw_offered_by is None
    assert types_of(game)[-2:] == ["turn.played", "draw.declined"]


def test_ones_own_turn_leaves_the_offer_standing(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    offer_draw(alice.pk, game.pk, now=now)

    play(game, "d2d4 @f3", now=now)

    assert accept_draw(bob.pk, game.pk, now=now).reason == "agreement"


def test_offering_twice_changes_nothing(game: Game, alice: User, now: datetime) -> None:
    first = offer_draw(alice.pk, game.pk, now=now)

    assert offer_draw(alice.pk, game.pk, now=now).revision == first.revision


def test_one_offer_is_open_at_a_time(game: Game, alice: User, bob: User, now: datetime) -> None:
    offer_draw(alice.pk, game.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        offer_draw(bob.pk, game.pk, now=now)

    assert refusal.value.code == "draw_already_offered"


def test_one_offer_a_turn_is_enough(game: Game, alice: User, bob: User, now: datetime) -> None:
    offer_draw(alice.pk, game.pk, now=now)
    decline_draw(bob.pk, game.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        offer_draw(alice.pk, game.pk, now=now)
    assert refusal.value.code == "draw_offered_before"

    play(game, "d2d4 @f3", now=now)
    assert offer_draw(alice.pk, game.pk, now=now).draw_offered_by == "white"


@pytest.mark.parametrize("answer", [accept_draw, decline_draw, withdraw_draw])
def test_there_must_be_an_offer(
    game: Game, alice: User, now: datetime, answer: Callable[..., Game]
) -> None:
    with pytest.raises(Conflict) as refusal:
        answer(alice.pk, game.pk, now=now)

    assert refusal.value.code == "no_draw_offer"


@pytest.mark.parametrize("answer", [accept_draw, decline_draw])
def test_no_one_answers_their_own_offer(
    game: Game, alice: User, now: datetime, answer: Callable[..., Game]
) -> None:
    offer_draw(alice.pk, game.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        answer(alice.pk, game.pk, now=now)

    assert refusal.value.code == "no_draw_offer"


def test_a_draw_may_be_agreed_while_formations_are_chosen(
    arranging: Game, alice: User, bob: User, now: datetime
) -> None:
    offer_draw(alice.pk, arranging.pk, now=now)

    assert accept_draw(bob.pk, arranging.pk, now=now).status == "finished"


def test_an_offer_lapses_with_the_game(game: Game, alice: User, bob: User, now: datetime) -> None:
    offer_draw(alice.pk, game.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        accept_draw(bob.pk, game.pk, now=now + timedelta(days=2))

    assert refusal.value.code == "game_over"
    assert Game.objects.get(pk=game.pk).reason == "aborted"


@pytest.mark.parametrize(
    "act", [offer_draw, accept_draw, decline_draw, withdraw_draw, resign, claim]
)
def test_charlie_is_refused(
    game: Game, charlie: User, now: datetime, act: Callable[..., Game]
) -> None:
    with pytest.raises(Forbidden):
        act(charlie.pk, game.pk, now=now)

    assert Game.objects.get(pk=game.pk).revision == game.revision


def test_who_resigns_loses(game: Game, bob: User, now: datetime) -> None:
    after = resign(bob.pk, game.pk, now=now)

    assert (after.status, after.winner, after.reason) == ("finished", "white", "resignation")
    assert after.finished_at == now


def test_resigning_again_changes_nothing(game: Game, bob: User, now: datetime) -> None:
    first = resign(bob.pk, game.pk, now=now)

    assert resign(bob.pk, game.pk, now=now).revision == first.revision


def test_the_winner_cannot_resign_any_more(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    resign(bob.pk, game.pk, now=now)

    with pytest.raises(Conflict) as refusal:
        resign(alice.pk, game.pk, now=now)

    assert refusal.value.code == "game_over"


DEAD = "k7/8/8/8/8/8/4R3/3K4 w e2 open - {}"


@pytest.mark.parametrize("claimer", ["alice", "bob"])
def test_either_side_may_claim_a_drop_ball_at_the_third_time(
    game: Game, now: datetime, claimer: str, request: pytest.FixtureRequest
) -> None:
    position = DEAD.format(9)
    place(game, position, stalled=thrice(position))

    after = claim(request.getfixturevalue(claimer).pk, game.pk, now=now)

    assert (after.status, after.summary.round) == ("formation", 2)
    assert after.description["drop_balls"] == 1
    assert {seat.side for seat in after.seats if seat.is_awaited} == {"white", "black"}
    assert after.deadline == now + timedelta(days=1)


def test_a_second_drop_ball_in_a_row_ends_the_match(game: Game, alice: User, now: datetime) -> None:
    position = DEAD.format(9)
    place(game, position, stalled=thrice(position, "1+1"))

    after = claim(alice.pk, game.pk, now=now)

    assert (after.status, after.winner, after.reason) == ("finished", None, "final_whistle")


def test_a_drop_ball_cannot_be_claimed_too_early(game: Game, alice: User, now: datetime) -> None:
    place(game, DEAD.format(39))

    with pytest.raises(Conflict) as refusal:
        claim(alice.pk, game.pk, now=now)

    assert (refusal.value.code, refusal.value.extra["law_url"]) == (
        "wrong_phase",
        "/learn/eleven/laws/#9.3",
    )


def test_a_match_of_version_1_still_ends_by_the_claim_of_the_whistle(
    game: Game, alice: User, now: datetime
) -> None:
    older = of_version_1(game)
    place(older, DEAD.format(99))
    with pytest.raises(Conflict) as refusal:
        claim(alice.pk, older.pk, now=now)
    assert refusal.value.extra["law_url"] == "/learn/eleven/laws/1/#9.3"

    place(older, DEAD.format(100))
    after = claim(alice.pk, older.pk, now=now)

    assert (after.status, after.winner, after.reason) == ("finished", None, "final_whistle")


def test_who_leaves_resigns_everything_and_takes_challenges_back(
    game: Game, alice: User, bob: User, charlie: User, now: datetime
) -> None:
    other = start_formations(charlie, alice, now)
    made = make_challenge(alice, None, Terms(), now=now)
    received = make_challenge(bob, "alice", Terms(), now=now)

    clear_games(alice, now, time.monotonic() + 60)

    assert Game.objects.get(pk=game.pk).winner == "black"
    assert Game.objects.get(pk=other.pk).winner == "white"
    assert Challenge.objects.get(pk=made.pk).status == "cancelled"
    assert Challenge.objects.get(pk=received.pk).status == "declined"
