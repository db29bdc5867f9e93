"""What a player of a live game is putting together: kept at the service, for their eyes alone.

On your own turn it is played when the time runs out; on the other's it is a premove, played at no
time as soon as one is to act. The row of the game is never touched by it, so no one can see from a
revision, a tag or an event that anything is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from games.clock.clocks import clock_of
from games.clock.live import by_shared_clock
from games.models import Game, StagedTurn
from games.models.querysets import Seat
from games.play.guards import check_in_play, check_is_active, check_is_in, seat_of
from games.refusals import Conflict, Unprocessable, illegal_turn
from games.rules import registry
from games.rules.contract import Options, Side
from games.rules.errors import IllegalTurn, NotationError, RulesError


def keep_stage(
    game: Game, user_id: int, number: int, actions: Sequence[str], *, now: datetime
) -> StagedTurn:
    """Keep what someone has staged for their next turn, in the place of what was there.

    Whether it is legal shows when it is played: half a turn may be kept as well. Raises
    ``Forbidden`` and ``Conflict``.
    """
    seat = _seat_in_live(game, user_id)
    check_is_active(game)
    check_is_in(game, seat)
    check_in_play(game)
    due = game.next_turn if seat.is_awaited else game.next_turn + 1
    if number != due:
        raise Conflict(
            _("Your next turn is {next_turn}, not {number}. Reload the game.").format(
                next_turn=due, number=number
            ),
            code="stale_turn",
            game=game,
        )
    staged = StagedTurn(
        game_id=game.pk,
        side=seat.side,
        turn=number,
        round=game.round,
        actions=list(actions),
        staged_at=by_shared_clock(now),
    )
    StagedTurn.objects.bulk_create(
        [staged],
        update_conflicts=True,
        unique_fields=["game", "side"],
        update_fields=["turn", "round", "actions", "staged_at"],
    )
    return staged


def find_stage(game: Game, user_id: int) -> StagedTurn | None:
    """Return what someone has staged for a turn that is yet to come; raises ``Forbidden``."""
    seat = _seat_in_live(game, user_id)
    staged = StagedTurn.objects.filter(game=game.pk, side=seat.side).first()
    return staged if staged is not None and _is_due(game, staged) else None


def forget_stage(game: Game, user_id: int) -> None:
    """Forget what someone has staged; what is not there changes nothing. Raises ``Forbidden``."""
    seat = _seat_in_live(game, user_id)
    StagedTurn.objects.filter(game=game.pk, side=seat.side).delete()


def take_staged(game: Game, side: Side) -> StagedTurn | None:
    """Return what a side that is to act in a locked game has staged for this, and forget it.

    ``None`` where nothing was staged, or for a position that is gone.
    """
    staged = StagedTurn.objects.filter(game=game.pk, side=side).first()
    if staged is None:
        return None
    StagedTurn.objects.filter(pk=staged.pk).delete()
    return staged if _is_due(game, staged) else None


def choices_ahead(game: Game, user_id: int, after: Sequence[str]) -> Options:
    """Return what someone could play if the turn were theirs on the board as it is.

    What the other side will do no one knows; where that side must act first, as to end a check,
    there is nothing to put together ahead. Raises ``Forbidden``, ``Conflict``, ``Unprocessable``.
    """
    seat = _seat_in_live(game, user_id)
    check_is_active(game)
    check_in_play(game)
    explorer = registry.explorer(game.ruleset)
    try:
        assert explorer is not None, "a game with laws for live play has one"
        position = explorer.read_as_if(game.summary.position or "", seat.side)
    except RulesError as error:
        words = _("You can't prepare a turn in this position.")
        raise Conflict(words, code="wrong_phase", game=game) from error
    try:
        return explorer.choices(position, after)
    except IllegalTurn as error:
        raise illegal_turn(error, game.ruleset) from error
    except NotationError as error:
        raise Unprocessable(str(error), index=0, legal=[]) from error


def _is_due(game: Game, staged: StagedTurn) -> bool:
    """Return whether what was staged can still be played.

    The number of a turn that ran out does not rise: what was to follow that turn follows it too.
    """
    return staged.round == game.round and game.next_turn <= staged.turn <= game.next_turn + 1


def _seat_in_live(game: Game, user_id: int) -> Seat:
    seat = seat_of(game, user_id)
    if not clock_of(game).is_live:
        raise Conflict(_("This is a correspondence game."), code="not_live", game=game)
    return seat
