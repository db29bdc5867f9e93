"""A game over HTTP: what is answered, and how everything else is refused."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from config.backends.encryption import unseal
from games.models import Game, GameEvent, Turn
from games.play.acts import resign
from tests.conftest import Clients
from tests.games.http import API, make_overdue, refused, without_time
from tests.games.matches import (
    BLACK_FORMATION,
    KEEPER,
    OPEN_GOAL,
    WHITE_FORMATION,
    of_version_1,
    place,
    play,
    start_formations,
    start_round,
    with_next_roll,
)
from tests.toys.games import begin

KICK_OFF = {"turn": 1, "actions": ["d2d4", "@f3"]}


@pytest.fixture
def now() -> datetime:
    """The present, for these requests take the time from the clock of the machine."""
    return timezone.now()


def test_a_match_from_challenge_to_last_goal(white: APIClient, black: APIClient) -> None:
    challenge = white.post(
        f"{API}/challenges", {"opponent": "bob", "side": "white", "goals_to_win": 1}, "json"
    )
    assert challenge.status_code == 201
    accepted = black.post(f"{API}/challenges/{challenge.json()['id']}/accept")
    assert accepted.status_code == 201
    url = f"{API}/games/{accepted.json()['id']}"
    assert accepted.json()["status"] == "formation"
    assert accepted.json()["awaiting"] == ["white", "black"]
    assert accepted.json()["position"] is None

    first = white.put(f"{url}/formation", {**WHITE_FORMATION, "ready": True}, "json")
    assert (first.status_code, first.json()["awaiting"]) == (200, ["black"])
    begun = black.put(f"{url}/formation", {**BLACK_FORMATION, "ready": True}, "json").json()
    assert (begun["status"], begun["side_to_play"], begun["formation"]) == (
        "playing",
        "white",
        None,
    )
    assert "d2d4" in begun["legal_actions"]

    game = place(Game.objects.get(pk=begun["id"]), OPEN_GOAL)
    played = white.post(f"{url}/turns", {"turn": 1, "actions": ["!e8"]}, "json")

    assert played.status_code == 201
    turn, after = played.json()["turn"], played.json()["game"]
    assert turn["actions"] == ["!e8=goal"]
    assert turn["position_before"] == OPEN_GOAL
    assert turn["position_after"] is None
    assert len(turn["rolls"]) == 1
    assert after["status"] == "finished"
    assert after["result"] == {
        "winner": "white",
        "reason": "goals",
        "ranking": [["white"], ["black"]],
        "points": {"white": 1, "black": 0},
    }
    assert after["score"] == {"white": 1, "black": 0}
    assert after["deadline"] is None
    assert after["awaiting"] == []
    assert after["fairness"]["seed"] == unseal(bytes(game.sealed_seed)).hex()
    assert without_time(white.get(url)) == after


def test_the_seed_is_secret_until_the_end(game: Game, anonymous: APIClient) -> None:
    shown = anonymous.get(f"{API}/games/{game.pk}").json()

    assert shown["fairness"]["commitment"] == game.commitment
    assert shown["fairness"]["seed"] is None
    for what in ("", "/export", "/export?format=text", "/turns", "/events"):
        text = anonymous.get(f"{API}/games/{game.pk}{what}").content.decode()
        assert unseal(bytes(game.sealed_seed)).hex() not in text
        assert bytes(game.sealed_seed).decode() not in text


def test_anyone_may_look_without_a_token(game: Game, anonymous: APIClient, now: datetime) -> None:
    play(game, "d2d4 @f3", now=now)

    for what in ("", "/turns", "/events", "/options?turn=2", "/export", "/board.svg"):
        assert anonymous.get(f"{API}/games/{game.pk}{what}").status_code == 200, what


WRITES = [
    ("put", "formation", {**WHITE_FORMATION, "ready": True}),
    ("post", "turns", KICK_OFF),
    ("post", "acts", {"name": "claim"}),
    ("post", "draw", {"action": "offer"}),
    ("post", "draw", {"action": "accept"}),
    ("post", "acts", {"name": "final_whistle"}),
    ("post", "rematch", None),
]


@pytest.mark.parametrize(("method", "what", "body"), WRITES)
def test_charlie_and_strangers_are_refused_everywhere(
    game: Game, third: APIClient, anonymous: APIClient, method: str, what: str, body: Any
) -> None:
    url = f"{API}/games/{game.pk}/{what}"

    refused(getattr(third, method)(url, body, "json"), 403, "not_a_player")
    refused(getattr(anonymous, method)(url, body, "json"), 401, "not_authenticated")

    assert Game.objects.get(pk=game.pk).revision == game.revision


@pytest.mark.parametrize(("method", "what", "body"), WRITES)
def test_a_token_without_the_scope_is_refused(
    game: Game, alice: User, client_of: Clients, method: str, what: str, body: Any
) -> None:
    reader = client_of(alice, "games:read", "account:read")

    answer = getattr(reader, method)(f"{API}/games/{game.pk}/{what}", body, "json")

    refused(answer, 403, "insufficient_scope")


@pytest.mark.parametrize("game_id", ["ABCDEFGH", "abc", "%C3%A4bcdefgh", "a" * 300])
def test_a_game_that_is_not_there(white: APIClient, game_id: str) -> None:
    for method, what, body in [("get", "", None), *((m, f"/{w}", b) for m, w, b in WRITES)]:
        answer = getattr(white, method)(f"{API}/games/{game_id}{what}", body, "json")
        refused(answer, 404, "not_found")


def test_stale_and_foreign_turns_come_with_the_game(
    game: Game, white: APIClient, black: APIClient
) -> None:
    url = f"{API}/games/{game.pk}/turns"

    problem = refused(black.post(url, KICK_OFF, "json"), 409, "not_your_turn")
    assert problem["game"] == without_time(white.get(f"{API}/games/{game.pk}"))
    white.post(url, KICK_OFF, "json")
    problem = refused(white.post(url, {"turn": 1, "actions": ["c3e4"]}, "json"), 409, "stale_turn")
    assert problem["game"]["turn"] == 2


def test_the_same_turn_again_gets_the_same_bytes_until_someone_acts(
    alice: User, bob: User, white: APIClient, now: datetime
) -> None:
    # With a goal the rules show both formations, a nested part of the answer.
    game = place(start_round(start_formations(alice, bob, now), now), OPEN_GOAL)
    turn = {"turn": game.next_turn, "actions": ["!e8"]}

    first = white.post(f"{API}/games/{game.pk}/turns", turn, "json")
    again = white.post(f"{API}/games/{game.pk}/turns", turn, "json")

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content


def test_the_same_turn_again_gets_the_same_answer(game: Game, white: APIClient) -> None:
    url = f"{API}/games/{game.pk}/turns"

    first, second = (white.post(url, KICK_OFF, "json") for _ in range(2))

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert Turn.objects.count() == 1


def test_an_illegal_action_is_shown_with_what_was_legal(game: Game, white: APIClient) -> None:
    answer = white.post(
        f"{API}/games/{game.pk}/turns", {"turn": 1, "actions": ["d2d4", "@a1"]}, "json"
    )

    problem = refused(answer, 422, "illegal_action")
    assert (problem["index"], problem["legal"]) == (1, ["@f3"])


def test_an_illegal_formation_names_the_law(arranging: Game, white: APIClient) -> None:
    pieces = {**WHITE_FORMATION["pieces"], "d1": "Q", "e1": "K"}

    answer = white.put(f"{API}/games/{arranging.pk}/formation", {"pieces": pieces}, "json")

    assert refused(answer, 422, "illegal_formation")["law"] == "3.2"


def test_a_locked_formation_and_the_wrong_phase(
    arranging: Game, white: APIClient, black: APIClient
) -> None:
    url = f"{API}/games/{arranging.pk}"
    refused(white.post(f"{url}/turns", KICK_OFF, "json"), 409, "wrong_phase")
    white.put(f"{url}/formation", {**WHITE_FORMATION, "ready": True}, "json")

    other = {"pieces": {**WHITE_FORMATION["pieces"], "b1": "R", "c1": "B"}}
    refused(white.put(f"{url}/formation", other, "json"), 409, "formation_locked")
    black.put(f"{url}/formation", {**BLACK_FORMATION, "ready": True}, "json")
    refused(white.put(f"{url}/formation", other, "json"), 409, "wrong_phase")
    refused(white.post(f"{url}/acts", {"name": "claim"}, "json"), 409, "wrong_phase")
    refused(white.post(f"{url}/rematch"), 409, "wrong_phase")


def test_the_final_whistle_is_claimed_over_http_in_version_1_alone(
    game: Game, alice: User, bob: User, white: APIClient, now: datetime
) -> None:
    whistle = {"name": "final_whistle"}
    url = f"{API}/games/{game.pk}/acts"
    unknown = refused(white.post(url, whistle, "json"), 422, "illegal_act")
    assert unknown["law_url"].endswith("/learn/eleven/laws/#9.4")
    chess = begin("standard", {"white": alice, "black": bob}, now)
    refused(white.post(f"{API}/games/{chess.pk}/acts", whistle, "json"), 422, "illegal_act")

    place(of_version_1(game), "k7/8/8/8/8/8/4R3/3K4 w e2 open - 99")
    refused(white.post(url, whistle, "json"), 409, "wrong_phase")
    place(game, "k7/8/8/8/8/8/4R3/3K4 w e2 open - 100")
    ended = white.post(url, whistle, "json")

    assert (ended.status_code, ended.json()["result"]["reason"]) == (200, "final_whistle")


@pytest.mark.parametrize("asks", ["post", "get", "list", "stamp", "options"])
def test_any_request_for_an_overdue_game_ends_it(game: Game, white: APIClient, asks: str) -> None:
    url = f"{API}/games/{game.pk}"
    etag = white.get(url).headers["ETag"]
    make_overdue(game)

    if asks == "post":
        problem = refused(white.post(f"{url}/turns", KICK_OFF, "json"), 409, "deadline_passed")
        assert problem["game"]["status"] == "aborted"
    elif asks == "get":
        assert white.get(url).json()["result"] == {
            "winner": None,
            "reason": "aborted",
            "ranking": [],
            "points": {},
        }
    elif asks == "list":
        assert white.get(f"{API}/games?awaiting=me").json()["results"] == []
    elif asks == "stamp":
        assert white.get(url, headers={"If-None-Match": etag}).status_code == 200
    else:
        refused(white.get(f"{url}/options?turn=1"), 409, "game_over")

    after = Game.objects.get(pk=game.pk)
    assert after.status == "aborted"
    assert GameEvent.objects.filter(game=game, type="game.finished").count() == 1


def test_after_the_end_nothing_can_be_done(
    game: Game, alice: User, white: APIClient, black: APIClient, now: datetime
) -> None:
    resign(alice.pk, game.pk, now=now)
    url = f"{API}/games/{game.pk}"

    for method, what, body in WRITES[:6]:
        answer = getattr(black, method)(f"{url}/{what}", body, "json")
        refused(answer, 409, "game_over")
    assert white.post(f"{url}/acts", {"name": "resign"}, "json").status_code == 200


def test_options_lead_through_a_turn(game: Game, anonymous: APIClient) -> None:
    url = f"{API}/games/{game.pk}/options"

    start = anonymous.get(url, {"turn": 1}).json()
    middle = anonymous.get(url, {"turn": 1, "after": "d2d4"}).json()
    end = anonymous.get(url, {"turn": 1, "after": "d2d4 @f3"}).json()

    assert (start["side"], start["after"], start["complete"]) == ("white", [], -1)
    assert "d2d4" in {choice["text"] for choice in start["actions"]}
    assert (middle["complete"], [choice["text"] for choice in middle["actions"]]) == (-1, ["@f3"])
    assert (end["turn"], end["complete"], end["actions"]) == (1, 1, [])


def test_options_show_the_chances_of_a_shot(game: Game, anonymous: APIClient) -> None:
    place(game, KEEPER)

    answer = anonymous.get(f"{API}/games/{game.pk}/options?turn=1").json()

    shot = next(choice for choice in answer["actions"] if choice["kind"] == "shot")
    assert shot["text"] == "!e8"
    assert shot["chances"] == {"goal": 55, "save": 25, "corner": 20}


def test_options_can_be_kept(game: Game, anonymous: APIClient) -> None:
    url = f"{API}/games/{game.pk}/options?turn=1&after=d2d4"
    answer = anonymous.get(url)

    again = anonymous.get(url, headers={"If-None-Match": f"W/{answer.headers['ETag']}"})

    assert "max-age" in answer.headers["Cache-Control"]
    assert again.status_code == 304
    assert anonymous.get(f"{API}/games/{game.pk}/options").headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("turn=2", 409, "stale_turn"),
        ("turn=0", 409, "stale_turn"),
        ("turn=99999999999999999999", 400, "invalid"),
        ("turn=-1", 400, "invalid"),
        ("turn=x", 400, "invalid"),
        ("turn=1&after=a1a8", 422, "illegal_action"),
        ("turn=1&after=nonsense", 422, "illegal_action"),
        ("turn=1&after=d2d4%00", 400, "bad_request"),
        (f"turn=1&after={'x' * 300}", 400, "invalid"),
    ],
)
def test_options_that_cannot_be(
    game: Game, anonymous: APIClient, query: str, status: int, code: str
) -> None:
    refused(anonymous.get(f"{API}/games/{game.pk}/options?{query}"), status, code)


def test_a_corner_is_shown_with_its_roll(game: Game, white: APIClient) -> None:
    with_next_roll(place(game, KEEPER), range(80, 100))

    answer = white.post(f"{API}/games/{game.pk}/turns", {"turn": 1, "actions": ["!e8"]}, "json")

    assert answer.json()["turn"]["notation"] == "!e8=corner"
    assert answer.json()["turn"]["rolls"][0] >= 80
    assert answer.json()["game"]["awaiting"] == ["white"]


def test_a_method_that_is_not_there_is_refused(game: Game, white: APIClient) -> None:
    answer = white.delete(f"{API}/games/{game.pk}")

    refused(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]
