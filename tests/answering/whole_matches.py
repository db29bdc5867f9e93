"""A whole game of each kind by email alone, between two mail programs.

``python -m tests.answering.whole_matches ADDRESS HOST:PORT FOLDER`` plays them on a running copy
that receives emails at ``HOST:PORT`` and sends its own to a server that keeps them in ``FOLDER``
(``python -m tests.notifications.smtp FOLDER``). It prints how long each answer took.
"""

from __future__ import annotations

import re
import secrets
import smtplib
import sys
import time
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import make_msgid
from pathlib import Path
from typing import Any, Final

import httpx

API: Final = "/api/v1"
MOST: Final = 55
"""Emails of one player: the service drops what comes after 60 in an hour."""
GAMES: Final = {
    "standard": ["f3", "pawn to e5", "g4", "Qh4#"],
    "future": ["2c1-2c2", "3b5 to 2c1"],
    "family": ["c2c3", "d11d10", "knight e3", "resign yes"],
}


class Player:
    """Someone with an account and a mail program."""

    def __init__(self, http: httpx.Client, post: Post, name: str) -> None:
        self.name, self.post, self.sent = name, post, 0
        self.address = f"{name}@example.org"
        word = secrets.token_urlsafe(12)
        account = {"username": name, "email": self.address, "password": word}
        http.post(f"{API}/accounts", json=account).raise_for_status()
        login = http.post(f"{API}/auth/token", json={"username": name, "password": word})
        self.headers = {"Authorization": f"Bearer {login.raise_for_status().json()['token']}"}
        link = re.search(
            r"https?://\S+/confirm\S*|https?://\S+confirm-email\S+", _text(post.wait(self.address))
        )
        assert link, "an email confirms the address"
        with httpx.Client(follow_redirects=True) as browser:
            page = browser.get(link[0]).text
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
            assert token, page
            browser.post(
                link[0], data={"csrfmiddlewaretoken": token[1]}, headers={"Referer": link[0]}
            ).raise_for_status()

    def reply(self, mail: EmailMessage, text: str) -> EmailMessage:
        """Answer an email as a mail program does, and return what comes back."""
        answer = EmailMessage()
        answer["From"], answer["To"] = f"{self.name} <{self.address}>", mail["Reply-To"]
        answer["Subject"], answer["Message-ID"] = f"Re: {mail['Subject']}", make_msgid()
        answer["In-Reply-To"] = mail["Message-ID"]
        quoted = "\n".join(f"> {line}" for line in _text(mail).split("\n"))
        answer.set_content(f"{text}\n\nOn Tue, Nov 24, 2026, Chess Eleven wrote:\n{quoted}\n")
        began = time.monotonic()
        self.sent += 1
        self.post.send(answer)
        accepted = time.monotonic() - began
        back = self.post.wait(self.address, answering=str(answer["Message-ID"]))
        self.post.took.append(time.monotonic() - began)
        took = f"accepted {accepted:.2f} s, answer {self.post.took[-1]:.2f} s"
        print(f"{self.name:>10}: {text:<24} {took}")
        return back


class Post:
    """The server that we send to, and the folder where emails arrive."""

    def __init__(self, place: str, folder: Path) -> None:
        self.host, _colon, self.port = place.partition(":")
        self.folder = folder
        self.seen = {path.name for path in folder.glob("*.eml")}
        self.mails: list[EmailMessage] = []
        self.took: list[float] = []

    def send(self, mail: EmailMessage) -> None:
        """Hand an email to the service's server."""
        with smtplib.SMTP(self.host, int(self.port), timeout=30) as server:
            server.send_message(mail)

    def wait(self, address: str, *, answering: str = "", has_reply: bool = False) -> EmailMessage:
        """Return the next email to an address, or the one that answers another."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            for path in sorted(self.folder.glob("*.eml")):
                if path.name not in self.seen:
                    self.seen.add(path.name)
                    found = BytesParser(policy=policy.default).parsebytes(path.read_bytes())
                    assert isinstance(found, EmailMessage)
                    self.mails.append(found)
            for mail in self.mails:
                is_it = not answering or mail["In-Reply-To"] == answering
                if address in str(mail["To"]) and is_it and (mail["Reply-To"] or not has_reply):
                    self.mails.remove(mail)
                    return mail
            time.sleep(0.05)
        raise TimeoutError(f"no email to {address}")


def _text(mail: EmailMessage) -> str:
    part = mail.get_body(preferencelist=("plain",))
    return part.get_content() if part is not None else ""


def play(http: httpx.Client, ruleset: str, white: Player, black: Player) -> Any:
    """Play one game by email and return it."""
    options = {"family": {"seats": 2}, "eleven": {"goals_to_win": 1}}.get(ruleset, {})
    body = {"ruleset": ruleset, "opponent": black.name, "side": "white", "options": options}
    if ruleset == "family":
        del body["side"]
    challenge = http.post(f"{API}/challenges", json=body, headers=white.headers)
    challenge_id = challenge.raise_for_status().json()["id"]
    accepted = http.post(f"{API}/challenges/{challenge_id}/accept", headers=black.headers)
    game = accepted.raise_for_status().json()
    address = f"{API}/games/{game['id']}"
    print(f"{ruleset}: {game['id']}")
    script = iter(GAMES.get(ruleset, ()))
    while (game := http.get(address).json())["status"] != "finished":
        sides = game["awaiting"] if isinstance(game["awaiting"], list) else [game["awaiting"]]
        side = next(one for one in ("white", "silver", "black", "gold") if one in str(sides))
        player = white if game["players"][side]["username"] == white.name else black
        mail = player.post.wait(player.address, has_reply=True)
        text = next(script) if ruleset in GAMES else _eleven(http, address, game)
        back = player.reply(mail, text if player.sent < MOST else "resign yes")
        now = http.get(address).json()
        is_played = (now["turn"], now["status"]) != (game["turn"], game["status"])
        assert is_played or text == "ready", _text(back)
    return game


def _eleven(http: httpx.Client, address: str, game: Any) -> str:
    """Return what to write in a game of Chess Eleven: a shot where there is one."""
    if game["status"] == "formation":
        return "ready"
    best: list[str] = []
    after: list[str] = []
    while True:
        found = http.get(f"{address}/options", params={"after": " ".join(after)}).json()
        actions = found["actions"]
        shots = [one["text"] for one in actions if one["kind"] == "shot"]
        if shots:
            return " ".join([*after, shots[0]])
        if found["complete"] >= 0:
            best = list(after)
        if not actions or len(after) == 2:
            return ", ".join(best or after)
        after.append(secrets.choice(actions)["text"])


def main(address: str, place: str, folder: str) -> None:
    """Play all of them on a running copy."""
    with httpx.Client(base_url=address, timeout=60) as http:
        post = Post(place, Path(folder))
        for ruleset in (*GAMES, "eleven"):
            mark = secrets.token_hex(2)
            white, black = (Player(http, post, f"{name}-{mark}") for name in ("alice", "bob"))
            print(ruleset, play(http, ruleset, white, black)["result"])
        slowest = max(post.took)
        print(f"{len(post.took)} emails answered, the slowest after {slowest:.2f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
