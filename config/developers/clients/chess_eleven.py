#!/usr/bin/env python3
"""A client of Chess Eleven by correspondence in one file. Copy it; it needs Python 3.11 and httpx.

    export CHESS_ELEVEN=https://chess.example.org
    python chess_eleven.py login alice [SCOPE ...]  # asks for the password, prints a token
    python chess_eleven.py authorize CLIENT_ID      # the same by OAuth 2 with PKCE, by hand
    export CHESS_ELEVEN_TOKEN=...
    python chess_eleven.py events                   # follow what happens to you
    python chess_eleven.py play GAME                # play a whole game
    python chess_eleven.py verify GAME              # check every shot of a finished game

It knows no rules of the game: what may be played it asks, action by action (``options``).
"""

from __future__ import annotations

import base64
import getpass
import hashlib
import hmac
import json
import os
import random
import secrets
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import count
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

Record = dict[str, Any]
Choose = Callable[[Record], str | None]
"""Takes what ``options`` says; returns the text of one of its actions, or None to send the turn
as it is (only where ``complete`` is 0)."""

Noted = dict[str, dict[str, str]]
"""The commitments seen while a game went on, each with the salts I added to it, by side."""

NAME, SCOPES = "chess_eleven.py", ("games:read", "games:play", "challenges:write")
ATTEMPTS, BUSY = 8, (429, 502, 503, 504)
LONGEST_PAUSE = 30.0
SILENCE = 40.0
"""A stream shows a sign of life every 15 seconds; without one for so long it is dead."""
LOOKS_EVERY = 5.0
"""An analysis that isn't there yet is asked for again after so long."""


class Refused(Exception):
    """The service said no. ``code`` is the stable word to switch on."""

    def __init__(self, response: httpx.Response) -> None:
        try:
            self.problem: Record = response.json()
        except ValueError:
            self.problem = {}
        self.status = response.status_code
        self.code = str(self.problem.get("code", ""))
        super().__init__(f"{self.status} {self.code}: {self.problem.get('detail', '')}")


class ChessEleven:
    """One person's, or one program's, connection to the service."""

    def __init__(
        self, server: str, token: str | None = None, longest_pause: float = LONGEST_PAUSE
    ) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        api = server.rstrip("/") + "/api/v1"
        self.http = httpx.Client(base_url=api, headers=headers, timeout=30)
        self.noted: dict[str, Noted] = {}
        self.longest_pause = longest_pause

    # Asking -------------------------------------------------------------------------------

    def get(self, path: str, **query: Any) -> Any:
        """Return what is at an address."""
        # None, not {}: an empty one would cut the query off an address that has one.
        return self._send("GET", path, params=query or None)

    def post(self, path: str, body: Record | None = None) -> Any:
        """Do something, once, however often the request has to be sent."""
        return self._send("POST", path, json=body or {})

    def put(self, path: str, body: Record) -> Any:
        """Put something in its place."""
        return self._send("PUT", path, json=body)

    def pages(self, path: str, **query: Any) -> Iterator[Record]:
        """Yield everything on a list, page after page."""
        page = self.get(path, **query)
        while True:
            yield from page["results"]
            if not page["next"]:
                return
            page = self.get(page["next"])

    def _send(self, method: str, path: str, **request: Any) -> Any:
        """Send until there is an answer. The key makes it safe to send a second time."""
        headers = {} if method == "GET" else {"Idempotency-Key": str(uuid.uuid4())}
        for left in reversed(range(ATTEMPTS)):
            response = None
            try:
                response = self.http.request(method, path, headers=headers, **request)
            except httpx.TransportError:
                if not left:
                    raise
            if response is None or (response.status_code in BUSY and left):
                time.sleep(pause(ATTEMPTS - 1 - left, self.longest_pause, response))
            elif response.is_error:
                raise Refused(response)
            else:
                return response.json() if response.content else None

    # Hearing ------------------------------------------------------------------------------

    def follow(self, game: str | None = None, after: int | None = None) -> Iterator[Record | None]:
        """Yield each event once and in order, over every break of the connection.

        None is yielded whenever the stream has been opened, and when all is quiet: time to look
        for what happened before the first event, or to do something else. ``game`` follows one
        game, and ends with it; else it is all that concerns me. ``after`` begins in the past.
        """
        path = f"/games/{game}/events" if game else "/events"
        last, failures = after, 0
        while True:
            headers = {} if last is None else {"Last-Event-ID": str(last)}
            headers["Accept"] = "application/x-ndjson"
            response = None
            try:
                with self.http.stream("GET", path, headers=headers, timeout=SILENCE) as response:
                    if response.status_code == 204:
                        return
                    if response.is_error and response.status_code not in BUSY:
                        response.read()
                        raise Refused(response)
                    if last is None and response.is_success:
                        # Known before the first event, so that even a break before it loses none.
                        last = int(response.headers["Last-Event-ID"])
                    for line in response.iter_lines() if response.is_success else ():
                        failures = 0
                        if not line:
                            yield None
                            continue
                        event = json.loads(line)
                        last = event["number"]
                        yield event
                        if game and event["type"] == "game.finished":
                            return
            except httpx.TransportError:
                pass
            time.sleep(pause(failures, self.longest_pause, response))
            failures += 1

    # Playing ------------------------------------------------------------------------------

    def play(self, game_id: str, choose: Choose | None = None) -> Record:
        """Play my side of a game to its end and return it."""
        for _ in self.follow(game_id):
            game = self.act(game_id, choose)
            if game["result"]:
                return game
        return self.get(f"/games/{game_id}")

    def act(self, game_id: str, choose: Choose | None = None) -> Record:
        """Do what the game waits for me to do, if anything, and return the game."""
        game = self.salt_for(self.get(f"/games/{game_id}"))
        side = self.side_in(game)
        try:
            while side in game["awaiting"]:
                if game["status"] == "formation":
                    body = {"pieces": game["formation"][side]["pieces"], "ready": True}
                    game = self.put(f"/games/{game_id}/formation", body)
                else:
                    body = {"turn": game["turn"], "actions": self.build_turn(game, choose)}
                    game = self.post(f"/games/{game_id}/turns", body)["game"]
        except Refused as refusal:
            if refusal.status != 409:
                raise
            # It moved on meanwhile: another program of mine, or the clock.
            game = self.get(f"/games/{game_id}")
        return game

    def salt_for(self, game: Record) -> Record:
        """Add my salt to the seed of the rolls, where the game takes one, and return the game.

        It is drawn now that the commitment is known: no one can have drawn the seed to suit it.
        What is noted here is what ``check_shots`` wants to know at the end.
        """
        side, fairness = self.side_in(game), game["fairness"]
        noted = self.noted.setdefault(game["id"], {}).setdefault(fairness["commitment"], {})
        if side is None or not fairness.get("takes_salts") or fairness["salts"][side]:
            return game
        salt = secrets.token_hex(16)
        try:
            game = self.put(f"/games/{game['id']}/salt", {"salt": salt})
            noted[side] = salt
        except Refused as refusal:
            if refusal.status != 409:
                raise
        return game

    def build_turn(self, game: Record, choose: Choose | None = None) -> list[str]:
        """Return a whole turn, each action chosen among those that the service says are legal."""
        choose = choose or sensible
        path, actions = f"/games/{game['id']}/options", list[str]()
        while True:
            options = self.get(path, turn=game["turn"], after=" ".join(actions))
            action = choose(options) if options["actions"] else None
            if action is None:
                return actions
            actions.append(action)

    def plan(self, game: Record, line: list[Record], reply: Record, **more: Any) -> Record:
        """Prepare an answer for where a line leads and return it.

        ``line`` holds turns as ``{"actions": [...], "outcome": ...}``, an outcome where a shot
        may end in several ways; ``reply`` what to do there: ``{"do": "turn", "actions": [...]}``.
        """
        body = {"turn": game["turn"], "line": line, "reply": reply, **more}
        return self.post(f"/games/{game['id']}/plans", body)

    def plan_otherwise(
        self, game: Record, turn: int, tries: list[list[str]], *unless: str
    ) -> Record:
        """Say what to try at a turn of mine where no answer fits, unless something happened."""
        body = {"turn": turn, "tries": tries, "unless": list(unless)}
        return self.put(f"/games/{game['id']}/plans/fallback", body)

    def plans(self, game_id: str) -> Record:
        """Return what I have prepared in a game, and what became of it."""
        return self.get(f"/games/{game_id}/plans")

    def verify(self, game_id: str) -> str:
        """Return in words whether the shots of a finished game were fair."""
        record = self.get(f"/games/{game_id}/export", format="json")
        wrong = check_shots(record, self.noted.get(game_id))
        replaced = record["game"]["fairness"].get("earlier", [])
        said = [f"Another seed followed at {seed['replaced_at']}." for seed in replaced]
        return "\n".join([*said, *(wrong or ["Every shot was fair."])])

    def analysis(self, game_id: str, *until: str) -> Record:
        """Return what decided a finished game, once it is there or has a status of ``until``."""
        wanted = until or ("summed", "searching", "done")
        while (found := self.get(f"/games/{game_id}/analysis"))["status"] not in wanted:
            if found["status"] == "failed":
                raise LookupError("this game can't be analysed")
            time.sleep(min(LOOKS_EVERY, self.longest_pause))
        return found

    def better_turns(self, game_id: str) -> Record:
        """Ask for better turns and return the analysis with them; without if none can be had."""
        self.post(f"/games/{game_id}/analysis")
        return self.analysis(game_id, "summed", "done")

    def enter(self, competition: str, section: str = "open", **confirmed: Any) -> Record:
        """Enter a section of a cup and return it; ``born_on_or_after`` confirms its cut-off."""
        return self.post(f"/competitions/{competition}/sections/{section}/entries", confirmed)

    def tables(self, league: str) -> list[Record]:
        """Return the divisions of a season of a league, each with the lines of its table."""
        return self.get(f"/competitions/{league}/table")["divisions"]

    def confirm(self, league: str) -> Record:
        """Enter a season of a league, or confirm the one after it if that is announced."""
        season = self.get(f"/competitions/{league}")
        return self.enter(season["following"] or season["id"], "division-1")

    def withdraw(self, competition: str, section: str = "open") -> None:
        """Withdraw from a section; once it is drawn, the match in play is lost."""
        self._send("DELETE", f"/competitions/{competition}/sections/{section}/entries")

    def bracket(self, competition: str, section: str = "open") -> list[Record]:
        """Return the rounds of a section, each with its matches and their games."""
        return self.get(f"/competitions/{competition}/sections/{section}")["rounds"]

    @cached_property
    def username(self) -> str:
        """My name, as games and brackets have it."""
        return self.get("/auth/token")["username"]

    def side_in(self, game: Record) -> str | None:
        """Return my side in a game; where a cup hides names in it, its players see them there."""
        for side, player in game["players"].items():
            if player["username"] == self.username:
                return side
        if (place := game.get("competition")) is None:
            return None
        section = f"/competitions/{place['id']}/sections/{place['section']}"
        match = self.get(f"{section}/matches/{place['match']}")
        white = next(one["white"] for one in match["games"] if one["game"] == game["id"])
        for seat in (match["upper"], match["lower"]):
            if seat["player"] == self.username:
                return "white" if seat["number"] == white else "black"
        return None


def sensible(options: Record) -> str | None:
    """Shoot where it may well go in, take what can be taken, else bring things forward."""
    actions = options["actions"]
    shots = [a for a in actions if a["kind"] == "shot" and a["chances"].get("goal", 0) >= 20]
    if shots:
        return max(shots, key=lambda shot: shot["chances"]["goal"])["text"]
    if options["complete"] == 0 and random.random() < 0.2:
        return None
    taking = [action for action in actions if action.get("captures")]
    forward = 1 if options["side"] == "white" else -1
    gain = [forward * (_rank(a.get("to")) - _rank(a.get("from"))) for a in actions]
    onward = [action for action, ranks in zip(actions, gain, strict=True) if ranks > 0]
    wanted = taking or (onward if random.random() < 0.7 else None) or actions
    return random.choice(wanted)["text"]


def _rank(square: str | None) -> int:
    """Return the number of a square's rank; 0 without a square. Other games have other names."""
    return int("".join(filter(str.isdigit, square or "")) or 0)


def pause(attempt: int, longest: float, response: httpx.Response | None = None) -> float:
    """Return the seconds that the service asks to wait, or more each time and never in step with
    others."""
    asked = response.headers.get("Retry-After", "") if response is not None else ""
    # Beyond the tenth it is the longest anyhow; after hours 2**attempt would be no float any more.
    longest = min(0.5 * 2 ** min(attempt, 10), longest)
    return float(asked) if asked.isdigit() else random.uniform(longest / 2, longest)


# Logging in -----------------------------------------------------------------------------------


def log_in(server: str, username: str, password: str, scopes: Iterable[str] = SCOPES) -> str:
    """Return a new personal token. For programs of your own; apps for others use PKCE."""
    body = {"username": username, "password": password, "name": NAME, "scopes": list(scopes)}
    return ChessEleven(server).post("/auth/token", body)["token"]


class Authorization:
    """OAuth 2 authorization code with PKCE, for a program that opens no browser of its own.

    1. Show ``url``; the person opens it, logs in there and agrees.
    2. The browser goes to the redirect address of the app, where perhaps no one answers; the person
       copies that whole address from the address bar.
    3. ``finish`` takes it and returns the tokens.
    """

    def __init__(self, server: str, client_id: str, redirect_uri: str) -> None:
        self.client_id, self.redirect_uri = client_id, redirect_uri
        found = httpx.get(server.rstrip("/") + "/.well-known/oauth-authorization-server")
        self.endpoints: Record = found.raise_for_status().json()
        self._verifier, self._state = secrets.token_urlsafe(48), secrets.token_urlsafe(16)
        challenge = hashlib.sha256(self._verifier.encode()).digest()
        query = {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": redirect_uri,
            "scope": " ".join(SCOPES),
            "state": self._state,
            "code_challenge": base64.urlsafe_b64encode(challenge).decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        self.url = f"{self.endpoints['authorization_endpoint']}?{urlencode(query)}"

    def finish(self, redirected_to: str) -> Record:
        """Return ``access_token``, ``refresh_token`` and ``expires_in``."""
        answer = parse_qs(urlsplit(redirected_to.strip()).query)
        if answer.get("state") != [self._state]:
            raise ValueError("this address does not belong to this log-in")
        if "code" not in answer:
            raise ValueError(answer.get("error", ["no code in the address"])[0])
        return self._tokens(
            grant_type="authorization_code",
            code=answer["code"][0],
            redirect_uri=self.redirect_uri,
            code_verifier=self._verifier,
        )

    def refresh(self, refresh_token: str) -> Record:
        """Return new tokens; the old refresh token is used up."""
        return self._tokens(grant_type="refresh_token", refresh_token=refresh_token)

    def _tokens(self, **form: str) -> Record:
        form["client_id"] = self.client_id
        return httpx.post(self.endpoints["token_endpoint"], data=form).raise_for_status().json()


# Fair shots -----------------------------------------------------------------------------------


def key_of(scheme: int, seed: bytes, game_id: str, salts: list[str | None]) -> bytes:
    """Return the key of the rolls; ``salts`` are those of the sides in the order of players."""
    if scheme == 1:
        return seed
    words = ":".join([game_id, *(salt or "" for salt in salts)])
    return hmac.digest(seed, words.encode(), "sha256")


def roll(key: bytes, game_id: str, shot: int) -> int:
    """Return the roll of the game's ``shot``, counted from 0, as the key fixes it."""
    messages = (f"{game_id}:{shot}:{attempt}".encode() for attempt in count())
    drawn = (int.from_bytes(hmac.digest(key, each, "sha256")[:4], "big") for each in messages)
    return next(number for number in drawn if number < 4_294_967_200) % 100


def check_shots(record: Record, noted: Noted | None = None) -> list[str]:
    """Return what is wrong with the shots of an exported, finished game; nothing if all is fair.

    ``noted`` is what was seen and added while the game went on, if someone took note.
    """
    game, fairness = record["game"], record["game"]["fairness"]
    scheme = fairness.get("scheme", 1)
    if scheme not in (1, 2):
        return [f"scheme {scheme} is newer than this client"]
    # Where a backup was restored another seed followed, for the shots from then on.
    seeds = [*fairness.get("earlier", []), fairness]
    begins = [seed.get("first_shot", 0) for seed in seeds]
    wrong = [fault for seed in seeds if (fault := _fault_of(seed))]
    if begins[0] != 0 or begins != sorted(begins):
        wrong.append("the seeds do not follow each other from the first shot on")
    if wrong:
        return wrong
    for commitment, added in (noted or {}).items():
        found = next((seed for seed in seeds if seed["commitment"] == commitment), None)
        if found is None:
            wrong.append("a commitment was changed during the game")
        elif any(found["salts"].get(side) != salt for side, salt in added.items()):
            wrong.append("a salt is not the one that was added")
    shot = 0
    for turn in record["turns"]:
        outcomes = [action for action in turn["actions"] if action.startswith("!")]
        if len(outcomes) != len(turn["rolls"]):
            wrong.append(f"turn {turn['number']}: {len(outcomes)} shots, {turn['rolls']} rolled")
        for outcome, rolled in zip(outcomes, turn["rolls"], strict=False):
            seed = [seed for seed, first in zip(seeds, begins, strict=True) if first <= shot][-1]
            salts = [seed["salts"].get(side) for side in game["players"]] if scheme == 2 else []
            key = key_of(scheme, bytes.fromhex(seed["seed"]), game["id"], salts)
            fair = roll(key, game["id"], shot)
            if rolled != fair:
                wrong.append(f"turn {turn['number']}: rolled {rolled}, should be {fair}")
            due = outcome_of(turn, outcome[1:3], rolled)
            if outcome != f"!{outcome[1:3]}={due}":
                wrong.append(f"turn {turn['number']}: {outcome}, should be {due}")
            shot += 1
    return wrong


def _fault_of(seed: Record) -> str | None:
    if seed["seed"] is None:
        return "a seed is not shown"
    if hashlib.sha256(bytes.fromhex(seed["seed"])).hexdigest() != seed["commitment"]:
        return "the seed is not the one that was committed to"
    return None


def outcome_of(turn: Record, target: str, rolled: int) -> str:
    """Return what a roll means by the odds of law 8.3, for the position at the time of the shot."""
    placement = turn["position_before"].split()[0]
    for digit in "12345678":
        placement = placement.replace(digit, "." * int(digit))
    board = {
        "abcdefgh"[column] + str(8 - row): piece
        for row, rank in enumerate(placement.split("/"))
        for column, piece in enumerate(rank)
    }
    for action in turn["actions"]:
        if action[0] not in "@!":
            board[action[2:4]], board[action[:2]] = board[action[:2]], "."
    other = {"d": "e", "e": "d"}[target[0]] + target[1]
    ours = str.isupper if target[1] == "8" else str.islower

    def guard(square: str) -> str | None:
        """Return "king", "piece" or None; our own pieces in their goal count as nothing."""
        piece = board[square]
        return None if piece == "." or ours(piece) else "king" if piece in "kK" else "piece"

    on_target, beside = guard(target), guard(other)
    if on_target is None and beside is None:
        return "goal"
    save = 50 if on_target == "king" else 25 if beside == "king" else 0
    block, block_beside = 35 * (on_target == "piece"), 10 * (beside == "piece")
    goal = 100 - save - block - block_beside - 20
    odds = {"goal": goal, "save": save, f"block@{target}": block, f"block@{other}": block_beside}
    for name, chance in odds.items():
        if rolled < chance:
            return name
        rolled -= chance
    return "corner"


def main(arguments: list[str]) -> None:
    """Do what the command line says."""
    server = os.environ.get("CHESS_ELEVEN", "http://127.0.0.1:8000")
    client = ChessEleven(server, os.environ.get("CHESS_ELEVEN_TOKEN"))
    match arguments:
        case ["login", username, *scopes]:
            print(log_in(server, username, getpass.getpass(), scopes or SCOPES))
        case ["authorize", client_id, *rest]:
            redirect_uri = rest[0] if rest else "http://127.0.0.1:8400/done"
            authorization = Authorization(server, client_id, redirect_uri)
            print(f"Open this, agree, and copy the address you are sent to:\n{authorization.url}")
            print(authorization.finish(input("That address: "))["access_token"])
        case ["events", *rest]:
            for event in client.follow(after=int(rest[0]) if rest else None):
                if event:
                    print(json.dumps(event), flush=True)
        case ["play" | "verify" as what, game_id]:
            if what == "play":
                print(client.play(game_id)["result"])
            print(client.verify(game_id))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
