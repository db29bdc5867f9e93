"""Who is at the board of a live game: each player in one; the referee learns when it is due."""

from __future__ import annotations

import logging
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from redis import RedisError

from games.clock.clocks import clock_of
from games.models import Game, HouseRobot, LivePlayer, StagedTurn
from games.models.running_clock import ms_of
from games.refusals import Conflict
from games.store.wakeups import redis_client

CHANNEL: Final = "chess-eleven:due"

logger = logging.getLogger(__name__)


def notify_referee(game: Game) -> None:
    """Say after the commit when a locked live game is due.

    A message that is lost costs up to a second: the referee asks the database that often.
    """
    if game.deadline is None:
        return
    notice = f"{game.pk} {ms_of(game.deadline)}"
    transaction.on_commit(lambda: _publish(notice), robust=True)


def read_notice(message: bytes) -> tuple[str, int] | None:
    """Return the game and its moment, in milliseconds; ``None`` for what does not read."""
    game_id, _, ms = message.decode("ascii", "replace").partition(" ")
    return (game_id, int(ms)) if ms.isdigit() else None


def _publish(notice: str) -> None:
    try:
        redis_client().publish(CHANNEL, notice)
    except (RedisError, OSError) as error:
        logger.warning("the referee was not told and will find out by itself: %s", error)


def take_seats(game: Game) -> None:
    """Seat the players of a live game that begins; raises ``Conflict`` if one plays another.

    The key decides between two games that begin at the same instant. House bots play as many as
    come.
    """
    people = sorted(seat.user_id for seat in game.seats)
    ours = set(HouseRobot.objects.filter(pk__in=people).values_list("pk", flat=True))
    rows = [LivePlayer(user_id=user, game_id=game.pk) for user in people if user not in ours]
    try:
        with transaction.atomic():
            LivePlayer.objects.bulk_create(rows)
    except IntegrityError as error:
        raise Conflict(
            _("One of you is already playing a live game. Finish it first."),
            code="live_match_running",
        ) from error


def follow_live(game: Game) -> None:
    """Let the referee, or the players' next game, follow what was written of a live game."""
    if not clock_of(game).is_live:
        return
    notify_referee(game)
    if not game.is_active:
        free_seats(game)


def free_seats(game: Game) -> None:
    """Let the players of a live game that is over begin another; nothing waits for its turns."""
    StagedTurn.objects.filter(game=game).delete()
    LivePlayer.objects.filter(game=game).delete()


def running_live(user_id: int) -> str | None:
    """Return the live game in which this person plays, or ``None``."""
    return LivePlayer.objects.filter(user=user_id).values_list("game_id", flat=True).first()
