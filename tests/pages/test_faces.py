"""House robots are met by name and face; programs continue asking for their accounts."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from xml.etree import ElementTree

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils.translation import override

from accounts.models import User
from games.models import Game
from games.models.faces import FACES, draw_face, face_of, name_of
from games.play.challenge.challenges import Terms, make_challenge
from games.play.robots import answer_now, open_house
from games.rules import registry
from games.shown.point_of_view import PointOfView
from tests.games.matches import start_round

Browse = Callable[..., Client]


@pytest.fixture
def match(alice: User, now: datetime) -> Game:
    """A match of alice against the easy robot."""
    cache.clear()
    open_house()
    game_id = answer_now(make_challenge(alice, "Otto", Terms(side="white"), now=now), now)
    return Game.objects.with_seats().get(pk=game_id)


def test_every_strength_has_a_face_of_its_own() -> None:
    drawings = {draw_face(face) for face in FACES.values()}

    assert set(FACES) == set(registry.robot_strengths())
    assert len(drawings) == len({face.name for face in FACES.values()}) == len(FACES)
    for drawing in drawings:
        ElementTree.fromstring(drawing)
        assert len(drawing) < 1600


def test_a_robot_is_met_by_name_and_face(browse: Browse, alice: User, match: Game) -> None:
    client = browse(alice)
    pages = {
        path: client.get(path).content.decode()
        for path in (
            "/new/",
            "/learn/standard/",
            "/players/robot-easy/",
            f"/games/{match.pk}/",
            "/",
        )
    }

    for path, page in pages.items():
        assert "Otto" in page, path
        assert 'class="face"' in page, path
    # What is sent is still the account.
    assert 'value="robot-easy"' in pages["/new/"]
    assert "Runs at everything." in pages["/new/"]
    assert ">robot-easy<" not in "".join(pages.values())
    assert client.get(f"/api/v1/games/{match.pk}").json()["players"]["black"]["username"] == (
        "robot-easy"
    )


@pytest.mark.needs("live")
def test_the_page_to_watch_on_calls_it_by_its_name(
    browse: Browse, match: Game, now: datetime
) -> None:
    start_round(match, now)

    page = browse().get("/tv/").content.decode()

    words = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "alice 0–0 Otto" in words
    assert "robot-easy" not in page


def test_sentences_and_titles_call_it_by_its_name(alice: User, match: Game) -> None:
    view = PointOfView(match, alice.pk)

    assert (view.opponents, view.usernames["black"]) == ("Otto", "Otto")
    assert view.page_title == "Your formation against Otto"


def test_its_strength_is_shown_in_german(browse: Browse, alice: User, match: Game) -> None:
    with override("de"):
        assert str(FACES["hard"].level) == "stark"
        assert str(FACES["easy"].line) == "Stürmt immer drauflos. Lässt hinten alles offen."


def test_no_one_else_wears_a_robots_name(bob: User) -> None:
    bob.username = "robot-easy"
    other = User(username="robot-nine", is_bot=True)

    assert (face_of(bob), name_of(bob)) == (None, "robot-easy")
    assert (face_of(other), name_of(other)) == (None, "robot-nine")


def test_a_person_of_that_name_comes_first(alice: User, now: datetime) -> None:
    open_house()
    otto = User.objects.create_user("otto", "otto@example.org")

    assert make_challenge(alice, "Otto", Terms(), now=now).opponent == otto
