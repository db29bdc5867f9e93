"""Some turns of a game as an animated picture."""

from __future__ import annotations

import io
import os
from datetime import datetime
from pathlib import Path

import pytest
from django.test import Client
from PIL import Image

from accounts.models import User
from accounts.names import DELETED_PREFIX
from games.features.share import kept_files
from games.features.share.stretch import find_stretch, goal_turns, headline_of
from games.models import Game
from games.play.challenge.challenges import Invited, Terms, make_challenge, take_seat
from tests.conftest import Person
from tests.games.matches import OPEN_GOAL, any_turn, place, play

pytestmark = pytest.mark.django_db


def clip(client: Client, game: Game, query: str = "", kind: str = "gif"):
    return client.get(f"/api/v1/games/{game.pk}/clip.{kind}?{query}")


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def test_a_clip_shows_the_turns_and_what_they_came_to(client: Client, scored: Game) -> None:
    answer = clip(client, scored, "turns=1-3")

    assert answer["Content-Type"] == "image/gif"
    assert len(answer.content) < 250_000
    picture = opened(answer.content)
    # The board before, two actions and one, a run, a shot in the air, a goal.
    assert (picture.n_frames, picture.width) == (7, 480)
    shown = []
    for frame in range(picture.n_frames):
        picture.seek(frame)
        shown.append(picture.dispose_extent)
    whole = shown[0]
    # Only what changes is written: a knight's leap touches a corner of the board and the words.
    assert whole == (0, 0, *picture.size)
    assert all(box != whole for box in shown[1:4])
    smaller = clip(client, scored, "turns=1-3&theme=dark", "webp")
    assert smaller["Content-Type"] == "image/webp"
    assert opened(smaller.content).n_frames == 7
    assert clip(client, scored, "side=black").content != clip(client, scored).content


def test_a_clip_is_made_once_and_kept(client: Client, scored: Game, settings) -> None:
    settings.LIMITS_ON = True
    settings.LIMITS = settings.LIMITS | {"clips": (1, 3600)}

    first = clip(client, scored, "turns=3")
    again = clip(client, scored, "turns=3")
    held = client.get(
        f"/api/v1/games/{scored.pk}/clip.gif?turns=3", headers={"If-None-Match": first["ETag"]}
    )
    one_too_many = clip(client, scored, "turns=2")

    assert first.content == again.content
    assert held.status_code == 304
    assert one_too_many.status_code == 429
    assert one_too_many.json()["code"] == "rate_limited"
    assert int(one_too_many["Retry-After"]) > 0
    (kept,) = (Path(settings.DATA_DIR) / "clips").iterdir()
    assert kept.read_bytes() == first.content


def test_what_no_one_asks_for_is_forgotten(settings) -> None:
    for name in ("old", "middle", "new"):
        kept_files.find_or_make(name, lambda: b"x" * 100)
    folder = Path(settings.DATA_DIR) / "clips"
    os.utime(folder / "old", (1, 1))
    os.utime(folder / "middle", (2_000_000_000, 2_000_000_000))
    os.utime(folder / "new", (2_000_000_001, 2_000_000_001))

    assert kept_files.forget_old() == 1
    assert kept_files.forget_old(most=150) == 1
    assert [path.name for path in folder.iterdir()] == ["new"]
    assert kept_files.find("../../etc/passwd") is None


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("turns=0", 400),
        ("turns=3-1", 400),
        ("turns=1-12", 400),
        ("turns=x", 400),
        ("turns=1-3&theme=pink", 400),
        ("turns=1-3&side=red", 400),
        ("turns=1-3&width=9", 400),
        ("turns=1-4", 404),
    ],
)
def test_what_cannot_be_shown_is_refused(
    client: Client, game: Game, now: datetime, query: str, status: int
) -> None:
    play(game, "d2d4 @f3", now=now)

    answer = clip(client, game, query)

    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"


def test_line_ups_that_are_being_chosen_are_never_shown(
    client: Client, arranging: Game, scored: Game
) -> None:
    assert clip(client, arranging).status_code == 404
    # What is to come after the goal is none of the clip's.
    place(scored, OPEN_GOAL)
    before = clip(client, scored).content
    Game.objects.filter(pk=scored.pk).update(state=scored.state.replace("e2", "e3"))
    assert clip(client, scored).content == before


def test_the_score_goes_with_the_turns(scored: Game) -> None:
    stretch = find_stretch(scored, "1-3")

    assert [headline_of(scored, score) for score in stretch.scores] == [
        *["alice 0–0 bob"] * 3,
        "alice 1–0 bob",
    ]
    assert find_stretch(scored, "3").scores[0] == {"white": 0, "black": 0}
    assert [turn.number for turn in goal_turns(scored)] == [3]


def test_who_has_left_is_nameless(client: Client, scored: Game, bob: User) -> None:
    before = clip(client, scored).content
    bob.username = f"{DELETED_PREFIX}abcdefghij"
    bob.save()

    left = Game.objects.get(pk=scored.pk)

    assert headline_of(left, {"white": 1, "black": 0}) == "alice 1–0 nameless"
    # No one is given the picture that bears the name.
    assert clip(client, scored).content != before


def test_a_long_stretch_has_twelve_pictures(client: Client, game: Game, now: datetime) -> None:
    play(game, "d2d4 @f3", now=now)
    for _ in range(10):
        play(game, any_turn(game), now=now)

    answer = clip(client, game, "turns=1-11")

    assert opened(answer.content).n_frames == 12
    assert len(answer.content) < 250_000


@pytest.mark.parametrize("ruleset", ["standard", "future", "family"])
def test_other_games_have_clips_too(
    client: Client, alice: User, bob: User, person: Person, now: datetime, ruleset: str
) -> None:
    people = [bob]
    if ruleset == "family":
        people += [person(name) for name in ("carol", "dan")]
    terms = Terms(ruleset=ruleset, options={"seats": 4} if ruleset == "family" else {})
    others = [Invited(one) for one in people] if len(people) > 1 else []
    named = None if others else "bob"
    challenge = make_challenge(alice, named, terms, now=now, others=others)
    for one in people:
        take_seat(one, challenge.pk, now=now)
    found = Game.objects.get()
    for _ in range(2):
        play(found, any_turn(found), now=now)

    answer = clip(client, found, "turns=1-2")

    picture = opened(answer.content)
    assert picture.n_frames == 3
    assert picture.width == 480
    assert picture.height <= 700
    assert len(answer.content) < 250_000
    assert goal_turns(found) == []
