"""Puzzles as plain data, for the API and the pages."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from accounts.models import User
from games.features.learn.tries import Verdict, verdict_payload
from games.features.puzzles import shapes, wording
from games.features.puzzles.attempts import Noted, attempt_of
from games.features.puzzles.finding import first_rating
from games.features.puzzles.judging import options_of
from games.features.puzzles.models import Asked, Missed, Puzzle


def puzzle_payload(puzzle: Puzzle, base_url: str, user_id: int | None) -> shapes.Puzzle:
    """Return a puzzle as someone may see it: nothing of its solution."""
    mine = attempt_of(user_id, puzzle)
    game = puzzle.game
    return {
        **_asked(puzzle, base_url),
        "rating": round(puzzle.rating),
        "provisional": puzzle.strength.is_provisional,
        "plays": puzzle.plays,
        "likes": puzzle.likes,
        "day": puzzle.day,
        # A game may have become private since.
        "game": game.pk if game is not None and game.is_public else None,
        "played": None,
        "you": {
            "solved": mine.solved,
            "first": mine.first,
            "shown": mine.shown,
            "liked": mine.liked,
        }
        if mine
        else None,
    }


def missed_payload(missed: Missed, base_url: str, *, is_listed: bool = False) -> shapes.Puzzle:
    """Return one from someone's own games, as they alone may see it."""
    tried = missed.first is not None
    return {
        **_asked(missed, base_url, is_listed=is_listed),
        "rating": round(first_rating(missed.kind, missed.solutions)),
        "provisional": True,
        "plays": 0,
        "likes": 0,
        "day": None,
        "game": missed.game_id,
        "played": missed.played,
        "you": {
            "solved": missed.solved_at is not None,
            "first": bool(missed.first),
            "shown": missed.shown,
            "liked": False,
        }
        if tried
        else None,
    }


def _asked(puzzle: Asked, base_url: str, *, is_listed: bool = False) -> shapes.AskedPuzzle:
    return {
        "id": puzzle.pk,
        "url": base_url + reverse("puzzle", args=[puzzle.pk]),
        "kind": puzzle.kind,
        "say": wording.asked(puzzle),
        "law": wording.law_of(puzzle.kind),
        "position": puzzle.position,
        "side": puzzle.side,
        "options": None if is_listed else options_of(puzzle),
        "turn": puzzle.turn,
    }


def try_payload(
    puzzle: Asked, verdict: Verdict, noted: Noted | None, streak: int | None, *, gave_up: bool
) -> shapes.PuzzleTry:
    """Return what came of a try; of the solution only once it was found or given up."""
    is_known = verdict.done or gave_up
    return {
        **verdict_payload(verdict),
        "solution": puzzle.solutions[0] if is_known else None,
        "best": puzzle.best if is_known else None,
        "second": puzzle.second if is_known else None,
        "rating": _rating_change(noted),
        "streak": streak,
    }


def _rating_change(noted: Noted | None) -> shapes.PuzzleRatingChange | None:
    if noted is None or noted.before is None or noted.after is None:
        return None
    return {"before": noted.before, "after": noted.after}


def person_of(user: Any) -> User | None:
    """Return the reader if they are logged in."""
    return user if isinstance(user, User) else None
