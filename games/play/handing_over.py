"""Handing your seat to a house bot, in a game that more than two play.

The laws speak of sides: who plays one is no concern of theirs, and nothing on the board changes.
Who resigns leaves stones behind; who hands over leaves the others someone to continue against.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from accounts.models import User
from config.features import Hook
from games.models import Act, Game, Player
from games.models.querysets import Seat
from games.play.apply import NOTHING, write_plain_act
from games.play.deadlines import with_locked_game
from games.play.guards import check_in_play, check_is_active, check_is_in, seat_of
from games.refusals import Conflict, Forbidden, Invalid
from games.rules import registry
from games.rules.contract import STAY, Happening
from games.store import selectors
from games.store.names import rename_in_events
from games.store.selectors import leaves_of

SEAT_LEFT: Final[Hook[Callable[[str, str], None]]] = Hook()
"""Done when a seat changes hands, by game and side: what belonged to its player goes."""


SITTING: Final[Hook[Callable[[Game, int], None]]] = Hook()
"""Raises a refusal where a person may not take a seat of this locked game."""


def hand_over(user_id: int, game_id: str, *, strength: str | None = None, now: datetime) -> Game:
    """Let a house bot play on in this person's place and return the game.

    Of this strength, or else of a middle one: it neither gives the game away nor decides it. Anyone
    who has handed over plays no more in the game. Raises ``NotFound``, ``Forbidden``, ``Conflict``
    and ``Invalid``.
    """

    def act(game: Game, was_late: bool) -> Game:
        seat = seat_of(game, user_id)
        check_is_active(game)
        check_is_in(game, seat)
        check_in_play(game)
        if reason := why_not(game, seat):
            raise Conflict(reason, code="wrong_phase", game=game)
        sit_down(game, seat, find_robot(game, strength), now)
        return game

    return with_locked_game(game_id, now, act)


def why_not(game: Game, seat: Seat) -> str:
    """Return why this seat of a running game cannot be handed over; empty where it can."""
    summary = game.summary
    others = [one for one in game.seats if one != seat]
    if len(others) < 2:
        return _("You can't be replaced in a two-player game. Resign or offer a draw.")
    if seat.side in summary.standing or summary.may(seat.side, STAY):
        return _("Return to the game before you let a bot replace you.")
    if all(one.is_bot or summary.is_out(one.side) for one in others):
        return _("Only bots would be left. Resign or offer a draw.")
    return ""


def find_robot(game: Game, strength: str | None) -> User:
    """Return the house bot to sit down: of the strength asked for, else nearest the middle."""
    mind = registry.robot(game.ruleset, game.rules_version)
    strengths = mind.strengths if mind is not None else ()
    if strength is not None and strength not in strengths:
        raise Invalid(
            _("No house bot of that strength plays this game."),
            field="strength",
            code="unknown_choice",
        )
    seated = {seat.user_id for seat in game.seats}
    wanted = strengths.index(strength) if strength else len(strengths) // 2
    free = [one for one in selectors.house_robots(game.ruleset) if one.user_id not in seated]
    free.reverse()  # Of two as near the stronger comes.
    free.sort(key=lambda house: abs(strengths.index(house.strength) - wanted))
    if not free:
        raise Forbidden(_("No house bot is free for this game."), code="challenge_not_taken")
    return free[0].user


def sit_down(
    game: Game, seat: Seat, comer: User, now: datetime, *, said: Happening = NOTHING
) -> None:
    """Give a seat of a locked game to a bot or a person, with the clock as it is.

    Anyone who leaves hears of it for the last time; the events of the game name them no more, as it
    will not be found among their games when they leave the service or take another name.
    """
    everyone = [one.user_id for one in game.seats]
    away = leaves_of([comer.pk], now).get(comer.pk) if game.has_leave else None
    taken = seat._replace(
        user_id=comer.pk,
        username=comer.username,
        is_bot=comer.is_bot,
        away=away,
        rest=comer.rest_days,
    )
    game.seats = tuple(taken if one == seat else one for one in game.seats)
    player = Player.objects.filter(game=game, side=seat.side)
    player.update(user=comer, away=away, draw_offered_turn=None)
    # Not an answer of the bot's, and out of the reach of the player who prepared it.
    for forget in SEAT_LEFT:
        forget(game.pk, seat.side)
    rename_in_events(comer, [game.pk])
    if game.draw_offered_by == seat.side:
        game.draw_offered_by, game.draw_votes = None, []
    game.draw_votes = [side for side in game.draw_votes if side != seat.side]
    receivers = sorted({*everyone, comer.pk})
    write_plain_act(game, seat.side, Act.HAND_OVER, now=now, receivers=receivers, said=said)
