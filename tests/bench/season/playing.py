"""Games between ordinary accounts for which the house bots' minds choose.

House bots don't play each other, and games without a person aren't analysed. So each strength has
accounts of its own, which challenge, accept, line up and play by the functions that a request
calls. The relay's and the analysis' tasks run in the same process, after each game.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import SystemRandom
from typing import Any, Final, TypedDict

GOALS_TO_WIN: Final = 2
PAIRS: Final = (
    ("easy", "easy"), ("medium", "medium"), ("easy", "easy"), ("easy", "medium"),
    ("easy", "easy"), ("easy", "easy"), ("hard", "hard"), ("easy", "easy"), ("easy", "easy"),
    ("easy", "easy"), ("master", "medium"), ("easy", "easy"), ("easy", "easy"),
    ("medium", "medium"), ("easy", "easy"), ("easy", "easy"), ("easy", "medium"),
    ("easy", "easy"), ("hard", "medium"), ("easy", "easy"),
)  # fmt: skip
"""In turn: ``easy`` plays fastest, and the others often enough for their rows of the table."""
ACCOUNTS: Final = 100
"""Of each strength: no one may challenge another more than ten times a day."""


class Record(TypedDict):
    """A game that is over: what it took of processor, PostgreSQL not included."""

    game: str
    turns: int
    play_s: float
    relay_s: float


def strength_of(username: str) -> str:
    """Return the strength of an account."""
    return username.partition("-")[0]


def people(strengths: set[str]) -> dict[str, list[Any]]:
    """Return the accounts of each strength, made where they are missing."""
    from accounts.models import User

    found: dict[str, list[Any]] = {}
    for strength in strengths:
        names = [f"{strength}-{number}" for number in range(ACCOUNTS)]
        known = {user.username: user for user in User.objects.filter(username__in=names)}
        found[strength] = [known.get(name) or User.objects.create_user(name) for name in names]
    return found


def play_season(games: int, minutes: float, kept: Path) -> None:
    """Play until so many games are over or so many minutes; what was broken off is played on."""
    from games.features.analysis.tasks import analyse
    from games.models import Game
    from notifications.tasks import relay_events

    until = time.monotonic() + 60 * minutes
    accounts = people({strength for pair in PAIRS for strength in pair})
    broken_off = list(Game.objects.filter(finished_at=None).values_list("pk", flat=True))
    over = Game.objects.filter(finished_at__isnull=False).count()
    numbers = iter(range(over + len(broken_off), games))
    with kept.open("a") as file:
        for pk in _games(broken_off, numbers, accounts):
            began = time.process_time()
            turns = _play_out(pk)
            played = time.process_time()
            relay_events()
            record = Record(
                game=pk,
                turns=turns,
                play_s=round(played - began, 4),
                relay_s=round(time.process_time() - played, 4),
            )
            analyse()
            file.write(json.dumps(record) + "\n")
            file.flush()
            if time.monotonic() > until:
                break


def play_some(games: int) -> Iterator[Any]:
    """Yield so many games of ``easy`` that are over."""
    from games.models import Game

    accounts = people({"easy"})
    for pk in _games([], iter(range(0, len(PAIRS) * games, len(PAIRS))), accounts):
        _play_out(pk)
        yield Game.objects.with_seats().get(pk=pk)


def analyse_all() -> None:
    """Call the analysis' task, as the clock does, until no game waits."""
    from games.features.analysis.models import Analysis
    from games.features.analysis.tasks import analyse
    from notifications.tasks import relay_events

    relay_events()
    while Analysis.objects.filter(status__in=Analysis.QUEUED, failed_at=None).exists():
        if not analyse():
            time.sleep(0.05)
    relay_events()


def search_better_turns(games: int) -> None:
    """Have better turns found in so many games, those of equal strengths least often."""
    from django.utils import timezone

    from games.features.analysis import making
    from games.features.analysis.models import Analysis

    searched = Analysis.objects.filter(status__in=(Analysis.Status.DONE, Analysis.Status.SEARCHING))
    rest = games - searched.count()
    summed = Analysis.objects.filter(status=Analysis.Status.SUMMED).select_related("game")
    by_pair: dict[tuple[str, ...], list[Any]] = {}
    for row in summed.order_by("game__finished_at"):
        names = sorted(strength_of(seat.username) for seat in row.game.seats)
        by_pair.setdefault(tuple(names), []).append(row.game)
    for place in count():
        left = [found[place] for found in by_pair.values() if place < len(found)]
        for game in left[: max(rest, 0)]:
            making.ask(game, game.seats[0].user_id, timezone.now(), most=games)
            rest -= 1
        if rest <= 0 or not left:
            break
    analyse_all()


def _games(
    broken_off: list[str], numbers: Iterator[int], accounts: dict[str, list[Any]]
) -> Iterator[str]:
    """Yield games that were broken off, then new ones."""
    from django.utils import timezone

    from games.play.challenge.challenges import accept_challenge, make_challenge
    from games.play.start import Terms

    yield from broken_off
    for number in numbers:
        lap, place = divmod(number, len(PAIRS))
        first, second = PAIRS[place]
        white = accounts[first][number % ACCOUNTS]
        black = accounts[second][(number + 1 + lap % (ACCOUNTS - 1)) % ACCOUNTS]
        if lap % 2:
            white, black = black, white
        terms = Terms(side="white", options={"goals_to_win": GOALS_TO_WIN})
        challenge = make_challenge(white, black, terms, now=timezone.now())
        yield accept_challenge(black, challenge.pk, now=timezone.now()).pk


def _play_out(pk: str) -> int:
    """Play a game to its end; return its turns."""
    from django.utils import timezone

    from games.models import Game
    from games.play.formations import save_formation
    from games.play.turns import play_turn
    from games.rules.chess_eleven.robot import ChessElevenRobot
    from games.rules.contract import Phase

    robot, rng = ChessElevenRobot(), SystemRandom()
    game = Game.objects.get(pk=pk)
    strengths = {seat.side: strength_of(seat.username) for seat in game.seats}
    while game.is_active:
        state, now = game.rules.load(game.state), timezone.now()
        if game.summary.phase is Phase.FORMATION:
            for seat in game.seats:
                if seat.is_awaited:
                    mind = robot.choose_arrangement(state, seat.side, strengths[seat.side], rng)
                    save_formation(seat.user_id, pk, mind, ready=True, now=now)
            game = Game.objects.get(pk=pk)
            continue
        mover = next(seat for seat in game.seats if seat.is_awaited)
        actions = robot.choose_turn(state, strengths[mover.side], rng)
        game = play_turn(mover.user_id, pk, game.next_turn, actions, now=now).game
    return game.next_turn - 1
