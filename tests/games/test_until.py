"""A game until a date (law 9.17): it ends at that moment, even if no one moves."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.dateformat import format as date_text
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Challenge, Game, Heartbeat, Turn
from games.play.challenge.challenges import Terms, make_challenge
from games.play.challenge.rematches import offer_rematch
from games.play.giving_time import give_time
from games.play.replay import differences_of
from games.play.sweeps import close_overdue
from tests.conftest import Browsers
from tests.games.http import API, refused
from tests.games.matches import any_turn, place, play, start_formations, start_round


def text_of(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


@pytest.fixture
def now() -> datetime:
    """The present: a turn by the API comes when it comes."""
    return timezone.now()


def sweep(moment: datetime) -> int:
    """Close what is overdue then, the service being up."""
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": moment})
    return close_overdue(now=moment)


@pytest.fixture
def end(now: datetime) -> datetime:
    """In thirty hours: the second turn has less than its day."""
    return now.replace(microsecond=0) + timedelta(hours=30)


@pytest.fixture
def until(alice: User, bob: User, now: datetime, end: datetime) -> Game:
    """A game in its first round that ends in thirty hours, with no number of goals."""
    return start_round(start_formations(alice, bob, now, options={"until": text_of(end)}), now)


def test_players_agree_on_an_end_by_the_api(
    white: APIClient, black: APIClient, end: datetime, now: datetime
) -> None:
    body: dict[str, Any] = {"opponent": "bob", "options": {"until": text_of(end)}}

    made = white.post(f"{API}/challenges", body, "json")

    assert made.status_code == 201, made.content
    assert made.json()["options"] == {"until": text_of(end)}
    assert made.json()["goals_to_win"] == 0
    assert made.json()["expires_at"] == text_of(end)
    begun = black.post(f"{API}/challenges/{made.json()['id']}/accept").json()
    assert (begun["goals_to_win"], begun["options"]) == (0, {"until": text_of(end)})
    for wrong in (text_of(now), text_of(now + timedelta(days=400)), "tomorrow", 7, f"{end:%c}"):
        answer = white.post(f"{API}/challenges", body | {"options": {"until": wrong}}, "json")
        problem = refused(answer, 400, "invalid")
        assert problem["errors"][0]["pointer"].endswith("until"), wrong
    live = body | {"live": {}}
    refused(white.post(f"{API}/challenges", live, "json"), 400, "invalid")
    both = body | {"options": {"until": text_of(end), "goals_to_win": 3}}
    assert white.post(f"{API}/challenges", both, "json").json()["options"]["goals_to_win"] == 3


@pytest.mark.parametrize(("score", "winner"), [("0-1", "black"), ("2-2", None)])
def test_the_end_comes_though_no_one_moves_and_more_goals_win(
    until: Game, end: datetime, now: datetime, client: Client, score: str, winner: str | None
) -> None:
    play(until, any_turn(until), now=now + timedelta(hours=20))
    until = Game.objects.get(pk=until.pk)
    assert until.deadline == until.main_until == end
    fields = until.state.split(";")
    until = place(until, fields[9], state=until.state)
    state = until.rules.load(";".join([fields[0], score, *fields[2:]]))
    until.state, until.description = until.rules.dump(state), until.rules.describe(state)
    until.save()

    assert sweep(end - timedelta(seconds=1)) == 0
    assert sweep(end + timedelta(minutes=1)) == 1

    until = Game.objects.get(pk=until.pk)
    assert (until.status, until.winner, until.reason) == ("finished", winner, "full_time")
    assert until.finished_at == end
    assert "at full time" in client.get(f"/games/{until.pk}/").content.decode()


def test_what_comes_after_the_end_does_not_count(
    until: Game, end: datetime, white: APIClient, alice: User, now: datetime
) -> None:
    assert until.options == {"until": text_of(end)}
    Game.objects.filter(pk=until.pk).update(
        options={"until": text_of(now - timedelta(hours=1))},
        deadline=(now - timedelta(hours=1)).replace(microsecond=0),
    )
    turn = {"turn": 1, "actions": any_turn(until).split()}

    refused(white.post(f"{API}/games/{until.pk}/turns", turn, "json"), 409, "game_over")

    until = Game.objects.get(pk=until.pk)
    assert (until.status, until.reason, until.winner) == ("finished", "full_time", None)
    assert not Turn.objects.filter(game=until).exists()
    assert differences_of(until) == []
    rematch = offer_rematch(alice, until.pk, now=now)
    assert rematch.challenge.options == {"goals_to_win": 2}


def test_a_gift_of_time_and_a_formation_end_there_too(
    alice: User, bob: User, end: datetime, now: datetime
) -> None:
    options = {"until": text_of(end), "goals_to_win": 2}
    game = start_formations(alice, bob, now, options=options, reserve_s=7 * 86400)
    assert sweep(now + timedelta(hours=25)) == 1  # 3.6: the round begins.
    game = Game.objects.get(pk=game.pk)
    assert (game.status, game.deadline) == ("playing", end)
    give_time(bob.pk, game.pk, 24, now=now + timedelta(hours=26))
    assert Game.objects.get(pk=game.pk).deadline == end
    sweep(end + timedelta(minutes=1))
    game = Game.objects.get(pk=game.pk)
    assert (game.status, game.reason, game.winner) == ("finished", "full_time", None)
    assert differences_of(game) == []


def test_the_form_asks_for_the_last_day(
    browse: Browsers, alice: User, bob: User, now: datetime
) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Vienna")
    day = (now + timedelta(days=20)).date()
    sent = {
        "ruleset": "eleven",
        "opponent": "bob",
        "side": "random",
        "clock": "post",
        "goals_to_win": "2",
        "until": day.isoformat(),
    }
    client = browse(User.objects.get(pk=alice.pk))
    assert 'type="date"' in client.get("/new/").content.decode()

    answer = client.post("/new/", sent)

    challenge = Challenge.objects.get(challenger=alice)
    assert challenge.options["until"][10:] in ("T22:00:00Z", "T23:00:00Z"), answer.content
    assert challenge.options["until"][:10] == day.isoformat()
    shown = client.get(f"/challenges/{challenge.pk}/").content.decode()
    after = date_text(day + timedelta(days=1), "j F Y")
    assert f"until {after} 00:00" in shown
    assert f"until {after} 00:00" in client.get("/").content.decode()

    # Without a number of goals that moment alone decides; without either nothing would.
    Challenge.objects.all().delete()
    client.post("/new/", {**sent, "goals_to_win": ""})
    assert list(Challenge.objects.get(challenger=alice).options) == ["until"]
    refused_page = client.post("/new/", {**sent, "goals_to_win": "", "until": ""})
    assert refused_page.status_code == 422
    assert "Fill this in, or choose when the game ends." in refused_page.content.decode()


def test_no_end_is_kept_where_none_was_agreed(alice: User, bob: User, now: datetime) -> None:
    made = make_challenge(alice, "bob", Terms(options={"until": None}), now=now)
    assert made.options == {"goals_to_win": 2}
