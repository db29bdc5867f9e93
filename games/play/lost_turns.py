"""Turns that a restored database no longer has, and notifying the players who played them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, transaction
from django.utils import timezone

from config.http.times import utc
from games.models import Game, Turn
from games.store import happened
from games.store.locking import lock_game
from games.store.write import write_game

logger = logging.getLogger(__name__)


class Played(NamedTuple):
    """A turn as the database knew it that is given up."""

    game_id: str
    number: int
    side: str
    notation: str
    played_at: datetime


def look(alias: str, moment: datetime) -> Callable[[], str]:
    """Read what was played since ``moment``, before the database goes back to it.

    Return what is to be called afterwards: it notifies the players whose turns are gone.
    """
    columns = ("game_id", "number", "side", "notation", "played_at")
    turns = Turn.objects.using(alias).filter(played_at__gte=moment).order_by("game_id", "number")
    played = [Played(*row) for row in turns.values_list(*columns)]
    return lambda: _notify(played, moment)


def _notify(played: Sequence[Played], moment: datetime) -> str:
    lost, games = 0, 0
    for game_id, turns in groupby(played, lambda turn: turn.game_id):
        if not Game.objects.filter(pk=game_id).exists():
            # It began after the moment, so no one can be led to it.
            logger.warning("game %s is gone with all its turns", game_id)
            games += 1
        else:
            lost += _notify_of(game_id, list(turns), moment)
    gone = f" {games} games that began since then are gone." if games else ""
    return f"{lost} turns played since then are lost; their players are notified.{gone}"


def _notify_of(game_id: str, turns: Sequence[Played], moment: datetime) -> int:
    """Write into the log of a game which of these turns it no longer has; return how many."""
    now = timezone.now()
    with transaction.atomic():
        game = lock_game(game_id)
        kept = Turn.objects.using(DEFAULT_DB_ALIAS).filter(game=game, number__gte=turns[0].number)
        there = dict(kept.values_list("number", "played_at"))
        gone = [turn for turn in turns if there.get(turn.number) != turn.played_at]
        everybody = [seat.user_id for seat in game.seats]
        events = [
            happened.TURN_LOST(
                now,
                everybody,
                {
                    "turn": turn.number,
                    "side": turn.side,
                    "notation": turn.notation,
                    "played_at": utc(turn.played_at),
                    "restored_to": utc(moment),
                },
            )
            for turn in gone
        ]
        if events:
            write_game(game, events, now=now)
    return len(gone)
