"""``python -m tests.load.live_browsers [MATCHES]``: live matches of two browsers over bad lines.

Starts the whole service and Chromium; both players of each match sit at the page of the game, over
a slow line that loses packets. What to play they have in their heads (it is asked of ``options``
past the line); all else is a touch: Ready, squares, Send, now and then at the last moment that the
player's own clock shows. A clock that runs out though Send was pressed before that clock stood at
0.0 is a wrong flag; there may be none. Where this machine itself stood still meanwhile, the line
was worse than it was meant to be; such a flag is counted apart.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright

from tests.e2e.browser import FLAGS
from tests.load.bad_line import BadLine
from tests.load.browser_players import BrowserPlayer, Found
from tests.load.crowd import make_people
from tests.load.live_matches import seat
from tests.load.surroundings import LIMITS_OF_A_CROWD, set_up
from tests.topology import Topology

LONGEST_MATCH = 600
PHONE = {"width": 390, "height": 844}


def logged_in(game_id: str) -> dict[str, tuple[str, str]]:
    """Return by side the cookie of a session of each player."""
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from games.models import Player

    cookies = {}
    for side, user_id in Player.objects.filter(game=game_id).values_list("side", "user"):
        client = Client()
        client.force_login(User.objects.get(pk=user_id))
        name = settings.SESSION_COOKIE_NAME
        cookies[side] = (name, client.cookies[name].value)
    return cookies


async def play_one(
    browser: Browser, port: int, options: argparse.Namespace, names: tuple[str, str], found: Found
) -> None:
    """Let two browsers play a match, and judge each clock that ran out."""
    game_id, tokens = await asyncio.to_thread(seat, names, options.half)
    await asyncio.to_thread(hold_formation, game_id)
    cookies = await asyncio.to_thread(logged_in, game_id)
    async with AsyncExitStack() as stack:
        players = []
        for side, token in tokens:
            line = BadLine(port, options.rtt / 1000, options.loss / 100)
            await stack.enter_async_context(line)
            url = f"http://127.0.0.1:{line.port}"
            context = await browser.new_context(
                base_url=url,
                viewport=PHONE,  # type: ignore[arg-type]
                has_touch=True,
                is_mobile=True,
                locale="en-GB",
                service_workers="block",
            )
            stack.push_async_callback(context.close)
            name, value = cookies[side]
            await context.add_cookies([{"name": name, "value": value, "url": url}])
            page = await context.new_page()
            head = f"http://127.0.0.1:{port}/api/v1/games/{game_id}"
            players.append(BrowserPlayer(page, head, token, game_id, side, found))
        try:
            async with asyncio.timeout(LONGEST_MATCH):
                await asyncio.gather(*(player.play() for player in players))
        except Exception as error:
            found.counts[f"broken off: {type(error).__name__}"] += 1
            print(f"{game_id}: broken off: {error}", flush=True)
        for player in players:
            await player.leave()
    await asyncio.to_thread(judge, game_id, players, found)


def hold_formation(game_id: str) -> None:
    """Let the first formations wait until both pages are there: it ends when both are ready."""
    from datetime import timedelta

    from django.utils import timezone

    from games.models import Game
    from games.models.running_clock import ms_of

    later = timezone.now() + timedelta(minutes=5)
    live = {**(Game.objects.get(pk=game_id).live or {}), "until": ms_of(later)}
    Game.objects.filter(pk=game_id).update(deadline=later, live=live)


def judge(game_id: str, players: list[BrowserPlayer], found: Found) -> None:
    """Hold what each player has sent against the clocks that ran out."""
    from games.models import Act, Game, Turn

    game = Game.objects.get(pk=game_id)
    found.ends[game.reason or game.status] += 1
    turns = Turn.objects.filter(game=game)
    found.counts["turns sent and played"] += turns.filter(by="hand").count()
    found.counts["turns played as they were kept"] += turns.filter(by="premove").count()
    for act in Act.objects.filter(game=game, name="run_out"):
        found.counts["clocks run out"] += 1
        ended = act.at.timestamp()
        for player in players:
            sent = player.sent_before(act.side, act.turn, ended)
            if sent is not None:
                told = f"{game_id} turn {act.turn} of {act.side}, over at {ended:.2f}: {sent}"
                stood = found.stood_still(sent.at, ended)
                (found.excused if stood else found.wrong).append(f"{told}, machine {stood:.2f} s")
    print(f"{game_id}: {turns.count()} turns, {game.reason}; {len(found.wrong)} wrong", flush=True)


async def play_all(ports: list[int], options: argparse.Namespace, pairs: list[Any]) -> Found:
    """Play all matches, so many at once, and return what came of them."""
    found, places = Found(), asyncio.Semaphore(options.at_once)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=[*FLAGS]
        )

        async def one(number: int, names: tuple[str, str]) -> None:
            async with places:
                await play_one(browser, ports[number % len(ports)], options, names, found)

        watching = asyncio.create_task(found.watch_the_machine())
        await asyncio.gather(*(one(number, names) for number, names in enumerate(pairs)))
        watching.cancel()
        await browser.close()
    return found


def main() -> None:
    """Start everything, let them play, tell what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.load.live_browsers", description=__doc__)
    parser.add_argument("matches", type=int, nargs="?", default=50)
    parser.add_argument("--rtt", type=float, default=300, help="milliseconds")
    parser.add_argument("--loss", type=float, default=5, help="per cent of the packets")
    parser.add_argument("--half", type=int, default=30, help="seconds of a half")
    parser.add_argument("--at-once", type=int, default=3)
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="c11-browsers-")).resolve()
    with Topology(folder, 2, 1, **LIMITS_OF_A_CROWD) as topology:
        set_up(topology)
        # Rows are read in threads, while Playwright's loop runs in this one.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        names = make_people(2 * options.matches)
        pairs = list(zip(names[::2], names[1::2], strict=True))
        found = asyncio.run(play_all(topology.ports, options, pairs))
    print(
        f"{options.matches} matches of two browsers, halves of {options.half} s,"
        f" {options.at_once} at once, {options.rtt:.0f} ms round trip, {options.loss:.0f} % lost"
    )
    for name, count in sorted(found.counts.items()) + sorted(found.ends.items()):
        print(f"  {name}: {count}")
    print(f"  wrong flags: {len(found.wrong)}")
    print("\n".join(f"    {one}" for one in found.wrong))
    print(f"  while the machine stood still: {len(found.excused)}")
    print("\n".join(f"    {one}" for one in found.excused))
    raise SystemExit(bool(found.wrong))


if __name__ == "__main__":
    main()
