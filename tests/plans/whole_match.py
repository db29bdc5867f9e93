"""A whole match of two people who are never there at the same time, by plans over plain HTTP.

``python -m tests.plans.whole_match http://127.0.0.1:8000`` plays it on a running copy that was
started with ``LIMITS=0``. Each visit of a player is one turn by hand and what is prepared with it;
all else is played while neither is there. Every shot is answered in each of its ends.
"""

from __future__ import annotations

import random
import secrets
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from config.developers.clients.chess_eleven import ChessEleven, Record

LONGEST, MOST_VISITS, REST = 16, 200, 4.0
SIDES = ("white", "black")


@dataclass
class Path:
    """A line of turns, and what each side answers on it."""

    line: list[Record] = field(default_factory=list)
    answers: dict[str, list[Record]] = field(default_factory=lambda: {side: [] for side in SIDES})
    shots: int = 0
    """Shots of which each end has an answer."""


class Match:
    """Two people's clients and the game they play."""

    def __init__(self, address: str, *, seed: int = 7) -> None:
        self.chance = random.Random(seed)
        mark = secrets.token_hex(2)
        self.players = {side: _person(address, f"{side}-{mark}") for side in SIDES}
        names = {side: one.get("/auth/token")["username"] for side, one in self.players.items()}
        white, black = (self.players[side] for side in SIDES)
        challenge = white.post(
            "/challenges", {"opponent": names["black"], "side": "white", "goals_to_win": 2}
        )
        self.id = black.post(f"/challenges/{challenge['id']}/accept")["id"]
        self.formations = {side: one.be_ready(self.id) for side, one in self.players.items()}
        self.shots = 0
        """Shots of which all four ends were answered before they were taken."""

    def game(self) -> Record:
        """Return the game as it stands."""
        found: Record = self.players["white"].get(f"/games/{self.id}")
        return found

    def play(self) -> Record:
        """Let the two visit the game in turn until it is over; return it."""
        agreed: Path | None = None
        for visit in range(1, MOST_VISITS):
            game = self.game()
            if game["result"]:
                return game
            side = game["awaiting"][0]
            if game["status"] == "formation":
                body = {"pieces": self.formations[side], "ready": True}
                self.players[side].put(f"/games/{self.id}/formation", body)
                continue
            for one in self.players.values():
                # What was foreseen before is of no use any more, and a hundred may wait.
                one.http.delete(f"/games/{self.id}/plans").raise_for_status()
            agreed = self.foresee(game)
            self.shots += agreed.shots
            # The other one has been there before and has prepared their part.
            other = next(one for one in SIDES if one != side)
            for plan in agreed.answers[other]:
                body = {"turn": game["turn"], "replace": True, **plan}
                self.players[other].post(f"/games/{self.id}/plans", body)
            turn = agreed.line[0]
            body = {"turn": game["turn"], "actions": turn["actions"]}
            plans = [{"replace": True, **plan} for plan in agreed.answers[side]]
            self.players[side].post(f"/games/{self.id}/turns", {**body, "plans": plans})
            self.rest(game["turn"])
            print(f"visit {visit} of {side}: turn {game['turn']} by hand, {len(plans)} answers")
            print(f"  {len(agreed.answers[other])} of {other}; now turn {self.game()['turn']}")
        raise SystemExit("The match has no end.")

    def rest(self, turn: int) -> None:
        """Return once nothing has been played for a while."""
        since = time.monotonic()
        while time.monotonic() < since + REST:
            game = self.game()
            if game["result"]:
                return
            if game["turn"] != turn:
                turn, since = game["turn"], time.monotonic()
            time.sleep(0.2)

    def foresee(self, game: Record) -> Path:
        """Return a line from the present with an answer at each of its turns but the first."""
        path, first = Path(), True
        while len(path.line) < LONGEST:
            found = self.explore(game, path.line)
            if found["side"] is None:
                break
            actions, outcomes = self.choose(game, path.line)
            if not first:
                reply = {"do": "turn", "actions": actions}
                path.answers[found["side"]].append({"line": list(path.line), "reply": reply})
            first = False
            ends: list[str | None] = [*outcomes] or [None]
            if len(ends) > 1:
                self.answer_each(game, path, actions, ends)
                # The line continues with the likeliest end.
                ends = sorted(ends, key=lambda one: -outcomes[str(one)])
                going = next((end for end in ends if end != "goal"), ends[0])
                path.line.append({"actions": actions, "outcome": going})
                continue
            path.line.append({"actions": actions, "outcome": ends[0]})
        return path

    def answer_each(self, game: Record, path: Path, actions: list[str], ends: list[Any]) -> None:
        """Prepare an answer to each end of a shot, of anyone who is to play then."""
        path.shots += len(ends) == 4
        for end in ends:
            line = [*path.line, {"actions": actions, "outcome": end}]
            found = self.explore(game, line)
            if len(line) > LONGEST or found["phase"] == "over":
                continue
            if found["phase"] == "formation":
                for side in SIDES:
                    reply = {"do": "formation", "pieces": self.formations[side]}
                    path.answers[side].append({"line": line, "reply": reply})
                continue
            chosen, _ = self.choose(game, line)
            reply = {"do": "turn", "actions": chosen}
            path.answers[found["side"]].append({"line": line, "reply": reply})

    def choose(self, game: Record, line: list[Record]) -> tuple[list[str], dict[str, int]]:
        """Return a whole turn at the end of a line, and how it may end; a shot if there is one."""
        actions: list[str] = []
        while True:
            found = self.explore(game, line, actions)
            choices = found["actions"]
            shots = [one for one in choices if one["kind"] == "shot"]
            if shots:
                best = max(shots, key=lambda one: one["chances"].get("goal", 0))
                actions.append(best["text"])
            elif not choices or (found["complete"] == 0 and self.chance.random() < 0.3):
                return actions, found["outcomes"]
            else:
                takes = [one for one in choices if one.get("captures")]
                actions.append(self.chance.choice(takes or choices)["text"])

    def explore(self, game: Record, line: list[Record], after: list[str] | None = None) -> Any:
        """Return what may follow."""
        body = {"turn": game["turn"], "line": line, "after": after or []}
        return self.players["white"].post(f"/games/{self.id}/explore", body)


class Person(ChessEleven):
    """Someone with the reference client."""

    def be_ready(self, game_id: str) -> Record:
        """Be ready with the formation that is proposed, and return it."""
        game = self.get(f"/games/{game_id}")
        pieces: Record = game["formation"][self.side_in(game)]["pieces"]
        self.put(f"/games/{game_id}/formation", {"pieces": pieces, "ready": True})
        return pieces


def _person(address: str, name: str) -> Person:
    word = secrets.token_urlsafe(12)
    anyone = Person(address)
    account = {"username": name, "email": f"{name}@example.org", "password": word}
    anyone.post("/accounts", account)
    token = anyone.post("/auth/token", {"username": name, "password": word})["token"]
    return Person(address, token)


def main(address: str, seed: str = "7") -> None:
    """Play a match and tell how its turns came about."""
    match = Match(address, seed=int(seed))
    game = match.play()
    turns = list(match.players["white"].pages(f"/games/{match.id}/turns"))
    counted = {by: sum(one["by"] == by for one in turns) for by in ("hand", "plan", "fallback")}
    shots = [f"{one['notation']} ({one['by']})" for one in turns if "!" in one["notation"]]
    print(f"{game['result']['winner']} wins; {len(turns)} turns: {counted}; shots: {shots}")
    print(f"{match.shots} shots were answered in all four of their ends")
    assert counted["plan"] > counted["hand"]


if __name__ == "__main__":
    main(*sys.argv[1:])
