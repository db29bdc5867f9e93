"""Where a game begins that goes on from another: in the state before that one was lost on time."""

from __future__ import annotations

from games.models import Game
from games.play.replay import state_before
from games.play.start import Beginning


def beginning_of(ended: Game) -> Beginning:
    """Return where a game begins that goes on from one that has ended."""
    state = state_before(ended, ended.next_turn)
    return Beginning(ended.pk, ended.next_turn, ended.rules_version, ended.rules.dump(state))
