"""What those see of a game who only look on: a live game with a stake three turns late.

Anyone who looks on could show a player what to do. So of a rated game, or one of a competition,
strangers are shown, while it continues, a ``Game`` as it was three turns ago; all that is shown of
a game is made of that one, and of the rows of its history that it has come to.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from config.http.errors.refusals import Refusal
from games.clock.clocks import kind_of
from games.clock.live import past_clock, running
from games.clock.uptime import enforceable_until
from games.models import Game, GameEvent
from games.models.querysets import Seat
from games.play.deadlines import enforce_deadline
from games.play.replay import state_before
from games.play.shooting import recount
from games.refusals import NotFound
from games.store import selectors
from games.store.people import may_watch, may_watch_id
from games.store.selectors import Stamp
from games.store.write import as_read

TURNS_LATE: Final = 3
_REVISIONS: Final = 1_000_000
"""Above those of any game; what is shown late has revisions from here on."""


def watch_game(game_id: str, now: datetime, user_id: int | None) -> Game:
    """Return the game as it truly is to its players, and to others as they may see it.

    Raises ``NotFound``.
    """
    game = view_game(game_id, now)
    if not may_watch(game, user_id):
        raise NotFound(_("This game doesn't exist."))
    return as_seen_by(game, user_id)


def watch_stamp(game_id: str, now: datetime, user_id: int | None) -> Stamp:
    """Return the stamp of the game as this person may see it; raises ``NotFound``."""
    stamp = view_stamp(game_id, now)
    if not stamp.is_public and not may_watch_id(game_id, user_id):
        raise NotFound(_("This game doesn't exist."))
    is_at_stake = stamp.rated or stamp.competition is not None
    if not kind_of(stamp).is_seen_late or not is_at_stake or stamp.is_over:
        return stamp
    game = view_game(game_id, now)
    shown = as_seen_by(game, user_id)
    return stamp._replace(
        revision=shown.revision,
        last_event=shown.last_event,
        next_turn=shown.next_turn,
        is_late=is_late_for(game, user_id),
    )


def last_event_shown(game_id: str) -> int:
    """Return the number of the newest event of a game that an onlooker may hear of."""
    return as_seen_by(selectors.find_game(game_id), None).last_event


def watch_games(read: Callable[[], list[Game]], now: datetime, user_id: int | None) -> list[Game]:
    """Return what ``read`` finds, each game as this person may see it."""
    return [as_seen_by(game, user_id) for game in view_games(read, now)]


def is_late_for(game: Game, user_id: int | None) -> bool:
    """Return whether someone is to see a game three turns late."""
    is_at_stake = game.rated or game.competition is not None
    if not kind_of(game).is_seen_late or not is_at_stake or not game.is_active:
        return False
    return all(seat.user_id != user_id for seat in game.seats)


def as_seen_by(game: Game, user_id: int | None) -> Game:
    """Return a game as someone may see it: itself, or as it was three turns ago."""
    if game.next_turn == 1 or not is_late_for(game, user_id):
        return game
    number = max(game.next_turn - TURNS_LATE, 1)
    past = _past_of(game.pk, number)
    late = copy.copy(game)
    late.state, late.description, late.next_turn = past.state, past.description, number
    late.status = Game.Status.PLAYING
    # A tag of its own: no cache may answer an onlooker with what a player was shown.
    late.revision = _REVISIONS + number
    # Whether the seed takes salts any more shows whether someone has shot.
    late.rolls_drawn = past.rolls_drawn
    late.updated_at, late.last_event = past.at, past.last_event
    # The clock of the moment would show when each turn is played, and what is being shown.
    late.deadline = late.main_until = past.deadline
    if past.live:
        late.live = past_clock(running(game), past.live).to_json()
    late.draw_offered_by, late.draw_votes = None, []
    late.seats = tuple(_seat_of_past(seat, past) for seat in game.seats)
    return late


class _Past(NamedTuple):
    """How a game stood before one of its turns; it never changes."""

    state: str
    description: dict[str, Any]
    awaited: frozenset[str]
    shooting: dict[str, list[int]]
    rolls_drawn: int
    last_event: int
    live: dict[str, Any] | None
    deadline: datetime | None
    at: datetime


@lru_cache(maxsize=512)
def _past_of(game_id: str, number: int) -> _Past:
    """Return how a game stood before a turn that has been played; asked for once a turn."""
    game = selectors.find_game(game_id)
    rules = game.rules
    state = state_before(game, number)
    description = as_read(rules.describe(state))
    events = GameEvent.objects.filter(game=game_id, number__isnull=False)
    last = events.filter(data__next_turn__lte=number).order_by("number").last()
    assert last is not None, "a game has the event of its beginning"
    turns = list(selectors.turns_of(game_id).filter(number__lt=number))
    return _Past(
        rules.dump(state),
        description,
        rules.summary(description).to_act,
        recount(game, turns),
        sum(len(turn.rolls) for turn in turns),
        last.number or 0,
        last.data.get("live"),
        datetime.fromisoformat(deadline) if (deadline := last.data["deadline"]) else None,
        last.happened_at,
    )


def _seat_of_past(seat: Seat, past: _Past) -> Seat:
    shooting = past.shooting[seat.side] if seat.shooting is not None else None
    return seat._replace(is_awaited=seat.side in past.awaited, shooting=shooting)


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
    """Enforce a deadline for a reader, who then reads again, no matter who acted."""
    try:
        enforce_deadline(game_id, now)
    except Refusal:
        raise
    except Exception:
        # A row that the rules cannot read is the operator's concern; it can still be shown.
        logger.exception("deadline of game %s could not be enforced", game_id)
