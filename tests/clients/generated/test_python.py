"""Python, by openapi-python-client."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.clients.generated.conftest import run
from tests.live import LiveService

PACKAGE = "generated_eleven"
TERMS: dict[str, dict[str, Any]] = {
    "eleven": {"goals_to_win": 1},
    "standard": {},
    "future": {},
    "family": {"options": {"seats": 2}},
}
PLENTY = 40
"""After so many turns someone resigns, in the games that chance would not end for hours."""


class Generated:
    """The generated library, called by methods and paths; its names are those of the document."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.paths = document["paths"]
        self.models = import_module(f"{PACKAGE}.models")
        self.library = import_module(PACKAGE)

    def call(self, client: Any, method: str, path: str, *given: str, **more: Any) -> Any:
        """Make a call and return what it answers; ``body`` becomes the model that it takes."""
        operation = self.paths[f"/api/v1{path}"][method]
        module = f"{PACKAGE}.api.{operation['tags'][0]}.{operation['operationId']}"
        if "body" in more:
            schema = operation["requestBody"]["content"]["application/json"]["schema"]
            model = getattr(self.models, schema["$ref"].rpartition("/")[2])
            more["body"] = model.from_dict(more["body"])
        return import_module(module).sync(*given, client=client, **more)

    def log_in(self, url: str, name: str) -> Any:
        """Return a client that speaks for a new account."""
        stranger = self.library.Client(base_url=url)
        person = {"username": name, "password": "seven brave bishops"}
        account = person | {"email": f"{name}@example.org"}
        assert self.call(stranger, "post", "/accounts", body=account).username == name
        token = self.call(stranger, "post", "/auth/token", body=person).token
        return self.library.AuthenticatedClient(base_url=url, token=token)


@pytest.fixture(scope="module")
def generated(
    schema: Path, document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Generated]:
    """Generate the library and let it be imported."""
    folder = tmp_path_factory.mktemp("python")
    settings = folder / "generator.json"
    # What was generated need not be well laid out.
    settings.write_text('{"post_hooks": []}')
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    command += ["--path", str(schema), "--config", str(settings)]
    run([*command, "--output-path", str(folder / PACKAGE)], folder)
    sys.path.insert(0, str(folder))
    yield Generated(document)
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


@pytest.mark.parametrize("ruleset", TERMS)
def test_each_game_is_played_by_options(
    ruleset: str, service: LiveService, generated: Generated
) -> None:
    chance, call = random.Random(11), generated.call
    clients = {name: generated.log_in(service.url, name) for name in ("alice", "bob")}
    terms = {"ruleset": ruleset, "opponent": "bob", **TERMS[ruleset]}
    challenge = call(clients["alice"], "post", "/challenges", body=terms)
    path = "/challenges/{challenge_id}/accept"
    game = call(clients["bob"], "post", path, challenge.id)
    people = {side: clients[who["username"]] for side, who in game.players.to_dict().items()}

    for side in game.awaiting if game.status == "formation" else ():
        mine = getattr(game.formation, side).to_dict() | {"ready": True}
        game = call(people[side], "put", "/games/{game_id}/formation", game.id, body=mine)
    while game.result is None and (ruleset == "eleven" or game.turn <= PLENTY):
        player = people[game.side_to_play]
        body = {"turn": game.turn, "actions": _a_turn(generated, player, game, chance)}
        played = call(player, "post", "/games/{game_id}/turns", game.id, body=body)
        assert [action.partition("=")[0] for action in played.turn.actions] == body["actions"]
        game = played.game
    if game.result is None:
        resigns = {"name": "resign"}
        call(people[game.side_to_play], "post", "/games/{game_id}/acts", game.id, body=resigns)
        game = call(clients["alice"], "get", "/games/{game_id}", game.id)

    assert type(game) is type(call(clients["bob"], "get", "/games/{game_id}", game.id))
    assert (game.ruleset, game.status) == (ruleset, "finished")
    assert game.result.reason
    export = call(clients["alice"], "get", "/games/{game_id}/export", game.id)
    assert len(export.turns) == game.turn - 1
    assert export.game.fairness.seed


def _a_turn(generated: Generated, client: Any, game: Any, chance: random.Random) -> list[str]:
    """Return a turn made of what the service says is legal: a shot if there is one."""
    actions: list[str] = []
    path = "/games/{game_id}/options"
    while True:
        after = {"turn": game.turn, "after": " ".join(actions)}
        options = generated.call(client, "get", path, game.id, **after)
        if options.complete == 1 or (options.complete == 0 and chance.random() < 0.2):
            return actions
        shots = [choice for choice in options.actions if choice.kind == "shot"]
        actions.append(chance.choice(shots or options.actions).text)


def test_words_of_tomorrow_are_survived(generated: Generated, later: str) -> None:
    client, models = generated.library.Client(base_url=later), generated.models
    game = "/games/{game_id}"

    known, of_tomorrow = generated.call(client, "get", "/events").results
    assert isinstance(known, models.TurnPlayedEvent)
    assert known.data.score.white == 0
    assert isinstance(of_tomorrow, models.OtherEvent)
    assert (of_tomorrow.type_, of_tomorrow.data["of"]) == ("moon.risen", "tomorrow")

    adjourned = generated.call(client, "get", game, "status")
    assert isinstance(adjourned, models.Game)
    assert adjourned.status == "adjourned"
    assert adjourned.players.black.username == "bob"
    assert adjourned["of_tomorrow"] == {"of": "tomorrow"}

    draughts = generated.call(client, "get", game, "ruleset")
    assert isinstance(draughts, models.OtherGame)
    assert draughts.ruleset == "draughts"
    assert draughts.players["black"].username == "bob"

    assert generated.call(client, "get", game, "refused").code == "too_rainy"
    *_, thrown = generated.call(client, "get", f"{game}/options", "status").actions
    assert isinstance(thrown, models.OtherChoice)
    assert thrown.text == "t3-4"


def test_no_call_is_lost(generated: Generated) -> None:
    for methods in generated.paths.values():
        for operation in methods.values():
            module = f"{PACKAGE}.api.{operation['tags'][0]}.{operation['operationId']}"
            assert import_module(module).sync_detailed
