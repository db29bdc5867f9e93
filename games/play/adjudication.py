"""Ending a game as a competition decides: for a side, as a draw, or without a result."""

from __future__ import annotations

from datetime import datetime

from games.models import Game
from games.play.apply import apply_step
from games.rules.contract import Adjudicable


def adjudicate(game: Game, winner: str | None, *, now: datetime) -> None:
    """End a locked game that goes on, for this side or as a draw.

    The caller has decided it by the laws of the competition.
    """
    rules = game.rules
    assert isinstance(rules, Adjudicable), "only such games are played in competitions"
    apply_step(game, rules, rules.adjudicate(rules.load(game.state), winner), now=now)


def call_off(game: Game, *, now: datetime) -> None:
    """End a locked game that goes on without a result: it does not count."""
    rules = game.rules
    assert isinstance(rules, Adjudicable), "only such games are played in competitions"
    apply_step(game, rules, rules.call_off(rules.load(game.state)), now=now)
