"""What the page *Learn* shows of puzzles: that of the day, and ways to more."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from django.http import HttpRequest
from django.urls import reverse
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from accounts.pages.me import Row
from config.http.arrival import arrived_at
from games.features.puzzles import wording
from games.features.puzzles.attempts import attempt_of, days_solved, in_a_row, today_of
from games.features.puzzles.choosing import daily_puzzle, rating_of
from games.features.puzzles.missed import missed_by
from games.features.puzzles.payloads import person_of
from games.pages.learning import Day, Today

_WEEK: Final = 7
_LETTERS: Final = (
    pgettext_lazy("Monday, one letter", "M"),
    pgettext_lazy("Tuesday, one letter", "T"),
    pgettext_lazy("Wednesday, one letter", "W"),
    pgettext_lazy("Thursday, one letter", "T"),
    pgettext_lazy("Friday, one letter", "F"),
    pgettext_lazy("Saturday, one letter", "S"),
    pgettext_lazy("Sunday, one letter", "S"),
)


def puzzle_of_the_day(request: HttpRequest) -> Today | None:
    """Return the puzzle of the day with the reader's week; ``None`` where there are no puzzles."""
    now, user = arrived_at(request), person_of(request.user)
    puzzle = daily_puzzle(now)
    if puzzle is None:
        return None
    days = days_solved(user) if user else []
    today = today_of(user, now) if user else now.date()
    tried = attempt_of(user.pk, puzzle) if user else None
    is_done = tried is not None and (tried.solved or tried.shown)
    n = in_a_row(days, today)
    return Today(
        name=_("Puzzle of the day"),
        words=wording.asked(puzzle),
        picture=reverse("puzzle_drawing", args=[puzzle.pk]),
        path=reverse("next_puzzle" if is_done else "puzzles"),
        act=_("Another puzzle") if is_done else _("Solve it"),
        week=_week(days, today) if user else (),
        streak=ngettext("{n} day in a row", "{n} days in a row", n).format(n=n) if n else "",
    )


def more_puzzles(request: HttpRequest) -> Row:
    """Return the line of all puzzles, with the reader's rating."""
    user = person_of(request.user)
    words = _("Rated {n}").format(n=rating_of(user.pk)) if user else ""
    return Row("puzzle", _("More puzzles"), reverse("next_puzzle"), words)


def from_your_games(request: HttpRequest) -> Row:
    """Return the line of the puzzles from the reader's own games."""
    user = person_of(request.user)
    n = missed_by(user.pk).filter(solved_at=None, shown=False).count() if user else 0
    words = ngettext("{n} chance you missed", "{n} chances you missed", n).format(n=n) if n else ""
    return Row("star", _("From your games"), reverse("missed_puzzles"), words)


def _week(days: list[date], today: date) -> tuple[Day, ...]:
    """Return the days of this week, and on which of them a puzzle was solved."""
    monday = today - timedelta(days=today.weekday())
    week = [monday + timedelta(days=n) for n in range(_WEEK)]
    return tuple(
        Day(str(letter), str(WEEKDAYS[day.weekday()]), day in days)
        for letter, day in zip(_LETTERS, week, strict=True)
    )
