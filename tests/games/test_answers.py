"""What the API answers of each game is of the shape that the OpenAPI document tells of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from referencing import Registry
from referencing.jsonschema import DRAFT202012
from rest_framework.test import APIClient

from accounts.models import User
from games.rules import registry
from games.shown.examples import FAMILY
from games.shown.shapes.games import DESCRIBED
from tests.api import document as openapi

Document = dict[str, Any]
API = "/api/v1"
Clients = Callable[[User], APIClient]


@pytest.fixture(scope="module")
def document() -> Document:
    return openapi.document()


def faults(document: Document, shape: str, value: Any) -> Iterator[str]:
    """Yield what of a value is not as the named schema says."""
    documents = Registry().with_resource("urn:openapi", DRAFT202012.create_resource(document))
    schema = {"$ref": f"urn:openapi#/components/schemas/{shape}"}
    validator = Draft202012Validator(schema, registry=documents, format_checker=FormatChecker())
    for error in validator.iter_errors(value):
        yield f"{shape} {error.json_path}: {error.message[:200]}"
        yield from (f"  {one.json_path}: {one.message[:200]}" for one in error.context or ())


class Caller:
    """Players whose every answer is held against the shape that the document gives it."""

    def __init__(self, document: Document, clients: dict[str, APIClient]) -> None:
        self.document, self.clients = document, clients
        self.seen: set[str] = set()

    def call(self, name: str, method: str, template: str, query: str = "", **sent: Any) -> Any:
        """Return the answer to a call, after comparing it with the document."""
        path, where = template.format(**sent), f"{API}{template}"
        where = where.replace("{game}", "{game_id}").replace("{challenge}", "{challenge_id}")
        body = sent.get("body")
        answer = getattr(self.clients[name], method)(f"{API}{path}{query}", body, format="json")
        assert answer.status_code in (200, 201), answer.content
        told = self.document["paths"][where][method]["responses"][str(answer.status_code)]
        shape = told["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        found = list(faults(self.document, shape, answer.json()))
        assert found == [], f"{method} {path}"
        self.seen.add(shape)
        return answer.json()


def play(caller: Caller, game: dict[str, Any]) -> dict[str, Any]:
    """Return a game after a turn of the side that is to play."""
    [side] = game["awaiting"]
    name = game["players"][side]["username"]
    actions: list[str] = []
    while True:
        query = f"?turn={game['turn']}&after={'%20'.join(actions)}&scene={side}"
        options = caller.call(name, "get", "/games/{game}/options", query, game=game["id"])
        if options["complete"] >= 0:
            break
        actions.append(options["actions"][0]["text"])
    body = {"turn": game["turn"], "actions": actions}
    played = caller.call(name, "post", "/games/{game}/turns", game=game["id"], body=body)
    after: dict[str, Any] = played["game"]
    return after


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("ruleset", "options", "seats"),
    [
        ("eleven", {"goals_to_win": 1}, 2),
        ("standard", {}, 2),
        ("future", {"setup": "queens"}, 2),
        ("family", {"seats": 2}, 2),
        ("family", {"seats": 3}, 3),
        ("family", {}, 4),
    ],
)
def test_each_answer_is_as_described(
    ruleset: str, options: dict[str, Any], seats: int, document: Document, client_of: Clients
) -> None:
    names = ["alice", "bob", "charlie", "dan"][:seats]
    people = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    caller = Caller(document, {user.username: client_of(user) for user in people})
    terms = {"ruleset": ruleset, "options": options, "opponents": names[1:]}
    challenge = caller.call("alice", "post", "/challenges", body=terms)
    caller.call("bob", "get", "/challenges", "?ruleset=any")
    for name in names[1:]:
        accept = "/challenges/{challenge}/accept"
        game = caller.call(name, "post", accept, challenge=challenge["id"])
    caller.call("bob", "get", "/challenges/{challenge}", challenge=challenge["id"])
    for side, player in game["players"].items() if game["status"] == "formation" else ():
        body = {"pieces": game["formation"][side]["pieces"], "ready": True}
        name = player["username"]
        game = caller.call(name, "put", "/games/{game}/formation", game=game["id"], body=body)

    for _ in range(2 * seats):
        game = play(caller, game)
    caller.call("bob", "post", "/games/{game}/draw", game=game["id"], body={"action": "offer"})
    for name in names[1:]:
        body = {"name": "resign"}
        caller.call(name, "post", "/games/{game}/acts", game=game["id"], body=body)

    for part in ("", "/turns", "/history", "/export", "/events"):
        caller.call("alice", "get", "/games/{game}" + part, game=game["id"])
    for path in ("/games", "/events"):
        caller.call("alice", "get", path, "?ruleset=any&player=alice" if path == "/games" else "")
    assert caller.call("bob", "post", "/games/{game}/rematch", game=game["id"])
    assert caller.seen >= {
        "AnyGame", "PlayedTurn", "AnyOptions", "AnyChallenge", "AnyExport",
        "GamePage", "TurnPage", "ChallengePage", "History", "EventPage",
    }  # fmt: skip


def test_every_rule_set_that_is_hosted_has_a_shape() -> None:
    assert set(DESCRIBED) >= set(registry.all_keys())


@pytest.mark.parametrize("shape", ["Game", "DuelGame", "FamilyGame"])
def test_a_game_of_tomorrow_fits_the_open_shape_alone(shape: str, document: Document) -> None:
    tomorrow = {**FAMILY, "ruleset": "knights", "squares": 100}
    assert list(faults(document, "AnyGame", tomorrow)) == []
    assert list(faults(document, shape, tomorrow))
