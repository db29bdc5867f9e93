"""What matches of a league bring into its table: goals, and those that were to be expected."""

from __future__ import annotations

from datetime import datetime

from games.features.competitions.bracket import NO_ONE, By
from games.features.competitions.bracket import Match as Slot
from games.features.competitions.field import RESULTS, Field
from games.features.competitions.models import MatchGame
from games.features.competitions.series import Format
from games.models import Game
from games.play.acts import adjudicate
from games.play.shooting import expected_goals


def note_score(field: Field, slot: Slot, game: Game) -> None:
    """Set what both sides scored in a match of a league; the caller saves it."""
    if field.format is not Format.ONE_GAME:
        return
    score, expected = game.summary.score, expected_goals(game) or {}
    if score is not None:
        field.rows[slot.key].score = {
            "goals": [score["white"], score["black"]],
            "expected": [expected.get("white", 0.0), expected.get("black", 0.0)],
        }


def decide_by_goals(
    field: Field, slot: Slot, running: MatchGame, game: Game, now: datetime
) -> None:
    """End a match of a league on its last day: more goals win, else it is drawn (law 10.9)."""
    score = game.summary.score or {}
    goals = {side: score.get(side, 0) for side in ("white", "black")}
    side = None if goals["white"] == goals["black"] else max(goals, key=goals.__getitem__)
    adjudicate(game, side, now=now)
    running.result = RESULTS[side]
    running.save(update_fields=["result"])
    note_score(field, slot, game)
    field.bracket.decide(slot, field.winner_of(slot, running) or NO_ONE, By.COUNT)
    field.save_bracket(now)
