"""A game from the challenge to its end, played over HTTP: what the document shows of it.

``python3 manage.py test tests/api/test_examples.py`` compares it to what
`games/shown/examples.json` holds. ``RECORD=1`` before it writes the file.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import F
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game
from games.play.robots import open_house
from games.shown.examples import PIECES
from tests.api.recording import (
    CHALLENGE,
    GAME,
    MIRRORED,
    TURN,
    Example,
    Recording,
    get,
    post,
    put,
)
from tests.games.matches import KEEPER, place

_FAMILY: Final = "b2Lm77Tz"
_REFUSAL: Final = ("type", "title", "status", "code")
_WITH_GAME: Final = "stale_turn"
"""The refusal whose example shows the game: in the others it takes two kilobytes each."""
_SEATED: Final = {"white": "alice", "silver": "bob", "black": "charlie"}


class Story(Recording):
    """A game from the challenge to its end, and what is around it."""

    def __init__(self, alice: APIClient, bob: APIClient, charlie: APIClient) -> None:
        super().__init__(alice, bob, charlie)
        self.refused: dict[str, Example] = {}

    def played(self) -> dict[str, dict[str, Any]]:
        """Play it and return the examples."""
        open_house()
        self._challenges()
        game = self._begun()
        self._formations(game)
        self._first_turn(game)
        self._draw(game)
        self._end(game)
        self._lost_on_time()
        self._chance()
        self._chess()
        self._around()
        # Last, for its seats are drawn by lot.
        self._family()
        refusals = dict(sorted(self.refused.items()))
        return {"games/shown": {**dict(sorted(self.shown.items())), "refusals": refusals}}

    def _refuse(self, answer: Any, code: str) -> None:
        problem = self.plain(answer.content.decode())
        assert problem["code"] == code, problem
        left_out = _REFUSAL if code == _WITH_GAME else (*_REFUSAL, "game")
        self.refused[code] = {name: one for name, one in problem.items() if name not in left_out}

    def _challenges(self) -> None:
        made = self.show("challenge", self.challenge())["id"]
        self.show("declined", post(self.bob, f"challenges/{made}/decline", {"reason": "later"}))
        made = self.challenge().json()["id"]
        self.show("cancelled", post(self.alice, f"challenges/{made}/cancel"))
        made = self.challenge(opponent=None, side="random").json()["id"]
        self.show("open_challenge", get(self.alice, f"challenges/{made}"))
        taken = post(self.alice, f"challenges/{made}/robots", {"strength": "medium"})
        self.ids[taken.json()["game"]] = GAME
        self.show("taken_by_robot", taken)

    def _begun(self) -> str:
        begun = self.accepted(self.challenge())
        self.show("started", begun)
        return str(begun.json()["id"])

    def _formations(self, game: str) -> None:
        self._refuse(post(self.alice, f"games/{game}/acts", {"name": "claim"}), "wrong_phase")
        salt = {"salt": "9f86d081884c7d659a2feaa0c55ad015"}
        self.show("salted", put(self.alice, f"games/{game}/salt", salt))
        self._refuse(put(self.alice, f"games/{game}/salt", {"salt": "0" * 32}), "salt_refused")
        wrong = {**PIECES, "d2": "N", "c3": "P"}
        path = f"games/{game}/formation"
        self._refuse(put(self.alice, path, {"pieces": wrong, "ready": True}), "illegal_formation")
        locked = put(self.alice, path, {"pieces": PIECES, "ready": True})
        self.show("formation", locked)
        again = put(self.alice, path, {"pieces": PIECES, "ready": False})
        self._refuse(again, "formation_locked")
        assert put(self.bob, path, {"pieces": MIRRORED, "ready": True}).status_code == 200

    def _first_turn(self, game: str) -> None:
        turns = f"games/{game}/turns"
        say = f"games/{game}/say"
        self._refuse(post(self.alice, say, {"text": "Nf4"}), "not_understood")
        self.show("options", get(self.alice, f"games/{game}/options?after=d2d4"))
        illegal = post(self.alice, turns, {"turn": 1, "actions": ["d2d4", "@c3"]})
        self._refuse(illegal, "illegal_action")
        self.show("played_turn", post(self.alice, turns, {"turn": 1, "actions": TURN}))
        self._refuse(post(self.alice, turns, {"turn": 2, "actions": ["c3b5"]}), "not_your_turn")
        self._refuse(post(self.bob, turns, {"turn": 1, "actions": ["d7d6"]}), "stale_turn")
        line = {"turn": 1, "line": [{"actions": TURN}], "after": ["c6d4"]}
        self.show("outlook", post(self.bob, f"games/{game}/explore", line))
        position = self.shown["played_turn"]["turn"]["position_before"]
        body: Example = {"position": position, "limit": 1}
        self.show("position_turns", post(self.bob, "rulesets/eleven/turns", body))
        body = {"position": position, "after": ["d2d4"]}
        self.show("position_options", post(self.bob, "rulesets/eleven/options", body))
        events = get(self.bob, f"games/{game}/events").json()["results"]
        (event,) = [one for one in events if one["type"] == "turn.played"]
        self.keep("event", event)

    def _draw(self, game: str) -> None:
        path = f"games/{game}/draw"
        self._refuse(post(self.bob, path, {"action": "accept"}), "no_draw_offer")
        self.show("draw_offered", post(self.alice, path, {"action": "offer"}))
        self._refuse(post(self.bob, path, {"action": "offer"}), "draw_already_offered")
        assert post(self.bob, path, {"action": "decline"}).status_code == 200
        self._refuse(post(self.alice, path, {"action": "offer"}), "draw_offered_before")
        gift = f"games/{game}/give-time"
        assert post(self.alice, gift, {"hours": 24}).status_code == 200
        self._refuse(post(self.alice, gift, {"hours": 72}), "no_time_to_give")
        self._refuse(post(self.alice, f"games/{game}/acts", {"name": "sulk"}), "illegal_act")

    def _end(self, game: str) -> None:
        self.show("finished", post(self.alice, f"games/{game}/acts", {"name": "resign"}))
        late = {"turn": 2, "actions": ["d7d6"]}
        self._refuse(post(self.bob, f"games/{game}/turns", late), "game_over")
        self.show("history", get(self.bob, f"games/{game}/history"))
        self.show("export", get(self.bob, f"games/{game}/export"))
        self.show_text("export_text", get(self.bob, f"games/{game}/export?format=text"))
        again = post(self.alice, f"games/{game}/rematch")
        self.ids[again.json()["id"]] = CHALLENGE
        self.show("rematch", again)

    def _lost_on_time(self) -> None:
        game = self.begin()
        self.play(game, ["d7d6"], first=2)
        reply = {"do": "turn", "actions": ["g5f3"]}
        plan = {"turn": 3, "line": [{"actions": ["f3g5"]}], "reply": reply}
        self._refuse(post(self.alice, f"games/{game}/plans", plan), "not_my_turn_there")
        past = timedelta(days=3)
        times = {"deadline": F("deadline") - past, "main_until": F("main_until") - past}
        Game.objects.filter(pk=game).update(**times)
        late = {"turn": 3, "actions": ["c3b5"]}
        self._refuse(post(self.alice, f"games/{game}/turns", late), "deadline_passed")
        offered = post(self.bob, f"games/{game}/go-on")
        self.ids[offered.json()["id"]] = CHALLENGE
        self.show("continued", offered)

    def _chance(self) -> None:
        game = self.begin()
        place(Game.objects.get(pk=game), KEEPER)
        line = {"turn": 2, "line": [{"actions": ["!e8"]}]}
        self._refuse(post(self.alice, f"games/{game}/explore", line), "outcome_needed")

    def _family(self) -> None:
        body = {"ruleset": "family", "opponents": ["bob", "charlie"], "options": {"seats": 3}}
        made = post(self.alice, "challenges", body).json()["id"]
        for client in (self.bob, self.charlie):
            begun = post(client, f"challenges/{made}/accept")
            assert begun.status_code in (200, 201), begun.content
        found = get(self.alice, f"challenges/{made}").json()
        self.ids[found["game"]] = _FAMILY
        path = f"games/{found['game']}"
        players = get(self.alice, f"{path}").json()["players"]
        drawn = {players[side]["username"]: name for side, name in _SEATED.items()}
        clients = {"alice": self.alice, "bob": self.bob, "charlie": self.charlie}
        silver, black = (clients[players[side]["username"]] for side in ("silver", "black"))
        for client, action in ((black, "offer"), (silver, "accept"), (black, "withdraw")):
            agreed = post(client, f"{path}/draw", {"action": action})
            assert agreed.status_code == 200, agreed.content
        self.names = drawn
        self.show("family", post(black, f"{path}/hand-over", {"strength": "medium"}))
        post(silver, f"{path}/acts", {"name": "resign"})
        self._refuse(post(silver, f"{path}/draw", {"action": "offer"}), "out_of_game")
        self.names = {}

    def _around(self) -> None:
        rules = get(self.alice, "rulesets").json()["results"]
        self.shown["ruleset"] = next(one for one in rules if one["key"] == "eleven")
        robots = get(self.alice, "robots").json()["results"]
        self.shown["robot"] = next(one for one in robots if one["strength"] == "medium")
        preset = {"name": "Four in front", "pieces": PIECES}
        self.show("preset", put(self.alice, "presets/1", preset))
        self.show("block", put(self.alice, "blocks/charlie", {}))
        until = (timezone.now() + timedelta(days=6)).isoformat()
        self.number(post(self.alice, "me/leaves", {"until": until}), "7")
        self.show("leaves", get(self.alice, "me/leaves"))
        self.show("friend", put(self.alice, "me/friends/bob", {}))
        self.keep("found", get(self.alice, "players?q=bo").json()["results"][0])
        self.show("player", get(self.alice, "players/alice"))
        guest = Client().post("/api/v1/guests", {}, "application/json")
        self.ids |= {guest.json()["username"]: "guest-k7wq2mzb", guest.json()["game"]: GAME}
        self.show("guest", guest)

    def _chess(self) -> None:
        game = self.accepted(self.challenge(ruleset="standard")).json()["id"]
        self.play(game, ["e2e4"], ["e7e5"], ["d1h5"])
        post(self.bob, f"games/{game}/acts", {"name": "resign"})
        self.show_text("export_pgn", get(self.bob, f"games/{game}/export?format=pgn"))
