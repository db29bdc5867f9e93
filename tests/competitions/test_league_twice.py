"""Every step of a league killed in its middle, and taken by two workers at once: one result."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest

from games.competitions.models import Competition, Entry, Match, MatchGame, Section
from games.competitions.steps import seasons
from games.competitions.steps import sweep as steps
from games.competitions.steps.sweep import sweep
from games.models import Game, GameEvent
from tests.at_once import at_once
from tests.competitions.cups import DAY, Cup, beat
from tests.competitions.leagues import League, make_league
from tests.competitions.test_twice import Killed, told

KILLS = 3
"""How often each kind of step dies before it may come through."""
SEASON = 56 * DAY


def go_through(league: League) -> None:
    """Play a season of three and begin the next one with two of them."""
    league.begin()
    league.play_all()
    league.pass_to(league.competition.starts_at + SEASON - 9 * DAY)
    second = league.next_season()
    second.confirm(*league.players[:2])
    second.begin()

    assert league.section.status == Section.Status.FINISHED
    assert second.section.status == Section.Status.PLAYING
    assert Competition.objects.count() == 2
    assert Section.objects.filter(set_aside_at__isnull=False).count() == 0
    assert MatchGame.objects.count() == Game.objects.count() == Match.objects.count() == 4
    assert told("season.confirm") == told("section.finished") == 1
    assert (told("competition.drawn"), told("match.started"), told("match.ended")) == (2, 4, 3)
    assert Entry.objects.filter(competition=second.competition).count() == 3


@pytest.mark.django_db
def test_every_step_of_a_league_survives_kills_in_its_middle(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = steps._take_step
    deaths: Counter[str] = Counter()

    def kind_of(section: Section) -> str:
        """Return which kind of step was taken, by what it has left behind."""
        newest = GameEvent.objects.order_by("-pk").first()
        is_followed = seasons.follows_at(section) is None and section.status == "finished"
        return f"{section.status} {newest.type if newest else ''} {is_followed}"

    def die_before_the_commit(section: Section, window: object) -> bool:
        taken = take(section, window)
        kind = kind_of(section) if taken else ""
        if taken and deaths[kind] < KILLS:
            deaths[kind] += 1
            raise Killed
        return taken

    monkeypatch.setattr(steps, "_take_step", die_before_the_commit)

    def insist(league: Cup, moment: datetime) -> None:
        league.now = moment
        beat(moment)
        while True:
            try:
                sweep(moment)
            except Killed:
                continue
            return

    monkeypatch.setattr(Cup, "pass_to", insist)

    go_through(make_league(now, 3))

    assert set(deaths.values()) == {KILLS}
    assert deaths.total() >= 20
    kinds = " ".join(deaths)
    for step in ("entries", "drawn", "match.started", "match.ended", "finished", "season.confirm"):
        assert step in kinds


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_take_each_step_of_a_league_once(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def both(self: Cup, moment: datetime) -> None:
        self.now = moment
        beat(moment)
        at_once(lambda: sweep(moment), lambda: sweep(moment))

    league = make_league(now, 3)
    monkeypatch.setattr(Cup, "pass_to", both)

    go_through(league)
