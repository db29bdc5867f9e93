"""A game from the challenge to its end, played over HTTP: what the document shows of it.

``python3 manage.py test tests/api/test_examples.py`` compares it to what
`games/shown/examples.json` holds. ``RECORD=1`` before it writes the file.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any, Final

from django.db.models import F
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game
from games.play.robots import open_house
from games.shown.examples import PIECES, SITE

Example = dict[str, Any]
_GAME: Final = "h4Xk93Qm"
_CHALLENGE: Final = "Tz6rWq2c"
_FAMILY: Final = "b2Lm77Tz"
_PROSE: Final = re.compile(
    r"((?:Begin each round|commitment is the SHA-256)[\w -]*)(?:[^\"\\]|\\\")*"
)
"""How a record is replayed and verified, of which an example needs the beginning."""
_REFUSAL: Final = ("type", "title", "status", "code")
_WITH_GAME: Final = "stale_turn"
"""The refusal whose example shows the game: in the others it takes two kilobytes each."""
_MIRRORED: Final = {f"{square[0]}{9 - int(square[1])}": piece for square, piece in PIECES.items()}
_SEATED: Final = {"white": "alice", "silver": "bob", "black": "charlie"}
_TURN: Final = ["d2d4", "@f3"]
_CLOCK: Final = {"turn_s": 86400, "reserve_s": 172800, "leave": True}


class Story:
    """What Alice, Bob and Charlie are answered, by the names of the examples."""

    def __init__(self, alice: APIClient, bob: APIClient, charlie: APIClient) -> None:
        self.alice, self.bob, self.charlie = alice, bob, charlie
        self.shown: dict[str, Any] = {}
        self.refused: dict[str, Example] = {}
        self.ids: dict[str, str] = {}
        self.names: dict[str, str] = {}

    def played(self) -> dict[str, Any]:
        """Play it and return the examples."""
        open_house()
        self._challenges()
        game = self._begun()
        self._formations(game)
        self._first_turn(game)
        self._draw(game)
        self._end(game)
        self._lost_on_time()
        self._family()
        self._chess()
        self._around()
        refusals = dict(sorted(self.refused.items()))
        return {**dict(sorted(self.shown.items())), "refusals": refusals}

    def _show(self, name: str, answer: Any) -> Any:
        """Keep what was answered, under ids that are always the same, and return it as it was."""
        assert answer.status_code < 300, (name, answer.content)
        self.shown[name] = self._plain(answer.content.decode())
        return answer.json()

    def _show_text(self, name: str, game: str, form: str) -> None:
        record = self.bob.get(f"/api/v1/games/{game}/export?format={form}")
        self.shown[name] = self._plain(json.dumps(record.content.decode()))

    def _refuse(self, answer: Any, code: str) -> None:
        problem = self._plain(answer.content.decode())
        assert problem["code"] == code, problem
        left_out = _REFUSAL if code == _WITH_GAME else (*_REFUSAL, "game")
        self.refused[code] = {name: one for name, one in problem.items() if name not in left_out}

    def _plain(self, text: str) -> Any:
        for made, name in self.ids.items():
            text = text.replace(made, name)
        text = re.sub(r'"(\w+)"', lambda one: f'"{self.names.get(one[1], one[1])}"', text)
        text = _PROSE.sub(r"\1…", text)
        return json.loads(text.replace("http://testserver", SITE))

    def _challenge(self, **terms: Any) -> Any:
        body = {"opponent": "bob", "side": "white", "clock": _CLOCK, **terms}
        made = post(self.alice, "challenges", body)
        assert made.status_code == 201, made.content
        self.ids[made.json()["id"]] = _CHALLENGE
        return made

    def _challenges(self) -> None:
        made = self._show("challenge", self._challenge())["id"]
        self._show("declined", post(self.bob, f"challenges/{made}/decline", {"reason": "later"}))
        made = self._challenge().json()["id"]
        self._show("cancelled", post(self.alice, f"challenges/{made}/cancel"))
        made = self._challenge(opponent=None, side="random").json()["id"]
        self._show("open_challenge", self.alice.get(f"/api/v1/challenges/{made}"))
        taken = post(self.alice, f"challenges/{made}/robots", {"strength": "medium"})
        self.ids[taken.json()["game"]] = _GAME
        self._show("taken_by_robot", taken)

    def _begun(self) -> str:
        made = self._challenge().json()["id"]
        begun = post(self.bob, f"challenges/{made}/accept")
        game = str(begun.json()["id"])
        self.ids[game] = _GAME
        self._show("started", begun)
        return game

    def _formations(self, game: str) -> None:
        self._refuse(post(self.alice, f"games/{game}/acts", {"name": "claim"}), "wrong_phase")
        salt = {"salt": "9f86d081884c7d659a2feaa0c55ad015"}
        self._show("salted", put(self.alice, f"games/{game}/salt", salt))
        self._refuse(put(self.alice, f"games/{game}/salt", {"salt": "0" * 32}), "salt_refused")
        wrong = {**PIECES, "d2": "N", "c3": "P"}
        path = f"games/{game}/formation"
        self._refuse(put(self.alice, path, {"pieces": wrong, "ready": True}), "illegal_formation")
        locked = put(self.alice, path, {"pieces": PIECES, "ready": True})
        self._show("formation", locked)
        again = put(self.alice, path, {"pieces": PIECES, "ready": False})
        self._refuse(again, "formation_locked")
        assert put(self.bob, path, {"pieces": _MIRRORED, "ready": True}).status_code == 200

    def _first_turn(self, game: str) -> None:
        turns = f"games/{game}/turns"
        self._show("options", self.alice.get(f"/api/v1/games/{game}/options?after=d2d4"))
        illegal = post(self.alice, turns, {"turn": 1, "actions": ["d2d4", "@c3"]})
        self._refuse(illegal, "illegal_action")
        self._show("played_turn", post(self.alice, turns, {"turn": 1, "actions": _TURN}))
        self._refuse(post(self.alice, turns, {"turn": 2, "actions": ["c3b5"]}), "not_your_turn")
        self._refuse(post(self.bob, turns, {"turn": 1, "actions": ["d7d6"]}), "stale_turn")
        line = {"turn": 1, "line": [{"actions": _TURN}], "after": ["c6d4"]}
        self._show("outlook", post(self.bob, f"games/{game}/explore", line))
        position = self.shown["played_turn"]["turn"]["position_before"]
        body: Example = {"position": position, "limit": 1}
        self._show("position_turns", post(self.bob, "rulesets/eleven/turns", body))
        body = {"position": position, "after": ["d2d4"]}
        self._show("position_options", post(self.bob, "rulesets/eleven/options", body))
        events = self.bob.get(f"/api/v1/games/{game}/events").json()["results"]
        (event,) = [one for one in events if one["type"] == "turn.played"]
        self.shown["event"] = self._plain(json.dumps(event))

    def _draw(self, game: str) -> None:
        path = f"games/{game}/draw"
        self._refuse(post(self.bob, path, {"action": "accept"}), "no_draw_offer")
        self._show("draw_offered", post(self.alice, path, {"action": "offer"}))
        self._refuse(post(self.bob, path, {"action": "offer"}), "draw_already_offered")
        assert post(self.bob, path, {"action": "decline"}).status_code == 200
        self._refuse(post(self.alice, path, {"action": "offer"}), "draw_offered_before")
        gift = f"games/{game}/give-time"
        assert post(self.alice, gift, {"hours": 24}).status_code == 200
        self._refuse(post(self.alice, gift, {"hours": 72}), "no_time_to_give")
        self._refuse(post(self.alice, f"games/{game}/acts", {"name": "sulk"}), "illegal_act")

    def _end(self, game: str) -> None:
        self._show("finished", post(self.alice, f"games/{game}/acts", {"name": "resign"}))
        late = {"turn": 2, "actions": ["d7d6"]}
        self._refuse(post(self.bob, f"games/{game}/turns", late), "game_over")
        self._show("history", self.bob.get(f"/api/v1/games/{game}/history"))
        self._show("export", self.bob.get(f"/api/v1/games/{game}/export"))
        self._show_text("export_text", game, "text")
        again = post(self.alice, f"games/{game}/rematch")
        self.ids[again.json()["id"]] = _CHALLENGE
        self._show("rematch", again)

    def _lost_on_time(self) -> None:
        made = self._challenge().json()["id"]
        game = post(self.bob, f"challenges/{made}/accept").json()["id"]
        self.ids[game] = _GAME
        path = f"games/{game}/formation"
        put(self.alice, path, {"pieces": PIECES, "ready": True})
        put(self.bob, path, {"pieces": _MIRRORED, "ready": True})
        for client, number, turn in ((self.alice, 1, _TURN), (self.bob, 2, ["d7d6"])):
            answer = post(client, f"games/{game}/turns", {"turn": number, "actions": turn})
            assert answer.status_code == 201, answer.content
        past = timedelta(days=3)
        times = {"deadline": F("deadline") - past, "main_until": F("main_until") - past}
        Game.objects.filter(pk=game).update(**times)
        late = {"turn": 3, "actions": ["c3b5"]}
        self._refuse(post(self.alice, f"games/{game}/turns", late), "deadline_passed")
        offered = post(self.bob, f"games/{game}/go-on")
        self.ids[offered.json()["id"]] = _CHALLENGE
        self._show("continued", offered)

    def _family(self) -> None:
        body = {"ruleset": "family", "opponents": ["bob", "charlie"], "options": {"seats": 3}}
        made = post(self.alice, "challenges", body).json()["id"]
        for client in (self.bob, self.charlie):
            begun = post(client, f"challenges/{made}/accept")
            assert begun.status_code in (200, 201), begun.content
        found = self.alice.get(f"/api/v1/challenges/{made}").json()
        self.ids[found["game"]] = _FAMILY
        path = f"games/{found['game']}"
        players = self.alice.get(f"/api/v1/{path}").json()["players"]
        # Seats are drawn by lot.
        drawn = {players[side]["username"]: name for side, name in _SEATED.items()}
        clients = {"alice": self.alice, "bob": self.bob, "charlie": self.charlie}
        silver, black = (clients[players[side]["username"]] for side in ("silver", "black"))
        for client, action in ((black, "offer"), (silver, "accept"), (black, "withdraw")):
            agreed = post(client, f"{path}/draw", {"action": action})
            assert agreed.status_code == 200, agreed.content
        self.names = drawn
        self._show("family", post(black, f"{path}/hand-over", {"strength": "medium"}))
        post(silver, f"{path}/acts", {"name": "resign"})
        self._refuse(post(silver, f"{path}/draw", {"action": "offer"}), "out_of_game")
        self.names = {}

    def _around(self) -> None:
        rules = self.alice.get("/api/v1/rulesets").json()["results"]
        self.shown["ruleset"] = next(one for one in rules if one["key"] == "eleven")
        robots = self.alice.get("/api/v1/robots").json()["results"]
        self.shown["robot"] = next(one for one in robots if one["strength"] == "medium")
        preset = {"name": "Four in front", "pieces": PIECES}
        self._show("preset", put(self.alice, "presets/1", preset))
        self._show("block", put(self.alice, "blocks/charlie", {}))
        until = (timezone.now() + timedelta(days=6)).isoformat()
        made = post(self.alice, "me/leaves", {"until": until}).json()["id"]
        self.ids[f'"id":"{made}"'] = '"id":"7"'
        self._show("leaves", self.alice.get("/api/v1/me/leaves"))

    def _chess(self) -> None:
        made = self._challenge(ruleset="standard").json()["id"]
        game = post(self.bob, f"challenges/{made}/accept").json()["id"]
        self.ids[game] = _GAME
        turns = [(self.alice, "e2e4"), (self.bob, "e7e5"), (self.alice, "d1h5")]
        for number, (client, move) in enumerate(turns, start=1):
            answer = post(client, f"games/{game}/turns", {"turn": number, "actions": [move]})
            assert answer.status_code == 201, answer.content
        post(self.bob, f"games/{game}/acts", {"name": "resign"})
        self._show_text("export_pgn", game, "pgn")


def post(client: APIClient, path: str, body: Example | None = None) -> Any:
    return client.post(f"/api/v1/{path}", body or {}, "json")


def put(client: APIClient, path: str, body: Example) -> Any:
    return client.put(f"/api/v1/{path}", body, "json")
