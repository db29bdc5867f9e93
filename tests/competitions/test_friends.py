"""Cups and leagues among friends: joined by a link, started by hand (chapter 11)."""

from __future__ import annotations

import time
from datetime import datetime

import pytest
from django.utils import timezone

from accounts.models import User
from config.http.errors.refusals import Refusal
from games.features.competitions.models import Certificate, Competition, Entry, Match, Shootout
from games.features.competitions.services.among_friends import (
    KEPT_FOR,
    MOST_MADE_A_DAY,
    MOST_RUNNING,
    add_bot,
    bots_for,
    call_off,
    change_among_friends,
    join,
    leave,
    remove,
    start,
)
from games.features.competitions.services.leaving import clear_competitions
from games.models import Block, Game
from games.play.robots import open_house
from games.refusals import Conflict, Invalid, NotFound
from tests.competitions.cups import DAY, MINUTE, Cup, beat, game_of, level, make_cup, people
from tests.competitions.friends import make_friendly
from tests.conftest import Clients
from tests.games.http import API, refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> datetime:
    """The time of the machine, by which requests are judged."""
    return timezone.now()


def start_now(cup: Cup) -> None:
    """Start by hand and let the first games begin."""
    start(cup.players[0], cup.competition.pk, now=cup.now)
    cup.competition.refresh_from_db()


def test_four_friends_play_a_cup_from_link_to_certificate(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(3))

    start_now(cup)

    assert cup.section.status == "playing"
    assert len(cup.running()) == 2, "games begin with the start, not with the next sweep"
    cup.play_out()
    assert cup.section.status == "finished"
    assert Certificate.objects.count() == 4
    assert not Game.objects.filter(rated=True).exists()
    assert not Game.objects.filter(is_public=True).exists(), (
        "in no list: the link alone leads there"
    )


@pytest.mark.long
def test_a_league_among_friends_has_one_division_and_one_season(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(7), kind="league")

    start_now(cup)

    assert Match.objects.filter(section=cup.section).count() == 28
    assert {game_of(row).reserve_s for row in cup.running()} == {2 * 24 * 3600}
    assert cup.competition.sections.count() == 1
    assert not cup.competition.goes_on
    cup.play_out()
    assert cup.section.status == "finished"
    assert set(cup.section.entries.values_list("move", flat=True)) == {""}


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_any_number_from_two_to_eight_can_start(now: datetime, alice: User, players: int) -> None:
    for kind in ("cup", "league"):
        cup = make_friendly(now, alice, people(players - 1, kind), kind=kind)
        start_now(cup)
        assert cup.section.size == players


def test_no_one_joins_a_full_cup_and_joining_twice_is_once(
    now: datetime, alice: User, bob: User
) -> None:
    cup = make_friendly(now, alice, people(7))
    code = cup.competition.code or ""

    again = join(cup.players[3], code, now=now)

    assert again.place == 4
    with pytest.raises(Conflict) as full:
        join(bob, code, now=now)
    assert full.value.code == "competition_full"
    leave(cup.players[3], code, now=now)
    assert join(bob, code, now=now).place == 9


def test_no_one_joins_or_changes_what_has_started_or_was_called_off(
    now: datetime, alice: User, bob: User
) -> None:
    cup = make_friendly(now, alice, people(1))
    start_now(cup)
    other = make_friendly(now, alice)
    call_off(alice, other.competition.pk, now=now)
    call_off(alice, other.competition.pk, now=now)

    for one, code in ((cup, "competition_started"), (other, "competition_called_off")):
        pk = one.competition.pk
        with pytest.raises(Conflict) as joined:
            join(bob, one.competition.code or "", now=now)
        with pytest.raises(Conflict) as changed:
            change_among_friends(alice, pk, {"name": "Later"}, now=now)
        with pytest.raises(Conflict) as removed:
            remove(alice, pk, 2, now=now)
        assert joined.value.code == changed.value.code == removed.value.code == code
    with pytest.raises(Conflict) as started:
        call_off(alice, cup.competition.pk, now=now)
    assert started.value.code == "competition_started"
    with pytest.raises(Conflict) as called_off:
        start(alice, other.competition.pk, now=now)
    assert called_off.value.code == "competition_called_off"


def test_a_start_takes_two_players_and_one_person(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice)
    with pytest.raises(Conflict) as alone:
        start(alice, cup.competition.pk, now=now)
    assert alone.value.code == "too_few_players"

    open_house()
    for bot in bots_for(cup.competition)[:2]:
        add_bot(alice, cup.competition.pk, bot.strength, now=now)
    leave(alice, cup.competition.code or "", now=now)
    with pytest.raises(Conflict) as bots:
        start(alice, cup.competition.pk, now=now)
    assert bots.value.code == "too_few_players"


def test_a_bot_fills_a_place_and_is_asked_for_no_penalties(now: datetime, alice: User) -> None:
    open_house()
    cup = make_friendly(now, alice, ruleset="eleven")
    first = add_bot(alice, cup.competition.pk, "master", now=now)
    assert add_bot(alice, cup.competition.pk, "master", now=now) == first
    assert "master" not in [bot.strength for bot in bots_for(cup.competition)]
    with pytest.raises(Conflict) as refusal:
        change_among_friends(alice, cup.competition.pk, {"ruleset": "standard"}, now=now)
    assert refusal.value.code == "bot_cannot_play"
    with pytest.raises(Invalid):
        add_bot(alice, cup.competition.pk, "none", now=now)

    start_now(cup)
    level(cup)
    shootout = Shootout.objects.get()
    mine = "white" if cup.entry(shootout.white).user == alice else "black"
    Shootout.objects.update(**{f"{mine}_shots": "ddddd", f"{mine}_stands": "eeeee"})
    cup.competition.sections.update(due_at=cup.now)
    cup.pass_to(cup.now + MINUTE)

    assert Shootout.objects.get().resolved_at is not None, "no one waits a day for a bot"
    assert cup.section.status == "finished"
    assert [paper.entry.user for paper in Certificate.objects.all()] == [alice]


def test_a_cup_that_no_one_starts_lapses(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(3))

    cup.pass_to(now + KEPT_FOR + MINUTE)

    assert cup.section.status == "not_held"
    assert not Match.objects.exists()
    with pytest.raises(Conflict):
        start(alice, cup.competition.pk, now=cup.now)


def test_game_kind_and_time_are_changed_until_the_start(now: datetime, alice: User) -> None:
    cup = make_friendly(now, alice, people(1), ruleset="eleven", options={"goals_to_win": 3})

    change_among_friends(
        alice,
        cup.competition.pk,
        {"kind": "league", "ruleset": "standard", "turn_s": 12 * 3600, "name": "Winter"},
        now=now,
    )

    cup.key = "division-1"
    start_now(cup)
    game = game_of(cup.running()[0])
    assert (game.ruleset, game.turn_s, game.options) == ("standard", 12 * 3600, {"draw_from": 20})
    assert cup.competition.name == "Winter"


def test_one_account_sets_up_so_many_and_no_more(now: datetime, alice: User) -> None:
    for _number in range(MOST_RUNNING):
        cup = make_friendly(now, alice)
    with pytest.raises(Conflict) as many:
        make_friendly(now, alice)
    assert many.value.code == "too_many_competitions"
    for _number in range(MOST_MADE_A_DAY - MOST_RUNNING):
        call_off(alice, cup.competition.pk, now=now)
        cup = make_friendly(now, alice)
    call_off(alice, cup.competition.pk, now=now)
    with pytest.raises(Conflict):
        make_friendly(now, alice)
    make_friendly(now + DAY + MINUTE, alice)


def test_whom_the_organiser_blocks_finds_no_cup(now: datetime, alice: User, bob: User) -> None:
    cup = make_friendly(now, alice)
    Block.objects.create(user=alice, blocked=bob)

    with pytest.raises(NotFound):
        join(bob, cup.competition.code or "", now=now)


def test_the_next_player_organises_when_the_organiser_deletes_the_account(
    now: datetime, alice: User
) -> None:
    cup = make_friendly(now, alice, people(2))

    clear_competitions(alice, now, time.monotonic() + 60)

    cup.competition.refresh_from_db()
    assert cup.competition.organiser == cup.players[1]
    assert not Entry.objects.filter(user=alice).exists()
    start(cup.players[1], cup.competition.pk, now=now)
    assert cup.section.size == 2


def test_a_guest_plays_in_one_cup_and_sets_up_none(now: datetime, alice: User, bob: User) -> None:
    guest = User.objects.create_user("guest-abcd", guest_since=now)
    first, second = make_friendly(now, alice), make_friendly(now, bob)

    join(guest, first.competition.code or "", now=now)
    with pytest.raises(Refusal) as more:
        join(guest, second.competition.code or "", now=now)
    with pytest.raises(Refusal) as own:
        make_friendly(now, guest)

    assert more.value.code == own.value.code == "guest_account"


def test_four_friends_over_http(here: datetime, client_of: Clients, alice: User) -> None:
    beat(here)
    mine = client_of(alice)
    url = f"{API}/competitions"
    made = mine.post(f"{url}/among-friends", {"name": "Friday Cup"}, format="json")
    assert made.status_code == 201, made.content
    pk, code = made.json()["id"], made.json()["code"]
    assert made.json()["join_url"].endswith(f"/c/{code}/")
    assert made.json()["sections"][0]["status"] == "entries", "it can be joined now"

    friends = [client_of(one) for one in people(2)]
    for client in friends:
        assert client.get(f"{url}/by-code/{code}").json()["code"] is None
        for _again in range(2):
            assert client.post(f"{url}/by-code/{code}").json()["code"] == code
    left = friends[1].delete(f"{url}/by-code/{code}")
    assert left.status_code == 204
    friends[1].post(f"{url}/by-code/{code}")
    refused(friends[0].post(f"{url}/{pk}/start"), 403, "not_the_organiser")
    refused(friends[0].post(f"{url}/{pk}/sections/open/entries"), 403, "join_by_link")
    refused(mine.post(f"{url}/by-code/nothing1"), 404, "not_found")
    changed = mine.patch(f"{url}/among-friends/{pk}", {"turn_s": 43200}, format="json")
    assert changed.json()["turn_s"] == 43200
    open_house()
    bot = mine.post(f"{url}/{pk}/bots", {"strength": "easy"}, format="json").json()
    assert (bot["entry"], bot["status"]) == (4, "entered")
    assert mine.delete(f"{url}/{pk}/players/{bot['entry']}").status_code == 204

    for _again in range(2):
        assert mine.post(f"{url}/{pk}/start").status_code == 200
    section = mine.get(f"{url}/{pk}/sections/open").json()
    assert (section["status"], section["entrants"]) == ("playing", 3)
    assert [one["by"] for one in section["rounds"][0]["matches"]].count("bye") == 1
    late = client_of(people(1, "late")[0])
    refused(late.post(f"{url}/by-code/{code}"), 409, "competition_started")
    out = f"{url}/{pk}/sections/open/entries/2/put-out"
    refused(mine.post(out, {"reason": "Rude"}, format="json"), 403, "organiser_plays")


def test_an_announced_cup_is_not_started_by_hand(here: datetime, client_of: Clients) -> None:
    cup = make_cup(here - MINUTE, 2)
    organiser = client_of(cup.competition.organiser)

    answer = organiser.post(f"{API}/competitions/{cup.competition.pk}/start")

    refused(answer, 409, "not_among_friends")


def test_entries_are_open_from_the_announced_moment_on(
    here: datetime, client_of: Clients, alice: User
) -> None:
    beat(here)
    operator = client_of(User.objects.create_user("operator", is_staff=True))
    said = {"name": "Cup", "closes_at": (here + DAY).isoformat()}
    now_open = operator.post(f"{API}/competitions", said, format="json").json()
    said["opens_at"] = (here + MINUTE).isoformat()
    later = operator.post(f"{API}/competitions", said, format="json").json()

    client, entries = client_of(alice), "sections/open/entries"
    assert client.post(f"{API}/competitions/{now_open['id']}/{entries}").status_code == 200
    early = client.post(f"{API}/competitions/{later['id']}/{entries}")
    assert refused(early, 409, "entries_not_open")["opens_at"] == later["opens_at"]
    # No sweep comes by: the first who enters opens them.
    Competition.objects.filter(pk=later["id"]).update(opens_at=here - MINUTE)
    assert client.post(f"{API}/competitions/{later['id']}/{entries}").status_code == 200
