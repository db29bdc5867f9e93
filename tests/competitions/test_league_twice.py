"""Every step of a league killed in its middle, and taken by two workers at once: one result."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.features.competitions.models import Competition, Entry, Match, MatchGame, Section
from games.features.competitions.steps import seasons
from games.models import Game, GameEvent
from tests.competitions.cups import DAY
from tests.competitions.leagues import League, make_league
from tests.competitions.twice import KILLS, let_steps_die, let_two_sweep, told

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
    def kind_of(section: Section) -> str:
        """Return which kind of step was taken, by what it has left behind."""
        newest = GameEvent.objects.order_by("-pk").first()
        is_followed = seasons.follows_at(section) is None and section.status == "finished"
        return f"{section.status} {newest.type if newest else ''} {is_followed}"

    deaths = let_steps_die(monkeypatch, kind_of)

    go_through(make_league(now, 3))

    assert set(deaths.values()) == {KILLS}
    assert deaths.total() >= 20
    kinds = " ".join(deaths)
    for step in ("entries", "drawn", "match.started", "match.ended", "finished", "season.confirm"):
        assert step in kinds
    print(f"killed {deaths.total()} times in {len(deaths)} kinds of steps, one result")


@pytest.mark.django_db(transaction=True)
def test_two_workers_together_take_each_step_of_a_league_once(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    league = make_league(now, 3)
    let_two_sweep(monkeypatch)

    go_through(league)
