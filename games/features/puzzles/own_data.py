"""What puzzles keep of a person."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_noop as _

from accounts.kept import Kept, Until, left_out

TABLE: Final = {
    "puzzles.Attempt": Kept(
        _("Puzzles you tried, and those you like."),
        "puzzles/attempts.json",
        columns="puzzle first solved solved_at shown liked ms at",
    ),
    "puzzles.Missed": Kept(
        _("Positions in your games where you missed the right turn."),
        "puzzles/missed.json",
        columns="game turn kind position played solutions first solved_at shown made_at",
    ),
    "puzzles.PuzzleRating": Kept(
        _("Your puzzle rating."),
        "puzzles/rating.json",
        columns="rating deviation volatility tried last_at",
    ),
    "puzzles.Given": Kept(_("Your last puzzle."), "puzzles/given.json", columns="puzzle at"),
    "puzzles.Puzzle": left_out(
        _("Positions from games, without names."),
        of="game__players__user",
        until=Until.OTHERS,
    ),
}
