"""Open challenges that ask something of anyone who accepts; anyone who does not fit reads why."""

from __future__ import annotations

from datetime import datetime
from html import unescape
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.features.ratings.models import Rating
from games.models import Act, Challenge, Game, Turn
from games.rules.contract import TIME_OUT
from tests.conftest import Browsers, Clients
from tests.games.http import API, refused
from tests.games.matches import play

KNOWN = {"rating": None, "kept_min": None, "established": True}


def ask(client: APIClient, **filters: Any) -> dict[str, Any]:
    made = client.post(f"{API}/challenges", {"opponent": None, "filters": filters})
    assert made.status_code == 201, made.content
    shown: dict[str, Any] = made.json()
    return shown


def played(game: Game, turns: int, missed: int = 0) -> None:
    """Let black have played so many turns, and missed so many deadlines."""
    now = timezone.now()
    row = Turn.objects.filter(game=game).first()
    assert row is not None
    for number in range(2, 2 + turns):
        row.pk, row.number, row.side, row.took, row.played_at = None, number, "black", 60, now
        row.save(force_insert=True)
    for number in range(missed):
        Act.objects.create(
            game=game,
            turn=900,
            index=number,
            side="black",
            name=TIME_OUT,
            happenings=[],
            at=now,
        )


def test_a_player_who_does_not_fit_reads_why_and_cannot_accept(
    game: Game, white: APIClient, black: APIClient, browse: Browsers, bob: User, now: datetime
) -> None:
    play(game, "d2d4 @f3", now=now)
    challenge = ask(white, established=True)
    assert (challenge["filters"], challenge["unmet_filters"]) == (KNOWN, None)

    path = f"{API}/challenges/{challenge['id']}"
    why = "You need 20 turns in the last 90 days. You've played 0."
    assert refused(black.post(f"{path}/accept"), 403, "not_established")["detail"] == why
    told = {"code": "not_established", "detail": why}
    assert black.get(path).json()["unmet_filters"] == told
    assert black.get(f"{API}/challenges/open").json()["results"][0]["unmet_filters"] == told
    lobby = unescape(browse(bob).get("/lobby/").content.decode())
    assert why in lobby
    page = unescape(browse(bob).get(f"/challenges/{challenge['id']}/").content.decode())
    assert page.index(why) < page.index("so far"), "read before anything else"
    assert "/accept/" not in page
    assert "Log in" not in page, "he is"
    assert "20 turns in the last 90 days" in page

    played(game, 19)
    assert black.get(path).json()["unmet_filters"]["detail"].endswith("You've played 19.")
    Turn.objects.filter(game=game).update(side="black", took=60, played_at=timezone.now())
    assert black.get(path).json()["unmet_filters"] is None
    assert black.post(f"{path}/accept").status_code == 201


def test_turns_in_time_and_ratings_are_asked_for(
    game: Game, white: APIClient, black: APIClient, client_of: Clients, bob: User, now: datetime
) -> None:
    play(game, "d2d4 @f3", now=now)
    punctual = ask(white, kept_min=95)
    strong = ask(white, rating=[1500, 1700])
    assert refused(
        client_of().post(f"{API}/challenges/{strong['id']}/accept"), 401, "not_authenticated"
    )

    def misfit(challenge: dict[str, Any]) -> Any:
        return black.get(f"{API}/challenges/{challenge['id']}").json()["unmet_filters"]

    assert misfit(punctual) is None  # Nothing was ever awaited of him.
    played(game, 18, missed=1)
    assert misfit(punctual) == {
        "code": "too_many_missed",
        "detail": "You need 95 of 100 turns on time. You recently played 94 on time.",
    }
    assert misfit(strong)["detail"].endswith("You show no rating in this game.")
    row = Rating.objects.create(user=bob, pool="eleven-post", rating=1499, games=12)
    assert misfit(strong)["detail"].endswith("between 1500 and 1700. Yours is 1499.")
    Rating.objects.filter(pk=row.pk).update(rating=1500)
    assert misfit(strong) is None


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"opponent": "bob", "filters": {"established": True}}, "#/filters"),
        ({"filters": {"rating": [1700, 1500]}}, "#/filters/rating"),
        ({"filters": {"rating": [1700]}}, "#/filters/rating"),
        ({"filters": {"kept_min": 101}}, "#/filters/kept_min"),
        ({"filters": {"shoe_size": 43}}, "#/filters/shoe_size"),
    ],
)
def test_filters_that_make_no_sense_are_refused(
    white: APIClient, bob: User, sent: dict[str, Any], pointer: str
) -> None:
    problem = refused(white.post(f"{API}/challenges", sent), 400, "invalid")

    assert problem["errors"][0]["pointer"] == pointer


def test_the_page_of_a_new_game_asks_who_may_accept(alice: User, browse: Browsers) -> None:
    form = {
        "ruleset": "eleven", "opponent": "", "side": "random", "clock": "post", "goals_to_win": 2,
        "in_lobby": "on", "most_rating": 1600, "kept_min": 90,
    }  # fmt: skip
    made = browse(alice).post("/new/", form)
    assert made.status_code == 302, made.content.decode()
    kept = Challenge.objects.get().filters
    assert kept == {"rating": [0, 1600], "kept_min": 90}
    told = browse(alice).get(made["Location"]).content.decode()
    assert "Rated between 0 and 1600; 90 of 100 turns on time" in told
    wrong = browse(alice).post("/new/", {**form, "least_rating": 1700})
    assert "Put the lower rating first." in wrong.content.decode()
