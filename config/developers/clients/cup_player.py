#!/usr/bin/env python3
"""A player of cups in seventy lines on chess_eleven.py: it enters one and plays it through.

CHESS_ELEVEN=https://chess.example.org CHESS_ELEVEN_TOKEN=... \
    python cup_player.py COMPETITION [SECTION [BORN_ON_OR_AFTER]]

Bots may not enter, so it plays for a person, who answers for it. The token needs games:read,
games:play and competitions:write. For a league enter the section division-1.
"""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator

from chess_eleven import ChessEleven, Choose, Record

OVER = ("finished", "not_held")


class CupPlayer:
    """Sleeps on the stream of its events and does what they ask for until all is played."""

    def __init__(self, client: ChessEleven, competition: str, choose: Choose | None = None) -> None:
        self.client = client
        self.path = f"/competitions/{competition}"
        self.competition = competition
        self.choose = choose

    def run(self, section: str = "open", **confirmed: str) -> Record:
        """Enter, play, and return the section as it is at its end."""
        self.client.enter(self.competition, section, **confirmed)
        for event in self.client.follow():
            if event is None or event["competition"] == self.competition:
                found = self.look_around()
                if found["status"] in OVER:
                    return found
            elif event["game"] and event["type"] != "game.finished":
                self.play(event["game"])
        raise AssertionError("one's own events have no end")

    def look_around(self) -> Record:
        """Do what is left to do in all of my matches and return the section that I am in."""
        found = self.section()
        for match in self.matches_of(found):
            for game in match["games"]:
                if game["result"] is None:
                    self.play(game["game"])
            if match["by"] is None and match["games"]:
                self.shoot(found, match["match"])
        return found

    def play(self, game: str) -> None:
        """Do what one of my games waits for."""
        self.client.act(game, self.choose)

    def section(self) -> Record:
        """Return my section: it may be another than the one entered, as divisions are."""
        shown = [
            self.client.get(f"{self.path}/sections/{one['section']}")
            for one in self.client.get(self.path)["sections"]
        ]
        return next((one for one in shown if any(self.matches_of(one))), shown[0])

    def matches_of(self, section: Record) -> Iterator[Record]:
        """Yield my matches: those in which I play."""
        me = self.client.username
        for match in (match for one in section["rounds"] for match in one["matches"]):
            if any(seat and seat["player"] == me for seat in (match["upper"], match["lower"])):
                yield match

    def shoot(self, section: Record, match: str) -> None:
        """Hand in for the penalties of a match that ended level, unless I have."""
        path = f"{self.path}/sections/{section['section']}/matches/{match}"
        shootout = self.client.get(path)["shootout"]
        if shootout and shootout["seed"] is None and not shootout["yours"]["shots"]:
            hand = {kind: random.choices("de", k=5) for kind in ("shots", "stands")}
            self.client.put(f"{path}/shootout", hand)


if __name__ == "__main__":
    server = ChessEleven(os.environ["CHESS_ELEVEN"], os.environ["CHESS_ELEVEN_TOKEN"])
    cup, *where = sys.argv[1:]
    born = dict(zip(["born_on_or_after"], where[1:], strict=False))
    print(CupPlayer(server, cup).run(*where[:1], **born)["standing"])
