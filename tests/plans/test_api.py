"""Plans by the API: made, seen, taken back; refused with what helps."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.forms import model_to_dict
from rest_framework.test import APIClient

from accounts.models import User
from games.features.plans import services
from games.features.plans.models import PlanEntry, PlanFallback
from games.features.plans.wording import prospects
from games.models import Game
from games.play.acts import resign
from tests.conftest import Clients
from tests.games.http import API, refused
from tests.games.matches import place, play
from tests.plans.conftest import FOUR_WAYS, fire_all, fresh, read_line, turn

FIRST, SECOND, THIRD = "d2d4 @f3", "f6e4", "f3e5 @d4"


@pytest.fixture
def plans(game: Game, now: datetime) -> str:
    """The address of the plans of a game in which black is to play turn 2."""
    play(game, FIRST, now=now)
    return f"{API}/games/{game.pk}/plans"


def body(*line: str, reply: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return {"turn": 2, "line": read_line(line), "reply": reply or turn(THIRD), **more}


def test_an_answer_is_made_seen_and_taken_back(
    plans: str,
    white: APIClient,
    black: APIClient,
    third: APIClient,
    client_of: Clients,
    alice: User,
) -> None:
    made = white.post(plans, body(SECOND))
    assert made.status_code == 201, made.content
    entry = made.json()
    assert entry["reply"]["notation"] == THIRD
    assert entry["line"][0] | {"text": ""} == {
        "side": "black", "actions": [SECOND], "outcome": None, "notation": SECOND, "text": "",
    }  # fmt: skip
    assert "bob" in entry["line"][0]["text"]

    shown = white.get(plans)
    assert shown["Cache-Control"] == "private, no-store"
    assert (shown.json()["turn"], shown.json()["left"]) == (2, 99)
    assert shown.json()["results"] == [entry]
    assert black.get(plans).json()["results"] == []
    refused(third.get(plans), 403, "not_a_player")
    refused(client_of().get(plans), 401, "not_authenticated")
    refused(client_of(alice, "games:read").get(plans), 403, "insufficient_scope")
    refused(black.delete(f"{plans}/{entry['id']}"), 404, "not_found")

    assert white.delete(f"{plans}/{entry['id']}").status_code == 204
    assert white.get(plans).json()["results"][0]["because"] == "removed"
    white.post(plans, body(SECOND))
    assert white.delete(plans).status_code == 204
    assert not PlanEntry.objects.filter(status="waiting").exists()


def test_the_numbers_of_a_seat_reveal_nothing_of_the_other(
    plans: str, white: APIClient, alice: User, bob: User, game: Game
) -> None:
    first = white.post(plans, body(SECOND)).json()["id"]
    # What bob prepares, in this game or in another, takes numbers of the table.
    for number in range(3):
        PlanEntry.objects.create(
            game=game, side="black", place=number + 1, round=1, key=f"k{number}", line=[],
            reply={}, made_at_turn=2,
        )  # fmt: skip
    second = white.post(plans, body("f6d5")).json()["id"]
    assert white.delete(f"{plans}/{first}").status_code == 204
    third = white.post(plans, body(SECOND)).json()["id"]

    assert [first, second, third] == ["1", "2", "3"]
    assert white.delete(f"{plans}/{second}").status_code == 204
    kept = {one["id"]: one["status"] for one in white.get(plans).json()["results"]}
    assert kept == {"1": "dropped", "2": "dropped", "3": "waiting"}
    assert PlanEntry.objects.filter(side="black", status="waiting").count() == 3


@pytest.mark.parametrize(
    ("sent", "status", "code", "extra"),
    [
        ({**body(SECOND), "turn": 1}, 409, "stale_turn", {}),
        (body("f6f7"), 422, "illegal_action", {"step": 0, "index": 0}),
        (body(SECOND, reply=turn("f3e5 @a1")), 422, "illegal_action", {"step": 1, "index": 1}),
        (body(SECOND, reply=turn("nonsense")), 422, "illegal_action", {"step": 1, "index": 0}),
        (body(SECOND, THIRD), 422, "not_my_turn_there", {"step": 2}),
        (body(SECOND, reply={"do": "formation", "pieces": {}}), 422, "not_my_turn_there", {}),
        (body(), 400, "invalid", {}),
        (body(*[SECOND] * 17), 400, "invalid", {}),
        (body(SECOND, reply={"do": "turn"}), 400, "invalid", {}),
        (body(SECOND, reply={"do": "dance"}), 400, "invalid", {}),
        (body(SECOND, until=3), 400, "invalid", {}),
    ],
)
def test_what_cannot_be_is_refused(
    plans: str, white: APIClient, sent: Any, status: int, code: str, extra: dict[str, Any]
) -> None:
    problem = refused(white.post(plans, sent), status, code)

    assert extra.items() <= problem.items()


def test_an_outcome_is_asked_for_where_several_are_possible(
    game: Game, black: APIClient, white: APIClient
) -> None:
    game = place(game, FOUR_WAYS)
    plans = f"{API}/games/{game.pk}/plans"
    asked = {"turn": 1, "line": read_line(["!e8"]), "reply": {"do": "stop"}}

    problem = refused(black.post(plans, asked), 422, "outcome_needed")
    assert problem["outcomes"] == {"goal": 20, "save": 25, "block@e8": 35, "corner": 20}
    asked["line"] = read_line(["!e8=block@d8"])
    refused(black.post(plans, asked), 422, "outcome_needed")
    asked["line"] = read_line(["!e8=corner"])
    refused(black.post(plans, asked), 422, "not_my_turn_there")
    asked["line"] = read_line(["!e8=save"])
    assert black.post(plans, asked).status_code == 201
    asked |= {"line": read_line(["!e8=goal"]), "reply": {"do": "formation", "pieces": {"d1": "K"}}}
    assert refused(black.post(plans, asked), 422, "illegal_formation")["step"] == 1


def test_there_is_one_answer_for_a_situation_and_a_hundred_in_all(
    plans: str, white: APIClient
) -> None:
    white.post(plans, body(SECOND))
    refused(white.post(plans, body(SECOND, reply={"do": "stop"})), 409, "plan_exists")
    replaced = white.post(plans, body(SECOND, reply={"do": "stop"}, replace=True))
    assert replaced.status_code == 201
    assert PlanEntry.objects.get(status="dropped").because == "replaced"

    kept = model_to_dict(PlanEntry.objects.get(status="waiting"), exclude=["id", "game"])
    game_id = PlanEntry.objects.first().game_id
    PlanEntry.objects.bulk_create(
        PlanEntry(**{**kept, "game_id": game_id, "key": str(n)})
        for n in range(services.MOST_ENTRIES - 1)
    )
    refused(white.post(plans, body("c6b4", reply={"do": "stop"})), 409, "plan_limit")


def test_a_fallback_is_put_in_the_place_of_the_one_before(
    plans: str, white: APIClient, third: APIClient
) -> None:
    url = f"{plans}/fallback"
    sent = {"turn": 3, "tries": [["f3e5", "@d4"]], "unless": ["shot"]}
    assert white.put(url, sent).json() | sent == white.put(url, sent).json()
    assert white.get(plans).json()["fallback"]["status"] == "waiting"
    assert white.put(url, {**sent, "turn": 5}).json()["turn"] == 5
    refused(white.put(url, {**sent, "turn": 1}), 409, "stale_turn")
    refused(white.put(url, {**sent, "tries": []}), 400, "invalid")
    refused(white.put(url, {**sent, "unless": ["rain"]}), 400, "invalid")
    refused(third.put(url, sent), 403, "not_a_player")

    assert white.delete(url).status_code == 204
    assert white.get(plans).json()["fallback"] is None


def test_a_turn_and_what_follows_go_in_one_call(
    game: Game,
    alice: User,
    white: APIClient,
    black: APIClient,
    third: APIClient,
    client_of: Clients,
    now: datetime,
) -> None:
    url = f"{API}/games/{game.pk}/turns"
    sent = {
        "turn": 1,
        "actions": FIRST.split(),
        "plans": [{"line": read_line([FIRST, SECOND]), "reply": turn(THIRD)}],
        "fallback": {"tries": [["f3e5", "@d4"]]},
    }
    wrong = {**sent, "plans": [{"line": read_line([FIRST, "f6f7"]), "reply": turn(THIRD)}]}
    refused(white.post(url, wrong), 422, "illegal_action")
    assert not game.turns.exists()

    played = white.post(url, sent)
    assert played.status_code == 201, played.content
    assert played.json()["turn"]["by"] == "hand"
    assert white.post(url, sent).status_code == 201  # a phone that retries
    assert PlanEntry.objects.get().made_at_turn == 1
    assert PlanFallback.objects.get().turn == 3

    black.post(url, {"turn": 2, "actions": [SECOND]})
    fire_all(game, fresh(game).clock_started_at)
    assert game.turns.get(number=3).by == "plan"

    # How a turn came about is told to its own player, and to what may see their plans.
    def told_how(client: APIClient) -> list[str | None]:
        turns = [one["by"] for one in client.get(url).json()["results"]]
        history = client.get(f"{API}/games/{game.pk}/history").json()["results"]
        assert [one["turn"]["by"] for one in history] == turns
        return turns

    assert told_how(white) == ["hand", None, "plan"]
    assert told_how(black) == [None, "hand", None]
    for client in (client_of(), client_of(alice, "games:read"), third):
        assert told_how(client) == [None] * 3


def test_plans_that_come_with_a_turn_count_as_if_each_came_alone(
    game: Game, white: APIClient, settings: Any
) -> None:
    settings.LIMITS_ON = True
    settings.LIMITS = {**settings.LIMITS, "plans": (3, 60)}
    url = f"{API}/games/{game.pk}/turns"
    plan = {"line": read_line([FIRST, SECOND]), "reply": turn(THIRD), "replace": True}
    sent = {"turn": 1, "actions": FIRST.split(), "plans": [plan, plan]}

    refused(white.post(url, {**sent, "plans": [plan] * 4}), 429, "rate_limited")
    assert white.post(url, sent).status_code == 201
    assert white.post(url, sent).status_code == 201, "a phone that retries counts no more"
    plan["line"] = read_line([SECOND])
    assert white.post(f"{API}/games/{game.pk}/plans", {"turn": 2, **plan}).status_code == 201
    refused(white.post(f"{API}/games/{game.pk}/plans", {"turn": 2, **plan}), 429, "rate_limited")


def test_a_formation_that_is_kept_is_turned_for_black(
    game: Game, black: APIClient, white: APIClient
) -> None:
    pieces = {
        "b1": "B", "c1": "R", "d1": "K", "e1": "Q", "f1": "R", "c2": "P", "d2": "P", "e2": "P",
        "f2": "P", "c3": "N", "f3": "N",
    }  # fmt: skip
    assert black.put(f"{API}/presets/2", {"name": "mine", "pieces": pieces}).status_code == 200
    game = place(game, FOUR_WAYS)
    sent = {"turn": 1, "line": read_line(["!e8=goal"]), "reply": {"do": "formation", "preset": 2}}

    made = black.post(f"{API}/games/{game.pk}/plans", sent)

    assert made.status_code == 201, made.content
    assert made.json()["reply"]["pieces"]["d8"] == "K"
    sent["reply"] = {"do": "formation", "preset": 1}
    refused(black.post(f"{API}/games/{game.pk}/plans", sent), 422, "illegal_formation")


def test_a_competition_may_forbid_plans(plans: str, game: Game, white: APIClient) -> None:
    Game.objects.filter(pk=game.pk).update(competition={"id": "x", "plans": False})

    refused(white.post(plans, body(SECOND)), 403, "plans_not_allowed")


def test_what_waits_is_over_with_the_game(
    plans: str, white: APIClient, game: Game, bob: User, now: datetime
) -> None:
    """No worker has looked at the game since."""
    white.post(plans, body(SECOND))
    resign(bob.pk, game.pk, now=now)

    shown = white.get(plans).json()
    assert [(one["status"], one["because"]) for one in shown["results"]] == [
        ("dropped", "game_over")
    ]
    assert shown["left"] == 100
    assert PlanEntry.objects.get().status == "waiting"
    assert prospects([game.pk]) == {}
