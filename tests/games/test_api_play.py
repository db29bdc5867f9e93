"""A game over HTTP: what is answered, and how everything else is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Game, GameEvent, Turn
from games.services.challenges import Terms, make_challenge
from games.services.resignations import resign
from tests.games.matches import (
    BLACK_FORMATION,
    KEEPER,
    OPEN_GOAL,
    WHITE_FORMATION,
    any_turn,
    place,
    play,
    start_formations,
    start_round,
    with_next_roll,
)

API = "/api/v1"
KICK_OFF = {"turn": 1, "actions": ["d2d4", "@f3"]}

Clients = Callable[..., APIClient]


@pytest.fixture
def now() -> datetime:
    """The present, for these requests take the time from the clock of the machine."""
    return timezone.now()


@pytest.fixture
def white(alice: User, client_of: Clients) -> APIClient:
    return client_of(alice)


@pytest.fixture
def black(bob: User, client_of: Clients) -> APIClient:
    return client_of(bob)


@pytest.fixture
def third(charlie: User, client_of: Clients) -> APIClient:
    return client_of(charlie)


@pytest.fixture
def nobody(client_of: Clients) -> APIClient:
    return client_of()


def make_overdue(game: Game) -> None:
    """Let the deadline lie a minute back."""
    past = timezone.now() - timedelta(minutes=1)
    Game.objects.filter(pk=game.pk).update(deadline=past, clock_started_at=past)
    game.players.filter(deadline__isnull=False).update(deadline=past)


def refused(answer: Any, status: int, code: str) -> dict[str, Any]:
    """Return the problem, which must be one and bear this code."""
    assert answer.status_code == status, answer.content
    assert answer.headers["Content-Type"] == "application/problem+json"
    problem: dict[str, Any] = answer.json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert {"type", "title", "detail"} <= set(problem)
    return problem


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
    assert after["result"] == {"winner": "white", "reason": "goals"}
    assert after["score"] == {"white": 1, "black": 0}
    assert after["deadline"] is None
    assert after["awaiting"] == []
    assert after["fairness"]["seed"] == bytes(game.secret).hex()
    assert white.get(url).json() == after


def test_the_seed_is_secret_until_the_end(game: Game, nobody: APIClient) -> None:
    shown = nobody.get(f"{API}/games/{game.pk}").json()

    assert shown["fairness"] == {"commitment": game.commitment, "seed": None}
    for what in ("", "/export", "/export?format=text", "/turns", "/events"):
        text = nobody.get(f"{API}/games/{game.pk}{what}").content.decode()
        assert bytes(game.secret).hex() not in text


def test_anybody_may_look_without_a_token(game: Game, nobody: APIClient, now: datetime) -> None:
    play(game, "d2d4 @f3", now=now)

    for what in ("", "/turns", "/events", "/options?turn=2", "/export", "/board.svg"):
        assert nobody.get(f"{API}/games/{game.pk}{what}").status_code == 200, what


WRITES = [
    ("put", "formation", {**WHITE_FORMATION, "ready": True}),
    ("post", "turns", KICK_OFF),
    ("post", "resign", None),
    ("post", "draw", {"action": "offer"}),
    ("post", "draw", {"action": "accept"}),
    ("post", "final-whistle", None),
    ("post", "rematch", None),
]


@pytest.mark.parametrize(("method", "what", "body"), WRITES)
def test_charlie_and_strangers_are_refused_everywhere(
    game: Game, third: APIClient, nobody: APIClient, method: str, what: str, body: Any
) -> None:
    url = f"{API}/games/{game.pk}/{what}"

    refused(getattr(third, method)(url, body, "json"), 403, "not_a_player")
    refused(getattr(nobody, method)(url, body, "json"), 401, "not_authenticated")

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
    assert problem["game"] == white.get(f"{API}/games/{game.pk}").json()
    white.post(url, KICK_OFF, "json")
    problem = refused(white.post(url, {"turn": 1, "actions": ["c3e4"]}, "json"), 409, "stale_turn")
    assert problem["game"]["turn"] == 2


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
    refused(white.post(f"{url}/final-whistle"), 409, "wrong_phase")
    refused(white.post(f"{url}/rematch"), 409, "wrong_phase")


@pytest.mark.parametrize("asks", ["post", "get", "list", "stamp", "options"])
def test_any_request_for_an_overdue_game_ends_it(game: Game, white: APIClient, asks: str) -> None:
    url = f"{API}/games/{game.pk}"
    etag = white.get(url).headers["ETag"]
    make_overdue(game)

    if asks == "post":
        problem = refused(white.post(f"{url}/turns", KICK_OFF, "json"), 409, "deadline_passed")
        assert problem["game"]["status"] == "aborted"
    elif asks == "get":
        assert white.get(url).json()["result"] == {"winner": None, "reason": "aborted"}
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
    assert white.post(f"{url}/resign").status_code == 200


def test_options_lead_through_a_turn(game: Game, nobody: APIClient) -> None:
    url = f"{API}/games/{game.pk}/options"

    start = nobody.get(url, {"turn": 1}).json()
    middle = nobody.get(url, {"turn": 1, "after": "d2d4"}).json()
    end = nobody.get(url, {"turn": 1, "after": "d2d4 @f3"}).json()

    assert (start["side"], start["after"], start["complete"]) == ("white", [], -1)
    assert "d2d4" in {choice["text"] for choice in start["actions"]}
    assert (middle["complete"], [choice["text"] for choice in middle["actions"]]) == (-1, ["@f3"])
    assert (end["turn"], end["complete"], end["actions"]) == (1, 1, [])


def test_options_show_the_chances_of_a_shot(game: Game, nobody: APIClient) -> None:
    place(game, KEEPER)

    answer = nobody.get(f"{API}/games/{game.pk}/options?turn=1").json()

    shot = next(choice for choice in answer["actions"] if choice["kind"] == "shot")
    assert shot["text"] == "!e8"
    assert shot["chances"] == {"goal": 55, "save": 25, "corner": 20}


def test_options_can_be_kept(game: Game, nobody: APIClient) -> None:
    url = f"{API}/games/{game.pk}/options?turn=1&after=d2d4"
    answer = nobody.get(url)

    again = nobody.get(url, headers={"If-None-Match": f"W/{answer.headers['ETag']}"})

    assert "max-age" in answer.headers["Cache-Control"]
    assert again.status_code == 304
    assert nobody.get(f"{API}/games/{game.pk}/options").headers["Cache-Control"] == "no-cache"


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
    game: Game, nobody: APIClient, query: str, status: int, code: str
) -> None:
    refused(nobody.get(f"{API}/games/{game.pk}/options?{query}"), status, code)


def test_a_corner_is_told_with_its_roll(game: Game, white: APIClient) -> None:
    with_next_roll(place(game, KEEPER), range(80, 100))

    answer = white.post(f"{API}/games/{game.pk}/turns", {"turn": 1, "actions": ["!e8"]}, "json")

    assert answer.json()["turn"]["notation"] == "!e8=corner"
    assert answer.json()["turn"]["rolls"][0] >= 80
    assert answer.json()["game"]["awaiting"] == ["white"]


BAD_BODIES: list[tuple[str, str]] = [
    ('{"turn": 1}', "invalid"),
    ('{"actions": []}', "invalid"),
    ('{"turn": "1", "actions": ["d2d4"]}', "invalid"),
    ('{"turn": 1.0, "actions": ["d2d4"]}', "invalid"),
    ('{"turn": true, "actions": ["d2d4"]}', "invalid"),
    ('{"turn": 0, "actions": ["d2d4"]}', "invalid"),
    ('{"turn": 1e400, "actions": ["d2d4"]}', "malformed"),
    (f'{{"turn": {10**30}, "actions": ["d2d4"]}}', "invalid"),
    (f'{{"turn": {"9" * 5000}, "actions": ["d2d4"]}}', "malformed"),
    ('{"turn": 1, "actions": "d2d4"}', "invalid"),
    ('{"turn": 1, "actions": [["d2d4"]]}', "invalid"),
    ('{"turn": 1, "actions": [4]}', "invalid"),
    ('{"turn": 1, "actions": [null]}', "invalid"),
    ('{"turn": 1, "actions": {"0": "d2d4"}}', "invalid"),
    (json.dumps({"turn": 1, "actions": ["d2d4"] * 100}), "invalid"),
    (json.dumps({"turn": 1, "actions": ["d" * 100]}), "invalid"),
    ('{"turn": 1, "actions": ["d2\\u0000d4"]}', "malformed"),
    ('{"turn": 1, "actions": ["\\ud800"]}', "malformed"),
    ("[]", "malformed"),
    ('"text"', "malformed"),
    ("17", "malformed"),
    ("null", "malformed"),
    ("{", "malformed"),
    ("NaN", "malformed"),
    ("[" * 20_000, "malformed"),
    ('{"a":' * 2_000 + "1" + "}" * 2_000, "malformed"),
]


@pytest.mark.parametrize(("body", "code"), BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_a_body_that_is_no_turn_is_refused(
    game: Game, white: APIClient, body: str, code: str
) -> None:
    answer = white.post(f"{API}/games/{game.pk}/turns", body, content_type="application/json")

    refused(answer, 400, code)


def test_bytes_that_are_no_text_are_refused(game: Game, white: APIClient) -> None:
    url = f"{API}/games/{game.pk}/turns"

    refused(
        white.post(url, b'{"turn": 1, "actions": ["\xff\xfe"]}', content_type="application/json"),
        400,
        "malformed",
    )
    refused(white.post(url, b"turn=1", content_type="text/plain"), 415, "unsupported_media_type")


@pytest.mark.parametrize(
    "pieces",
    [None, [], "text", 5, {"d1": 1}, {"d1": None}, {"d1": {"a": 1}}, {"d1": "KING"}, {}],
)
def test_a_body_that_is_no_formation_is_refused(
    arranging: Game, white: APIClient, pieces: Any
) -> None:
    answer = white.put(f"{API}/games/{arranging.pk}/formation", {"pieces": pieces}, "json")

    assert answer.status_code in (400, 422)
    assert answer.json()["code"] in ("invalid", "illegal_formation")


@pytest.mark.parametrize("ready", ["true", 1, None, [], "yes"])
def test_ready_is_true_or_false(arranging: Game, white: APIClient, ready: Any) -> None:
    answer = white.put(
        f"{API}/games/{arranging.pk}/formation", {**WHITE_FORMATION, "ready": ready}, "json"
    )

    problem = refused(answer, 400, "invalid")
    assert problem["errors"][0]["pointer"] == "#/ready"


@pytest.mark.parametrize("action", ["", "resign", None, 4, ["offer"], {"offer": 1}])
def test_a_draw_has_four_actions(game: Game, white: APIClient, action: Any) -> None:
    refused(white.post(f"{API}/games/{game.pk}/draw", {"action": action}, "json"), 400, "invalid")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("opponent", "nobody"),
        ("opponent", "alice"),
        ("opponent", 5),
        ("opponent", ""),
        ("opponent", "x" * 31),
        ("opponent", ["bob"]),
        ("side", "red"),
        ("side", None),
        ("goals_to_win", 0),
        ("goals_to_win", 10),
        ("goals_to_win", "2"),
        ("goals_to_win", 2.5),
        ("goals_to_win", True),
        ("days_per_turn", 0),
        ("days_per_turn", 15),
        ("days_per_turn", 10**30),
        ("ruleset", "go"),
        ("ruleset", None),
        ("rated", "no"),
    ],
)
def test_terms_that_cannot_be_name_their_field(
    white: APIClient, bob: User, field: str, value: Any
) -> None:
    body = {"opponent": "bob", field: value}

    problem = refused(white.post(f"{API}/challenges", body, "json"), 400, "invalid")

    assert problem["errors"][0]["pointer"] == f"#/{field}"


def test_a_challenge_has_defaults(white: APIClient) -> None:
    made = white.post(f"{API}/challenges", {}, "json").json()

    assert made["opponent"] is None
    assert made["url"].endswith(f"/challenges/{made['id']}/")
    assert (made["side"], made["goals_to_win"], made["days_per_turn"]) == ("random", 2, 1)
    assert (made["ruleset"], made["rated"], made["status"]) == ("eleven", False, "open")


def test_a_challenge_to_one_person_is_theirs_alone(
    alice: User, bob: User, black: APIClient, third: APIClient, nobody: APIClient, now: datetime
) -> None:
    closed = make_challenge(alice, "bob", Terms(), now=now)
    url = f"{API}/challenges/{closed.pk}"

    assert black.get(url).status_code == 200
    refused(third.get(url), 404, "not_found")
    refused(nobody.get(url), 404, "not_found")
    for answer in ("accept", "decline", "cancel"):
        refused(third.post(f"{url}/{answer}"), 404, "not_found")
    assert nobody.get(f"{API}/challenges/open").json()["results"] == []


def test_an_open_challenge_can_be_looked_at_by_its_link(
    alice: User, nobody: APIClient, now: datetime
) -> None:
    open_one = make_challenge(alice, None, Terms(), now=now)

    assert nobody.get(f"{API}/challenges/{open_one.pk}").json()["opponent"] is None
    listed = nobody.get(f"{API}/challenges/open").json()["results"]
    assert [row["id"] for row in listed] == [open_one.pk]


def test_awaiting_me_lists_the_nearest_deadline_first(
    alice: User, bob: User, white: APIClient, black: APIClient, nobody: APIClient, now: datetime
) -> None:
    slow = start_formations(alice, bob, now, days_per_turn=5)
    quick = start_formations(alice, bob, now, days_per_turn=1)
    medium = start_formations(alice, bob, now, days_per_turn=3)
    black.put(f"{API}/games/{medium.pk}/formation", {**BLACK_FORMATION, "ready": True}, "json")

    mine = white.get(f"{API}/games?awaiting=me").json()["results"]
    his = black.get(f"{API}/games?awaiting=me").json()["results"]

    assert [row["id"] for row in mine] == [quick.pk, medium.pk, slow.pk]
    assert [row["id"] for row in his] == [quick.pk, slow.pk]
    refused(nobody.get(f"{API}/games?awaiting=me"), 401, "not_authenticated")
    refused(white.get(f"{API}/games?awaiting=him"), 400, "invalid")


def test_pages_of_games_lead_on_and_back(
    alice: User, bob: User, charlie: User, white: APIClient, now: datetime
) -> None:
    games = [
        # Within one millisecond: a cursor must tell such rows apart.
        start_formations(alice, opponent, now + timedelta(microseconds=n))
        for n, opponent in enumerate([bob, charlie, bob, charlie, bob])
    ]
    newest_first = [game.pk for game in reversed(games)]

    seen, url = [], f"{API}/games?limit=2"
    while url:
        page = white.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url, back = page["next"], page["previous"]

    assert seen == newest_first
    assert [row["id"] for row in white.get(back).json()["results"]] == newest_first[2:4]
    of_charlie = white.get(f"{API}/players/charlie/games").json()["results"]
    assert [row["id"] for row in of_charlie] == [games[3].pk, games[1].pk]
    assert white.get(f"{API}/games?player=charlie&status=finished").json()["results"] == []
    refused(white.get(f"{API}/games?player=nobody"), 404, "not_found")
    refused(white.get(f"{API}/games?status=lost"), 400, "invalid")


def test_events_are_read_page_by_page(game: Game, white: APIClient, now: datetime) -> None:
    play(game, "d2d4 @f3", "d7d5", now=now)

    seen, url = [], f"{API}/events?limit=2"
    while url:
        page = white.get(url).json()
        seen += page["results"]
        url = page["next"]

    assert [event["number"] for event in seen] == list(range(1, len(seen) + 1))
    last = seen[-1]
    assert (last["type"], last["game"], last["data"]["turn"]) == ("turn.played", game.pk, 2)
    assert white.get(f"{API}/events?after={last['number']}").json()["results"] == []
    refused(white.get(f"{API}/events?after=x"), 400, "invalid")
    refused(white.get(f"{API}/events?after={2**63}"), 400, "invalid")
    assert white.get(f"{API}/games/{game.pk}/events?after=1").json()["results"][0]["number"] == 2


def test_my_events_need_a_token_that_may_read(
    alice: User, client_of: Clients, nobody: APIClient
) -> None:
    refused(nobody.get(f"{API}/events"), 401, "not_authenticated")
    refused(client_of(alice, "games:play").get(f"{API}/events"), 403, "insufficient_scope")


def test_history_is_the_turns_in_order(game: Game, nobody: APIClient, now: datetime) -> None:
    for _ in range(3):
        play(game, any_turn(game), now=now)

    turns = nobody.get(f"{API}/games/{game.pk}/turns").json()["results"]

    assert [turn["number"] for turn in turns] == [1, 2, 3]
    assert turns[0]["position_after"] == turns[1]["position_before"]
    assert [turn["side"] for turn in turns] == ["white", "black", "white"]


def test_an_unchanged_game_is_not_sent_again(game: Game, white: APIClient) -> None:
    url = f"{API}/games/{game.pk}"
    etag = white.get(url).headers["ETag"]

    assert white.get(url, headers={"If-None-Match": etag}).status_code == 304
    assert white.get(url, headers={"If-None-Match": f'"other", W/{etag}'}).status_code == 304
    white.post(f"{url}/draw", {"action": "offer"}, "json")
    changed = white.get(url, headers={"If-None-Match": etag})
    assert (changed.status_code, changed.json()["draw_offered_by"]) == (200, "white")


def test_a_rematch_is_a_challenge_with_sides_swapped(
    alice: User, bob: User, white: APIClient, black: APIClient, now: datetime
) -> None:
    game = start_round(start_formations(alice, bob, now, days_per_turn=3), now)
    resign(alice.pk, game.pk, now=now)
    url = f"{API}/games/{game.pk}/rematch"

    offered = white.post(url)
    again = white.post(url)
    agreed = black.post(url)

    assert (offered.status_code, again.status_code, agreed.status_code) == (201, 200, 201)
    made = offered.json()
    assert (made["side"], made["days_per_turn"], made["rematch_of"]) == ("black", 3, game.pk)
    assert again.json() == made
    new = white.get(f"{API}/games/{agreed.json()['game']}").json()
    assert new["players"]["black"]["username"] == "alice"


def test_a_method_that_is_not_there_is_refused(game: Game, white: APIClient) -> None:
    answer = white.delete(f"{API}/games/{game.pk}")

    refused(answer, 405, "method_not_allowed")
    assert "GET" in answer.headers["Allow"]
