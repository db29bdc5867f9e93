"""What may follow the actions of a started turn. Nothing is changed by asking."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game
from games.play.guards import check_in_play, check_is_active
from games.play.turns import check_is_next, first_illegal
from games.refusals import illegal_turn, out_of_phase, unread_turn
from games.rules.contract import Options
from games.rules.errors import IllegalTurn, NotationError, OutOfPhase


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
