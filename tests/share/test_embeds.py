"""Games and competitions in frames of other sites, and oEmbed."""

from __future__ import annotations

import json
import re
from datetime import datetime
from urllib.parse import quote

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.competitions.models import Competition
from games.models import Game
from games.play.acts import resign
from tests.competitions.cups import DAY, make_cup
from tests.games.matches import any_turn, play

pytestmark = pytest.mark.django_db
SITE = settings.SITE_URL


def asked(client: Client, url: str, **more: object):
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return client.get(f"/oembed?url={quote(url, safe='')}{query}")


def test_a_frame_shows_the_game_to_everyone_alike(
    client: Client, scored: Game, alice: User, bob: User, now: datetime
) -> None:
    own = Client()
    own.force_login(alice)
    answer = own.get(f"/embed/games/{scored.pk}")

    assert answer.status_code == 200
    assert not answer.cookies
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert "X-Frame-Options" not in answer.headers
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    text = answer.content.decode()
    assert text == client.get(f"/embed/games/{scored.pk}").content.decode()
    assert "alice 1–0 bob" in text
    assert "data-running" in text
    (picture,) = re.findall(r'src="(/embed/games/\w+/\d+\.svg)"', text)
    assert client.get(picture).content.startswith(b"<svg")

    state = client.get(f"/embed/games/{scored.pk}/state").json()
    assert state["is_running"]
    play(scored, any_turn(scored), now=now)
    after = client.get(f"/embed/games/{scored.pk}/state").json()
    assert after["last_event"] > state["last_event"]
    assert after["picture"] != state["picture"]
    # A fixed turn stays what it is, and follows nothing.
    third = client.get(f"/embed/games/{scored.pk}?turn=3").content.decode()
    assert "data-running" not in third
    assert f"/api/v1/games/{scored.pk}/board.svg?turn=3" in third
    for path in ("nogame00", f"{scored.pk}?turn=99", f"{scored.pk}?turn=x"):
        assert client.get(f"/embed/games/{path}").status_code == 404
    resign(bob.pk, scored.pk, now=now)
    assert (
        "alice won: bob resigned (1–0)" in client.get(f"/embed/games/{scored.pk}").content.decode()
    )


def test_a_private_game_is_shown_nowhere_but_to_its_players(
    client: Client, scored: Game, white: APIClient, third: APIClient
) -> None:
    Game.objects.update(is_public=False)
    clip = f"/api/v1/games/{scored.pk}/clip.gif?turns=3"

    for path in (
        f"/embed/games/{scored.pk}",
        f"/embed/games/{scored.pk}/state",
        f"/embed/games/{scored.pk}/1.svg",
        f"/oembed?url={quote(f'{SITE}/games/{scored.pk}/')}",
        clip,
    ):
        assert client.get(path).status_code == 404, path
    assert third.get(clip).status_code == 404
    own = white.get(clip)
    assert own.status_code == 200
    assert own["Cache-Control"].startswith("private")
    page = client.get(f"/games/{scored.pk}/goals/1/").content.decode()
    assert "oembed" not in page
    assert "og:image" not in page
    assert "oembed" not in client.get(f"/games/{scored.pk}/").content.decode()


def test_a_public_competition_may_be_framed_and_a_private_one_not(client: Client) -> None:
    cup = make_cup(timezone.now() - 3 * DAY, 3)
    key = cup.competition.pk
    entered = client.get(f"/embed/competitions/{key}").content.decode()
    assert cup.players[0].username in entered
    cup.draw()

    answer = client.get(f"/embed/competitions/{key}?section=open")
    told = asked(client, f"{SITE}/competitions/{key}/open/").json()

    assert answer.status_code == 200
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "Final" in answer.content.decode()
    assert told["title"] == "Autumn Cup"
    assert f"/embed/competitions/{key}?section=open" in told["html"]
    assert asked(client, f"{SITE}/competitions/{key}/under-9/").status_code == 404
    Competition.objects.update(is_private=True)
    assert client.get(f"/embed/competitions/{key}").status_code == 404
    assert asked(client, f"{SITE}/competitions/{key}/").status_code == 404


def test_oembed_shows_how_to_show_a_game(client: Client, scored: Game) -> None:
    page = client.get(f"/games/{scored.pk}/history/?turn=3").content.decode()
    (link,) = re.findall(r'type="application/json\+oembed" href="([^"]+)"', page)

    answer = client.get(link.replace("&amp;", "&").removeprefix(SITE))

    assert answer.status_code == 200
    assert answer["Access-Control-Allow-Origin"] == "*"
    told = answer.json()
    assert (told["version"], told["type"]) == ("1.0", "rich")
    assert told["title"] == "alice 1–0 bob · Chess Eleven"
    assert f'src="{SITE}/embed/games/{scored.pk}?turn=3"' in told["html"]
    assert client.get(told["thumbnail_url"].removeprefix(SITE)).status_code == 200
    narrow = asked(client, f"{SITE}/games/{scored.pk}/goals/1/", maxwidth=300, maxheight=320).json()
    assert (narrow["width"], narrow["height"]) == (300, 320)
    assert "turn=3" in narrow["html"]


@pytest.mark.parametrize(
    ("url", "status"),
    [
        ("https://evil.example/games/{id}/", 404),
        (SITE + "@evil.example/games/{id}/", 404),
        ("http://169.254.169.254/latest/meta-data/", 404),
        ("file:///etc/passwd", 404),
        ("http://[", 404),
        ("", 404),
        (SITE + "/settings/", 404),
        (SITE + "/games/nogame00/", 404),
        (SITE + "/games/{id}/goals/7/", 404),
        (SITE + '/games/{id}/history/?turn="><script>', 404),
    ],
)
def test_other_addresses_are_not_known(client: Client, scored: Game, url: str, status: int) -> None:
    answer = client.get(
        "/oembed?url=" + quote(url.replace("{id}", scored.pk), safe=""),
        headers={"Host": "localhost"},
    )

    assert answer.status_code == status
    assert answer["Content-Type"].startswith("application/problem+json")
    assert "evil" not in answer.content.decode()


def test_what_oembed_cannot_do_is_refused(client: Client, scored: Game) -> None:
    url = f"{SITE}/games/{scored.pk}/"

    assert asked(client, url, format="xml").status_code == 501
    for size in ("0", "-1", "wide", "1e3", "99999999999"):
        assert asked(client, url, maxwidth=size).status_code == 400, size


def test_a_name_cannot_break_out_of_the_frame(client: Client, scored: Game, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(username='"><img src=x>')

    told = asked(client, f"{SITE}/games/{scored.pk}/").json()

    assert "<img" not in told["html"]
    assert "<img src=x>" not in client.get(f"/embed/games/{scored.pk}").content.decode()
    assert json.loads(client.get(f"/embed/games/{scored.pk}/state").content)["headline"]
