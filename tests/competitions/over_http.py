"""Cups and a league from the announcement to the end by plain HTTP, each demand told as it is met.

``OPERATOR=name:password python -m tests.competitions.over_http http://127.0.0.1:8000`` against a
running service with ``PRIVATE_TARGETS=1``, that an operator of this name belongs to. The players
are the reference clients; every word is asked of the service as anyone could ask it. With its
``DATABASE_URL`` there are penalties and a league as well: days have to pass for these.
"""

from __future__ import annotations

import http.server
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from config.developers.clients.chess_eleven import ChessEleven

SCOPES = [
    "games:read", "games:play", "challenges:write", "account:read", "account:write",
    "webhooks:write", "competitions:write",
]  # fmt: skip
MATE = {1: "f2f3", 2: "e7e5", 3: "g2g4", 4: "d8h4"}
PASSWORD = "corner-flag-24"
PATIENCE = 400

heard: list[str] = []


class Hooks(http.server.BaseHTTPRequestHandler):
    """Take what the service delivers and note its types."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["webhook-signature"]:
            heard.append(json.loads(body)["type"])
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


def shown(what: str, is_so: object) -> None:
    """Say whether a demand is met."""
    print(f"{'shown    ' if is_so else 'NOT SHOWN'} {what}", flush=True)


def refusal(service: str, token: str | None, path: str, body: Any) -> tuple[int, str]:
    """Return the status and the code of what is refused."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = httpx.post(f"{service}/api/v1{path}", json=body, headers=headers, timeout=60)
    return answer.status_code, answer.json().get("code", "") if answer.content else ""


def player(service: str, name: str) -> tuple[ChessEleven, str]:
    """Return the client of a new account and its token."""
    account = {"username": name, "email": f"{name}@example.org", "password": PASSWORD}
    ChessEleven(service).post("/accounts", account)
    return log_in(service, name, PASSWORD)


def log_in(
    service: str, name: str, password: str, scopes: list[str] | None = None
) -> tuple[ChessEleven, str]:
    asked = {"username": name, "password": password, "name": "cup", "scopes": scopes or SCOPES}
    token = ChessEleven(service).post("/auth/token", asked)["token"]
    return ChessEleven(service, token), token


def wait_for(what: Any) -> Any:
    until = time.monotonic() + PATIENCE
    while not (found := what()):
        assert time.monotonic() < until, "nothing came of it"
        time.sleep(2)
    return found


def mate(options: dict[str, Any]) -> str | None:
    """Choose the moves of the shortest mate."""
    wanted = MATE[options["turn"]]
    return None if options["after"] else wanted


def play_cup(service: str, operator: ChessEleven, ruleset: str, names: list[str]) -> str:
    """Announce a cup, let these enter and play it, and return its id."""
    closes_at = datetime.now(UTC) + timedelta(seconds=45 + 10 * len(names))
    options = {"goals_to_win": 1} if ruleset == "eleven" else {}
    plan = {
        "name": f"Cup of {ruleset}", "ruleset": ruleset, "closes_at": closes_at.isoformat(),
        "third_place": len(names) > 2, "is_private": False, "round_days": 14, "options": options,
        "prizes": [{"section": "open", "standing": 1, "text": "A cup"}],
    }  # fmt: skip
    cup = operator.post("/competitions", plan)["id"]
    clients = {}
    for name in names:
        clients[name], token = player(service, name)
        if name == names[0]:
            address = f"http://127.0.0.1:{hooks.server_address[1]}/"
            events = ["competition.entered", "competition.drawn", "match.started", "match.ended",
                      "section.finished"]  # fmt: skip
            clients[name].post("/webhooks", {"url": address, "events": events})
            _, poor = log_in(service, name, PASSWORD, ["games:read"])
            path = f"/competitions/{cup}/sections/open/entries"
            shown("entering takes the scope", refusal(service, poor, path, {})[0] == 403)
            shown("entering takes a token", refusal(service, None, path, {})[0] == 401)
            code = refusal(service, token, "/competitions", plan)
            shown(f"a new account sets no cup up: {code}", code == (403, "not_trusted_yet"))
    wait_for(lambda: operator.get(f"/competitions/{cup}/sections/open")["status"] == "entries")
    for client in clients.values():
        first = client.enter(cup)
        shown("entering twice is once", client.enter(cup)["entrants"] == first["entrants"])
    print("waiting for the draw …", flush=True)
    wait_for(lambda: operator.get(f"/competitions/{cup}/sections/open")["status"] == "playing")
    threads = [
        threading.Thread(target=play_on, args=(cup, name, client, ruleset))
        for name, client in clients.items()
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wait_for(lambda: operator.get(f"/competitions/{cup}/sections/open")["status"] == "finished")
    return cup


def play_on(cup: str, name: str, client: ChessEleven, ruleset: str) -> None:
    """Play one's matches until the section is over."""
    done: set[str] = set()
    until = time.monotonic() + 3 * PATIENCE
    while time.monotonic() < until:
        section = client.get(f"/competitions/{cup}/sections/open")
        if section["status"] == "finished":
            return
        for one in (match for round_ in section["rounds"] for match in round_["matches"]):
            mine = any(seat and seat.get("player") == name for seat in (one["upper"], one["lower"]))
            for game in one["games"] if mine else ():
                if game["game"] not in done and game["result"] is None:
                    client.play(game["game"], mate if ruleset == "standard" else None)
                    done.add(game["game"])
        time.sleep(2)


def check(service: str, cup: str, names: list[str]) -> None:
    """Look at what is left of a cup as someone who is not in it."""
    section = httpx.get(f"{service}/api/v1/competitions/{cup}/sections/open").json()
    for round_ in section["rounds"]:
        for match in round_["matches"]:
            seats = [seat["player"] if seat else "bye" for seat in (match["upper"], match["lower"])]
            games = [game["result"] for game in match["games"]]
            print(
                f"   {round_['name']} {match['match']}: {' – '.join(seats)} {games} {match['by']}"
            )
    print("   standing:", [f"{one['standing']}. {one['player']}" for one in section["standing"]])
    shown("the secret is shown at the end", section["seed"])
    program = httpx.get(f"{service}/developers/clients/repeat_the_draw.py").text
    said = subprocess.run(
        [sys.executable, "-c", program, cup],
        input=json.dumps(section), capture_output=True, text=True, check=False,
    )  # fmt: skip
    shown(f"the draw comes out again: {said.stdout.strip()[:90]}", said.returncode == 0)
    winner = section["standing"][0]["player"]
    client, token = log_in(service, winner, PASSWORD)
    paper = client.post(f"/competitions/{cup}/sections/open/certificate", {"name": "Ann Example"})
    asked = httpx.get(f"{service}/api/v1/certificates/{paper['id']}").json()
    shown("a certificate is checked without its name", "Ann" not in str(asked) and asked == paper)
    picture = httpx.get(f"{service}/api/v1/certificates/{paper['id']}.svg").text
    shown("its picture has the name", "Ann Example" in picture)
    again = refusal(service, token, f"/competitions/{cup}/sections/open/certificate", {"name": "B"})
    shown(f"it is named once: {again}", again[0] == 409)
    events = [one["type"] for one in client.get("/events", limit=100)["results"]]
    wanted = {"competition.entered", "competition.drawn", "match.started", "match.ended",
              "section.finished"}  # fmt: skip
    shown(f"events of {winner}", wanted <= set(events))
    wait_for(lambda: wanted <= set(heard) or time.sleep(1))
    shown(f"signed webhooks of {names[0]}: {sorted(set(heard))}", wanted <= set(heard))
    for page in (f"/competitions/{cup}/", f"/certificates/{paper['id']}/", "/competitions/laws/"):
        shown(f"page {page}", httpx.get(f"{service}{page}").status_code == 200)


if __name__ == "__main__":
    address = sys.argv[1]
    hooks = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hooks)
    threading.Thread(target=hooks.serve_forever, daemon=True).start()
    boss, boss_token = log_in(address, *os.environ["OPERATOR"].split(":"))
    shown("anybody may look", httpx.get(f"{address}/api/v1/competitions").status_code == 200)
    cups = (("standard", 4), ("eleven", 2)) if "LONGER_ALONE" not in os.environ else ()
    for kind, number in cups:
        people = [f"{letter}{secrets.token_hex(3)}" for letter in "abcd"[:number]]
        played = play_cup(address, boss, kind, people)
        check(address, played, people)
        own = refusal(address, boss_token, f"/competitions/{played}/sections/open/entries", {})
        shown(f"its organiser may not enter: {own}", own[0] in (403, 409))
    if "DATABASE_URL" in os.environ:
        from tests.competitions.over_http_leagues import PARTS

        for part in PARTS:
            part(address, boss)
