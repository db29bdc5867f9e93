"""Watching: a rated live match is shown three turns late, whatever way one looks at it."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

import httpx
import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.features.live.tv import best_match, newest_goals, playing_now
from games.models import Game, Turn
from games.play.acts import resign
from games.play.challenge.live import agree_live
from games.play.start import Terms, start_game
from games.play.watching import TURNS_LATE
from tests.games.matches import OPEN_GOAL, any_turn, place, play, start_formations, start_round
from tests.live import LiveService
from tests.streams.conftest import client_of, service, token_of
from tests.streams.reading import NDJSON, following

__all__ = ["client_of", "service", "token_of"]

API = "/api/v1"
BODIES = (
    "", "/turns", "/history", "/events", "/options", "/export", "/export?format=text",
    "/board.svg", "/events?limit=100", "/turns?after=2",
)  # fmt: skip
"""What is read of a game, below its address."""
PAGES = ("/games/{id}/", "/games/{id}/history/", "/games/{id}/think/", "/embed/games/{id}",
         "/embed/games/{id}/state", "/games/", "/games/?status=playing", "/lobby/", "/tv/",
         "/oembed?url=http%3A%2F%2Ftestserver%2Fgames%2F{id}%2F", "/players/alice/")  # fmt: skip
LISTS = ("?ids={id}", "?status=playing", "?player=alice")


@pytest.fixture
def live_match(alice: User, bob: User, now: datetime) -> Game:
    """A live match at its first kick-off: alice is White."""
    terms = agree_live(Terms(ruleset="eleven", live={}))
    return start_round(start_game(terms, {"white": alice, "black": bob}, now=now), now)


def rate(game: Game, *, rated: bool = True) -> Game:
    """Return a live match as one that counts, whose clock no one's machine is too slow for."""
    far = timezone.now() + timedelta(hours=1)
    Game.objects.filter(pk=game.pk).update(rated=rated, deadline=far)
    return Game.objects.get(pk=game.pk)


def told_by(client: Client, game: Game) -> dict[str, str]:
    """Return what someone is told of a game in every way that there is."""
    paths = [f"{API}/games/{game.pk}{one}" for one in BODIES]
    paths += [one.format(id=game.pk) for one in PAGES]
    paths += [f"{API}/games{one}".format(id=game.pk) for one in LISTS]
    answers = {path: client.get(path, follow=True) for path in paths}
    assert {one.status_code for one in answers.values()} <= {200, 409}, answers
    return {path: one.content.decode() for path, one in answers.items()}


def test_the_clocks_of_a_match_that_is_shown_late_are_stopped(
    browse: Callable[..., Client], live_match: Game, alice: User
) -> None:
    game = rate(live_match)

    assert '"is_late":true' in browse().get(f"/games/{game.pk}/").content.decode()
    assert '"is_late":false' in browse(alice).get(f"/games/{game.pk}/").content.decode()


@pytest.mark.long
def test_onlookers_of_a_rated_live_match_learn_nothing_of_the_last_three_turns(
    browse: Callable[..., Client],
    live_match: Game,
    alice: User,
    bob: User,
    charlie: User,
    now: datetime,
    settings: Any,
) -> None:
    settings.SITE_URL = "http://testserver"
    game = rate(live_match, rated=False)
    boards: dict[int, str] = {}
    for number in range(1, 9):
        boards[number] = browse().get(f"{API}/games/{game.pk}/board.svg").content.decode()
        play(game, any_turn(game), now=now)
    rate(game, rated=False)
    turns = list(Turn.objects.order_by("number"))
    assert len({turn.position_after for turn in turns}) == len(turns)
    at_once = told_by(browse(charlie), game)
    assert turns[-1].position_after in at_once[f"{API}/games/{game.pk}"]

    rate(game)
    hidden = [turn.position_after or "-" for turn in turns[-TURNS_LATE:]]
    for client in (browse(charlie), browse()):
        for path, text in told_by(client, game).items():
            shown = text.encode().decode("unicode_escape", "ignore")
            for position in hidden:
                assert position not in text, path
                assert position not in shown, path
        seen = client.get(f"{API}/games/{game.pk}").json()
        assert (seen["turn"], seen["position"]) == (6, turns[4].position_after)
        assert len(client.get(f"{API}/games/{game.pk}/turns").json()["results"]) == 5
        picture = client.get(f"{API}/games/{game.pk}/board.svg").content.decode()
        assert picture == boards[6]
        events = client.get(f"{API}/games/{game.pk}/events?limit=100").json()
        assert [one["data"]["turn"] for one in events["results"] if "turn" in one["data"]][-1] == 5
        assert events["latest"] == events["results"][-1]["number"]
        for path in ("board.svg?turn=6", "board.png?turn=7", "clip.gif?turns=6-8"):
            assert client.get(f"{API}/games/{game.pk}/{path}").status_code == 404, path
        explored = {"turn": 7, "line": []}
        answer = client.post(f"{API}/games/{game.pk}/explore", explored, "application/json")
        assert answer.status_code == 404
        assert client.get(f"/games/{game.pk}/history/?turn=6").status_code == 404
        assert client.get(f"/embed/games/{game.pk}?turn=6").status_code == 404
        assert client.get(f"/embed/games/{game.pk}/1000006.svg").content.decode() == boards[6]
        lines = client.get(f"{API}/games?player=alice&turns=true", headers={"accept": NDJSON})
        assert lines.status_code in (200, 406)
    told = browse(charlie).get(f"/games/{game.pk}/").content.decode()
    assert "three turns late" in told

    # The players see it as it is, and everyone does once it is over.
    for person in (alice, bob):
        assert browse(person).get(f"{API}/games/{game.pk}").json()["turn"] == 9
        mine = told_by(browse(person), game)
        assert turns[-1].position_after in mine[f"{API}/games/{game.pk}/turns"]
        assert "three turns late" not in mine[f"/games/{game.pk}/"]
    assert not charlie.inbox_entries.exists()
    tag = browse(charlie).get(f"{API}/games/{game.pk}").headers["ETag"]
    assert tag != browse(alice).get(f"{API}/games/{game.pk}").headers["ETag"]
    held = browse(charlie).get(f"{API}/games/{game.pk}", headers={"if-none-match": tag})
    assert held.status_code == 304
    resign(bob.pk, game.pk, now=now)
    assert len(browse().get(f"{API}/games/{game.pk}/turns").json()["results"]) == 8
    assert browse().get(f"{API}/games/{game.pk}").json()["result"]["winner"] == "white"


def test_a_match_by_post_and_a_casual_one_are_shown_as_they_are(
    browse: Callable[..., Client], game: Game, now: datetime
) -> None:
    play(game, "d2d4 @f3", now=now)
    Game.objects.update(rated=True)
    assert browse().get(f"{API}/games/{game.pk}").json()["turn"] == 2


def onlooker(stack: ExitStack, port: int, path: str) -> Iterator[dict[str, Any]]:
    """Follow a game as a stranger, and yield what is told."""
    line = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=30))
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: {NDJSON}\r\n\r\n"
    line.sendall(head.encode())
    told = stack.enter_context(line.makefile("rb"))
    assert told.readline().startswith(b"HTTP/1.1 200")
    return (json.loads(text) for text in told if text.startswith(b"{"))


def test_fifty_onlookers_follow_it_late_and_a_player_together(
    client_of: Callable[..., httpx.Client], service: LiveService, live_match: Game, alice: User
) -> None:
    game = rate(live_match)
    path = f"/games/{game.pk}/events"
    with ExitStack() as stack:
        mine = stack.enter_context(following(client_of(alice), path, NDJSON))
        late = [onlooker(stack, service.port, API + path) for _ in range(50)]
        for _ in range(5):
            play(game, any_turn(game), now=timezone.now())
        assert [one["data"]["turn"] for one in mine.take(5)] == [1, 2, 3, 4, 5]
        for one in late:
            assert [told["data"]["turn"] for told in islice(one, 2)] == [1, 2]
        resign(alice.pk, game.pk, now=timezone.now())
        ends = ["turn.played"] * 3 + ["game.finished"]
        for one in late:
            assert [told["type"] for told in islice(one, 4)] == ends


@pytest.fixture
def rated_match(charlie: User, dan: User, now: datetime) -> Game:
    """A match of two who are rated."""
    game = start_round(start_formations(charlie, dan, now), now)
    game.players.update(rating=1900)
    return game


def test_the_page_to_watch_on_shows_the_best_match_and_the_newest_goals(
    browse: Callable[..., Client], game: Game, rated_match: Game, now: datetime
) -> None:
    assert best_match(playing_now(None), None).pk == rated_match.pk
    play(place(game, OPEN_GOAL), "!e8", now=now)

    (goal,) = newest_goals(None)
    assert (goal.game.pk, goal.score) == (game.pk, {"white": 1, "black": 0})
    page = browse().get("/tv/").content.decode()
    assert f"/games/{rated_match.pk}/" in page
    assert "alice 1–0 bob" in page
    assert f"/games/{game.pk}/history/?turn=1" in page

    Game.objects.filter(pk=rated_match.pk).update(is_public=False)
    assert best_match(playing_now(None), None) is None
    assert "No games yet" in browse().get("/tv/").content.decode()


def test_a_goal_of_a_rated_live_match_is_shown_as_late_as_its_turn(
    live_match: Game, alice: User, now: datetime
) -> None:
    game = rate(place(live_match, OPEN_GOAL))
    play(game, "!e8", now=now)

    assert newest_goals(None) == []
    assert len(newest_goals(alice.pk)) == 1
