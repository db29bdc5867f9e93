"""Playing turns through the service."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Game, Turn
from games.play.seeds import roll_of
from games.play.turns import play_turn
from games.refusals import Conflict, Forbidden, NotFound, Unprocessable
from tests.games.matches import (
    KEEPER,
    OPEN_GOAL,
    a_moment_after,
    place,
    play,
    start_formations,
    start_round,
    with_next_roll,
)

KICK_OFF = ["d2d4", "@f3"]


def test_a_turn_is_written_and_the_other_side_is_awaited(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    later = now + timedelta(hours=3)

    played = play_turn(alice.pk, game.pk, 1, KICK_OFF, now=later)

    game = Game.objects.get(pk=game.pk)
    turn = Turn.objects.get(game=game)
    assert played.turn == turn
    assert (turn.number, turn.side, turn.actions) == (1, "white", KICK_OFF)
    assert turn.position_after == game.description["position"]
    assert game.next_turn == 2
    assert [seat.side for seat in game.seats if seat.is_awaited] == ["black"]
    assert game.deadline == later + timedelta(days=1)
    assert game.remind_at == later + timedelta(hours=19, minutes=12)
    assert game.players.get(user=bob).deadline == game.deadline
    assert game.players.get(user=alice).deadline is None


def test_each_turn_raises_the_revision(game: Game, now: datetime) -> None:
    before = game.revision

    after = play(game, "d2d4 @f3", now=now).game

    assert after.revision == before + 1


def test_charlie_is_refused(game: Game, charlie: User, now: datetime) -> None:
    with pytest.raises(Forbidden) as refusal:
        play_turn(charlie.pk, game.pk, 1, KICK_OFF, now=now)

    assert refusal.value.code == "not_a_player"
    assert not Turn.objects.exists()


@pytest.mark.parametrize("game_id", ["ABCDEFGH", "short", "with\0nul", "ÄÖÜäöüßé", ""])
def test_a_game_that_is_not_there_is_not_found(alice: User, now: datetime, game_id: str) -> None:
    with pytest.raises(NotFound):
        play_turn(alice.pk, game_id, 1, KICK_OFF, now=now)


def test_the_other_side_must_wait(game: Game, bob: User, now: datetime) -> None:
    with pytest.raises(Conflict) as refusal:
        play_turn(bob.pk, game.pk, 1, ["d7d5"], now=now)

    assert refusal.value.code == "not_your_turn"
    assert refusal.value.game == game


@pytest.mark.parametrize("number", [0, 2, 7, 2**31 - 1, 10**30])
def test_a_turn_names_the_number_it_answers(
    game: Game, alice: User, now: datetime, number: int
) -> None:
    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, number, KICK_OFF, now=now)

    assert refusal.value.code == "stale_turn"


def test_the_same_turn_again_gets_the_same_answer(game: Game, alice: User, now: datetime) -> None:
    first = play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now)

    second = play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now + timedelta(minutes=1))

    assert second.turn == first.turn
    assert second.game.revision == first.game.revision
    assert Turn.objects.count() == 1


def test_a_shot_sent_again_is_not_drawn_again(game: Game, alice: User, now: datetime) -> None:
    game = with_next_roll(place(game, KEEPER), range(55, 80))
    first = play_turn(alice.pk, game.pk, 1, ["!e8"], now=now)

    second = play_turn(alice.pk, game.pk, 1, ["!e8"], now=now)

    assert first.turn.actions == ["!e8=save"]
    assert second.turn == first.turn
    assert second.game.rolls_drawn == 1


def test_another_turn_with_an_old_number_is_stale(game: Game, alice: User, now: datetime) -> None:
    play_turn(alice.pk, game.pk, 1, KICK_OFF, now=now)

    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, 1, ["c3d5"], now=now)

    assert refusal.value.code == "stale_turn"


def test_the_turn_of_the_other_side_is_not_ones_own(game: Game, bob: User, now: datetime) -> None:
    play(game, "d2d4 @f3", now=now)

    with pytest.raises(Conflict) as refusal:
        play_turn(bob.pk, game.pk, 1, KICK_OFF, now=now)

    assert refusal.value.code == "stale_turn"


@pytest.mark.parametrize(
    ("actions", "index", "legal"),
    [
        (["a2a4"], 0, ["c3d5", "c3e4", "d2d4", "e2e4", "f3d4", "f3e5"]),
        (["d2d4", "@a8"], 1, ["@f3"]),
        (["d2d4", "@f3", "d4d5"], 2, []),
        (["d2d4"], 1, ["@f3"]),
        ([], 0, ["c3d5", "c3e4", "d2d4", "e2e4", "f3d4", "f3e5"]),
        (["d2d4", "nonsense"], 1, ["@f3"]),
        (["."], 0, ["c3d5", "c3e4", "d2d4", "e2e4", "f3d4", "f3e5"]),
    ],
)
def test_an_illegal_action_is_named_with_what_was_legal(
    game: Game, alice: User, now: datetime, actions: list[str], index: int, legal: list[str]
) -> None:
    with pytest.raises(Unprocessable) as refusal:
        play_turn(alice.pk, game.pk, 1, actions, now=now)

    assert refusal.value.code == "illegal_action"
    told = refusal.value.extra
    assert (told["index"], told["legal"]) == (index, legal)
    assert told.get("law_url") == (f"/learn/eleven/laws/#{told['law']}" if "law" in told else None)
    assert not Turn.objects.exists()
    assert Game.objects.get(pk=game.pk).revision == game.revision


def test_no_turn_is_played_during_formations(arranging: Game, alice: User, now: datetime) -> None:
    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, arranging.pk, 1, KICK_OFF, now=now)

    assert refusal.value.code == "wrong_phase"


def test_the_roll_of_a_shot_follows_from_the_secret(game: Game, alice: User, now: datetime) -> None:
    game = place(game, KEEPER, rolls_drawn=5)
    expected = roll_of(game, 5)

    played = play_turn(alice.pk, game.pk, 1, ["!e8"], now=now)

    assert played.turn.rolls == [expected]
    assert played.game.rolls_drawn == 6


def test_a_certain_goal_draws_a_roll_too(game: Game, alice: User, now: datetime) -> None:
    played = play_turn(alice.pk, place(game, OPEN_GOAL).pk, 1, ["!e8"], now=now)

    assert len(played.turn.rolls) == 1
    assert played.game.rolls_drawn == 1


def test_a_turn_without_a_shot_draws_nothing(game: Game, now: datetime) -> None:
    assert play(game, "d2d4 @f3", now=now).game.rolls_drawn == 0


def test_a_goal_ends_the_round_and_formations_follow(
    game: Game, alice: User, now: datetime
) -> None:
    game = place(game, OPEN_GOAL)

    played = play_turn(alice.pk, game.pk, 1, ["!e8"], now=now)

    after = Game.objects.get(pk=game.pk)
    assert played.turn.position_after is None
    assert after.status == "formation"
    assert after.description["score"] == {"white": 1, "black": 0}
    assert {seat.side for seat in after.seats if seat.is_awaited} == {"white", "black"}
    assert after.deadline == now + timedelta(days=1)
    assert after.next_turn == 2


def test_the_last_goal_ends_the_game(alice: User, bob: User, now: datetime) -> None:
    game = start_round(start_formations(alice, bob, now, options={"goals_to_win": 1}), now)
    game = place(game, OPEN_GOAL)

    play_turn(alice.pk, game.pk, 1, ["!e8"], now=now)

    after = Game.objects.get(pk=game.pk)
    assert (after.status, after.winner, after.reason) == ("finished", "white", "goals")
    assert after.ranking == [["white"], ["black"]]
    assert after.finished_at == now
    assert after.deadline is None
    assert after.remind_at is None
    assert not any(seat.is_awaited for seat in after.seats)


def test_nothing_is_played_after_the_end(game: Game, alice: User, now: datetime) -> None:
    ended = place(game, "k7/8/8/8/8/8/4R3/3K4 w e2 open - 39", stalled="1+1 -")
    play_turn(alice.pk, ended.pk, 1, ["e2f2"], now=now)  # the final whistle

    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, ended.pk, 2, ["!f8"], now=now)

    assert refusal.value.code == "game_over"


def test_the_turn_that_ended_the_game_is_answered_again(
    game: Game, alice: User, now: datetime
) -> None:
    ended = place(game, "k7/8/8/8/8/8/4R3/3K4 w e2 open - 39", stalled="1+1 -")
    first = play_turn(alice.pk, ended.pk, 1, ["e2f2"], now=now)

    assert play_turn(alice.pk, ended.pk, 1, ["e2f2"], now=now).turn == first.turn
    assert first.game.reason == "final_whistle"


def test_a_corner_turn_is_a_new_turn_with_a_new_day(game: Game, alice: User, now: datetime) -> None:
    game = with_next_roll(place(game, KEEPER), range(80, 100))
    later = now + timedelta(hours=5)

    play_turn(alice.pk, game.pk, 1, ["!e8"], now=later)

    after = Game.objects.get(pk=game.pk)
    assert [seat.side for seat in after.seats if seat.is_awaited] == ["white"]
    assert after.next_turn == 2
    assert after.deadline == later + timedelta(days=1)
    corner = play_turn(alice.pk, game.pk, 2, ["e2h2"], now=later).turn
    assert corner.number == 2


def test_more_days_for_a_turn_are_kept(alice: User, bob: User, now: datetime) -> None:
    game = start_formations(alice, bob, now, days_per_turn=3)

    assert game.deadline == now + timedelta(days=3)
    assert game.remind_at == now + timedelta(days=3) * 0.8


def test_a_late_turn_is_refused_and_the_game_is_over(
    game: Game, alice: User, now: datetime
) -> None:
    late = a_moment_after(game.deadline)

    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, 1, KICK_OFF, now=late)

    after = Game.objects.get(pk=game.pk)
    assert refusal.value.code == "deadline_passed"
    assert after.status == "aborted"
    assert after.finished_at == game.deadline
    assert not Turn.objects.exists()


def test_only_who_was_late_hears_that_the_deadline_passed(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    late = a_moment_after(game.deadline)

    for player, code in ((bob, "game_over"), (alice, "deadline_passed"), (bob, "game_over")):
        with pytest.raises(Conflict) as refusal:
            play_turn(player.pk, game.pk, 1, KICK_OFF, now=late)
        assert refusal.value.code == code


def test_a_turn_at_the_very_deadline_is_late(game: Game, alice: User) -> None:
    assert game.deadline is not None

    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, 1, KICK_OFF, now=game.deadline)

    assert refusal.value.code == "deadline_passed"
