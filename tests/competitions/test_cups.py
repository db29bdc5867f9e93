"""Whole cups by the services and the clock: everyone comes to a standing, whatever happens."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta

import pytest

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.competitions.draw import Lots, draw_numbers
from games.features.competitions.field import lots_of
from games.features.competitions.models import Certificate, Entry, MatchGame, Section
from games.features.competitions.services.leaving import clear_competitions, put_out, withdraw
from games.features.competitions.steps.sweep import sweep
from games.models import Game, GameEvent, Outage
from games.play.outages import give_back
from games.play.replay import differences_of
from games.refusals import Forbidden
from tests.competitions.cups import DAY, MINUTE, beat, game_of, make_cup, standings

pytestmark = pytest.mark.django_db

Status = Section.Status


@pytest.mark.parametrize("entrants", [0, 1, 2, 5, 11, 16])
def test_a_cup_of_any_size_comes_to_its_end(now: datetime, entrants: int) -> None:
    cup = make_cup(now, entrants)

    cup.draw()
    if entrants < 2:
        assert cup.section.status == Status.NOT_HELD
        assert not Entry.objects.exclude(status=Entry.Status.LEFT_OUT).exists()
        return
    assert cup.section.status == Status.PLAYING
    cup.play_out(random.Random(entrants))

    section = cup.section
    assert section.status == Status.FINISHED
    assert MatchGame.objects.count() == entrants - 1
    places = sorted(place for place in standings(cup).values() if place)
    assert places[:2] == [1, 2]
    assert len(places) == entrants
    assert Certificate.objects.count() == min(entrants, 4)
    game = Game.objects.order_by("pk").first()
    assert differences_of(game) == []


@pytest.mark.long
def test_robots_that_vanish_leave_and_are_put_out_hold_no_one_up(now: datetime) -> None:
    cup = make_cup(now, 32, third_place=True)
    organiser = cup.competition.organiser
    chance = random.Random(7)

    cup.draw()
    while cup.section.status == Status.PLAYING:
        for row in cup.running():
            numbers = (row.match.upper, row.match.lower)
            number = chance.choice(numbers)
            entry = cup.entry(number)
            if not MatchGame.objects.filter(pk=row.pk, result="").exists():
                continue
            match chance.randrange(6):
                case 0:
                    pass  # vanishes: White does not come
                case 1:
                    withdraw(entry.user, cup.competition.pk, "open", now=cup.now)
                case 2:
                    put_out(
                        organiser, cup.competition.pk, "open", entry.place, "Engine", now=cup.now
                    )
                case 3:
                    delete_account(entry.user, cup.now)
                case _:
                    cup.win(row, number)
        cup.pass_to(cup.now + DAY + MINUTE)

    assert cup.section.status == Status.FINISHED
    assert not cup.running()
    assert not Game.objects.filter(status__in=Game.ACTIVE).exists()
    dishonoured = cup.section.entries.filter(is_dishonoured=True)
    assert not dishonoured.filter(standing__isnull=False).exists()
    others = cup.section.entries.filter(is_dishonoured=False, standing__isnull=True)
    assert not others.exists()


def test_drawn_games_lead_to_a_deciding_one_that_black_wins_by_a_draw(now: datetime) -> None:
    cup = make_cup(now, 2)
    cup.draw()
    first = cup.running()[0]

    cup.draw_game(first)
    cup.pass_to(cup.now + MINUTE)
    second = cup.running()[0]
    assert (second.role, second.white) == (2, 3 - first.white), "colours are reversed"
    cup.draw_game(second)
    cup.pass_to(cup.now + MINUTE)
    third = cup.running()[0]
    assert third.white == (1, 2)[lots_of(cup.section)("white:1.1.3", 2)]
    cup.draw_game(third)
    cup.pass_to(cup.now + MINUTE)

    match = cup.match("1.1")
    assert (match.winner, match.by) == (3 - third.white, "deciding_draw")
    assert cup.section.status == Status.FINISHED


def test_the_draw_can_be_made_again_from_the_secret(now: datetime) -> None:
    cup = make_cup(now, 5)
    cup.draw()
    section = cup.section
    lots: Lots = lots_of(section)

    drawn = draw_numbers(list(range(5)), lots)

    in_order = list(section.entries.order_by("place"))
    assert [drawn.index(i) + 1 for i in range(5)] == [entry.number for entry in in_order]
    assert section.drawn_numbers == [entry.number for entry in in_order]
    assert lots.commitment == section.commitment


def test_a_no_show_loses_by_walkover_and_lateness_by_time(now: datetime) -> None:
    cup = make_cup(now, 4)
    cup.draw()
    upper, lower = sorted(cup.running(), key=lambda row: row.match.number)
    from tests.games.matches import play

    play(game_of(lower), "e2e4", "e7e5", now=cup.now)

    cup.pass_to(cup.now + DAY + MINUTE)

    match = cup.match("1.1")
    assert (match.winner, match.by) == (match.lower + match.upper - upper.white, "walkover")
    match = cup.match("1.2")
    assert (match.winner, match.by) == (match.lower + match.upper - lower.white, "timeout")


def test_the_last_day_is_decided_by_the_count(now: datetime) -> None:
    cup = make_cup(now, 2, round_days=14, days_per_turn=3)
    cup.draw()
    row = cup.running()[0]
    game = game_of(row)
    state = game.rules.load(game.state)
    text = "r4rk1/pp3ppp/2n5/3q4/8/2N2N2/PP3PPP/R2QR1K1 w - - 0 20"
    from dataclasses import replace

    from games.rules.standard.position import read_position

    state = replace(state, position=read_position(text))
    game.state = game.rules.dump(state)
    game.description = game.rules.describe(state)
    last_day = cup.competition.starts_at + 14 * DAY
    game.deadline = last_day + DAY
    game.clock_started_at = last_day - DAY
    game.save()

    cup.pass_to(last_day - 2 * DAY)
    assert GameEvent.objects.filter(type="round.near_end").get().data["count"] == {
        "white": 30, "black": 27,
    }  # fmt: skip
    cup.pass_to(last_day + MINUTE)

    match = cup.match("1.1")
    assert (match.winner, match.by) == (row.white, "count")
    assert game_of(row).reason == "adjudicated"
    assert game_of(row).winner == "white"
    assert match.counted["count"] == {str(row.white): 30, str(3 - row.white): 27}
    assert cup.section.status == Status.FINISHED


def test_an_outage_over_the_last_day_moves_it(now: datetime) -> None:
    cup = make_cup(now, 2, round_days=14, days_per_turn=3)
    cup.draw()
    row = cup.running()[0]
    last_day = cup.competition.starts_at + 14 * DAY
    Game.objects.filter(pk=row.game_id).update(
        deadline=last_day + 2 * DAY, clock_started_at=last_day - DAY
    )
    cup.pass_to(last_day - MINUTE)
    lost = timedelta(hours=5)
    beat(last_day + lost)
    Outage.objects.create(started_at=last_day - MINUTE, ended_at=last_day + lost)

    sweep(last_day + lost + MINUTE)
    assert cup.match("1.1").by == "", "not while time is being given back"
    give_back(5)
    cup.pass_to(last_day + lost - MINUTE)
    assert cup.match("1.1").by == ""
    assert cup.section.rounds.get().ends_at == last_day + lost + MINUTE

    cup.pass_to(last_day + lost + 3 * MINUTE)
    assert cup.match("1.1").by in ("time_used", "lot"), "both have the same on the board"


def test_who_withdraws_before_a_move_is_replaced_from_the_waiting_list(now: datetime) -> None:
    cup = make_cup(now, 3, sections={"open": 2})
    late = cup.players[2]
    cup.draw()
    row = cup.running()[0]
    leaver = cup.entry(row.white)

    withdraw(leaver.user, cup.competition.pk, "open", now=cup.now)

    again = cup.running()[0]
    assert again.game_id != row.game_id
    assert again.white == row.white
    assert cup.entry(row.white).user == late
    assert {seat.user_id for seat in Game.objects.get(pk=again.game_id).seats} == {
        late.pk, cup.entry(3 - row.white).user_id,
    }  # fmt: skip
    called_off = game_of(row)
    assert (called_off.reason, called_off.status) == ("called_off", "aborted")
    assert differences_of(called_off) == []
    withdraw(late, cup.competition.pk, "open", now=cup.now)
    assert cup.match("1.1").by == "withdrawal", "nobody is waiting any more"
    assert cup.section.status == Status.FINISHED


def test_a_game_that_an_operator_voids_is_played_again(now: datetime) -> None:
    cup = make_cup(now, 2)
    cup.draw()
    row = cup.running()[0]
    from django.db import transaction

    from games.play.acts import call_off
    from games.store.locking import lock_game

    with transaction.atomic():
        call_off(lock_game(row.game_id), now=cup.now)
    cup.pass_to(cup.now + MINUTE)

    again = cup.running()[0]
    assert (again.white, again.role) == (row.white, 1)
    assert MatchGame.objects.get(pk=row.pk).result == "void"


def test_a_match_of_chess_eleven_that_ends_level_comes_to_penalties(now: datetime) -> None:
    cup = make_cup(now, 2, ruleset="eleven")
    cup.draw()
    row = cup.running()[0]
    from django.db import transaction

    from games.store.locking import lock_game

    with transaction.atomic():
        game = lock_game(row.game_id)
        from games.play.apply import apply_step as step

        step(game, game.rules, game.rules.agree_draw(game.rules.load(game.state)), now=cup.now)
    cup.pass_to(cup.now + MINUTE)
    assert GameEvent.objects.filter(type="shootout.due").count() == 1
    assert cup.match("1.1").by == ""

    cup.pass_to(cup.now + DAY + MINUTE)

    match = cup.match("1.1")
    assert match.by == "shootout"
    assert match.winner in (1, 2)
    assert cup.section.status == Status.FINISHED


def test_statements_of_age_are_forgotten_after_thirty_days(now: datetime) -> None:
    cup = make_cup(now, 2, sections={"under-15": 16})
    assert cup.section.entries.filter(stated_at__isnull=False).count() == 2
    cup.draw()
    cup.play_out()
    assert cup.section.status == Status.FINISHED

    cup.pass_to(cup.now + 31 * DAY)

    assert not cup.section.entries.filter(stated_at__isnull=False).exists()
    assert not cup.section.entries.filter(born_on_or_after__isnull=False).exists()
    assert cup.section.due_at is None


def test_a_lone_entrant_goes_into_the_next_older_section(now: datetime) -> None:
    from games.features.competitions.services.entering import Statement, enter
    from tests.competitions.cups import people

    cup = make_cup(now, 1, sections={"under-18": None, "open": None})
    young = cup.section.entries.get()
    Entry.objects.filter(pk=young.pk).update(may_move_up=True)
    (old,) = people(1, "old")
    enter(old, cup.competition.pk, "open", Statement(), now=cup.now)

    cup.draw()

    assert cup.section.status == Status.NOT_HELD
    cup.key = "open"
    assert cup.section.status == Status.PLAYING
    assert {entry.user for entry in cup.section.entries.all()} == {old, cup.players[0]}


def test_an_operator_inherits_what_an_organiser_leaves(now: datetime) -> None:
    cup = make_cup(now, 3)
    organiser = cup.competition.organiser
    assert organiser is not None
    User.objects.filter(pk=organiser.pk).update(is_staff=False)
    cup.draw()
    delete_account(User.objects.get(pk=organiser.pk), cup.now)
    clear_competitions(organiser, cup.now, math.inf)
    cup.competition.refresh_from_db()
    assert cup.competition.organiser is None
    operator = User.objects.create_user("operator", is_staff=True)
    row = cup.running()[0]
    place = cup.entry(row.white).place

    with pytest.raises(Forbidden):
        put_out(cup.players[0], cup.competition.pk, cup.key, place, "Engine", now=cup.now)
    put_out(operator, cup.competition.pk, cup.key, place, "Engine", now=cup.now)

    cup.play_out()
    assert cup.section.status == Status.FINISHED
    assert cup.match(f"{row.match.round}.{row.match.number}").by == "put_out"
