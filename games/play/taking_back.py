"""Taking back the last turn of a game: an act restores the state in which it was played.

Nothing is deleted or numbered again. The turn stays in history with a mark, and the next one gets
the next number.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from config.features import Hook
from games.models import Act, Game, Turn
from games.play.apply import NOTHING, apply_step
from games.play.replay import state_before
from games.rules.contract import ActRecord, Happening, Side, Step

TAKEN_BACK: Final[Hook[Callable[[Game, datetime], None]]] = Hook()
"""Done with a locked game whose last turn was taken back: what was prepared for it goes."""


def last_standing_turn(game: Game) -> Turn | None:
    """Return the last turn of a locked game, if nothing but it has led to the present state.

    ``None`` before the first turn, after an act, and where the turn ended a round: formations were
    chosen since then.
    """
    turn = Turn.objects.filter(game=game, number=game.next_turn - 1).first()
    if turn is None or turn.position_after is None or game.status != Game.Status.PLAYING:
        return None
    acts = Act.objects.filter(game=game, turn=game.next_turn)
    is_followed = acts.exclude(name=Act.GIVE_TIME).exists()
    return None if is_followed else turn


def take_back(
    game: Game, turn: Turn, side: Side, *, now: datetime, said: Happening = NOTHING
) -> None:
    """Restore the state before the last turn of a locked game, as an act of this side.

    The player who is to act then has the whole time of a turn. ``said`` is kept with the act.
    """
    rules = game.rules
    state = state_before(game, turn.number)
    Turn.objects.filter(pk=turn.pk).update(taken_back=True)
    game.draw_offered_by, game.draw_votes = None, []
    step = Step(
        state=state,
        happenings=({"type": "act", "act": Act.TAKE_BACK, "side": side, **said},),
        act=ActRecord(side, Act.TAKE_BACK),
        restarts_clock=True,
    )
    apply_step(game, rules, step, now=now)
    for forget in TAKEN_BACK:
        forget(game, now)
