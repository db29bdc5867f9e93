"""Cups for tests: set up, entered, and gone through with the clock moved on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.features.competitions.models import Competition, Entry, Match, MatchGame, Section
from games.features.competitions.services.entering import Statement, enter
from games.features.competitions.services.setting_up import Plan, set_up
from games.features.competitions.steps.sweep import sweep
from games.models import Game, Heartbeat
from games.play.acts import resign
from games.play.apply import apply_step
from games.play.sweeps import close_overdue
from games.store.locking import lock_game

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


def beat(moment: datetime) -> None:
    """Let the service have been up until this moment."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": moment})


def people(count: int, prefix: str = "p") -> list[User]:
    """Return so many accounts, made at once."""
    users = [User(username=f"{prefix}{number:03}x") for number in range(count)]
    return User.objects.bulk_create(users)


@dataclass
class Cup:
    """A competition with one section, and the time as it is there."""

    competition: Competition
    now: datetime
    players: list[User] = field(default_factory=list)
    key: str = "open"

    @property
    def section(self) -> Section:
        return self.competition.sections.select_related("competition").get(key=self.key)

    def pass_to(self, moment: datetime) -> None:
        """Let the time come to this moment, the service being up, and sweep."""
        self.now = moment
        beat(moment)
        close_overdue(now=moment)
        sweep(moment)

    def draw(self) -> None:
        """Let entries close and the section start."""
        self.pass_to(self.competition.closes_at + MINUTE)
        self.pass_to(self.competition.starts_at + MINUTE)

    def running(self) -> list[MatchGame]:
        """Return the games that continue."""
        rows = MatchGame.objects.filter(match__section=self.section, result="")
        return list(rows.select_related("match", "game"))

    def match(self, name: str) -> Match:
        round_number, number = name.split(".")
        return Match.objects.get(section=self.section, round=round_number, number=number)

    def entry(self, number: int) -> Entry:
        return self.section.entries.select_related("user").get(number=number)

    def win(self, row: MatchGame, number: int) -> None:
        """Let the player of this number win a game: the other resigns."""
        slot = row.match
        loser = slot.lower if number == slot.upper else slot.upper
        resign(self.entry(loser).user_id, row.game_id, now=self.now)

    def draw_game(self, row: MatchGame) -> None:
        """Let a game of standard chess be drawn by agreement, as late as that may be."""
        with transaction.atomic():
            game = lock_game(row.game_id)
            rules = game.rules
            state = rules.load(game.state)
            late = replace(state, position=state.position._replace(move=30))
            apply_step(game, rules, rules.agree_draw(late), now=self.now)

    def play_out(self, chance: random.Random | None = None) -> None:
        """Let the upper place, or anyone, win whatever is played until nothing is."""
        while running := self.running():
            for row in running:
                both = (row.match.upper, row.match.lower)
                self.win(row, chance.choice(both) if chance else both[0])
            self.pass_to(self.now + MINUTE)


def make_cup(now: datetime, players: Sequence[User] | int = 4, **plan: Any) -> Cup:
    """Return a cup whose entries are open and in which these people have entered."""
    beat(now)
    organiser = (
        User.objects.create_user("organiser", is_staff=True)
        if not User.objects.filter(username="organiser").exists()
        else User.objects.get(username="organiser")
    )
    terms: dict[str, Any] = {
        "name": "Autumn Cup",
        "ruleset": "standard",
        "opens_at": now + MINUTE,
        "closes_at": now + DAY,
        "starts_at": now + 2 * DAY,
        "sections": {"open": 128},
        "is_private": False,
        **plan,
    }
    cup = Cup(set_up(organiser, Plan(**terms), now=now), now)
    cup.key = "division-1" if cup.competition.is_league else next(iter(terms["sections"]))
    cup.pass_to(now + 2 * MINUTE)
    cup.players = people(players) if isinstance(players, int) else list(players)
    for user in cup.players:
        statement = Statement(born_on_or_after=cup.section.cut_off, guardian_agrees=True)
        enter(user, cup.competition.pk, cup.key, statement, now=cup.now)
    return cup


def standings(cup: Cup) -> dict[int, int | None]:
    """Return the standing of everyone by number."""
    return {
        entry.number: entry.standing for entry in cup.section.entries.filter(number__isnull=False)
    }


def game_of(row: MatchGame) -> Game:
    return Game.objects.get(pk=row.game_id)


def level(cup: Cup) -> MatchGame:
    """Let the only match that runs end level, and return its row."""
    row = cup.running()[0]
    with transaction.atomic():
        game = lock_game(row.game_id)
        drawn = game.rules.agree_draw(game.rules.load(game.state))
        apply_step(game, game.rules, drawn, now=cup.now)
    cup.pass_to(cup.now + MINUTE)
    return row
