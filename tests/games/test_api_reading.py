"""Challenges, lists, events and history over HTTP."""

from __future__ import annotations

import gzip
from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game
from games.play.acts import resign
from games.play.challenge.challenges import Terms, make_challenge
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import (
    BLACK_FORMATION,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
)

CARRIER = "r2kn2r/2p1pp2/3p1nb1/1Q6/3P1N2/2N1P3/2P1BP2/R2K3R w b5 open - 4"
ALL_OVER = "k7/8/8/1R4R1/3Q4/1B4N1/5N2/3K4 w d4 open - 3"
"""Officers in the open, with all the board before them."""


@pytest.fixture
def now() -> datetime:
    """The present, for these requests take the time from the clock of the machine."""
    return timezone.now()


def test_a_challenge_has_defaults(white: APIClient) -> None:
    made = white.post(f"{API}/challenges", {}, "json").json()

    assert made["opponent"] is None
    assert made["url"].endswith(f"/challenges/{made['id']}/")
    assert (made["side"], made["goals_to_win"], made["days_per_turn"]) == ("random", 2, 1)
    assert (made["ruleset"], made["rated"], made["status"]) == ("eleven", False, "open")


def test_a_challenge_to_one_person_is_theirs_alone(
    alice: User, bob: User, black: APIClient, third: APIClient, anonymous: APIClient, now: datetime
) -> None:
    closed = make_challenge(alice, "bob", Terms(), now=now)
    url = f"{API}/challenges/{closed.pk}"

    assert black.get(url).status_code == 200
    refused(third.get(url), 404, "not_found")
    refused(anonymous.get(url), 404, "not_found")
    for answer in ("accept", "decline", "cancel"):
        refused(third.post(f"{url}/{answer}"), 404, "not_found")
    assert anonymous.get(f"{API}/challenges/open").json()["results"] == []


def test_an_open_challenge_can_be_looked_at_by_its_link(
    alice: User, anonymous: APIClient, now: datetime
) -> None:
    open_one = make_challenge(alice, None, Terms(), now=now)

    assert anonymous.get(f"{API}/challenges/{open_one.pk}").json()["opponent"] is None
    listed = anonymous.get(f"{API}/challenges/open").json()["results"]
    assert [row["id"] for row in listed] == [open_one.pk]


def test_awaiting_me_lists_the_nearest_deadline_first(
    alice: User, bob: User, white: APIClient, black: APIClient, anonymous: APIClient, now: datetime
) -> None:
    slow = start_formations(alice, bob, now, days_per_turn=5)
    quick = start_formations(alice, bob, now, days_per_turn=1)
    medium = start_formations(alice, bob, now, days_per_turn=3)
    black.put(f"{API}/games/{medium.pk}/formation", {**BLACK_FORMATION, "ready": True}, "json")

    mine = white.get(f"{API}/games?awaiting=me").json()["results"]
    his = black.get(f"{API}/games?awaiting=me").json()["results"]

    assert [row["id"] for row in mine] == [quick.pk, medium.pk, slow.pk]
    assert [row["id"] for row in his] == [quick.pk, slow.pk]
    refused(anonymous.get(f"{API}/games?awaiting=me"), 401, "not_authenticated")
    refused(white.get(f"{API}/games?awaiting=him"), 400, "invalid")


def test_pages_of_games_lead_on_and_back(
    alice: User, bob: User, charlie: User, white: APIClient, now: datetime
) -> None:
    games = [
        # Within one millisecond: a cursor must tell such rows apart.
        start_formations(alice, opponent, now + timedelta(microseconds=n))
        for n, opponent in enumerate([bob, charlie, bob, charlie, bob])
    ]
    newest_first = [game.pk for game in reversed(games)]

    seen, url = [], f"{API}/games?limit=2"
    while url:
        page = white.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url, back = page["next"], page["previous"]

    assert seen == newest_first
    assert [row["id"] for row in white.get(back).json()["results"]] == newest_first[2:4]
    of_charlie = white.get(f"{API}/players/charlie/games").json()["results"]
    assert [row["id"] for row in of_charlie] == [games[3].pk, games[1].pk]
    assert white.get(f"{API}/games?player=charlie&status=finished").json()["results"] == []
    refused(white.get(f"{API}/games?player=nobody"), 404, "not_found")
    refused(white.get(f"{API}/games?status=lost"), 400, "invalid")


def test_events_are_read_page_by_page(game: Game, white: APIClient, now: datetime) -> None:
    play(game, "d2d4 @f3", "d7d5", now=now)

    seen, url = [], f"{API}/events?limit=2"
    while url:
        page = white.get(url).json()
        seen += page["results"]
        url = page["next"]

    assert [event["number"] for event in seen] == list(range(1, len(seen) + 1))
    last = seen[-1]
    assert (last["type"], last["game"], last["data"]["turn"]) == ("turn.played", game.pk, 2)
    assert white.get(f"{API}/events?after={last['number']}").json()["results"] == []
    began = {"Last-Event-ID": "1"}
    page = white.get(f"{API}/events?limit=1", headers=began).json()
    assert [event["number"] for event in page["results"]] == [2]
    page = white.get(page["next"], headers=began).json()
    assert [event["number"] for event in page["results"]] == [3], "the same header still with it"
    refused(white.get(f"{API}/events?after=x"), 400, "invalid")
    refused(white.get(f"{API}/events?after={2**63}"), 400, "invalid")
    assert white.get(f"{API}/games/{game.pk}/events?after=1").json()["results"][0]["number"] == 2


@pytest.mark.parametrize("log", ["events", "games/{game}/events"])
def test_a_page_of_events_says_where_now_is(game: Game, white: APIClient, log: str) -> None:
    url = f"{API}/{log.format(game=game.pk)}"
    whole = white.get(url).json()
    newest = whole["results"][-1]["number"]

    assert whole["latest"] == newest
    assert white.get(f"{url}?limit=1").json()["latest"] == newest
    at_the_end = white.get(f"{url}?after={newest}").json()
    assert (at_the_end["results"], at_the_end["latest"]) == ([], newest)


@pytest.mark.parametrize("log", ["events", "games/{game}/events"])
def test_a_number_that_no_event_has_yet_is_refused_with_the_newest(
    game: Game, white: APIClient, log: str
) -> None:
    url = f"{API}/{log.format(game=game.pk)}"
    newest = white.get(url).json()["latest"]

    problem = refused(white.get(f"{url}?after={newest + 1}"), 409, "number_ahead")

    assert problem["latest"] == newest


def test_a_reason_to_decline_is_one_of_the_keys(
    alice: User, bob: User, white: APIClient, black: APIClient
) -> None:
    said = white.post(f"{API}/challenges", {"opponent": "bob"}, "json").json()
    url = f"{API}/challenges/{said['id']}/decline"

    refused(black.post(url, {"reason": "I am tired."}, "json"), 400, "invalid")
    declined = black.post(url, {"reason": "later"}, "json").json()

    assert (declined["status"], declined["decline_reason"]) == ("declined", "later")


def test_my_events_need_a_token_that_may_read(
    alice: User, client_of: Clients, anonymous: APIClient
) -> None:
    refused(anonymous.get(f"{API}/events"), 401, "not_authenticated")
    refused(client_of(alice, "games:play").get(f"{API}/events"), 403, "insufficient_scope")


def test_history_is_the_turns_in_order(game: Game, anonymous: APIClient, now: datetime) -> None:
    for _ in range(3):
        play(game, any_turn(game), now=now)

    turns = anonymous.get(f"{API}/games/{game.pk}/turns").json()["results"]

    assert [turn["number"] for turn in turns] == [1, 2, 3]
    assert turns[0]["position_after"] == turns[1]["position_before"]
    assert [turn["side"] for turn in turns] == ["white", "black", "white"]


def test_an_unchanged_game_is_not_sent_again(game: Game, white: APIClient) -> None:
    url = f"{API}/games/{game.pk}"
    etag = white.get(url).headers["ETag"]

    held = white.get(url, headers={"If-None-Match": etag})
    assert (held.status_code, held.headers["ETag"]) == (304, etag)
    assert {"Content-Type", "Content-Length"}.isdisjoint(held.headers), "a cache would keep them"
    assert white.get(url, headers={"If-None-Match": f'"other", W/{etag}'}).status_code == 304
    white.post(f"{url}/draw", {"action": "offer"}, "json")
    changed = white.get(url, headers={"If-None-Match": etag})
    assert (changed.status_code, changed.json()["draw_offered_by"]) == (200, "white")


@pytest.mark.parametrize("position", [CARRIER, ALL_OVER])
def test_what_may_be_played_is_little_on_the_way(
    game: Game, white: APIClient, position: str
) -> None:
    place(game, position)

    answer = white.get(f"{API}/games/{game.pk}/options", {"turn": 1})

    assert len(answer.json()["actions"]) > 40
    assert len(gzip.compress(answer.content, 9)) <= 2048


def test_a_rematch_is_a_challenge_with_sides_swapped(
    alice: User, bob: User, white: APIClient, black: APIClient, now: datetime
) -> None:
    game = start_round(start_formations(alice, bob, now, days_per_turn=3), now)
    resign(alice.pk, game.pk, now=now)
    url = f"{API}/games/{game.pk}/rematch"

    offered = white.post(url)
    again = white.post(url)
    agreed = black.post(url)

    assert (offered.status_code, again.status_code, agreed.status_code) == (201, 200, 201)
    made = offered.json()
    assert (made["side"], made["days_per_turn"], made["rematch_of"]) == ("black", 3, game.pk)
    assert again.json() == made
    new = white.get(f"{API}/games/{agreed.json()['game']}").json()
    assert new["players"]["black"]["username"] == "alice"
