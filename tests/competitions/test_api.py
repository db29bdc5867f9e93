"""The API of competitions, as clients meet it: a cup played through, and what must be refused."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from rest_framework.test import APIClient

from accounts.models import User
from games.features.competitions.draw import Lots, draw_numbers
from games.features.competitions.models import Certificate, Competition, Entry
from games.features.competitions.papers import sum_of
from games.features.competitions.steps.sweep import sweep
from games.models import GameEvent, Outage
from tests.api.document import shape_of
from tests.competitions.cups import DAY, MINUTE, Cup, beat, make_cup, people
from tests.conftest import Clients
from tests.games.http import API, refused

pytestmark = pytest.mark.django_db

MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]


def address(cup: Cup, rest: str = "") -> str:
    return f"{API}/competitions/{cup.competition.pk}/sections/{cup.key}{rest}"


@pytest.fixture
def real_now() -> datetime:
    """The time of the machine, by which requests are judged."""
    from django.utils import timezone

    return timezone.now()


def test_four_play_a_cup_over_http(real_now: datetime, client_of: Clients) -> None:
    cup = make_cup(real_now - DAY, 0, sections={"open": 8}, third_place=True)
    Competition.objects.update(closes_at=real_now + DAY)
    users = people(4)
    clients = {user.pk: client_of(user) for user in users}
    for client in clients.values():
        answer = client.post(address(cup, "/entries"), {}, format="json")
        assert answer.status_code == 200, answer.content
        again = client.post(address(cup, "/entries"), {}, format="json")
        assert again.status_code == 200, "nothing is made that has an address of its own"
        assert again.json()["entries"] == answer.json()["entries"], "entering twice is once"
    Competition.objects.update(closes_at=real_now - MINUTE * 2, starts_at=real_now - MINUTE)
    cup.competition.sections.update(due_at=real_now)
    beat(real_now)
    sweep(real_now)

    while cup.section.status == "playing":
        for row in cup.running():
            _play_mate(clients, row.game_id)
        beat(real_now)
        sweep(real_now + MINUTE)

    shown = client_of().get(address(cup)).json()
    assert shown["status"] == "finished"
    assert [one["standing"] for one in shown["standing"]] == [1, 2, 3, 4]
    assert [one["name"] for one in shown["rounds"]] == ["Semi-finals", "Final"]
    for match in (match for one in shown["rounds"] for match in one["matches"]):
        (game,) = match["games"]
        assert game["result"] == "0-1", "Black mates"
        assert match["winner"] != game["white"]
        told = client_of().get(f"{API}/games/{game['game']}").json()["competition"]
        assert told == {"id": cup.competition.pk, "section": "open", "match": match["match"]}
    _check_draw(cup, shown)
    _check_events(client_of(users[0]))
    _check_certificates(cup, client_of)


def _play_mate(clients: dict[int, APIClient], game_id: str) -> None:
    """Let White be mated as fast as can be."""
    from games.models import Game

    seats = {seat.side: seat.user_id for seat in Game.objects.get(pk=game_id).seats}
    for number, move in enumerate(MATE, start=1):
        client = clients[seats["white" if number % 2 else "black"]]
        body = {"turn": number, "actions": [move]}
        answer = client.post(f"{API}/games/{game_id}/turns", body, format="json")
        assert answer.status_code == 201, answer.content


def _check_draw(cup: Cup, shown: dict[str, Any]) -> None:
    lots = Lots(bytes.fromhex(shown["seed"]), f"{cup.competition.pk}:open")
    assert lots.commitment == shown["commitment"]
    drawn = draw_numbers(list(range(4)), lots)
    assert [drawn.index(i) + 1 for i in range(4)] == shown["draw"]["numbers"]


def _check_events(client: APIClient) -> None:
    document = client.get("/api/v1/schema").json()
    page = client.get(f"{API}/events?limit=100", HTTP_ACCEPT="application/json").json()
    seen = set()
    for event in page["results"]:
        name = "".join(word.capitalize() for word in event["type"].split(".")) + "Event"
        shape_of(document, name.replace("_", "_")).validate(event)
        seen.add(event["type"])
    assert {
        "competition.entered", "competition.drawn", "match.started", "match.ended",
        "section.finished",
    } <= seen  # fmt: skip


def _check_certificates(cup: Cup, client_of: Clients) -> None:
    winner = cup.section.entries.get(standing=1)
    client = client_of(winner.user)
    body = {"name": "Ann <Example>"}
    paper = client.post(address(cup, "/certificate"), body, format="json").json()
    assert (paper["standing"], paper["entrants"]) == (1, 4)
    stored = Certificate.objects.get(pk=paper["id"])
    checked = client_of().get(f"{API}/certificates/{stored.pk}").json()
    assert checked == paper
    assert "Ann" not in str(checked)
    told = {name: checked[name] for name in checked if name != "sha256"}
    assert sum_of({**told, "name": "Ann <Example>"}) == checked["sha256"]
    picture = client_of().get(f"{API}/certificates/{stored.pk}.svg")
    assert picture["Content-Type"] == "image/svg+xml"
    assert "Ann &lt;Example&gt;" in picture.content.decode()
    again = client.post(address(cup, "/certificate"), {"name": "Bea"}, format="json")
    refused(again, 409, "certificate_named")
    client.delete(address(cup, "/certificate"))
    assert (
        winner.user.username in client.get(f"{API}/certificates/{stored.pk}.svg").content.decode()
    )
    refused(client_of().get(f"{API}/certificates/nothing1"), 404, "not_found")


def test_names_of_the_young_are_shown_to_entrants_alone(
    real_now: datetime, client_of: Clients
) -> None:
    now = real_now - 2 * DAY
    cup = make_cup(now, 3, sections={"under-18": None})
    named = cup.players[0]
    cup.section.entries.filter(user=named).update(is_named=True)
    User.objects.update(page_settings={"kit": "sash"})
    cup.draw()
    row = cup.running()[0]
    game_id = row.game_id
    playing = [cup.entry(number).user for number in (row.match.upper, row.match.lower)]
    hidden = [user.username for user in playing if user != named]
    hidden += [
        user.username for user in cup.players if user.username not in (*hidden, named.username)
    ]

    for path in (
        address(cup),
        f"{API}/games/{game_id}",
        f"{API}/games/{game_id}/export",
        f"{API}/games/{game_id}/events",
        f"{API}/games?limit=50&ruleset=any",
        f"{API}/players/{hidden[0]}/games?ruleset=any",
        f"/games/{game_id}/",
        f"/players/{hidden[0]}/",
    ):
        answer = client_of().get(path, HTTP_ACCEPT="application/json").content.decode()
        shown = [name for name in hidden if name in answer]
        asked = {hidden[0]} if "/players/" in path else set()
        assert set(shown) <= asked, path
    told = client_of().get(f"{API}/games/{game_id}").json()["players"].values()
    assert {one["username"] for one in told if one["kit"] == "sash"} <= {named.username}
    entrant = client_of(cup.players[1]).get(address(cup)).json()
    assert {one["player"] for one in entrant["entries"]} == {u.username for u in cup.players}
    stranger = client_of(*people(1, "q")).get(address(cup)).json()
    assert {one["player"] for one in stranger["entries"]} == {named.username, None}
    listed = client_of().get(f"{API}/players/{hidden[0]}/games?ruleset=any").json()
    assert listed["results"] == [], "its games are not listed under the players' names"
    own = client_of(User.objects.get(username=hidden[0]))
    mine = own.get(f"{API}/games?player={hidden[0]}&ruleset=any").json()
    assert {one["id"] for one in mine["results"]} == {game_id}


def test_entering_asks_for_statements_and_no_date_of_birth(
    real_now: datetime, client_of: Clients, alice: User, bob: User
) -> None:
    cup = make_cup(real_now - 10 * MINUTE, 0, sections={"under-15": 2, "open": None})
    client, cut_off = client_of(alice), cup.section.cut_off.isoformat()
    url = address(cup, "/entries")

    assert cup.section.cut_off > alice.date_joined.date().replace(year=2000)
    for body, pointer in (
        ({}, "#/born_on_or_after"),
        ({"born_on_or_after": "2001-01-01"}, "#/born_on_or_after"),
        ({"born_on_or_after": cut_off}, "#/guardian_agrees"),
        (
            {"born_on_or_after": cut_off, "guardian_agrees": True, "be_named": True},
            "#/be_named",
        ),
        ({"born_on": "2015-01-01"}, "#/born_on"),
    ):
        problem = refused(client.post(url, body, format="json"), 400, "invalid")
        assert [error["pointer"] for error in problem["errors"]] == [pointer]
    body = {"born_on_or_after": cut_off, "guardian_agrees": True}
    assert client.post(url, body, format="json").status_code == 200
    other = f"{API}/competitions/{cup.competition.pk}/sections/open/entries"
    refused(client.post(other, {}, format="json"), 409, "one_section")
    refused(client_of().post(other, {}, format="json"), 401, "not_authenticated")
    refused(client_of(bob, "games:play").post(other, {}, format="json"), 403, "insufficient_scope")
    User.objects.filter(pk=bob.pk).update(is_bot=True)
    bob.refresh_from_db()
    refused(client_of(bob).post(other, {}, format="json"), 403, "no_bots")
    User.objects.filter(pk=bob.pk).update(is_bot=False, guest_since=cup.now)
    bob.refresh_from_db()
    refused(client_of(bob).post(other, {}, format="json"), 403, "guest_account")
    organiser = client_of(cup.competition.organiser)
    refused(organiser.post(other, {}, format="json"), 403, "own_competition")
    assert client.delete(url).status_code == 204
    assert not Entry.objects.exists(), "without a trace"
    assert client.delete(url).status_code == 204


def test_an_organiser_ticks_ages_and_puts_out_and_no_one_else_does(
    real_now: datetime, client_of: Clients, alice: User, charlie: User
) -> None:
    cup = make_cup(real_now - 10 * MINUTE, 3, sections={"under-18": 16}, age_check="shown")
    organiser, stranger = client_of(cup.competition.organiser), client_of(charlie)
    for place in (1, 2):
        url = address(cup, f"/entries/{place}/age-seen")
        refused(stranger.post(url), 403, "not_the_organiser")
        assert organiser.post(url).json()["age_seen"] is True
    refused(organiser.post(address(cup, "/entries/9/age-seen")), 404, "not_found")
    seeding = {"seeding": {"under-18": [user.username for user in cup.players[:2]]}}
    one = f"{API}/competitions/{cup.competition.pk}"
    refused(stranger.patch(one, seeding, format="json"), 403, "not_the_organiser")
    problem = refused(organiser.patch(one, seeding, format="json"), 400, "invalid")
    assert problem["errors"][0]["code"] == "too_long", "one is a quarter of four places"
    refused(organiser.patch(one, {"name": "Another"}, format="json"), 409, "entries_opened")
    assert organiser.patch(one, {"text": "Welcome."}, format="json").json()["text"] == "Welcome."
    Competition.objects.update(closes_at=real_now - 2 * MINUTE, starts_at=real_now - MINUTE)
    cup.competition.sections.update(due_at=real_now - MINUTE)
    beat(real_now)
    sweep(real_now)

    shown = organiser.get(address(cup)).json()
    assert [one["status"] for one in shown["entries"]] == ["playing", "playing", "left_out"]
    url = address(cup, "/entries/1/put-out")
    refused(
        stranger.post(url, {"reason": "I do not like him"}, format="json"), 403, "not_the_organiser"
    )
    answer = organiser.post(url, {"reason": "Help from an engine"}, format="json")
    assert answer.json()["status"] == "put_out"
    match = client_of().get(address(cup, "/matches/1.1")).json()
    assert (match["by"], match["reason"]) == ("put_out", None)
    player = client_of(cup.players[1]).get(address(cup, "/matches/1.1")).json()
    assert player["reason"] == "Help from an engine"
    assert match["winner"] == cup.section.entries.get(place=2).number
    assert not cup.section.entries.get(place=1).standing, "put out for cheating: no standing"
    refused(client_of().get(address(cup, "/matches/7.1")), 404, "not_found")


def test_who_may_set_a_cup_up(
    real_now: datetime, client_of: Clients, alice: User, bob: User
) -> None:
    from allauth.account.models import EmailAddress

    body: dict[str, Any] = {
        "name": "Cup of friends",
        "ruleset": "standard",
        "closes_at": (real_now + DAY).isoformat(),
        "prizes": [{"section": "open", "standing": 1, "text": "A cake"}],
    }
    url = f"{API}/competitions"
    client = client_of(alice)
    refused(client.post(url, body, format="json"), 403, "not_trusted_yet")
    User.objects.filter(pk=alice.pk).update(date_joined=F("date_joined") - timedelta(days=40))
    EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)

    made = client_of(User.objects.get(pk=alice.pk)).post(url, body, format="json")
    assert made.status_code == 201, made.content
    cup = made.json()
    assert cup["options"] == {"draw_from": 20}, "law 7.7"
    assert cup["sections"][0]["limit"] == 16
    assert client_of().get(url).json()["results"] == [], "a private cup is in no list"
    assert client_of(bob).get(f"{url}/{cup['id']}").json()["name"] == "Cup of friends"
    client = client_of(User.objects.get(pk=alice.pk))
    for change, status, code in (
        ({"is_private": False}, 403, "operators_only"),
        ({"sections": [{"section": "open", "limit": 17}]}, 403, "operators_only"),
        ({"ruleset": "family"}, 400, "invalid"),
        ({"opens_at": "2040-01-01T00:00:00Z"}, 400, "invalid"),
        ({"options": {"nonsense": 1}}, 400, "invalid"),
        ({"sections": [{"section": "over-50"}]}, 400, "invalid"),
        ({"round_days": 13}, 400, "invalid"),
    ):
        refused(client.post(url, {**body, **change}, format="json"), status, code)
    for _ in range(2):
        assert client.post(url, body, format="json").status_code == 201
    refused(client.post(url, body, format="json"), 409, "too_many_competitions")


def test_penalties_are_handed_in_hidden_and_checked_by_anyone(
    real_now: datetime, client_of: Clients, charlie: User
) -> None:
    from django.db import transaction

    from games.features.competitions import shootout as laws
    from games.play.apply import apply_step
    from games.store.locking import lock_game

    now = real_now - 2 * DAY - 5 * MINUTE
    cup = make_cup(now, 2, ruleset="eleven")
    cup.draw()
    row = cup.running()[0]
    with transaction.atomic():
        game = lock_game(row.game_id)
        apply_step(
            game, game.rules, game.rules.agree_draw(game.rules.load(game.state)), now=real_now
        )
    beat(real_now)
    sweep(real_now)
    url = address(cup, "/matches/1.1/shootout")
    white, black = (client_of(cup.entry(n).user) for n in (row.white, 3 - row.white))
    hand = {"shots": list("ddede"), "stands": list("eeeee")}

    refused(client_of(charlie).put(url, hand, format="json"), 403, "not_a_player")
    refused(white.put(url, {**hand, "shots": ["d"]}, format="json"), 400, "invalid")
    answer = white.put(url, hand, format="json").json()["shootout"]
    assert answer["yours"] == hand
    assert answer["handed_in"] == [row.white]
    hidden = black.get(address(cup, "/matches/1.1")).json()["shootout"]
    assert (hidden["yours"], hidden["seed"], hidden["shots"]) == (
        {"shots": [], "stands": []}, None, [],
    )  # fmt: skip
    done = black.put(url, {"shots": list("eeddd"), "stands": list("ddddd")}, format="json").json()

    shot = done["shootout"]
    lots = Lots(bytes.fromhex(shot["seed"]), f"{cup.competition.pk}:open")
    assert lots.commitment == shot["commitment"]
    went = laws.resolve(
        "1.1",
        {"white": laws.HandIn("ddede", "eeeee"), "black": laws.HandIn("eeddd", "ddddd")},
        lots,
    )
    assert [one["is_goal"] for one in shot["shots"]] == [one.is_goal for one in went.shots]
    assert done["by"] == "shootout"
    assert done["winner"] == (row.white if went.winner == "white" else 3 - row.white)
    refused(white.put(url, hand, format="json"), 409, "shootout_closed")
    assert GameEvent.objects.filter(type="section.finished").count() == 1


def test_a_bad_address_is_no_error_of_ours(client_of: Clients) -> None:
    for path in (
        "/competitions/nothing1",
        "/competitions/%20",
        "/competitions/K7bX2mQa/sections/open",
        "/certificates/K7bX2mQa.svg",
    ):
        refused(client_of().get(f"{API}{path}"), 404, "not_found")
    assert not Outage.objects.exists()


def test_the_published_program_draws_again(real_now: datetime, client_of: Clients) -> None:
    cup = make_cup(real_now - 3 * DAY, 5)
    first, second = cup.players[1], cup.players[3]
    rows = {entry.user: entry.pk for entry in cup.section.entries.select_related("user")}
    cup.competition.sections.update(seeding=[rows[second], rows[first]])
    cup.draw()
    while running := cup.running():
        cup.win(running[0], running[0].match.upper)
        cup.pass_to(cup.now + MINUTE)
    section = client_of().get(address(cup)).json()
    assert section["draw"]["seeded"] == 2

    page = client_of().get("/developers/competitions/").content.decode()
    program = html.unescape(page.split('<pre tabindex="0"><code>')[-1].split("</code>")[0])
    assert sum(1 for line in program.splitlines() if line and line[0] not in '"#') < 40

    def run(told: dict[str, Any]) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", program, cup.competition.pk]
        return subprocess.run(command, input=json.dumps(told), capture_output=True, text=True)

    assert run(section).stdout == "The draw is right.\n"
    swapped = section["draw"] | {"numbers": section["draw"]["numbers"][::-1]}
    assert run({**section, "draw": swapped}).returncode == 1
    assert "committed" in run({**section, "seed": "00" * 32}).stderr
