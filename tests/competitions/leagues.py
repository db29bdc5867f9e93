"""Leagues for tests: set up, confirmed, and gone through with the clock moved on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.features.competitions.models import Competition, Entry, Section
from games.features.competitions.services.entering import Statement, enter
from games.features.competitions.steps.seasons import FIRST
from games.models import Game
from tests.competitions.cups import DAY, MINUTE, Cup, make_cup


class League(Cup):
    """A season of a league, seen from its first division."""

    def begin(self) -> None:
        """Let entries close, the season begin and every match start."""
        self.pass_to(self.competition.closes_at + MINUTE)
        self.competition.refresh_from_db()
        self.pass_to(self.competition.starts_at + MINUTE)
        self.pass_to(self.now + MINUTE)

    def divisions(self) -> list[Section]:
        return list(self.competition.sections.order_by("pk"))

    def open_games(self) -> list[Any]:
        rows = []
        for section in self.divisions():
            self.key = section.key
            rows += self.running()
        self.key = FIRST
        return rows

    def play_all(self) -> None:
        """Let the first to have entered win every match that is open."""
        for row in self.open_games():
            self.key = row.match.section.key
            both = sorted(
                (row.match.upper, row.match.lower), key=lambda number: self.entry(number).place
            )
            self.win(row, both[0])
        self.key = FIRST
        self.pass_to(self.now + MINUTE)

    def lend_time(self, until: datetime) -> None:
        """Let no game end by time before this moment."""
        Game.objects.filter(status__in=Game.ACTIVE).update(
            deadline=until + DAY, clock_started_at=until - DAY
        )

    def next_season(self) -> League:
        """Return the season that follows."""
        following = Competition.objects.get(previous=self.competition)
        return League(following, self.now, self.players, FIRST)

    def confirm(self, *users: User) -> None:
        for user in users:
            enter(user, self.competition.pk, FIRST, Statement(), now=self.now)

    def asked(self) -> set[int]:
        entries = Entry.objects.filter(competition=self.competition, status=Entry.Status.ASKED)
        return set(entries.values_list("user", flat=True))


def make_league(now: datetime, players: Sequence[User] | int = 4, **plan: Any) -> League:
    """Return the first season of a league, in which these people have entered."""
    terms = {
        "kind": "league",
        "name": "Autumn League",
        "sections": {"open": None},
        "limit": 128,
        **plan,
    }
    made = make_cup(now, players, **terms)
    return League(made.competition, made.now, made.players, FIRST)
