"""Alice and bob play a whole game over HTTP, with nothing but the public API.

Neither knows the rules: both ask ``options`` what may be played and prefer a likely goal, then
the ball, then the way forward.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx

Record = dict[str, Any]

SCOPES = ["games:read", "games:play", "challenges:write"]
MOST_TURNS = 400


class DemoFailed(Exception):
    """The service answered in a way with which the demo cannot continue."""


class Player:
    """One person with a token of their own."""

    def __init__(self, server: str, username: str, token: str) -> None:
        self.username = username
        self._http = httpx.Client(
            base_url=f"{server}/api/v1", headers={"Authorization": f"Bearer {token}"}, timeout=120
        )

    def get(self, path: str, **query: Any) -> Any:
        """Return what is at an address."""
        return _answer(lambda: self._http.get(path, params=query))

    def send(self, method: str, path: str, body: Record | None = None) -> Any:
        """Do something and return the answer; sent again it is still done once."""
        headers = {"Idempotency-Key": secrets.token_hex(16)}
        return _answer(lambda: self._http.request(method, path, json=body or {}, headers=headers))


def _answer(ask: Callable[[], httpx.Response]) -> Any:
    """Return the answer, waiting where the service asks for patience."""
    while True:
        response = ask()
        if response.status_code != 429:
            break
        time.sleep(float(response.headers.get("Retry-After", "1")))
    if response.is_error:
        raise DemoFailed(f"{response.request.method} {response.request.url}: {response.text}")
    return response.json()


def open_accounts(server: str, kept_in: Path) -> dict[str, Player]:
    """Return alice and bob, registered at the first demo and known again at the next."""
    kept: Record = json.loads(kept_in.read_text()) if kept_in.is_file() else {}
    players = {}
    for name in ("alice", "bob"):
        person = kept.get(server, {}).get(name) or _register(server, name)
        kept.setdefault(server, {})[name] = person
        players[name] = Player(server, person["username"], _log_in(server, person))
    kept_in.parent.mkdir(parents=True, exist_ok=True)
    kept_in.touch(mode=0o600)
    kept_in.write_text(json.dumps(kept))
    return players


def _register(server: str, name: str) -> Record:
    password = secrets.token_urlsafe(16)
    # The plain names are left to anyone who plays by hand.
    for username in (f"{name}-demo", f"{name}-{secrets.token_hex(3)}"):
        body = {"username": username, "email": f"{username}@example.org", "password": password}
        response = httpx.post(f"{server}/api/v1/accounts", json=body)
        if response.status_code != 400:
            break
    if response.is_error:
        raise DemoFailed(f"{name} could not register: {response.text}")
    return {"username": username, "password": password}


def _log_in(server: str, person: Record) -> str:
    body = {**person, "name": "demo", "scopes": SCOPES}
    return str(_answer(lambda: httpx.post(f"{server}/api/v1/auth/token", json=body))["token"])


def play_match(alice: Player, bob: Player, goals_to_win: int) -> Iterator[str]:
    """Play a game and yield what to print of it, as it goes."""
    challenge = alice.send(
        "POST",
        "/challenges",
        {"opponent": bob.username, "side": "white", "goals_to_win": goals_to_win},
    )
    game = bob.send("POST", f"/challenges/{challenge['id']}/accept")
    yield f"{alice.username} (White) plays {bob.username} (Black), first to {goals_to_win}."
    yield f"The game: {game['url']}"
    path = f"/games/{game['id']}"
    sides = {"white": alice, "black": bob}
    for _ in range(MOST_TURNS):
        if game["status"] == "formation":
            for side in game["awaiting"]:
                pieces = game["formation"][side]["pieces"]
                game = sides[side].send(
                    "PUT", f"{path}/formation", {"pieces": pieces, "ready": True}
                )
            yield f"\nRound {game['round']}: both are ready.\n{board(game['position'])}"
        elif game["status"] == "playing":
            player = sides[game["side_to_play"]]
            body = {"turn": game["turn"], "actions": build_turn(player, path, game["turn"])}
            answer = player.send("POST", f"{path}/turns", body)
            turn, game = answer["turn"], answer["game"]
            after = (
                board(turn["position_after"]) if turn["position_after"] else "The round is over."
            )
            yield f"\n{turn['number']}. {player.username}: {turn['notation']}\n{after}"
            yield f"{alice.username} {score(game)} {bob.username}"
        else:
            break
    result = game["result"] or {"winner": None, "reason": "still running"}
    winner = sides[result["winner"]].username if result["winner"] else "nobody"
    yield f"\nOver: {score(game)}, {winner} wins ({result['reason']})."
    yield f"Replay: {game['url']}history/"


def score(game: Record) -> str:
    """Return the score, White's goals first."""
    return f"{game['score']['white']}:{game['score']['black']}"


def build_turn(player: Player, path: str, turn: int) -> list[str]:
    """Return a sensible turn, asked for action by action."""
    actions: list[str] = []
    while True:
        options = player.get(f"{path}/options", turn=turn, after=" ".join(actions))
        best = max(options["actions"], key=lambda choice: worth(choice, options), default=None)
        if best is None or (options["complete"] == 0 and worth(best, options) <= 0):
            return actions
        actions.append(best["text"])
        if options["complete"] == 1:
            return actions


def worth(choice: Record, options: Record) -> float:
    """Return how much an action promises; nothing to speak of is not worth adding."""
    forward = int(choice["to"][1]) - int(choice["from"][1])
    if options["side"] == "black":
        forward = -forward
    if choice["kind"] == "shot":
        return 20.0 + float(choice["chances"]["goal"])
    if "captures" in choice:
        return 30.0 if choice["to"] == options["position"].split(" ")[2] else 3.0
    return forward + secrets.randbelow(100) / 50 - 0.5


def board(position: str) -> str:
    """Return a position as text, the piece with the ball in brackets."""
    placement, _, ball, *_ = position.split(" ")
    lines = []
    for rank, row in zip("87654321", placement.split("/"), strict=True):
        signs = "".join("." * int(sign) if sign.isdigit() else sign for sign in row)
        squares = [
            f"({sign})" if file + rank == ball else f" {sign} "
            for file, sign in zip("abcdefgh", signs, strict=True)
        ]
        lines.append(f"{rank} {''.join(squares)}")
    return "\n".join([*lines, "   a  b  c  d  e  f  g  h"])
