"""How links to games look where they are shared, and the page of a goal."""

from __future__ import annotations

import io
import re
from datetime import datetime

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from accounts.models import User
from accounts.names import DELETED_PREFIX
from games.models import Game
from games.play.acts import resign
from tests.markup import tight

pytestmark = pytest.mark.django_db
SITE = settings.SITE_URL


def told(client: Client, path: str) -> dict[str, str]:
    """Return what the head of a page tells those who show a link to it."""
    text = client.get(path).content.decode()
    found = dict(re.findall(r'<meta property="og:([\w:]+)" content="([^"]*)">', text))
    return found | {"title": found.get("title", ""), "page": text}


def test_the_preview_shows_the_score_and_shows_the_turn_that_was_shared(
    client: Client, scored: Game, alice: User, bob: User, now: datetime
) -> None:
    path = f"/games/{scored.pk}/"
    running = told(client, path)
    assert running["title"] == "alice 1–0 bob · Chess Eleven"
    assert running["image"] == f"{SITE}/api/v1/games/{scored.pk}/board.png"
    second = told(client, f"{path}history/?turn=2")
    assert second["title"] == "alice 0–0 bob · Chess Eleven"
    assert second["description"] == "bob: Nf6–e4"
    assert second["image"] == f"{SITE}/api/v1/games/{scored.pk}/board.png?turn=2"
    assert second["url"] == f"{SITE}{path}history/?turn=2"
    assert told(client, f"{path}history/")["url"] == f"{SITE}{path}"

    resign(bob.pk, scored.pk, now=now)
    over = told(client, path)
    assert over["title"] == "alice 1–0 bob · Chess Eleven"
    assert over["description"] == "alice won: bob resigned (1–0)"


def test_a_goal_has_a_page_of_its_own(client: Client, scored: Game, bob: User) -> None:
    path = f"/games/{scored.pk}/goals/1/"

    page = told(client, path)

    assert page["title"] == "GOAL – alice 1–0 bob"
    assert "<title>GOAL – alice 1–0 bob ·" in page["page"]
    assert page["description"] == "3\u2032 Rook e4, alice"
    assert page["image"] == f"{SITE}/api/v1/games/{scored.pk}/clip.gif?turns=1-3"
    shown = client.get(page["image"].removeprefix(SITE))
    assert shown["Content-Type"] == "image/gif"
    size = Image.open(io.BytesIO(shown.content)).size
    assert (page["image:width"], page["image:height"]) == tuple(map(str, size))
    assert f'data-url="{SITE}{path}"' in page["page"]
    assert '"number": 3' in page["page"]
    assert client.get(f"/games/{scored.pk}/goals/2/").status_code == 404
    assert client.get("/games/nogame00/goals/1/").status_code == 404

    bob.username = f"{DELETED_PREFIX}abcdefghij"
    bob.save()
    assert told(client, path)["title"] == "GOAL – alice 1–0 nameless"


def test_pages_offer_to_share(client: Client, scored: Game, arranging: Game) -> None:
    button = re.compile(r'<a class="btn[^"]*" href="([^"]+)" data-share-game="\w+" data-turns="3?')
    for path in (f"/games/{scored.pk}/history/?turn=3", f"/games/{scored.pk}/goals/1/"):
        (address,) = button.findall(tight(client.get(path).content.decode()))
        assert address == f"/api/v1/games/{scored.pk}/clip.gif?turns=1-3"
    # Nothing has happened yet that could be shown.
    assert not button.search(tight(client.get(f"/games/{arranging.pk}/").content.decode()))
