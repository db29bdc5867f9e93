"""The post office killed at each point of a delivery, on a running copy.

``python -m tests.answering.killed ADDRESS HOST:PORT FOLDER`` takes what ``whole_matches`` takes,
and ``DATABASE_URL`` and ``DATA_DIR`` of the copy. The sender sends an email again, as servers do,
until it hears ``250``. In the end each turn was played once.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import smtplib
import socket
import sys
import time
from base64 import b32decode
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import make_msgid
from pathlib import Path

import httpx
import psycopg

from tests.answering.whole_matches import API, Player, Post

TURNS = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"]


def kill() -> None:
    """End the post office without a warning."""
    parts = json.loads((Path(os.environ["DATA_DIR"]) / "pids.json").read_text())
    os.kill(parts["post-office"]["pid"], signal.SIGKILL)


def turn_of(address: str) -> int:
    """Return the turn that an address takes answers to."""
    token = address.partition("+")[2].partition("@")[0].upper()
    return int.from_bytes(b32decode(token + "=" * (-len(token) % 8))[5:8], "big")


def deliver(post: Post, mail: EmailMessage) -> int:
    """Send until the server has said yes, as a mail server does; return how often it took."""
    for attempt in range(1, 200):
        try:
            post.send(mail)
        except (OSError, smtplib.SMTPException):
            time.sleep(0.3)
            continue
        return attempt
    raise TimeoutError("the post office does not come back")


def talk(post: Post, mail: EmailMessage, upto: str) -> socket.socket:
    """Speak SMTP up to a point, and return the connection."""
    sock = socket.create_connection((post.host, int(post.port)), timeout=10)
    for line in ("", "EHLO x", f"MAIL FROM:<{mail['From']}>", f"RCPT TO:<{mail['To']}>", "DATA"):
        sock.sendall(f"{line}\r\n".encode() if line else b"")
        sock.recv(4096)
    body = bytes(mail).replace(b"\n", b"\r\n")
    sock.sendall(body[: len(body) // 2] if upto == "half" else body + b"\r\n.\r\n")
    return sock


def main(address: str, place: str, folder: str) -> None:
    """Kill it at each point, and look at what stands."""
    with (
        httpx.Client(base_url=address, timeout=60) as http,
        psycopg.connect(os.environ["DATABASE_URL"]) as db,
    ):
        post = Post(place, Path(folder))
        mark = secrets.token_hex(2)
        white, black = (Player(http, post, f"{name}-{mark}") for name in ("ann", "ben"))
        body = {"ruleset": "standard", "opponent": black.name, "side": "white"}
        challenge = http.post(f"{API}/challenges", json=body, headers=white.headers).json()["id"]
        game = http.post(f"{API}/challenges/{challenge}/accept", headers=black.headers).json()["id"]

        def half(mail: EmailMessage) -> None:
            talk(post, mail, "half")
            kill()

        def before_the_row(mail: EmailMessage) -> None:
            db.execute("lock table answering_inboundmail in access exclusive mode")
            talk(post, mail, "all")
            time.sleep(0.5)
            kill()
            time.sleep(0.2)
            db.rollback()

        def after_the_row(mail: EmailMessage) -> None:
            db.execute("select 1 from games_game where id = %s for no key update", [game])
            talk(post, mail, "all").recv(4096)
            kill()
            time.sleep(0.2)
            db.rollback()

        def before_the_yes(mail: EmailMessage) -> None:
            talk(post, mail, "all").close()
            time.sleep(0.6)
            kill()

        def while_away(mail: EmailMessage) -> None:
            kill()

        points: list[Callable[[EmailMessage], None]] = [
            *(half, before_the_row, after_the_row, before_the_yes, while_away)
        ]
        for number, text in enumerate(TURNS):
            player = (white, black)[number % 2]
            asked = post.wait(player.address, has_reply=True)
            while turn_of(str(asked["Reply-To"])) != number + 1:
                asked = post.wait(player.address, has_reply=True)
            mail = EmailMessage()
            mail["From"], mail["To"], mail["Subject"] = (
                player.address,
                asked["Reply-To"],
                "Re: turn",
            )
            mail["Message-ID"] = make_msgid()
            mail.set_content(f"{text}\n")
            point = points[number % len(points)]
            point(mail)
            attempts = deliver(post, mail)
            until = time.monotonic() + 30
            while http.get(f"{API}/games/{game}").json()["turn"] == number + 1:
                assert time.monotonic() < until, f"{text} is lost"
                time.sleep(0.1)
            print(
                f"{point.__name__:>16}: {text} stands, after {attempts} attempts to send it again"
            )
        turns = http.get(f"{API}/games/{game}/turns").json()["results"]
        assert [turn["notation"] for turn in turns] == TURNS
        rows = db.execute("select count(*) from answering_inboundmail where game_id = %s", [game])
        print(f"{len(turns)} turns of {rows.fetchone()} emails, each once")


if __name__ == "__main__":
    main(*sys.argv[1:])
