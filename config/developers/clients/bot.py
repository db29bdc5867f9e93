#!/usr/bin/env python3
"""A bot in fifty lines on chess_eleven.py: it takes every challenge and plays every game.

CHESS_ELEVEN=https://chess.example.org CHESS_ELEVEN_TOKEN=... python bot.py

Mark its account as a bot before its first game (PATCH /me with is_bot and password).
"""

from __future__ import annotations

import os
from contextlib import suppress

from chess_eleven import ChessEleven, Record, Refused


class Bot:
    """Sleeps on the stream of its events; one connection serves all its games."""

    def __init__(self, client: ChessEleven) -> None:
        self.client = client

    def run(self) -> None:
        """Answer in every case, for ever."""
        for event in self.client.follow():
            if event is None:
                self.look_around()
            else:
                self.answer(event)

    def look_around(self) -> None:
        """Do what was left to do before the stream was opened."""
        for challenge in self.client.pages("/challenges", direction="in", status="open"):
            self.accept(challenge["id"])
        for game in list(self.client.pages("/games", awaiting="me")):
            self.client.act(game["id"])

    def answer(self, event: Record) -> None:
        """Do what an event asks for."""
        if event["type"] == "challenge.received":
            self.accept(event["challenge"])
        elif event["game"] and event["type"] != "game.finished":
            self.client.act(event["game"])

    def accept(self, challenge_id: str) -> None:
        """Accept a challenge, unless it was withdrawn meanwhile."""
        with suppress(Refused):
            self.client.post(f"/challenges/{challenge_id}/accept")


if __name__ == "__main__":
    Bot(ChessEleven(os.environ["CHESS_ELEVEN"], os.environ["CHESS_ELEVEN_TOKEN"])).run()
