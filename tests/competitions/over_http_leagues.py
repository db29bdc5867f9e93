"""The longer half of ``over_http``: a cup that penalties decide, and two seasons of a league."""

from __future__ import annotations

import os
import secrets
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import httpx
import psycopg

from config.developers import clients
from config.developers.clients.chess_eleven import ChessEleven, Record, Refused
from tests.competitions.over_http import MATE, player, shown, wait_for

sys.path.insert(0, str(Path(clients.__file__).parent))
from cup_player import CupPlayer  # as those who copy it have it: beside the other

MOVED: Final = {
    "competitions_competition": ("opens_at", "closes_at", "starts_at"),
    "competitions_section": ("due_at", "started_at"),
    "competitions_round": ("starts_at", "ends_at"),
    "competitions_shootout": ("due_at",),
}
"""Where the times of competitions lie."""


def moving_time(days: float) -> None:
    """Let days pass for every competition: nothing else is as long as that away."""
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        for table, columns in MOVED.items():
            moves = ", ".join(f"{name} = {name} - %(by)s::interval" for name in columns)
            by = {"by": timedelta(days=days)}
            connection.execute(f"UPDATE {table} SET {moves}".encode(), by)


def mate(options: Record) -> str | None:
    """Choose the moves of the shortest mate."""
    return None if options["after"] else MATE[options["turn"]]


class LevelPlayer(CupPlayer):
    """Wants no goal: offers a draw as soon as there is a ball, and takes every one."""

    shoots = True

    def play(self, game: str) -> None:
        """Choose the formation; from then on offer a draw, or accept the one that is offered."""
        shown = self.client.get(f"/games/{game}")
        if shown["status"] == "formation":
            shown = self.client.act(game)
        if shown["status"] == "playing":
            word = "offer" if shown["draw_offered_by"] is None else "accept"
            with suppress(Refused):
                self.client.post(f"/games/{game}/draw", {"action": word})

    def shoot(self, section: Record, match: str) -> None:
        if self.shoots:
            super().shoot(section, match)


def let_play(players: list[CupPlayer], sections: str = "open") -> None:
    """Let all play until they say that it is over."""
    threads = [threading.Thread(target=one.run, args=(sections,)) for one in players]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def status_of(boss: ChessEleven, competition: str, section: str = "open") -> str:
    return str(boss.get(f"/competitions/{competition}/sections/{section}")["status"])


def level_cup(service: str, boss: ChessEleven) -> None:
    """Play a cup of Chess Eleven in which every match ends level and penalties decide."""
    print("\n— a cup of Chess Eleven that penalties decide", flush=True)
    closes_at = datetime.now(UTC) + timedelta(seconds=40)
    plan = {
        "name": "Cup of penalties", "ruleset": "eleven", "options": {"goals_to_win": 1},
        "closes_at": closes_at.isoformat(), "is_private": False, "round_days": 14,
    }  # fmt: skip
    cup = boss.post("/competitions", plan)["id"]
    names = [f"{letter}{secrets.token_hex(3)}" for letter in "efgh"]
    players = [LevelPlayer(player(service, name)[0], cup) for name in names]
    players[0].shoots = False
    wait_for(lambda: status_of(boss, cup) == "entries")
    playing = threading.Thread(target=let_play, args=(players,))
    playing.start()
    path = f"/competitions/{cup}/sections/open"

    def semi_finals() -> list[Record]:
        rounds = boss.get(path)["rounds"]
        return [boss.get(f"{path}/matches/1.{n}") for n in (1, 2)] if rounds else []

    def late() -> Record | None:
        """Return the match of the one who hands nothing in, once only they are waited for."""
        for match in semi_finals():
            shootout, seats = match["shootout"], (match["upper"], match["lower"])
            is_theirs = any(seat["player"] == names[0] for seat in seats)
            if is_theirs and shootout and len(shootout["handed_in"]) == 1:
                return match
        return None

    waiting = wait_for(late)
    shown("shots stay hidden while one side is missing", waiting["shootout"]["shots"] == [])
    shown("they have 24 hours", waiting["shootout"]["due_at"] > datetime.now(UTC).isoformat())
    shown("its secret is not shown", waiting["shootout"]["seed"] is None)
    moving_time(1.01)
    resolved = wait_for(lambda: boss.get(f"{path}/matches/{waiting['match']}")["winner"])
    shown(f"a day later lots choose for the one who did not: {resolved} goes on", resolved)
    players[0].shoots = True
    playing.join()
    section = boss.get(path)
    ways = [match["by"] for one in section["rounds"] for match in one["matches"]]
    shown(f"every match was decided by penalties: {ways}", set(ways) == {"shootout"})
    final = httpx.get(f"{service}/api/v1{path}/matches/2.1").json()["shootout"]
    pairs = [("goal" if one["is_goal"] else "saved") for one in final["shots"]]
    shown(f"the final, shot by shot: {pairs} {final['score']}", final["seed"])
    page = httpx.get(f"{service}/competitions/{cup}/open/matches/2.1/").text
    shown("its page plays them again", "Watch them" in page and "shootout" in page)


def play_league(service: str, boss: ChessEleven) -> None:
    """Play a season of a league of two divisions and begin the next."""
    print("\n— a league of twelve in two divisions", flush=True)
    begins_at = datetime.now(UTC) + timedelta(seconds=80)
    plan = {
        "kind": "league", "name": "League", "ruleset": "standard", "limit": 12,
        "closes_at": begins_at.isoformat(), "is_private": False,
    }  # fmt: skip
    league = boss.post("/competitions", plan)["id"]
    names = [f"{letter}{secrets.token_hex(3)}" for letter in "abcdefghijkl"]
    players = [CupPlayer(player(service, name)[0], league, mate) for name in names]
    wait_for(lambda: status_of(boss, league, "division-1") == "entries")
    playing = threading.Thread(target=let_play, args=(players, "division-1"))
    playing.start()
    wait_for(lambda: status_of(boss, league, "division-1") == "playing")
    season = boss.get(f"/competitions/{league}")
    sections = [boss.get(f"/competitions/{league}/sections/{one['section']}")
                for one in season["sections"]]  # fmt: skip
    matches = [match for one in sections for r in one["rounds"] for match in r["matches"]]
    shown(f"divisions of {[one['entrants'] for one in sections]}", len(sections) == 2)
    shown(f"all {len(matches)} matches at once", wait_for(lambda: _all_begun(boss, league)))
    lines = boss.get(f"/competitions/{league}/table")["divisions"][0]["rows"]
    shown("the table tells best and worst places", all(r["best"] <= r["worst"] for r in lines))
    playing.join()
    divisions = boss.get(f"/competitions/{league}/table")["divisions"]
    for one in divisions:
        print("  ", one["name"], [f"{r['place']}. {r['player']} {r['points']} {r['move'] or ''}"
                                  for r in one["rows"]], flush=True)  # fmt: skip
    up = {row["player"] for row in divisions[1]["rows"] if row["move"] == "up"}
    down = {row["player"] for row in divisions[0]["rows"] if row["move"] == "down"}
    shown(f"two go up {sorted(up)}, two down {sorted(down)}", len(up) == len(down) == 2)

    moving_time(56 - 9.9)
    following = wait_for(lambda: boss.get(f"/competitions/{league}")["following"])
    asked = boss.get(f"/competitions/{following}/sections/division-1")["entries"]
    shown("ten days before the next season all are asked",
          [one["status"] for one in asked] == ["asked"] * 12)  # fmt: skip
    left_out = next(one for one in players if one.client.username not in up | down)
    for one in players:
        if one is not left_out:
            one.client.confirm(league)
    told = {one["status"] for one in
            boss.get(f"/competitions/{following}/sections/division-1")["entries"]}  # fmt: skip
    shown(f"one tap each confirms it: {sorted(told)}", told == {"asked", "entered"})
    moving_time(7)
    moving_time(3)
    wait_for(lambda: status_of(boss, following, "division-1") == "playing")
    new = [{row["player"] for row in one["rows"]}
           for one in boss.get(f"/competitions/{following}/table")["divisions"]]  # fmt: skip
    sizes = [len(one) for one in new]
    shown(f"the next season has begun, with {sizes} players", sum(sizes) == 11)
    shown("who did not confirm is left out", left_out.client.username not in set().union(*new))
    shown("who went up plays in the first division", up <= new[0])
    if len(new) > 1:
        shown("who went down plays in the second", down <= new[1])
    events = [one["type"] for one in _events(players, up)]
    shown("who went up heard of it", "promoted" in events and "season.confirm" in events)
    for path in (f"/competitions/{league}/", f"/competitions/{following}/"):
        shown(f"page {path}", httpx.get(f"{service}{path}").status_code == 200)


def _all_begun(boss: ChessEleven, league: str) -> bool:
    found = [boss.get(f"/competitions/{league}/sections/division-{n}") for n in (1, 2)]
    rounds = [one for section in found for one in section["rounds"]]
    return all(match["games"] for one in rounds for match in one["matches"])


def _events(players: list[CupPlayer], names: set[str]) -> list[Any]:
    one = next(one for one in players if one.client.username in names)
    return list(one.client.get("/events", limit=100)["results"])


Part = Callable[[str, ChessEleven], None]
PARTS: Final[tuple[Part, ...]] = (level_cup, play_league)
