"""Leagues by the services and the clock: seasons begin, end and follow one another."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from accounts.services.deletion import delete_account
from games.features.competitions.league_payloads import table_rows, tables_payload
from games.features.competitions.models import Certificate, Competition, Entry, Match, Section
from games.features.competitions.payloads import SectionView
from games.features.competitions.services.entering import running_matches
from games.features.competitions.services.leaving import put_out, withdraw
from games.features.competitions.steps.sweep import sweep
from games.models import Game, GameEvent, Outage
from games.play.leaves import take_leave
from games.play.outages import give_back
from games.refusals import Conflict
from games.store.locking import lock_game
from tests.competitions.cups import DAY, MINUTE, beat, game_of, people
from tests.competitions.leagues import League, make_league
from tests.games.matches import play

pytestmark = pytest.mark.django_db

Status = Section.Status
SEASON = 56 * DAY
HOUR = timedelta(hours=1)


def test_a_season_is_played_closed_and_followed_by_the_next(now: datetime) -> None:
    league = make_league(now, 4, plans=False)
    league.begin()

    rows = league.running()
    assert len(rows) == 6, "everybody against everybody, all at once"
    game = game_of(rows[0])
    assert (game.days_per_turn, game.reserve_s, game.has_leave) == (1, 2 * 24 * 3600, True)
    assert {row.white for row in rows} == {row.match.upper for row in rows}
    assert league.section.rounds.count() == 3
    assert Competition.objects.count() == 1

    league.play_all()
    first = league.section
    assert first.status == Status.FINISHED
    standing = list(first.entries.order_by("standing").values_list("user", flat=True))
    assert standing == [user.pk for user in league.players]
    assert Certificate.objects.count() == 3

    ends_at = league.competition.starts_at + SEASON
    league.pass_to(ends_at - 10 * DAY - MINUTE)
    assert Competition.objects.count() == 1
    league.pass_to(ends_at - 10 * DAY + MINUTE)
    second = league.next_season()
    assert (second.competition.season, second.competition.plans) == (2, False)
    assert second.competition.starts_at == ends_at
    assert second.competition.closes_at == ends_at - 3 * DAY
    assert second.asked() == {user.pk for user in league.players}
    asked = GameEvent.objects.get(type="season.confirm")
    assert asked.data["season"] == 2

    newcomer = people(1, "new")[0]
    second.confirm(newcomer, *league.players[:2])
    second.confirm(league.players[0])
    second.begin()

    entries = {e.user_id: e.status for e in Entry.objects.filter(competition=second.competition)}
    assert entries[league.players[3].pk] == "left_out", "who does not confirm is left out"
    assert second.section.size == 3
    assert second.section.status == Status.PLAYING


@pytest.mark.long
def test_two_divisions_exchange_two_and_those_late_twice_are_not_asked(now: datetime) -> None:
    league = make_league(now, 12)
    league.begin()
    top, below = league.divisions()
    assert [top.size, below.size] == [6, 6]
    late = league.players[1]
    lost = [row for row in league.running() if late.pk in _people(league, row)][:2]
    for row in lost:
        number = league.section.entries.get(user=late).number
        game = game_of(row)
        side = "white" if row.white == number else "black"
        if side not in game.summary.to_act:
            play(game, "e2e4", now=league.now)
        Game.objects.filter(pk=row.game_id).update(deadline=league.now, main_until=league.now)
    league.pass_to(league.now + MINUTE)
    league.play_all()

    moves = {e.user_id: e.move for e in Entry.objects.filter(competition=league.competition)}
    assert moves[late.pk] == "down"
    assert sorted(moves.values()) == ["", "", "", "", "", "", "", "", "down", "down", "up", "up"]
    assert [moves[user.pk] for user in league.players[6:8]] == ["up", "up"]
    types = ["promoted", "relegated"]
    assert [GameEvent.objects.filter(type=one).count() for one in types] == [1, 1]

    league.pass_to(league.competition.starts_at + SEASON - 9 * DAY)
    second = league.next_season()
    assert late.pk not in second.asked()
    second.confirm(*league.players)
    second.begin()
    top, below = second.divisions()
    playing = set(top.entries.values_list("user", flat=True))
    assert late.pk not in playing
    assert {user.pk for user in league.players[6:8]} <= playing
    assert bytes(top.sealed_secret) == bytes(below.sealed_secret)


def test_a_full_season_leaves_out_who_came_late_and_keeps_who_played(now: datetime) -> None:
    league = make_league(now, 4, limit=3)
    late = league.players[3]
    told = GameEvent.objects.filter(type="competition.entered", entries__user=late).get()
    assert told.data["waiting"] is True
    league.begin()
    assert {user.pk for user in league.players[:3]} == _users(league, "playing")
    assert _users(league, "left_out") == {late.pk}
    assert running_matches(late) == 0

    league.play_all()
    league.pass_to(league.competition.starts_at + SEASON - 9 * DAY)
    second = league.next_season()
    assert late.pk not in second.asked()
    # Those of the last season come first, though they confirm after all others have entered.
    second.confirm(late, *people(2, "new"))
    second.confirm(*league.players[:3])
    second.begin()

    assert _users(second, "playing") == {user.pk for user in league.players[:3]}
    assert len(_users(second, "left_out")) == 3


def _users(league: League, status: str) -> set[int]:
    rows = Entry.objects.filter(competition=league.competition, status=status)
    return set(rows.values_list("user", flat=True))


def test_a_leave_stops_the_clock_of_a_league_and_not_its_last_day(now: datetime) -> None:
    league = make_league(now, 3)
    league.begin()
    white = User.objects.get(pk=league.entry(league.running()[0].white).user_id)
    mine = [row for row in league.running() if game_of(row).seats[0].user_id == white.pk]
    for row in mine:
        play(game_of(row), "e2e4", "e7e5", now=league.now)
    before = [game_of(row).deadline for row in mine]

    take_leave(white, league.now + HOUR, league.now + 3 * DAY, league.now)

    moved = [game_of(row).deadline for row in mine]
    assert all(one > other for one, other in zip(moved, before, strict=True)), "the clock rests"
    last_day = league.competition.starts_at + SEASON
    league.lend_time(last_day)
    league.pass_to(last_day + MINUTE)
    assert league.section.status == Status.FINISHED
    assert {Match.objects.get(pk=row.match_id).by for row in mine} == {"count"}


def _people(league: object, row: object) -> list[int]:
    return [league.entry(n).user_id for n in (row.match.upper, row.match.lower)]


def test_what_is_open_on_the_last_day_goes_to_more_goals_or_is_drawn(now: datetime) -> None:
    league = make_league(now, 3, ruleset="eleven")
    league.begin()
    ahead, level, _ = league.running()
    game = game_of(ahead)
    state = game.rules.load(game.state)
    from dataclasses import replace

    state = replace(state, score=(2, 1))
    game.state, game.description = game.rules.dump(state), game.rules.describe(state)
    game.save()
    last_day = league.competition.starts_at + SEASON
    league.lend_time(last_day)
    league.pass_to(last_day - 2 * DAY)
    near = GameEvent.objects.filter(type="round.near_end")
    assert sum(event.entries.count() for event in near) == 3, "everybody once"
    assert league.match(f"{level.match.round}.{level.match.number}").by == ""

    league.pass_to(last_day + MINUTE)

    match = Match.objects.get(pk=ahead.match_id)
    assert (match.winner, match.by, match.score["goals"]) == (ahead.white, "count", [2, 1])
    match = Match.objects.get(pk=level.match_id)
    assert (match.winner, match.by) == (0, "count")
    assert league.section.status == Status.FINISHED
    rows = tables_payload(league.competition, None)["divisions"][0]["rows"]
    assert [row["points"] for row in rows][:1] == [4]
    assert sum(row["drawn"] for row in rows) == 4


def test_an_outage_over_the_last_day_moves_it_and_the_next_season(now: datetime) -> None:
    league = make_league(now, 2)
    league.begin()
    last_day = league.competition.starts_at + SEASON
    league.lend_time(last_day + 2 * DAY)
    league.pass_to(last_day - 5 * DAY)
    second = league.next_season()
    second.confirm(*league.players)
    league.pass_to(last_day - MINUTE)
    lost = timedelta(hours=5)
    beat(last_day + lost)
    Outage.objects.create(started_at=last_day - MINUTE, ended_at=last_day + lost)

    sweep(last_day + lost + MINUTE)
    assert league.match("1.1").by == "", "not while time is being given back"
    give_back(5)
    league.pass_to(last_day + lost - MINUTE)
    assert league.match("1.1").by == ""
    second.competition.refresh_from_db()
    assert second.competition.starts_at == last_day + lost + MINUTE
    assert second.section.status == Status.ENTRIES, "it waits for the last table"

    league.pass_to(last_day + lost + 3 * MINUTE)
    assert league.match("1.1").by == "count"
    league.pass_to(league.now + MINUTE)
    assert second.section.status == Status.PLAYING


def test_who_leaves_early_is_struck_and_late_leaves_points(now: datetime) -> None:
    league = make_league(now, 5)
    league.begin()
    early, late, banned, gone = league.players[:4]
    withdraw(early, league.competition.pk, "division-1", now=league.now)
    withdraw(early, league.competition.pk, "division-1", now=league.now)
    league.pass_to(league.now + MINUTE)
    rows = tables_payload(league.competition, None)["divisions"][0]["rows"]
    assert rows[-1]["place"] is None
    assert [row["played"] for row in rows] == [0] * 5

    number = league.section.entries.get(user=late).number
    mine = [row for row in league.running() if late.pk in _people(league, row)]
    for row in mine[:2]:
        league.win(row, number)
    league.pass_to(league.now + MINUTE)
    delete_account(late, league.now)
    league.pass_to(league.now + MINUTE)
    rows = tables_payload(league.competition, None)["divisions"][0]["rows"]
    own = next(row for row in rows if row["number"] == number)
    assert (own["points"], own["played"], own["player"], own["out"]) == (6, 3, None, "withdrawal")

    organiser = league.competition.organiser
    place = league.section.entries.get(user=banned).place
    put_out(organiser, league.competition.pk, "division-1", place, "Engine", now=league.now)
    withdraw(gone, league.competition.pk, "division-1", now=league.now)
    league.pass_to(league.now + MINUTE)
    assert league.section.status == Status.FINISHED
    assert not Game.objects.filter(status__in=Game.ACTIVE).exists()


def test_a_void_game_is_played_again_and_a_match_lost_by_no_one_is_drawn(now: datetime) -> None:
    league = make_league(now, 2)
    league.begin()
    row = league.running()[0]
    from games.play.acts import call_off

    with transaction.atomic():
        call_off(lock_game(row.game_id), now=league.now)
    league.pass_to(league.now + MINUTE)
    again = league.running()[0]
    assert (again.white, again.pk) != (row.white, row.pk)
    assert again.white == row.white

    league.draw_game(again)
    league.pass_to(league.now + MINUTE)
    match = league.match("1.1")
    assert (match.winner, match.by) == (0, "game")
    rows = tables_payload(league.competition, None)["divisions"][0]["rows"]
    assert [line["points"] for line in rows] == [1, 1]


def test_a_season_that_too_few_confirm_is_the_end(now: datetime) -> None:
    league = make_league(now, 2)
    league.begin()
    league.play_all()
    league.pass_to(league.competition.starts_at + SEASON - 9 * DAY)
    second = league.next_season()
    second.confirm(league.players[0])

    second.begin()
    second.pass_to(second.now + SEASON)

    assert second.section.status == Status.NOT_HELD
    assert Competition.objects.count() == 2
    assert set(
        Entry.objects.filter(competition=second.competition).values_list("status", flat=True)
    ) == {"left_out"}


def test_a_league_that_is_to_end_is_not_followed(now: datetime) -> None:
    from games.features.competitions.services.setting_up import change

    league = make_league(now, 2)
    league.begin()
    change(league.competition.organiser, league.competition.pk, {"goes_on": False}, now=league.now)
    league.play_all()
    league.pass_to(league.competition.starts_at + SEASON + DAY)
    assert Competition.objects.count() == 1


def test_a_season_counts_as_seven_matches_of_the_ten_that_someone_may_have(now: datetime) -> None:
    league = make_league(now, 1)
    other = make_league(now, 0, name="Other")
    with pytest.raises(Conflict) as refused:
        other.confirm(league.players[0])
    assert refused.value.code == "too_many_competitions"


def test_three_players_are_listed_once_before_the_first_result(
    now: datetime, client: Client
) -> None:
    league = make_league(now, 3)
    league.begin()

    shown = client.get(f"/competitions/{league.competition.pk}/").content.decode()

    assert "Everyone plays everyone" not in shown, "the matches say the same"
    assert "Players (3)" not in shown
    assert f'<a href="/players/{league.players[0].username}/">' in shown
    assert "Newest result on the right." not in shown


def test_a_player_reads_their_place_and_where_it_would_lead(now: datetime, client: Client) -> None:
    league = make_league(now, 12)
    league.begin()
    below = league.divisions()[1]
    number = table_rows(SectionView(below, None))[0]["number"]
    league.key = below.key
    own = [row for row in league.running() if number in (row.match.upper, row.match.lower)]
    league.win(own[0], number)
    league.pass_to(league.now + MINUTE)
    first = below.entries.get(number=number)
    client.force_login(first.user)

    shown = client.get(f"/competitions/{league.competition.pk}/").content.decode()

    assert "You're 1st, promoted if it stays" in shown
    assert "1 of 5 played" in shown
    assert shown.index("You're 1st") < shown.index('class="league') < shown.index("Your matches")
