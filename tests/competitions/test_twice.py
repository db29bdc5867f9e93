"""Every step killed in its middle, and taken by two workers at once: one result."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest

from games.competitions.models import Certificate, Match, MatchGame, Section
from games.competitions.services.entering import Statement, enter
from games.competitions.services.leaving import put_out, withdraw
from games.competitions.steps import sweep as steps
from games.competitions.steps.sweep import sweep
from games.models import Game, GameEvent, InboxEntry
from games.services.acts import resign
from tests.at_once import at_once
from tests.competitions.cups import DAY, MINUTE, Cup, beat, make_cup, people

KILLS = 3
"""How often each step dies before it may come through."""


class Killed(BaseException):
    """The end of a process: nothing catches it."""


def told(kind: str) -> int:
    return GameEvent.objects.filter(type=kind).count()


def check_whole(cup: Cup, entrants: int) -> None:
    """Look whether everything has happened once."""
    section = cup.section
    assert section.status == Section.Status.FINISHED
    assert section.set_aside_at is None
    assert MatchGame.objects.count() == Game.objects.count() == entrants - 1
    assert told("competition.drawn") == told("section.finished") == 1
    assert told("match.started") == told("match.ended") == entrants - 1
    assert Certificate.objects.count() == min(entrants, 4)
    assert not Match.objects.filter(by="").exists()
    entries = InboxEntry.objects.values_list("event", "user")
    assert max(Counter(entries).values()) == 1


@pytest.mark.django_db
def test_every_step_survives_kills_in_its_middle(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = steps._take_step
    deaths: Counter[str] = Counter()

    def die_before_the_commit(section: Section, window: Any) -> bool:
        taken = take(section, window)
        name = f"{section.status} {steps.next_due(section)} {GameEvent.objects.count()}"
        if taken and deaths[name] < KILLS:
            deaths[name] += 1
            raise Killed
        return taken

    monkeypatch.setattr(steps, "_take_step", die_before_the_commit)

    def insist(cup: Cup, moment: datetime) -> None:
        cup.now = moment
        beat(moment)
        while True:
            try:
                sweep(moment)
            except Killed:
                continue
            return

    monkeypatch.setattr(Cup, "pass_to", insist)
    cup = make_cup(now, 5)

    cup.draw()
    cup.play_out()

    check_whole(cup, 5)
    assert deaths.total() >= 20


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_take_each_step_once(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = make_cup(now, 4)

    def both(self: Cup, moment: datetime) -> None:
        self.now = moment
        beat(moment)
        at_once(lambda: sweep(moment), lambda: sweep(moment))

    monkeypatch.setattr(Cup, "pass_to", both)
    cup.draw()
    cup.play_out()

    check_whole(cup, 4)


@pytest.mark.django_db(transaction=True)
def test_the_last_day_against_the_end_of_the_game_decides_once(now: datetime) -> None:
    cup = make_cup(now, 2, round_days=14, days_per_turn=3)
    cup.draw()
    row = cup.running()[0]
    last_day = cup.competition.starts_at + 14 * DAY
    Game.objects.filter(pk=row.game_id).update(
        deadline=last_day + DAY, clock_started_at=last_day - DAY
    )
    moment = last_day + MINUTE
    beat(moment)
    loser = cup.entry(2).user_id

    def lose() -> object:
        try:
            return resign(loser, row.game_id, now=moment)
        except Exception as error:
            return error

    at_once(lambda: sweep(moment), lambda: sweep(moment), lose)
    cup.pass_to(moment + MINUTE)

    check_whole(cup, 2)
    match, game = cup.match("1.1"), Game.objects.get()
    won_by = row.white if game.winner == "white" else 3 - row.white
    assert match.winner == won_by, "the board and the bracket say the same"


@pytest.mark.django_db(transaction=True)
def test_leaving_twice_and_beside_a_sweep_changes_the_bracket_once(now: datetime) -> None:
    cup = make_cup(now, 4)
    cup.draw()
    row = cup.running()[0]
    leaver = cup.entry(row.white)
    organiser, ident = cup.competition.organiser, cup.competition.pk
    moment = cup.now

    at_once(
        lambda: withdraw(leaver.user, ident, "open", now=moment),
        lambda: withdraw(leaver.user, ident, "open", now=moment),
        lambda: put_out(organiser, ident, "open", leaver.place, "Engine", now=moment),
        lambda: sweep(moment),
    )
    cup.pass_to(moment + MINUTE)

    assert row.match.__class__.objects.get(pk=row.match_id).winner == {
        row.match.upper: row.match.lower, row.match.lower: row.match.upper,
    }[row.white]  # fmt: skip
    cup.play_out()
    assert cup.section.status == Section.Status.FINISHED
    assert told("match.ended") == 3


@pytest.mark.django_db(transaction=True)
def test_who_enters_twice_at_once_is_in_once(now: datetime) -> None:
    cup = make_cup(now, 1)
    user, other = people(2, "new")
    ident, moment = cup.competition.pk, cup.now

    at_once(
        lambda: enter(user, ident, "open", Statement(), now=moment),
        lambda: enter(user, ident, "open", Statement(), now=moment),
        lambda: enter(other, ident, "open", Statement(), now=moment),
    )

    assert sorted(cup.section.entries.values_list("place", flat=True)) == [1, 2, 3]
    assert told("competition.entered") == 3
