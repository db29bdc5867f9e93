"""What players are answered over HTTP, under ids that are always the same."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from typing import Any, Final

from rest_framework.test import APIClient

from games.shown.examples import PIECES, SITE

Example = dict[str, Any]
GAME: Final = "h4Xk93Qm"
CHALLENGE: Final = "Tz6rWq2c"
MIRRORED: Final = {f"{square[0]}{9 - int(square[1])}": piece for square, piece in PIECES.items()}
TURN: Final = ["d2d4", "@f3"]
_CLOCK: Final = {"turn_s": 86400, "reserve_s": 172800, "leave": True}
_PROSE: Final = re.compile(
    r"((?:Begin each round|commitment is the SHA-256)[\w -]*)(?:[^\"\\]|\\\")*"
)
"""How a record is replayed and verified, of which an example needs the beginning."""


class Recording(ABC):
    """What Alice, Bob and Charlie are answered, by the names of the examples."""

    def __init__(self, alice: APIClient, bob: APIClient, charlie: APIClient) -> None:
        self.alice, self.bob, self.charlie = alice, bob, charlie
        self.shown: dict[str, Any] = {}
        self.ids: dict[str, str] = {}
        """What is made by chance, and what is shown for it."""
        self.names: dict[str, str] = {}

    @abstractmethod
    def played(self) -> dict[str, dict[str, Any]]:
        """Play it and return the examples, by the folder whose `examples.json` holds them."""

    def show(self, name: str, answer: Any) -> Any:
        """Keep what was answered, and return it as it was."""
        assert answer.status_code < 300, (name, answer.content)
        self.shown[name] = self.plain(answer.content.decode())
        return answer.json()

    def show_text(self, name: str, answer: Any) -> None:
        """Keep what was answered in plain text."""
        assert answer.status_code == 200, (name, answer.content)
        self.shown[name] = self.plain(json.dumps(answer.content.decode()))

    def keep(self, name: str, part: Any) -> None:
        """Keep part of what was answered."""
        self.shown[name] = self.plain(json.dumps(part, separators=(",", ":")))

    def number(self, answer: Any, shown: str) -> str:
        """Show a number for the id of what was made, and return the id."""
        assert answer.status_code < 300, answer.content
        made = str(answer.json()["id"])
        self.ids[f'"id":"{made}"'] = f'"id":"{shown}"'
        return made

    def plain(self, text: str) -> Any:
        """Return an answer under the ids and names that are always the same."""
        if self.ids:
            # All together: what is shown for one id may be the id of something else.
            made = sorted(map(re.escape, self.ids), key=len, reverse=True)
            text = re.sub("|".join(made), lambda found: self.ids[found[0]], text)
        text = re.sub(r'"(\w+)"', lambda one: f'"{self.names.get(one[1], one[1])}"', text)
        text = _PROSE.sub(r"\1…", text)
        return json.loads(text.replace("http://testserver", SITE))

    def challenge(self, **terms: Any) -> Any:
        """Let Alice challenge Bob."""
        body = {"opponent": "bob", "side": "white", "clock": _CLOCK, **terms}
        made = post(self.alice, "challenges", body)
        assert made.status_code == 201, made.content
        self.ids[made.json()["id"]] = CHALLENGE
        return made

    def accepted(self, made: Any) -> Any:
        """Let Bob accept a challenge, and return what he was answered."""
        begun = post(self.bob, f"challenges/{made.json()['id']}/accept")
        assert begun.status_code < 300, begun.content
        self.ids[begun.json()["id"]] = GAME
        return begun

    def begin(self, **terms: Any) -> str:
        """Begin a game of Chess Eleven, in which White has played a turn."""
        game = str(self.accepted(self.challenge(**terms)).json()["id"])
        self.choose_formations(game)
        self.play(game, TURN)
        return game

    def choose_formations(self, game: str) -> None:
        """Let both choose their formations."""
        for client, pieces in ((self.alice, PIECES), (self.bob, MIRRORED)):
            chosen = put(client, f"games/{game}/formation", {"pieces": pieces, "ready": True})
            assert chosen.status_code == 200, chosen.content

    def play(self, game: str, *turns: list[str], first: int = 1) -> None:
        """Play turns, Alice those with odd numbers."""
        for number, actions in enumerate(turns, start=first):
            client = self.alice if number % 2 else self.bob
            played = post(client, f"games/{game}/turns", {"turn": number, "actions": actions})
            assert played.status_code == 201, played.content


def get(client: APIClient, path: str) -> Any:
    return client.get(f"/api/v1/{path}")


def post(client: APIClient, path: str, body: Example | None = None) -> Any:
    return client.post(f"/api/v1/{path}", body or {}, "json")


def patch(client: APIClient, path: str, body: Example) -> Any:
    return client.patch(f"/api/v1/{path}", body, "json")


def put(client: APIClient, path: str, body: Example) -> Any:
    return client.put(f"/api/v1/{path}", body, "json")
