#!/usr/bin/env python3
"""A bot in sixty lines on chess_eleven.py that plays live, one match after the other.

CHESS_ELEVEN=https://chess.example.org CHESS_ELEVEN_TOKEN=... python live_bot.py [RULESET]

Mark its account as a bot before its first game (PATCH /me with is_bot and password): it then meets
other bots.
The token needs games:read, games:play and challenges:write.
"""

from __future__ import annotations

import os
import sys
import time

from chess_eleven import ChessEleven, Record, Refused


class LiveBot:
    """Plays one live match after the other; no one plays two at the same time."""

    def __init__(self, client: ChessEleven, ruleset: str = "eleven") -> None:
        self.client = client
        self.ruleset = ruleset

    def run(self) -> None:
        """Play for ever."""
        while True:
            game = self.client.play(self.find_match())
            print(game["url"], game["result"]["reason"], flush=True)

    def find_match(self) -> str:
        """Look until someone is found who looks too, and return the match."""
        found = self.look()
        while found["state"] != "playing":
            # Anyone who does not ask for long looks no more, and starts again.
            time.sleep(found["ask_again_s"] / 2)
            found = self.client.get("/live/seeks")
            if found["state"] == "off":
                found = self.look()
        return str(found["game"])

    def look(self) -> Record:
        """Begin to look; wait where the service says so, or continue with a match that runs."""
        while True:
            try:
                return dict(self.client.post("/live/seeks", {"ruleset": self.ruleset}))
            except Refused as refusal:
                if refusal.code == "live_match_running":
                    return dict(self.client.get("/live/seeks"))
                if refusal.code != "live_cooldown":
                    raise
                time.sleep(60)


if __name__ == "__main__":
    server = ChessEleven(os.environ["CHESS_ELEVEN"], os.environ["CHESS_ELEVEN_TOKEN"])
    LiveBot(server, *sys.argv[1:2]).run()
