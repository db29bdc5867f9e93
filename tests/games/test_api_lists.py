"""Lists of games: the filters, and how little they weigh on the way."""

from __future__ import annotations

import gzip
from datetime import datetime, timedelta

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from config.http.times import utc
from games.models import Game
from games.play.acts import resign
from tests.games.http import API, refused
from tests.games.matches import play, start_formations, start_round


@pytest.fixture
def games(alice: User, bob: User, charlie: User, now: datetime) -> list[Game]:
    """Against bob in formation and playing, against charlie playing and lost; the oldest first."""
    first = start_formations(alice, bob, now)
    second = start_round(start_formations(alice, bob, now), now)
    third = start_round(start_formations(alice, charlie, now), now)
    fourth = resign(alice.pk, start_formations(alice, charlie, now).pk, now=now)
    made = [first, second, third, fourth]
    for number, game in enumerate(made):
        at = now + timedelta(hours=number)
        Game.objects.filter(pk=game.pk).update(created_at=at, updated_at=at)
    return made


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("", [3, 2, 1, 0]),
        ("status=playing", [2, 1]),
        ("status=playing,finished", [3, 2, 1]),
        ("status=finished,playing,playing", [3, 2, 1]),
        ("since={1}", [3, 2, 1]),
        ("until={1}", [1, 0]),
        ("since={1}&until={2}", [2, 1]),
        ("player=alice&vs=bob", [1, 0]),
        ("player=ALICE&vs=Charlie&status=finished,aborted", [3]),
        ("player=alice&updated_since={3}", [3]),
        ("player=bob&vs=charlie", []),
    ],
)
def test_filters(
    games: list[Game], white: APIClient, now: datetime, asked: str, found: list[int]
) -> None:
    times = [utc(now + timedelta(hours=number)) for number in range(4)]
    url = f"{API}/games?{asked.format(*times)}"

    rows = white.get(url).json()["results"]

    assert [row["id"] for row in rows] == [games[number].pk for number in found]


def test_ids_name_games(games: list[Game], white: APIClient) -> None:
    url = f"{API}/games?ids={games[0].pk},{games[2].pk},aaaaaaaa"
    assert [row["id"] for row in white.get(url).json()["results"]] == [games[2].pk, games[0].pk]
    changed = f"{url}&updated_since=2000-01-01T00:00:00Z"
    assert len(white.get(changed).json()["results"]) == 2


def test_pages_of_several_statuses_hold_each_game_once_both_ways(
    games: list[Game], white: APIClient
) -> None:
    url: str | None = f"{API}/games?status=formation,playing,finished&limit=1"
    seen, previous = [], ""
    while url:
        page = white.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url, previous = page["next"], page["previous"] or previous
    assert seen == [game.pk for game in reversed(games)]
    assert [row["id"] for row in white.get(previous).json()["results"]] == [seen[2]]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("status=lost", "unknown_choice"),
        ("status=playing,", "unknown_choice"),
        ("since=yesterday", "malformed"),
        ("until=2026-13-01T00:00:00Z", "malformed"),
        ("since=2026-11-21T04:30:00", "malformed"),
        ("vs=bob", "incomplete"),
        ("updated_since=2026-11-21T04:30:00Z", "incomplete"),
        ("ids=1,2", "malformed"),
        ("ids=" + ",".join(["aaaaaaaa"] * 101), "too_long"),
        ("turns=true", "incomplete"),
    ],
)
def test_what_makes_no_sense_is_refused(white: APIClient, bob: User, asked: str, code: str) -> None:
    problem = refused(white.get(f"{API}/games?{asked}"), 400, "invalid")
    assert [error["code"] for error in problem["errors"]] == [code]


def test_long_answers_are_compressed_for_who_takes_it(
    games: list[Game], white: APIClient, now: datetime
) -> None:
    play(games[1], "d2d4 @f3", now=now)
    packed = {"Accept-Encoding": "gzip"}
    game = f"games/{games[1].pk}"
    lists = ("games", "players/alice/games", "events", "challenges")
    for path in (*lists, f"{game}/turns", f"{game}/export", f"{game}/events"):
        plain = white.get(f"{API}/{path}")
        small = white.get(f"{API}/{path}", headers=packed)
        assert small.headers["Content-Encoding"] == "gzip", path
        assert gzip.decompress(small.content) == plain.content, path
        assert len(small.content) < len(plain.content), path


def test_what_shows_a_secret_is_not_compressed(white: APIClient) -> None:
    answer = white.get(f"{API}/calendar", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert (
        "Content-Encoding"
        not in white.get(f"{API}/me", headers={"Accept-Encoding": "gzip"}).headers
    )
