"""``python -m tests.load.live_matches [MATCHES]``: live matches over slow lines that lose packets.

Starts the whole service, seats pairs of players and lets them play whole matches, so many at once;
each player does what the page does: follows live, answers each record, keeps what is put together,
and sends some turns at the last moment. A clock that runs out though its player had sent a legal
turn in time is a wrong flag; there may be none.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Any

from tests.load.bad_line import BadLine
from tests.load.crowd import make_people
from tests.load.live_players import Found, LivePlayer
from tests.load.surroundings import LIMITS_OF_A_CROWD, set_up
from tests.topology import Topology

LONGEST_MATCH = 900


def seat(names: tuple[str, str], half: int) -> tuple[str, list[tuple[str, str]]]:
    """Return a new live match, and each side with a token of its player.

    Its halves may be shorter than people agree on.
    """
    from django.utils import timezone

    from accounts.credentials import ALL_SCOPES, digest_of, new_token
    from accounts.models import PersonalToken, User
    from games.models import Game
    from games.play.challenge.live import pair

    one, other = (User.objects.get(username=name) for name in names)
    game = pair(one, other, ruleset="eleven", live={"turn": 10}, now=timezone.now())
    assert game.live is not None
    game.live["left"]["match"], game.live["terms"]["half"] = half * 1000, half
    Game.objects.filter(pk=game.pk).update(live=game.live)
    tokens = []
    for who in game.seats:
        token = new_token()
        PersonalToken.objects.create(
            user_id=who.user_id, name="load", scopes=sorted(ALL_SCOPES), digest=digest_of(token)
        )
        tokens.append((who.side, token))
    return game.pk, tokens


async def play_all(ports: list[int], options: argparse.Namespace, pairs: list[Any]) -> Found:
    """Play all matches, so many at once, and return what came of them."""
    found, places = Found(), asyncio.Semaphore(options.at_once)
    share = options.loss / 100

    async def one(number: int, names: tuple[str, str]) -> None:
        async with places, BadLine(ports[number % len(ports)], options.rtt / 1000, share) as line:
            url = f"http://127.0.0.1:{line.port}"
            game_id, tokens = await asyncio.to_thread(seat, names, options.half)
            players = [LivePlayer(url, token, game_id, side, found) for side, token in tokens]
            try:
                async with asyncio.timeout(LONGEST_MATCH):
                    await asyncio.gather(*(player.play() for player in players))
            except Exception as error:
                found.counts[f"broken off: {type(error).__name__}: {error}"] += 1

    await asyncio.gather(*(one(number, names) for number, names in enumerate(pairs)))
    return found


def main() -> None:
    """Start everything, let them play, tell what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.live_matches", description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=50)
    parser.add_argument("--rtt", type=float, default=300, help="milliseconds")
    parser.add_argument("--loss", type=float, default=5, help="per cent of the packets")
    parser.add_argument("--half", type=int, default=60, help="seconds of a half")
    parser.add_argument("--at-once", type=int, default=10)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="c11-live-")).resolve()
    with Topology(folder, 2, 1, **LIMITS_OF_A_CROWD) as topology:
        set_up(topology)
        names = make_people(2 * options.matches)
        pairs = list(zip(names[::2], names[1::2], strict=True))
        found = asyncio.run(play_all(topology.ports, options, pairs))
    print(
        f"{options.matches} matches of two halves of {options.half} s, {options.at_once} at once,"
        f" {options.rtt:.0f} ms round trip, {options.loss:.0f} % lost"
    )
    for name, count in sorted(found.counts.items()) + sorted(found.ends.items()):
        print(f"  {name}: {count}")
    print(f"  wrong flags: {len(found.wrong)}")
    print("\n".join(f"    {one}" for one in found.wrong))
    raise SystemExit(bool(found.wrong))


if __name__ == "__main__":
    main()
