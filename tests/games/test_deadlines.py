"""A missed deadline, no matter who notices first (laws 3.6 and 9.5)."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from games.models import Arrangement, Game, GameEvent
from games.play import watching
from games.play.deadlines import enforce_deadline
from games.play.formations import save_formation
from games.play.turns import play_turn
from games.refusals import Conflict
from tests.games.matches import BLACK_FORMATION, WHITE_FORMATION, a_moment_after, play
from tests.games.test_formations import WIDE


def test_before_the_deadline_nothing_happens(game: Game) -> None:
    assert game.deadline is not None

    assert not enforce_deadline(game.pk, game.deadline - timedelta(microseconds=1))

    assert Game.objects.get(pk=game.pk).revision == game.revision


def test_missing_a_turn_loses_the_match(game: Game, now: datetime) -> None:
    play(game, "d2d4 @f3", "d7d5", "f3e5", now=now)
    deadline = Game.objects.get(pk=game.pk).deadline

    assert enforce_deadline(game.pk, a_moment_after(deadline) + timedelta(hours=9))

    after = Game.objects.get(pk=game.pk)
    assert (after.status, after.winner, after.reason) == ("finished", "white", "timeout")
    assert after.finished_at == deadline
    event = GameEvent.objects.get(type="game.finished")
    assert event.happened_at == deadline
    assert (event.data["winner"], event.data["reason"]) == ("white", "timeout")


def test_missing_the_first_turn_only_aborts(game: Game) -> None:
    enforce_deadline(game.pk, a_moment_after(game.deadline))

    after = Game.objects.get(pk=game.pk)
    assert (after.status, after.winner, after.reason) == ("aborted", None, "aborted")
    assert after.ranking == []


def test_the_first_turn_of_black_counts_for_black_alone(game: Game, now: datetime) -> None:
    play(game, "d2d4 @f3", now=now)

    enforce_deadline(game.pk, now + timedelta(days=2))

    assert Game.objects.get(pk=game.pk).status == "aborted"


def test_a_missed_formation_is_locked_and_costs_nothing(
    arranging: Game, alice: User, now: datetime
) -> None:
    save_formation(alice.pk, arranging.pk, WIDE, ready=False, now=now)
    noticed = a_moment_after(arranging.deadline)

    enforce_deadline(arranging.pk, noticed)

    game = Game.objects.get(pk=arranging.pk)
    assert game.status == "playing"
    locked = {row.side: row for row in Arrangement.objects.filter(game=game)}
    assert locked["white"].content["pieces"] == WIDE["pieces"]
    assert locked["black"].content["pieces"] == BLACK_FORMATION["pieces"]
    assert locked["white"].locked_at == arranging.deadline
    assert not locked["white"].ready
    started = GameEvent.objects.get(type="round.started")
    assert started.happened_at == arranging.deadline


def test_the_day_for_the_kick_off_begins_when_it_can_be_seen(arranging: Game) -> None:
    assert arranging.deadline is not None
    noticed = arranging.deadline + timedelta(days=3)

    enforce_deadline(arranging.pk, noticed)

    assert Game.objects.get(pk=arranging.pk).deadline == noticed + timedelta(days=1)


def test_a_formation_saved_late_is_refused_and_the_round_begins(
    arranging: Game, alice: User
) -> None:
    with pytest.raises(Conflict) as refusal:
        save_formation(
            alice.pk, arranging.pk, WIDE, ready=True, now=a_moment_after(arranging.deadline)
        )

    game = Game.objects.get(pk=arranging.pk)
    assert refusal.value.code == "deadline_passed"
    assert game.status == "playing"
    locked = Arrangement.objects.get(game=game, side="white")
    assert locked.content["pieces"] == WHITE_FORMATION["pieces"]


def test_the_kick_off_may_follow_immediately_upon_a_late_formation(
    arranging: Game, alice: User
) -> None:
    played = play_turn(
        alice.pk, arranging.pk, 1, ["d2d4", "@f3"], now=a_moment_after(arranging.deadline)
    )

    assert played.turn.number == 1


def test_enforcing_twice_does_it_once(game: Game) -> None:
    late = a_moment_after(game.deadline)

    assert enforce_deadline(game.pk, late)
    assert not enforce_deadline(game.pk, late)

    assert GameEvent.objects.filter(type="game.finished").count() == 1


def test_the_late_side_hears_the_same_by_every_way_of_noticing(game: Game, alice: User) -> None:
    late = a_moment_after(game.deadline)
    enforce_deadline(game.pk, late)

    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=late)

    assert refusal.value.code == "deadline_passed"


def test_the_winner_on_time_hears_that_the_game_is_over(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    play(game, "d2d4 @f3", "d7d5", "f3e5", now=now)
    late = now + timedelta(days=2)

    with pytest.raises(Conflict) as refusal:
        play_turn(alice.pk, game.pk, 4, ["c3b5"], now=late)

    assert refusal.value.code == "game_over"
    assert Game.objects.get(pk=game.pk).winner == "white"


def test_looking_at_a_game_ends_it(game: Game) -> None:
    seen = watching.view_game(game.pk, a_moment_after(game.deadline))

    assert seen.status == "aborted"
    assert Game.objects.get(pk=game.pk).status == "aborted"


def test_a_row_that_cannot_be_judged_can_still_be_looked_at(
    game: Game, caplog: pytest.LogCaptureFixture
) -> None:
    Game.objects.filter(pk=game.pk).update(state="broken")

    seen = watching.view_game(game.pk, a_moment_after(game.deadline))

    assert seen.status == "playing"
    assert game.pk in caplog.text
