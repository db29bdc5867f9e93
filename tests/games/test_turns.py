"""Playing turns through the service."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Game, Turn
from games.services.turns import play_turn
from tests.games.matches import play


def test_a_turn_is_written_and_the_other_side_is_awaited(
    game: Game, alice: User, bob: User, now: datetime
) -> None:
    later = now + timedelta(hours=3)

    played = play_turn(alice.pk, game.pk, 1, ["d2d4", "@f3"], now=later)

    game.refresh_from_db()
    turn = Turn.objects.get(game=game)
    assert played.turn == turn
    assert (turn.number, turn.side, turn.actions) == (1, "white", ["d2d4", "@f3"])
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
