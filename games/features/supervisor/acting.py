"""What a supervisor does: each act is one transaction under the lock of the game.

Each is an act of the history with its reason. All who have a seat are notified.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from games.features.supervisor import happened
from games.features.supervisor.models import Supervision
from games.features.supervisor.naming import supervision_of, why_never
from games.features.supervisor.wording import BY
from games.models import Act, Game
from games.models.querysets import Seat
from games.play.apply import apply_step, write_plain_act
from games.play.deadlines import with_locked_game
from games.play.giving_time import lengthen
from games.play.guards import check_in_play, check_is_active
from games.play.handing_over import find_robot, sit_down
from games.play.taking_back import last_standing_turn, take_back
from games.refusals import Conflict, Forbidden, Invalid, NotFound, out_of_phase
from games.rules.contract import (
    AGREE_DRAW,
    LET_LEAVE,
    LET_RETURN,
    Step,
    Supervised,
)
from games.rules.errors import OutOfPhase
from games.store.people import may_watch
from games.store.write import write_game

MOST_A_TURN: Final = 10
"""Acts at one turn: all hear of each, and history keeps it."""


class Asked(NamedTuple):
    """An act as it was asked for."""

    name: str
    turn: int
    """The turn that was due on the supervisor's screen."""
    reason: str
    side: str | None = None
    hours: int = 24
    strength: str | None = None

    @property
    def said(self) -> dict[str, Any]:
        """What history keeps of it, beside the act."""
        own: dict[str, Any] = {"by": BY, "reason": self.reason}
        return own | ({"hours": self.hours} if self.name == Act.GIVE_TIME else {})


def supervise(user_id: int, game_id: str, asked: Asked, *, now: datetime) -> Game:
    """Do an act as the supervisor and return the game.

    It names the turn that is due, so that it never meets another turn than the supervisor saw.
    Raises ``NotFound``, ``Forbidden``, ``Invalid`` and ``Conflict``.
    """

    def act(game: Game, was_late: bool) -> Game:
        check_supervises(game, user_id)
        check_is_active(game)
        check_in_play(game)
        if reason := why_never(game):
            raise Conflict(reason, code="supervisor_not_allowed", game=game)
        if game.next_turn != asked.turn:
            raise Conflict(
                _("The game has moved on. Look at it again."), code="stale_turn", game=game
            )
        _check_is_not_too_much(game)
        seated = [seat.user_id for seat in game.seats]
        side = _ACTS[asked.name](game, asked, now)
        own: happened.OwnDeed = {
            "turn": asked.turn,
            "side": side,
            "name": asked.name,
            "reason": asked.reason,
        }
        if asked.name == Act.GIVE_TIME:
            own["hours"] = asked.hours
        done = happened.SUPERVISOR_ACTED(now, [*seated, user_id], own)
        write_game(game, [done], now=now)
        return game

    return with_locked_game(game_id, now, act)


def check_supervises(game: Game, user_id: int) -> Supervision:
    """Return the supervision of a game by this person.

    Raises ``NotFound`` where family mode hides the game from them, and ``Forbidden``.
    """
    if not may_watch(game, user_id):
        raise NotFound(_("This game doesn't exist."))
    found = supervision_of(game_id=game.pk)
    has_seat = any(seat.user_id == user_id for seat in game.seats)
    if found is None or found.user_id != user_id or found.answer != "accepted" or has_seat:
        raise Forbidden(_("You don't supervise this game."), code="not_supervisor")
    return found


def check_does_not_supervise(game: Game, user_id: int) -> None:
    """Raise ``Conflict`` where the supervisor of a game would take a seat in it."""
    found = supervision_of(game_id=game.pk)
    if found is not None and found.user_id == user_id and found.answer == "accepted":
        raise Conflict(
            _("You supervise this game. Step down before you take a seat."),
            code="supervisor_not_allowed",
            game=game,
        )


def _give_time(game: Game, asked: Asked, now: datetime) -> str:
    side = min(game.summary.to_act)
    lengthen(game, asked.hours, now)
    awaited = game.summary.to_act
    write_plain_act(game, side, Act.GIVE_TIME, now=now, said=asked.said, awaited=awaited)
    return side


def _let(game: Game, asked: Asked, now: datetime) -> str:
    """Let a player leave or return."""
    seat, rules = _seat(game, asked), game.rules
    assert isinstance(rules, Supervised), "other games have no supervisor"
    try:
        step = rules.supervise(rules.load(game.state), seat.side, asked.name)
    except OutOfPhase as error:
        raise out_of_phase(error, game) from error
    apply_step(game, rules, _with_reason(step, asked), now=now)
    return seat.side


def _restore(game: Game, asked: Asked, now: datetime) -> str:
    turn = last_standing_turn(game)
    if turn is None:
        raise Conflict(
            _("The last turn can't be taken back now. Wait for the next one."),
            code="nothing_to_restore",
            game=game,
        )
    if turn.rolls:
        raise Conflict(
            _("Everyone has seen how the shot ended, so the turn can't be taken back."),
            code="roll_was_seen",
            game=game,
        )
    take_back(game, turn, turn.side, now=now, said=asked.said)
    return turn.side


def _replace(game: Game, asked: Asked, now: datetime) -> str:
    """Let a house bot take over a seat."""
    seat = _seat(game, asked)
    others = [one for one in game.seats if one != seat]
    why = ""
    if seat.is_bot:
        why = _("A bot has this seat already.")
    elif len(others) < 2:
        why = _("With two players no bot can take over a seat.")
    elif seat.side in game.summary.standing:
        why = _("Let this player return before a bot takes over the seat.")
    elif all(one.is_bot or game.summary.is_out(one.side) for one in others):
        why = _("Only bots would be left. End the game as a draw.")
    if why:
        raise Conflict(why, code="wrong_phase", game=game)
    sit_down(game, seat, find_robot(game, asked.strength), now, said=asked.said)
    return seat.side


def _draw(game: Game, asked: Asked, now: datetime) -> str:
    rules = game.rules
    assert isinstance(rules, Supervised), "other games have no supervisor"
    state = rules.load(game.state)
    side = min(rules.draws_needed(state), default=game.seats[0].side)
    try:
        step = rules.supervise(state, side, AGREE_DRAW)
    except OutOfPhase as error:
        raise out_of_phase(error, game) from error
    first = {"type": "act", "act": AGREE_DRAW, "side": side}
    step = replace(step, happenings=(first, *step.happenings))
    apply_step(game, rules, _with_reason(step, asked), now=now)
    return side


_ACTS: Final[Mapping[str, Callable[[Game, Asked, datetime], str]]] = {
    Act.GIVE_TIME: _give_time,
    LET_LEAVE: _let,
    LET_RETURN: _let,
    Act.TAKE_BACK: _restore,
    Act.HAND_OVER: _replace,
    AGREE_DRAW: _draw,
}
"""Each does it to a locked game and returns the side it is about."""


def _with_reason(step: Step[Any], asked: Asked) -> Step[Any]:
    first, *rest = step.happenings
    return replace(step, happenings=({**first, **asked.said}, *rest))


def _seat(game: Game, asked: Asked) -> Seat:
    """Return the seat that an act is about, of a player who is in the game."""
    seat = next((one for one in game.seats if one.side == asked.side), None)
    if seat is None:
        raise Invalid(_("Choose a player of this game."), field="side", code="unknown_choice")
    if game.summary.is_out(seat.side):
        raise Conflict(_("This player is out of the game."), code="out_of_game", game=game)
    return seat


def _check_is_not_too_much(game: Game) -> None:
    done = Act.objects.filter(game=game, turn=game.next_turn, happenings__0__by=BY).count()
    if done >= MOST_A_TURN:
        raise Conflict(
            _("You did enough at this turn. Wait for the next one."),
            code="wrong_phase",
            game=game,
        )
