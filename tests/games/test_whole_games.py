"""A whole game of each by HTTP, and what every game answers to anyone who plays out of turn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from accounts.models import User
from games.laws import text_of
from games.models import Game
from games.play.replay import differences_of
from tests.conftest import Clients
from tests.games.http import API, make_overdue, refused
from tests.games.whole_games import MATES, PEOPLE, Callers, play_four, play_to_mate

pytestmark = pytest.mark.django_db


@pytest.fixture
def callers(client_of: Clients) -> Callers:
    """Four people who call by name."""

    def caller(name: str) -> Any:
        client = client_of(User.objects.create_user(name))

        def call(method: str, path: str, body: Any = None) -> Any:
            answer = client.generic(method, API + path, _json(body), "application/json")
            assert answer.status_code < 300, answer.content
            return answer.json()

        return call

    return {name: caller(name) for name in PEOPLE}


def _json(body: Any) -> str:
    return "" if body is None else json.dumps(body)


@pytest.mark.parametrize("ruleset", MATES)
def test_two_play_until_a_mate(callers: Callers, ruleset: str) -> None:
    game = play_to_mate(ruleset, callers, {})

    assert game["result"]["winner"] == "black"
    assert game["result"]["reason"] == "checkmate"
    assert differences_of(Game.objects.get()) == []


def test_four_play_and_one_resigns_one_leaves_and_returns_one_is_late(callers: Callers) -> None:
    game = play_four(callers, {}, lambda game_id: make_overdue(Game.objects.get(pk=game_id)))

    assert game["result"]["reason"] == "agreement"
    assert [len(place) for place in game["result"]["ranking"]] == [2, 1, 1]
    assert differences_of(Game.objects.get()) == []
    history = callers["ann"]("GET", f"/games/{game['id']}/history")["results"]
    told = [entry["act"]["name"] for entry in history if entry["act"]]
    assert told[:4] == ["leave", "return", "resign", "time_out"]


LAWS = {
    "standard": {"order": "1.1", "text": "3.1", "act": "2.6", "claim": "2.5", "draw": "2.6"},
    "future": {"order": "3.1", "text": "13.2", "act": "11.5", "claim": "11.3"},
    "family": {"order": "2.5", "text": "10.2", "act": "10.2", "claim": "8.3", "leave": "7.1"},
}


@pytest.mark.parametrize("ruleset", LAWS)
def test_out_of_turn_and_what_is_no_turn_is_refused_with_law_and_what_would_be_legal(
    alice: User, bob: User, charlie: User, client_of: Clients, ruleset: str
) -> None:
    options = {"standard": {"draw_from": 20}, "family": {"seats": 2}}.get(ruleset, {})
    body = {"ruleset": ruleset, "opponent": "bob", "options": options}
    clients = {user.username: client_of(user) for user in (alice, bob, charlie)}
    challenge = clients["alice"].post(f"{API}/challenges", body, "json").json()
    game = clients["bob"].post(f"{API}/challenges/{challenge['id']}/accept", {}, "json").json()
    white, black = (clients[game["players"][side]["username"]] for side in ("white", "black"))
    third = clients["charlie"]
    path, legal = f"{API}/games/{game['id']}", game["legal_actions"]

    def turn(*actions: str, number: int = 1) -> dict[str, Any]:
        return {"turn": number, "actions": list(actions)}

    def by_law(answer: Any, status: int, code: str, law: str = "") -> dict[str, Any]:
        problem = refused(answer, status, code)
        assert problem["law"] == LAWS[ruleset].get(law, problem["law"])
        assert problem["law_url"] == f"/learn/{ruleset}/laws/#{problem['law']}"
        assert f"**{problem['law']}**" in (text_of(ruleset) or "")
        return problem

    by_law(black.post(f"{path}/turns", turn(legal[0]), "json"), 409, "not_your_turn", "order")
    refused(third.post(f"{path}/turns", turn(legal[0]), "json"), 403, "not_a_player")
    refused(white.post(f"{path}/turns", turn(legal[0], number=2), "json"), 409, "stale_turn")
    for action, law in (("a1a1", ""), ("zz", "text"), (legal[0][:-1], "")):
        problem = by_law(
            white.post(f"{path}/turns", turn(action), "json"), 422, "illegal_action", law
        )
        assert problem["index"] == 0
        assert problem["legal"] == legal
    problem = by_law(
        white.post(f"{path}/turns", turn(legal[0], legal[1]), "json"), 422, "illegal_action"
    )
    assert problem["index"] == 1
    by_law(white.get(f"{path}/options?turn=1&after=zz"), 422, "illegal_action", "text")
    problem = by_law(
        white.post(f"{path}/acts", {"name": "sulk"}, "json"), 422, "illegal_act", "act"
    )
    assert "resign" in problem["legal"]
    problem = by_law(
        white.post(f"{path}/acts", {"name": "claim"}, "json"), 409, "wrong_phase", "claim"
    )
    assert problem["legal"] == ["resign"]
    refused(third.post(f"{path}/acts", {"name": "resign"}, "json"), 403, "not_a_player")
    set_up = {"pieces": {"d1": "K"}, "ready": True}
    problem = refused(white.put(f"{path}/formation", set_up, "json"), 409, "wrong_phase")
    assert "no formations" in problem["detail"]
    if ruleset == "standard":
        early = white.post(f"{path}/draw", {"action": "offer"}, "json")
        assert "from move 20" in by_law(early, 409, "wrong_phase", "draw")["detail"]
    if ruleset == "family":
        left = white.post(f"{path}/acts", {"name": "leave"}, "json")
        by_law(left, 409, "wrong_phase", "leave")
        by_law(white.post(f"{path}/turns", turn(legal[0], "+b"), "json"), 422, "illegal_action")
    assert Game.objects.get().next_turn == 1


@pytest.mark.parametrize(
    ("ruleset", "position"),
    [
        ("standard", "8/8/8/8/8/8/8/K7 w - - 0 1"),
        ("standard", "k7/8/8/8/8/8/8/K6P w - - 0 1"),
        ("standard", "k7/8/8/8/8/8/8/K7"),
        ("standard", "R6k/8/8/8/8/8/8/K7 w - - 0 1"),
        ("future", "5/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1"),
        ("future", "k4/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 x 0 1"),
        ("future", "k4/5/5/5/5|5/5/5/5/5 w 0 1"),
        ("future", "kP3/5/5/5/5|5/5/5/5/5|5/5/5/5/K4 w 0 1"),
        ("family", "8/8/12/12/12/12/12/12/12/12/8/8 w A-A- - - - 0 1"),
        ("family", "bK,7/8/12/12/12/12/12/12/12/12/8/wK,7 s A-A- - - - 0 1"),
        ("family", "bK,7/8/12/12/12/12/12/12/12/12/8/wK,7 w A-A- - - w>b 0 1"),
        ("family", "bK,7/8/12/12/12/12/12/12/12/12/8/wK,6,wP w A-A- - - - 0 1"),
    ],
)  # fmt: skip
def test_a_position_that_cannot_be_is_refused_with_a_sentence(
    alice: User, client_of: Clients, ruleset: str, position: str
) -> None:
    answer = client_of(alice).post(
        f"{API}/rulesets/{ruleset}/options", {"position": position}, "json"
    )

    problem = refused(answer, 400, "invalid")
    assert f"**{problem['law']}**" in (text_of(ruleset) or "")
    (error,) = problem["errors"]
    assert error["pointer"] == "#/position"
    assert len(error["detail"]) > 20
