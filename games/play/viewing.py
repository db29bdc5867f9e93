"""Looking at games: one past its deadline is soon seen as over, though no worker has noticed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime

from config.http.errors.refusals import Refusal
from games.clock.clocks import kind_of
from games.clock.uptime import enforceable_until
from games.models import Game
from games.play.deadlines import enforce_deadline
from games.store import selectors
from games.store.selectors import Stamp

logger = logging.getLogger(__name__)


def view_game(game_id: str, now: datetime) -> Game:
    """Return the game with its seats as it truly is; raises ``NotFound``."""
    game = selectors.find_game(game_id)
    if game.is_overdue(kind_of(game).late_from(now)):
        _enforce(game_id, now)
        game = selectors.find_game(game_id)
    return game


def view_stamp(game_id: str, now: datetime) -> Stamp:
    """Return the game's stamp as it truly is; raises ``NotFound``."""
    stamp = selectors.find_stamp(game_id)
    if stamp.is_overdue(kind_of(stamp).late_from(now)):
        _enforce(game_id, now)
        stamp = selectors.find_stamp(game_id)
    return stamp


def view_games(read: Callable[[], list[Game]], now: datetime) -> list[Game]:
    """Return what ``read`` finds, read again where a game on it had to be closed first."""
    games = read()
    overdue = [
        game
        for game in games
        if game.is_overdue(kind_of(game).late_from(now)) and game.set_aside_at is None
    ]
    if overdue:
        until = enforceable_until(now)
        overdue = [game for game in overdue if game.is_overdue(until)]
    for game in overdue:
        _enforce(game.pk, now)
    return read() if overdue else games


def _enforce(game_id: str, now: datetime) -> None:
    """Enforce a deadline for a reader, who then reads again whoever it was that acted."""
    try:
        enforce_deadline(game_id, now)
    except Refusal:
        raise
    except Exception:
        # A row that the rules cannot read is the operator's concern; it can still be shown.
        logger.exception("deadline of game %s could not be enforced", game_id)
