"""The other games of the leaflets, played by HTTP from the challenge to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User

API = "/api/v1"
Clients = Callable[..., APIClient]


def begin(clients: dict[str, APIClient], ruleset: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a game to which the first of these invited the others, all of whom accepted."""
    first, *others = clients
    body = {"ruleset": ruleset, "options": options, "opponents": others}
    made = clients[first].post(f"{API}/challenges", body, "json")
    assert made.status_code == 201, made.content
    for name in others:
        answer = clients[name].post(f"{API}/challenges/{made.json()['id']}/accept")
    assert answer.status_code == 201, answer.content
    game: dict[str, Any] = answer.json()
    return game


def play_turn(clients: dict[str, APIClient], game: dict[str, Any], turn: list[str]) -> Any:
    """Return the game after the side to play has played."""
    [side] = game["awaiting"]
    client = clients[game["players"][side]["username"]]
    url = f"{API}/games/{game['id']}/turns"
    answer = client.post(url, {"turn": game["turn"], "actions": turn}, "json")
    assert answer.status_code == 201, answer.content
    return answer.json()["game"]


def look_everywhere(game: dict[str, Any], people: list[User]) -> None:
    """Look at every page, picture and text of a game, as each player and as an onlooker."""
    url = f"{API}/games/{game['id']}"
    paths = [
        *(f"{url}{part}" for part in ("", "/turns", "/history", "/export", "/export?format=text")),
        *(f"{url}/board.{kind}?side={side}" for kind in ("svg", "png") for side in game["players"]),
        f"/games/{game['id']}/",
        f"/games/{game['id']}/history/",
        "/",
        "/lobby/",
        "/players/alice/",
    ]
    for user in (*people, None):
        browser = Client()
        if user is not None:
            browser.force_login(user)
        for path in paths:
            answer = browser.get(path)
            assert answer.status_code == 200, (path, answer.content[:500])
            if not path.startswith(API):
                text = re.sub(
                    r"<(script|style)\b.*?</\1>", " ", answer.content.decode(), flags=re.S
                )
                assert not re.search(r"\bNone\b(?! (yet|finished))", re.sub("<[^>]+>", " ", text))


@pytest.mark.parametrize(
    ("ruleset", "options", "seats"),
    [
        ("standard", {}, 2),
        ("future", {"setup": "queens"}, 2),
        ("family", {"seats": 3}, 3),
    ],
)
def test_a_game_is_played_and_seen_from_everywhere(
    ruleset: str,
    options: dict[str, Any],
    seats: int,
    alice: User,
    bob: User,
    charlie: User,
    dan: User,
    client_of: Clients,
) -> None:
    people = [alice, bob, charlie, dan][:seats]
    clients = {user.username: client_of(user) for user in people}
    game = begin(clients, ruleset, options)
    assert game["ruleset"] == ruleset
    assert len(game["players"]) == seats
    look_everywhere(game, people[:1])

    rng = Random(7)
    for _ in range(3 * seats):
        [side] = game["awaiting"]
        client = clients[game["players"][side]["username"]]
        url = f"{API}/games/{game['id']}"
        options_url = f"{url}/options?turn={game['turn']}"
        first = client.get(options_url).json()
        assert {one["text"] for one in first["actions"]} == set(game["legal_actions"])
        turn = [rng.choice(first["actions"])["text"]]
        if client.get(f"{options_url}&after={turn[0]}").json()["complete"] == 0:
            turn.append(
                "+" + client.get(f"{options_url}&after={turn[0]}").json()["actions"][0]["text"][1:]
            )
        game = play_turn(clients, game, turn)
    look_everywhere(game, people[1:2])

    for user in people[:-1]:
        acts = f"{API}/games/{game['id']}/acts"
        answer = clients[user.username].post(acts, {"name": "resign"}, "json")
        assert answer.status_code == 200, answer.content
    game = clients["alice"].get(f"{API}/games/{game['id']}").json()
    assert game["status"] == "finished"
    assert game["players"][game["result"]["winner"]]["username"] == people[-1].username
    assert sum(game["result"]["points"].values()) == seats * (seats - 1) / 2
    look_everywhere(game, people[-1:])


def test_mate_ends_a_game_of_chess(alice: User, bob: User, client_of: Clients) -> None:
    clients = {"alice": client_of(alice), "bob": client_of(bob)}
    game = begin(clients, "standard", {})

    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        game = play_turn(clients, game, [move])

    assert (game["result"]["reason"], game["result"]["winner"]) == ("checkmate", "black")
    turns = clients["alice"].get(f"{API}/games/{game['id']}/turns").json()["results"]
    assert [turn["notation"] for turn in turns] == ["f3", "e5", "g4", "Qh4#"]
