"""Hand-written SQL stays in the ``store`` of each app, and says what the ORM beside it says."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Case, DateTimeField, F, Min, When

from accounts.models import User
from games.models import Act, Game, Heartbeat, Outage, Player
from games.play.acts import resign
from games.store import read, write_many
from games.store.uptime import read_uptime
from games.store.write import Result
from tests.games.matches import start_formations, start_round

HOUSE = Path(__file__).parents[2]


def columns(game: Game) -> dict[str, Any]:
    """Return all that was read of a game, its seats among it."""
    kept = {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}
    return kept | {"sealed_seed": bytes(game.sealed_seed), "seats": game.seats}


def seats_in_database(game: Game) -> list[tuple[Any, ...]]:
    fields = ("side", "deadline", "reserve_left", "place", "points", "score")
    return list(game.players.order_by("pk").values_list(*fields))


@pytest.mark.parametrize("app", ["accounts", "games", "notifications"])
def test_sql_is_written_in_the_store_alone(app: str) -> None:
    by_hand = re.compile(r"\.cursor\(|\.raw\(|RawSQL|\.extra\(")

    places = {
        path.relative_to(HOUSE / app).parts[0].removesuffix(".py")
        for path in (HOUSE / app).rglob("*.py")
        if "migrations" not in path.parts and by_hand.search(path.read_text())
    }

    assert places == {"store"}


def test_a_game_is_read_as_the_orm_reads_it(alice: User, game: Game) -> None:
    by_orm = columns(Game.objects.with_seats().get(pk=game.pk))

    by_hand = read.read_game(game.pk)
    locked = read.read_game_locked(game.pk)
    unseated = Game.objects.get(pk=game.pk)
    read.read_seats([unseated])

    among_others = read.read_games([game.pk, "nothere0"])

    assert by_hand is not None
    assert locked is not None
    assert columns(by_hand) == columns(locked) == columns(unseated) == by_orm
    assert {pk: columns(found) for pk, found in among_others.items()} == {game.pk: by_orm}
    assert read.read_game("nothere0") is None
    assert read.read_games([]) == {}


def test_games_that_wait_are_found_as_the_orm_finds_them(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    for minutes, opponent in ((30, bob), (0, charlie), (90, bob), (0, bob)):
        start_round(start_formations(alice, opponent, now), now + timedelta(minutes=minutes))
    waiting = list(Game.objects.with_seats().awaiting(alice.pk))
    assert len(waiting) == 4

    by_hand = read.read_awaiting(alice.pk, 10)
    second = waiting[1]
    after = read.read_awaiting(alice.pk, 10, after=(second.deadline, second.pk))

    assert [columns(game) for game in by_hand] == [columns(game) for game in waiting]
    assert after == waiting[2:]
    assert read.read_awaiting(alice.pk, 2) == waiting[:2]
    assert read.read_awaiting(alice.pk, 10, rulesets=["standard"]) == []
    assert read.read_awaiting(bob.pk, 10) == list(Game.objects.awaiting(bob.pk))


def test_many_games_are_written_as_the_orm_writes_them(
    alice: User, bob: User, charlie: User, now: datetime
) -> None:
    by_hand = start_round(start_formations(alice, bob, now), now)
    by_orm = start_round(start_formations(alice, charlie, now), now)
    later = now + timedelta(hours=3)
    for game in (by_hand, by_orm):
        game.deadline, game.description = later, {**game.description, "score": {"white": 3}}
        game.seats = tuple(
            seat._replace(is_awaited=seat.side == "black", reserve_left=60) for seat in game.seats
        )
    result = Result("white", 1, 0.5, 3)

    write_many.update_games([by_hand], ["deadline", "description"])
    write_many.update_awaited([by_hand])
    write_many.write_results([(by_hand.pk, result)])
    Game.objects.bulk_update([by_orm], ["deadline", "description"])
    by_orm.players.update(
        deadline=Case(When(side="black", then=by_orm.deadline), output_field=DateTimeField()),
        reserve_left=60,
    )
    by_orm.players.filter(side="white").update(place=1, points=0.5, score=3)

    assert seats_in_database(by_hand) == seats_in_database(by_orm)
    [left, right] = [columns(Game.objects.get(pk=game.pk)) for game in (by_hand, by_orm)]
    for name in ("deadline", "description", "revision", "updated_at"):
        assert left[name] == right[name]

    Game.objects.update(deadline=F("deadline") + timedelta(hours=1))
    write_many.move_awaited([by_hand])
    Player.objects.filter(game=by_orm, deadline__isnull=False).update(
        deadline=later + timedelta(hours=1)
    )
    assert seats_in_database(by_hand) == seats_in_database(by_orm)


def test_acts_are_numbered_within_their_turn(alice: User, game: Game, now: datetime) -> None:
    act = Act(game=game, turn=1, side="white", name="wave", happenings=[], at=now)

    for _ in range(2):
        write_many.insert_acts([act])
    resign(alice.pk, game.pk, now=now)

    kept = Act.objects.filter(game=game).order_by("turn", "index")
    assert list(kept.values_list("turn", "index", "name")) == [
        (1, 0, "wave"),
        (1, 1, "wave"),
        (1, 2, "resign"),
    ]


def test_the_uptime_is_read_as_the_orm_reads_it(db: None, now: datetime) -> None:
    assert read_uptime()[:2] == (None, None)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": now})
    for hours in (2, 1):
        Outage.objects.create(started_at=now - timedelta(hours=hours), ended_at=now)

    uptime = read_uptime()

    open_ones = Outage.objects.filter(completed_at__isnull=True)
    assert uptime.beat_at == Heartbeat.objects.get(pk=1).beat_at
    assert uptime.lost_since == open_ones.aggregate(first=Min("started_at"))["first"]
