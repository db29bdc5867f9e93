"""Every step killed in its middle, and taken by two workers at once: one result."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

import pytest
from django.db.models import Q

from accounts.models import User
from games.features.competitions.models import Certificate, Entry, Match, MatchGame, Section
from games.features.competitions.services.entering import MOST_EVENTS, Statement, enter
from games.features.competitions.services.leaving import put_out, withdraw
from games.features.competitions.steps.sweep import next_due, sweep
from games.models import Game, GameEvent, InboxEntry
from games.play.acts import resign
from games.refusals import Conflict
from tests.at_once import at_once
from tests.competitions.cups import DAY, MINUTE, Cup, beat, make_cup, people
from tests.competitions.twice import let_steps_die, let_two_sweep, told


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
    deaths = let_steps_die(
        monkeypatch,
        lambda section: f"{section.status} {next_due(section)} {GameEvent.objects.count()}",
    )
    cup = make_cup(now, 5)

    cup.draw()
    cup.play_out()

    check_whole(cup, 5)
    assert deaths.total() >= 20
    print(f"killed {deaths.total()} times in {len(deaths)} steps, one result")


@pytest.mark.django_db(transaction=True)
def test_two_workers_together_take_each_step_once(
    now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = make_cup(now, 4)
    let_two_sweep(monkeypatch)

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
@pytest.mark.parametrize("entrants", [2, 5])
def test_who_withdraws_beside_the_draw_is_left_out_of_it_or_loses_their_match(
    now: datetime, entrants: int
) -> None:
    cup = make_cup(now, entrants)
    cup.pass_to(cup.competition.closes_at - MINUTE)
    ident, moment = cup.competition.pk, cup.competition.closes_at + MINUTE
    leaver = cup.players[0]
    beat(moment)

    at_once(
        lambda: sweep(moment),
        lambda: withdraw(leaver, ident, "open", now=moment),
        lambda: sweep(moment),
        lambda: withdraw(leaver, ident, "open", now=moment),
    )
    cup.draw()

    cup.play_out()
    section = cup.section
    assert (section.is_over, section.set_aside_at) == (True, None)
    entry = section.entries.filter(user=leaver).first()
    if entry is None:
        # Before the draw nothing is left of them; one alone plays no one.
        assert section.size in (None, entrants - 1)
        return
    assert (entry.status, section.size) == (Entry.Status.WITHDRAWN, entrants)
    numbers = section.entries.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, entrants + 1))
    own = Match.objects.filter(Q(upper=entry.number) | Q(lower=entry.number), section=section)
    last = own.latest("round")
    assert (last.by, last.winner == entry.number) == ("withdrawal", False)
    assert told("competition.drawn") == 1


@pytest.mark.django_db(transaction=True)
def test_who_enters_twice_together_is_in_once(now: datetime) -> None:
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
    for _again in range(MOST_EVENTS + 1):
        withdraw(other, ident, "open", now=moment)
        enter(other, ident, "open", Statement(), now=moment)
    assert told("competition.entered") == 2 + MOST_EVENTS, "nobody fills an inbox with it"


@pytest.mark.django_db(transaction=True)
def test_who_enters_two_sections_together_is_in_one(now: datetime) -> None:
    cup = make_cup(now, 0, sections={"open": None, "under-18": None})
    ident, moment = cup.competition.pk, cup.now
    older = Statement(born_on_or_after=cup.competition.sections.get(key="under-18").cut_off)

    def enters(user: User, key: str) -> str:
        try:
            return enter(user, ident, key, older, now=moment).section.key
        except Conflict as refusal:
            return refusal.code

    for user in people(3, "two"):
        both = at_once(lambda u=user: enters(u, "open"), lambda u=user: enters(u, "under-18"))
        assert both.count("one_section") == 1
        assert Entry.objects.filter(user=user).count() == 1
