"""Playing a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple, Protocol

from django.utils.translation import gettext as _

from config.features import Hook
from games.clock.clocks import clock_of
from games.models import Act, Game, Turn
from games.models.querysets import Seat
from games.play.apply import apply_step
from games.play.deadlines import with_locked_game, without_lock
from games.play.guards import (
    check_in_play,
    check_is_active,
    check_is_in,
    cites_against_playing,
    seat_of,
)
from games.play.seeds import roll_of
from games.refusals import Conflict, illegal_turn, out_of_phase, unread_turn
from games.rules.contract import RUN_OUT, TIME_OUT, Options, RuleSet
from games.rules.errors import IllegalTurn, NotationError, OutOfPhase


class PlayedTurn(NamedTuple):
    """A turn and the game after it."""

    turn: Turn
    game: Game


class PlayPlanned(Protocol):
    """Plays a turn as ``POST /turns`` describes it, and keeps the conditional moves beside it."""

    def __call__(
        self, user_id: int, game_id: str, planned: Mapping[str, Any], *, now: datetime
    ) -> PlayedTurn: ...


PLANNED_TURNS: Final[Hook[PlayPlanned]] = Hook()
"""How a turn is played that brings conditional moves; one feature at most knows."""


def play_turn(
    user_id: int,
    game_id: str,
    number: int,
    actions: Sequence[str],
    *,
    now: datetime,
    by: Turn.By = Turn.By.HAND,
    also: Callable[[Game], object] | None = None,
) -> PlayedTurn:
    """Play the turn ``number`` as this person and return it with the game after it.

    ``also`` is done with the locked game after it, in the same transaction.

    The whole turn is done or nothing of it. Sent again, it is answered again: phones retry.
    Raises ``NotFound``, ``Forbidden``, ``Conflict`` and ``Unprocessable``.
    """

    def act(game: Game, was_late: bool) -> PlayedTurn:
        seat = seat_of(game, user_id)
        if played := _played_before(game, seat, number, actions):
            return PlayedTurn(played, game)
        check_turn_is_due(game, seat, number)

        rules = game.rules
        state = rules.load(game.state)
        try:
            step = rules.play(
                state, seat.side, actions, roll=partial(roll_of, game, game.rolls_drawn)
            )
        except IllegalTurn as error:
            raise illegal_turn(error, game.ruleset) from error
        except NotationError as error:
            index, legal = first_illegal(rules, state, actions)
            raise unread_turn(error, game.ruleset, index=index, legal=legal) from error
        turn = apply_step(game, rules, step, now=now, by=by)
        assert turn is not None, "playing a turn makes one"
        if also is not None:
            also(game)
        return PlayedTurn(turn, game)

    played = None if also is not None else without_lock(game_id, now, act)
    return played or with_locked_game(game_id, now, act)


def sent_actions(recorded: Sequence[str]) -> list[str]:
    """Return recorded actions as they were sent: without the outcome of a shot."""
    return [action.partition("=")[0] for action in recorded]


def _played_before(game: Game, seat: Seat, number: int, actions: Sequence[str]) -> Turn | None:
    """Return the turn that this very request made before, if it did."""
    if not 1 <= number < game.next_turn:
        return None
    turn = Turn.objects.filter(game=game, number=number, side=seat.side).first()
    return turn if turn and sent_actions(turn.actions) == list(actions) else None


def check_turn_is_due(game: Game, seat: Seat, number: int) -> None:
    """Raise ``Conflict`` unless this seat is to play the turn ``number`` now."""
    if not game.is_active:
        rules = game.rules
        if number == game.next_turn and seat.side in rules.forfeited_by(rules.load(game.state)):
            # The same answer whether this request noticed or a sweep did before it.
            raise Conflict(_("The time for this turn is up."), code="deadline_passed", game=game)
        check_is_active(game)
    if game.summary.is_out(seat.side):
        _check_came_in_time(game, seat, number)
    check_is_in(game, seat)
    check_is_next(game, number)
    check_in_play(game)
    if not seat.is_awaited:
        if clock_of(game).passes_turns and _has_run_out(game, seat, number):
            raise Conflict(_("The time for this turn is up."), code="deadline_passed", game=game)
        raise Conflict(
            _("It's the other side's turn."),
            code="not_your_turn",
            game=game,
            **cites_against_playing(game, seat),
        )


def _has_run_out(game: Game, seat: Seat, number: int) -> bool:
    """Return whether the clock of this turn has run out in a live game, no matter who noticed."""
    return Act.objects.filter(game=game, turn=number, side=seat.side, name=RUN_OUT).exists()


def _check_came_in_time(game: Game, seat: Seat, number: int) -> None:
    """Raise ``Conflict`` for the turn by which someone is out, because it came too late."""
    is_late = Act.objects.filter(game=game, turn=number, side=seat.side, name=TIME_OUT).exists()
    if is_late:
        raise Conflict(_("The time for this turn is up."), code="deadline_passed", game=game)


def check_is_next(game: Game, number: int) -> None:
    """Raise ``Conflict`` where the game has moved on from the turn that is meant."""
    if number != game.next_turn:
        raise Conflict(
            _("The next turn is {next_turn}, not {number}. Reload the game.").format(
                next_turn=game.next_turn, number=number
            ),
            code="stale_turn",
            game=game,
        )


def first_illegal(rules: RuleSet[Any], state: Any, actions: Sequence[str]) -> tuple[int, list[str]]:
    """Return the index of the first action that is not legal, and what was legal there."""
    for index, action in enumerate(actions):
        legal = [choice["text"] for choice in rules.choices(state, actions[:index])["actions"]]
        if action not in legal:
            return index, legal
    return len(actions), []


def check_turn(game: Game, number: int | None) -> int:
    """Return the number of the turn to be played, which must be ``number`` if one is given."""
    check_is_active(game)
    if number is not None:
        check_is_next(game, number)
    check_in_play(game)
    return game.next_turn


def list_choices(game: Game, after: Sequence[str]) -> Options:
    """Return what may follow ``after``; raises ``Unprocessable`` if that is not legal itself."""
    rules = game.rules
    state = rules.load(game.state)
    try:
        return rules.choices(state, after)
    except OutOfPhase as error:
        raise out_of_phase(error, game) from error
    except IllegalTurn as error:
        raise illegal_turn(error, game.ruleset) from error
    except NotationError as error:
        index, legal = first_illegal(rules, state, after)
        raise unread_turn(error, game.ruleset, index=index, legal=legal) from error
