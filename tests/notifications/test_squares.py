"""The games on squares in all places where a game is seen: pages, pictures, exports, mails."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game
from games.play.challenge.challenges import Terms, accept_challenge, make_challenge
from tests.games.matches import play
from tests.notifications.test_mail import send, text_of

PLAYED = {
    "standard": ("e2e4", "e7e5", "g1f3"),
    "future": ("1b12b2", "3b43b3", "1d12d2"),
    "family": ("d2d3", "d11d10", "e2e3"),
}
OPTIONS = {"family": {"seats": 2}}


@pytest.fixture(params=list(PLAYED))
def squares(request: pytest.FixtureRequest, alice: User, bob: User, now: datetime) -> Game:
    """Alice and bob have begun a game on squares; bob is to play."""
    terms = Terms(side="white", ruleset=request.param, options=OPTIONS.get(request.param, {}))
    challenge = make_challenge(alice, "bob", terms, now=now)
    game = accept_challenge(bob, challenge.pk, now=now)
    play(game, *PLAYED[request.param], now=now)
    return Game.objects.get(pk=game.pk)


def test_every_page_and_picture_shows_it(squares: Game, bob: User, client: Client) -> None:
    client.force_login(bob)
    page, api = f"/games/{squares.pk}", f"/api/v1/games/{squares.pk}"

    for address in (
        "/", "/games/", "/lobby/", "/players/alice/", "/players/alice/games/",
        f"{page}/", f"{page}/?side=white", f"{page}/history/", f"{page}/history/?turn=1&start=1",
        api, f"{api}?scene=black", f"{api}/options", f"{api}/options?after=&scene=black",
        f"{api}/turns", f"{api}/history", f"{api}/export", f"{api}/export?format=text",
        f"{api}/board.svg?side=black", f"{api}/board.png?turn=1", f"{api}/events",
    ):  # fmt: skip
        assert client.get(address).status_code == 200, address
    assert b"<ce-grid" in client.get(f"{page}/").content


def test_the_mail_reports_it_with_a_picture(squares: Game, now: datetime) -> None:
    mail = send(now)["bob"]

    assert "alice" in text_of(mail)
    assert f"{squares.rules.name}: you play Black\n" in text_of(mail)
    pictures = [part for part in mail.walk() if part.get_content_maintype() == "image"]
    assert pictures


def test_the_scene_comes_with_the_game_and_with_what_may_follow(
    squares: Game, bob: User, client: Client
) -> None:
    api = f"/api/v1/games/{squares.pk}"
    client.force_login(bob)
    plain, scene = client.get(api), client.get(f"{api}?scene=black")

    assert "scene" not in plain.json()
    assert scene.json()["scene"]["panels"][0]["squares"][0].keys() == {"name", "x", "y", "shade"}
    assert plain["ETag"] != scene["ETag"] != client.get(f"{api}?scene=white")["ETag"]
    again = client.get(f"{api}?scene=black", headers={"If-None-Match": scene["ETag"]})
    assert again.status_code == 304
    assert client.get(f"{api}?scene=gold").status_code == 400
    assert client.get(f"{api}?scene=%0d", headers={"If-None-Match": "*"}).status_code == 400

    first = client.get(f"{api}/options?scene=black").json()
    action = first["actions"][0]
    after = client.get(f"{api}/options?scene=black&after={action['text']}").json()
    assert sorted(after["scene"]["touched"]) == sorted([action["from"], action["to"]])
    assert client.get(f"{api}/options?scene=gold").status_code == 400


def test_a_game_without_squares_has_no_scene(game: Game, client: Client) -> None:
    assert client.get(f"/api/v1/games/{game.pk}?scene=white").json()["scene"] is None
    assert client.get(f"/api/v1/games/{game.pk}/options?scene=white").json()["scene"] is None


@pytest.mark.parametrize(("language", "said"), [("en", "alice: Nf3."), ("de", "alice: Sf3.")])
def test_a_move_of_chess_is_reported_as_chess_is_written(
    alice: User, bob: User, now: datetime, client: Client, language: str, said: str
) -> None:
    User.objects.filter(pk=bob.pk).update(language=language)
    challenge = make_challenge(alice, "bob", Terms(side="white", ruleset="standard"), now=now)
    game = accept_challenge(bob, challenge.pk, now=now)
    play(game, *PLAYED["standard"], now=now)

    mail = text_of(send(now)["bob"])
    client.force_login(User.objects.get(pk=bob.pk))
    pages = [client.get(path).content.decode() for path in ("/", f"/games/{game.pk}/")]
    turns = client.get(f"/api/v1/games/{game.pk}/turns", HTTP_ACCEPT_LANGUAGE=language).json()

    assert said in mail
    assert all(said.rstrip(".")[-3:] in page for page in pages)
    assert [one["summary"] for one in turns["results"]][-1] == said[-4:-1]
