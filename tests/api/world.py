"""Something of everything on a running service, made by plain calls: what its GETs then show."""

from __future__ import annotations

import secrets
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from config.developers.clients.chess_eleven import ChessEleven, Record, Refused, log_in
from tests.games.whole_games import MATES

SCOPES: Final = [
    "games:read", "games:play", "challenges:write", "account:read", "account:write",
    "webhooks:write", "competitions:write",
]  # fmt: skip
_PASSWORD: Final = "corner-flag-24"
_LIVE: Final = {"clock": "fischer", "base": 3600, "increment": 2}
_DEVICE: Final = {
    "endpoint": "https://push.example.org/wpush/1",
    "keys": {
        "p256dh": "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8"
        "QcYP7DkM",
        "auth": "tBHItJI5svbpez7KI4CCXg",
    },
}


class World:
    """Four players and what they have done. ``known`` has the values of places in addresses."""

    def __init__(self, address: str) -> None:
        mark = secrets.token_hex(2)
        self.names = [f"{name}-{mark}" for name in ("ann", "ben", "cem", "dot")]
        self.address = address
        self.ann, self.ben, self.cem, self.dot = (self._player(name) for name in self.names)
        self.known: dict[str, list[Record]] = {}
        """By the names of the places together, as ``game_id`` or ``chapter step``."""

    def _player(self, name: str) -> ChessEleven:
        account = {"username": name, "email": f"{name}@example.org", "password": _PASSWORD}
        ChessEleven(self.address).post("/accounts", account)
        return ChessEleven(self.address, log_in(self.address, name, _PASSWORD, SCOPES))

    def know(self, **places: Any) -> None:
        """Note values that belong together."""
        self.known.setdefault(" ".join(sorted(places)), []).append(places)

    def fill(self) -> None:
        """Play and make it all."""
        self.know(username=self.names[0])
        self.know(username=self.names[1])
        self._finished_games()
        self._running_games()
        self._live()
        self._challenges()
        self._competition()
        self._learning()
        self._account()
        self._going_on()

    # Games --------------------------------------------------------------------------------

    def begin(self, **terms: Any) -> str:
        """Return the id of a new game between ann, who begins, and ben."""
        terms = {"opponent": self.names[1], "side": "white", **terms}
        challenge = self.ann.post("/challenges", terms)
        self.know(challenge_id=challenge["id"])
        game = self.ben.post(f"/challenges/{challenge['id']}/accept")["id"]
        self.know(game_id=game)
        return str(game)

    def play(self, game: str, *turns: str) -> None:
        """Play turns of one action each."""
        for number, action in enumerate(turns, 1):
            mover = self.ann if number % 2 else self.ben
            mover.post(f"/games/{game}/turns", {"turn": number, "actions": [action]})

    def to_the_end(self, game: str) -> None:
        """Let both play a game until it is over."""
        players = [threading.Thread(target=one.play, args=(game,)) for one in (self.ann, self.ben)]
        for player in players:
            player.start()
        for player in players:
            player.join()

    def _finished_games(self) -> None:
        self.to_the_end(self.begin(goals_to_win=1, rated=True))
        for ruleset, turns in MATES.items():
            self.play(self.begin(ruleset=ruleset), *turns)
        family = self._family()
        for player in (self.ann, self.ben):
            player.post(f"/games/{family}/acts", {"name": "resign"})

    def _family(self, supervisor: ChessEleven | None = None) -> str:
        terms = {"ruleset": "family", "opponents": self.names[1:3], "options": {"seats": 3}}
        challenge = self.ann.post("/challenges", terms)["id"]
        self.know(challenge_id=challenge)
        if supervisor is not None:
            path = f"/challenges/{challenge}/supervisor"
            self.ann.put(path, {"username": supervisor.get("/me")["username"]})
            url = f"{self.address}/api/v1{path}"
            supervisor.http.patch(url, json={"accepted": True}).raise_for_status()
        self.ben.post(f"/challenges/{challenge}/accept")
        game = self.cem.post(f"/challenges/{challenge}/accept")["id"]
        self.know(game_id=game)
        for _ in range(6):
            for player in (self.ann, self.ben, self.cem):
                player.act(game)
        return str(game)

    def _supervised(self) -> None:
        """Play a game that dot supervises, in which ann offers the seat that cem left."""
        game = self._family(supervisor=self.dot)
        self.cem.post(f"/games/{game}/hand-over", {"strength": "easy"})
        players = self.ann.get(f"/games/{game}")["players"]
        (side,) = [side for side, one in players.items() if one["is_bot"]]
        self.ann.put(f"/games/{game}/seat", {"side": side})

    def _running_games(self) -> None:
        self._family()
        self._supervised()
        self.play(self.begin(ruleset="future"), MATES["future"][0])
        chess = self.begin(ruleset="standard")
        self.play(chess, "e2e4", "e7e5")
        self.ann.post(f"/games/{chess}/draw", {"action": "offer"})
        self.ben.post(f"/games/{chess}/draw", {"action": "decline"})
        self.ann.put(f"/games/{chess}/note", {"text": "Castle soon."})
        line: list[Record] = [{"actions": ["g1f3"]}]
        self.ann.put(f"/games/{chess}/lines", {"lines": [{"turn": 3, "line": line}]})
        self.ben.post(
            f"/games/{chess}/plans",
            {"turn": 3, "line": line, "reply": {"do": "turn", "actions": ["b8c6"]}},
        )
        self.ben.put(f"/games/{chess}/plans/fallback", {"turn": 4, "tries": [["b8c6"]]})
        self.ann.post(f"/games/{chess}/phrases", {"phrase": "well_played"})
        eleven = self.begin()
        for _ in range(3):
            self.ann.act(eleven)
            self.ben.act(eleven)
        self.begin()

    def _live(self) -> None:
        game = self.begin(ruleset="standard", live=_LIVE)
        self.play(game, "e2e4", "e7e5")
        self.ann.put(f"/games/{game}/stage", {"turn": 3, "actions": ["g1f3"]})
        self.ben.post(f"/games/{game}/acts", {"name": "resign"})
        self.dot.post("/live/seeks", {"ruleset": "standard"})

    def _challenges(self) -> None:
        for opponent, answer in ((self.names[1], "decline"), (self.names[1], ""), (None, "")):
            made = self.ann.post("/challenges", {"opponent": opponent, "ruleset": "standard"})
            self.know(challenge_id=made["id"])
            if answer:
                self.ben.post(f"/challenges/{made['id']}/{answer}", {"reason": "later"})

    # Competitions -------------------------------------------------------------------------

    def _competition(self) -> None:
        for kind, is_played in (("cup", True), ("cup", False), ("league", True)):
            terms = {"name": f"Friday {kind}", "kind": kind, "ruleset": "standard"}
            made = self.ann.post("/competitions/among-friends", terms)
            self.know(competition_id=made["id"])
            self.know(code=made["code"])
            for friend in (self.ben, self.cem):
                friend.post(f"/competitions/by-code/{made['code']}")
            if is_played:
                self.ann.post(f"/competitions/{made['id']}/start")
                self._play_competition(made["id"])

    def _play_competition(self, made: str) -> None:
        """Play the matches of a competition; a cup to its end, with a certificate."""
        players = dict(zip(self.names, (self.ann, self.ben, self.cem), strict=False))
        competition = self.ann.get(f"/competitions/{made}")
        name = competition["sections"][0]["section"]
        path = f"/competitions/{made}/sections/{name}"
        self.know(competition_id=made, section=name)
        played: set[str] = set()
        while (section := self.ann.get(path))["status"] != "finished":
            matches = [match for turn in section["rounds"] for match in turn["matches"]]
            waiting = [
                (match, game["game"], game["white"])
                for match in matches
                for game in match["games"]
                if game["result"] is None and game["game"] not in played
            ]
            if played and not waiting and competition["kind"] == "league":
                # A season ends on its last day.
                break
            # A sweep counts what was played.
            time.sleep(0 if waiting else 1)
            for match, game, white in waiting:
                seats = {one["number"]: one["player"] for one in (match["upper"], match["lower"])}
                first = seats.pop(white)
                (second,) = seats.values()
                for number, action in enumerate(MATES["standard"], 1):
                    mover = players[first if number % 2 else second]
                    mover.post(f"/games/{game}/turns", {"turn": number, "actions": [action]})
                played.add(game)
                self.know(game_id=game)
                self.know(competition_id=made, section=name, match=match["match"])
        if section["standing"]:
            winner = players[section["standing"][0]["player"]]
            paper = winner.post(f"{path}/certificate", {"name": "Ann Example"})
            self.know(certificate_id=paper["id"])

    # The rest -----------------------------------------------------------------------------

    def _learning(self) -> None:
        for lesson in self.ann.get("/learn")["results"]:
            for one in lesson["steps"]:
                self.know(chapter=lesson["chapter"], step=one["step"])
        try:
            puzzle = self.ann.get("/puzzles/next")
        except Refused as refusal:
            if refusal.code != "not_found":
                raise
            print("There is no puzzle on this service yet.")
        else:
            self.know(puzzle_id=puzzle["id"])
            body = {"position": puzzle["position"], "limit": 1}
            (turn,) = self.ann.post("/rulesets/eleven/turns", body)["turns"]
            self.ann.post(f"/puzzles/{puzzle['id']}/try", {"actions": turn["actions"]})

    def _account(self) -> None:
        name = self.names[1]
        pieces = self.ann.get(f"/games/{self.begin()}")["formation"]["white"]["pieces"]
        self.ann.put("/presets/1", {"name": "As usual", "pieces": pieces})
        self.ann.put(f"/blocks/{self.names[3]}", {})
        self.ann.put(f"/players/{name}/note", {"text": "Shoots from afar."})
        until = (datetime.now(UTC) + timedelta(days=6)).isoformat()
        self.know(leave_id=self.ben.post("/me/leaves", {"until": until})["id"])
        hook = {"url": "http://127.0.0.1:9/", "events": ["turn.played", "game.finished"]}
        webhook = self.ann.post("/webhooks", hook)["id"]
        self.know(webhook_id=webhook)
        self.ann.post(f"/webhooks/{webhook}/test")
        self.ann.post("/push/subscriptions", _DEVICE)
        calendar = self.ann.post("/calendar")["url"]
        self.know(secret=calendar.rpartition("/")[2].removesuffix(".ics"))
        self.ann.post("/me/export")
        for pool in ("eleven-post", "standard-post", "standard-live"):
            self.know(pool=pool)
            self.know(username=self.names[0], pool=pool)

    def _going_on(self) -> None:
        """Begin what lasts until it is read: a live game with a draft, and one to learn by."""
        game = self.begin(ruleset="standard", live=_LIVE)
        self.play(game, "e2e4", "e7e5")
        self.ann.put(f"/games/{game}/stage", {"turn": 3, "actions": ["g1f3"]})
        made = self.ann.post("/challenges", {"opponent": None, "side": "white"})
        game = self.ann.post(f"/challenges/{made['id']}/robots", {"strength": "easy"})["game"]
        self.know(game_id=game)
        pieces = self.ann.get(f"/games/{game}")["formation"]["white"]["pieces"]
        self.ann.put(f"/games/{game}/formation", {"pieces": pieces, "ready": True})
        while self.ann.get(f"/games/{game}")["status"] == "formation":
            time.sleep(0.5)
