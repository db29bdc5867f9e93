"""A client that an off-the-shelf generator makes from the OpenAPI document."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest

from accounts.api import examples as accounts
from games.api import examples
from tests.live import LiveService

PACKAGE = "generated_eleven"


@pytest.fixture
def generated(
    service: LiveService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Generate the client from the running service's document and let it be imported."""
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    # The generator itself gives the service five seconds, which a busy machine may need.
    document = tmp_path / "schema.json"
    document.write_bytes(httpx.get(f"{service.url}/api/v1/schema", timeout=120).content)
    command += ["--path", str(document), "--output-path", str(tmp_path / PACKAGE)]
    # What was generated need not be well laid out.
    settings = tmp_path / "generator.json"
    settings.write_text('{"post_hooks": []}')
    command += ["--config", str(settings)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in [name for name in sys.modules if name.startswith(PACKAGE)]:
        del sys.modules[name]


def call(chapter: str, operation: str, *path: str, **arguments: Any) -> Any:
    """Call an operation of the generated client and return what it answers."""
    return import_module(f"{PACKAGE}.api.{chapter}.{operation}").sync(*path, **arguments)


def model(name: str, content: dict[str, Any]) -> Any:
    """Return one of the generated client's models."""
    return getattr(import_module(f"{PACKAGE}.models"), name).from_dict(content)


def log_in(service: LiveService, name: str) -> Any:
    """Return a generated client that speaks for a new account."""
    library = import_module(PACKAGE)
    nobody = library.Client(base_url=service.url)
    person = {"username": name, "password": "seven brave bishops"}
    account = model("NewAccountRequest", person | {"email": f"{name}@example.org"})
    assert call("accounts", "create_account", client=nobody, body=account).username == name
    token = call(
        "accounts", "create_token", client=nobody, body=model("CredentialsRequest", person)
    )
    return library.AuthenticatedClient(base_url=service.url, token=token.token)


def test_a_generated_client_plays_a_whole_game_and_survives_words_of_tomorrow(
    service: LiveService, generated: None
) -> None:
    play_a_whole_game(service)
    read_words_of_tomorrow()


def play_a_whole_game(service: LiveService) -> None:
    random.seed(11)
    clients = {"white": log_in(service, "alice"), "black": log_in(service, "bob")}
    terms = {"opponent": "bob", "side": "white", "goals_to_win": 1}
    challenge = call(
        "challenges",
        "create_challenge",
        client=clients["white"],
        body=model("ChallengeRequest", terms),
    )
    game = call(
        "challenges",
        "accept_challenge",
        challenge.id,
        client=clients["black"],
    )

    for side, client in clients.items():
        mine = getattr(game.formation, side).to_dict() | {"ready": True}
        game = call(
            "games",
            "save_formation",
            game.id,
            client=client,
            body=model("FormationRequest", mine),
        )
    while game.result is None:
        client = clients[game.side_to_play]
        body = {"turn": game.turn, "actions": _a_turn(client, game)}
        played = call(
            "games",
            "play_turn",
            game.id,
            client=client,
            body=model("TurnRequest", body),
        )
        assert [action.partition("=")[0] for action in played.turn.actions] == body["actions"]
        game = played.game

    assert game.status == "finished"
    assert game.result.reason in ("goals", "final_whistle")
    export = call("games", "export_game", game.id, client=clients["white"])
    assert len(export.turns) == game.turn - 1
    assert export.game.fairness.seed


def _a_turn(client: Any, game: Any) -> list[str]:
    """Return a turn made of what the service says is legal: a shot if there is one."""
    actions: list[str] = []
    while True:
        options = call(
            "games",
            "list_options",
            game.id,
            client=client,
            turn=game.turn,
            after=" ".join(actions),
        )
        if options.complete == 1 or (options.complete == 0 and random.random() < 0.2):
            return actions
        shots = [choice for choice in options.actions if choice.kind == "shot"]
        actions.append(random.choice(shots or options.actions).text)


LATER = {
    "number": 7,
    "type": "competition.begun",
    "game": None,
    "challenge": None,
    "competition": "Kp7mXq2d",
    "data": {"of": "tomorrow"},
    "happened_at": "2026-11-21T04:30:00Z",
}


def read_words_of_tomorrow() -> None:
    library = import_module(f"{PACKAGE}.models")
    told = {"next": None, "previous": None, "latest": 7, "results": [examples.EVENT, LATER]}

    page = model("EventPage", told)

    known, later = page.results
    assert isinstance(known, library.TurnPlayedEvent)
    assert known.data.awaiting == ["black"]
    assert known.data.score.white == 0
    assert isinstance(later, library.OtherEvent)
    assert later.type_ == "competition.begun"
    assert later.data.to_dict() == LATER["data"]
    problem = {"type": "", "title": "", "status": 409, "code": "too_rainy", "detail": ""}
    assert model("Problem", problem).code == "too_rainy"
    assert model("Problem", problem | {"code": "game_over"}).code == library.ProblemCode.GAME_OVER
    result = model(
        "Result", examples.FINISHED["result"] | {"winner": "white", "reason": "walkover"}
    )
    assert (result.winner, result.reason) == (library.Side.WHITE, "walkover")
    game = model("Game", examples.PLAYING | {"status": "adjourned"})
    assert game.status == "adjourned"
    assert game.players.black.username == "bob"
    happened = {"type": "streaker", "side": "black"}
    turn = model("Turn", examples.TURN | {"events": [*examples.TURN["events"], happened]})
    assert isinstance(turn.events[0], library.MoveHappening)
    assert turn.events[-1].type_ == "streaker"
    token = model("Token", accounts.TOKEN | {"scopes": ["games:read", "moon:read"]})
    assert token.scopes == [library.Scope.GAMESREAD, "moon:read"]
