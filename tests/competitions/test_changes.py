"""Following a competition: a count that grows with what its pages show."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import httpx
import pytest
from django.db import connections
from django.test import Client

from accounts.models import User
from games.features.competitions.models import Section
from games.features.competitions.services.among_friends import (
    Friendly,
    add_bot,
    call_off,
    change_among_friends,
    join,
    leave,
    remove,
    set_up_among_friends,
    start,
)
from games.features.competitions.services.entering import Statement, enter
from games.features.competitions.services.handing_in import hand_in
from games.features.competitions.services.leaving import put_out, withdraw
from games.features.competitions.services.setting_up import change
from games.play.robots import open_house
from games.streams import reading
from tests.competitions.cups import DAY, Cup, beat, level, make_cup, people
from tests.streams.conftest import client_of, service, token_of
from tests.streams.reading import NDJSON, SSE, following

__all__ = ["client_of", "service", "token_of"]

pytestmark = pytest.mark.django_db
Clients = Callable[..., httpx.Client]


def address(cup: Cup) -> str:
    return f"/competitions/{cup.competition.pk}/events"


def shown(client: Client, competition_id: str, **query: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1/competitions/{competition_id}/events", query)
    assert response.status_code == 200, response.content
    found: dict[str, Any] = response.json()
    return found


def count_of(cup: Cup) -> int:
    return cup.section.revision


def test_it_says_what_has_changed_since_a_number(client: Client, now: datetime) -> None:
    cup = make_cup(now, 3)
    competition = cup.competition.pk

    page = shown(client, competition)
    latest = page["latest"]
    assert page["results"] == [
        {
            "type": "competition.changed",
            "number": latest,
            "competition": competition,
            "sections": [{"section": "open", "status": "entries", "revision": latest}],
        }
    ]
    assert shown(client, competition, after=latest)["results"] == []

    cup.draw()
    (record,) = shown(client, competition, after=latest)["results"]
    assert record["number"] > latest
    assert record["sections"][0]["status"] == "playing"

    answer = client.get(f"/api/v1/competitions/{competition}/events", {"after": 10**9})
    assert (answer.status_code, answer.json()["code"]) == (409, "number_ahead")
    assert client.get("/api/v1/competitions/nonenone/events").status_code == 404


def test_every_act_of_a_cup_counts(now: datetime) -> None:
    cup = make_cup(now, 5, ruleset="eleven")
    organiser, competition = cup.competition.organiser, cup.competition.pk
    assert organiser is not None

    def counts(act: Callable[[], Any]) -> bool:
        before = count_of(cup)
        act()
        return count_of(cup) > before

    late = User.objects.create_user("late")
    assert counts(lambda: enter(late, competition, "open", Statement(), now=cup.now))
    assert not counts(lambda: enter(late, competition, "open", Statement(), now=cup.now))
    assert counts(lambda: withdraw(late, competition, "open", now=cup.now))
    assert not counts(lambda: withdraw(late, competition, "open", now=cup.now))
    assert counts(lambda: change(organiser, competition, {"text": "Hello"}, now=cup.now))
    assert counts(cup.draw)
    assert not counts(lambda: cup.pass_to(cup.now + DAY / 2))
    assert counts(lambda: put_out(organiser, competition, "open", 5, "engine", now=cup.now))
    row = level(cup)
    player = cup.entry(row.white).user
    halves = (["e"] * 5, ["e"] * 5)
    assert counts(
        lambda: hand_in(player, competition, "open", row.match.name, *halves, now=cup.now)
    )
    assert counts(lambda: cup.pass_to(cup.now + 2 * DAY))


def test_every_act_of_a_cup_among_friends_counts(alice: User, bob: User, now: datetime) -> None:
    beat(now)
    open_house()
    made = set_up_among_friends(alice, Friendly(name="Friday Cup"), now=now)
    code = made.code or ""
    section = Section.objects.get(competition=made)

    def counts(act: Callable[[], Any]) -> bool:
        before = Section.objects.get(pk=section.pk).revision
        act()
        return Section.objects.get(pk=section.pk).revision > before

    assert counts(lambda: join(bob, code, now=now))
    assert not counts(lambda: join(bob, code, now=now))
    assert counts(lambda: leave(bob, code, now=now))
    assert counts(lambda: add_bot(alice, made.pk, "easy", now=now))
    assert counts(lambda: remove(alice, made.pk, 2, now=now))
    assert not counts(lambda: remove(alice, made.pk, 2, now=now))
    assert counts(lambda: change_among_friends(alice, made.pk, {"name": "B"}, now=now))
    join(bob, code, now=now)
    assert counts(lambda: start(alice, made.pk, now=now))

    other = set_up_among_friends(alice, Friendly(name="Other"), now=now)
    call_off(alice, other.pk, now=now)
    assert Section.objects.get(competition=other).revision == 2


@pytest.mark.django_db(transaction=True)
def test_two_who_enter_together_are_counted_apart(now: datetime) -> None:
    cup = make_cup(now, 2)
    before = count_of(cup)
    crowd = [User.objects.create_user(f"crowd{number}") for number in range(8)]

    def come(user: User) -> None:
        try:
            enter(user, cup.competition.pk, "open", Statement(), now=cup.now)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(come, crowd))

    assert count_of(cup) == before + 8


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_cup_is_followed_to_its_end(client_of: Clients, now: datetime, accept: str) -> None:
    cup = make_cup(now, 4)
    client = client_of()
    known = client.get(address(cup)).json()["latest"]

    with following(client, address(cup), accept, last=known) as stream:
        cup.draw()
        (record,) = stream.take(1)
        assert record["type"] == "competition.changed"
        known = record["number"]

    # Much happens while no one follows it; one record says so.
    cup.play_out()
    assert cup.section.is_over
    with following(client, address(cup), accept, last=known) as stream:
        (record,) = stream.take(1)
        assert record["sections"][0] == {
            "section": "open", "status": "finished", "revision": count_of(cup),
        }  # fmt: skip

    # Nothing follows any more, and a browser that hears 204 doesn't come back.
    headers = {"Accept": accept, "Last-Event-ID": str(count_of(cup))}
    assert client.get(address(cup), headers=headers).status_code == 204


def test_one_that_hears_nothing_from_redis_is_woken_by_polling(now: datetime) -> None:
    first, second = make_cup(now, 2), make_cup(now, people(3, "q"))
    logs = [f"competition:{cup.competition.pk}" for cup in (first, second)]

    assert reading.newest_numbers([*logs, "user:1"]) == {
        logs[0]: count_of(first),
        logs[1]: count_of(second),
    }
